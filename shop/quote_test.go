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
		strings.Replace(path, "QU", "qu", 1), strings.Replace(path, key, key+"a", 1), strings.Replace(path, "pdf", "PDF", 1)} {
		if _, _, ok := QuoteOfPath(wrong); ok {
			t.Errorf("%q passes", wrong)
		}
	}
}

func TestQuoteExpires(t *testing.T) {
	until := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]bool{until.Add(-time.Second): false, until.Add(-1): false, until: true, until.Add(time.Second): true} {
		if got := (Quote{ValidUntil: until}).ExpiredAt(at); got != want {
			t.Errorf("at %v expired: %v", at, got)
		}
	}
}

func TestQuoteOrder(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	arm, dear, lastOne, preorder, announced := robot(2599900, 5), robot(2599900, 5), robot(2599900, 1), robot(1899900, 0), robot(2599900, 5)
	dear.Price, announced.ComingSoon = new(DefaultTerms().Money(2799900)), true
	preorder.IsPreorder, preorder.PreorderLimit, preorder.ExpectedDelivery = true, 1, new(at.AddDate(0, 0, 60))
	for _, p := range []*Product{&arm, &dear, &lastOne, &preorder, &announced} {
		p.ID = "1"
	}
	line := func(quantity int) QuoteLine {
		return QuoteLine{ProductID: new("1"), ProductName: "Arm", Quantity: quantity, UnitPrice: arm.Price}
	}
	service := line(1)
	service.PlanKind, service.Plan = new(PlanService), &Plan{}
	rented := QuoteLine{ProductID: new("1"), ProductName: "Arm", Quantity: 1, PlanKind: new(PlanRental), Plan: &Plan{}}
	deleted := line(1)
	deleted.ProductID = nil

	for name, c := range map[string]struct {
		lines   []QuoteLine
		product *Product // 1, as it is now
		change  func(*Quote)
		want    string
		items   []int // quantities of the order
	}{
		"as it was":                         {lines: []QuoteLine{line(2)}, product: &arm, items: []int{2}},
		"dearer now":                        {lines: []QuoteLine{line(2)}, product: &dear, items: []int{2}},
		"all that there are, in two lines":  {lines: []QuoteLine{line(2), line(3)}, product: &arm, items: []int{5}},
		"one too many, in two lines":        {lines: []QuoteLine{line(3), line(3)}, product: &arm, want: "OUT_OF_STOCK"},
		"the last one":                      {lines: []QuoteLine{line(1)}, product: &lastOne, items: []int{1}},
		"one more than the last":            {lines: []QuoteLine{line(2)}, product: &lastOne, want: "OUT_OF_STOCK"},
		"a pre-order item":                  {lines: []QuoteLine{line(1)}, product: &preorder, items: []int{1}},
		"more of it than one may pre-order": {lines: []QuoteLine{line(2)}, product: &preorder, want: "OUT_OF_STOCK"},
		"announced":                         {lines: []QuoteLine{line(1)}, product: &announced, want: "OUT_OF_STOCK"},
		"deleted":                           {lines: []QuoteLine{line(1)}, want: "NOT_FOR_SALE"},
		"deleted before it was read":        {lines: []QuoteLine{deleted}, want: "NOT_FOR_SALE"},
		"rented":                            {lines: []QuoteLine{line(1), rented}, product: &arm, want: "NOT_FOR_SALE"},
		"with a service contract":           {lines: []QuoteLine{service}, product: &arm, want: "NOT_FOR_SALE"},
		"expired":                           {lines: []QuoteLine{line(9)}, change: func(q *Quote) { q.Expired = true }, want: "number EXPIRED"},
		"used":                              {lines: []QuoteLine{line(1)}, product: &arm, change: func(q *Quote) { q.OrderID = new("o") }, want: "number NOT_ALLOWED"},
		"changed":                           {lines: []QuoteLine{line(1)}, product: &arm, change: func(q *Quote) { q.Version = 2 }, want: "version CONFLICT"},
		"used and expired": {lines: []QuoteLine{line(1)}, change: func(q *Quote) { q.OrderID, q.Expired = new("o"), true },
			want: "number NOT_ALLOWED"},
	} {
		q := Quote{Number: "QU-1", Version: 1, Lines: c.lines, ValidUntil: at, Subtotal: Money{100, "USD"}, TaxPercent: "10", Tax: Money{10, "USD"},
			Shipping: Money{5, "USD"}, Total: Money{115, "USD"}}
		if c.change != nil {
			c.change(&q)
		}
		products := map[string]Product{}
		if c.product != nil {
			products["1"] = *c.product
		}
		o, err := q.Order(products, QuoteOrderInput{ShippingInfo: ShippingInfoInput{City: "Amsterdam"}}, Actor{UserID: "u"}, at)
		if codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
		if len(o.OrderItems) != len(c.items) {
			t.Errorf("%s: lines %+v", name, o.OrderItems)
			continue
		}
		for i, item := range o.OrderItems {
			if item.Quantity != c.items[i] || item.Price != *arm.Price || item.IsPreorder != c.product.IsPreorder || item.ExpectedDelivery != c.product.ExpectedDelivery {
				t.Errorf("%s: line %+v", name, item)
			}
		}
		if err == nil && (o.Subtotal != q.Subtotal || o.Tax != q.Tax || o.Shipping != q.Shipping || o.TotalPrice != q.Total || o.TaxPercent != "10" ||
			o.Buyer.ID != "u" || o.ShippingInfo.City != "Amsterdam" || o.Status != OrderPendingPayment || !o.CreatedAt.Equal(at)) {
			t.Errorf("%s: order %+v", name, o)
		}
	}

	for name, c := range map[string]struct {
		line QuoteLine
		now  *Product
		want bool
	}{
		"same": {line(1), &arm, false}, "dearer": {line(1), &dear, true}, "deleted": {line(1), nil, true}, "rented": {rented, &dear, false},
		"no price any more": {line(1), &Product{}, true},
	} {
		if got := c.line.PriceChanged(c.now); got != c.want {
			t.Errorf("%s: changed %v", name, got)
		}
	}
	if got := (Quote{Number: "QU-1", ValidUntil: at, Expired: true}).Obstacles(nil)[0].Message; got != "Quote QU-1 was valid until March 2, 2026, 09:00 UTC. Please create a new quote." {
		t.Error(got)
	}
}
