package db_test

import (
	"os"
	"strings"
	"testing"

	"orrery/shop"
)

// The migrations sum up the orders of the previous version while orders are placed and changed.
func TestOrderSumsAreFilled(t *testing.T) {
	r := openReserving(t)
	migrate := func(name string) {
		t.Helper()
		file, err := os.ReadFile("migrations/" + name)
		r.do(err)
		r.exec(strings.TrimPrefix(string(file), "-- +goose Up"))
	}
	differ := func(want bool) {
		t.Helper()
		n := count(t, r.SQL, `(SELECT (created_at AT TIME ZONE 'UTC')::date AS day, currency, status, count(*) AS n,
					sum(total_minor) AS minor
				FROM orders GROUP BY 1, 2, 3) o
			FULL JOIN (SELECT day, currency, status, sum(count) AS n, sum(minor) AS minor
				FROM (SELECT day, currency, status, count, minor FROM order_sums
					UNION ALL SELECT day, currency, status, count, minor FROM order_sum_changes) s
				GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(minor) <> 0) s USING (day, currency, status)
			WHERE (o.n, o.minor) IS DISTINCT FROM (s.n, s.minor)`)
		if n > 0 != want {
			t.Errorf("%d sums differ from the orders", n)
		}
	}
	pay := func(o shop.Order) {
		t.Helper()
		_, err := r.Store.Orders.UpdateStatus(t.Context(), r.admin,
			shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderPaid, Version: 1})
		r.do(err)
	}
	r.exec(`DROP TABLE order_sums, order_sum_changes; DROP FUNCTION change_order_sums() CASCADE;
		DROP FUNCTION fill_order_sums();
		CREATE INDEX orders_period ON orders (created_at)`)
	old, open := r.order(r.user, 1), r.order(r.user, 2)
	migrate("00120_order_sums.sql")
	differ(true)
	pay(old)
	pay(r.order(r.other, 3))
	tx, err := r.SQL.Begin()
	r.do(err)
	_, err = tx.Exec(`UPDATE orders SET status = 'CANCELLED' WHERE id = $1`, open.ID)
	r.do(err)
	r.exec(`SELECT fill_order_sums()`) // while that is not committed
	r.do(tx.Commit())
	differ(false)
	migrate("00121_order_sums_filled.sql")
	r.do(r.Store.Ops.Sweep(t.Context()))
	differ(false)
}
