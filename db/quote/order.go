package quote

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// A repeated request waits here until the transaction of the first one has ended.
	lockQuote = pg.Prepared(`SELECT ` + columns + ` FROM quotes q WHERE ` + visibleQuote + ` FOR UPDATE OF q`)
	useQuote  = pg.Prepared(`UPDATE quotes SET order_id = $2, replied_at = coalesce(replied_at, $3) WHERE id = $1`)
)

// Order turns a quote into an order at the quote's prices; it takes the stock and queues the confirmation in the same
// transaction. A quote becomes at most one order; a repeated call by its buyer returns that order. The actor must be
// signed in and must be allowed to see the quote. Errors: shop.Errors for the input, NOT_FOUND, NOT_ALLOWED, EXPIRED,
// NOT_FOR_SALE, OUT_OF_STOCK, CONFLICT if the offer has changed since the buyer read it.
func (s *Store) Order(ctx context.Context, actor shop.Actor, in shop.QuoteOrderInput) (order shop.Order, err error) {
	if err := actor.NeedUser(); err != nil {
		return order, err
	}
	if in, err = in.Normal(); err != nil {
		return order, err
	}
	var existing bool
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		order, existing, err = s.orderQuote(ctx, tx, actor, in)
		return err
	})
	if err != nil {
		return shop.Order{}, fmt.Errorf("order quote: %w", err)
	}
	if !existing {
		s.orders.Sales.Count(order.TotalPrice)
	}
	return order, nil
}

// orderQuote returns the order of the quote, and whether it already existed.
func (s *Store) orderQuote(
	ctx context.Context, tx pg.Querier, actor shop.Actor, in shop.QuoteOrderInput,
) (order shop.Order, existing bool, err error) {
	args, err := visibleQuoteArgs(actor, shop.WriteQuotes, in.Number, in.Key)
	if err != nil {
		return order, false, err
	}
	quote, quoteID, err := s.readQuote(ctx, tx, lockQuote, args...)
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
	if order, err = quote.Order(products, in, actor, s.db.Now()); err != nil {
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

// lockedProducts reads the products of a quote and locks them, so that their stock can't change until the commit.
func (s *Store) lockedProducts(
	ctx context.Context, tx pg.Querier, quote shop.Quote,
) (map[string]shop.Product, error) {
	ids := quote.ProductIDs()
	if err := s.orders.LockProducts(ctx, tx, ids); err != nil {
		return nil, err
	}
	return s.catalogue.ProductsIn(ctx, tx, ids)
}
