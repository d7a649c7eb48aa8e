package shop

import (
	"testing"
	"time"
)

func TestQuoteUpdated(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	usd := func(minor int64) *Money { return &Money{minor, "USD"} }
	line := func(id string, quantity int) QuoteLine {
		return QuoteLine{ProductID: &id, ProductName: "Arm " + id, Quantity: quantity, UnitPrice: usd(10000)}
	}
	rented := QuoteLine{ProductID: new("1"), ProductName: "Arm", Quantity: 1, PlanKind: new(PlanRental), Plan: &Plan{}}
	prices := func(prices ...string) (in QuoteUpdateInput) {
		for _, price := range prices {
			update := &QuoteLineUpdateInput{}
			if price != "" {
				update.UnitPrice = &price
			}
			in.Lines = append(in.Lines, update)
		}
		return in
	}
	until := func(at time.Time) QuoteUpdateInput { return QuoteUpdateInput{ValidUntil: &at} }
	lines := []QuoteLine{line("1", 2), line("2", 1), rented}
	for name, c := range map[string]struct {
		in     QuoteUpdateInput
		change func(*Quote)
		want   string
		total  int64 // with the tax of the quote, 20 %, and its shipping, 500
	}{
		"nothing":                {in: QuoteUpdateInput{}, total: 36500},
		"one price":              {in: prices("90", "", ""), total: 34100},
		"free":                   {in: prices("0", "0.00", ""), total: 500},
		"dearer":                 {in: prices("", "200.5", ""), total: 48560},
		"most":                   {in: prices("", "100000000", ""), total: 12_000_000_000 + 24500},
		"too much":               {in: prices("", "100000000.01", ""), want: "lines.1.unitPrice OUT_OF_RANGE"},
		"negative":               {in: prices("-1", "", ""), want: "lines.0.unitPrice OUT_OF_RANGE"},
		"half a cent":            {in: prices("", "9.999", ""), want: "lines.1.unitPrice INVALID"},
		"with its currency":      {in: prices("90 EUR", "", ""), want: "lines.0.unitPrice INVALID"},
		"empty":                  {in: prices(" ", "", ""), want: "lines.0.unitPrice REQUIRED"},
		"a rental":               {in: prices("", "", "5"), want: "lines.2.unitPrice NOT_ALLOWED"},
		"too few":                {in: prices("90"), want: "lines INVALID"},
		"two prices, one wrong":  {in: prices("90", "x", ""), want: "lines.1.unitPrice INVALID"},
		"of the same product":    {in: prices("90", "90", ""), change: func(q *Quote) { q.Lines[1] = line("1", 1) }, total: 32900},
		"two of a product":       {in: prices("90", "", ""), change: func(q *Quote) { q.Lines[1] = line("1", 1) }, want: "lines.1.unitPrice INVALID"},
		"longer":                 {in: until(at.AddDate(0, 0, 365)), total: 36500},
		"too long":               {in: until(at.AddDate(0, 0, 365).Add(1)), want: "validUntil OUT_OF_RANGE"},
		"as long":                {in: until(at.AddDate(0, 0, 30)), total: 36500},
		"shorter":                {in: until(at.AddDate(0, 0, 30).Add(-1)), want: "validUntil OUT_OF_RANGE"},
		"expired":                {in: prices("90", "", ""), change: func(q *Quote) { q.Expired = true }, want: "number EXPIRED"},
		"ordered":                {in: prices("90", "", ""), change: func(q *Quote) { q.OrderID = new("o") }, want: "number NOT_ALLOWED"},
		"changed meanwhile":      {in: prices("90", "", ""), change: func(q *Quote) { q.Version = 8 }, want: "version CONFLICT"},
		"in another currency":    {in: prices("90", "", ""), change: func(q *Quote) { q.Total.Currency = "EUR" }, want: "number NOT_ALLOWED"},
		"at two places too much": {in: QuoteUpdateInput{Lines: prices("x", "", "5").Lines, ValidUntil: &at}, want: "lines.0.unitPrice INVALID, lines.2.unitPrice NOT_ALLOWED, validUntil OUT_OF_RANGE"},
	} {
		q := Quote{Number: "QU-1", Version: 7, Lines: append([]QuoteLine{}, lines...), ValidUntil: at.AddDate(0, 0, 30), TaxPercent: "20",
			Shipping: *usd(500), Total: *usd(36500)}
		if c.change != nil {
			c.change(&q)
		}
		c.in.Version = 7
		got, err := q.Updated(c.in, DefaultTerms(), at)
		switch {
		case codes(err) != c.want:
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		case c.want == "" && (got.Total != *usd(c.total) || got.Version != 8):
			t.Errorf("%s: total %d, want %d, version %d", name, got.Total.Minor, c.total, got.Version)
		case c.in.ValidUntil != nil && err == nil && got.ValidUntil != *c.in.ValidUntil:
			t.Errorf("%s: valid until %v", name, got.ValidUntil)
		}
		if *q.Lines[0].UnitPrice != *usd(10000) {
			t.Errorf("%s: the quote itself has changed", name)
		}
	}
}

// The list price is that of the catalogue, however often other prices are offered, and none if it is offered again.
func TestQuoteListPrices(t *testing.T) {
	q := Quote{Version: 1, Lines: []QuoteLine{{ProductName: "Arm", Quantity: 3, UnitPrice: &Money{10000, "USD"}}}, TaxPercent: "10",
		Shipping: Money{0, "USD"}, Total: Money{33000, "USD"}}
	list := Product{Price: &Money{10000, "USD"}}
	for _, c := range []struct{ price, list, discount string }{
		{"90", "100.00", "30.00"}, {"80", "100.00", "60.00"}, {"120", "100.00", ""}, {"100", "", ""}, {"0", "100.00", "300.00"},
	} {
		var err error
		if q, err = q.Updated(QuoteUpdateInput{Version: q.Version, Lines: []*QuoteLineUpdateInput{{&c.price}}}, DefaultTerms(), time.Time{}); err != nil {
			t.Fatal(err)
		}
		text := func(m *Money) string {
			if m == nil {
				return ""
			}
			return m.Decimal()
		}
		l := q.Lines[0]
		if text(l.ListPrice) != c.list || text(l.Discount()) != c.discount {
			t.Errorf("%s: list price %s, discount %s", c.price, text(l.ListPrice), text(l.Discount()))
		}
		if l.PriceChanged(&list) || !l.PriceChanged(&Product{Price: &Money{9000, "USD"}}) {
			t.Errorf("%s: what is offered is no change in the catalogue", c.price)
		}
	}
}
