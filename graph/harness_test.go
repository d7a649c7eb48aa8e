package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"orrery/auth"
	"orrery/db/dbtest"
	"orrery/graph"
	"orrery/graph/server"
	"orrery/respcache"
	"orrery/shop"
	"orrery/web"
)

// secret signs the tokens of the tests.
var secret = strings.Repeat("k", auth.MinSecret)

func TestMain(m *testing.M) { dbtest.Main(m) }

// testServer serves the GraphQL API over HTTP with a seeded database of its own.
type testServer struct {
	t testing.TB
	*dbtest.Database
	handler http.Handler
	url     string
	streams *graph.Streams
	auth    *auth.Auth
	agent   string // the browser that asks, where it matters
	address string // that it asks from, where it matters; see comesFrom
}

func newServer(t testing.TB) *testServer {
	t.Helper()
	if t, isTest := t.(*testing.T); isTest {
		t.Parallel()
	}
	return openInstance(t, dbtest.New(t), nil)
}

// openInstance is a process of its own on a database, which keeps answers where that is not nil.
func openInstance(t testing.TB, database *dbtest.Database, kept *respcache.Cache) *testServer {
	t.Helper()
	return openSigning(t, database, kept, secret)
}

// openSigning is one that signs with a key and knows previous ones.
func openSigning(t testing.TB, database *dbtest.Database, kept *respcache.Cache, key string, previous ...[]byte) *testServer {
	t.Helper()
	accounts, err := auth.New(database.Store, []byte(key), database.Clock.Now, previous...)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	stopping, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	feed, err := database.Store.Outbox.Follow(stopping, log)
	if err != nil {
		t.Fatal(err)
	}
	streams := &graph.Streams{Feed: feed, Stopping: stopping, Confirm: 200 * time.Millisecond}
	handler := server.NewHandler(server.Config{
		Schema:        graph.NewSchema(&graph.Resolver{Store: database.Store, Auth: accounts, Streams: streams}),
		Log:           log,
		Introspection: func(context.Context) bool { return true },
		Around:        graph.WithLoaders(database.Store),
		Recognise:     accounts.As,
		Cache:         kept,
		Streams:       &streams.StreamLimits,
		Limits:        web.NewLimiter(0, nil, nil),
	})
	behind := accounts.Middleware(log, server.Refuse, handler)
	server := httptest.NewServer(behind)
	t.Cleanup(server.Close)
	return &testServer{t, database, behind, server.URL, streams, accounts, "", ""}
}

// comesFrom lets what follows come from an address.
func (d *testServer) comesFrom(address string) {
	d.auth.Proxies = auth.Proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	d.address = address
}

type vars map[string]any

// reply is an answer of the graph; at reads into it by a path such as "products.nodes.0.name".
type reply struct {
	t      testing.TB
	Status int         `json:"-"`
	Header http.Header `json:"-"`
	Data   any
	Errors []struct {
		Message    string
		Extensions struct {
			Code  string
			Field []string
		}
	}
}

func (d *testServer) ask(token, query string, variables vars) reply {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		d.t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, d.url, bytes.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if d.agent != "" {
		request.Header.Set("User-Agent", d.agent)
	}
	if d.address != "" {
		request.Header.Set("X-Forwarded-For", d.address)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	r := reply{t: d.t, Status: response.StatusCode, Header: response.Header}
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		d.t.Fatal(err)
	}
	return r
}

// must asks for what has to work.
func (d *testServer) must(token, query string, variables vars) reply {
	d.t.Helper()
	r := d.ask(token, query, variables)
	if len(r.Errors) > 0 {
		d.t.Fatalf("the graph answered %+v", r.Errors)
	}
	return r
}

func (r reply) at(path string) any {
	r.t.Helper()
	value := r.Data
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(v) {
				r.t.Fatalf("no %s in %d entries of %s", step, len(v), path)
			}
			value = v[i]
		default:
			r.t.Fatalf("no %s in %v on the way to %s", step, value, path)
		}
	}
	return value
}

// is compares what lies at path, as JSON has it.
func (r reply) is(path string, want any) {
	r.t.Helper()
	if got := r.at(path); fmt.Sprint(got) != fmt.Sprint(want) {
		r.t.Errorf("%s = %v, want %v", path, got, want)
	}
}

// code is the code of the only error.
func (r reply) code() string {
	r.t.Helper()
	if len(r.Errors) != 1 {
		r.t.Fatalf("%d errors: %+v", len(r.Errors), r.Errors)
	}
	return r.Errors[0].Extensions.Code
}

// again asks until a busy machine no longer says to try again. A change may be made although it says so, since only a
// field of the response could not be read.
func (d *testServer) again(token, query string, variables vars) (r reply) {
	d.t.Helper()
	for range 10 {
		if r = d.ask(token, query, variables); len(r.Errors) == 0 || r.Errors[0].Extensions.Code != "UNAVAILABLE" {
			break
		}
	}
	return r
}

// register makes an account and returns its token.
func (d *testServer) register(email string) string {
	d.t.Helper()
	r := d.must("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token userErrors { message } } }`,
		vars{"input": vars{"name": "Test Person", "email": email, "password": "aA1!aA1!"}})
	token, ok := r.at("userRegister.token").(string)
	if !ok {
		d.t.Fatalf("not registered: %v", r.Data)
	}
	return token
}

// buyers makes accounts with the same cart, past the hashing of passwords, and returns their tokens.
func (d *testServer) buyers(n int, quantities map[int]int) []string {
	d.t.Helper()
	ctx := context.Background()
	end := d.Clock.Now().Add(time.Hour)
	tokens := make([]string, n)
	for i := range tokens {
		email := fmt.Sprintf("buyer-%d@example.org", i)
		user, session, err := d.Store.Users.Create(ctx, shop.Actor{}, shop.UserRegisterInput{Name: "Buyer", Email: email}, "hash", end)
		if err != nil {
			d.t.Fatal(err)
		}
		tokens[i], err = jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"iss": "orrery", "aud": "orrery", "sub": user.ID,
			"sid": session, "exp": end.Unix()}).SignedString([]byte(secret))
		if err != nil {
			d.t.Fatal(err)
		}
		products := slices.Collect(maps.Keys(quantities))
		slices.Sort(products)
		if i%2 == 1 { // carts are filled in opposite orders
			slices.Reverse(products)
		}
		for _, id := range products {
			in := shop.CartItemAddInput{ProductID: fmt.Sprint(id), Quantity: quantities[id]}
			if _, err := d.Store.Carts.AddItem(ctx, shop.Actor{UserID: user.ID}, in); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	return tokens
}
