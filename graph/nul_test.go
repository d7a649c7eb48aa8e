package graph_test

import (
	"encoding/json"
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
	s := d.dial(t, "graphql-transport-ws")
	s.say(`{"type":"connection_init"}`, `{"type":"subscribe","id":"1","payload":{"query":"`+query+`","variables":{"full":true}}}`)
	for _, want := range []string{"connection_ack", "error"} {
		if kind, _, code := s.hear(); kind != want {
			t.Errorf("%q %d, want %s", kind, code, want)
		}
	}
}

// An Int is a number of 32 bits, as a literal, as a variable and within one.
func TestIntegersAreExact(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const (
		restore  = `mutation ($i: SettingsRestoreInput!) { settingsRestore(input: $i) { userErrors { code } } }`
		restored = `mutation ($n: Int!) { settingsRestore(input: {restore: $n, version: 1}) { userErrors { code } } }`
		must     = ": must be a number of 32 bits without a decimal point or an exponent"
	)
	number := func(digits string) vars { return vars{"n": json.Number(digits)} }
	within := func(digits any) vars { return vars{"i": vars{"restore": digits, "version": 1}} }
	for name, c := range map[string]struct {
		query     string
		variables vars
		message   string
		field     string
	}{
		"a literal of 33 bits":  {`{ products(first: 4294967296) { totalCount } }`, nil, "argument first", "first"},
		"a variable of 33 bits": {restored, number("2147483648"), "argument input.restore", "input restore"},
		"a variable of 65 bits": {restored, number("18446744073709551616"), "variable $n", "n"},
		"an exponent":           {restored, number("1e1"), "variable $n", "n"},
		"a decimal point":       {restored, number("1.0"), "variable $n", "n"},
		"a text":                {restored, vars{"n": "1"}, "argument input.restore", "input restore"},
		"no number":             {restored, vars{"n": true}, "variable $n", "n"},
		"33 bits within":        {restore, within(json.Number("-2147483649")), "argument input.restore", "input restore"},
		"an exponent within":    {restore, within(json.Number("1e1")), "variable $i.restore", "i restore"},
		"a text within":         {restore, within("1"), "argument input.restore", "input restore"},
	} {
		r := d.ask(admin, c.query, c.variables)
		if r.code() != "BAD_USER_INPUT" || r.Errors[0].Message != c.message+must || strings.Join(r.Errors[0].Extensions.Field, " ") != c.field {
			t.Errorf("%s: %+v", name, r.Errors)
		}
	}
	for _, digits := range []string{"2147483647", "-2147483648"} {
		d.must(admin, restored, number(digits)).is("settingsRestore.userErrors.0.code", "NOT_FOUND")
	}
}
