package quote

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Whoever presses again waits here until the first order is through.
	lockQuote = pg.Prepared(`SELECT ` + columns + ` FROM quotes q WHERE ` + visibleQuote + ` FOR UPDATE OF q`)
	useQuote  = pg.Prepared(`UPDATE quotes SET order_id = $2, replied_at = coalesce(replied_at, $3) WHERE id = $1`)
)

// Order turns a quote into an order at its prices: stock taken, confirmation queued, in one transaction. A quote becomes one
// order; the buyer of that one gets it again. For whoever is signed in and may see the quote. Errors: shop.Errors for the input,
// NOT_FOUND, NOT_ALLOWED, EXPIRED, NOT_FOR_SALE, OUT_OF_STOCK.
func (s *Store) Order(ctx context.Context, actor shop.Actor, in shop.QuoteOrderInput) (order shop.Order, err error) {
	if err := actor.NeedUser(); err != nil {
		return order, err
	}
	if in, err = in.Normal(); err != nil {
		return order, err
	}
	var again bool
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		order, again, err = s.orderQuote(ctx, tx, actor, in)
		return err
	})
	if err != nil {
		return shop.Order{}, fmt.Errorf("order quote: %w", err)
	}
	if !again {
		s.orders.Sales.Count(order.TotalPrice)
	}
	return order, nil
}

// orderQuote returns the order of the quote, and whether it was made before.
func (s *Store) orderQuote(ctx context.Context, tx pg.Querier, actor shop.Actor, in shop.QuoteOrderInput) (order shop.Order, again bool, err error) {
	asked, err := quoteAsked(actor, in.Number, in.Key)
	if err != nil {
		return order, false, err
	}
	quote, quoteID, err := s.readQuote(ctx, tx, lockQuote, asked...)
	switch {
	case pg.NoRows(err):
		return order, false, shop.UnknownQuote()
	case err != nil:
		return order, false, err
	case quote.Ordered():
		if made, err := s.orders.OrderOf(ctx, tx, actor, *quote.OrderID); err == nil && made.Buyer.ID == actor.UserID {
			return made, true, nil
		}
	}
	products, err := s.lockedProducts(ctx, tx, quote)
	if err != nil {
		return order, false, err
	}
	if order, err = quote.Order(products, in.ShippingInfo, actor, s.db.Now()); err != nil {
		return order, false, err
	}
	id, err := pg.NewID()
	if err != nil {
		return order, false, err
	}
	if err := s.orders.Insert(ctx, tx, id, &order); err != nil {
		return order, false, err
	}
	_, err = tx.Exec(ctx, useQuote, quoteID, id, s.db.Now())
	return order, false, err
}

// lockedProducts reads the products of a quote and locks them, so that stock holds until the commit.
func (s *Store) lockedProducts(ctx context.Context, tx pg.Querier, quote shop.Quote) (map[string]shop.Product, error) {
	ids := quote.ProductIDs()
	if err := s.orders.LockProducts(ctx, tx, ids); err != nil {
		return nil, err
	}
	return s.catalogue.ProductsIn(ctx, tx, ids)
}
