package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/graph/server"
)

// endless is an API over a recursive schema, in which a list costs its length times the cost of its items.
func endless(run graphql.ResponseHandler) testAPI {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
		type Query { self: Query! list(first: Int!): [Query!]! sized(s: [Size!], i: In): String }
		enum Size { BIG SMALL }
		scalar Any
		input In { s: Size in: In any: Any }`})
	return testAPI{Handler: server.NewHandler(server.Config{
		Schema: &graphql.ExecutableSchemaMock{
			SchemaFunc: func() *ast.Schema { return schema },
			ComplexityFunc: func(_ context.Context, _, field string, child int, args map[string]any) (int, bool) {
				first, _ := args["first"].(int64)
				return int(first) * child, field == "list"
			},
			ExecFunc: func(context.Context) graphql.ResponseHandler { return run },
		},
		Log:           slog.New(slog.DiscardHandler),
		Introspection: func(context.Context) bool { return true },
	})}
}

func succeed(context.Context) *graphql.Response {
	return &graphql.Response{Data: json.RawMessage("{}")}
}

// nested writes that many fields inside each other.
func nested(depth int) string {
	return strings.Repeat("self { ", depth-1) + "__typename" + strings.Repeat(" }", depth-1)
}

// aliases writes that many fields beside each other, three tokens each.
func aliases(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d: __typename ", i)
	}
	return b.String()
}

// bomb spreads each fragment twice inside the one before, so that n fragments unfold into 2^n fields.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("{ ...f0 }")
	for i := range n {
		fmt.Fprintf(&b, " fragment f%d on Query { ...f%d self { ...f%d } }", i, i+1, i+1)
	}
	fmt.Fprintf(&b, " fragment f%d on Query { __typename }", n)
	return b.String()
}

func TestLimitsOfAnOperation(t *testing.T) {
	const tooMuch = "COMPLEXITY_LIMIT_EXCEEDED"
	cases := map[string]struct{ query, code string }{
		"below the token limit":  {"{ " + aliases(660) + " }", ""},
		"beyond the token limit": {"{ " + aliases(670) + " }", "GRAPHQL_PARSE_FAILED"},
		"at the depth limit":     {"{ " + nested(12) + " }", ""},
		"beyond the depth limit": {"{ " + nested(13) + " }", tooMuch},
		"deep by a fragment":     {"{ self { ...a } } fragment a on Query { " + nested(12) + " }", tooMuch},
		"deep in the schema":     {"{ __schema { types { fields { type { " + strings.Repeat("ofType { ", 9) + "name" + strings.Repeat(" }", 14), ""},
		"few fragments":          {bomb(5), ""},
		"wide by fragments":      {bomb(11), tooMuch},
		"exploding fragments":    {bomb(100), tooMuch},
		"fragments in a circle":  {"{ ...a } fragment a on Query { ...a }", "GRAPHQL_VALIDATION_FAILED"},
		"a page":                 {"{ list(first: 100) { list(first: 100) { __typename } } }", ""},
		"too large a page":       {"{ list(first: 100) { list(first: 101) { __typename } } }", tooMuch},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			a := endless(succeed).ask(t, c.query)
			if a.code() != c.code {
				t.Errorf("got %q, want %q: %.300s", a.code(), c.code, a.body)
			}
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestOneAnswerShowsFewErrors(t *testing.T) {
	a := endless(succeed).ask(t, "{ "+repeated(500, "nonsense# ")+"}")
	if len(a.Errors) != 20 {
		t.Errorf("got %d errors", len(a.Errors))
	}
}

func TestTheSchemaIsShownOnlyToThoseWhoMayReadIt(t *testing.T) {
	cases := map[string]struct{ query, hint string }{
		"introspection": {`{ __schema { queryType { name } } }`, "queryType"},
		"a type":        {`{ __type(name: "Query") { name } }`, `"Query"`},
		"in a fragment": {`{ ...a } fragment a on Query { __type(name: "Query") { name } }`, `"Query"`},
		"field":         {`{ produc(id: 1) { id } }`, "Did you mean"},
		"argument":      {`{ product(idd: 1) { id } }`, "Did you mean"},
		"type":          {`{ ...a } fragment a on Quer { __typename }`, "Did you mean"},
		"enum value":    {`{ products(sortBy: NAM) { totalCount } }`, "Did you mean"},
		"missing leafs": {`{ product(id: 1) }`, "Did you mean"},
	}
	open, closed := newTestAPI(true), newTestAPI(false)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if a := open.ask(t, c.query); !strings.Contains(a.body, c.hint) {
				t.Errorf("not shown to those who may see it: %s", a.body)
			}
			if a := closed.ask(t, c.query); a.status != 400 || strings.Contains(a.body, c.hint) {
				t.Errorf("shown to everybody: %d %s", a.status, a.body)
			}
		})
	}
	if a := closed.ask(t, "{ __typename }"); a.status != 200 {
		t.Errorf("__typename is not introspection: %s", a.body)
	}
}

// introspection is what GraphiQL and generators of types ask for.
const introspection = `query IntrospectionQuery { __schema { description queryType { name kind } mutationType { name kind } subscriptionType { name kind }
	types { ...FullType } directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } } } }
	fragment FullType on __Type { kind name description specifiedByURL isOneOf
		fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
		inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef }
		enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
	fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
	fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
		ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`

// One introspection is within the limits, and many in one operation are not.
func TestOneIntrospectionAtATime(t *testing.T) {
	d := newTestAPI(true)
	if a := d.ask(t, introspection); len(a.Errors) > 0 {
		t.Errorf("%.500s", a.body)
	}
	if a := d.ask(t, "{ __schema { "+repeated(10, "a#: types { name } ")+"} }"); a.code() != "COMPLEXITY_LIMIT_EXCEEDED" {
		t.Errorf("%.500s", a.body)
	}
}

// What is in variables counts for each place where it is used.
func TestVariablesAreBounded(t *testing.T) {
	d := newTestAPI(true)
	query := "query ($ids: [ID!]!) { " + repeated(100, "a#: productsByIds(ids: $ids) { id } ") + "}"
	for n, want := range map[int]string{600: "COMPLEXITY_LIMIT_EXCEEDED", 1: ""} {
		ids := make([]string, n)
		body, err := json.Marshal(map[string]any{"query": query, "variables": map[string]any{"ids": ids}})
		if err != nil {
			t.Fatal(err)
		}
		if a := d.serve(t, post(string(body), "application/json")); a.code() == "COMPLEXITY_LIMIT_EXCEEDED" != (want != "") {
			t.Errorf("%d values: %.300s", n, a.body)
		}
	}
}

// A null in @skip or @include is refused before anything runs, wherever the directive is.
func TestConditionsAreNotNull(t *testing.T) {
	for name, query := range map[string]string{
		"a field":            `query ($no: Boolean = true) { self { __typename @include(if: $no) } }`,
		"a skipped field":    `query ($no: Boolean = true) { self @skip(if: $no) { __typename } }`,
		"an inline fragment": `query ($no: Boolean = true) { ... @include(if: $no) { __typename } }`,
		"a fragment":         `query ($no: Boolean = true) { ...a @include(if: $no) } fragment a on Query { __typename }`,
		"within a fragment":  `query ($no: Boolean = true) { ...a } fragment a on Query { __typename @skip(if: $no) }`,
	} {
		ran := false
		d := endless(func(ctx context.Context) *graphql.Response { ran = true; return succeed(ctx) })
		ask := func(value string) answer {
			return d.serve(t, post(`{"query":"`+query+`","variables":{"no":`+value+`}}`, "application/json"))
		}
		if a := ask("null"); a.code() != "BAD_USER_INPUT" || a.Errors[0].Message != "variable $no: cannot be null in @skip or @include" || ran {
			t.Errorf("%s: ran %v: %s", name, ran, a.body)
		}
		if a := ask("false"); len(a.Errors) > 0 || !ran {
			t.Errorf("%s with a value: %s", name, a.body)
		}
	}
}
