package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"orrery/graph/gen"
	"orrery/graph/server"
	"orrery/shop"
)

// testAPI is a GraphQL handler over resolvers that misbehave on demand, and what it logged.
type testAPI struct {
	http.Handler
	log *bytes.Buffer
}

func newTestAPI(introspection bool) testAPI {
	log := &bytes.Buffer{}
	return testAPI{log: log, Handler: server.NewHandler(server.Config{
		Schema:        gen.NewExecutableSchema(gen.Config{Resolvers: stubRoot{}}),
		Log:           slog.New(slog.NewJSONHandler(log, nil)),
		Introspection: func(context.Context) bool { return introspection },
	})}
}

type stubRoot struct{ gen.ResolverRoot }

func (stubRoot) Query() gen.QueryResolver       { return stubQuery{} }
func (stubRoot) Mutation() gen.MutationResolver { return stubMutation{} }

type stubQuery struct{ gen.QueryResolver }

type stubMutation struct{ gen.MutationResolver }

func (stubMutation) UserLogout(context.Context) (*gen.UserLogoutPayload, error) {
	return &gen.UserLogoutPayload{LoggedOut: true}, nil
}

// Product does what its id says.
func (stubQuery) Product(ctx context.Context, id string) (*shop.Product, error) {
	switch id {
	case "panic":
		panic("the machine is on fire")
	case "fails":
		return nil, errors.New("dial tcp 10.0.0.7: password of shop is wrong")
	case "refuses":
		return nil, &shop.Error{Code: shop.Forbidden, Field: "a.b", Message: "Not yours"}
	case "refuses twice":
		return nil, shop.Errors{{Code: shop.Required, Field: "a", Message: "One"}, {Code: shop.TooLong, Message: "Two"}}
	case "limits":
		return nil, &shop.Error{Code: shop.RateLimited, Message: "Slower", RetryAfter: 1500 * time.Millisecond}
	case "waits":
		<-ctx.Done()
		return nil, errors.New("pq: canceling statement due to user request")
	case "deadline":
		deadline, _ := ctx.Deadline()
		return &shop.Product{Name: time.Until(deadline).Round(time.Second).String()}, nil
	}
	return &shop.Product{ID: id, Name: "Robot " + id}, nil
}

// answer is a response as a caller sees it.
type answer struct {
	status int
	header http.Header
	body   string
	Data   map[string]any
	Errors []struct {
		Message    string
		Path       []any
		Extensions map[string]any
	}
}

func (d testAPI) serve(t *testing.T, r *http.Request) answer {
	t.Helper()
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	a := answer{status: w.Code, header: w.Header(), body: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, a.body)
	}
	return a
}

func (d testAPI) ask(t *testing.T, query string) answer {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return d.serve(t, post(string(body), "application/graphql-response+json"))
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

func post(body, accept string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	return r
}
