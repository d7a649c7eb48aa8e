package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// Provider takes payments on a page of its own. The Store calls it outside of transactions.
type Provider interface {
	// OpenPage returns a page for the payment of an order, the same one for the same key.
	OpenPage(context.Context, shop.PaymentPageRequest) (shop.PaymentPage, error)
	// Refund returns a part of a payment, once for each ID within a day. The error is NOT_ALLOWED if the provider
	// refuses; otherwise the outcome is unknown.
	Refund(context.Context, shop.RefundRequest) (shop.OnlineMovement, error)
	// FindRefund returns the refund with an ID, and whether there is one.
	FindRefund(context.Context, shop.RefundRequest) (made shop.OnlineMovement, found bool, err error)
	// Undelivered passes on what the provider has reported since a time without reaching the shop. It goes on when the
	// function fails, and returns all errors.
	Undelivered(context.Context, time.Time, func(context.Context, shop.OnlineMovement) error) error
}

const (
	// resendAfter is how long a refund has no outcome before it is requested again.
	resendAfter = time.Minute
	resendRows  = 20
	// requestPrefix begins the ID of a refund that the provider has not confirmed.
	requestPrefix = "request:"
)

const movementColumns = `id, kind, state, payment_id, order_id, request_id, amount_minor, currency, booked_minor,
	created_at`

// movementRow is a row of online_movements.
type movementRow struct {
	ID          string           `db:"id"`
	Kind        shop.OnlineKind  `db:"kind"`
	State       shop.OnlineState `db:"state"`
	PaymentID   string           `db:"payment_id"`
	OrderID     *string          `db:"order_id"`
	RequestID   *string          `db:"request_id"`
	AmountMinor int64            `db:"amount_minor"`
	Currency    string           `db:"currency"`
	BookedMinor int64            `db:"booked_minor"`
	CreatedAt   time.Time        `db:"created_at"`
}

func (r movementRow) movement() shop.OnlineMovement {
	return shop.OnlineMovement{ID: r.ID, Kind: r.Kind, State: r.State, PaymentID: r.PaymentID,
		OrderID: valueOrZero(r.OrderID), RequestID: valueOrZero(r.RequestID),
		Amount: shop.Money{Minor: r.AmountMinor, Currency: r.Currency}}
}

func valueOrZero(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func valueOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

var (
	// The row of a payment serialises all that is reported about it. A refund may be reported before its payment.
	insertMovement = pg.Named(movementRow{}, `INSERT INTO online_movements AS m `+pg.Values(movementColumns)+`
		ON CONFLICT (id) DO NOTHING`)
	lockMovement      = pg.Prepared(`SELECT ` + movementColumns + ` FROM online_movements WHERE id = $1 FOR UPDATE`)
	movementByRequest = pg.Prepared(`SELECT ` + movementColumns + ` FROM online_movements WHERE request_id = $1`)
	movementsOf       = pg.Prepared(`SELECT ` + movementColumns + ` FROM online_movements WHERE payment_id = $1
		ORDER BY created_at, id`)
	// Of a payment, left is the amount that its order has received, less refunds that are under way.
	balancesOf = pg.Prepared(`SELECT ` + movementColumns + `, CASE WHEN kind = 'PAYMENT' THEN
			coalesce((SELECT sum(p.amount_minor) FROM payments p
				WHERE p.order_id = m.order_id AND p.status = 'SUCCEEDED'), 0)
			- coalesce((SELECT sum(r.amount_minor) FROM online_movements r JOIN online_movements o
				ON o.id = r.payment_id
				WHERE o.order_id = m.order_id AND r.kind = 'REFUND' AND r.state = 'PENDING'), 0) END AS left
		FROM online_movements m WHERE payment_id = any($1)`)
	setMovement = pg.Named(movementRow{}, `UPDATE online_movements SET state = :state, order_id = :order_id,
		request_id = :request_id, amount_minor = :amount_minor, booked_minor = :booked_minor WHERE id = :id`)
	renameMovement = pg.Prepared(`UPDATE online_movements SET id = $2 WHERE id = $1`)
	paymentMade    = pg.Prepared(`SELECT p.online_id, p.order_id
		FROM payments p JOIN online_movements m ON m.id = p.online_id
		WHERE p.id = $1 AND p.amount_minor > 0 AND m.kind = 'PAYMENT'`)
	attempts = pg.Prepared(`SELECT count(*) AS made,
			count(*) FILTER (WHERE kind = 'PAYMENT' AND state = 'PENDING') AS pending
		FROM online_movements WHERE order_id = $1`)
	toResend = pg.Prepared(`SELECT ` + movementColumns + ` FROM online_movements
		WHERE state = 'PENDING' AND id LIKE 'request:%' AND created_at <= $1 ORDER BY created_at LIMIT $2`)
)

// OpenPage returns the payment provider's page for the open amount of the actor's own order. Errors: NOT_FOUND,
// NOT_ALLOWED when nothing is open or a payment is under way, UNAVAILABLE when the provider does not respond.
func (s *Store) OpenPage(ctx context.Context, actor shop.Actor, in shop.OrderPayInput) (shop.PaymentPage, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.PaymentPage{}, err
	}
	if s.provider == nil {
		return shop.PaymentPage{}, shop.NoOnlinePayment()
	}
	order, err := s.orders.Get(ctx, actor, in.ID)
	if err != nil {
		return shop.PaymentPage{}, err
	}
	if err := order.PayableOnline(actor); err != nil {
		return shop.PaymentPage{}, err
	}
	var tried struct {
		Made    int `db:"made"`
		Pending int `db:"pending"`
	}
	if err := s.db.Pool().Get(ctx, &tried, attempts, order.ID); err != nil {
		return shop.PaymentPage{}, fmt.Errorf("open a payment page: %w", err)
	}
	if tried.Pending > 0 {
		return shop.PaymentPage{}, shop.PaymentUnderWay()
	}
	return s.provider.OpenPage(ctx, order.PaymentPage(s.publicURL, tried.Made, s.db.Now()))
}

