package order

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// PaymentColumns lists the columns of a PaymentRow, for payments AS p.
const PaymentColumns = `p.id, p.order_id, p.transfer_id, p.source, p.status, p.amount_minor, p.currency, p.paid_at,
	p.actor_id, p.reversed_at, p.created_at, p.online_id, p.returned`

// PaymentRow is a row of PaymentColumns.
type PaymentRow struct {
	ID          string             `db:"id"`
	OrderID     string             `db:"order_id"`
	TransferID  *string            `db:"transfer_id"`
	Source      shop.PaymentSource `db:"source"`
	Status      shop.PaymentStatus `db:"status"`
	AmountMinor int64              `db:"amount_minor"`
	Currency    string             `db:"currency"`
	PaidAt      time.Time          `db:"paid_at"`
	ActorID     *string            `db:"actor_id"`
	ReversedAt  *time.Time         `db:"reversed_at"`
	CreatedAt   time.Time          `db:"created_at"`
	OnlineID    *string            `db:"online_id"`
	Returned    bool               `db:"returned"`
}

// Payment returns the payment of a row.
func (r PaymentRow) Payment() shop.Payment {
	return shop.Payment{ID: r.ID, OrderID: r.OrderID, Source: r.Source, Status: r.Status,
		Amount: shop.Money{Minor: r.AmountMinor, Currency: r.Currency}, PaidAt: r.PaidAt, CreatedAt: r.CreatedAt,
		TransferID: r.TransferID, ActorID: r.ActorID, ReversedAt: r.ReversedAt,
		OnlineID: r.OnlineID, Returned: r.Returned}
}

var (
	insertPayment = pg.Named(PaymentRow{}, `INSERT INTO payments `+
		pg.Values(`id, order_id, transfer_id, source, status, amount_minor, currency, paid_at, actor_id, reversed_at,
			created_at, online_id, returned`))
	paymentsOfOrders = pg.Prepared(`SELECT ` + PaymentColumns + ` FROM payments p JOIN orders o ON o.id = p.order_id
		WHERE p.order_id = any($1::uuid[]) AND (o.user_id = $2 OR $3) ORDER BY p.created_at, p.id`)
	ordersByID = pg.Prepared(`SELECT ` + Columns + ` FROM orders o
		WHERE o.id = any($1::uuid[]) AND (o.user_id = $2 OR $3)`)
	// Orders are locked in ID order to avoid deadlocks.
	lockOrders = pg.Prepared(`SELECT ` + Columns + ` FROM orders o WHERE o.id = any($1::uuid[]) ORDER BY o.id
		FOR UPDATE`)
	historyOfOrders = pg.Prepared(`SELECT o.id, (SELECT ` + paymentSums + ` WHERE p.order_id = o.id
			HAVING count(*) > 0) AS payment_sums, (` + statusChanges + `) AS changes
		FROM orders o WHERE o.id = any($1::uuid[])`)
	setVersion      = pg.Prepared(`UPDATE orders SET version = $2 WHERE id = $1`)
	reversePayments = pg.Prepared(`UPDATE payments AS p SET status = 'REVERSED', reversed_at = $3
		WHERE p.order_id = $1 AND p.transfer_id = $2 AND p.status = 'SUCCEEDED' RETURNING ` + PaymentColumns)
)

// Payments returns the payments of each of the orders, oldest first, in one statement. No permission is required; the
// result lacks orders that the actor may not read.
func (s *Store) Payments(ctx context.Context, actor shop.Actor, orderIDs []string) (map[string][]shop.Payment, error) {
	var rows []PaymentRow
	if err := s.db.Pool().Select(ctx, &rows, paymentsOfOrders, pq.StringArray(orderIDs), actor.Account(),
		actor.Runs(shop.ReadOrders) || actor.Runs(shop.WritePayments)); err != nil {
		return nil, fmt.Errorf("read payments: %w", err)
	}
	payments := make(map[string][]shop.Payment, len(orderIDs))
	for _, r := range rows {
		payments[r.OrderID] = append(payments[r.OrderID], r.Payment())
	}
	return payments, nil
}

// ByIDs returns those of the orders that the actor may read, in one statement and one for their lines.
func (s *Store) ByIDs(ctx context.Context, actor shop.Actor, ids []string) (map[string]shop.Order, error) {
	if err := actor.NeedUserOr(shop.ReadOrders); err != nil {
		return nil, err
	}
	orders, err := s.ofIDs(ctx, s.db.Pool(), ids, actor.Account(), actor.Runs(shop.ReadOrders))
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	return orders, nil
}

// OfIDs returns the orders with these IDs. The caller has authorised the actor.
func (s *Store) OfIDs(ctx context.Context, q pg.Querier, ids []string) (map[string]shop.Order, error) {
	return s.ofIDs(ctx, q, ids, nil, true)
}

