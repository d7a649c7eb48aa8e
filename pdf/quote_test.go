package pdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	reader "github.com/ledongthuc/pdf"

	"orrery/pdf"
	"orrery/shop"
)

var at = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

const address = "https://shop.example/quotes/QU-100042/0123456789012345678901234567890123456789012"

func usd(minor int64) shop.Money { return shop.Money{Minor: minor, Currency: "USD"} }

func arm() shop.QuoteLine {
	return shop.QuoteLine{ProductName: "Robotic Arm with Linear Rail", Model: new("ORR-RA6-1500"), Quantity: 2, UnitPrice: new(usd(2599900)),
		LeadTime: new("3 weeks"), Plate: []shop.SpecItem{{Label: "Payload", Value: "6 kg"}, {Label: "Reach", Value: "900 mm"},
			{Label: "Repeatability", Value: "±0.03 mm"}, {Label: "Mass", Value: "96 kg"}, {Label: "Degrees of freedom", Value: "7"},
			{Label: "Rail dimensions", Value: "2000 × 300 × 160 mm"}}}
}

func assistant() shop.QuoteLine {
	rental := shop.PlanRental
	return shop.QuoteLine{ProductName: "Mobile Assistant", Model: new("ORR-MA-2"), Quantity: 3, PlanKind: &rental,
		Plan:             &shop.Plan{Title: "Rental", Price: "€1,999", Period: "per month", Features: []string{"Minimum term of 6 months"}},
		ExpectedDelivery: new(at.AddDate(0, 0, 60))}
}

func quote(lines ...shop.QuoteLine) shop.Quote {
	return shop.Quote{Number: "QU-100042", CreatedAt: at, ValidUntil: at.AddDate(0, 0, 30), ReplyBy: new(at.AddDate(0, 0, 1)), Name: "Ada King", Company: new("Analytical Engines"),
		Email: "ada@example.org", Lines: lines, Subtotal: usd(5199800), TaxPercent: "10", Tax: usd(519980), Shipping: usd(0), Total: usd(5719780)}
}

func print(t *testing.T, q shop.Quote) []byte {
	t.Helper()
	out, err := pdf.Quote(t.Context(), company(), q, address)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) > 100_000 {
		t.Errorf("%d bytes, want less than 100 KB", len(out))
	}
	return out
}

func TestQuoteOfACompany(t *testing.T) {
	q := quote(assistant())
	q.BillingInfo = shop.BillingInfo{VATNumber: "NL004495445B01", PurchaseOrderNumber: "PO-4711"}
	const to = "For|From|Ada King|Analytical Engines|ada@example.org|VAT no. NL004495445B01|Purchase order PO-4711|"
	if read := pages(t, print(t, q))[0]; !strings.Contains(read, to) {
		t.Errorf("%q is missing in %s", to, read)
	}
	q.BillingInfo.Address, q.BillingInfo.City, q.BillingInfo.PostalCode, q.BillingInfo.Country = "Weg 1", "Berlin", "10115", "DE"
	if read := pages(t, print(t, q))[0]; !strings.Contains(read, "|Ada King|Weg 1|10115 Berlin, DE|") {
		t.Errorf("no address in %s", read)
	}
}

func TestQuoteShowsDiscounts(t *testing.T) {
	cheaper, dearer := arm(), arm()
	cheaper.ListPrice, cheaper.UnitPrice = cheaper.UnitPrice, new(usd(2300000))
	dearer.ProductName, dearer.ListPrice = "Another arm", new(usd(2000000))
	read := pages(t, print(t, quote(cheaper, dearer)))[0]
	for _, want := range []string{"|23,000.00|46,000.00|", "|List price 25,999.00, total discount 5,998.00|", "|25,999.00|51,998.00|"} {
		if !strings.Contains(read, want) {
			t.Errorf("%q is missing in %s", want, read)
		}
	}
	if strings.Count(read, "List price") != 1 {
		t.Errorf("a higher price is no discount: %s", read)
	}
}

