package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// reservationRows limits how many orders are read at once; each is processed in its own transaction.
const reservationRows = 100

const (
	// unpaidOrders selects unpaid orders without a payment under way, whose outcome is awaited.
	unpaidOrders = ` FROM orders o WHERE status = 'PENDING_PAYMENT'
		AND NOT EXISTS (SELECT FROM online_movements m
			WHERE m.order_id = o.id AND m.kind = 'PAYMENT' AND m.state = 'PENDING') AND `
	// mayExpire is the condition of an order that may be cancelled: never before its reminder is queued, and not while
	// the shop has a part of its price: a person decides about that.
	mayExpire = `remind_at IS NULL AND coalesce((SELECT sum(p.amount_minor) FROM payments p
		WHERE p.order_id = o.id AND p.status = 'SUCCEEDED'), 0) <= 0`
	// NextReservation is an SQL expression for the time at which EndReservations has something to do, null if never.
	NextReservation = `least(
		(SELECT remind_at` + unpaidOrders + `remind_at IS NOT NULL ORDER BY remind_at LIMIT 1),
		(SELECT due_reminder_at` + unpaidOrders + `due_reminder_at IS NOT NULL ORDER BY due_reminder_at LIMIT 1),
		(SELECT reserved_until` + unpaidOrders + mayExpire + ` ORDER BY reserved_until LIMIT 1))`
)

var (
	ordersToRemind = pg.Prepared(`SELECT id` + unpaidOrders + `remind_at <= $1 ORDER BY remind_at LIMIT $2`)
	ordersDueSoon  = pg.Prepared(`SELECT id` + unpaidOrders + `due_reminder_at <= $1
		ORDER BY due_reminder_at LIMIT $2`)
	clearDueReminder = pg.Prepared(`UPDATE orders SET due_reminder_at = NULL WHERE id = $1`)
	ordersToExpire   = pg.Prepared(`SELECT id` + unpaidOrders + `reserved_until <= $1 AND ` + mayExpire + `
		ORDER BY reserved_until LIMIT $2`)
	// An order that is locked by another transaction is skipped until the next run, by which it may be paid or
	// cancelled.
	lockReservedOrder = pg.Prepared(`SELECT ` + Columns + `, o.remind_at, o.due_reminder_at,
			coalesce((SELECT u.email_verified_at IS NOT NULL FROM users u WHERE u.id = o.user_id), true) AS verified
		FROM orders o WHERE o.id = $1 AND o.status = 'PENDING_PAYMENT' AND o.reserved_until IS NOT NULL
		FOR UPDATE OF o SKIP LOCKED`)
	setReservation   = pg.Prepared(`UPDATE orders SET reserved_until = $2, remind_at = $3 WHERE id = $1`)
	lockUnpaidOrders = pg.Prepared(`SELECT id, created_at, reserved_until FROM orders WHERE user_id = $1
		AND status = 'PENDING_PAYMENT' ORDER BY id FOR UPDATE`)
	giveReservations = pg.Prepared(`UPDATE orders SET reserved_until = $1, remind_at = $2
		WHERE id IN (SELECT id FROM orders
			WHERE status = 'PENDING_PAYMENT' AND reserved_until IS NULL LIMIT $3 FOR UPDATE SKIP LOCKED)`)
	paymentsUnderWay = pg.Prepared(`SELECT DISTINCT o.id FROM orders o JOIN online_movements m ON m.order_id = o.id
		WHERE o.id = any($1::uuid[]) AND m.kind = 'PAYMENT' AND m.state = 'PENDING' AND (o.user_id = $2 OR $3)`)
	orderReserved = pg.Prepared(`SELECT EXISTS (SELECT FROM orders WHERE id = $1 AND status = 'PENDING_PAYMENT')`)
)

// reservedRow is an unpaid order with the data that decides whether its reservation ends.
type reservedRow struct {
	Row
	RemindAt      *time.Time `db:"remind_at"`
	DueReminderAt *time.Time `db:"due_reminder_at"`
	Verified      bool       `db:"verified"` // whether the buyer's address is verified
}

// EndReservations sends reminders for orders that are due soon and for those whose reservation is about to end, cancels
// unpaid orders whose reservation has ended, and returns how many orders it has processed. Orders with a payment under
// way wait for its outcome. Several instances may call it concurrently. Only the process itself calls it.
func (s *Store) EndReservations(ctx context.Context) (done int, err error) {
	var failed []error // a failure of one order does not stop the processing of the others
	for _, step := range []struct {
		find pg.Statement
		do   func(context.Context, pg.Querier, reservedRow, shop.Order) error
	}{{ordersDueSoon, s.remindOfDueDate}, {ordersToRemind, s.remind}, {ordersToExpire, s.expire}} {
		var ids []string
		if err := s.db.Pool().Select(ctx, &ids, step.find, s.db.Now(), reservationRows); err != nil {
			return done, fmt.Errorf("find reservations that end: %w", err)
		}
		for _, id := range ids {
			err := s.db.InTx(ctx, func(tx pg.Querier) error {
				var row reservedRow
				switch err := tx.Get(ctx, &row, lockReservedOrder, id); {
				case pg.NoRows(err):
					return nil
				case err != nil:
					return err
				}
				var underWay bool // a payment that has begun since the order was found
				if err := tx.Get(ctx, &underWay, paymentUnderWay, id); err != nil || underWay {
					return err
				}
				orders := []shop.Order{s.Order(row.Row)}
				if err := s.recount(ctx, tx, orders); err != nil {
					return err
				}
				if err := step.do(ctx, tx, row, orders[0]); err != nil {
					return err
				}
				done++
				return nil
			})
			if err != nil {
				failed = append(failed, fmt.Errorf("end the reservation of the order %s: %w", id, err))
			}
		}
	}
	return done, errors.Join(failed...)
}

