package ops

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"
	"golang.org/x/sync/errgroup"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// A row for each status, since thousands of rows take longer to send and to scan than to sum up.
	sumOrders = pg.Prepared(`SELECT status, array_agg(day - $1::date) AS days, array_agg(count) AS counts,
			array_agg(minor) AS minors
		FROM (SELECT day, status, sum(count)::bigint AS count, sum(minor)::bigint AS minor
			FROM (SELECT day, currency, status, count, minor FROM order_sums
				UNION ALL SELECT day, currency, status, count, minor FROM order_sum_changes) AS kept
			WHERE day >= $1::date AND day < $2::date AND currency = $3 GROUP BY day, status) AS sums
		GROUP BY status`)
	// foldOrderSums adds at most $1 changes to the sums. Any number of processes may run it: each takes other changes,
	// and all lock the sums in one order.
	foldOrderSums = pg.Prepared(`WITH gone AS (DELETE FROM order_sum_changes WHERE ctid = any(ARRAY(
				SELECT ctid FROM order_sum_changes LIMIT $1 FOR UPDATE SKIP LOCKED))
			RETURNING day, currency, status, count, minor),
		folded AS (INSERT INTO order_sums AS kept (day, currency, status, count, minor)
			SELECT day, currency, status, sum(count), sum(minor) FROM gone GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
			ON CONFLICT (day, currency, status)
				DO UPDATE SET count = kept.count + excluded.count, minor = kept.minor + excluded.minor)
		SELECT count(*) FROM gone`)
	countPreOrders = pg.Prepared(`SELECT status, count(*) AS count FROM preorders WHERE created_at >= $1
		AND created_at < $2 AND confirm_by IS NULL GROUP BY status`)
)

// Dashboard returns the figures of the period from one day until before another, both at midnight in UTC, and the tasks
// that are pending now. Staff gets the parts that its scopes permit; the others are empty.
func (s *Store) Dashboard(ctx context.Context, actor shop.Actor, from, until time.Time) (d shop.Dashboard, err error) {
	if err := actor.NeedStaff(); err != nil {
		return d, err
	}
	if err := shop.CheckPeriod(from, until); err != nil {
		return d, err
	}
	// Thousands of both are read for a year, so they are read side by side.
	var orders []shop.OrderSum
	var preOrders map[shop.PreOrderStatus]int
	group, reading := errgroup.WithContext(ctx)
	if actor.Runs(shop.ReadOrders) {
		group.Go(func() (err error) {
			orders, err = s.orderSums(reading, from, until)
			return err
		})
	}
	if actor.Runs(shop.ReadPreOrders) {
		group.Go(func() (err error) {
			preOrders, err = s.preOrderCounts(reading, from, until)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return d, err
	}
	d = shop.NewDashboard(from, until, s.db.Terms.Currency, orders)
	d.CountPreOrders(preOrders)

	if actor.Runs(shop.WriteProducts) {
		if d.LowStock, err = s.catalogue.LowStock(ctx, shop.MaxDashboardRows); err != nil {
			return d, err
		}
	}
	if !actor.Runs(shop.ReadContacts) {
		return d, nil
	}
	if d.UnansweredMessages, err = s.content.Unanswered(ctx, shop.MaxDashboardRows); err != nil {
		return d, err
	}
	d.Promises, err = s.content.Promises(ctx)
	return d, err
}

func (s *Store) orderSums(ctx context.Context, from, until time.Time) (orders []shop.OrderSum, err error) {
	var sums []struct {
		Status shop.OrderStatus `db:"status"`
		Days   pq.Int64Array    `db:"days"` // since from
		Counts pq.Int64Array    `db:"counts"`
		Minors pq.Int64Array    `db:"minors"`
	}
	if err := s.db.Pool().Select(ctx, &sums, sumOrders, from, until, s.db.Terms.Currency); err != nil {
		return nil, fmt.Errorf("sum orders: %w", err)
	}
	for _, sum := range sums {
		for i, day := range sum.Days {
			orders = append(orders, shop.OrderSum{Day: from.AddDate(0, 0, int(day)), Status: sum.Status,
				Count: int(sum.Counts[i]), Minor: sum.Minors[i]})
		}
	}
	return orders, nil
}

func (s *Store) preOrderCounts(ctx context.Context, from, until time.Time) (map[shop.PreOrderStatus]int, error) {
	var counts []struct {
		Status shop.PreOrderStatus `db:"status"`
		Count  int                 `db:"count"`
	}
	if err := s.db.Pool().Select(ctx, &counts, countPreOrders, from, until); err != nil {
		return nil, fmt.Errorf("count pre-orders: %w", err)
	}
	byStatus := map[shop.PreOrderStatus]int{}
	for _, c := range counts {
		byStatus[c.Status] = c.Count
	}
	return byStatus, nil
}
