package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	lockOrder = pg.Prepared(`SELECT ` + Columns + ` FROM orders o WHERE o.id = $1 AND (o.user_id = $2 OR $3)
		FOR UPDATE`)
	paymentUnderWay = pg.Prepared(`SELECT EXISTS (
		SELECT FROM online_movements WHERE order_id = $1 AND kind = 'PAYMENT' AND state = 'PENDING')`)
	refundUnderWay = pg.Prepared(`SELECT EXISTS (
		SELECT FROM payments p JOIN online_movements m ON m.payment_id = p.online_id
		WHERE p.order_id = $1 AND m.kind = 'REFUND' AND m.state = 'PENDING')`)
	setOrderStatus = pg.Named(Row{}, `UPDATE orders SET status = :status, version = :version,
		expired_at = :expired_at, carrier = :carrier, tracking_url = :tracking_url WHERE id = :id`)
	insertOrderChange = pg.Named(orderChange{}, `INSERT INTO order_changes `+pg.Values(pg.Columns[orderChange]()...))
)

// orderChange is a row of order_changes.
type orderChange struct {
	ID        string           `db:"id"`
	OrderID   string           `db:"order_id"`
	ActorID   *string          `db:"actor_id"`
	From      shop.OrderStatus `db:"from_status"`
	To        shop.OrderStatus `db:"to_status"`
	Version   int              `db:"version"`
	CreatedAt time.Time        `db:"created_at"`
}

// Cancel cancels an order and returns its stock. Requires its buyer or shop.WriteOrders; NOT_FOUND for all other users.
// NOT_ALLOWED if its status can't become cancelled.
func (s *Store) Cancel(ctx context.Context, actor shop.Actor, in shop.OrderCancelInput) (shop.Order, error) {
	if err := actor.NeedUserOr(shop.WriteOrders); err != nil {
		return shop.Order{}, err
	}
	return s.moveOrder(ctx, actor, shop.OrderStatusUpdateInput{ID: in.ID, Status: shop.OrderCancelled}, false)
}

// UpdateStatus changes the status of an order. Requires shop.WriteOrders, and of staff also shop.WritePayments for paid
// and refunded. CONFLICT when the version is not the current one; a refusal is returned with the current state of the
// order.
func (s *Store) UpdateStatus(ctx context.Context, actor shop.Actor,
	in shop.OrderStatusUpdateInput) (shop.Order, error) {
	if err := actor.Need(shop.WriteOrders); err != nil {
		return shop.Order{}, err
	}
	return s.moveOrder(ctx, actor, in, true)
}

func (s *Store) moveOrder(ctx context.Context, actor shop.Actor, in shop.OrderStatusUpdateInput,
	versioned bool) (order shop.Order, err error) {
	to := in.Status
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if order, err = s.lock(ctx, tx, actor, in.ID); err != nil {
			return err
		}
		if versioned && in.Version != order.Version {
			return shop.StaleOrder()
		}
		stock, err := order.Step(actor, to)
		if err != nil {
			return err
		}
		shipped, err := in.Over(order)
		if err != nil {
			return err
		}
		switch to {
		case shop.OrderCancelled, shop.OrderPaid:
			err = s.noPaymentUnderWay(ctx, tx, order)
		case shop.OrderRefunded:
			err = s.noRefundUnderWay(ctx, tx, order)
		}
		if err != nil {
			return err
		}
		payments := order.ManualPayments(to)
		if order, err = s.setStatus(ctx, tx, shipped, to, stock, actor.Account()); err != nil {
			return err
		}
		order, err = s.pay(ctx, tx, order, shop.Payment{Source: shop.PaidManually, ActorID: actor.Account(),
			PaidAt: s.db.Now(), Returned: to == shop.OrderRefunded}, payments...)
		return err
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.Order{}, fmt.Errorf("change order: %w", err)
	}
	return order.SeenBy(actor), err
}

// noPaymentUnderWay refuses a change that an online payment under way would contradict.
func (s *Store) noPaymentUnderWay(ctx context.Context, tx pg.Querier, order shop.Order) error {
	var underWay bool
	if err := tx.Get(ctx, &underWay, paymentUnderWay, order.ID); err != nil || !underWay {
		return err
	}
	return shop.PaymentUnderWay()
}

// noRefundUnderWay refuses a change that an online refund under way would contradict.
func (s *Store) noRefundUnderWay(ctx context.Context, tx pg.Querier, order shop.Order) error {
	var underWay bool
	if err := tx.Get(ctx, &underWay, refundUnderWay, order.ID); err != nil || !underWay {
		return err
	}
	return shop.RefundUnderWay()
}

