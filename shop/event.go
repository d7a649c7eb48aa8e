package shop

import (
	"strings"
	"time"
)

// EventKind names what has happened, as object.past. Partners match on it, so that a kind never changes its meaning.
type EventKind string

// What happens in a shop.
const (
	EventOrderPlaced           EventKind = "order.placed"
	EventOrderStatusChanged    EventKind = "order.status_changed"
	EventPreOrderCreated       EventKind = "preorder.created"
	EventPreOrderConfirmed     EventKind = "preorder.confirmed" // by the link in its mail: it counts in the queue now
	EventPreOrderStatusChanged EventKind = "preorder.status_changed"
	EventPreOrderChanged       EventKind = "preorder.changed"      // its quantity or message, by its customer
	EventPreOrderDateChanged   EventKind = "preorder.date_changed" // the expected one
	EventPreOrderDateKept      EventKind = "preorder.date_kept"    // its customer accepts the expected one
	EventPreOrderDeleted       EventKind = "preorder.deleted"      // with its account, or because it was old
	EventProductCreated        EventKind = "product.created"
	EventProductChanged        EventKind = "product.changed"
	EventProductDeleted        EventKind = "product.deleted"
	EventStockChanged          EventKind = "stock.changed"
	EventReviewWritten         EventKind = "review.written"
	EventReviewHidden          EventKind = "review.hidden"
	EventReviewShown           EventKind = "review.shown" // again
	EventQuoteCreated          EventKind = "quote.created"
	EventQuoteAnswered         EventKind = "quote.answered" // the company has followed it up
	EventContactCreated        EventKind = "contact.created"
	EventContactResolved       EventKind = "contact.resolved"
	EventContactReopened       EventKind = "contact.reopened"
	EventContactDeleted        EventKind = "contact.deleted"
	EventUserRegistered        EventKind = "user.registered"
	EventUserChanged           EventKind = "user.changed" // by an administrator
	EventUserDeleted           EventKind = "user.deleted" // by its owner
	EventTeamMemberCreated     EventKind = "team_member.created"
	EventTeamMemberChanged     EventKind = "team_member.changed"
	EventTeamMemberDeleted     EventKind = "team_member.deleted"
	EventMilestoneCreated      EventKind = "milestone.created"
	EventMilestoneChanged      EventKind = "milestone.changed"
	EventMilestoneDeleted      EventKind = "milestone.deleted"
	EventFaqCreated            EventKind = "faq.created"
	EventFaqChanged            EventKind = "faq.changed" // or moved
	EventFaqDeleted            EventKind = "faq.deleted"
	EventWebhookTested         EventKind = "webhook.tested" // sent to that webhook only
)

// Object is the kind of thing that changed.
func (k EventKind) Object() string {
	object, _, _ := strings.Cut(string(k), ".")
	return object
}

// Public tells whether it changes what everybody may read.
func (k EventKind) Public() bool {
	switch k.Object() {
	case "product", "stock", "review", "team_member", "milestone", "faq":
		return true
	}
	return false
}

// EventMemory is how long events are kept; longer only while a webhook waits for one, or has it in its log.
const EventMemory = 90 * 24 * time.Hour

// CursorExpired refuses to go on from a place of the feed after which events have been forgotten.
func CursorExpired() *Error {
	return &Error{Code: Expired, Field: "after", Message: "Events after this cursor are gone: they are kept for 90 days. " +
		"Read the objects again, and go on without a cursor."}
}

// Event is a change of the business. Its data are names of things and figures, spelled as in the graph, and never what is known
// of a person: whoever may know that asks the graph for the object.
type Event struct {
	Kind     EventKind
	ObjectID string
	Data     map[string]any
}

// PublishedEvent is an event with its place in the feed.
type PublishedEvent struct {
	Event
	ID        string // the same however often it is delivered
	Position  int64  // in the feed: later ones are greater
	Sequence  int    // of this object's events, from 1
	CreatedAt time.Time
}

// Object is the kind of thing that it happened to.
func (e PublishedEvent) Object() string { return e.Kind.Object() }

