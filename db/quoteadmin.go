package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

var (
	quoteIDs  = ids[shop.Quote]{"q.number", "text", func(q shop.Quote) string { return q.Number }}
	quotedAt  = func(q shop.Quote) time.Time { return q.CreatedAt }
	quoteWays = map[shop.QuoteSort]ordering[shop.Quote]{
		shop.QuotesNewest: byTime("q.created_at", true, quotedAt),
		shop.QuotesOldest: byTime("q.created_at", false, quotedAt),
		shop.QuotesDue:    byDue("q.", func(q shop.Quote) (*time.Time, *time.Time) { return q.ReplyBy, q.RepliedAt }),
	}
	answerQuote = prepared(`UPDATE quotes AS q SET replied_at = coalesce(q.replied_at, $2) WHERE q.number = $1 RETURNING ` + quoteColumns)
)

// quotesListing is what the actor may list of the quotes that match.
func quotesListing(actor shop.Actor, filter shop.QuoteFilter) (listing, error) {
	l := listing{from: "quotes q"}
	if err := actor.NeedAdmin(); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	given(&l, "(q.replied_at IS NOT NULL) = %s", filter.Answered)
	l.somewhere("quote_text(q.number, q.name, q.email, q.company)", search)
	return l, err
}

// Quotes returns a page of all quotes. Admins only.
func (s *Store) Quotes(ctx context.Context, actor shop.Actor, filter shop.QuoteFilter, sort shop.QuoteSort,
	args shop.PageArgs) (shop.Page[shop.Quote], error) {
	l, err := quotesListing(actor, filter)
	if err != nil {
		return shop.Page[shop.Quote]{}, err
	}
	return readList(ctx, s, quoteColumns, l, quoteWays[sort], quoteIDs, args.In("quotes", string(sort)), func(rows []quoteRow) ([]shop.Quote, error) {
		return s.withLines(ctx, s.pool(), rows)
	})
}

// CountQuotes returns how many quotes match, up to shop.MaxCount. Admins only.
func (s *Store) CountQuotes(ctx context.Context, actor shop.Actor, filter shop.QuoteFilter) (int, error) {
	l, err := quotesListing(actor, filter)
	if err != nil {
		return 0, err
	}
	return s.countList(ctx, l)
}

// AnswerQuote notes that the company has followed up a quote; the first time counts. Admins only.
func (s *Store) AnswerQuote(ctx context.Context, actor shop.Actor, in shop.QuoteAnswerInput) (quote shop.Quote, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return quote, err
	}
	err = s.inTxOf(ctx, actor, func(tx runner) error {
		answered, id, err := s.readQuote(ctx, tx, answerQuote, in.Number, s.now())
		if err != nil {
			return err
		}
		quote = answered
		return s.tell(ctx, tx, shop.Happened(shop.EventQuoteAnswered, id))
	})
	switch {
	case noRows(err):
		return quote, shop.UnknownQuote()
	case err != nil:
		return quote, fmt.Errorf("answer a quote: %w", err)
	}
	return quote, nil
}
