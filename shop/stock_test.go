package shop

import "testing"

// The product of the rows below is for sale, with five units.
func stocked(change func(*Product)) Product {
	p := Product{ID: "1", Name: "Arm", Price: &Money{Minor: 100, Currency: "EUR"}, Stock: 5, Listed: true}
	change(&p)
	return p
}

func TestTakesAlerts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Product)
		want   Code
	}{
		"out of stock":           {func(p *Product) { p.Stock = 0 }, ""},
		"in stock":               {func(*Product) {}, NotAllowed},
		"hidden":                 {func(p *Product) { p.Stock, p.Listed = 0, false }, NotFound},
		"hidden, in stock":       {func(p *Product) { p.Listed = false }, NotFound},
		"announced":              {func(p *Product) { p.Stock, p.ComingSoon = 0, true }, NotAllowed},
		"a pre-order":            {func(p *Product) { p.Stock, p.IsPreorder = 0, true }, NotAllowed},
		"a pre-order with stock": {func(p *Product) { p.IsPreorder = true }, NotAllowed},
		"without a price":        {func(p *Product) { p.Stock, p.Price = 0, nil }, NotAllowed},
	} {
		p := stocked(c.change)
		var got Code
		if err, ok := p.TakesAlerts().(*Error); ok {
			got = err.Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if p.TakesAlerts() == nil && p.InStock() {
			t.Errorf("%s: takes alerts and is in stock", name)
		}
	}
}

func TestStockChange(t *testing.T) {
	none, hidden := func(p *Product) { p.Stock = 0 }, func(p *Product) { p.Listed = false }
	units := func(n int) func(*Product) { return func(p *Product) { p.Stock = n } }
	for name, c := range map[string]struct {
		before, after     func(*Product)
		restocked, ranLow bool
	}{
		"restocked":                 {none, units(1), true, false},
		"more":                      {units(1), units(5), false, false},
		"above the threshold":       {units(9), units(4), false, false},
		"to the threshold":          {units(4), units(3), false, true},
		"past the threshold":        {units(9), none, false, true},
		"low already":               {units(3), units(2), false, false},
		"low, and hidden":           {units(9), func(p *Product) { p.Stock, p.Listed = 0, false }, false, false},
		"low, and announced":        {units(9), func(p *Product) { p.Stock, p.ComingSoon = 0, true }, false, false},
		"restocked while hidden":    {func(p *Product) { p.Stock, p.Listed = 0, false }, hidden, false, false},
		"shown with stock":          {hidden, func(*Product) {}, true, false},
		"shown with little":         {func(p *Product) { p.Stock, p.Listed = 2, false }, units(2), true, false},
		"shown, and fallen low":     {hidden, units(1), true, true},
		"no pre-order any more":     {func(p *Product) { p.IsPreorder = true }, func(*Product) {}, true, false},
		"priced":                    {func(p *Product) { p.Price = nil }, func(*Product) {}, true, false},
		"for sale, still announced": {none, func(p *Product) { p.ComingSoon = true }, false, false},
	} {
		change := NewStockChange(stocked(c.before), stocked(c.after))
		if change.Restocked != c.restocked || change.RanLow(3) != c.ranLow {
			t.Errorf("%s: restocked %v, low %v", name, change.Restocked, change.RanLow(3))
		}
	}
}