// OrderPlaced tells of a new order.
func OrderPlaced(o Order) Event {
	lines := make([]map[string]any, len(o.OrderItems))
	for i, item := range o.OrderItems {
		lines[i] = map[string]any{"productId": item.ProductID, "quantity": item.Quantity}
	}
	return Event{EventOrderPlaced, o.ID, map[string]any{"number": o.Number, "status": o.Status,
		"totalPrice": o.TotalPrice.Decimal(), "currency": o.TotalPrice.Currency, "orderItems": lines}}
}

// OrderStatusChanged tells how far an order has come, from where, and whether the shop cancelled it for want of payment.
func OrderStatusChanged(o Order, from OrderStatus) Event {
	return Event{EventOrderStatusChanged, o.ID, map[string]any{"number": o.Number, "from": from, "status": o.Status,
		"version": o.Version, "expired": o.Lapsed()}}
}

// PreOrderCreated tells of a new pre-order.
func PreOrderCreated(o PreOrder) Event {
	return Event{EventPreOrderCreated, o.ID, map[string]any{"productId": o.ProductID, "quantity": o.Quantity,
		"status": o.Status.name(), "confirmed": o.ConfirmBy == nil}}
}

// PreOrderConfirmed tells that a pre-order counts in the queue from now on.
func PreOrderConfirmed(o PreOrder) Event {
	return Event{EventPreOrderConfirmed, o.ID, map[string]any{"productId": o.ProductID, "quantity": o.Quantity}}
}

// PreOrderStatusChanged tells what became of a pre-order.
func PreOrderStatusChanged(o PreOrder) Event {
	return Event{EventPreOrderStatusChanged, o.ID, map[string]any{"status": o.Status.name()}}
}

// PreOrderChanged tells how many units somebody still wishes.
func PreOrderChanged(o PreOrder) Event {
	return Event{EventPreOrderChanged, o.ID, map[string]any{"quantity": o.Quantity}}
}

// PreOrderDateChanged tells from when to when delivery was moved.
func PreOrderDateChanged(m MovedPreOrder) Event {
	return Event{EventPreOrderDateChanged, m.PreOrder.ID, map[string]any{"before": m.Before.UTC(), "after": m.After}}
}

// PreOrderDateKept tells that somebody accepts the expected date.
func PreOrderDateKept(o PreOrder) Event {
	return Event{EventPreOrderDateKept, o.ID, map[string]any{"expectedDelivery": o.ExpectedDelivery.UTC()}}
}

// name is the status as the graph spells it.
func (s PreOrderStatus) name() string { return strings.ToUpper(string(s)) }

// ProductWritten tells that a product was created or changed.
func ProductWritten(kind EventKind, p Product) Event {
	return Event{kind, p.ID, map[string]any{"name": p.Name, "stock": p.Stock}}
}

// StockChanged tells how many units of a product are left.
func StockChanged(productID string, stock int) Event {
	return Event{EventStockChanged, productID, map[string]any{"stock": stock}}
}

// ReviewWritten tells of a new review, or that one was edited.
func ReviewWritten(r Review) Event {
	return Event{EventReviewWritten, r.ID, map[string]any{"productId": r.ProductID, "rating": r.Rating}}
}

// ReviewModerated tells that a review was taken from sight or shown again, by the kind that says which.
func ReviewModerated(r Review) Event {
	kind := EventReviewShown
	if r.Hidden {
		kind = EventReviewHidden
	}
	return Event{kind, r.ID, map[string]any{"productId": r.ProductID, "rating": r.Rating}}
}

// QuoteCreated tells of a new written quote.
func QuoteCreated(id string, q Quote) Event {
	return Event{EventQuoteCreated, id, map[string]any{"number": q.Number, "totalPrice": q.Total.Decimal(),
		"currency": q.Total.Currency}}
}

// Happened tells of something by its kind alone: what else there is to say is read from the object, or is a person's.
func Happened(kind EventKind, id string) Event {
	return Event{kind, id, map[string]any{}}
}
