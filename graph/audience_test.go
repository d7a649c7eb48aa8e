package graph_test

import (
	"cmp"
	"flag"
	"fmt"
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

// rewrite rewrites the golden file, so that the change of it is reviewed.
var rewrite = flag.Bool("update", false, "rewrite testdata/public.txt")

// Responses that consist of public fields are cached for all callers. A field may be added to the list only if its value
// is the same for every caller and role.
func TestPublicFields(t *testing.T) {
	const list = "testdata/public.txt"
	got := publicFields(graph.NewSchema(&graph.Resolver{}).Schema())
	if *rewrite {
		if err := os.WriteFile(list, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has other public fields than the schema, which has\n%s\nIf that is meant, run make generate.",
			list, got)
	}
}

// publicSelection selects all fields below a type that the schema declares to be the same for everybody, two of a list.
func publicSelection(schema *ast.Schema, of *ast.Definition, above ...string) string {
	if !of.IsCompositeType() || slices.Contains(above, of.Name) {
		return ""
	}
	if of.Name == "Product" && slices.Contains(above, "CellParts") { // all fields of 50 products cost too much
		return " { id }"
	}
	above = append(slices.Clone(above), of.Name)
	var fields []string
	for _, field := range of.Fields {
		directive := cmp.Or(field.Directives.ForName("public"), of.Directives.ForName("public"))
		if directive == nil || directive.Arguments.ForName("signedIn") != nil {
			continue
		}
		arguments := ""
		if len(field.Arguments) > 0 {
			arguments = publicArguments[field.Name]
		}
		if field.Arguments.ForName("first") != nil {
			arguments = "(first: 2)"
		}
		below := schema.Types[field.Type.Name()]
		if selection := publicSelection(schema, below, above...); selection != "" || !below.IsCompositeType() {
			fields = append(fields, field.Name+arguments+selection)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return " { " + strings.Join(fields, " ") + " }"
}

// publicArguments are those of the fields that need some.
var publicArguments = map[string]string{
	"fitCheck": `(productIds: ["1", "7"], partMassGrams: 0)`, "planBreakEven": `(productId: "1", serviceIncluded: false)`, "product": `(id: "1")`,
	"cellPlan":      `(input: {armId: "3", part: {mass: 1, length: 1, width: 1, height: 1}, pick: {x: 400, y: 0, z: 300}, place: {x: 0, y: 400, z: 300}})`,
	"productsByIds": `(ids: ["1", "2"])`, "text": `(name: TERMS)`,
}

// Responses of public fields alone are cached and sent to every caller, so they may not depend on the caller.
func TestPublicFieldsAreTheSameForEverybody(t *testing.T) {
	d := newServer(t) // keeps no answers
	admin, ada, other := d.admin("root@example.org"), d.register("ada@example.org"), d.register("other@example.org")
	hidden := d.must(ada, review, opinion("1", 1, "Hidden.")).at("productReview.review.id")
	d.must(ada, review, opinion("2", 2, "Shown."))
	d.must(admin, reviewHide, vars{"id": hidden, "hidden": true})
	d.must(ada, add, vars{"input": vars{"productId": "1", "quantity": 2}})
	d.must(ada, preOrder, wish(vars{"productId": "2", "email": "ada@example.org"}))

	parsed := schema(t)
	asked := 0
	for _, field := range parsed.Query.Fields {
		if field.Directives.ForName("public") == nil {
			continue
		}
		query := publicSelection(parsed, &ast.Definition{Kind: ast.Object, Fields: ast.FieldList{field}})
		asked += len(strings.Fields(query))
		want := fmt.Sprint(d.must("", query, nil).Data)
		for name, token := range map[string]string{"a writer of reviews": ada, "another user": other, "an admin": admin} {
			if got := fmt.Sprint(d.must(token, query, nil).Data); got != want {
				t.Errorf("%s gets other values of public fields below %s than a visitor", name, field.Name)
			}
		}
	}
	if asked < 500 {
		t.Errorf("only %d words were asked", asked)
	}
}

// What is not declared public is read anew for each request, wherever it stands.
func TestOnlyPublicAnswersAreKept(t *testing.T) {
	t.Parallel()
	d := newCachingServer(t, dbtest.New(t))
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
