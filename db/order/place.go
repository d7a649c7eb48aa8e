package order

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Expired idempotency keys may be reused. No row is returned when the key is in use.
	claimOrderKey = pg.Named(keyClaim{}, `INSERT INTO order_keys AS k `+
		pg.Values(`user_id, key, request, order_id, expires_at`)+`
		ON CONFLICT (user_id, key) DO UPDATE SET request = excluded.request, order_id = excluded.order_id,
			expires_at = excluded.expires_at
		WHERE k.expires_at <= :now`)
	orderKey = pg.Prepared(`SELECT request, order_id FROM order_keys WHERE user_id = $1 AND key = $2`)
	// Products are always locked in ID order to avoid deadlocks.
	lockProducts = pg.Prepared(`SELECT FROM products WHERE id = any($1) ORDER BY id FOR NO KEY UPDATE`)
	// How long the stock is reserved depends on whether the buyer's address is verified.
	insertOrder = pg.Named(newOrder{}, `WITH o AS (
			INSERT INTO orders (`+placedColumns+`, reserved_until, remind_at)
			SELECT `+pg.Parameters(placedColumns)+`,
				CASE WHEN email_verified_at IS NULL THEN CAST(:unverified_until AS timestamptz)
					ELSE :reserved_until END,
				CASE WHEN email_verified_at IS NULL THEN CAST(:unverified_remind_at AS timestamptz)
					ELSE :remind_at END
			FROM users u WHERE u.id = :user_id RETURNING *),
		lines AS (INSERT INTO order_items (`+itemColumns+`)
			SELECT `+itemColumns+` FROM jsonb_populate_recordset(CAST(NULL AS order_items), :items)
			WHERE EXISTS (SELECT FROM o))
		SELECT `+Columns+` FROM o`)
	takeStock = pg.Prepared(`UPDATE products p SET stock = p.stock - t.quantity
		FROM unnest($1::bigint[], $2::int[]) AS t (id, quantity) WHERE p.id = t.id
		RETURNING ` + catalogue.LineColumns + `, p.stock + t.quantity AS before`)
)

// placedColumns lists the columns of a new order, except its reservation.
const placedColumns = `id, user_id, status, address, city, postal_code, country, recipient, company, phone, notes,
	billing, currency, subtotal_minor, tax_percent, tax_minor, shipping_minor, total_minor, created_at, due_reminder_at`

type newOrder struct {
	Row
	Items         pg.JSON[[]itemRow] `db:"items"`
	DueReminderAt time.Time          `db:"due_reminder_at"`
	RemindAt      *time.Time         `db:"remind_at"`
	// The reservation if the buyer's address isn't verified.
	UnverifiedUntil    time.Time  `db:"unverified_until"`
	UnverifiedRemindAt *time.Time `db:"unverified_remind_at"`
}

// keyClaim claims an idempotency key for an order. The request is a hash of the input.
type keyClaim struct {
	UserID    string    `db:"user_id"`
	Key       string    `db:"key"`
	Request   []byte    `db:"request"`
	OrderID   string    `db:"order_id"`
	ExpiresAt time.Time `db:"expires_at"`
	Now       time.Time `db:"now"`
}

// Place orders the contents of the actor's cart: it takes the stock, empties the cart and queues the confirmation in
// one transaction. A call with the same key within 24 hours returns the order of the first call. Errors: shop.Errors
// for the input, CART_EMPTY, OUT_OF_STOCK, PRICE_CHANGED, KEY_REUSED.
func (s *Store) Place(ctx context.Context, actor shop.Actor, in shop.OrderPlaceInput) (order shop.Order, err error) {
	if err := actor.NeedUser(); err != nil {
		return order, err
	}
	if in, err = in.Normal(); err != nil {
		return order, err
	}
	var again bool
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		order, again, err = s.placeOrder(ctx, tx, actor, in)
		return err
	})
	if err != nil {
		return shop.Order{}, fmt.Errorf("place order: %w", err)
	}
	if !again {
		s.Sales.Count(order.TotalPrice)
	}
	return order, nil
}

// placeOrder returns the order of the key, and whether it was placed before.
func (s *Store) placeOrder(ctx context.Context, tx pg.Querier, actor shop.Actor,
	in shop.OrderPlaceInput) (order shop.Order, again bool, err error) {
	// The cart is locked first: a repeated request waits here until the first one has finished.
	if err := s.carts.Lock(ctx, tx, actor.UserID); err != nil {
		return order, false, err
	}
	id, err := pg.NewID()
	if err != nil {
		return order, false, err
	}
	if made, err := s.claimOrderKey(ctx, tx, actor, in, id); err != nil || made != "" {
		if err != nil {
			return order, false, err
		}
		order, err = s.OrderOf(ctx, tx, actor, made)
		return order, true, err
	}
	contents, err := s.carts.Take(ctx, tx, actor.UserID)
	if err != nil {
		return order, false, err
	}
	order, err = contents.Order(in, actor, s.db.Now())
	if err != nil {
		return order, false, err
	}
	if err := s.Insert(ctx, tx, id, &order); err != nil {
		return order, false, err
	}
	return order, false, s.linkPrepared(ctx, tx, order)
}

