package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"orrery/pdf"
	"orrery/shop"
)

const productPage = "https://shop.example/products/1"

func dataSheet(t *testing.T, d shop.DataSheet) []string {
	t.Helper()
	d.ChangedAt = at
	out, err := pdf.DataSheet(t.Context(), company(), d, nil, productPage)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := pdf.DataSheet(t.Context(), company(), d, nil, productPage); !bytes.Equal(out, again) {
		t.Error("printing again makes other bytes")
	}
	if len(out) > 200_000 {
		t.Errorf("%d bytes, want less than 200 KB", len(out))
	}
	return pages(t, out)
}

func TestDataSheetSaysEverything(t *testing.T) {
	d := shop.DataSheet{Version: 4, Product: shop.Product{ID: "1", Name: "Robotic Arm with Linear Rail", Model: new("ORR-RA6-1500"), Price: new(usd(2599900)),
		Card: shop.Card{ShortDesc: "A six-axis arm on a linear rail."}}}
	d.Plate = []shop.SpecItem{{Label: "Payload", Value: "6 kg"}, {Label: "Lead time", Value: "3 weeks"}}
	d.Engineering = &shop.Engineering{Kind: shop.KindArm, ReachMM: new(900), Supply: &shop.Supply{MinVolts: 200, MaxVolts: 240, Current: shop.AlternatingCurrent}}
	d.Specs = []shop.SpecGroup{{Title: "Mechanics", Items: []shop.SpecItem{{Label: "Rail dimensions", Value: "2000 × 300 × 160 mm"}}}}
	d.Technical = []shop.TechnicalGroup{{Title: "Arm drives", Items: []string{"Holding brake in every joint"}}}
	d.Modules = []string{"Cable set, 6 m"}
	read := dataSheet(t, d)
	if len(read) != 1 {
		t.Fatalf("%d pages", len(read))
	}
	for _, want := range []string{
		"Orrery Robotics|Robotic Arm with Linear Rail|Document|Data sheet|Model|ORR-RA6-1500|Price|$25,999.00 excl. tax|Delivery|3 weeks|Date|March 2, 2026|Version|4",
		"A six-axis arm on a linear rail.|Payload|6 kg|Lead time|3 weeks", "Engineering figures|Reach|900 mm|Supply|200 to 240 V AC", "Mechanics|Rail dimensions|2000 × 300 × 160 mm",
		"Arm drives|Holding brake in every joint", "Included modules and parts|Cable set, 6 m", "Subject to change. The current data sheet is at|" + productPage, "Page 1 of 1",
	} {
		if !strings.Contains(read[0], want) {
			t.Errorf("%q is missing in\n%s", want, read[0])
		}
	}
}

// A product with nothing but its five fields has a data sheet of what is known.
func TestDataSheetWithoutFigures(t *testing.T) {
	read := dataSheet(t, shop.DataSheet{Product: shop.Product{ID: "14", Name: "Teapot", ComingSoon: true}})
	if len(read) != 1 || !strings.Contains(read[0], "Teapot|Document|Data sheet|Price|on request|Delivery|on request|Date|March 2, 2026|Preliminary figures") {
		t.Errorf("%d pages: %s", len(read), read[0])
	}
}

func TestDataSheetDelivery(t *testing.T) {
	priced := shop.Product{ID: "1", Name: "Teapot", Price: new(usd(1250))}
	for want, change := range map[string]func(*shop.Product){
		"on request":           func(*shop.Product) {},
		"from stock":           func(p *shop.Product) { p.Stock = 3 },
		"3 weeks":              func(p *shop.Product) { p.Stock, p.Plate = 3, []shop.SpecItem{{Label: "Lead time", Value: "3 weeks"}} },
		"expected May 1, 2026": func(p *shop.Product) { p.IsPreorder, p.ExpectedDelivery = true, new(at.AddDate(0, 0, 60)) },
	} {
		p := priced
		change(&p)
		if read := dataSheet(t, shop.DataSheet{Product: p}); !strings.Contains(read[0], "Delivery|"+want+"|") {
			t.Errorf("%s is missing in %s", want, read[0])
		}
	}
}

// Long texts wrap, a table continues on the next page under its title, and nothing leaves the page.
func TestDataSheetOfManyPages(t *testing.T) {
	d := shop.DataSheet{Product: shop.Product{ID: "1", Name: strings.Repeat("Arm ", 50), Model: new(strings.Repeat("M", 50)),
		Card: shop.Card{ShortDesc: strings.Repeat("word ", 100)}}}
	group := shop.SpecGroup{Title: strings.Repeat("T", 100)}
	for i := range 60 {
		group.Items = append(group.Items, shop.SpecItem{Label: fmt.Sprintf("L%d%s", i, strings.Repeat("l", 96)), Value: fmt.Sprintf("V%d%s", i, strings.Repeat("v", 290))})
	}
	d.Specs = []shop.SpecGroup{group}
	d.Modules = []string{strings.Repeat("module ", 42)}
	read := dataSheet(t, d)
	all := strings.Join(read, "\n")
	if len(read) < 4 || strings.Count(all, "TTTT") < len(read)-1 {
		t.Errorf("%d pages", len(read))
	}
	for i := range 60 {
		for _, want := range []string{fmt.Sprintf("L%dl", i), fmt.Sprintf("V%dv", i)} {
			if !strings.Contains(all, want) {
				t.Errorf("%s is missing", want)
			}
		}
	}
	for i, page := range read {
		if !strings.Contains(page, fmt.Sprintf("Page %d of %d", i+1, len(read))) {
			t.Errorf("page %d: %.200s", i+1, page)
		}
	}
}

// A picture stands beside the introduction; what is none, or is damaged, is left out.
func TestDataSheetWithPicture(t *testing.T) {
	var photo, drawing bytes.Buffer
	if err := errors.Join(jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 640, 480)), nil), png.Encode(&drawing, image.NewNRGBA(image.Rect(0, 0, 100, 400)))); err != nil {
		t.Fatal(err)
	}
	d := shop.DataSheet{ChangedAt: at, Product: shop.Product{ID: "1", Name: "Arm", Card: shop.Card{ShortDesc: strings.Repeat("word ", 60)}}}
	for name, c := range map[string]struct {
		picture []byte
		shown   bool
	}{
		"a photo": {photo.Bytes(), true}, "a drawing": {drawing.Bytes(), true}, "nothing": {nil, false}, "text": {[]byte("<svg/>"), false},
		"a damaged drawing": {drawing.Bytes()[:60], false},
	} {
		out, err := pdf.DataSheet(t.Context(), company(), d, c.picture, productPage)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if shown := bytes.Contains(out, []byte("/Subtype /Image")); shown != c.shown {
			t.Errorf("%s: shown %t, want %t", name, shown, c.shown)
		}
		if read := pages(t, out); len(read) != 1 || !strings.Contains(read[0], productPage) {
			t.Errorf("%s: %v", name, read)
		}
	}
}
