package graph_test

import (
	"context"
	"fmt"
	"testing"
)

const feed = `query ($first: Int! = 50, $after: String) { events(first: $first, after: $after) {
	nodes { id kind object objectId sequence data createdAt } pageInfo { hasNextPage endCursor } } }`

// A partner who reads page by page, and comes back later with the last cursor, sees all that has happened, each once.
func TestFeedGoesOnWhereItEnded(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	_, partner := d.key(admin, "READ_EVENTS")
	_, other := d.key(admin, "READ_ORDERS")
	publish := func() {
		t.Helper()
		if _, err := d.Store.Outbox.PublishEvents(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	var after any
	read := func() (kinds []string) {
		t.Helper()
		for {
			r := d.must(partner, feed, vars{"first": 2, "after": after})
			for i := range r.at("events.nodes").([]any) {
				at := func(field string) any { return r.at(fmt.Sprintf("events.nodes.%d.%s", i, field)) }
				kinds = append(kinds, fmt.Sprintf("%s %s %v", at("kind"), at("object"), at("sequence")))
			}
			if end := r.at("events.pageInfo.endCursor"); end != nil {
				after = end
			}
			if !r.at("events.pageInfo.hasNextPage").(bool) {
				return kinds
			}
		}
	}
	publish()
	read()
	d.must(admin, renameProduct, vars{"input": vars{"id": "1", "name": "A"}})
	d.must(admin, renameProduct, vars{"input": vars{"id": "1", "name": "B"}})
	d.must("", preOrder, wish(nil))
	if got := read(); len(got) != 0 {
		t.Errorf("before they are published: %v", got)
	}
	publish()
	if got := fmt.Sprint(read()); got != "[product.changed product 1 product.changed product 2 preorder.created preorder 1]" {
		t.Error(got)
	}
	if got := read(); len(got) != 0 {
		t.Errorf("twice: %v", got)
	}

	for token, code := range map[string]string{"": "UNAUTHENTICATED", d.register("ada@example.org"): "FORBIDDEN", other: "FORBIDDEN"} {
		if got := d.ask(token, feed, nil).code(); got != code {
			t.Errorf("%q gets %s, want %s", token, got, code)
		}
	}
	if code := d.ask(partner, feed, vars{"after": "x"}).code(); code != "INVALID" {
		t.Errorf("a broken cursor gets %s", code)
	}
}
