package shop

import (
	"fmt"
	"time"
)

// QuoteOrderInput turns a quote into an order, by its number and the key of a link to it.
type QuoteOrderInput struct {
	Number       string
	Key          *string
	ShippingInfo ShippingInfoInput
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in QuoteOrderInput) Normal() (QuoteOrderInput, error) {
	var c checker
	in.Number = c.text("number", "Number", in.Number, 30, true)
	in.ShippingInfo = ShippingInfoInput(in.ShippingInfo.normal(&c))
	return in, c.found.Err()
}

// Order freezes a quote at its own prices, with what its products are now, by their ids. Errors: the Obstacles.
func (q Quote) Order(products map[string]Product, to ShippingInfoInput, buyer Actor, now time.Time) (Order, error) {
	if err := q.Obstacles(products).Err(); err != nil {
		return Order{}, err
	}
	o := Order{Buyer: Buyer{ID: buyer.UserID}, Status: OrderPendingPayment, Version: 1, CreatedAt: now, ShippingInfo: ShippingInfo(to),
		Subtotal: q.Subtotal, TaxPercent: q.TaxPercent, Tax: q.Tax, Shipping: q.Shipping, TotalPrice: q.Total}
	at := map[string]int{}
	for _, line := range q.Lines {
		p := products[*line.ProductID]
		// A product is one line of an order, so that its stock is taken once.
		if i, known := at[p.ID]; known {
			o.OrderItems[i].Quantity += line.Quantity
			continue
		}
		at[p.ID] = len(o.OrderItems)
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &p.ID, ProductName: line.ProductName, Quantity: line.Quantity,
			Price: *line.UnitPrice, IsPreorder: p.IsPreorder, ExpectedDelivery: p.ExpectedDelivery})
	}
	return o, nil
}

// Obstacles are what stands in the way of ordering a quote now, with what its products are now, by their ids: that it has been ordered
// or had expired when it was read, or else what is wrong with its lines. Prices do not matter: those of the quote hold.
func (q Quote) Obstacles(products map[string]Product) (found Errors) {
	switch {
	case q.OrderID != nil:
		return Errors{{Code: NotAllowed, Field: "number", Message: fmt.Sprintf("The quote %s has been ordered already", q.Number)}}
	case q.Expired:
		return Errors{{Code: Expired, Field: "number", Message: fmt.Sprintf("The quote %s was valid until %s. Please ask for a new one.",
			q.Number, q.validUntil())}}
	}
	wanted := map[string]int{}
	for _, line := range q.Lines {
		if line.ProductID != nil {
			wanted[*line.ProductID] += line.Quantity
		}
	}
	said := map[string]bool{}
	add := func(err *Error) {
		if err != nil && !said[err.Message] {
			said[err.Message] = true
			found = append(found, err)
		}
	}
	for _, line := range q.Lines {
		if line.Recurring() {
			add(&Error{Code: NotForSale, Message: fmt.Sprintf("%s is quoted with a plan that is paid by the month. Such a plan is agreed in person: "+
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
		add(CartItem{Product: p, Quantity: wanted[p.ID]}.available())
	}
	return found
}

// ExpiredAt tells whether the prices hold no more.
func (q Quote) ExpiredAt(now time.Time) bool { return !now.Before(q.ValidUntil) }

// Ordered tells whether the quote has become an order.
func (q Quote) Ordered() bool { return q.OrderID != nil }

// validUntil is the moment as people read it: March 1, 2026, 09:00 UTC.
func (q Quote) validUntil() string { return q.ValidUntil.UTC().Format("January 2, 2006, 15:04 UTC") }

// PriceChanged tells whether the product costs something else now, or nothing is known of its price any more. A rented line has no
// price of its own.
func (l QuoteLine) PriceChanged(now *Product) bool {
	return l.UnitPrice != nil && (now == nil || now.Price == nil || *now.Price != *l.UnitPrice)
}
