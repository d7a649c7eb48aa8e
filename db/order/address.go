package order

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var setOrderAddress = pg.Prepared(`UPDATE orders SET address = $2, city = $3, postal_code = $4, country = $5,
	version = $6 WHERE id = $1`)

// UpdateAddress changes the delivery address of an order that has not been shipped, and notifies its buyer. The buyer
// and admins may do so; NOT_FOUND for all other users. CONFLICT when the version is not the current one; a refusal is
// returned with the current state of the order. Nothing happens if the order has this address already.
func (s *Store) UpdateAddress(ctx context.Context, actor shop.Actor,
	in shop.OrderAddressUpdateInput) (order shop.Order, err error) {
	if err := actor.NeedUserOr(shop.WriteOrders); err != nil {
		return order, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if order, err = s.lock(ctx, tx, actor, in.ID); err != nil {
			return err
		}
		if err := order.AddressChange(actor); err != nil {
			return err
		}
		in, err := in.Normal()
		if err != nil {
			return err
		}
		to := shop.ShippingInfo(in.ShippingInfo)
		switch {
		case order.ShippingInfo == to:
			return nil
		case in.Version != order.Version:
			return shop.StaleOrder()
		}
		order.ShippingInfo, order.Version = to, order.Version+1
		return s.setAddress(ctx, tx, order, actor.Account())
	})
	if err != nil && shop.UserErrors(err) == nil {
		return shop.Order{}, fmt.Errorf("change address of order: %w", err)
	}
	return order.SeenBy(actor), err
}

// setAddress writes the address and the version of a locked order, updates the history, publishes the event and queues
// the email. by is the account that makes the change.
func (s *Store) setAddress(ctx context.Context, tx pg.Querier, order shop.Order, by *string) error {
	to := order.ShippingInfo
	if _, err := tx.Exec(ctx, setOrderAddress, order.ID, to.Address, to.City, to.PostalCode, to.Country,
		order.Version); err != nil {
		return err
	}
	if err := s.record(ctx, tx, order, order.Status, by); err != nil {
		return err
	}
	if err := s.db.Publish(ctx, tx, shop.OrderAddressChanged(order)); err != nil {
		return err
	}
	if order.Buyer.Deleted {
		return nil
	}
	buyer, err := s.recipient(ctx, tx, order.Buyer.ID)
	if err != nil {
		return err
	}
	return s.db.Enqueue(ctx, tx, shop.OrderAddressMail{To: buyer, OrderID: order.ID, Number: order.Number,
		ShippingInfo: to})
}
