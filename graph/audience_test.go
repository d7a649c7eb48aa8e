package graph_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"orrery/db/dbtest"
	"orrery/graph"
)

// publicFields lists the fields whose values the schema declares to be the same for everybody, one type in a line; those that somebody who is
// signed in sees differently end in *.
func publicFields(schema *ast.Schema) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(schema.Types)) {
		var fields []string
		for _, field := range schema.Types[name].Fields {
			directive := field.Directives.ForName("public")
			if directive == nil {
				directive = schema.Types[name].Directives.ForName("public")
			}
			if directive == nil {
				continue
			}
			public := field.Name
			if signedIn := directive.Arguments.ForName("signedIn"); signedIn != nil && signedIn.Value.Raw == "false" {
				public += "*"
			}
			fields = append(fields, public)
		}
		if len(fields) > 0 {
			b.WriteString(name + ": " + strings.Join(fields, " ") + "\n")
		}
	}
	return b.String()
}

// Answers that are made of public fields alone are kept and given to everybody. Before a name comes into this list: is the value the same
// whoever asks, with whatever role?
func TestPublicFields(t *testing.T) {
	const list = "testdata/public.txt"
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got := publicFields(graph.NewSchema(&graph.Resolver{}).Schema()); got != string(want) {
		t.Errorf("%s has other public fields than the schema, which has\n%s", list, got)
	}
}

// What is not declared public is read anew for each request, wherever it stands.
func TestOnlyPublicAnswersAreKept(t *testing.T) {
	t.Parallel()
	d := openKnowing(t, dbtest.New(t))
	token := d.register("ada@example.org")
	for name, c := range map[string]struct {
		query string
		kept  bool
	}{
		"public":                     {`{ product(id: "1") { name } }`, true},
		"in fragments":               {`{ ...q } fragment q on Query { product(id: "1") { ...p ... on Product { price { amount } } } } fragment p on Product { id }`, true},
		"its type":                   {`{ __typename product(id: "1") { __typename name } }`, true},
		"an own review":              {`{ product(id: "1") { myReview { rating } } }`, false},
		"the team":                   {`{ team { nodes { name } totalCount } companyHistory { edges { node { title } } pageInfo { endCursor } } }`, true},
		"not declared":               {`{ product(id: "1") { name } cart { itemCount } }`, false},
		"not declared, in fragments": {`{ ...q } fragment q on Query { product(id: "1") { id } ...c } fragment c on Query { cart { itemCount } }`, false},
		"not declared, left out":     {`{ product(id: "1") { id } cart @skip(if: true) { itemCount } }`, false},
	} {
		d.must(token, c.query, nil)
		before := d.Statements(t)
		d.must(token, c.query, nil)
		if kept := d.Statements(t) == before; kept != c.kept {
			t.Errorf("%s: kept %v, want %v", name, kept, c.kept)
		}
	}
}
