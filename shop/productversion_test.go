package shop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func fieldsFrom(t *testing.T, text string) (fields ProductFields) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func (f ProductFields) String() string {
	text, _ := json.Marshal(f)
	return string(text)
}

func conflictNames(conflicts []*ProductConflict) string {
	names := make([]string, len(conflicts))
	for i, c := range conflicts {
		names[i] = fmt.Sprintf("%s %s/%s", c.Field, c.Yours, c.Theirs)
	}
	return strings.Join(names, ", ")
}

// Versions and drafts hold every field that administrators can edit, and not the stock.
func TestProductFields(t *testing.T) {
	fields := Product{}.Fields()
	for field := range reflect.TypeFor[ProductInput]().Fields() {
		if column := field.Tag.Get("db"); column == "" || column == "stock" {
			continue
		}
		name := productColumnNames[field.Tag.Get("db")]
		if _, ok := fields[name]; !ok {
			t.Errorf("ProductInput.%s is in no version", field.Name)
		}
	}
	for field := range reflect.TypeFor[Content]().Fields() {
		if _, ok := fields[jsonName(field)]; !ok {
			t.Errorf("Content.%s is in no version", field.Name)
		}
	}
	for _, name := range []string{"stock", "ratings", "numOfReviews", "createdAt", "_id", "content"} {
		if _, ok := fields[name]; ok {
			t.Errorf("versions hold %s", name)
		}
	}
}

// A product with the fields of another one has all that can be edited of that one, and keeps the rest.
func TestProductWith(t *testing.T) {
	terms := DefaultTerms()
	price := terms.Money(12345)
	grams := 900
	rich := Product{ID: "1", Name: "Arm", Model: new("FS-60"), Category: "Arms", Price: &price, Stock: 4, PreorderLimit: 3,
		IsPreorder: true, Listed: true, Image: &Media{URL: "/a.jpg", Alt: "Arm"},
		Card: Card{ShortDesc: "Short <b>.", Tags: []string{"a"}, Gallery: []Media{{URL: "/b.jpg"}}, Video: &Media{URL: "/v.mp4", Alt: "Film"}},
		Content: Content{Description: "Long.", Highlights: []string{"Fast"}, Specs: []SpecGroup{{"Size", []SpecItem{{"Height", "2 m"}}}},
			Pricing: Pricing{Service: &Plan{Title: "Care", Price: "€9"}}, Engineering: &Engineering{Kind: KindArm, MassGrams: &grams}}}
	poor := Product{ID: "2", Name: "Idea", Stock: 9, ComingSoon: true}
	got, err := poor.With(rich.Fields(), terms)
	if err != nil {
		t.Fatal(err)
	}
	if changes := got.Fields().Changes(rich.Fields()); len(changes) > 0 {
		t.Errorf("differs in %v", changes)
	}
	if got.ID != "2" || got.Stock != 9 || got.Video.URL != "/v.mp4" || *got.Price != price || *got.PriceWithTax != price.Plus(terms.Tax(price)) {
		t.Errorf("got %+v", got)
	}
	back, err := got.With(poor.Fields(), terms)
	if err != nil || back.Price != nil || back.PriceWithTax != nil || back.Model != nil || back.Video != nil || back.Engineering != nil || len(back.Highlights) > 0 {
		t.Errorf("with what it was before it is %+v, %v", back, err)
	}
	if got, _ := rich.With(ProductFields{"price": json.RawMessage(`"12,x"`)}, terms); got.Price != nil || got.Name != "Arm" {
		t.Errorf("an invalid price became %v", got.Price)
	}
	// What productUpdate would store has the same fields.
	in, err := rich.Fields().Input("1")
	if err != nil {
		t.Fatal(err)
	}
	edit, err := in.Normal(terms)
	if err != nil {
		t.Fatal(err)
	}
	if changes := rich.Fields().Changes(edit.Fields()); len(changes) > 0 {
		t.Errorf("as an input it differs in %v", changes)
	}
}

