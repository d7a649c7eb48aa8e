package db

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/shop"
)

var (
	lockOrder         = prepared(`SELECT ` + orderColumns + ` FROM orders o WHERE o.id = $1 AND (o.user_id = $2 OR $3) FOR UPDATE`)
	setOrderStatus    = prepared(`UPDATE orders SET status = $2, version = $3 WHERE id = $1`)
	insertOrderChange = prepared(`INSERT INTO order_changes (id, order_id, actor_id, from_status, to_status, version, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`)
)

// CancelOrder calls an order off and gives its stock back. Its buyer and admins, as long as shop's table allows; NOT_FOUND
// for everybody else.
func (s *Store) CancelOrder(ctx context.Context, actor shop.Actor, in shop.OrderCancelInput) (shop.Order, error) {
	if err := actor.NeedUserOr(shop.WriteOrders); err != nil {
		return shop.Order{}, err
	}
	return s.moveOrder(ctx, actor, in.ID, shop.OrderCancelled, nil)
}

// UpdateOrderStatus moves an order on. Admins only. CONFLICT when its version is not the one that was read.
func (s *Store) UpdateOrderStatus(ctx context.Context, actor shop.Actor, in shop.OrderStatusUpdateInput) (shop.Order, error) {
	if err := actor.Need(shop.WriteOrders); err != nil {
		return shop.Order{}, err
	}
	return s.moveOrder(ctx, actor, in.ID, in.Status, &in.Version)
}

func (s *Store) moveOrder(ctx context.Context, actor shop.Actor, id string, to shop.OrderStatus,
	version *int) (order shop.Order, err error) {
	if !isUUID(id) {
		return order, shop.UnknownOrder()
	}
	err = s.inTxOf(ctx, actor, func(tx runner) error {
		var row orderRow
		switch err := tx.get(ctx, &row, lockOrder, id, actor.Account(), actor.Runs(shop.WriteOrders)); {
		case noRows(err):
			return shop.UnknownOrder()
		case err != nil:
			return err
		}
		orders := []shop.Order{s.order(row)}
		if err := s.fillOrderItems(ctx, tx, orders); err != nil {
			return err
		}
		order = orders[0]
		if version != nil && *version != order.Version {
			return &shop.Error{Code: shop.Conflict, Field: "version", Message: "Somebody else has changed this order. Please look at it again."}
		}
		restock, err := order.Step(actor, to)
		if err != nil {
			return err
		}
		var events []shop.Event
		if restock {
			if events, err = s.restock(ctx, tx, order); err != nil {
				return err
			}
		}
		changeID, err := newID()
		if err != nil {
			return err
		}
		from := order.Status
		order.Status, order.Version = to, order.Version+1
		if _, err := tx.exec(ctx, setOrderStatus, id, to, order.Version); err != nil {
			return err
		}
		if _, err = tx.exec(ctx, insertOrderChange, changeID, id, actor.Account(), from, to, order.Version, s.now()); err != nil {
			return err
		}
		if err := s.tell(ctx, tx, append(events, shop.OrderStatusChanged(order, from))...); err != nil {
			return err
		}
		if order.Buyer.Deleted {
			return nil // nobody is left to write to
		}
		buyer, err := s.recipient(ctx, tx, order.Buyer.ID)
		if err != nil {
			return err
		}
		return s.enqueue(ctx, tx, shop.OrderStatusMail{To: buyer, OrderID: id, Number: order.Number, Status: to})
	})
	if err != nil {
		return shop.Order{}, fmt.Errorf("change order: %w", err)
	}
	order.Payment = s.terms.Payment.Instructions(order)
	return order.SeenBy(actor), nil
}

// restock locks the products in the same order as everybody, then gives their units back, and returns what to tell of it.
func (s *Store) restock(ctx context.Context, tx runner, order shop.Order) ([]shop.Event, error) {
	var ids pq.StringArray
	for _, item := range order.OrderItems {
		if item.ProductID != nil {
			ids = append(ids, *item.ProductID)
		}
	}
	if _, err := tx.exec(ctx, lockProducts, ids); err != nil {
		return nil, err
	}
	return s.moveStock(ctx, tx, order, -1)
}
