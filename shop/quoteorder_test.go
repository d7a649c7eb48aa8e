package shop

import (
	"testing"
	"time"
)

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
		"used and expired": {lines: []QuoteLine{line(1)}, change: func(q *Quote) { q.OrderID, q.Expired = new("o"), true },
			want: "number NOT_ALLOWED"},
	} {
		q := Quote{Number: "QU-1", Lines: c.lines, ValidUntil: at, Subtotal: Money{100, "USD"}, TaxPercent: "10", Tax: Money{10, "USD"},
			Shipping: Money{5, "USD"}, Total: Money{115, "USD"}}
		if c.change != nil {
			c.change(&q)
		}
		products := map[string]Product{}
		if c.product != nil {
			products["1"] = *c.product
		}
		o, err := q.Order(products, ShippingInfoInput{City: "Amsterdam"}, Actor{UserID: "u"}, at)
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
	if got := (Quote{Number: "QU-1", ValidUntil: at, Expired: true}).Obstacles(nil)[0].Message; got != "The quote QU-1 was valid until March 2, 2026, 09:00 UTC. Please ask for a new one." {
		t.Error(got)
	}
}