// ofIDs returns those of the orders that an account has placed, or all.
func (s *Store) ofIDs(ctx context.Context, q pg.Querier, ids []string, account *string,
	all bool) (map[string]shop.Order, error) {
	var rows []Row
	if err := q.Select(ctx, &rows, ordersByID, pq.StringArray(ids), account, all); err != nil {
		return nil, err
	}
	found := make([]shop.Order, len(rows))
	for i, row := range rows {
		found[i] = s.Order(row)
	}
	if err := s.fill(ctx, q, found); err != nil {
		return nil, err
	}
	orders := make(map[string]shop.Order, len(found))
	for _, o := range found {
		orders[o.ID] = o
	}
	return orders, nil
}

// LockForPayment locks the orders until the commit and returns them in the sequence of the IDs. The error is NOT_FOUND
// if one does not exist. The caller has authorised the actor.
func (s *Store) LockForPayment(ctx context.Context, tx pg.Querier, field string, ids []string) ([]shop.Order, error) {
	unknown := &shop.Error{Code: shop.NotFound, Field: field, Message: "Order not found"}
	for _, id := range ids {
		if !pg.IsUUID(id) {
			return nil, unknown
		}
	}
	var rows []Row
	if err := tx.Select(ctx, &rows, lockOrders, pq.StringArray(ids)); err != nil {
		return nil, err
	}
	found := make([]shop.Order, len(rows))
	byID := map[string]shop.Order{}
	for i, row := range rows {
		found[i] = s.Order(row)
	}
	if err := s.recount(ctx, tx, found); err != nil {
		return nil, err
	}
	if err := s.fill(ctx, tx, found); err != nil {
		return nil, err
	}
	for _, o := range found {
		byID[o.ID] = o
	}
	orders := make([]shop.Order, len(ids))
	for i, id := range ids {
		order, ok := byID[id]
		if !ok {
			return nil, unknown
		}
		orders[i] = order
	}
	return orders, nil
}

