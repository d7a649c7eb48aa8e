package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// The dashboard of a year equals the sum of its orders, to the cent, after several buyers have ordered at once, orders
// have taken every status, and two processes have folded the sums meanwhile.
func TestDashboardIsTheSumOfOrders(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.exec(`UPDATE products SET stock = 1000`)
	ways := [][]string{{}, {"CANCELLED"}, {"PAID"}, {"PAID", "REFUNDED"}, {"PAID", "PROCESSING"},
		{"PAID", "PROCESSING", "REFUNDED"}, {"PAID", "PROCESSING", "SHIPPED"},
		{"PAID", "PROCESSING", "SHIPPED", "DELIVERED"},
		{"PAID", "PROCESSING", "SHIPPED", "DELIVERED", "REFUNDED"}}
	folding, stop := context.WithCancel(t.Context())
	var folded, bought sync.WaitGroup
	for _, store := range []*testServer{d, openInstance(t, d.Another(t), nil)} {
		folded.Go(func() {
			for folding.Err() == nil {
				if err := store.Store.Ops.Sweep(context.WithoutCancel(folding)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i, buyer := range d.buyers(6, nil) {
		bought.Go(func() {
			random := rand.New(rand.NewPCG(26, uint64(i)))
			for n := range 10 {
				product, quantity := fmt.Sprint(1+2*random.IntN(2)), 1+random.IntN(3)
				d.must(buyer, add, vars{"input": vars{"productId": product, "quantity": quantity}})
				id := d.must(buyer, place, checkout(fmt.Sprint(n), nil)).at("orderPlace.order.id")
				version := 1
				steps := func(all []string) {
					for _, status := range all {
						d.must(admin, move, vars{"input": vars{"id": id, "status": status, "version": version}}).
							is("orderStatusUpdate.userErrors", []any{})
						version++
					}
				}
				way := ways[random.IntN(len(ways))]
				later := random.IntN(len(way) + 1)
				steps(way[:later])
				d.exec(`UPDATE orders SET created_at = created_at - $2 * interval '7 hours' WHERE id = $1`, id,
					random.IntN(1200))
				steps(way[later:])
				switch n {
				case 7:
					d.exec(`UPDATE orders SET currency = 'EUR' WHERE id = $1`, id)
				case 8:
					d.exec(`UPDATE orders SET shipping_minor = shipping_minor + 1, total_minor = total_minor + 1
						WHERE id = $1`, id)
				case 9:
					d.exec(`DELETE FROM orders WHERE id = $1`, id)
				}
			}
		})
	}
	bought.Wait()
	d.sumsUp(admin)
	stop()
	folded.Wait()
	if err := d.Store.Ops.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM order_sum_changes`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d changes are left (%v)", left, err)
	}
	d.sumsUp(admin)
}

// sumsUp compares the dashboard of a year with the orders.
func (d *testServer) sumsUp(admin string) {
	d.t.Helper()
	until := d.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, 1)
	from := until.AddDate(0, 0, -365)
	r := d.must(admin, dashboard, vars{"from": from, "until": until})
	const earning = `status IN ('PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED')`
	sum := func(of string, where string, args ...any) string {
		d.t.Helper()
		var is string
		if err := d.SQL.QueryRow(`SELECT `+of+` FROM orders
			WHERE currency = 'USD' AND created_at >= $1 AND created_at < $2 AND `+where,
			append([]any{from, until}, args...)...).Scan(&is); err != nil {
			d.t.Fatal(err)
		}
		return is
	}
	const revenue = `round(coalesce(sum(total_minor), 0) / 100.0, 2)`
	r.is("dashboard.orders", sum(`count(*)`, "true"))
	r.is("dashboard.revenue.amount", sum(revenue, earning))
	if r.at("dashboard.revenue.amount") == "0.00" {
		d.t.Error("there is no revenue")
	}
	for i := range 7 {
		path := fmt.Sprintf("dashboard.ordersByStatus.%d.", i)
		r.is(path+"count", sum(`count(*)`, `status = $3`, r.at(path+"status")))
	}
	for i := range 365 {
		path, day := fmt.Sprintf("dashboard.days.%d.", i), from.AddDate(0, 0, i)
		const ofDay = `created_at >= $3 AND created_at < $4`
		r.is(path+"orders", sum(`count(*)`, ofDay, day, day.AddDate(0, 0, 1)))
		r.is(path+"revenue.amount", sum(revenue, earning+` AND `+ofDay, day, day.AddDate(0, 0, 1)))
	}
}
