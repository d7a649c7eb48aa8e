package graph_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"orrery/client"
	"orrery/db/dbtest"
	"orrery/graph"
	"orrery/graph/gen"
	"orrery/graph/server"
)

func clientsDocuments(t *testing.T) map[string]string {
	t.Helper()
	var documents map[string]string
	if err := json.Unmarshal(client.Operations, &documents); err != nil {
		t.Fatal(err)
	}
	return documents
}

func TestTheClientsDocumentsAreValid(t *testing.T) {
	schema := gen.NewExecutableSchema(gen.Config{}).Schema()
	documents := clientsDocuments(t)
	if len(documents) < 50 {
		t.Errorf("only %d are registered", len(documents))
	}
	for _, text := range documents {
		if _, errs := gqlparser.LoadQueryWithRules(schema, text, rules.NewDefaultRules()); errs != nil {
			t.Errorf("%s: %v", text, errs)
		}
	}
}

func TestAHashStandsForADocument(t *testing.T) {
	t.Parallel()
	var hash, mutation string
	documents := clientsDocuments(t)
	for h, text := range documents {
		switch {
		case strings.HasPrefix(text, "query Product("):
			hash = h
		case strings.HasPrefix(text, "mutation Logout"):
			mutation = h
		}
	}
	d := dbtest.New(t)
	handler := server.NewHandler(server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: d.Store}), Around: graph.WithLoaders(d.Store), Log: slog.New(slog.DiscardHandler),
		Introspection: func(context.Context) bool { return false }, Trusted: documents,
	})
	for _, c := range []struct {
		name, extensions, query string
		status                  int
		code                    string
	}{
		{"one of ours", `{"persistedQuery":{"version":1,"sha256Hash":"` + hash + `"}}`, "", 200, ""},
		{"another one", `{"persistedQuery":{"version":1,"sha256Hash":"0123456789ab"}}`, "", 200, "PERSISTED_QUERY_NOT_FOUND"},
		{"another one with its text", `{"persistedQuery":{"version":1,"sha256Hash":"0123456789ab"}}`,
			`query ($id: ID!) { product(id: $id) { id } }`, 200, ""},
		{"which nobody remembers", `{"persistedQuery":{"version":1,"sha256Hash":"0123456789ab"}}`, "", 200, "PERSISTED_QUERY_NOT_FOUND"},
		{"nonsense", `{"persistedQuery":[1]}`, "", 400, "BAD_REQUEST"},
		{"a number", `{"persistedQuery":{"sha256Hash":7}}`, "", 200, "PERSISTED_QUERY_NOT_FOUND"},
		{"nothing", `{}`, "", 400, "BAD_REQUEST"},
	} {
		values := url.Values{"variables": {`{"id":"1"}`}, "extensions": {c.extensions}}
		if c.query != "" {
			values.Set("query", c.query)
		}
		byGet := httptest.NewRequest(http.MethodGet, "/graphql?"+values.Encode(), nil)
		body := `{"variables":{"id":"1"},"extensions":` + c.extensions + `}`
		if c.query != "" {
			body = `{"query":"` + c.query + `",` + body[1:]
		}
		byPost := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		byPost.Header.Set("Content-Type", "application/json")
		for _, request := range []*http.Request{byGet, byPost} {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, request)
			r := reply{t: t, Status: w.Code}
			if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			switch {
			case w.Code != c.status:
				t.Errorf("%s by %s: %d %s", c.name, request.Method, w.Code, w.Body)
			case c.code != "" && r.code() != c.code:
				t.Errorf("%s by %s: %s", c.name, request.Method, r.code())
			case c.code == "":
				r.is("product.id", "1")
			}
		}
	}
	// A link or a picture on another site can send a GET, so that one must not change anything.
	values := url.Values{"extensions": {`{"persistedQuery":{"sha256Hash":"` + mutation + `"}}`}}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/graphql?"+values.Encode(), nil))
	if w.Code != http.StatusMethodNotAllowed || mutation == "" {
		t.Errorf("the mutation %q by GET: %d %s", mutation, w.Code, w.Body)
	}
}
