package graph_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// testedElsewhere have their own tests of what TestObjectsAreEdited tests.
var testedElsewhere = []string{"address", "attribute", "cellPlan", "product", "staffRole"}

// Every object that the graph can create, update and delete is stored as it was entered, published, and in the audit
// log; its required texts may not be blank, and all are limited. An object with these three mutations needs no entry
// here.
func TestObjectsAreEdited(t *testing.T) {
	parsed := schema(t)
	tested := 0
	for _, field := range parsed.Mutation.Fields {
		noun, isCreate := strings.CutSuffix(field.Name, "Create")
		update, remove := parsed.Mutation.Fields.ForName(noun+"Update"), parsed.Mutation.Fields.ForName(noun+"Delete")
		if !isCreate || update == nil || remove == nil || slices.Contains(testedElsewhere, noun) {
			continue
		}
		tested++
		t.Run(noun, func(t *testing.T) {
			newServer(t).edit(parsed, noun)
		})
	}
	if tested < 3 {
		t.Errorf("only %d objects were tested", tested)
	}
}

// edit creates, updates and deletes an object, and expects what TestObjectsAreEdited says.
func (d *testServer) edit(parsed *ast.Schema, noun string) {
	admin := d.admin("root@example.org")
	objectType := parsed.Types[strings.ToUpper(noun[:1])+noun[1:]]
	input := parsed.Types[objectType.Name+"CreateInput"].Fields
	texts, values := []string{}, vars{}
	for _, field := range input {
		switch of := parsed.Types[field.Type.Name()]; {
		case of.Kind == ast.Enum:
			values[field.Name] = of.EnumValues[0].Name
		case of.Name == "String":
			values[field.Name] = "The " + field.Name
			texts = append(texts, field.Name)
		case field.Type.NonNull:
			d.t.Fatalf("%s.%s: add %s to testedElsewhere, graph/edited_test.go, and test it", noun, field.Name, noun)
		}
	}
	names := slices.Sorted(maps.Keys(values))
	send := func(verb string, in vars) reply {
		result := noun + " { id " + strings.Join(names, " ") + " }"
		if verb == "Delete" {
			result = "deletedId"
		}
		return d.must(admin, fmt.Sprintf(`mutation ($input: %[1]s%[2]sInput!) { payload: %[3]s%[2]s(input: $input) {
			%[4]s userErrors { code field } } }`, objectType.Name, verb, noun, result), vars{"input": in})
	}
	refuses := func(verb, field, code string, in vars) {
		r := send(verb, in)
		r.is("payload.userErrors", []any{map[string]any{"code": code, "field": []any{field}}})
	}
	with := func(field, value string, in vars) vars {
		in = maps.Clone(in)
		in[field] = value
		return in
	}

	for _, field := range texts {
		if input.ForName(field).Type.NonNull {
			refuses("Create", field, "REQUIRED", with(field, " ", values))
		}
		refuses("Create", field, "TOO_LONG", with(field, strings.Repeat("x", 100_000), values))
	}
	created := send("Create", values)
	if created.at("payload."+noun) == nil {
		d.t.Fatalf("%s: add it to testedElsewhere, graph/edited_test.go, and test it: %v", noun, created.Data)
	}
	for _, name := range names {
		created.is("payload."+noun+"."+name, values[name])
	}
	id := created.at("payload." + noun + ".id").(string)

	one := vars{"id": id}
	for _, field := range texts {
		refuses("Update", field, "TOO_LONG", with(field, strings.Repeat("x", 100_000), one))
	}
	refuses("Update", "id", "NOT_FOUND", with(texts[0], "Other", vars{"id": "x"}))
	values[texts[0]] = "Other"
	updated := send("Update", with(texts[0], " Other ", one))
	for _, name := range names {
		updated.is("payload."+noun+"."+name, values[name])
	}
	send("Delete", one).is("payload.deletedId", id)
	refuses("Delete", "id", "NOT_FOUND", one)

	if _, err := d.Store.Outbox.PublishEvents(context.Background()); err != nil {
		d.t.Fatal(err)
	}
	var told []string
	for _, node := range d.must(admin, `{ events(first: 100) { nodes { kind objectId sequence } } }`, nil).at("events.nodes").([]any) {
		event := node.(map[string]any)
		if _, verb, _ := strings.Cut(event["kind"].(string), "."); event["objectId"] == id {
			told = append(told, fmt.Sprint(verb, " ", event["sequence"]))
		}
	}
	if want := []string{"created 1", "changed 2", "deleted 3"}; !slices.Equal(told, want) {
		d.t.Errorf("published %v, want %v", told, want)
	}
	var audited []string
	for _, node := range d.must(admin, `{ auditEntries { nodes { action object objectId } } }`, nil).at("auditEntries.nodes").([]any) {
		if entry := node.(map[string]any); entry["objectId"] == id {
			audited = append(audited, fmt.Sprint(entry["action"], " ", strings.ReplaceAll(entry["object"].(string), "_", "")))
		}
	}
	object := strings.ToUpper(noun)
	if want := []string{"DELETED " + object, "CHANGED " + object, "CREATED " + object}; !slices.Equal(audited, want) {
		d.t.Errorf("the audit log has %v, want %v", audited, want)
	}
}

// Every text that a product's input has under the name of a field of Product is stored, trimmed and limited.
func TestTextsOfProductsAreEdited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	parsed := schema(t)
	var names []string
	for _, field := range parsed.Types["ProductUpdateInput"].Fields {
		if field.Type.NamedType == "String" && parsed.Types["Product"].Fields.ForName(field.Name) != nil {
			names = append(names, field.Name)
		}
	}
	if len(names) < 5 {
		t.Fatalf("only %v", names)
	}
	update := func(in vars) reply {
		in["id"] = "3"
		return d.must(admin, `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) {
			product { `+strings.Join(names, " ")+` } userErrors { code field } } }`, vars{"input": in})
	}
	in := vars{}
	for _, name := range names {
		in[name] = strings.Repeat("x", 20_001)
	}
	refused := update(in).at("productUpdate.userErrors").([]any)
	for _, name := range names {
		if !slices.ContainsFunc(refused, func(e any) bool { return fmt.Sprint(e) == fmt.Sprintf("map[code:TOO_LONG field:[%s]]", name) }) {
			t.Errorf("%s has no limit in ProductInput.Normal, shop/product.go", name)
		}
		in[name] = " The " + name + " "
	}
	stored := update(in)
	for _, name := range names {
		stored.is("productUpdate.product."+name, "The "+name)
	}
}