// pages reads a PDF back: the texts of each page in the order they were set. Ours have characters of two bytes for codes.
func pages(t *testing.T, file []byte) (texts []string) {
	t.Helper()
	r, err := reader.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= r.NumPage(); n++ {
		var pieces []string
		reader.Interpret(r.Page(n).V.Key("Contents"), func(stack *reader.Stack, op string) {
			if op == "Tj" {
				raw := stack.Pop().RawString()
				codes := make([]uint16, len(raw)/2)
				for i := range codes {
					codes[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
				}
				pieces = append(pieces, string(utf16.Decode(codes)))
			}
			for stack.Len() > 0 {
				stack.Pop()
			}
		})
		texts = append(texts, strings.Join(pieces, "|"))
	}
	return texts
}

func TestQuoteSaysEverything(t *testing.T) {
	service := arm()
	kind := shop.PlanService
	service.PlanKind, service.Plan = &kind, &shop.Plan{Title: "Service contract", Price: "€1,999", Period: "per month", Features: []string{"Spare parts and labour"}}
	read := pages(t, print(t, quote(service, assistant())))
	if len(read) != 1 {
		t.Fatalf("%d pages for a usual quote", len(read))
	}
	for _, want := range []string{
		"Orrery Robotics|Quote|Number|QU-100042|Date|March 2, 2026|Valid until|April 1, 2026|Delivery|see below",
		"For|From|Ada King|Analytical Engines|ada@example.org|Orrery Robotics|Keizersgracht 241|1016 EA Amsterdam, Netherlands",
		"Quantity|Unit price, USD|Amount, USD|01|2|25,999.00|51,998.00|Robotic Arm with Linear Rail|ORR-RA6-1500",
		"Service contract, €1,999 per month per unit", "02|3|3 × €1,999 per month|Mobile Assistant|ORR-MA-2|Rental: Minimum term of 6 months",
		"Subtotal|51,998.00|Tax (10%)|5,199.80|Shipping|Free|One-time total|$57,197.80", "Repeatability|±0.03 mm", "2000 × 300 × 160 mm",
		"Degrees of freedom|7", "3 weeks|from your order", "expected May 1, 2026", "By bank transfer on invoice, within 14", "QU-100042, or send your",
		"follow up by", "10:00 (CET).", "Page 1 of 1",
	} {
		if !strings.Contains(read[0], want) {
			t.Errorf("%q is missing in\n%s", want, read[0])
		}
	}
}

// The fit check stands between the plates and the terms, and the address below them, unless something is paid by the month.
func TestQuoteSaysFitAndAddress(t *testing.T) {
	q := quote(arm())
	machine := func(id, name string, e shop.Engineering) shop.Product {
		return shop.Product{ID: id, Name: name, Content: shop.Content{Engineering: &e}}
	}
	check := shop.Fit([]shop.Product{machine("3", "Fixed Arm", shop.Engineering{Kind: shop.KindArm, PayloadGrams: new(6000), ToolFlange: "ISO 9409-1-50-4-M6"}),
		machine("7", "Gripper", shop.Engineering{Kind: shop.KindGripper, PayloadGrams: new(3000), MassGrams: new(900), RobotFlange: "ISO 9409-1-50-4-M6"})}, 3500)
	q.Fit = &check
	read := pages(t, print(t, q))
	if len(read) != 1 {
		t.Fatalf("%d pages for a usual quote", len(read))
	}
	for _, want := range []string{"Fit check|Part mass 3.5 kg|Fixed Arm with Gripper|fits|Gripper 0.9 kg and part 3.5 kg leave 1.6 kg of 6 kg|" +
		"does not fit|Part 3.5 kg is 0.5 kg more than the gripper's payload of 3 kg|fits|Both are ISO 9409-1-50-4-M6|not stated|",
		"by April 1, 2026, 09:00|UTC.", "Order online at these prices|" + address} {
		if !strings.Contains(read[0], want) {
			t.Errorf("%q is missing in\n%s", want, read[0])
		}
	}
	for _, q := range []shop.Quote{quote(assistant()), quote(arm(), assistant())} {
		if read := pages(t, print(t, q))[0]; strings.Contains(read, address) || strings.Contains(read, "Fit check") {
			t.Errorf("rented, and not checked:\n%s", read)
		}
	}
}

func TestQuoteFlowsToMorePages(t *testing.T) {
	var lines []shop.QuoteLine
	for i := range shop.MaxQuoteLines {
		l := arm()
		l.ProductName = fmt.Sprintf("Machine %02d", i)
		lines = append(lines, l)
	}
	read := pages(t, print(t, quote(lines...)))
	if len(read) < 3 {
		t.Fatalf("%d pages", len(read))
	}
	all := strings.Join(read, "\n")
	for i := range lines {
		if n := strings.Count(all, fmt.Sprintf("Machine %02d", i)); n < 2 { // its line and its plate
			t.Errorf("machine %d stands %d times", i, n)
		}
	}
	for i, page := range read {
		if !strings.Contains(page, fmt.Sprintf("Page %d of %d", i+1, len(read))) || i > 0 && !strings.Contains(page, "Quote QU-100042") {
			t.Errorf("page %d has no number, or does not say what it belongs to:\n%s", i+1, page)
		}
	}
}

func TestQuoteIsTheSameEachTime(t *testing.T) {
	first := print(t, quote(arm(), assistant()))
	for range 3 {
		if !bytes.Equal(first, print(t, quote(arm(), assistant()))) {
			t.Fatal("the same quote makes other bytes")
		}
	}
}

// Whatever people are called, it prints: no panic, no boxes, and never nothing.
func TestQuoteNames(t *testing.T) {
	for name, want := range map[string]string{
		"Zofia Żółć-Müller":            "Zofia Żółć-Müller",
		"Škoda Ålesund İstanbul ŐŰ":    "Škoda Ålesund İstanbul ŐŰ",
		"Ада Кинг":                     "Ада Кинг",
		"Ελένη":                        "Ελένη",
		"Nguyễn Văn":                   "Nguyen Văn", // the letter without its mark
		"Z\u0307ola":                   "Żola",       // written as two signs
		"Li 李明":                        "Li …",
		"李明":                           "",
		"🤖🦾":                           "",
		"A\u202eB\u200b\x01C":          "ABC",
		strings.Repeat("W", 100):       "WWWWW",
		"مريم":                         "",
		"Ada\n\tKing\u00a0\u3000Byron": "Ada King Byron",
	} {
		q := quote(arm())
		q.Name = name
		read := pages(t, print(t, q))[0]
		// What another font sets is a piece of its own.
		whole := strings.ReplaceAll(read, "|", "")
		if !strings.Contains(whole, want) || !strings.Contains(whole, "ada@example.org") {
			t.Errorf("%q: %q is missing in\n%s", name, want, read)
		}
	}
}

func BenchmarkQuote(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pdf.Quote(b.Context(), company(), quote(arm(), assistant()), address); err != nil {
			b.Fatal(err)
		}
	}
}

