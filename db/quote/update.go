package quote

import (
	"context"
	"fmt"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	quoteToUpdate = pg.Prepared(`SELECT ` + columns + ` FROM quotes q WHERE q.number = $1 FOR UPDATE OF q`)
	updateQuote   = pg.Prepared(`UPDATE quotes SET version = coalesce(version, 1) + 1, subtotal_minor = $2,
		tax_minor = $3, total_minor = $4, valid_until = $5 WHERE id = $1`)
	updateQuoteLine = pg.Prepared(`UPDATE quote_lines SET price_minor = $3, list_price_minor = $4
		WHERE quote_id = $1 AND position = $2`)
)

// Update offers other prices in a quote and extends its validity. It returns the quote with the key of a new link to
// it. Requires WriteQuotes. Errors: NOT_FOUND, those of shop.Quote.Updated.
func (s *Store) Update(
	ctx context.Context, actor shop.Actor, in shop.QuoteUpdateInput,
) (quote shop.Quote, key string, err error) {
	if err := actor.Need(shop.WriteQuotes); err != nil {
		return quote, "", err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		current, id, err := s.readQuote(ctx, tx, quoteToUpdate, in.Number)
		if err != nil {
			return err
		}
		if quote, err = current.Updated(in, s.db.Terms, s.db.Now()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, updateQuote, id, quote.Subtotal.Minor, quote.Tax.Minor, quote.Total.Minor,
			quote.ValidUntil); err != nil {
			return err
		}
		for i, line := range quote.Lines {
			if line.UnitPrice == nil {
				continue
			}
			var list *int64
			if line.ListPrice != nil {
				list = &line.ListPrice.Minor
			}
			if _, err := tx.Exec(ctx, updateQuoteLine, id, i, line.UnitPrice.Minor, list); err != nil {
				return err
			}
		}
		var hash []byte
		key, hash = base.NewToken()
		if _, err := tx.Exec(ctx, insertQuoteLink, hash, id); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.QuoteChanged(id, quote))
	})
	switch {
	case pg.NoRows(err):
		return shop.Quote{}, "", shop.UnknownQuote()
	case err != nil:
		return shop.Quote{}, "", fmt.Errorf("update a quote: %w", err)
	}
	return quote, key, nil
}
