package graph_test

import (
	"strings"
	"testing"
)

// PostgreSQL has no room for NUL characters: whatever text has one is refused with its place, wherever it stands.
func TestNULIsRefusedByName(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const nul = "\x00"
	for name, c := range map[string]struct {
		query     string
		variables vars
		message   string
	}{
		"literal": {`{ product(id: "\u0000") { id } }`, nil, "argument id: must not contain NUL characters"},
		"braced":  {`{ product(id: "a\u{0}") { id } }`, nil, "argument id: must not contain NUL characters"},
		"literal in a fragment": {`{ ...f } fragment f on Query { faqEntries { id } product(id: "\u0000") { id } }`, nil,
			"argument id: must not contain NUL characters"},
		"literal in a list":    {`{ productsByIds(ids: ["1", "\u0000"]) { id } }`, nil, "argument ids[1]: must not contain NUL characters"},
		"literal in an input":  {`{ products(filter: {search: "\u0000"}) { totalCount } }`, nil, "argument filter.search: must not contain NUL characters"},
		"default":              {`query ($id: ID! = "\u0000") { product(id: $id) { id } }`, nil, "variable $id: must not contain NUL characters"},
		"variable":             {`query ($id: ID!) { product(id: $id) { id } }`, vars{"id": nul}, "variable $id: must not contain NUL characters"},
		"cursor":               {`query ($after: String) { orders(first: 1, after: $after) { nodes { id } } }`, vars{"after": nul}, "variable $after: must"},
		"list":                 {`query ($ids: [ID!]!) { productsByIds(ids: $ids) { id } }`, vars{"ids": []any{"1", "a" + nul}}, "variable $ids[1]: must"},
		"lone value of a list": {`query ($ids: [ID!]!) { productsByIds(ids: $ids) { id } }`, vars{"ids": nul}, "variable $ids[0]: must"},
		"input": {`query ($f: ProductFilter) { products(filter: $f) { totalCount } }`, vars{"f": vars{"search": nul}},
			"variable $f.search: must not contain NUL characters"},
		"what only the database reads": {`query ($f: AuditFilter) { auditEntries(first: 1, filter: $f) { nodes { id } } }`,
			vars{"f": vars{"objectId": nul}}, "variable $f.objectId: must not contain NUL characters"},
		"an object's list": {`mutation ($i: WebhookCreateInput!) { webhookCreate(input: $i) { secret } }`,
			vars{"i": vars{"url": "https://x.example", "kinds": []any{nul}}}, "variable $i.kinds[0]: must not contain NUL characters"},
	} {
		r := d.ask(admin, c.query, c.variables)
		if r.code() != "INVALID" || !strings.Contains(r.Errors[0].Message, c.message) || len(r.Errors[0].Extensions.Field) == 0 {
			t.Errorf("%s: %+v", name, r.Errors)
		}
	}
}

// An operation that is refused for its variables is not searched for the products that it names.
func TestConditionsNeedNoVariablesOnceRefused(t *testing.T) {
	d := newServer(t)
	const query = `query ($id: ID!, $full: Boolean!) { product(id: $id) @include(if: $full) { id } }`
	if r := d.ask("", query, vars{"full": true}); r.code() != "BAD_USER_INPUT" || r.Status != 200 {
		t.Errorf("%d %+v", r.Status, r.Errors)
	}
	s := d.dial(t)
	s.say(`{"type":"connection_init"}`, `{"type":"subscribe","id":"1","payload":{"query":"`+query+`","variables":{"full":true}}}`)
	for _, want := range []string{"connection_ack", "error"} {
		if kind, _, code := s.hear(); kind != want {
			t.Errorf("%q %d, want %s", kind, code, want)
		}
	}
}
