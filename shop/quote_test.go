package shop

import (
	"strings"
	"testing"
	"time"
)

func quoteInput(change func(*QuoteCreateInput)) QuoteCreateInput {
	in := QuoteCreateInput{Name: " Ada ", Email: "Ada@Example.org", IdempotencyKey: "k",
		Lines: []*QuoteLineInput{{ProductID: "1", Quantity: 1}}}
	change(&in)
	return in
}

func TestQuoteCreateInput(t *testing.T) {
	lines := func(n int) []*QuoteLineInput {
		out := make([]*QuoteLineInput, n)
		for i := range out {
			out[i] = &QuoteLineInput{ProductID: "1", Quantity: 1}
		}
		return out
	}
	for name, c := range map[string]struct {
		change func(*QuoteCreateInput)
		want   string
	}{
		"good":           {func(*QuoteCreateInput) {}, ""},
		"nothing":        {func(in *QuoteCreateInput) { *in = QuoteCreateInput{} }, "lines REQUIRED, name REQUIRED, email REQUIRED, idempotencyKey REQUIRED"},
		"no address":     {func(in *QuoteCreateInput) { in.Email = "ada" }, "email INVALID"},
		"long company":   {func(in *QuoteCreateInput) { in.Company = new(strings.Repeat("x", 101)) }, "company TOO_LONG"},
		"none":           {func(in *QuoteCreateInput) { in.Lines[0].Quantity = 0 }, "lines.0.quantity OUT_OF_RANGE"},
		"most":           {func(in *QuoteCreateInput) { in.Lines[0].Quantity = 100 }, ""},
		"too many":       {func(in *QuoteCreateInput) { in.Lines[0].Quantity = 101 }, "lines.0.quantity OUT_OF_RANGE"},
		"second line":    {func(in *QuoteCreateInput) { in.Lines = append(in.Lines, &QuoteLineInput{ProductID: "2"}) }, "lines.1.quantity OUT_OF_RANGE"},
		"most lines":     {func(in *QuoteCreateInput) { in.Lines = lines(20) }, ""},
		"too many lines": {func(in *QuoteCreateInput) { in.Lines = lines(21) }, "lines OUT_OF_RANGE"},
	} {
		if _, err := quoteInput(c.change).Normal(); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
	in, err := quoteInput(func(in *QuoteCreateInput) { in.Company = new("  ") }).Normal()
	if err != nil || in.Name != "Ada" || in.Email != "ada@example.org" || in.Company != nil {
		t.Errorf("normal input %+v, %v", in, err)
	}
}

func TestNewQuote(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	arm := robot(2599900, 0) // not in stock, which does not matter
	arm.Plate = []SpecItem{{"Payload", "6 kg"}, {"Lead time", "3 weeks"}}
	arm.Pricing = Pricing{Rental: &Plan{Title: "Rental", Price: "€2,999"}, Purchase: &Plan{Title: "Purchase"}}
	announced, priceless, odd := robot(100, 0), robot(0, 5), robot(333, 1)
	announced.ComingSoon, priceless.Price = true, nil
	products := map[string]Product{"1": arm, "4": announced, "6": priceless, "7": odd}
	line := func(id string, quantity int, plan PlanKind) *QuoteLineInput {
		in := &QuoteLineInput{ProductID: id, Quantity: quantity}
		if plan != "" {
			in.Plan = &plan
		}
		return in
	}
	for name, c := range map[string]struct {
		lines                []*QuoteLineInput
		subtotal, tax, total string
		refused              string
	}{
		"one":                {[]*QuoteLineInput{line("1", 1, "")}, "25999.00", "2599.90", "28598.90", ""},
		"several":            {[]*QuoteLineInput{line("1", 2, ""), line("7", 3, "")}, "52007.99", "5200.80", "57208.79", ""},
		"announced":          {[]*QuoteLineInput{line("4", 1, "")}, "1.00", "0.10", "1.10", ""},
		"bought":             {[]*QuoteLineInput{line("1", 1, PlanPurchase)}, "25999.00", "2599.90", "28598.90", ""},
		"rented":             {[]*QuoteLineInput{line("1", 5, PlanRental)}, "0.00", "0.00", "0.00", ""},
		"rented and bought":  {[]*QuoteLineInput{line("1", 5, PlanRental), line("4", 2, "")}, "2.00", "0.20", "2.20", ""},
		"no such plan":       {lines: []*QuoteLineInput{line("1", 1, PlanService)}, refused: "lines.0.plan NOT_FOR_SALE"},
		"without a price":    {lines: []*QuoteLineInput{line("1", 1, ""), line("6", 1, "")}, refused: "lines.1.productId NOT_FOR_SALE"},
		"unknown or deleted": {lines: []*QuoteLineInput{line("99", 1, "")}, refused: "lines.0.productId NOT_FOUND"},
	} {
		q, err := DefaultTerms().NewQuote(quoteInput(func(in *QuoteCreateInput) { in.Lines = c.lines }), products, at)
		if codes(err) != c.refused {
			t.Errorf("%s: %q, want %q", name, codes(err), c.refused)
		}
		if err == nil && (q.Subtotal.Decimal() != c.subtotal || q.Tax.Decimal() != c.tax || q.Total.Decimal() != c.total ||
			!q.ValidUntil.Equal(at.AddDate(0, 0, 30)) || len(q.Lines) != len(c.lines)) {
			t.Errorf("%s: %+v", name, q)
		}
	}
	q, _ := DefaultTerms().NewQuote(quoteInput(func(in *QuoteCreateInput) { in.Lines = []*QuoteLineInput{line("1", 1, PlanRental)} }), products, at)
	if l := q.Lines[0]; !l.Recurring() || l.LineTotal() != nil || l.Plan.Price != "€2,999" || *l.LeadTime != "3 weeks" || len(l.Plate) != 2 {
		t.Errorf("rented line %+v", l)
	}
}

func TestQuotePath(t *testing.T) {
	key := strings.Repeat("aB_-", 10) + "xyz"
	path := Quote{Number: "QU-100042"}.Path(key)
	if number, got, ok := QuoteOfPath(path); !ok || number != "QU-100042" || got != key {
		t.Errorf("%s: %q %q %v", path, number, got, ok)
	}
	for _, wrong := range []string{"", "/quotes/", "/quotes/QU-1/.pdf", "/quotes/QU-1/" + key, path + "/", "/x" + path, path + "\n",
		strings.Replace(path, "QU", "OR", 1), strings.Replace(path, key, key+"a", 1), strings.Replace(path, "pdf", "PDF", 1)} {
		if _, _, ok := QuoteOfPath(wrong); ok {
			t.Errorf("%q passes", wrong)
		}
	}
}
