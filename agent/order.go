package agent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"orrery/shop"
)

type (
	orderQuantity struct {
		Original  int `json:"original"`
		Total     int `json:"total"`
		Fulfilled int `json:"fulfilled"`
	}
	orderLine struct {
		ID       string        `json:"id"`
		Item     item          `json:"item"`
		Quantity orderQuantity `json:"quantity"`
		Totals   []total       `json:"totals"`
		Status   string        `json:"status"`
	}
	lineQuantity struct {
		ID       string `json:"id"`
		Quantity int    `json:"quantity"`
	}
	expectation struct {
		ID          string            `json:"id"`
		LineItems   []lineQuantity    `json:"line_items"`
		MethodType  string            `json:"method_type"`
		Destination map[string]string `json:"destination"`
		Description string            `json:"description,omitempty"`
	}
	shipment struct {
		ID          string         `json:"id"`
		OccurredAt  time.Time      `json:"occurred_at"`
		Type        string         `json:"type"`
		LineItems   []lineQuantity `json:"line_items"`
		Carrier     string         `json:"carrier,omitempty"`
		Description string         `json:"description"`
	}
	adjustment struct {
		ID         string    `json:"id"`
		Type       string    `json:"type"`
		OccurredAt time.Time `json:"occurred_at"`
		Status     string    `json:"status"`
		Totals     []total   `json:"totals,omitempty"` // of money that was returned
	}
	fulfillment struct {
		Expectations []expectation `json:"expectations"`
		Events       []shipment    `json:"events"`
	}
	orderBody struct {
		UCP         metadata     `json:"ucp"`
		ID          string       `json:"id"`
		Label       string       `json:"label"`
		CheckoutID  string       `json:"checkout_id"`
		Permalink   string       `json:"permalink_url"`
		LineItems   []orderLine  `json:"line_items"`
		Fulfillment fulfillment  `json:"fulfillment"`
		Adjustments []adjustment `json:"adjustments"`
		Currency    string       `json:"currency"`
		Totals      []total      `json:"totals"`
		Messages    []message    `json:"messages"`
	}
)

func (a *api) getOrder(ctx context.Context, asked request) (answer, error) {
	found, err := a.Store.Orders.Prepared(ctx, asked.actor, asked.id)
	switch {
	case isCode(err, shop.NotFound):
		return a.notFound(orderCapability, "Order not found.")
	case err != nil:
		return answer{}, err
	}
	return ok(orderOf(found, a.PublicURL), nil)
}

// orderOf returns an order as its agent may see it: of the buyer it has the country of the delivery only.
func orderOf(o shop.PreparedOrder, publicURL string) orderBody {
	body := orderBody{UCP: succeeded(orderCapability), ID: o.ID, Label: o.Number, CheckoutID: o.CheckoutID,
		Permalink: publicURL + "/orders/" + o.ID, LineItems: []orderLine{}, Adjustments: []adjustment{},
		Fulfillment: fulfillment{[]expectation{}, []shipment{}}, Currency: o.TotalPrice.Currency,
		Totals:   totals(o.Subtotal, o.Shipping, o.Tax, o.TaxPercent, o.TotalPrice),
		Messages: []message{{Type: "info", Code: "order_status", Content: "The order is " + o.Status.Words() + "."}}}
	shipped := slices.ContainsFunc(o.Changes, func(c shop.OrderChange) bool { return c.Status == shop.OrderShipped })
	quantities := []lineQuantity{}
	for _, of := range o.OrderItems {
		line := orderLine{ID: of.ID, Item: item{ID: of.ID, Title: of.ProductName, Price: of.Price.Minor},
			Quantity: orderQuantity{Original: of.Quantity, Total: of.Quantity}, Totals: lineTotals(of.LineTotal()),
			Status: "processing"}
		if of.ProductID != nil {
			line.Item.ID = *of.ProductID
		}
		switch {
		case shipped: // also if its money was returned since
			line.Quantity.Fulfilled, line.Status = of.Quantity, "fulfilled"
		case o.Status == shop.OrderCancelled, o.Status == shop.OrderRefunded:
			line.Quantity.Total, line.Status = 0, "removed"
		}
		body.LineItems = append(body.LineItems, line)
		quantities = append(quantities, lineQuantity{of.ID, of.Quantity})
		if line.Status == "processing" {
			body.Fulfillment.Expectations = append(body.Fulfillment.Expectations, expected(o, of))
		}
	}
	for i, change := range o.Changes {
		id := fmt.Sprintf("%s_%d", o.ID, change.Version-1) // unique among all changes
		switch change.Status {
		case shop.OrderProcessing, shop.OrderShipped, shop.OrderDelivered:
			kind := map[shop.OrderStatus]string{shop.OrderProcessing: "processing", shop.OrderShipped: "shipped",
				shop.OrderDelivered: "delivered"}[change.Status]
			event := shipment{ID: id, OccurredAt: change.CreatedAt.UTC(), Type: kind, LineItems: quantities,
				Description: "The order is " + change.Status.Words() + "."}
			if change.Status == shop.OrderShipped {
				event.Carrier = o.Carrier
			}
			body.Fulfillment.Events = append(body.Fulfillment.Events, event)
		case shop.OrderCancelled:
			if i == len(o.Changes)-1 { // no late payment followed
				body.Adjustments = append(body.Adjustments,
					adjustment{id, "cancellation", change.CreatedAt.UTC(), "completed", nil})
			}
		}
	}
	for _, back := range o.Returns {
		body.Adjustments = append(body.Adjustments, adjustment{back.ID, "refund", back.CreatedAt.UTC(), "completed",
			[]total{{Type: "total", Text: "Total", Amount: back.Minor}}})
	}
	return body
}

// expected returns when a line of an order is expected to arrive.
func expected(o shop.PreparedOrder, of shop.OrderItem) expectation {
	e := expectation{ID: "expected_" + of.ID, LineItems: []lineQuantity{{of.ID, of.Quantity}}, MethodType: "shipping",
		Destination: map[string]string{"address_country": o.ShippingInfo.Country}}
	day := func(at time.Time) string { return at.UTC().Format(time.DateOnly) }
	switch {
	case of.Delivery != nil:
		e.Description = "Expected between " + day(of.Delivery.From) + " and " + day(of.Delivery.Until)
	case of.ExpectedDelivery != nil:
		e.Description = "Expected on " + day(*of.ExpectedDelivery)
	}
	return e
}
