package order

import (
	"context"

	"orrery/shop"
)

// Invoice returns one of the actor's own orders, or any to an admin, if it has an invoice. Errors: those of Get,
// NOT_ALLOWED for a cancelled one.
func (s *Store) Invoice(ctx context.Context, actor shop.Actor, orderID string) (shop.Order, error) {
	order, err := s.Get(ctx, actor, orderID)
	if err != nil {
		return order, err
	}
	return order, order.Invoiced()
}