// recount sets what has been received for orders that have just been locked, and the changes of their status. A
// statement that waits for a lock sees the order as it is afterwards, but other tables as they were before.
func (s *Store) recount(ctx context.Context, tx pg.Querier, orders []shop.Order) error {
	var rows []Row
	ids := make(pq.StringArray, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	if err := tx.Select(ctx, &rows, historyOfOrders, ids); err != nil {
		return err
	}
	byID := map[string]Row{}
	for _, row := range rows {
		byID[row.ID] = row
	}
	for i := range orders {
		row := byID[orders[i].ID]
		setPaid(&orders[i], row.PaymentSums)
		orders[i].Changes = row.Changes.V
		orders[i] = withPayment(orders[i])
	}
	return nil
}

// Book records a payment of a locked order, and changes the order's status as the payment requires.
func (s *Store) Book(ctx context.Context, tx pg.Querier, order shop.Order, p shop.Payment) (shop.Order, error) {
	order, err := s.Receive(ctx, tx, order, p)
	if err != nil {
		return order, err
	}
	return s.settlePayment(ctx, tx, order, p.ActorID)
}

// RecordPayment records that the open amount of an order was paid, or returned if it is negative, in a way that neither
// a bank statement nor the payment provider tells. Requires shop.WritePayments. Errors: NOT_FOUND, CONFLICT if it is
// not the version that the caller has seen, NOT_ALLOWED if nothing is open or an online payment or refund is under way.
func (s *Store) RecordPayment(ctx context.Context, actor shop.Actor, in shop.OrderPaymentRecordInput) (
	order shop.Order, err error,
) {
	if err := actor.Need(shop.WritePayments); err != nil {
		return order, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		orders, err := s.LockForPayment(ctx, tx, "id", []string{in.ID})
		if err != nil {
			return err
		}
		if order = orders[0]; order.Version != in.Version {
			return shop.StaleOrder()
		}
		p, err := order.ManualPayment(actor.Account(), s.db.Now())
		if err != nil {
			return err
		}
		settled := s.noPaymentUnderWay
		if p.Returned {
			settled = s.noRefundUnderWay
		}
		if err := settled(ctx, tx, order); err != nil {
			return err
		}
		order, err = s.Book(ctx, tx, order, p)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.Order{}, fmt.Errorf("record a payment: %w", err)
	}
	return order.SeenBy(actor), err
}

// Receive records a payment of a locked order, whose status and version it leaves to the caller.
func (s *Store) Receive(ctx context.Context, tx pg.Querier, order shop.Order, p shop.Payment) (shop.Order, error) {
	return s.pay(ctx, tx, order, p, append(order.FirstPayments(), p.Amount)...)
}

// Unbook reverses what a transfer has paid of a locked order, and changes the order's status as that requires.
func (s *Store) Unbook(ctx context.Context, tx pg.Querier, order shop.Order, transferID string, by *string) error {
	var rows []PaymentRow
	if err := tx.Select(ctx, &rows, reversePayments, order.ID, transferID, s.db.Now()); err != nil {
		return err
	}
	events := make([]shop.Event, len(rows))
	for i, row := range rows {
		order.Received = new(order.Received.Minus(row.Payment().Amount))
		events[i] = shop.PaymentChanged(shop.EventPaymentReversed, row.Payment(), order)
	}
	if err := s.db.Publish(ctx, tx, events...); err != nil {
		return err
	}
	_, err := s.settlePayment(ctx, tx, order, by)
	return err
}

// settlePayment settles a locked order whose payments have changed, and gives it another version in any case.
func (s *Store) settlePayment(ctx context.Context, tx pg.Querier, order shop.Order, by *string) (shop.Order, error) {
	before := order.Version
	order, err := s.Settle(ctx, tx, order, by)
	if err != nil || order.Version != before {
		return order, err
	}
	return s.PaymentsChanged(ctx, tx, order)
}

// PaymentsChanged gives a locked order another version after its payments have changed, so that nobody decides about it
// who has seen the earlier ones.
func (s *Store) PaymentsChanged(ctx context.Context, tx pg.Querier, order shop.Order) (shop.Order, error) {
	order.Version++
	if _, err := tx.Exec(ctx, setVersion, order.ID, order.Version); err != nil {
		return order, err
	}
	return order, s.db.Publish(ctx, tx, shop.OrderPaymentsChanged(order))
}

// pay records payments of a locked order that differ only in their amounts. All but the last one are those that the
// order's status implied before payments were recorded.
func (s *Store) pay(ctx context.Context, tx pg.Querier, order shop.Order, p shop.Payment,
	amounts ...shop.Money) (shop.Order, error) {
	for i, amount := range amounts {
		one := shop.Payment{Source: shop.PaidManually, PaidAt: order.CreatedAt}
		if i == len(amounts)-1 {
			one = p
		}
		id, err := pg.NewID()
		if err != nil {
			return order, err
		}
		one.ID, one.OrderID, one.Status, one.Amount = id, order.ID, shop.PaymentSucceeded, amount
		one.CreatedAt = s.db.Now()
		row := PaymentRow{ID: one.ID, OrderID: one.OrderID, TransferID: one.TransferID, Source: one.Source,
			Status: one.Status, AmountMinor: amount.Minor, Currency: amount.Currency, PaidAt: one.PaidAt,
			ActorID: one.ActorID, CreatedAt: one.CreatedAt, OnlineID: one.OnlineID, Returned: one.Returned}
		if _, err := tx.Exec(ctx, insertPayment, insertPayment.Args(row)...); err != nil {
			return order, err
		}
		if err := s.db.Publish(ctx, tx, shop.PaymentChanged(shop.EventPaymentBooked, one, order)); err != nil {
			return order, err
		}
		if order.Received == nil {
			order.Received = &shop.Money{Currency: amount.Currency}
		}
		if one.Returned {
			order.ReturnedMinor -= amount.Minor
		} else {
			order.Received = new(order.Received.Plus(amount))
		}
	}
	err := s.payAgain(ctx, tx, &order)
	return order, err
}

// payAgain sets the payment instructions after what is open has changed.
func (s *Store) payAgain(ctx context.Context, tx pg.Querier, order *shop.Order) error {
	orders := []shop.Order{withPayment(*order)}
	err := s.payTo(ctx, tx, orders)
	*order = orders[0]
	return err
}

// Settle moves a locked order to the status that follows from its payments. The stock of an order that awaits payment
// again is held for a while. The error is that of LatePayment if the stock of an order that the shop had cancelled is
// gone. by is the account that booked the payment, nil for the shop itself.
func (s *Store) Settle(ctx context.Context, tx pg.Querier, order shop.Order, by *string) (shop.Order, error) {
	to, stock := order.Settle()
	if to == order.Status {
		return order, nil
	}
	if to == shop.OrderPendingPayment {
		now := s.db.Now()
		held := s.db.Terms.Reserve(order.CreatedAt, true).Reopened(now)
		if _, err := tx.Exec(ctx, setReservation, order.ID, held.Until, held.RemindAt); err != nil {
			return order, err
		}
		order.ReservedUntil = &held.Until
	}
	order, err := s.setStatus(ctx, tx, order, to, stock, by)
	if err != nil {
		return order, err
	}
	if err := s.payAgain(ctx, tx, &order); err != nil {
		return order, err
	}
	return s.Settle(ctx, tx, order, by) // such as one that was paid and returned
}
