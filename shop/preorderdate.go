package shop

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
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
		c.add(Required, "id", "Give either the pre-order's ID or the token from its email link")
	case r.Token != nil && !tokenForm.MatchString(*r.Token):
		c.found = append(c.found, DeadPreOrderLink())
	}
}

// DeadPreOrderLink refuses both an unknown token and the token of a closed pre-order.
func DeadPreOrderLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is no longer valid"}
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
	in.Message = c.textIfSet("message", "Message", in.Message, 2000, false)
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
			Message: "You can only reduce the quantity here. For more units, place another pre-order."}
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
		return o, &Error{Code: NotAllowed, Message: "It's too late to undo this. Please contact us."}
	}
	o.Status = PreOrderPending
	if from := o.CancelledFrom; from != nil &&
		slices.Contains([]PreOrderStatus{PreOrderPending, PreOrderContacted}, *from) {
		o.Status = *from
	}
	o.CancelledAt, o.CancelledFrom = nil, nil
	return o, nil
}

const (
	// MaxMove limits the pre-orders of one move.
	MaxMove = 500
	// MaxMoveDays limits how many days a date is moved at once, and how far from today it may then be.
	MaxMoveDays = 3 * 365
)

// PreOrderMovePlan selects pre-orders of a queue that get another expected delivery date. Exactly one of Date and Days
// is set, and exactly one of Units, FromPosition and PreOrderIDs.
type PreOrderMovePlan struct {
	QueueID      string
	Date         *time.Time // its day in UTC counts
	Days         *int       // negative is earlier
	Units        *int       // the first units of the queue; a pre-order that exceeds them is moved as a whole
	FromPosition *int       // this position and all later ones
	PreOrderIDs  []string
	Reason       string // shown to the customers
}

// PreOrderMoveInput carries out a plan as it was previewed.
type PreOrderMoveInput struct {
	Plan      PreOrderMovePlan
	Previewed string
}

// MovedPreOrder is a pre-order that a move affects.
type MovedPreOrder struct {
	PreOrder      PreOrder
	QueuePosition int
	UnitsAhead    int
	Before        time.Time
	After         time.Time
}

// Later reports whether the date is postponed rather than brought forward.
func (m MovedPreOrder) Later() bool { return m.After.After(m.Before) }

// PreOrderMovePreview lists the pre-orders that a plan affects. The customer of each receives an email.
type PreOrderMovePreview struct {
	PreOrders   []MovedPreOrder
	Unchanged   int    // selected pre-orders that are already expected on that day
	UnitsBeyond int    // units in excess of those requested, which belong to the last pre-order of the batch
	Previewed   string // fingerprint of the preview
}

// People counts the customers affected, by email address.
func (p PreOrderMovePreview) People() int {
	people := map[string]bool{}
	for _, m := range p.PreOrders {
		people[m.PreOrder.Email] = true
	}
	return len(people)
}

// Units counts the units affected.
func (p PreOrderMovePreview) Units() (units int) {
	for _, m := range p.PreOrders {
		units += m.PreOrder.Quantity
	}
	return units
}

// DeliveryDay returns noon UTC of the day of at. This is the same calendar day in all time zones except those of the
// western Pacific.
func DeliveryDay(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), at.Day(), 12, 0, 0, 0, time.UTC)
}

// Normal returns the plan trimmed, or all its errors.
func (p PreOrderMovePlan) Normal(now time.Time) (PreOrderMovePlan, error) {
	var c checker
	p.Reason = c.text("plan.reason", "Reason", p.Reason, 300, true)
	today := DeliveryDay(now)
	switch {
	case (p.Date == nil) == (p.Days == nil):
		c.add(Required, "plan.date", "Give either a date or a number of days")
	case p.Date != nil:
		day := DeliveryDay(*p.Date)
		p.Date = &day
		switch {
		case day.Before(today):
			c.add(OutOfRange, "plan.date", "The date must not be in the past")
		case day.After(today.AddDate(0, 0, MaxMoveDays)):
			c.add(OutOfRange, "plan.date", fmt.Sprintf("The date must be within %d days from today", MaxMoveDays))
		}
	case *p.Days == 0:
		c.add(Invalid, "plan.days", "Days must not be 0")
	default:
		c.number("plan.days", "Days", *p.Days, -MaxMoveDays, MaxMoveDays)
	}
	p.selection(&c)
	return p, c.found.Err()
}

