package shop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestProductUpdateInput(t *testing.T) {
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
		in   ProductUpdateInput
		want string
	}{
		{"nothing", ProductUpdateInput{}, ""},
		{"all that may be emptied", ProductUpdateInput{Category: text(""), ShortDesc: text(" "), Description: text(""), Tags: []string{}}, ""},
		{"blank name", ProductUpdateInput{Name: text("  ")}, "name REQUIRED"},
		{"long name", ProductUpdateInput{Name: text(strings.Repeat("é", 201))}, "name TOO_LONG"},
		{"free", ProductUpdateInput{Price: text("0")}, ""},
		{"dearest", ProductUpdateInput{Price: text("100000000.00")}, ""},
		{"too dear", ProductUpdateInput{Price: text("100000000.01")}, "price OUT_OF_RANGE"},
		{"negative", ProductUpdateInput{Price: text("-0.01")}, "price OUT_OF_RANGE"},
		{"half a cent", ProductUpdateInput{Price: text("1.005")}, "price INVALID"},
		{"no number", ProductUpdateInput{Price: text("12,50")}, "price INVALID"},
		{"no price", ProductUpdateInput{Price: text("")}, "price INVALID"},
		{"no stock", ProductUpdateInput{Stock: number(0)}, ""},
		{"negative stock", ProductUpdateInput{Stock: number(-1)}, "stock OUT_OF_RANGE"},
		{"large stock", ProductUpdateInput{Stock: number(1_000_001)}, "stock OUT_OF_RANGE"},
		{"long texts", ProductUpdateInput{Category: text(strings.Repeat("x", 201)), ShortDesc: text(strings.Repeat("x", 501)),
			Description: text(strings.Repeat("x", 20_001))}, "category TOO_LONG, shortDesc TOO_LONG, description TOO_LONG"},
		{"long tag", ProductUpdateInput{Tags: []string{"arm", strings.Repeat("x", 51)}}, "tags.1 TOO_LONG"},
		{"many tags", ProductUpdateInput{Tags: tags(30)}, ""},
		{"too many tags", ProductUpdateInput{Tags: tags(31)}, "tags OUT_OF_RANGE"},
		{"full gallery", ProductUpdateInput{GalleryIDs: append(tags(11), "0")}, ""},
		{"too many pictures", ProductUpdateInput{GalleryIDs: tags(12)}, "galleryIds OUT_OF_RANGE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := c.in.Normal(DefaultTerms()); codes(err) != c.want {
				t.Errorf("refusals %q, want %q", codes(err), c.want)
			}
		})
	}

	edit, err := ProductUpdateInput{Name: text(" Arm "), Price: text("12.5"), Tags: []string{" a ", "", "b", "a"}}.Normal(DefaultTerms())
	if err != nil || *edit.Name != "Arm" || edit.Price.Decimal() != "12.50" || !slices.Equal(edit.Tags, []string{"a", "b"}) {
		t.Errorf("normalised to %q, %v, %q (%v)", *edit.Name, edit.Price, edit.Tags, err)
	}
	if edit.Stock != nil || edit.Category != nil || edit.ComingSoon != nil {
		t.Errorf("what is absent has become %+v", edit)
	}
}

func TestProductCreateInput(t *testing.T) {
	if _, err := (ProductCreateInput{Stock: -1}).Normal(DefaultTerms()); codes(err) != "name REQUIRED, stock OUT_OF_RANGE" {
		t.Errorf("refusals %q", codes(err))
	}
	edit, err := ProductCreateInput{Name: "Arm"}.Normal(DefaultTerms())
	if err != nil || edit.Price != nil || *edit.Stock != 0 || *edit.IsPreorder || *edit.ComingSoon {
		t.Errorf("a product with only a name is %+v (%v)", edit, err)
	}
}
