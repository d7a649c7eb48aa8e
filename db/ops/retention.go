package ops

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/order"
	"orrery/db/pg"
	"orrery/shop"
)

// retention defines how long rows of a table are stored; docs/privacy.md publishes the same durations.
type retention struct {
	table string
	// deleteBatch deletes at most base.SweepRows rows whose retention has ended at now, in its own transaction, and
	// returns their number.
	deleteBatch func(ctx context.Context, s *Store, now time.Time) (int, error)
}

// after returns a retention that deletes rows once the time in a column is further in the past than age. The column
// must be the first of an index. A row that is locked by another transaction is skipped and left to the next sweep.
func after(age time.Duration, table, column, condition string) retention {
	q := pg.Prepared(fmt.Sprintf(`DELETE FROM %[1]s WHERE ctid = any(ARRAY(SELECT ctid FROM %[1]s
		WHERE %[2]s <= $1 AND %[3]s ORDER BY %[2]s LIMIT $2 FOR UPDATE SKIP LOCKED))`, table, column, condition))
	return retention{table, func(ctx context.Context, s *Store, now time.Time) (int, error) {
		n, err := s.db.Pool().Exec(ctx, q, now.Add(-age), base.SweepRows)
		return int(n), err
	}}
}

// withEvents returns a retention that publishes an event for each deleted object.
func withEvents(table string, q pg.Statement, before func(now time.Time) time.Time, kind shop.EventKind) retention {
	return retention{table, func(ctx context.Context, s *Store, now time.Time) (n int, err error) {
		err = s.db.InTx(ctx, func(tx pg.Querier) error {
			var gone []string
			if err := tx.Select(ctx, &gone, q, before(now), base.SweepRows); err != nil {
				return err
			}
			n = len(gone)
			return s.db.Publish(ctx, tx, base.HappenedAll(kind, gone)...)
		})
		return n, err
	}}
}

const days = 24 * time.Hour

var retentions = []retention{
	after(0, "sessions", "expires_at", "true"),
	after(0, "attempts", "expires_at", "true"),
	after(0, "order_keys", "expires_at", "true"),
	after(0, "one_time_tokens", "expires_at", "true"),
	after(0, "sign_in_challenges", "expires_at", "true"),
	after(0, "email_changes", "expires_at", "true"),
	after(0, "newsletter_tokens", "expires_at", "true"),
	after(0, "sign_ins", "expires_at", "true"),
	after(0, "proven_identities", "expires_at", "true"),
	after(0, "newsletter_subscribers", "forget_at", "true"),
	after(0, "agent_requests", "expires_at", "true"),
	after(0, "agent_sessions", "expires_at", "true"),
	after(0, "stock_alerts", "expires_at", "true"),
	after(30*days, "staff_invitations", "expires_at", "true"),
	after(30*days, "jobs", "expires_at", "due_at IS NULL"), // given up
	after(30*days, "deliveries", "delivered_at", "true"),
	after(2*time.Minute, "caller_counts", "minute", "true"),
	after(renderedPageMemory, "rendered_pages", "used_at", "true"),
	after(shop.QuoteMemory, "quotes", "valid_until", "true"),
	withEvents("contact_messages", oldMessages, shop.MessagesBegin, shop.EventContactDeleted),
	withEvents("preorders", oldPreOrders, shop.MessagesBegin, shop.EventPreOrderDeleted),
	withEvents("preorders", unconfirmedPreOrders, func(now time.Time) time.Time { return now },
		shop.EventPreOrderDeleted),
	{"preorder_moves", func(ctx context.Context, s *Store, now time.Time) (int, error) {
		n, err := s.db.Pool().Exec(ctx, emptyMoves, shop.MessagesBegin(now), base.SweepRows)
		return int(n), err
	}},
	{"transfers", func(ctx context.Context, s *Store, now time.Time) (int, error) {
		n, err := s.db.Pool().Exec(ctx, oldTransfers, shop.BooksBegin(now), base.SweepRows)
		return int(n), err
	}},
	{"statements", func(ctx context.Context, s *Store, now time.Time) (int, error) {
		n, err := s.db.Pool().Exec(ctx, oldStatements, shop.BooksBegin(now), base.SweepRows)
		return int(n), err
	}},
	{"orders", func(ctx context.Context, s *Store, now time.Time) (n int, err error) {
		err = s.db.Pool().Get(ctx, &n, oldOrders, shop.BooksBegin(now), base.SweepRows, order.OpenStatuses)
		return n, err
	}},
	{"order_sum_changes", func(ctx context.Context, s *Store, _ time.Time) (n int, err error) {
		err = s.db.Pool().Get(ctx, &n, foldOrderSums, base.SweepRows)
		return n, err
	}},
}