// Refund returns a part of an online payment. It requires WRITE_PAYMENTS. When the provider does not respond, the error
// is UNAVAILABLE, and the refund is requested again until its outcome is known. Other errors are those of the amount,
// and NOT_ALLOWED when the provider refuses.
func (s *Store) Refund(ctx context.Context, actor shop.Actor, in shop.OrderRefundInput) (order shop.Order, err error) {
	if err := actor.Need(shop.WritePayments); err != nil {
		return order, err
	}
	if s.provider == nil {
		return order, shop.NoOnlinePayment()
	}
	if in, err = in.Normal(); err != nil {
		return order, err
	}
	var request *shop.RefundRequest
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) (err error) {
		request, err = s.requestRefund(ctx, tx, in)
		return err
	})
	if err == nil && request != nil {
		err = s.sendRefund(ctx, *request)
	}
	if err != nil && shop.UserErrors(err) == nil {
		return order, fmt.Errorf("refund: %w", err)
	}
	if err != nil {
		return order, err
	}
	orders, err := s.orders.OfIDs(ctx, s.db.Pool(), []string{in.ID})
	return orders[in.ID].SeenBy(actor), err
}

// Balances returns what can be refunded of online payments, by the provider's IDs, in one statement. It requires
// WRITE_PAYMENTS; for other actors the result is empty.
func (s *Store) Balances(ctx context.Context, actor shop.Actor, ids []string) (map[string]shop.OnlineBalance, error) {
	if actor.Need(shop.WritePayments) != nil {
		return nil, nil
	}
	balances, err := s.balances(ctx, s.db.Pool(), ids)
	if err != nil {
		return nil, fmt.Errorf("read online payments: %w", err)
	}
	return balances, nil
}

func (s *Store) balances(ctx context.Context, q pg.Querier, ids []string) (map[string]shop.OnlineBalance, error) {
	var rows []struct {
		movementRow
		Left *int64 `db:"left"`
	}
	if err := q.Select(ctx, &rows, balancesOf, pq.StringArray(ids)); err != nil {
		return nil, err
	}
	found, left := map[string]shop.OnlineBalance{}, map[string]int64{}
	for _, r := range rows {
		found[r.PaymentID] = found[r.PaymentID].After(r.movement())
		if r.Left != nil {
			left[r.PaymentID] = *r.Left
		}
	}
	for id, b := range found {
		b.Refundable.Minor = min(b.Refundable.Minor, left[id])
		found[id] = b
	}
	return found, nil
}

