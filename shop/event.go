package shop

import (
	"strings"
	"time"
)

// EventKind names an event as object.verb in the past tense. Partners match on it, so the meaning of a kind never
// changes.
type EventKind string

// The kinds of events. Those of the site's content are declared beside their objects.
const (
	EventOrderPlaced           EventKind = "order.placed"
	EventOrderStatusChanged    EventKind = "order.status_changed"
	EventOrderAddressChanged   EventKind = "order.address_changed"  // delivery address
	EventOrderShipmentChanged  EventKind = "order.shipment_changed" // correction of carrier or tracking link
	EventOrderPaymentsChanged  EventKind = "order.payments_changed" // received, returned, begun or failed
	EventPreOrderCreated       EventKind = "preorder.created"
	EventPreOrderConfirmed     EventKind = "preorder.confirmed" // by the link in its email; now queued
	EventPreOrderStatusChanged EventKind = "preorder.status_changed"
	EventPreOrderChanged       EventKind = "preorder.changed"      // quantity or message, by its customer
	EventPreOrderDateChanged   EventKind = "preorder.date_changed" // expected delivery date
	EventPreOrderDateKept      EventKind = "preorder.date_kept"    // its customer accepts the expected date
	EventPreOrderDeleted       EventKind = "preorder.deleted"      // with its account, or too old, or never confirmed
	EventProductCreated        EventKind = "product.created"
	EventProductChanged        EventKind = "product.changed"
	EventProductDeleted        EventKind = "product.deleted"
	EventStockChanged          EventKind = "stock.changed"
	EventReviewWritten         EventKind = "review.written"
	EventReviewHidden          EventKind = "review.hidden"
	EventReviewShown           EventKind = "review.shown" // shown again
	EventQuoteCreated          EventKind = "quote.created"
	EventQuoteAnswered         EventKind = "quote.answered" // the company has followed it up
	EventQuoteChanged          EventKind = "quote.changed"  // prices or validity, by the company
	EventContactCreated        EventKind = "contact.created"
	EventContactResolved       EventKind = "contact.resolved"
	EventContactReopened       EventKind = "contact.reopened"
	EventContactDeleted        EventKind = "contact.deleted"
	EventUserRegistered        EventKind = "user.registered"
	EventUserChanged           EventKind = "user.changed"   // by an administrator
	EventUserDeleted           EventKind = "user.deleted"   // by its owner
	EventWebhookTested         EventKind = "webhook.tested" // sent to that webhook only
)

// EventKinds returns all kinds that a webhook can subscribe to.
func EventKinds() []EventKind { return eventKinds }

// Object returns the kind of the object that changed.
func (k EventKind) Object() string {
	object, _, _ := strings.Cut(string(k), ".")
	return object
}

// Public reports whether the event may change data that is public, which caches hold. An object is assumed to be public
// unless it is listed here.
func (k EventKind) Public() bool {
	switch k.Object() {
	case "order", "payment", "preorder", "quote", "contact", "user", "staff_role", "webhook":
		return false
	}
	return true
}

// EventMemory is how long events are stored. They are stored longer only while a webhook has yet to receive them or has
// them in its log.
const EventMemory = 90 * 24 * time.Hour

// CursorExpired refuses a cursor after which events have been deleted.
func CursorExpired() *Error {
	return &Error{Code: Expired, Field: "after",
		Message: "Events after this cursor have been deleted: they are kept for 90 days. " +
			"Reload the objects and continue without a cursor."}
}

// Event is a change of business data. Data contains identifiers and figures, spelled as in the GraphQL API, and never
// personal data: clients that may see that query the GraphQL API for the object.
type Event struct {
	Kind     EventKind
	ObjectID string
	Data     map[string]any
}

// PublishedEvent is an event with its position in the feed.
type PublishedEvent struct {
	Event
	ID        string // identical in repeated deliveries
	Position  int64  // in the feed, ascending
	Sequence  int    // among this object's events, from 1
	CreatedAt time.Time
}

// Object returns the kind of the object that changed.
func (e PublishedEvent) Object() string { return e.Kind.Object() }

// OrderPlaced is the event of a new order.
func OrderPlaced(o Order) Event {
	lines := make([]map[string]any, len(o.OrderItems))
	for i, item := range o.OrderItems {
		lines[i] = map[string]any{"productId": item.ProductID, "quantity": item.Quantity}
	}
	return Event{EventOrderPlaced, o.ID, map[string]any{"number": o.Number, "status": o.Status,
		"totalPrice": o.TotalPrice.Decimal(), "currency": o.TotalPrice.Currency, "taxPercent": o.TaxPercent,
		"country": o.ShippingInfo.Country, "orderItems": lines}}
}

