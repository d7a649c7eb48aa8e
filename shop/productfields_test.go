package shop

import (
	"encoding/json"
	"reflect"
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

// Versions and drafts hold every field that administrators can edit, and not the stock.
func TestProductFields(t *testing.T) {
	fields := Product{}.Fields()
	for field := range reflect.TypeFor[ProductInput]().Fields() {
		if column := field.Tag.Get("db"); column == "" || column == "stock" {
			continue
		}
		if _, ok := fields[jsonName(field)]; !ok {
			t.Errorf("shop/product.go: ProductInput.%s is in no version: it needs the tag json of Product or Card", field.Name)
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
	in, err := rich.Fields().input("1")
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
