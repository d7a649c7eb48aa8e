package graph_test

import (
	"testing"
)

const breakEven = `query ($id: ID!, $included: Boolean!, $months: Int) { planBreakEven(productId: $id, serviceIncluded: $included, months: $months) {
	serviceIncluded months horizon rent { amount currency } purchase { amount } service { amount } rented { amount } bought { amount } } }`

func TestPlanBreakEven(t *testing.T) {
	d := newServer(t)
	r := d.must("", `{ planBreakEven(productId: "1", serviceIncluded: false) { months horizon rented { amount currency } bought { amount } } }`, nil)
	r.is("planBreakEven.months", 8.7)
	r.is("planBreakEven.horizon", 12)
	r.is("planBreakEven.rented.amount", "35988.00")
	r.is("planBreakEven.rented.currency", "EUR")
	r.is("planBreakEven.bought.amount", "25999.00")

	r = d.must("", breakEven, vars{"id": "1", "included": true, "months": 26})
	r.is("planBreakEven.months", 26.0)
	r.is("planBreakEven.rent.amount", "2999.00")
	r.is("planBreakEven.purchase.amount", "25999.00")
	r.is("planBreakEven.service.amount", "1999.00")
	r.is("planBreakEven.rented.amount", "77974.00")
	r.is("planBreakEven.bought.amount", "77973.00")

	for _, id := range []string{"4", "13", "14", "x"} { // without plans, a placeholder, none, no number
		d.must("", breakEven, vars{"id": id, "included": false, "months": 12}).is("planBreakEven", nil)
	}
	for _, months := range []int{0, 121} {
		if code := d.ask("", breakEven, vars{"id": "1", "included": true, "months": months}).code(); code != "OUT_OF_RANGE" {
			t.Errorf("%d months get %s", months, code)
		}
	}

	before := d.Statements(t)
	d.must("", `{ a: planBreakEven(productId: "1", serviceIncluded: true) { months } b: planBreakEven(productId: "2", serviceIncluded: true) { months }
		c: planBreakEven(productId: "3", serviceIncluded: false, months: 60) { months } product(id: "2") { name } }`, nil)
	if got := d.Statements(t) - before; got != 1 {
		t.Errorf("three products take %d statements, want 1", got)
	}

	// Owning costs as much a month as renting: no crossing. A price in words: no answer.
	changes, _ := d.Store.Changes()
	if _, err := d.SQL.Exec(`UPDATE products SET content = jsonb_set(content, '{pricing,service,price}', '"€1,999"') WHERE id = 2;
		UPDATE products SET content = jsonb_set(content, '{pricing,rental,price}', '"on request"') WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	within(t, soon, "the new prices", func() bool { now, known := d.Store.Changes(); return known && now > changes })
	r = d.must("", breakEven, vars{"id": "2", "included": true, "months": 12})
	r.is("planBreakEven.months", nil)
	r.is("planBreakEven.rented.amount", "23988.00")
	r.is("planBreakEven.bought.amount", "42987.00")
	d.must("", breakEven, vars{"id": "3", "included": false, "months": 12}).is("planBreakEven", nil)
}