// OrderStatusChanged is the event of a new order status, with the previous one and whether the shop cancelled the order
// for lack of payment.
func OrderStatusChanged(o Order, from OrderStatus) Event {
	return Event{EventOrderStatusChanged, o.ID, map[string]any{"number": o.Number, "from": from, "status": o.Status,
		"version": o.Version, "expired": o.Lapsed()}}
}

// OrderAddressChanged is the event of a new delivery address, which it does not contain.
func OrderAddressChanged(o Order) Event { return orderChanged(EventOrderAddressChanged, o) }

// OrderShipmentChanged is the event of a corrected carrier or tracking link, which it does not contain.
func OrderShipmentChanged(o Order) Event { return orderChanged(EventOrderShipmentChanged, o) }

// OrderPaymentsChanged is the event of a payment or return of an order, or of one that was undone, has begun or failed.
func OrderPaymentsChanged(o Order) Event { return orderChanged(EventOrderPaymentsChanged, o) }

func orderChanged(kind EventKind, o Order) Event {
	return Event{kind, o.ID, map[string]any{"number": o.Number, "status": o.Status, "version": o.Version}}
}

// PreOrderCreated is the event of a new pre-order.
func PreOrderCreated(o PreOrder) Event {
	return Event{EventPreOrderCreated, o.ID, map[string]any{"productId": o.ProductID, "quantity": o.Quantity,
		"status": o.Status.name(), "confirmed": o.ConfirmBy == nil}}
}

// PreOrderConfirmed is the event of a confirmed pre-order, which has a place in the queue from now on.
func PreOrderConfirmed(o PreOrder) Event {
	return Event{EventPreOrderConfirmed, o.ID, map[string]any{"productId": o.ProductID, "quantity": o.Quantity}}
}

// PreOrderStatusChanged is the event of a new pre-order status.
func PreOrderStatusChanged(o PreOrder) Event {
	return Event{EventPreOrderStatusChanged, o.ID, map[string]any{"status": o.Status.name()}}
}

// PreOrderChanged is the event of a change by the customer, with the quantity after it.
func PreOrderChanged(o PreOrder) Event {
	return Event{EventPreOrderChanged, o.ID, map[string]any{"quantity": o.Quantity}}
}

// PreOrderDateChanged is the event of a changed delivery date, with the dates before and after.
func PreOrderDateChanged(m MovedPreOrder) Event {
	return Event{EventPreOrderDateChanged, m.PreOrder.ID, map[string]any{"before": m.Before.UTC(), "after": m.After}}
}

// PreOrderDateKept is the event of a customer accepting the expected date.
func PreOrderDateKept(o PreOrder) Event {
	return Event{EventPreOrderDateKept, o.ID, map[string]any{"expectedDelivery": o.ExpectedDelivery.UTC()}}
}

// name returns the status as spelled in the GraphQL API.
func (s PreOrderStatus) name() string { return strings.ToUpper(string(s)) }

// ProductWritten is the event of a created or changed product.
func ProductWritten(kind EventKind, p Product) Event {
	return Event{kind, p.ID, map[string]any{"name": p.Name, "stock": p.Stock}}
}

// StockChanged is the event of a changed stock, with the units left.
func StockChanged(productID string, stock int) Event {
	return Event{EventStockChanged, productID, map[string]any{"stock": stock}}
}

// ReviewWritten is the event of a new or edited review.
func ReviewWritten(r Review) Event {
	return Event{EventReviewWritten, r.ID, map[string]any{"productId": r.ProductID, "rating": r.Rating}}
}

// ReviewModerated is the event of a hidden review, or of one shown again.
func ReviewModerated(r Review) Event {
	kind := EventReviewShown
	if r.Hidden {
		kind = EventReviewHidden
	}
	return Event{kind, r.ID, map[string]any{"productId": r.ProductID, "rating": r.Rating}}
}

// QuoteCreated is the event of a new written quote.
func QuoteCreated(id string, q Quote) Event { return quoteEvent(EventQuoteCreated, id, q) }

// QuoteChanged is the event of a quote that offers other prices or is valid longer.
func QuoteChanged(id string, q Quote) Event { return quoteEvent(EventQuoteChanged, id, q) }

func quoteEvent(kind EventKind, id string, q Quote) Event {
	return Event{kind, id, map[string]any{"number": q.Number, "totalPrice": q.Total.Decimal(),
		"currency": q.Total.Currency}}
}

// Happened returns an event without data, for changes whose details are read from the object or are personal.
func Happened(kind EventKind, id string) Event {
	return Event{kind, id, map[string]any{}}
}