// Insert writes a new order, takes its stock, publishes the events and queues the confirmation. An order that costs
// nothing is paid at once. The products of the order must be locked.
func (s *Store) Insert(ctx context.Context, tx pg.Querier, id string, order *shop.Order) error {
	if err := s.insertOrder(ctx, tx, id, order); err != nil {
		return err
	}
	events, err := s.moveStock(ctx, tx, *order, shop.StockTaken)
	if err != nil {
		return err
	}
	if err := s.db.Publish(ctx, tx, append(events, shop.OrderPlaced(*order))...); err != nil {
		return err
	}
	if *order, err = s.Settle(ctx, tx, *order, nil); err != nil { // nothing is open if it costs nothing
		return err
	}
	to := shop.Recipient{Name: order.Buyer.Name, Email: order.Buyer.Email}
	return s.db.Enqueue(ctx, tx, shop.OrderConfirmationMail{To: to, Order: *order})
}

// recipient returns the name and the address of an account, as the recipient of an email.
func (s *Store) recipient(ctx context.Context, tx pg.Querier, userID string) (shop.Recipient, error) {
	user, err := s.users.ByID(ctx, tx, userID)
	return shop.Recipient{Name: user.Name, Email: user.Email}, err
}

// claimOrderKey returns the ID of the order that was placed with the key, or an empty string when the key has been
// claimed for the order id.
func (s *Store) claimOrderKey(ctx context.Context, tx pg.Querier, actor shop.Actor, in shop.OrderPlaceInput,
	id string) (string, error) {
	text, err := json.Marshal(in)
	if err != nil {
		return "", err
	}
	request, now := sha256.Sum256(text), s.db.Now()
	claim := keyClaim{UserID: actor.UserID, Key: in.IdempotencyKey, Request: request[:], OrderID: id,
		ExpiresAt: now.Add(shop.IdempotencyHours * time.Hour), Now: now}
	claimed, err := tx.Exec(ctx, claimOrderKey, claimOrderKey.Args(claim)...)
	if err != nil || claimed == 1 {
		return "", err
	}
	var held keyClaim
	if err := tx.Get(ctx, &held, orderKey, actor.UserID, in.IdempotencyKey); err != nil {
		return "", err
	}
	if string(held.Request) != string(request[:]) {
		return "", &shop.Error{Code: shop.KeyReused, Field: "idempotencyKey",
			Message: "This idempotency key was already used for another order"}
	}
	return held.OrderID, nil
}

// insertOrder writes a new order with its lines, and sets what the database adds to it.
func (s *Store) insertOrder(ctx context.Context, tx pg.Querier, id string, o *shop.Order) error {
	items := o.OrderItems
	rows := make([]itemRow, len(items))
	for i := range items {
		var err error
		if items[i].ID, err = pg.NewID(); err != nil {
			return err
		}
		rows[i] = newItemRow(items[i], id)
	}
	held, unverified := s.db.Terms.Reserve(o.CreatedAt, true), s.db.Terms.Reserve(o.CreatedAt, false)
	row := Row{ID: id, UserID: &o.Buyer.ID, Status: string(o.Status), CreatedAt: o.CreatedAt,
		Currency: o.TotalPrice.Currency, SubtotalMinor: o.Subtotal.Minor, TaxPercent: o.TaxPercent,
		TaxMinor: o.Tax.Minor, ShippingMinor: o.Shipping.Minor, TotalMinor: o.TotalPrice.Minor,
		Billing: pg.JSON[shop.BillingInfo]{V: o.BillingInfo}, ReservedUntil: &held.Until}.withAddress(o.ShippingInfo)
	placed := newOrder{row, pg.JSON[[]itemRow]{V: rows}, shop.DueReminder(o.CreatedAt), held.RemindAt,
		unverified.Until, unverified.RemindAt}
	if err := tx.Get(ctx, &row, insertOrder, insertOrder.Args(placed)...); err != nil {
		return err
	}
	*o = s.Order(row)
	o.OrderItems = items
	return s.payTo(ctx, tx, []shop.Order{*o}) // sets it in *o.Payment
}

// moveStock takes the stock for the lines of an order, or returns it, queues the emails that follow, and returns the
// events to publish. The products must be locked.
func (s *Store) moveStock(ctx context.Context, tx pg.Querier, o shop.Order, move shop.StockMove) ([]shop.Event, error) {
	var ids pq.StringArray
	var quantities pq.Int64Array
	for _, item := range o.OrderItems {
		if item.TakesStock() {
			ids = append(ids, *item.ProductID)
			quantities = append(quantities, int64(move)*int64(item.Quantity))
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []struct {
		catalogue.ProductRow
		Before int `db:"before"`
	}
	if err := tx.Select(ctx, &rows, takeStock, ids, quantities); err != nil {
		return nil, base.Refusal(err)
	}
	events, changes := make([]shop.Event, len(rows)), make([]shop.StockChange, len(rows))
	for i := range rows {
		after := s.catalogue.Product(&rows[i].ProductRow)
		before := after
		before.Stock = rows[i].Before
		events[i], changes[i] = shop.StockChanged(after.ID, after.Stock), shop.NewStockChange(before, after)
	}
	return events, s.catalogue.StockChanged(ctx, tx, changes...)
}

// LockProducts locks products, so that their stock and prices do not change until the commit.
func (s *Store) LockProducts(ctx context.Context, tx pg.Querier, ids []string) error {
	_, err := tx.Exec(ctx, lockProducts, pq.StringArray(ids))
	return err
}
