package shop

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// PreOrder is a request for a place in the queue for a product.
type PreOrder struct {
	ID               string
	Name             string
	Email            string
	Company          *string
	Phone            string
	ProductID        *string // nil if the product is not, or no longer, in the catalogue
	ProductName      string
	Quantity         int
	Message          *string
	Status           PreOrderStatus
	CreatedAt        time.Time
	ExpectedDelivery time.Time
	ReplyBy          *time.Time        // nil if it was handled before reply times existed
	RepliedAt        *time.Time        // when its status first changed from pending
	CancelledAt      *time.Time        // by its customer; see Cancelled
	CancelledFrom    *PreOrderStatus   // the status before cancelling
	Delivery         *PreOrderDelivery // nil if it was not read
	ConfirmBy        *time.Time        // deadline for confirming the email address; nil once it is queued
}

// PreOrderConfirmLife is how long an unconfirmed pre-order can be confirmed by the link in its email before it is
// deleted.
const PreOrderConfirmLife = 7 * 24 * time.Hour

// PreOrderConfirmBy returns the deadline for confirming a new pre-order. It is nil, and the pre-order counts at once,
// for an account whose email address is verified and for an actor who manages pre-orders.
func PreOrderConfirmBy(actor Actor, verified bool, now time.Time) *time.Time {
	if verified || actor.Runs(WritePreOrders) {
		return nil
	}
	return new(now.Add(PreOrderConfirmLife))
}

// MayConfirm refuses to confirm a pre-order without the link in its email, except by the account that has verified the
// address.
func (o PreOrder) MayConfirm(by User) error {
	if by.EmailVerified && by.Email == o.Email {
		return nil
	}
	return &Error{Code: NotAllowed, Message: "Please open the link in the email we sent to " + o.Email}
}

// Confirm gives the pre-order a place in the queue, ordered by the time at which it was placed. The error is
// NOT_ALLOWED if it is closed.
func (o PreOrder) Confirm() (PreOrder, error) {
	if !o.Open() {
		return o, &Error{Code: NotAllowed, Message: "This pre-order is closed"}
	}
	o.ConfirmBy = nil
	return o, nil
}

// SeenBy returns the pre-order as the actor may see it: without personal data for an API key that lacks READ_PREORDERS.
func (o PreOrder) SeenBy(actor Actor) PreOrder {
	if !actor.SeesPeople(ReadPreOrders) {
		o.Name, o.Email, o.Company, o.Phone, o.Message = "", "", nil, "", nil
	}
	return o
}

// PreOrderStatus is the state of a pre-order. Every transition is permitted.
type PreOrderStatus string

// The statuses; new pre-orders are pending.
const (
	PreOrderPending   PreOrderStatus = "Pending"
	PreOrderContacted PreOrderStatus = "Contacted"
	PreOrderClosed    PreOrderStatus = "Closed"
)

// PreOrderCreateInput is a new pre-order.
type PreOrderCreateInput struct {
	Name        string
	Email       string
	Company     *string
	Phone       string
	ProductID   *string
	ProductName *string
	Quantity    int
	Message     *string
	// IdempotencyKey identifies the request. A repeated request with the same key and input returns the pre-order of
	// the first one.
	IdempotencyKey *string
}

// MaxPreOrderQuantity limits one pre-order.
const MaxPreOrderQuantity = 1000

