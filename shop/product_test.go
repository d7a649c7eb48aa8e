package shop

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestProductInput(t *testing.T) {
	text := func(s string) *string { return &s }
	number := func(n int) *int { return &n }
	tags := func(n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint(i))
		}
		return list
	}
	for _, c := range []struct {
		name string
		in   ProductInput
		want string
	}{
		{"nothing", ProductInput{}, ""},
		{"all that may be emptied", ProductInput{Category: text(""), ShortDesc: text(" "), Description: text(""), Tags: []string{}}, ""},
		{"blank name", ProductInput{Name: text("  ")}, "name REQUIRED"},
		{"long name", ProductInput{Name: text(strings.Repeat("é", 201))}, "name TOO_LONG"},
		{"free", ProductInput{Price: text("0")}, ""},
		{"dearest", ProductInput{Price: text("100000000.00")}, ""},
		{"too dear", ProductInput{Price: text("100000000.01")}, "price OUT_OF_RANGE"},
		{"negative", ProductInput{Price: text("-0.01")}, "price OUT_OF_RANGE"},
		{"half a cent", ProductInput{Price: text("1.005")}, "price INVALID"},
		{"no number", ProductInput{Price: text("12,50")}, "price INVALID"},
		{"no price", ProductInput{Price: text("")}, "price REQUIRED"},
		{"no stock", ProductInput{Stock: number(0)}, ""},
		{"negative stock", ProductInput{Stock: number(-1)}, "stock OUT_OF_RANGE"},
		{"large stock", ProductInput{Stock: number(1_000_001)}, "stock OUT_OF_RANGE"},
		{"long texts", ProductInput{Category: text(strings.Repeat("x", 201)), ShortDesc: text(strings.Repeat("x", 501)),
			Description: text(strings.Repeat("x", 20_001))}, "category TOO_LONG, shortDesc TOO_LONG, description TOO_LONG"},
		{"Markdown", ProductInput{Description: text("**Strong** [arm](/products/3)\n\n- <b>light</b>")}, ""},
		{"a picture and a script", ProductInput{Description: text("![a](/a.png) [b](javascript:x)")}, "description INVALID, description INVALID"},
		{"long tag", ProductInput{Tags: []string{"arm", strings.Repeat("x", 51)}}, "tags.1 TOO_LONG"},
		{"many tags", ProductInput{Tags: tags(30)}, ""},
		{"too many tags", ProductInput{Tags: tags(31)}, "tags OUT_OF_RANGE"},
		{"full gallery", ProductInput{GalleryIDs: append(tags(11), "0")}, ""},
		{"too many pictures", ProductInput{GalleryIDs: tags(12)}, "galleryIds OUT_OF_RANGE"},
		{"an upload as picture", ProductInput{Pictures: []ProductPictureInput{{UploadID: new("x"), Alt: "Arm"}}}, ""},
		{"a picture of the product", ProductInput{Pictures: []ProductPictureInput{{URL: new("/a.jpg"), Alt: "Arm"}}}, ""},
		{"a picture from nowhere", ProductInput{Pictures: []ProductPictureInput{{Alt: "Arm"}}}, "pictures.0 INVALID"},
		{"a picture nobody described", ProductInput{Pictures: []ProductPictureInput{{URL: new("/a.jpg"), Alt: " "}}}, "pictures.0.alt REQUIRED"},
		{"too many pictures", ProductInput{Pictures: slices.Repeat([]ProductPictureInput{{URL: new("/a.jpg"), Alt: "Arm"}}, 13)}, "pictures OUT_OF_RANGE"},
		{"pictures twice", ProductInput{ImageID: new("x"), Pictures: []ProductPictureInput{}}, "pictures NOT_ALLOWED"},
		{"no place on the home page", ProductInput{FeaturedPlace: number(4)}, "featuredPlace OUT_OF_RANGE"},
		{"no unit to pre-order", ProductInput{PreorderLimit: number(0)}, "preorderLimit OUT_OF_RANGE"},
		{"content that empties all", ProductInput{Content: &ContentInput{Highlights: []string{}, Pricing: &Pricing{}, SeoTitle: text("")}}, ""},
		{"blank highlight", ProductInput{Content: &ContentInput{Highlights: []string{"Fast", " "}}}, "content.highlights.1 REQUIRED"},
		{"plate too full", ProductInput{Content: &ContentInput{Plate: make([]SpecItem, 7)}}, "content.plate OUT_OF_RANGE"},
		{"group without a title", ProductInput{Content: &ContentInput{Specs: []SpecGroup{{Items: []SpecItem{{Label: "Mass"}}}}}},
			"content.specs.0.title REQUIRED, content.specs.0.items.0.value REQUIRED"},
		{"no icon's name", ProductInput{Content: &ContentInput{Features: []Feature{{Title: "Safe", Icon: "Shield!"}}}},
			"content.features.0.icon INVALID"},
		{"plan without a price", ProductInput{Content: &ContentInput{Pricing: &Pricing{Service: &Plan{Title: "Care"}}}},
			"content.pricing.service.price REQUIRED"},
		{"long detail", ProductInput{Content: &ContentInput{Technical: []TechnicalGroup{{Title: "Software", Items: []string{strings.Repeat("x", 1001)}}}}},
			"content.technical.0.items.0 TOO_LONG"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.ID = "1"
			if _, err := c.in.Normal(DefaultTerms()); codes(err) != c.want {
				t.Errorf("refusals %q, want %q", codes(err), c.want)
			}
		})
	}

	edit, err := ProductInput{Name: text(" Arm "), Price: text("12.5"), Tags: []string{" a ", "", "b", "a"},
		Description: text("one\r\ntwo\rthree\n")}.Normal(DefaultTerms())
	if err != nil || *edit.Name != "Arm" || *edit.Content.Description != "one\ntwo\nthree" || edit.Price.Decimal() != "12.50" || !slices.Equal(edit.Tags, []string{"a", "b"}) {
		t.Errorf("normalised to %q, %v, %q, %q (%v)", *edit.Name, edit.Price, edit.Tags, *edit.Content.Description, err)
	}
	if edit.Stock != nil || edit.Category != nil || edit.ComingSoon != nil {
		t.Errorf("what is absent has become %+v", edit)
	}
}