func (p *PreOrderMovePlan) selection(c *checker) {
	selectors := 0
	for _, isSet := range []bool{p.Units != nil, p.FromPosition != nil, p.PreOrderIDs != nil} {
		if isSet {
			selectors++
		}
	}
	switch {
	case selectors != 1:
		c.add(Required, "plan.units", "Choose the first units, those from a place on, or single pre-orders")
	case p.Units != nil:
		c.number("plan.units", "Units", *p.Units, 1, MaxQueue*MaxPreOrderQuantity)
	case p.FromPosition != nil:
		c.number("plan.fromPosition", "Place", *p.FromPosition, 1, MaxQueue)
	default:
		c.number("plan.preOrderIds", "Number of pre-orders", len(p.PreOrderIDs), 1, MaxMove)
		slices.Sort(p.PreOrderIDs)
		p.PreOrderIDs = slices.Compact(p.PreOrderIDs)
	}
}

// Preview determines the pre-orders of a queue that a normalised plan affects.
func (p PreOrderMovePlan) Preview(queue []QueuedPreOrder, now time.Time) (PreOrderMovePreview, error) {
	var preview PreOrderMovePreview
	chosen, err := p.choose(queue)
	if err != nil {
		return preview, err
	}
	units := 0
	var seen []any
	for _, q := range chosen {
		units += q.PreOrder.Quantity
		m := MovedPreOrder{PreOrder: q.PreOrder, QueuePosition: q.Place.Position, UnitsAhead: q.Place.UnitsAhead,
			Before: q.PreOrder.ExpectedDelivery, After: p.after(q.PreOrder.ExpectedDelivery)}
		if m.After.Equal(DeliveryDay(m.Before)) {
			preview.Unchanged++
			continue
		}
		if m.After.Before(DeliveryDay(now)) {
			return preview, &Error{Code: OutOfRange, Field: "plan.days", Message: fmt.Sprintf(
				"Place %d would be expected on %s, which is in the past",
				m.QueuePosition, m.After.Format("2 January 2006"))}
		}
		preview.PreOrders = append(preview.PreOrders, m)
		seen = append(seen, []any{q.PreOrder.ID, q.Place, q.PreOrder.Quantity, m.Before.UTC(), q.LastMove})
	}
	switch n := len(preview.PreOrders); {
	case n == 0:
		return preview, &Error{Code: Invalid, Field: "plan.date", Message: "This is already the expected date"}
	case n > MaxMove:
		return preview, &Error{Code: OutOfRange, Field: "plan.units",
			Message: fmt.Sprintf("You can move at most %d pre-orders at once; this would move %d", MaxMove, n)}
	}
	if p.Units != nil {
		preview.UnitsBeyond = max(0, units-*p.Units)
	}
	preview.Previewed = fingerprint(p, seen)
	return preview, nil
}

// choose returns the pre-orders of a queue that the plan selects.
func (p PreOrderMovePlan) choose(queue []QueuedPreOrder) (chosen []QueuedPreOrder, err error) {
	if len(queue) == 0 {
		return nil, &Error{Code: NotFound, Field: "plan.queueId", Message: "No pre-orders are waiting for this product"}
	}
	for _, q := range queue {
		if p.Units != nil && q.Place.UnitsAhead < *p.Units ||
			p.FromPosition != nil && q.Place.Position >= *p.FromPosition ||
			slices.Contains(p.PreOrderIDs, q.PreOrder.ID) {
			chosen = append(chosen, q)
		}
	}
	switch {
	case p.FromPosition != nil && len(chosen) == 0:
		return nil, &Error{Code: OutOfRange, Field: "plan.fromPosition",
			Message: fmt.Sprintf("The last place of this queue is %d", len(queue))}
	case len(chosen) < len(p.PreOrderIDs):
		return nil, &Error{Code: NotFound, Field: "plan.preOrderIds",
			Message: "Some of these pre-orders are not for this product"}
	}
	return chosen, nil
}

func (p PreOrderMovePlan) after(before time.Time) time.Time {
	if p.Date != nil {
		return *p.Date
	}
	return DeliveryDay(before.UTC().AddDate(0, 0, *p.Days))
}

// Request returns the fingerprint of carrying out this plan after this preview, which distinguishes the request from
// all others.
func (p PreOrderMovePlan) Request(previewed string) []byte {
	sum := sha256.Sum256([]byte(fingerprint(p, previewed)))
	return sum[:]
}

// fingerprint returns the hash of values that can be encoded as JSON.
func fingerprint(values ...any) string {
	text, _ := json.Marshal(values) // never fails for the types in use
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// StalePreview refuses a move because the affected pre-orders have changed since the preview.
func StalePreview() *Error {
	return &Error{Code: Conflict, Field: "previewed",
		Message: "The queue has changed since the preview. Preview it again."}
}