// Normal returns the input trimmed, with nil in place of blank optional fields, or all its errors. An idempotency key
// may be absent, but not blank: its request could not be repeated.
func (in PreOrderCreateInput) Normal() (PreOrderCreateInput, error) {
	var c checker
	in.Name = c.line("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	in.Phone = c.line("phone", "Phone", in.Phone, 40, true)
	in.Company = c.optionalLine("company", "Company", in.Company, 100)
	in.Message = c.optional("message", "Message", in.Message, 2000)
	in.ProductID = c.optionalLine("productId", "Product", in.ProductID, 40)
	in.ProductName = c.optionalLine("productName", "Product", in.ProductName, 200)
	in.IdempotencyKey = c.lineIfSet("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	c.preOrderQuantity(in.Quantity)
	if in.ProductID == nil && in.ProductName == nil {
		c.add(Required, "productName", "Please select a product first")
	}
	return in, c.found.Err()
}

// preOrderQuantity checks the units of a pre-order. For more than the maximum, the message refers the customer to the
// company.
func (c *checker) preOrderQuantity(quantity int) {
	switch {
	case quantity < 1:
		c.add(OutOfRange, "quantity", "Quantity must be at least 1")
	case quantity > MaxPreOrderQuantity:
		c.add(OutOfRange, "quantity",
			fmt.Sprintf("Quantity must be at most %d. For more units, please contact us.", MaxPreOrderQuantity))
	}
}

// optional checks an optional text. It returns nil for blank text.
func (c *checker) optional(field, label string, value *string, limit int) *string {
	if value == nil {
		return nil
	}
	text := c.text(field, label, *value, limit, false)
	if text == "" {
		return nil
	}
	return &text
}

// optionalLine is optional for a text of one line.
func (c *checker) optionalLine(field, label string, value *string, limit int) *string {
	if text := c.lineIfSet(field, label, value, limit, false); text != nil && *text != "" {
		return text
	}
	return nil
}

// PreOrderStatusUpdateInput sets the status of a pre-order.
type PreOrderStatusUpdateInput struct {
	ID     string
	Status PreOrderStatus
}

// Normal refuses an unknown status.
func (in PreOrderStatusUpdateInput) Normal() (PreOrderStatusUpdateInput, error) {
	switch in.Status {
	case PreOrderPending, PreOrderContacted, PreOrderClosed:
		return in, nil
	case "":
		return in, &Error{Code: Required, Field: "status", Message: "Status is required"}
	}
	return in, &Error{Code: Invalid, Field: "status", Message: "Status must be Pending, Contacted or Closed"}
}

// QueuePlace is the position of an open and confirmed pre-order among those for the same product.
type QueuePlace struct {
	Position   int // starts at 1
	UnitsAhead int // units of the pre-orders before it
}

// QueuedPreOrder is a pre-order with its place.
type QueuedPreOrder struct {
	PreOrder PreOrder
	Place    QueuePlace
	LastMove string // ID of the last move of its expected date; empty if there was none
}

// PreOrderQueue summarises the open and confirmed pre-orders for one product.
type PreOrderQueue struct {
	ID          string  // the product's ID, or "name:" and the requested name
	ProductID   *string // nil if the product is not in the catalogue
	ProductName string
	PreOrders   int
	Units       int
	First       time.Time // earliest expected date
	Last        time.Time // latest expected date
}

const (
	// MaxQueue is the maximum number of pre-orders of a queue that a move can reach.
	MaxQueue = 10_000
	// MaxQueues is the maximum number of queues listed.
	MaxQueues = 100
)

// Queued reports whether the pre-order has a place in the queue for its product.
func (o PreOrder) Queued() bool { return o.Open() && o.ConfirmBy == nil }

// Open reports whether the pre-order is still awaiting its units.
func (o PreOrder) Open() bool { return o.Status != PreOrderClosed }

// Queue returns the open and confirmed pre-orders among those for one product, with their places. They are sorted by
// time of creation, then by ID.
func Queue(all []QueuedPreOrder) []QueuedPreOrder {
	queue := slices.DeleteFunc(slices.Clone(all), func(q QueuedPreOrder) bool { return !q.PreOrder.Queued() })
	slices.SortFunc(queue, func(a, b QueuedPreOrder) int {
		return cmp.Or(a.PreOrder.CreatedAt.Compare(b.PreOrder.CreatedAt), cmp.Compare(a.PreOrder.ID, b.PreOrder.ID))
	})
	units := 0
	for i := range queue {
		queue[i].Place = QueuePlace{Position: i + 1, UnitsAhead: units}
		units += queue[i].PreOrder.Quantity
	}
	return queue
}
