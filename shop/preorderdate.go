package shop

import (
	"slices"
	"time"
)

const (
	// MaxDeliveryChanges is the number of most recent date changes that the history shows.
	MaxDeliveryChanges = 20
	// PreOrderUndo is how long a customer can undo cancelling a pre-order.
	PreOrderUndo = 10 * time.Minute
)

// DeliveryAnswer is a customer's reaction to a changed date.
type DeliveryAnswer string

// The reactions.
const (
	DeliveryKept      DeliveryAnswer = "kept"
	DeliveryChanged   DeliveryAnswer = "changed" // quantity or message
	DeliveryCancelled DeliveryAnswer = "cancelled"
)

// DeliveryChange is an entry in the history of an expected delivery date.
type DeliveryChange struct {
	Before     *time.Time // nil in the first entry
	After      time.Time
	Reason     *string // nil in the first entry
	ChangedAt  time.Time
	ChangedBy  *string // name; for administrators only; nil if the account was deleted
	Answer     *DeliveryAnswer
	AnsweredAt *time.Time
}

// Later reports whether the date was postponed rather than brought forward. The first entry is neither.
func (c DeliveryChange) Later() bool { return c.Before != nil && c.After.After(*c.Before) }

// PreOrderDelivery is the queue position of a pre-order and the history of its date.
type PreOrderDelivery struct {
	Place   *QueuePlace      // nil if the pre-order is closed
	Changes []DeliveryChange // oldest first, without the first entry
}

// DeliveryHistory returns the history of the expected date, beginning with the date at the time of placing.
func (o PreOrder) DeliveryHistory(changes []DeliveryChange) []DeliveryChange {
	first := DeliveryChange{After: o.ExpectedDelivery, ChangedAt: o.CreatedAt}
	if len(changes) > 0 {
		first.After = *changes[0].Before
	}
	return append([]DeliveryChange{first}, changes...)
}

// AwaitsAnswer reports whether the last change postponed the date and the customer has not reacted to it.
func (o PreOrder) AwaitsAnswer(changes []DeliveryChange) bool {
	if !o.Open() || len(changes) == 0 {
		return false
	}
	last := changes[len(changes)-1]
	return last.Later() && last.Answer == nil
}

// Cancelled returns when the customer cancelled the pre-order, nil if the customer did not.
func (o PreOrder) Cancelled() *time.Time {
	if o.Open() {
		return nil
	}
	return o.CancelledAt
}

// UndoUntil returns the end of the period in which cancelling can be undone, nil if there is nothing to undo.
func (o PreOrder) UndoUntil() *time.Time {
	at := o.Cancelled()
	if at == nil {
		return nil
	}
	return new(at.Add(PreOrderUndo))
}

// LinkWorks reports whether the links in emails about the pre-order are still valid.
func (o PreOrder) LinkWorks(now time.Time) bool {
	if o.ConfirmBy != nil && !now.Before(*o.ConfirmBy) {
		return false
	}
	until := o.UndoUntil()
	return o.Open() || until != nil && now.Before(*until)
}

// PreOrderRef names a pre-order: by ID if it is the caller's own, or by the token of an email's link.
type PreOrderRef struct {
	ID    *string
	Token *string
}

func (r PreOrderRef) check(c *checker) {
	switch {
	case (r.ID == nil) == (r.Token == nil):
		c.add(Required, "id", "Name the pre-order either by its identifier or by the token of a letter")
	case r.Token != nil && !tokenForm.MatchString(*r.Token):
		c.found = append(c.found, DeadPreOrderLink())
	}
}

// DeadPreOrderLink refuses both an unknown token and the token of a closed pre-order.
func DeadPreOrderLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is not valid any more"}
}

// PreOrderKeepInput accepts the date that the customer has seen.
type PreOrderKeepInput struct {
	ID               *string
	Token            *string
	ExpectedDelivery time.Time
}

// PreOrderChangeInput lowers the quantity or changes the message.
type PreOrderChangeInput struct {
	ID       *string
	Token    *string
	Quantity *int    // nil leaves it unchanged
	Message  *string // nil leaves it unchanged, blank removes it
}

