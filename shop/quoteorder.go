package shop

import (
	"fmt"
	"time"
)

// QuoteOrderInput converts a quote to an order. It names the quote by its number and the key of a link to it.
type QuoteOrderInput struct {
	Number       string
	Key          *string
	ShippingInfo ShippingInfoInput
}

// Normal returns the input trimmed, or all its errors.
func (in QuoteOrderInput) Normal() (QuoteOrderInput, error) {
	var c checker
	in.Number = c.text("number", "Number", in.Number, 30, true)
	in.ShippingInfo = ShippingInfoInput(in.ShippingInfo.normal(&c))
	return in, c.found.Err()
}

// Order creates an order with the quote's prices and the current state of its products, by ID. The error is that of
// Obstacles.
func (q Quote) Order(products map[string]Product, to ShippingInfoInput, buyer Actor, now time.Time) (Order, error) {
	if err := q.Obstacles(products).Err(); err != nil {
		return Order{}, err
	}
	o := Order{Buyer: Buyer{ID: buyer.UserID}, Status: OrderPendingPayment, Version: 1, CreatedAt: now,
		ShippingInfo: ShippingInfo(to), Subtotal: q.Subtotal, TaxPercent: q.TaxPercent, Tax: q.Tax,
		Shipping: q.Shipping, TotalPrice: q.Total}
	at := map[string]int{}
	for _, line := range q.Lines {
		p := products[*line.ProductID]
		// A product must have only one line of an order, so that its stock is taken once.
		if i, known := at[p.ID]; known {
			o.OrderItems[i].Quantity += line.Quantity
			continue
		}
		at[p.ID] = len(o.OrderItems)
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &p.ID, ProductName: line.ProductName,
			Quantity: line.Quantity, Price: *line.UnitPrice, IsPreorder: p.IsPreorder,
			ExpectedDelivery: p.ExpectedDelivery})
	}
	return o, nil
}

// Obstacles returns the reasons why a quote can't be ordered now, given the current state of its products, by ID: it
// was already ordered, it had expired when it was read, or its lines can't be ordered. Changed prices are no reason,
// because the quote's prices are binding.
func (q Quote) Obstacles(products map[string]Product) (found Errors) {
	switch {
	case q.OrderID != nil:
		return Errors{{Code: NotAllowed, Field: "number",
			Message: fmt.Sprintf("The quote %s has been ordered already", q.Number)}}
	case q.Expired:
		return Errors{{Code: Expired, Field: "number",
			Message: fmt.Sprintf("The quote %s was valid until %s. Please ask for a new one.",
				q.Number, q.validUntil())}}
	}
	quantities := map[string]int{}
	for _, line := range q.Lines {
		if line.ProductID != nil {
			quantities[*line.ProductID] += line.Quantity
		}
	}
	seen := map[string]bool{}
	add := func(err *Error) {
		if err != nil && !seen[err.Message] {
			seen[err.Message] = true
			found = append(found, err)
		}
	}
	for _, line := range q.Lines {
		if line.Recurring() {
			add(&Error{Code: NotForSale,
				Message: fmt.Sprintf(
					"%s is quoted with a plan that is paid by the month. Such a plan is agreed in person: "+
						"please place a pre-order with it, or contact us.", line.ProductName)})
			continue
		}
		p, ok := Product{}, false
		if line.ProductID != nil {
			p, ok = products[*line.ProductID]
		}
		if !ok {
			add(&Error{Code: NotForSale, Message: line.ProductName + " is not in the catalogue any more"})
			continue
		}
		add(CartItem{Product: p, Quantity: quantities[p.ID]}.available())
	}
	return found
}

// ExpiredAt reports whether the prices are no longer valid.
func (q Quote) ExpiredAt(now time.Time) bool { return !now.Before(q.ValidUntil) }

// Ordered reports whether the quote was converted to an order.
func (q Quote) Ordered() bool { return q.OrderID != nil }

// validUntil formats the end of validity for users: March 1, 2026, 09:00 UTC.
func (q Quote) validUntil() string { return q.ValidUntil.UTC().Format("January 2, 2006, 15:04 UTC") }

// PriceChanged reports whether the product's price differs from the quoted one or is no longer known. A rented line has
// no price of its own.
func (l QuoteLine) PriceChanged(now *Product) bool {
	return l.UnitPrice != nil && (now == nil || now.Price == nil || *now.Price != *l.UnitPrice)
}
