package quote

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	quoteIDs   = pg.IDs[shop.Quote]{Column: "q.number", Kind: "text", Of: func(q shop.Quote) string { return q.Number }}
	quotedAt   = func(q shop.Quote) time.Time { return q.CreatedAt }
	quoteSorts = map[shop.QuoteSort]pg.Sort[shop.Quote]{
		shop.QuotesNewest: pg.ByTime("q.created_at", true, quotedAt),
		shop.QuotesOldest: pg.ByTime("q.created_at", false, quotedAt),
		shop.QuotesDue: base.ByDue("q.", func(q shop.Quote) (*time.Time, *time.Time) {
			return q.ReplyBy, q.RepliedAt
		}),
	}
	answerQuote = pg.Prepared(`UPDATE quotes AS q SET replied_at = coalesce(q.replied_at, $2)
		WHERE q.number = $1 RETURNING ` + columns)
)

// quotesListing returns the query for the quotes that match the filter, if the actor may list them.
func quotesListing(actor shop.Actor, filter shop.QuoteFilter) (pg.List, error) {
	l := pg.List{From: "quotes q"}
	if err := actor.Need(shop.ReadQuotes); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	pg.AndIf(&l, "(q.replied_at IS NOT NULL) = %s", filter.Answered)
	l.AndContains("quote_text(q.number, q.name, q.email, q.company)", search)
	return l, err
}

// All returns a page of all quotes. Requires ReadQuotes.
func (s *Store) All(
	ctx context.Context, actor shop.Actor, filter shop.QuoteFilter, sort shop.QuoteSort, args shop.PageArgs,
) (shop.Page[shop.Quote], error) {
	l, err := quotesListing(actor, filter)
	if err != nil {
		return shop.Page[shop.Quote]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, columns, l, quoteSorts[sort], quoteIDs, args.In("quotes", string(sort)),
		func(rows []quoteRow) ([]shop.Quote, error) {
			return s.withLines(ctx, s.db.Pool(), rows)
		})
}

// Answer records that the company has followed up a quote; later calls keep the time of the first one. Requires
// WriteQuotes.
func (s *Store) Answer(ctx context.Context, actor shop.Actor, in shop.QuoteAnswerInput) (quote shop.Quote, err error) {
	if err := actor.Need(shop.WriteQuotes); err != nil {
		return quote, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		answered, id, err := s.readQuote(ctx, tx, answerQuote, in.Number, s.db.Now())
		if err != nil {
			return err
		}
		quote = answered
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventQuoteAnswered, id))
	})
	switch {
	case pg.NoRows(err):
		return quote, shop.UnknownQuote()
	case err != nil:
		return quote, fmt.Errorf("answer a quote: %w", err)
	}
	return quote, nil
}