// The planned cell follows the terms on a page of its own: each view in the largest scale that fits, then what was found.
func TestQuoteOfACell(t *testing.T) {
	q := quote(arm())
	q.Appendix = &shop.QuoteAppendix{Title: "Cell plan",
		Views: []shop.QuoteView{{Title: "Plan from above", Shapes: []shop.QuoteShape{
			{Points: [][2]float64{{0, 0}, {3000, 0}, {3000, 900}, {0, 900}}, Closed: true, Label: "the table"},
			{Points: [][2]float64{{0, 0}, {500, 500}}, Dashed: true}},
			Dimensions: []shop.QuoteDimension{{From: [2]float64{0, -200}, To: [2]float64{3000, -200}, Text: "3,000 mm"}}}, {Title: "Empty"}},
		Figures: []shop.SpecItem{{Label: "Parts per hour", Value: "962"}},
		Checks:  []shop.QuoteCheck{{Outcome: shop.Fits, Message: "Within reach"}, {Outcome: shop.FitsNot, Message: "Too heavy"}},
		Notes:   []shop.TechnicalGroup{{Title: "Not checked", Items: []string{"Safety"}}}}
	out := print(t, q)
	read := pages(t, out)
	last := read[len(read)-1]
	for _, want := range []string{"Cell plan|", "Plan from above|Scale 1:20, millimetres|", "|the table|", "|3,000 mm|", "962", "|fits|Within reach|", "|does not fit|Too heavy|", "Safety"} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is missing in %s", want, last)
		}
	}
	if strings.Contains(read[0], "Cell plan") {
		t.Errorf("the cell is on the first page: %s", read[0])
	}
	if again := print(t, q); !bytes.Equal(out, again) {
		t.Error("the same quote is printed differently")
	}
}