func TestProductFieldsCheck(t *testing.T) {
	for _, c := range []struct{ name, fields, want, refused string }{
		{"nothing", `{}`, `{}`, ""},
		{"trimmed", `{"name": " Arm ", "price": "7"}`, `{"name":"Arm","price":"7"}`, ""},
		{"a name alone lists nothing", `{"name": "Arm"}`, `{"name":"Arm"}`, ""},
		{"pictures", `{"image": {"url": "/a.jpg", "alt": "Arm"}}`, `{"image":{"url":"/a.jpg","alt":"Arm"}}`, ""},
		{"pictures that nobody described", `{"name": "", "image": {"url": "/a.jpg", "alt": ""}, "gallery": [{"url": "/b.jpg", "alt": "Arm"}, {"url": "/c.jpg", "alt": " "}]}`,
			"", "name REQUIRED, pictures.0.alt REQUIRED, pictures.2.alt REQUIRED"},
		{"no picture", `{"image": null, "gallery": []}`, `{"image":null,"gallery":[]}`, ""},
		{"blank name", `{"name": ""}`, "", "name REQUIRED"},
		{"no number", `{"price": "12,x"}`, "", "price INVALID"},
		{"content", `{"highlights": ["a", " "], "preorderLimit": 0}`, "", "content.highlights.1 REQUIRED, preorderLimit OUT_OF_RANGE"},
		{"figures", `{"engineering": {"kind": "ARM", "reachMm": 0}}`, "", "engineering.reachMm OUT_OF_RANGE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := fieldsFrom(t, c.fields).Check("1", DefaultTerms())
			var refused []string
			for _, e := range UserErrors(err) {
				refused = append(refused, e.Field+" "+string(e.Code))
			}
			if strings.Join(refused, ", ") != c.refused {
				t.Errorf("refused %v, want %s", refused, c.refused)
			}
			if err == nil && got.String() != fieldsFrom(t, c.want).String() {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestMergeProduct(t *testing.T) {
	const base = `{"name": "Arm", "category": "Arms", "price": "10.00", "tags": ["a"], "highlights": []}`
	for _, c := range []struct{ name, changes, current, merged, conflicts string }{
		{"no change", `{}`, base, `{}`, ""},
		{"changed here", `{"name": "Crane"}`, base, `{"name":"Crane"}`, ""},
		{"changed there", `{}`, `{"name": "Crane"}`, `{}`, ""},
		{"different fields", `{"name": "Crane"}`, `{"name": "Arm", "category": "Cranes"}`, `{"name":"Crane"}`, ""},
		{"the same field", `{"name": "Crane"}`, `{"name": "Lift"}`, `{}`, `name "Crane"/"Lift"`},
		{"the same value", `{"name": "Crane"}`, `{"name": "Crane"}`, `{}`, ""},
		{"the same price in other words", `{"price": "12"}`, `{"price": "12.00"}`, `{}`, ""},
		{"a price that did not change", `{"price": "12"}`, `{"price": "10.0"}`, `{"price":"12"}`, ""},
		{"empty is empty", `{"highlights": ["x"]}`, `{"highlights": null}`, `{"highlights":["x"]}`, ""},
		{"the order counts", `{"tags": ["b", "a"]}`, `{"tags": ["a", "b"]}`, `{}`, `tags ["b", "a"]/["a", "b"]`},
		{"back to what it was", `{"name": "Arm"}`, `{"name": "Lift"}`, `{}`, `name "Arm"/"Lift"`},
		{"a field that is new", `{"model": "A1"}`, `{"model": null}`, `{"model":"A1"}`, ""},
		{"a field that is gone", `{"formerField": "A1"}`, base, `{}`, ""},
		{"both at once", `{"name": "Crane", "category": "Cranes"}`, `{"name": "Lift", "category": "Arms"}`, `{"category":"Cranes"}`, `name "Crane"/"Lift"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			merged, conflicts := MergeProduct(fieldsFrom(t, base), fieldsFrom(t, c.changes), fieldsFrom(t, c.current))
			if merged.String() != fieldsFrom(t, c.merged).String() {
				t.Errorf("merged %s, want %s", merged, c.merged)
			}
			if got := conflictNames(conflicts); got != c.conflicts {
				t.Errorf("conflicts %s, want %s", got, c.conflicts)
			}
		})
	}
}

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