var (
	// Locked rows are being changed, so they are not old: they are skipped, and neither transaction waits.
	oldMessages = pg.Prepared(`DELETE FROM contact_messages WHERE id IN (SELECT id FROM contact_messages
		WHERE coalesce(changed_at, created_at) < $1
			ORDER BY coalesce(changed_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	oldPreOrders = pg.Prepared(`DELETE FROM preorders WHERE id IN (SELECT id FROM preorders
		WHERE coalesce(changed_at, created_at) < $1
			ORDER BY coalesce(changed_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	unconfirmedPreOrders = pg.Prepared(`DELETE FROM preorders WHERE id IN (SELECT id FROM preorders
		WHERE confirm_by <= $1 ORDER BY confirm_by LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	// Moves whose pre-orders have all been deleted.
	emptyMoves = pg.Prepared(`DELETE FROM preorder_moves
		WHERE id IN (SELECT id FROM preorder_moves m WHERE created_at < $1
			AND NOT EXISTS (SELECT FROM preorder_changes c WHERE c.move_id = m.id)
			ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`)
	// Payments are retained: they are not personal data.
	oldTransfers = pg.Prepared(`DELETE FROM transfers WHERE id IN (SELECT id FROM transfers
		WHERE booked_on < $1::date ORDER BY booked_on LIMIT $2 FOR UPDATE SKIP LOCKED)`)
	oldStatements = pg.Prepared(`DELETE FROM statements s WHERE id IN (SELECT id FROM statements
		WHERE created_at < $1 ORDER BY created_at LIMIT $2)
		AND NOT EXISTS (SELECT FROM transfers t WHERE t.statement_id = s.id)`)
	// Amounts and country are retained: they are not personal data.
	oldOrders = pg.Prepared(`WITH old AS (UPDATE orders
			SET user_id = NULL, buyer_name = NULL, address = '', city = '', postal_code = '', recipient = '',
				company = '', phone = '', notes = '', tracking_url = '', billing = '{}'
			WHERE id IN (SELECT id FROM orders WHERE created_at < $1 AND address <> '' AND status <> ALL ($3)
				ORDER BY created_at LIMIT $2)
			RETURNING id),
		keys AS (DELETE FROM order_keys WHERE order_id IN (SELECT id FROM old)),
		notes AS (DELETE FROM order_notes WHERE order_id IN (SELECT id FROM old))
		SELECT count(*) FROM old`)
	// An event is retained as long as a delivery of it is pending or in the log. event_sequences keeps the last
	// sequence number of each object, so that numbering continues, and event_horizon keeps the last deleted position,
	// so that old cursors are rejected. Retained events are skipped: $3 is the end of the previous batch. Positions are
	// assigned in the order of time, but for moments.
	oldEvents = pg.Prepared(`WITH batch AS MATERIALIZED (SELECT id, position
			FROM (SELECT id, position, created_at FROM events WHERE position > $3 ORDER BY position LIMIT $2) AS next
			WHERE created_at <= $1),
		gone AS (DELETE FROM events e USING batch b WHERE e.id = b.id
			AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id)
			RETURNING e.kind, e.object, e.object_id, e.sequence, e.position),
		counted AS (INSERT INTO event_sequences AS s (object, object_id, last)
			SELECT object, object_id, max(sequence) FROM gone WHERE object <> 'webhook' GROUP BY object, object_id
			HAVING NOT bool_or(kind LIKE '%.deleted')
			ON CONFLICT (object, object_id) DO UPDATE SET last = greatest(s.last, excluded.last)),
		forgotten AS (UPDATE event_horizon SET position = greatest(position, (SELECT max(position) FROM gone))
			WHERE EXISTS (SELECT FROM gone)),
		ended AS (DELETE FROM event_sequences s USING gone g WHERE g.object = s.object AND g.object_id = s.object_id
			AND g.kind LIKE '%.deleted')
		SELECT max(position) AS position, count(*) AS seen FROM batch HAVING count(*) > 0`)
)

// Sweep deletes rows whose retention has ended, in batches, folds the daily sums of orders, and sets the due times of
// replies and the reservations of orders that an older version of the server has left empty. A failure does not stop
// the other steps; its error names the table. Only the process itself calls it.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.db.Now()
	var failed []error
	for _, r := range retentions {
		for more := true; more && ctx.Err() == nil; {
			n, err := r.deleteBatch(ctx, s, now)
			if err != nil {
				failed = append(failed, fmt.Errorf("sweep %s: %w", r.table, err))
			}
			more = err == nil && n == base.SweepRows
		}
	}
	if err := s.deleteEvents(ctx, now.Add(-shop.EventMemory)); err != nil {
		failed = append(failed, fmt.Errorf("sweep events: %w", err))
	}
	if err := s.content.FillReplies(ctx); err != nil {
		failed = append(failed, fmt.Errorf("sweep: %w", err))
	}
	if err := s.orders.FillReservations(ctx); err != nil {
		failed = append(failed, fmt.Errorf("sweep: %w", err))
	}
	return errors.Join(failed...)
}

// deleteEvents deletes the events older than before, except those with a pending or recent delivery to a webhook.
func (s *Store) deleteEvents(ctx context.Context, before time.Time) error {
	var last struct {
		Position int64 `db:"position"`
		Seen     int   `db:"seen"`
	}
	for more := true; more && ctx.Err() == nil; more = last.Seen == base.SweepRows {
		switch err := s.db.Pool().Get(ctx, &last, oldEvents, before, base.SweepRows, last.Position); {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}
