package order

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var setShipment = pg.Prepared(`UPDATE orders SET carrier = $2, tracking_url = $3, version = $4 WHERE id = $1`)

// UpdateShipment corrects carrier and tracking link of an order that has been shipped. Requires shop.WriteOrders.
// CONFLICT when the version is not the current one; a refusal is returned with the current state of the order. Nothing
// happens if the order has this shipment already.
func (s *Store) UpdateShipment(ctx context.Context, actor shop.Actor,
	in shop.OrderShipmentUpdateInput) (order shop.Order, err error) {
	if err := actor.Need(shop.WriteOrders); err != nil {
		return order, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if order, err = s.lock(ctx, tx, actor, in.ID); err != nil {
			return err
		}
		if err := order.ShipmentChange(); err != nil {
			return err
		}
		to, err := in.Shipment.Over(order)
		switch {
		case err != nil:
			return err
		case to.Carrier == order.Carrier && to.TrackingURL == order.TrackingURL:
			return nil
		case in.Version != order.Version:
			return shop.StaleOrder()
		}
		to.Version++
		if _, err := tx.Exec(ctx, setShipment, to.ID, to.Carrier, to.TrackingURL, to.Version); err != nil {
			return err
		}
		if err := s.record(ctx, tx, to, to.Status, actor.Account()); err != nil {
			return err
		}
		order = to
		return s.db.Publish(ctx, tx, shop.OrderShipmentChanged(order))
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.Order{}, fmt.Errorf("change shipment of order: %w", err)
	}
	return order.SeenBy(actor), err
}
