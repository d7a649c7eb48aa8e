package agent_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"orrery/agent"
	"orrery/graph"
	"orrery/graph/server"
	"orrery/jobs"
	"orrery/shop"
	"orrery/web"
)

// BenchmarkCost compares the processor time, without the database's, of a search and a checkout of an agent with the
// same work of the GraphQL API, without the response cache: the agent's checkout is signed and replaces its lines, the
// buyer of the GraphQL API sets the lines of the cart. A ratio may be 1.2 at most.
func BenchmarkCost(b *testing.B) {
	s := newServer(b, options{})
	p := s.newPlatform()
	log := slog.New(slog.DiscardHandler)
	limits := web.NewLimiter(0, nil, nil)
	public := strings.TrimPrefix(s.url, "http://")
	keys, err := s.accounts.MessageKeys()
	if err != nil {
		b.Fatal(err)
	}
	agents, err := agent.New(agent.Config{Store: s.Store, PublicURL: s.url, Log: log, Client: jobs.NewWebhookClient(true),
		Local: true, Keys: keys, Count: limits.Count})
	if err != nil {
		b.Fatal(err)
	}
	agents = s.accounts.Middleware(log, agent.Refuse, agents)
	graphQL := s.accounts.Middleware(log, server.Refuse, server.NewHandler(server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: s.Store, Auth: s.accounts, Streams: &graph.Streams{}}), Log: log,
		Introspection: func(context.Context) bool { return false }, Around: graph.WithLoaders(s.Store), Recognise: s.accounts.As, Streams: &server.StreamLimits{},
		Limits: limits}))
	if err := s.accounts.EnsureUser(b.Context(), "Ada", "ada@example.org", shop.RoleUser, "aA1!aA1!"); err != nil {
		b.Fatal(err)
	}
	in, err := s.accounts.Login(b.Context(), shop.Actor{}, shop.UserLoginInput{Email: "ada@example.org", Password: "aA1!aA1!"})
	if err != nil {
		b.Fatal(err)
	}
	checkout := p.call("create_checkout", "", lines).textAt("id")
	const card = `id name shortDesc category tags model stock rating numOfReviews isPreorder comingSoon listed price { amount currency }
		priceWithTax { amount } images { url alt width height }`
	const most = 1.2
	costs := map[string]float64{} // of the GraphQL API, in nanoseconds
	run := func(name string, handler http.Handler, make func() *http.Request) {
		work, api, _ := strings.Cut(name, "/")
		b.Run(name, func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				b.StopTimer()
				if _, err := s.SQL.Exec(`DELETE FROM attempts`); err != nil {
					b.Fatal(err)
				}
				request := make()
				got := httptest.NewRecorder()
				before := processorTime(b)
				b.StartTimer()
				handler.ServeHTTP(got, request)
				spent += processorTime(b) - before
				if got.Code != http.StatusOK || strings.Contains(got.Body.String(), `"errors"`) {
					b.Fatalf("%d: %.300s", got.Code, got.Body)
				}
			}
			cost := float64(spent) / float64(b.N)
			b.ReportMetric(cost, "cpu-ns/op")
			if api == "graph" {
				costs[work] = cost
				return
			}
			ratio := cost / costs[work]
			b.ReportMetric(ratio, "of-graph")
			if ratio > most {
				b.Errorf("%s costs %.2f times what the graph does, at most %g", name, ratio, most)
			}
		})
	}
	ask := func(query string, signedIn bool) func() *http.Request {
		return func() *http.Request {
			r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(fmt.Sprintf(`{"query": %q}`, query)))
			r.Header.Set("Content-Type", "application/json")
			if signedIn {
				r.Header.Set("Authorization", "Bearer "+in.Token)
			}
			return r
		}
	}
	send := func(p *platform, op, id, payload string) func() *http.Request {
		return func() *http.Request {
			r := p.request(op, id, payload)
			in := httptest.NewRequest(r.Method, r.URL.String(), strings.NewReader(string(r.body)))
			in.Header, in.Host = r.Header, public
			return in
		}
	}
	run("search/graph", graphQL, ask(`{ products(filter: {search: "arm"}, sortBy: RELEVANCE, first: 10) { nodes { `+card+` } pageInfo { hasNextPage endCursor } } }`, false))
	run("search/REST", agents, send(p, "search_catalog", "", `{"query": "arm"}`))
	run("search/MCP", agents, send(p.over(overMCP), "search_catalog", "", `{"query": "arm"}`))
	const cart = `cart { subtotal { amount } tax { amount } shipping { amount } total { amount } items { id productId name quantity price { amount }
		lineTotal { amount } image { url } } warnings { message } } userErrors { message }`
	run("checkout/graph", graphQL, ask(`mutation { cartClear { userErrors { message } } a: cartItemAdd(input: {productId: "3", quantity: 2}) { userErrors { message } }
		b: cartItemAdd(input: {productId: "1", quantity: 1}) { `+cart+` } }`, true))
	run("checkout/REST", agents, send(p, "update_checkout", checkout, lines))
	run("checkout/MCP", agents, send(p.over(overMCP), "update_checkout", checkout, lines))
}

// processorTime returns the time for which this process has used a processor.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
