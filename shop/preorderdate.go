package shop

import (
	"slices"
	"time"
)

const (
	// MaxDeliveryChanges is how many moves of a date its history shows, the newest.
	MaxDeliveryChanges = 20
	// PreOrderUndo is how long somebody can take back that they have cancelled a pre-order.
	PreOrderUndo = 10 * time.Minute
)

// DeliveryAnswer is what somebody did about another date.
type DeliveryAnswer string

// The answers.
const (
	DeliveryKept      DeliveryAnswer = "kept"
	DeliveryChanged   DeliveryAnswer = "changed" // the quantity or the message
	DeliveryCancelled DeliveryAnswer = "cancelled"
)

// DeliveryChange is an entry in the history of an expected date.
type DeliveryChange struct {
	Before     *time.Time // nil in the first entry
	After      time.Time
	Reason     *string // nil in the first entry
	ChangedAt  time.Time
	ChangedBy  *string // name; for admins only, and nil when the account is gone
	Answer     *DeliveryAnswer
	AnsweredAt *time.Time
}

// Later tells a date that has slipped from one that came sooner. The first entry is neither.
func (c DeliveryChange) Later() bool { return c.Before != nil && c.After.After(*c.Before) }

// PreOrderDelivery is where a pre-order stands, and what has become of its date.
type PreOrderDelivery struct {
	Place   *QueuePlace      // nil once it is closed
	Changes []DeliveryChange // oldest first, without the first entry
}

// DeliveryHistory is what has become of the pre-order's expected date, from the one that it was placed with on.
func (o PreOrder) DeliveryHistory(changes []DeliveryChange) []DeliveryChange {
	first := DeliveryChange{After: o.ExpectedDelivery, ChangedAt: o.CreatedAt}
	if len(changes) > 0 {
		first.After = *changes[0].Before
	}
	return append([]DeliveryChange{first}, changes...)
}

// AwaitsAnswer tells whether the last change was for the worse and nothing was said to it.
func (o PreOrder) AwaitsAnswer(changes []DeliveryChange) bool {
	if !o.Open() || len(changes) == 0 {
		return false
	}
	last := changes[len(changes)-1]
	return last.Later() && last.Answer == nil
}

// Cancelled tells when its customer cancelled a pre-order, nil when nobody did.
func (o PreOrder) Cancelled() *time.Time {
	if o.Open() {
		return nil
	}
	return o.CancelledAt
}

// UndoUntil is until when cancelling can be taken back, nil when there is nothing to.
func (o PreOrder) UndoUntil() *time.Time {
	at := o.Cancelled()
	if at == nil {
		return nil
	}
	return new(at.Add(PreOrderUndo))
}

// LinkWorks tells whether the links of letters about the pre-order still lead to it.
func (o PreOrder) LinkWorks(now time.Time) bool {
	if o.ConfirmBy != nil && !now.Before(*o.ConfirmBy) {
		return false
	}
	until := o.UndoUntil()
	return o.Open() || until != nil && now.Before(*until)
}

// PreOrderRef names a pre-order: one's own by its identifier, or by the token of a letter's link.
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

// DeadPreOrderLink is the one answer to a token that is not ours and to that of a closed pre-order.
func DeadPreOrderLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is not valid any more"}
}

// PreOrderKeepInput accepts the date that was seen.
type PreOrderKeepInput struct {
	ID               *string
	Token            *string
	ExpectedDelivery time.Time
}

// PreOrderChangeInput wishes fewer units, or says something else.
type PreOrderChangeInput struct {
	ID       *string
	Token    *string
	Quantity *int    // nil leaves it as it is
	Message  *string // nil leaves it as it is, blank takes it away
}

// PreOrderCancelInput names a pre-order to cancel.
type PreOrderCancelInput struct {
	ID    *string
	Token *string
}

// PreOrderConfirmInput names a pre-order to confirm.
type PreOrderConfirmInput PreOrderCancelInput

// Normal tells what is wrong with the input.
func (in PreOrderConfirmInput) Normal() (PreOrderRef, error) { return named(in.ID, in.Token) }

// PreOrderReopenInput names a pre-order whose cancelling is to be taken back.
type PreOrderReopenInput PreOrderCancelInput

// Normal tells what is wrong with the input.
func (in PreOrderKeepInput) Normal() (PreOrderRef, error) { return named(in.ID, in.Token) }

// Normal tells what is wrong with the input.
func (in PreOrderCancelInput) Normal() (PreOrderRef, error) { return named(in.ID, in.Token) }

// Normal tells what is wrong with the input.
func (in PreOrderReopenInput) Normal() (PreOrderRef, error) { return named(in.ID, in.Token) }

func named(id, token *string) (PreOrderRef, error) {
	var c checker
	ref := PreOrderRef{id, token}
	ref.check(&c)
	return ref, c.found.Err()
}

// Normal returns the input trimmed, or everything that is wrong with it.
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

// Keep decides whether the expected date can be accepted: it has to be the one that was seen.
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

// Change lowers the quantity, or changes the message. The place in the queue stays; so it can't be used to jump it.
func (o PreOrder) Change(in PreOrderChangeInput) (PreOrder, error) {
	if !o.Open() {
		return o, closedPreOrder()
	}
	if in.Quantity != nil && *in.Quantity > o.Quantity {
		return o, &Error{Code: NotAllowed, Field: "quantity",
			Message: "Here you can only lower the quantity. Place another pre-order for more units: they get a place of their own."}
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

// Cancel closes the pre-order for its customer. Doing so again changes nothing.
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

// Reopen takes cancelling back, in its old place. Doing so again changes nothing.
func (o PreOrder) Reopen(now time.Time) (PreOrder, error) {
	if o.Open() {
		return o, nil
	}
	if !o.LinkWorks(now) {
		return o, &Error{Code: NotAllowed, Message: "It is too late to take that back. Please contact us."}
	}
	o.Status = PreOrderPending
	if from := o.CancelledFrom; from != nil && slices.Contains([]PreOrderStatus{PreOrderPending, PreOrderContacted}, *from) {
		o.Status = *from
	}
	o.CancelledAt, o.CancelledFrom = nil, nil
	return o, nil
}
