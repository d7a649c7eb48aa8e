package shop

import (
	"fmt"
	"time"
)

// PreOrder is a request to be among the first to get a product.
type PreOrder struct {
	ID               string
	Name             string
	Email            string
	Company          *string
	Phone            string
	ProductID        *string // nil when it is not, or no longer, in the catalogue
	ProductName      string
	Quantity         int
	Message          *string
	Status           PreOrderStatus
	CreatedAt        time.Time
	ExpectedDelivery time.Time
	ReplyBy          *time.Time        // nil when it was dealt with before the shop kept such times
	RepliedAt        *time.Time        // when its status was another than pending first
	CancelledAt      *time.Time        // by its customer; see Cancelled
	CancelledFrom    *PreOrderStatus   // the status that it had then
	Delivery         *PreOrderDelivery // nil when it was not read along
	ConfirmBy        *time.Time        // until when its address has to be confirmed; nil once it counts in the queue
}

// PreOrderConfirmLife is how long an unconfirmed pre-order waits for the link in its mail, before it is forgotten.
const PreOrderConfirmLife = 7 * 24 * time.Hour

// PreOrderConfirmBy is until when a new pre-order has to be confirmed; nil when it counts at once: that of an account whose address is
// verified, and of whoever runs pre-orders.
func PreOrderConfirmBy(actor Actor, verified bool, now time.Time) *time.Time {
	if verified || actor.Runs(WritePreOrders) {
		return nil
	}
	return new(now.Add(PreOrderConfirmLife))
}

// MayConfirm refuses to confirm a pre-order without the link of its mail to everybody but the account that has verified the address.
func (o PreOrder) MayConfirm(by User) error {
	if by.EmailVerified && by.Email == o.Email {
		return nil
	}
	return &Error{Code: NotAllowed, Message: "Please open the link in the mail that we sent to " + o.Email}
}

// Confirm makes the pre-order count in the queue, in the place of the day on which it was placed. NOT_ALLOWED when it is closed.
func (o PreOrder) Confirm() (PreOrder, error) {
	if !o.Open() {
		return o, &Error{Code: NotAllowed, Message: "This pre-order is closed"}
	}
	o.ConfirmBy = nil
	return o, nil
}

// SeenBy is the pre-order as the actor may see it: without the person for an API key that lacks READ_PREORDERS.
func (o PreOrder) SeenBy(actor Actor) PreOrder {
	if !actor.SeesPeople(ReadPreOrders) {
		o.Name, o.Email, o.Company, o.Phone, o.Message = "", "", nil, "", nil
	}
	return o
}

// PreOrderStatus is what has come of a pre-order, in the words of spec 9. Any may follow any other.
type PreOrderStatus string

// The statuses; new ones are pending.
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
}

// MaxPreOrderQuantity bounds one pre-order.
const MaxPreOrderQuantity = 1000

// Normal returns the input trimmed, with absent in place of blank, or everything that is wrong with it (spec 5).
func (in PreOrderCreateInput) Normal() (PreOrderCreateInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	in.Phone = c.text("phone", "Phone", in.Phone, 40, true)
	in.Company = c.optional("company", "Company", in.Company, 100)
	in.Message = c.optional("message", "Message", in.Message, 2000)
	in.ProductID = c.optional("productId", "Product", in.ProductID, 40)
	in.ProductName = c.optional("productName", "Product", in.ProductName, 200)
	c.preOrderQuantity(in.Quantity)
	if in.ProductID == nil && in.ProductName == nil {
		c.add(Required, "productName", "Please select a product first")
	}
	return in, c.found.Err()
}

// preOrderQuantity checks the units of a pre-order. More than the maximum is not wrong as such, but a matter for a conversation.
func (c *checker) preOrderQuantity(quantity int) {
	switch {
	case quantity < 1:
		c.add(OutOfRange, "quantity", "Quantity must be at least 1")
	case quantity > MaxPreOrderQuantity:
		c.add(OutOfRange, "quantity", fmt.Sprintf("Quantity must be at most %d. For more units, please contact us.", MaxPreOrderQuantity))
	}
}

// optional is text that may be absent; blank counts as absent.
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

// PreOrderStatusUpdateInput is a new status of a pre-order.
type PreOrderStatusUpdateInput struct {
	ID     string
	Status PreOrderStatus
}

// Normal refuses what is no status.
func (in PreOrderStatusUpdateInput) Normal() (PreOrderStatusUpdateInput, error) {
	switch in.Status {
	case PreOrderPending, PreOrderContacted, PreOrderClosed:
		return in, nil
	}
	return in, &Error{Code: Invalid, Field: "status", Message: "Status must be Pending, Contacted or Closed"}
}
