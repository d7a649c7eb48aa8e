package shop

import (
	"slices"
	"testing"
)

func TestProductDraftSave(t *testing.T) {
	const product = `{"name": "Arm", "category": "Arms", "shortDesc": ""}`
	for _, c := range []struct {
		name            string
		draft           ProductDraft
		revision        int
		fields, current string
		changes         string // of the draft afterwards
		next            int
		conflicts       string
	}{
		{"first", ProductDraft{}, 0, `{"name": "Crane"}`, product, `{"name":"Crane"}`, 1, ""},
		{"nothing new", ProductDraft{Revision: 4}, 4, `{"name": "Arm"}`, product, `{}`, 4, ""},
		{"one field more", ProductDraft{Revision: 4, Changes: fieldsFrom(t, `{"name": "Crane"}`)}, 4, `{"category": "X"}`, product,
			`{"name":"Crane","category":"X"}`, 5, ""},
		{"taken back", ProductDraft{Revision: 4, Changes: fieldsFrom(t, `{"name": "Crane"}`), Touched: map[string]int{"name": 4}}, 4,
			`{"name": "Arm"}`, product, `{}`, 5, ""},
		{"of another field since", ProductDraft{Revision: 5, Changes: fieldsFrom(t, `{"category": "X"}`), Touched: map[string]int{"category": 5}}, 4,
			`{"name": "Crane"}`, product, `{"name":"Crane","category":"X"}`, 6, ""},
		{"of the same field since", ProductDraft{Revision: 5, Changes: fieldsFrom(t, `{"name": "Lift"}`), Touched: map[string]int{"name": 5}}, 4,
			`{"name": "Crane", "category": "X"}`, product, `{"name":"Lift"}`, 5, `name "Crane"/"Lift"`},
		{"to the same value", ProductDraft{Revision: 5, Changes: fieldsFrom(t, `{"name": "Lift"}`), Touched: map[string]int{"name": 5}}, 4,
			`{"name": "Lift"}`, product, `{"name":"Lift"}`, 5, ""},
		{"after it was published", ProductDraft{Revision: 6, Touched: map[string]int{"name": 6}}, 4, `{"name": "Crane"}`,
			`{"name": "Lift", "category": "Arms"}`, `{}`, 6, `name "Crane"/"Lift"`},
		{"after it was discarded", ProductDraft{Revision: 6, Touched: map[string]int{"name": 6}}, 4, `{"name": "Crane"}`, product, `{}`, 6,
			`name "Crane"/"Arm"`},
		{"against what was published meanwhile", ProductDraft{}, 0, `{"name": "Arm"}`, `{"name": "Lift"}`, `{"name":"Arm"}`, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := c.draft.Changes.String()
			got, conflicts := c.draft.Save(c.revision, fieldsFrom(t, c.fields), fieldsFrom(t, product), fieldsFrom(t, c.current))
			if got.Revision != c.next || len(got.Changes) != len(fieldsFrom(t, c.changes)) ||
				len(got.Changes) > 0 && got.Changes.String() != fieldsFrom(t, c.changes).String() {
				t.Errorf("revision %d has %s, want %d with %s", got.Revision, got.Changes, c.next, c.changes)
			}
			if found := conflictNames(conflicts); found != c.conflicts {
				t.Errorf("conflicts %s, want %s", found, c.conflicts)
			}
			if c.draft.Changes.String() != before {
				t.Errorf("the draft before became %s", c.draft.Changes)
			}
		})
	}
}

func TestProductDraftFrom(t *testing.T) {
	changes := fieldsFrom(t, `{"name": "Crane"}`)
	for _, c := range []struct {
		name  string
		draft ProductDraft
		seen  int
		want  int
	}{
		{"before any version", ProductDraft{}, 0, 1},
		{"first change", ProductDraft{}, 4, 4},
		{"after it was published", ProductDraft{BaseVersion: 3}, 5, 5},
		{"an editor of the same version", ProductDraft{BaseVersion: 3, Changes: changes}, 3, 3},
		{"an editor of a newer version", ProductDraft{BaseVersion: 3, Changes: changes}, 5, 3},
		{"an editor of an older version", ProductDraft{BaseVersion: 3, Changes: changes}, 2, 2},
	} {
		if got := c.draft.From(c.seen).BaseVersion; got != c.want {
			t.Errorf("%s: base %d, want %d", c.name, got, c.want)
		}
	}
}

func TestProductDraftDrop(t *testing.T) {
	draft := ProductDraft{Revision: 3, Changes: fieldsFrom(t, `{"name": "Crane", "category": "X"}`)}
	for _, c := range []struct {
		name    string
		fields  []string
		changes int
		next    int
	}{
		{"all", nil, 0, 4},
		{"one", []string{"name"}, 1, 4},
		{"none", []string{}, 2, 3},
		{"one that has not changed", []string{"tags"}, 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := draft.Drop(c.fields)
			if got.Revision != c.next || len(got.Changes) != c.changes || len(draft.Changes) != 2 {
				t.Errorf("revision %d has %s", got.Revision, got.Changes)
			}
			if c.next == 4 && got.Touched["name"] != 4 {
				t.Errorf("touched %v", got.Touched)
			}
		})
	}
}

// A draft lists what is wrong with it, and never the stock.
func TestProductDraftSaveInput(t *testing.T) {
	edit, err := ProductDraftSaveInput{Product: ProductInput{ID: "1", Name: new(" "), Price: new("x")}}.Normal(DefaultTerms())
	if err != nil || edit.Listed != nil || string(edit.Fields()["price"]) != `"x"` || string(edit.Fields()["name"]) != `""` {
		t.Errorf("an incomplete draft has %v, %v", edit.Fields(), err)
	}
	_, err = ProductDraftSaveInput{Product: ProductInput{ID: "1", Stock: new(1)}}.Normal(DefaultTerms())
	if refused := UserErrors(err); !slices.ContainsFunc(refused, func(e *Error) bool { return e.Field == "stock" }) {
		t.Errorf("stock in a draft: %v", err)
	}
}