// remindOfDueDate queues the reminder that is due before the due date. If the process did not run by then, the reminder
// before the end of the reservation is enough.
func (s *Store) remindOfDueDate(ctx context.Context, tx pg.Querier, row reservedRow, order shop.Order) error {
	if row.DueReminderAt == nil {
		return nil // another instance has queued the reminder
	}
	if _, err := tx.Exec(ctx, clearDueReminder, row.ID); err != nil {
		return err
	}
	if order.Buyer.Deleted || s.db.Now().After(order.Payment.DueAt) {
		return nil
	}
	if err := s.payTo(ctx, tx, []shop.Order{order}); err != nil { // sets it in *order.Payment
		return err
	}
	return s.db.Enqueue(ctx, tx, shop.OrderDueMail{
		To: shop.Recipient{Name: order.Buyer.Name, Email: order.Buyer.Email}, Order: order})
}

// remind queues the reminder that is due before the end of a reservation.
func (s *Store) remind(ctx context.Context, tx pg.Querier, row reservedRow, order shop.Order) error {
	now := s.db.Now()
	if row.RemindAt == nil || row.RemindAt.After(now) {
		return nil // another instance has queued the reminder
	}
	held := shop.Reservation{Until: *row.ReservedUntil, RemindAt: row.RemindAt}.Reminded(now)
	if _, err := tx.Exec(ctx, setReservation, row.ID, held.Until, held.RemindAt); err != nil {
		return err
	}
	order.ReservedUntil = &held.Until
	if order.Buyer.Deleted {
		return nil
	}
	if err := s.payTo(ctx, tx, []shop.Order{order}); err != nil { // sets it in *order.Payment
		return err
	}
	return s.db.Enqueue(ctx, tx, shop.OrderReminderMail{
		To: shop.Recipient{Name: order.Buyer.Name, Email: order.Buyer.Email}, Order: order})
}

// expire cancels an order whose reservation has ended, or extends the reservation if the buyer's address has been
// verified in the meantime.
func (s *Store) expire(ctx context.Context, tx pg.Querier, row reservedRow, order shop.Order) error {
	now := s.db.Now()
	if row.RemindAt != nil || row.ReservedUntil.After(now) || order.Paid().Minor > 0 {
		return nil // the reservation was extended, or a part paid
	}
	if held := s.db.Terms.Reserve(row.CreatedAt, row.Verified); held.Until.After(now) {
		_, err := tx.Exec(ctx, setReservation, row.ID, held.Until, held.RemindAt)
		return err
	}
	orders := []shop.Order{order}
	if err := s.fill(ctx, tx, orders); err != nil {
		return err
	}
	to, stock, err := orders[0].Expire()
	if err != nil {
		return err
	}
	_, err = s.setStatus(ctx, tx, orders[0], to, stock, nil)
	return err
}

// ExtendReservations extends the reservations of the unpaid orders of an account whose address has just been verified
// to the full duration.
func (s *Store) ExtendReservations(ctx context.Context, tx pg.Querier, userID string) error {
	var rows []struct {
		ID            string     `db:"id"`
		CreatedAt     time.Time  `db:"created_at"`
		ReservedUntil *time.Time `db:"reserved_until"`
	}
	if err := tx.Select(ctx, &rows, lockUnpaidOrders, userID); err != nil {
		return err
	}
	for _, row := range rows {
		held := s.db.Terms.Reserve(row.CreatedAt, true)
		if row.ReservedUntil == nil || !row.ReservedUntil.Before(held.Until) {
			continue
		}
		if _, err := tx.Exec(ctx, setReservation, row.ID, held.Until, held.RemindAt); err != nil {
			return err
		}
	}
	return nil
}

// FillReservations sets the full reservation, starting now, on unpaid orders without one, which an older version of the
// server has placed.
func (s *Store) FillReservations(ctx context.Context) error {
	held := s.db.Terms.Reserve(s.db.Now(), true)
	for more := true; more; {
		n, err := s.db.Pool().Exec(ctx, giveReservations, held.Until, held.RemindAt, base.SweepRows)
		if err != nil {
			return fmt.Errorf("give unpaid orders a term: %w", err)
		}
		more = n == base.SweepRows
	}
	return nil
}

// Reserved reports whether an order is still waiting for its payment.
func (s *Store) Reserved(ctx context.Context, id string) (reserved bool, err error) {
	if err := s.db.Pool().Get(ctx, &reserved, orderReserved, id); err != nil {
		return false, fmt.Errorf("read whether an order is still unpaid: %w", err)
	}
	return reserved, nil
}

// PaymentsUnderWay returns the orders of which an online payment is under way, in one statement. No permission is
// required; the result lacks orders that the actor may not read.
func (s *Store) PaymentsUnderWay(ctx context.Context, actor shop.Actor, ids []string) (map[string]bool, error) {
	var found []string
	if err := s.db.Pool().Select(ctx, &found, paymentsUnderWay, pq.StringArray(ids), actor.Account(),
		actor.Runs(shop.ReadOrders)); err != nil {
		return nil, fmt.Errorf("read payments under way: %w", err)
	}
	underWay := make(map[string]bool, len(found))
	for _, id := range found {
		underWay[id] = true
	}
	return underWay, nil
}
