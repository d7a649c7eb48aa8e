package server_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"orrery/admission"
	"orrery/graph/gen"
	"orrery/graph/server"
	"orrery/respcache"
)

// While there is no place, what is kept is answered and the rest is told soon when to come back.
func TestOverload(t *testing.T) {
	t.Parallel()
	g := admission.New(1)
	d := testAPI{Handler: server.NewHandler(server.Config{
		Schema: gen.NewExecutableSchema(gen.Config{Resolvers: stubRoot{}}), Log: slog.New(slog.DiscardHandler),
		Introspection: func(context.Context) bool { return false }, Slots: g,
		Cache: respcache.New(func() (uint64, bool) { return 1, true }, time.Now, 1<<20),
	})}
	const known, other = `{ product(id: "1") { name } }`, `{ product(id: "2") { name } }`
	if a := d.ask(t, known); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	_, leave, err := g.Acquire(t.Context(), "somebody")
	if err != nil {
		t.Fatal(err)
	}
	if a := d.ask(t, known); a.status != http.StatusOK || a.header.Get("Age") != "" {
		t.Errorf("what is kept: %d %v", a.status, a.header)
	}
	if a := d.ask(t, other); a.status != http.StatusServiceUnavailable || a.code() != "UNAVAILABLE" || a.header.Get("Retry-After") != "1" {
		t.Errorf("without a place: %d %s", a.status, a.body)
	}
	leave()
	if a := d.ask(t, other); a.status != http.StatusOK {
		t.Errorf("with a place again: %d %s", a.status, a.body)
	}
}
