package graph_test

import "testing"

const dashboard = `query ($from: DateTime!, $until: DateTime!) { dashboard(from: $from, until: $until) {
	orders revenue { amount currency } days { date orders revenue { amount } } ordersByStatus { status count }
	preOrdersByStatus { status count } lowStock { id stock } unansweredMessages { subject dueAt } } }`

func TestDashboard(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for i, buyer := range d.buyers(2, map[int]int{3: 1}) {
		r := d.must(buyer, place, checkout("k", nil))
		if i == 0 {
			d.must(admin, move, vars{"input": vars{"id": r.at("orderPlace.order.id"), "status": "PAID", "version": 1}})
		}
	}
	d.must("", preOrder, wish(nil))
	d.confirmPreOrders()
	d.must("", preOrder, wish(nil)) // counts once it is confirmed
	d.must("", messageCreate, letter(nil))
	week := vars{"from": "2026-02-27T15:00:00Z", "until": "2026-03-06T00:00:00Z"}
	r := d.must(admin, dashboard, week)
	r.is("dashboard.orders", 2)
	r.is("dashboard.revenue.amount", "25298.90")
	r.is("dashboard.days.0.date", "2026-02-27T00:00:00Z")
	r.is("dashboard.days.3.orders", 2)
	r.is("dashboard.days.3.revenue.amount", "25298.90")
	r.is("dashboard.ordersByStatus.0.count", 1)
	r.is("dashboard.ordersByStatus.1.count", 1)
	r.is("dashboard.preOrdersByStatus.0.count", 1)
	d.must(admin, `{ preOrders(filter: { status: PENDING, confirmed: true }) { totalCount } }`, nil).is("preOrders.totalCount", 1)
	r.is("dashboard.lowStock.0.id", "2")
	r.is("dashboard.lowStock.1.id", "3")
	r.is("dashboard.unansweredMessages.0.dueAt", "2026-03-03T09:00:00Z")
	if n := len(r.at("dashboard.days").([]any)); n != 7 {
		t.Errorf("%d days", n)
	}

	for _, until := range []string{"2026-02-27T23:00:00Z", "2027-03-01T00:00:00Z"} {
		if code := d.ask(admin, dashboard, vars{"from": week["from"], "until": until}).code(); code != "OUT_OF_RANGE" {
			t.Errorf("until %s gets %s", until, code)
		}
	}
	if code := d.ask(d.register("ada@example.org"), dashboard, week).code(); code != "FORBIDDEN" {
		t.Errorf("a customer gets %s", code)
	}
}
