package shop

import (
	"fmt"
	"slices"
	"time"
)

// Shipment tells how and when an order was shipped.
type Shipment struct {
	Carrier     string
	TrackingURL string
	ShippedAt   time.Time
}

// Shipment returns how and when the order was shipped, nil if it was not.
func (o Order) Shipment() *Shipment {
	i := slices.IndexFunc(o.Changes, func(c OrderChange) bool { return c.Status == OrderShipped })
	if i < 0 {
		return nil
	}
	return &Shipment{o.Carrier, o.TrackingURL, o.Changes[i].CreatedAt}
}

// ShipmentInput states carrier and tracking link. Nil leaves what the order has.
type ShipmentInput struct {
	Carrier     *string
	TrackingURL *string
}

// Over returns the order with the shipment that the input states, or all its errors.
func (in ShipmentInput) Over(o Order) (Order, error) {
	var c checker
	if in.Carrier != nil {
		o.Carrier = c.line("shipment.carrier", "Carrier", *in.Carrier, 100, false)
	}
	if in.TrackingURL != nil {
		o.TrackingURL = c.httpsURL("shipment.trackingUrl", "Tracking link", *in.TrackingURL, false)
	}
	return o, c.found.Err()
}

// ShipmentChange refuses to correct the shipment of an order that was not shipped, or whose buyer is no longer known.
func (o Order) ShipmentChange() error {
	switch {
	case o.Status != OrderShipped && o.Status != OrderDelivered:
		return &Error{Code: NotAllowed, Field: "status", Message: fmt.Sprintf(
			"This order is %s, so it has no shipment to change", o.Status.Words())}
	case o.Buyer.Deleted:
		return &Error{Code: NotAllowed, Field: "id", Message: "The account of this order was deleted"}
	}
	return nil
}

// OrderShipmentUpdateInput corrects the shipment of an order if the version is still the one given.
type OrderShipmentUpdateInput struct {
	ID       string
	Shipment ShipmentInput
	Version  int
}