// requestRefund records a refund that is to be requested, or returns nil when the key has been used.
func (s *Store) requestRefund(ctx context.Context, tx pg.Querier,
	in shop.OrderRefundInput) (*shop.RefundRequest, error) {
	var payment struct {
		OnlineID string `db:"online_id"`
		OrderID  string `db:"order_id"`
	}
	unknown := shop.Unknown("Payment")
	unknown.Field = "paymentId"
	if !pg.IsUUID(in.PaymentID) {
		return nil, unknown
	}
	switch err := tx.Get(ctx, &payment, paymentMade, in.PaymentID); {
	case pg.NoRows(err) || err == nil && payment.OrderID != in.ID:
		return nil, unknown
	case err != nil:
		return nil, err
	}
	var paid movementRow
	if err := tx.Get(ctx, &paid, lockMovement, payment.OnlineID); err != nil {
		return nil, err
	}
	var before movementRow
	switch err := tx.Get(ctx, &before, movementByRequest, in.IdempotencyKey); {
	case err == nil:
		return nil, in.Repeats(before.PaymentID == paid.PaymentID, before.movement())
	case !pg.NoRows(err):
		return nil, err
	}
	// The lock keeps others from marking the order as refunded meanwhile.
	if _, err := s.orders.LockForPayment(ctx, tx, "id", []string{in.ID}); err != nil {
		return nil, err
	}
	balances, err := s.balances(ctx, tx, []string{paid.PaymentID})
	if err != nil {
		return nil, err
	}
	amount, err := s.db.Terms.RefundOf(in.Amount, balances[paid.PaymentID].Refundable)
	if err != nil {
		return nil, err
	}
	row := movementRow{ID: requestPrefix + in.IdempotencyKey, Kind: shop.OnlineRefund, State: shop.OnlinePending,
		PaymentID: paid.PaymentID, OrderID: paid.OrderID, RequestID: &in.IdempotencyKey, AmountMinor: amount.Minor,
		Currency: amount.Currency, CreatedAt: s.db.Now()}
	inserted, err := tx.Exec(ctx, insertMovement, insertMovement.Args(row)...)
	if err != nil {
		return nil, err
	}
	if inserted == 0 { // the refund of another payment took the key meanwhile
		return nil, in.Repeats(false, row.movement())
	}
	return &shop.RefundRequest{ID: in.IdempotencyKey, PaymentID: paid.PaymentID, Amount: amount}, nil
}

// sendRefund requests a refund that has been recorded, and records its outcome.
func (s *Store) sendRefund(ctx context.Context, request shop.RefundRequest) error {
	made, err := s.provider.Refund(ctx, request)
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.NotAllowed {
		made = shop.OnlineMovement{ID: requestPrefix + request.ID, Kind: shop.OnlineRefund, State: shop.OnlineFailed,
			PaymentID: request.PaymentID, RequestID: request.ID, Amount: request.Amount}
		return errors.Join(err, s.Record(ctx, made))
	}
	if err != nil {
		return err
	}
	return s.Record(ctx, made)
}

// ResendRefunds looks refunds up whose outcome is unknown, requests those again that were not made, and returns the
// number of both. It needs no authorisation.
func (s *Store) ResendRefunds(ctx context.Context) (int, error) {
	if s.provider == nil {
		return 0, nil
	}
	var rows []movementRow
	if err := s.db.Pool().Select(ctx, &rows, toResend, s.db.Now().Add(-resendAfter), resendRows); err != nil {
		return 0, fmt.Errorf("read refunds to request again: %w", err)
	}
	var errs []error
	for _, r := range rows {
		errs = append(errs, s.resendRefund(ctx, shop.RefundRequest{ID: *r.RequestID, PaymentID: r.PaymentID,
			Amount: r.movement().Amount}))
	}
	return len(rows), errors.Join(errs...)
}

// resendRefund records the outcome of a refund, which it requests again if it was not made: providers forget
// idempotency keys after a day.
func (s *Store) resendRefund(ctx context.Context, request shop.RefundRequest) error {
	made, found, err := s.provider.FindRefund(ctx, request)
	switch {
	case err != nil:
		return err
	case found:
		return s.Record(ctx, made)
	}
	return s.sendRefund(ctx, request)
}

// RecordUndelivered records what the payment provider has reported since a time without reaching the shop. It needs no
// authorisation.
func (s *Store) RecordUndelivered(ctx context.Context, since time.Time) error {
	if s.provider == nil {
		return nil
	}
	if err := s.provider.Undelivered(ctx, since, s.Record); err != nil {
		return fmt.Errorf("record undelivered reports of payments: %w", err)
	}
	return nil
}

