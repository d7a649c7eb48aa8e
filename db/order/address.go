package order

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var setOrderAddress = pg.Named(Row{}, `UPDATE orders SET address = :address, city = :city,
	postal_code = :postal_code, country = :country, recipient = :recipient, company = :company, phone = :phone,
	notes = :notes, version = :version WHERE id = :id`)

// UpdateAddress changes the delivery address of an order that has not been shipped, and notifies its buyer. Requires
// its buyer or shop.WriteOrders; NOT_FOUND for all other users. CONFLICT when the version is not the current one; a
// refusal is returned with the current state of the order. Nothing happens if the order has this address already.
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
		to := in.ShippingInfo.Over(order.ShippingInfo)
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
	row := Row{ID: order.ID, Version: order.Version}.withAddress(order.ShippingInfo)
	if _, err := tx.Exec(ctx, setOrderAddress, setOrderAddress.Args(row)...); err != nil {
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
		ShippingInfo: order.ShippingInfo})
}