// PreOrderCancelInput names a pre-order to cancel.
type PreOrderCancelInput struct {
	ID    *string
	Token *string
}

// PreOrderConfirmInput names a pre-order to confirm.
type PreOrderConfirmInput PreOrderCancelInput

// Normal returns the named pre-order, or the errors of the input.
func (in PreOrderConfirmInput) Normal() (PreOrderRef, error) { return preOrderRef(in.ID, in.Token) }

// PreOrderReopenInput names a pre-order whose cancelling is to be undone.
type PreOrderReopenInput PreOrderCancelInput

// Normal returns the named pre-order, or the errors of the input.
func (in PreOrderKeepInput) Normal() (PreOrderRef, error) { return preOrderRef(in.ID, in.Token) }

// Normal returns the named pre-order, or the errors of the input.
func (in PreOrderCancelInput) Normal() (PreOrderRef, error) { return preOrderRef(in.ID, in.Token) }

// Normal returns the named pre-order, or the errors of the input.
func (in PreOrderReopenInput) Normal() (PreOrderRef, error) { return preOrderRef(in.ID, in.Token) }

func preOrderRef(id, token *string) (PreOrderRef, error) {
	var c checker
	ref := PreOrderRef{id, token}
	ref.check(&c)
	return ref, c.found.Err()
}

// Normal returns the input trimmed, or all its errors.
func (in PreOrderChangeInput) Normal() (PreOrderChangeInput, PreOrderRef, error) {
	var c checker
	ref := PreOrderRef{in.ID, in.Token}
	ref.check(&c)
	if in.Quantity != nil {
		c.preOrderQuantity(*in.Quantity)
	}
	if in.Message != nil {
		in.Message = new(c.text("message", "Message", *in.Message, 2000, false))
	}
	return in, ref, c.found.Err()
}

func closedPreOrder() *Error {
	return &Error{Code: NotAllowed, Message: "This pre-order is closed. Please contact us."}
}

// Keep checks that the expected date can be accepted: it must equal the date that the customer has seen.
func (o PreOrder) Keep(seen time.Time) error {
	switch {
	case !o.Open():
		return closedPreOrder()
	case !o.ExpectedDelivery.Equal(seen):
		return &Error{Code: Conflict, Field: "expectedDelivery",
			Message: "The date has changed again: it is now " + o.ExpectedDelivery.UTC().Format("January 2, 2006")}
	}
	return nil
}

// Change lowers the quantity or changes the message. The queue position stays the same, so raising the quantity is
// refused: the added units would overtake other customers.
func (o PreOrder) Change(in PreOrderChangeInput) (PreOrder, error) {
	if !o.Open() {
		return o, closedPreOrder()
	}
	if in.Quantity != nil && *in.Quantity > o.Quantity {
		return o, &Error{Code: NotAllowed, Field: "quantity",
			Message: "Here you can only lower the quantity. Place another pre-order for more units: " +
				"they get a place of their own."}
	}
	if in.Quantity != nil {
		o.Quantity = *in.Quantity
	}
	if in.Message != nil {
		if o.Message = in.Message; *in.Message == "" {
			o.Message = nil
		}
	}
	return o, nil
}

// Cancel closes the pre-order for its customer. It is idempotent.
func (o PreOrder) Cancel(now time.Time) (PreOrder, error) {
	switch {
	case o.Cancelled() != nil:
		return o, nil
	case !o.Open():
		return o, closedPreOrder()
	}
	o.CancelledFrom, o.CancelledAt, o.Status = new(o.Status), &now, PreOrderClosed
	return o, nil
}

// Reopen undoes Cancel and restores the queue position. It is idempotent.
func (o PreOrder) Reopen(now time.Time) (PreOrder, error) {
	if o.Open() {
		return o, nil
	}
	if !o.LinkWorks(now) {
		return o, &Error{Code: NotAllowed, Message: "It is too late to take that back. Please contact us."}
	}
	o.Status = PreOrderPending
	if from := o.CancelledFrom; from != nil &&
		slices.Contains([]PreOrderStatus{PreOrderPending, PreOrderContacted}, *from) {
		o.Status = *from
	}
	o.CancelledAt, o.CancelledFrom = nil, nil
	return o, nil
}