func TestNewProduct(t *testing.T) {
	if _, err := (ProductInput{Stock: new(-1)}).Normal(DefaultTerms()); codes(err) != "name REQUIRED, stock OUT_OF_RANGE" {
		t.Errorf("refusals %q", codes(err))
	}
	edit, err := ProductInput{Name: new("Arm")}.Normal(DefaultTerms())
	if err != nil || edit.Price != nil || edit.Stock != nil || !*edit.Listed {
		t.Errorf("a product with only a name is %+v (%v)", edit, err)
	}
}

// What an administrator enters is stored, limited and, except for pictures, films, documents and figures, part of the CSV
// file.
func TestProductInputIsComplete(t *testing.T) {
	notInFile := []string{"ImageID", "GalleryIDs", "Engineering", "Video", "RemoveVideo", "Pictures", "Documents", "Content"}
	resolved := []string{"ID", "StockBefore", "RemoveVideo", "Pictures", "Documents"} // of columns that other fields name
	notText := []string{"ImageID", "Price"}
	for field := range reflect.TypeFor[ProductInput]().Fields() {
		_, inContent := reflect.TypeFor[ContentEdit]().FieldByName(field.Name)
		inContent = inContent || field.Type == reflect.TypeFor[*ContentInput]()
		if !slices.Contains(resolved, field.Name) && inContent == (field.Tag.Get("db") != "") {
			t.Errorf("shop/product.go: ProductInput.%s needs a tag db or a field of ContentEdit, not both", field.Name)
		}
		if (field.Tag.Get("csv") == "") != slices.Contains(notInFile, field.Name) {
			t.Errorf("shop/product.go: ProductInput.%s needs a tag csv; list it in notInFile if the file leaves it out", field.Name)
		}
		if field.Type != reflect.TypeFor[*string]() || slices.Contains(notText, field.Name) {
			continue
		}
		in := ProductInput{ID: "1"}
		input := reflect.ValueOf(&in).Elem().FieldByName(field.Name)
		input.Set(reflect.ValueOf(new(strings.Repeat("x", 30_000))))
		if _, err := in.Normal(DefaultTerms()); !strings.EqualFold(codes(err), field.Name+" TOO_LONG") {
			t.Errorf("shop/product.go: Normal does not limit %s: %q", field.Name, codes(err))
		}
		input.Set(reflect.ValueOf(new(" text ")))
		edit, _ := in.Normal(DefaultTerms())
		checked := reflect.ValueOf(edit.ProductInput)
		if inContent {
			checked = reflect.ValueOf(edit.Content)
		}
		if got := checked.FieldByName(field.Name).Elem().String(); got != "text" {
			t.Errorf("shop/product.go: Normal leaves %s untrimmed: %q", field.Name, got)
		}
	}
}

func TestWarranty(t *testing.T) {
	for _, tt := range []struct{ feature, want string }{
		{"Warranty of 24 months", "24 months"},
		{"warranty: 2 years", "2 years"},
		{"Warranty 36 months", "36 months"},
		{"24 months warranty", "24 months warranty"},
		{"Training on site", ""},
	} {
		p := Product{Content: Content{Pricing: Pricing{Purchase: &Plan{Features: []string{"Delivery", tt.feature}}}}}
		got := ""
		if covered := p.Warranty(); covered != nil {
			got = *covered
		}
		if got != tt.want {
			t.Errorf("warranty of %q is %q, want %q", tt.feature, got, tt.want)
		}
	}
	if got := (Product{}).Warranty(); got != nil {
		t.Errorf("warranty without a plan to buy is %q", *got)
	}
}