// Record records what the payment provider has reported, and books it. A report that was recorded before, or that
// arrives after later ones, changes nothing. It needs no authorisation: the caller has verified the report's signature.
func (s *Store) Record(ctx context.Context, m shop.OnlineMovement) error {
	var orderID string
	err := s.db.InTx(ctx, func(tx pg.Querier) (err error) {
		changed, err := s.report(ctx, tx, m)
		if err != nil {
			return err
		}
		orderID, err = s.bookMovements(ctx, tx, m.PaymentID, changed)
		return err
	})
	// The money is recorded even if the order can't follow, such as a cancelled one whose stock is gone.
	if err == nil && orderID != "" {
		err = s.db.InTx(ctx, func(tx pg.Querier) error {
			orders, err := s.orders.LockForPayment(ctx, tx, "id", []string{orderID})
			if err != nil {
				return err
			}
			_, err = s.orders.Settle(ctx, tx, orders[0], nil)
			return err
		})
		if shop.UserErrors(err) != nil {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("record a report of the payment provider: %w", err)
	}
	return nil
}

// report merges a report into what is known of its movement, reports whether that has changed, and locks the payment
// that it belongs to.
func (s *Store) report(ctx context.Context, tx pg.Querier, m shop.OnlineMovement) (changed bool, err error) {
	payment := shop.OnlineMovement{ID: m.PaymentID, PaymentID: m.PaymentID, Kind: shop.OnlinePayment,
		State: shop.OnlinePending, Amount: shop.Money{Currency: m.Amount.Currency}}
	if _, err := s.lockMovement(ctx, tx, payment); err != nil {
		return false, err
	}
	if m.RequestID != "" {
		if err := s.confirm(ctx, tx, m); err != nil {
			return false, err
		}
	}
	row, err := s.lockMovement(ctx, tx, m)
	if err != nil {
		return false, err
	}
	before := row.movement()
	merged := before.Merge(m)
	row.State, row.AmountMinor, row.RequestID = merged.State, merged.Amount.Minor, valueOrNil(merged.RequestID)
	if row.OrderID == nil && pg.IsUUID(merged.OrderID) {
		orders, err := s.orders.OfIDs(ctx, tx, []string{merged.OrderID})
		if err != nil {
			return false, err
		}
		if _, ours := orders[merged.OrderID]; ours {
			row.OrderID = &merged.OrderID
		}
	}
	_, err = tx.Exec(ctx, setMovement, setMovement.Args(row)...)
	return row.movement() != before, err
}

// lockMovement locks the row of a movement, which it inserts if there is none.
func (s *Store) lockMovement(ctx context.Context, tx pg.Querier, m shop.OnlineMovement) (row movementRow, err error) {
	row = movementRow{ID: m.ID, Kind: m.Kind, State: m.State, PaymentID: m.PaymentID,
		RequestID: valueOrNil(m.RequestID), AmountMinor: m.Amount.Minor, Currency: m.Amount.Currency,
		CreatedAt: s.db.Now()}
	if _, err := tx.Exec(ctx, insertMovement, insertMovement.Args(row)...); err != nil {
		return row, err
	}
	err = tx.Get(ctx, &row, lockMovement, m.ID)
	return row, err
}

// confirm gives the row of a requested refund the ID that the provider has given the refund.
func (s *Store) confirm(ctx context.Context, tx pg.Querier, m shop.OnlineMovement) error {
	var requested movementRow
	err := tx.Get(ctx, &requested, movementByRequest, m.RequestID)
	if pg.NoRows(err) || err == nil && requested.ID == m.ID {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, renameMovement, requested.ID, m.ID)
	return err
}

func (s *Store) movements(ctx context.Context, tx pg.Querier, paymentID string) (rows []movementRow, err error) {
	err = tx.Select(ctx, &rows, movementsOf, paymentID)
	return rows, err
}

// bookMovements makes the payments of an order agree with what is known of an online payment, whose row is locked.
// If it has changed, such as a debit that begins or fails, that is published although nothing was booked. It returns
// the ID of the order, or an empty string if the payment has not been reported or belongs to no order.
func (s *Store) bookMovements(ctx context.Context, tx pg.Querier, paymentID string,
	changed bool) (orderID string, err error) {
	rows, err := s.movements(ctx, tx, paymentID)
	if err != nil {
		return "", err
	}
	for _, r := range rows {
		if r.Kind == shop.OnlinePayment {
			orderID = valueOrZero(r.OrderID)
		}
	}
	if orderID == "" {
		return "", nil
	}
	orders, err := s.orders.LockForPayment(ctx, tx, "id", []string{orderID})
	if err != nil {
		return "", err
	}
	order, booked := orders[0], false
	for _, r := range rows {
		m := r.movement()
		change := m.Effect().Minus(shop.Money{Minor: r.BookedMinor, Currency: r.Currency})
		if change.Minor == 0 {
			continue
		}
		if change.Currency != order.TotalPrice.Currency {
			return "", fmt.Errorf("%s is in %s, the order %s in %s", m.ID, change.Currency, order.Number,
				order.TotalPrice.Currency)
		}
		order, err = s.orders.Receive(ctx, tx, order, shop.Payment{Source: shop.PaidOnline, Amount: change,
			PaidAt: s.db.Now(), OnlineID: &m.ID, Returned: m.Kind == shop.OnlineRefund})
		if err != nil {
			return "", err
		}
		booked, r.OrderID, r.BookedMinor = true, &orderID, m.Effect().Minor
		if _, err := tx.Exec(ctx, setMovement, setMovement.Args(r)...); err != nil {
			return "", err
		}
	}
	switch {
	case booked:
		_, err = s.orders.PaymentsChanged(ctx, tx, order)
	case changed:
		err = s.db.Publish(ctx, tx, shop.OrderPaymentsChanged(order))
	}
	return orderID, err
}
