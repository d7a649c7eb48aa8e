package shop

import (
	"fmt"
	"slices"
	"time"
)

// MaxQuoteDays limits the validity of a quote, counted from the day on which it is extended.
const MaxQuoteDays = 365

// QuoteUpdateInput offers other prices in a quote and extends its validity.
type QuoteUpdateInput struct {
	Number     string
	Version    int                     // that the caller has read
	Lines      []*QuoteLineUpdateInput // one for each line of the quote, in their order; none to keep all prices
	ValidUntil *time.Time              // nil to keep it
}

// QuoteLineUpdateInput offers another price in a line of a quote.
type QuoteLineUpdateInput struct {
	UnitPrice *string // decimal number of major units; nil to keep it
}

// Updated returns the quote with the prices and the validity of the input, and with the tax rate that it was created
// with. Errors: NOT_ALLOWED if it was ordered or has the prices of another currency, EXPIRED, CONFLICT if it has
// changed since the caller read it, otherwise those of the input.
func (q Quote) Updated(in QuoteUpdateInput, t Terms, now time.Time) (Quote, error) {
	switch err := q.closed(); {
	case err != nil:
		return q, err
	case in.Version != q.Version:
		return q, &Error{Code: Conflict, Field: "version",
			Message: "Someone else changed this quote. Review it and try again."}
	case q.Total.Currency != t.Currency:
		return q, &Error{Code: NotAllowed, Field: "number",
			Message: fmt.Sprintf("Quote %s is in %s, not in %s. Please create a new quote.", q.Number,
				q.Total.Currency, t.Currency)}
	}
	if err := t.SetTaxPercent(q.TaxPercent); err != nil {
		return q, fmt.Errorf("read tax of quote %s: %w", q.Number, err)
	}
	var c checker
	q.Lines = slices.Clone(q.Lines)
	if n := len(in.Lines); n > 0 && n != len(q.Lines) {
		c.add(Invalid, "lines", fmt.Sprintf("The quote has %d lines. Enter a price for each.", len(q.Lines)))
	} else {
		for i, line := range in.Lines {
			q.Lines[i].offer(&c, i, line.UnitPrice, t)
		}
	}
	q.samePrices(&c)
	if until := in.ValidUntil; until != nil {
		if until.Before(q.ValidUntil) || until.After(now.AddDate(0, 0, MaxQuoteDays)) {
			c.add(OutOfRange, "validUntil", fmt.Sprintf("Valid until can't be before %s or more than %d days from now",
				q.validUntil(), MaxQuoteDays))
		}
		q.ValidUntil = *until
	}
	q.Version++
	q.sum(t)
	return q, c.found.Err()
}

// offer sets the price of line i, unless it is nil.
func (l *QuoteLine) offer(c *checker, i int, text *string, t Terms) {
	field := lineField(i, "unitPrice")
	if text == nil {
		return
	}
	if l.UnitPrice == nil {
		c.add(NotAllowed, field, l.ProductName+" is rented at the price of its plan")
		return
	}
	price := c.price(field, text, t)
	if price == nil {
		return
	}
	list := l.CataloguePrice()
	l.UnitPrice, l.ListPrice = price, nil
	if *price != *list {
		l.ListPrice = list
	}
}

// samePrices refuses different prices of a product, which has only one line in an order.
func (q Quote) samePrices(c *checker) {
	prices := map[string]Money{}
	for i, l := range q.Lines {
		if l.ProductID == nil || l.UnitPrice == nil {
			continue
		}
		if other, ok := prices[*l.ProductID]; ok && other != *l.UnitPrice {
			c.add(Invalid, lineField(i, "unitPrice"),
				l.ProductName+" has several lines, which must have the same price")
		}
		prices[*l.ProductID] = *l.UnitPrice
	}
}

// CataloguePrice returns the price of the product when the quote was created, nil for a rental.
func (l QuoteLine) CataloguePrice() *Money {
	if l.ListPrice != nil {
		return l.ListPrice
	}
	return l.UnitPrice
}

// Discount returns by how much the line is cheaper than at the list price, nil if it is not.
func (l QuoteLine) Discount() *Money {
	if l.ListPrice == nil || l.ListPrice.Minor <= l.UnitPrice.Minor {
		return nil
	}
	return new(l.ListPrice.Minus(*l.UnitPrice).Times(l.Quantity))
}