// lock reads an order that the actor may change, and locks it until the commit; NOT_FOUND when there is none.
func (s *Store) lock(ctx context.Context, tx pg.Querier, actor shop.Actor, id string) (shop.Order, error) {
	if !pg.IsUUID(id) {
		return shop.Order{}, shop.UnknownOrder()
	}
	var row Row
	switch err := tx.Get(ctx, &row, lockOrder, id, actor.Account(), actor.Runs(shop.WriteOrders)); {
	case pg.NoRows(err):
		return shop.Order{}, shop.UnknownOrder()
	case err != nil:
		return shop.Order{}, err
	}
	orders := []shop.Order{s.Order(row)}
	if err := s.recount(ctx, tx, orders); err != nil {
		return orders[0], err
	}
	err := s.fill(ctx, tx, orders)
	return orders[0], err
}

// setStatus sets the status of a locked order, which package shop must have allowed, updates stock and history,
// publishes the events and queues the email. by is the account that makes the change, nil when the shop itself cancels
// an unpaid order.
func (s *Store) setStatus(ctx context.Context, tx pg.Querier, order shop.Order, to shop.OrderStatus,
	stock shop.StockMove, by *string) (shop.Order, error) {
	var events []shop.Event
	var err error
	if stock != shop.StockStays {
		if events, err = s.moveStockOf(ctx, tx, order, stock); err != nil {
			return order, err
		}
	}
	now, from, refunded := s.db.Now(), order.Status, order.Refunded()
	order.Status, order.Version = to, order.Version+1
	order.Changes = append(slices.Clip(order.Changes),
		shop.OrderChange{Status: to, Version: order.Version, CreatedAt: now})
	switch {
	case to == shop.OrderCancelled && by == nil:
		order.ExpiredAt = &now
	case to == shop.OrderPaid:
		order.ExpiredAt = nil
	}
	order = withPayment(order)
	if _, err := tx.Exec(ctx, setOrderStatus, setOrderStatus.Args(Row{ID: order.ID, Status: string(to),
		Version: order.Version, ExpiredAt: order.ExpiredAt, Carrier: order.Carrier,
		TrackingURL: order.TrackingURL})...); err != nil {
		return order, err
	}
	if err := s.record(ctx, tx, order, from, by); err != nil {
		return order, err
	}
	if to.ChangesBuyers() && !order.Buyer.Deleted {
		reviews, err := s.catalogue.VerifyReviews(ctx, tx, order)
		if err != nil {
			return order, err
		}
		events = append(events, reviews...)
	}
	if err := s.db.Publish(ctx, tx, append(events, shop.OrderStatusChanged(order, from))...); err != nil {
		return order, err
	}
	if order.Buyer.Deleted {
		return order, nil // the account has been deleted: there is no recipient
	}
	buyer, err := s.recipient(ctx, tx, order.Buyer.ID)
	if err != nil {
		return order, err
	}
	mail := shop.OrderStatusMail{To: buyer, OrderID: order.ID, Number: order.Number, Status: to,
		Unpaid: order.Lapsed()}
	switch to {
	case shop.OrderShipped:
		mail.Shipment = order.Shipment()
	case shop.OrderRefunded:
		mail.Refunded = refunded
	}
	return order, s.db.Enqueue(ctx, tx, mail)
}

// record adds the order's version to its history. A change of address or shipment keeps the status. by is the account
// that made the change.
func (s *Store) record(ctx context.Context, tx pg.Querier, o shop.Order, from shop.OrderStatus, by *string) error {
	id, err := pg.NewID()
	if err != nil {
		return err
	}
	change := orderChange{ID: id, OrderID: o.ID, ActorID: by, From: from, To: o.Status, Version: o.Version,
		CreatedAt: s.db.Now()}
	_, err = tx.Exec(ctx, insertOrderChange, insertOrderChange.Args(change)...)
	return err
}

// moveStockOf locks the products of an order in ID order, moves their stock, and returns the events to publish.
func (s *Store) moveStockOf(ctx context.Context, tx pg.Querier, order shop.Order,
	move shop.StockMove) ([]shop.Event, error) {
	if move == shop.StockTaken {
		if err := order.Retakes(); err != nil {
			return nil, err
		}
	}
	var ids []string
	for _, item := range order.OrderItems {
		if item.ProductID != nil {
			ids = append(ids, *item.ProductID)
		}
	}
	if err := s.LockProducts(ctx, tx, ids); err != nil {
		return nil, err
	}
	events, err := s.moveStock(ctx, tx, order, move)
	var refused *shop.Error
	if move == shop.StockTaken && errors.As(err, &refused) && refused.Code == shop.OutOfStock {
		err = order.LatePayment()
	}
	return events, err
}
