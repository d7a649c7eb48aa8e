package ssr

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"

	"orrery/auth"
	"orrery/client"
	"orrery/db/dbtest"
	"orrery/graph"
	"orrery/graph/server"
)

func TestMain(m *testing.M) {
	// dbtest looks for PostgreSQL from a folder below the top.
	if err := os.Chdir(".."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	dbtest.Main(m)
}

// script returns the client's server build.
func script(t testing.TB) string {
	t.Helper()
	text, err := fs.ReadFile(client.Dist, "dist/.server/pages.js")
	if err != nil {
		t.Skip("the client is not built: ", err)
	}
	return string(text)
}

// newGraph returns the GraphQL API of a shop with the seeded catalogue.
func newGraph(t testing.TB) http.Handler {
	t.Helper()
	var documents map[string]string
	if err := json.Unmarshal(client.Operations, &documents); err != nil {
		t.Fatal(err)
	}
	d := dbtest.New(t)
	accounts, err := auth.New(d.Store, []byte(strings.Repeat("k", auth.MinSecret)), d.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	return server.NewHandler(server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: d.Store, Auth: accounts}), Around: graph.WithLoaders(d.Store),
		Log: slog.New(slog.DiscardHandler), Introspection: func(context.Context) bool { return false },
		Trusted: documents,
	})
}

// answers returns what the graph answers to the first requests of a page.
func answers(t testing.TB, r *Renderer, graph http.Handler, address string) string {
	t.Helper()
	requests, renders, err := r.requests(t.Context(), address)
	if err != nil || !renders {
		t.Fatalf("%s is not rendered: %v", address, err)
	}
	data, _, err := fetch(t.Context(), graph, requests)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return data
}
