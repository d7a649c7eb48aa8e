package shop

import (
	"fmt"
	"slices"
	"time"
)

// Order is a purchase, with the names, prices and tax at the time it was placed.
type Order struct {
	ID           string
	Number       string // shown to users
	Buyer        Buyer
	Status       OrderStatus
	Version      int // number of changes
	CreatedAt    time.Time
	ShippingInfo ShippingInfo
	BillingInfo  BillingInfo
	OrderItems   []OrderItem
	Subtotal     Money
	TaxPercent   string // empty if it was not recorded
	Tax          Money
	Shipping     Money
	TotalPrice   Money
	Payment      *PaymentInstructions // nil unless a payment is due
	Changes      []OrderChange        // of the status, oldest first
	Carrier      string               // of its shipment; empty if it was not stated
	TrackingURL  string               // of its shipment; empty if it was not stated

	ReservedUntil *time.Time // while payment is pending: until when its items are held
	ExpiredAt     *time.Time // when the shop cancelled it for lack of payment
	PreparedBy    *string    // host that names the agent that prepared it; nil if none did
	PreparedAt    *time.Time // when that agent has last changed it; nil if it was not recorded
	TermsVersion  *int       // of the terms that were accepted; nil if it was not recorded
	Received      *Money     // sum of its payments but those that the shop returned; nil if none was recorded
	ReturnedMinor int64      // what the shop returned, in minor units
	DisputedMinor int64      // what a bank took back for a dispute that the shop has not won, in minor units
}

// SeenBy returns the order as the actor may see it: without personal data for an API key that lacks READ_ORDERS.
func (o Order) SeenBy(actor Actor) Order {
	if actor.SeesPeople(ReadOrders) {
		return o
	}
	return o.withoutPerson()
}

func (o Order) withoutPerson() Order {
	o.Buyer, o.ShippingInfo, o.BillingInfo, o.TrackingURL = Buyer{}, ShippingInfo{}, BillingInfo{}, ""
	return o
}

// SeenByAgent returns the order as the agent that prepared it sees it: without personal data, but for the country.
func (o Order) SeenByAgent() Order {
	country := o.ShippingInfo.Country
	o = o.withoutPerson()
	o.ShippingInfo.Country, o.Payment = country, nil
	return o
}

// ExportedOrder is an order as a row of an exported table.
type ExportedOrder struct {
	Order
	Lines string // such as `2 x Rail Arm; 1 x Gripper`
}

// Buyer is the customer who placed an order, with the account's current name and email address. If the account was
// deleted, it has the name FormerCustomer, no address, and the order's ID.
type Buyer struct {
	ID      string
	Name    string
	Email   string
	Deleted bool // the account no longer exists
}

// OrderStatus is the progress of an order.
type OrderStatus string

// The statuses, in their usual sequence.
const (
	OrderPendingPayment OrderStatus = "PENDING_PAYMENT"
	OrderPaid           OrderStatus = "PAID"
	OrderProcessing     OrderStatus = "PROCESSING"
	OrderShipped        OrderStatus = "SHIPPED"
	OrderDelivered      OrderStatus = "DELIVERED"
	OrderCancelled      OrderStatus = "CANCELLED"
	OrderRefunded       OrderStatus = "REFUNDED"
)

// step is a transition of an order's status.
type step struct {
	to     OrderStatus
	buyer  bool // whether the buyer may make it; administrators may make every transition
	lapsed bool // whether it applies only to orders that the shop cancelled for lack of payment
	unpaid bool // whether it applies only to orders for which the shop has no money
	stock  StockMove
}

// StockMove is the effect of an order's transition on the stock of its products.
type StockMove int

// The stock moves. Units are taken from the stock for the order, or returned to it.
const (
	StockStays    StockMove = 0
	StockTaken    StockMove = 1
	StockReturned StockMove = -1
)

// orderSteps lists the permitted transitions. Shipped goods are not returned to stock automatically. A payment that
// arrives after the shop has cancelled the order either takes the stock again or is refunded.
var orderSteps = map[OrderStatus][]step{
	OrderPendingPayment: {{to: OrderPaid}, {to: OrderCancelled, buyer: true, stock: StockReturned}},
	OrderPaid:           {{to: OrderProcessing}, {to: OrderRefunded, stock: StockReturned}},
	OrderProcessing: {{to: OrderShipped}, {to: OrderCancelled, unpaid: true, stock: StockReturned},
		{to: OrderRefunded, stock: StockReturned}},
	OrderShipped:   {{to: OrderDelivered}, {to: OrderRefunded}},
	OrderDelivered: {{to: OrderRefunded}},
	OrderCancelled: {{to: OrderPaid, lapsed: true, stock: StockTaken}, {to: OrderRefunded, lapsed: true}},
	OrderRefunded:  nil,
}

// Step checks that the actor may move the order to the status, and returns the effect on the stock. The error is
// NOT_ALLOWED if the status can't follow the current one, and that of Actor.Need, such as FORBIDDEN, if the actor lacks
// the permission.
func (o Order) Step(actor Actor, to OrderStatus) (StockMove, error) {
	s, ok := o.step(to)
	if !ok {
		return StockStays, o.cannotBecome(to)
	}
	scope := WriteOrders
	if actor.Key == nil && (to == OrderPaid || to == OrderRefunded) {
		scope = WritePayments
	}
	if err := actor.Need(scope); err != nil && !(s.buyer && actor.UserID == o.Buyer.ID) {
		return StockStays, err
	}
	return s.stock, nil
}

// step returns the transition of the order to the status, if there is one.
func (o Order) step(to OrderStatus) (s step, ok bool) {
	i := slices.IndexFunc(orderSteps[o.Status], func(s step) bool {
		return s.to == to && (!s.lapsed || o.Lapsed()) && (!s.unpaid || o.Paid().Minor <= 0)
	})
	if i < 0 {
		return step{}, false
	}
	return orderSteps[o.Status][i], true
}

func (o Order) cannotBecome(to OrderStatus) *Error {
	return &Error{Code: NotAllowed, Field: "status",
		Message: fmt.Sprintf("An order can't change from %s to %s", o.Status.Words(), to.Words())}
}

// Cancellable reports whether the actor may cancel the order now, unless a payment of it is under way.
func (o Order) Cancellable(actor Actor) bool {
	_, err := o.Step(actor, OrderCancelled)
	return err == nil
}

// AddressChange checks that the actor may change the delivery address: it is the buyer or may write orders, and the
// goods have not left. The error is NOT_ALLOWED if they have, or never will, and otherwise that of Actor.Need.
func (o Order) AddressChange(actor Actor) error {
	switch o.Status {
	case OrderPendingPayment, OrderPaid, OrderProcessing:
	default:
		return &Error{Code: NotAllowed, Field: "status", Message: fmt.Sprintf(
			"This order is %s, so its address can't be changed here. Please contact us.", o.Status.Words())}
	}
	if err := actor.Need(WriteOrders); err != nil && actor.UserID != o.Buyer.ID {
		return err
	}
	return nil
}

// AddressChangeable reports whether the actor may change the delivery address now.
func (o Order) AddressChangeable(actor Actor) bool { return o.AddressChange(actor) == nil }

// OrderChange is a change of an order's status.
type OrderChange struct {
	Status    OrderStatus `json:"status"`
	Version   int         `json:"version"` // that the order got by it
	CreatedAt time.Time   `json:"created_at"`
}

// StaleOrder refuses a change of an order that has changed since the caller read it.
func StaleOrder() *Error {
	return &Error{Code: Conflict, Field: "version",
		Message: "Someone else changed this order. Review it and try again."}
}

// Words returns the status as displayed to users.
func (s OrderStatus) Words() string {
	return map[OrderStatus]string{
		OrderPendingPayment: "waiting for payment", OrderPaid: "paid", OrderProcessing: "being prepared",
		OrderShipped: "shipped", OrderDelivered: "delivered", OrderCancelled: "cancelled", OrderRefunded: "refunded",
	}[s]
}

// Verb returns the verb before Words: "has been" if the status ends something, otherwise "is".
func (s OrderStatus) Verb() string {
	switch s {
	case OrderShipped, OrderDelivered, OrderCancelled, OrderRefunded:
		return "has been"
	}
	return "is"
}

// OrderItem is a line of an order.
type OrderItem struct {
	ID               string
	ProductID        *string // nil if the product has been deleted
	ProductName      string
	Quantity         int
	Price            Money // of one unit
	IsPreorder       bool
	ExpectedDelivery *time.Time        // of pre-order lines
	Delivery         *DeliveryEstimate // as it was when the order was placed; nil if there was none
}

// LineTotal returns price times quantity.
func (i OrderItem) LineTotal() Money { return i.Price.Times(i.Quantity) }

// OrderPlaceInput orders the content of the cart.
type OrderPlaceInput struct {
	ShippingInfo   ShippingInfoInput
	BillingInfo    *BillingInfoInput `json:",omitempty"` // like its parts: a repeated request keeps its hash
	IdempotencyKey string
	ExpectedTotal  *string // decimal
}

// Normal returns the input trimmed, or all its errors.
func (in OrderPlaceInput) Normal() (OrderPlaceInput, error) {
	var c checker
	in.ShippingInfo = in.ShippingInfo.normal(&c)
	in.BillingInfo = in.BillingInfo.normal(&c, in.ShippingInfo.Country, "shippingInfo.company", in.ShippingInfo.Company)
	in.IdempotencyKey = c.line("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	if total := in.ExpectedTotal; total != nil && (!plainDecimal.MatchString(*total) || (*total)[0] == '-') {
		c.add(Invalid, "expectedTotal", "Expected total must be a number such as 25999.00")
	}
	return in, c.found.Err()
}

// OrderCancelInput names an order to cancel.
type OrderCancelInput struct{ ID string }

// OrderStatusUpdateInput changes an order's status if the version is still the one given.
type OrderStatusUpdateInput struct {
	ID       string
	Status   OrderStatus
	Version  int
	Shipment *ShipmentInput // nil unless the status is shipped, and then optional
}

// Over returns the order with the shipment that the input states; the error is NOT_ALLOWED if the status is another.
func (in OrderStatusUpdateInput) Over(o Order) (Order, error) {
	switch {
	case in.Shipment == nil:
		return o, nil
	case in.Status != OrderShipped:
		return o, &Error{Code: NotAllowed, Field: "shipment",
			Message: "Carrier and tracking link can only be given to an order that is being shipped"}
	}
	return in.Shipment.Over(o)
}

// OrderAddressUpdateInput changes the delivery address of an order if the version is still the one given.
type OrderAddressUpdateInput struct {
	ID           string
	ShippingInfo ShippingInfoInput
	Version      int
}

// Normal returns the input trimmed, or all its errors.
func (in OrderAddressUpdateInput) Normal() (OrderAddressUpdateInput, error) {
	var c checker
	in.ShippingInfo = in.ShippingInfo.normal(&c)
	return in, c.found.Err()
}

// IdempotencyHours is how long an idempotency key returns the order that it created.
const IdempotencyHours = 24

// Order creates an order with the names, prices and tax of the cart, which later changes of products don't affect. It
// is refused if the cart is empty, if the stock is insufficient, or if the total differs from the one the buyer has
// seen.
func (c Cart) Order(in OrderPlaceInput, buyer Actor, now time.Time) (Order, error) {
	if len(c.Items) == 0 {
		return Order{}, &Error{Code: CartEmpty, Message: "Your cart is empty"}
	}
	var refused Errors
	o := Order{Buyer: Buyer{ID: buyer.UserID}, Status: OrderPendingPayment, Version: 1, CreatedAt: now,
		ShippingInfo: in.ShippingInfo.Over(ShippingInfo{}), BillingInfo: in.BillingInfo.info(), Subtotal: c.Subtotal,
		TaxPercent: c.TaxPercent, Tax: c.Tax, Shipping: c.Shipping,
		TotalPrice: c.Total}
	for _, item := range c.Items {
		if err := item.available(); err != nil {
			refused = append(refused, err)
			continue
		}
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &item.Product.ID, ProductName: item.Product.Name,
			Quantity: item.Quantity, Price: item.Price(), IsPreorder: item.IsPreorder(),
			ExpectedDelivery: item.ExpectedDelivery(), Delivery: item.Delivery()})
	}
	if len(refused) == 0 && in.ExpectedTotal != nil && !c.Total.Equals(*in.ExpectedTotal) {
		refused = append(refused, &Error{Code: PriceChanged, Field: "expectedTotal",
			Message: "Prices have changed. The total is now " + c.Total.Decimal() + " " + c.Total.Currency})
	}
	return o, refused.Err()
}

// available refuses a line that can't be ordered in this quantity.
func (i CartItem) available() *Error {
	if err := i.Product.NotForSale(); err != nil {
		return &Error{Code: OutOfStock, Message: err.Message}
	}
	if limit := i.Product.MaxQuantity(); i.Quantity > limit {
		return &Error{Code: OutOfStock,
			Message: fmt.Sprintf("Only %d of %s available", limit, i.Product.Name)}
	}
	return nil
}

// UnknownOrder refuses an order that does not exist or that the actor may not see. The same error covers both, so that
// it does not reveal other customers' orders.
func UnknownOrder() *Error { return &Error{Code: NotFound, Field: "id", Message: "Order not found"} }

// TakesStock reports whether the line takes units from the stock.
func (i OrderItem) TakesStock() bool { return !i.IsPreorder && i.ProductID != nil }

// MaxOrderNotes is the maximum number of notes read per order.
const MaxOrderNotes = 100

// OrderNote is an administrator's internal note about an order. It is never shown to buyers.
type OrderNote struct {
	ID        string
	Text      string
	Author    *string // name; nil if the account was deleted
	CreatedAt time.Time
}

// OrderNoteAddInput is a new note.
type OrderNoteAddInput struct {
	OrderID string
	Text    string
}

// Normal returns the input trimmed, or its error.
func (in OrderNoteAddInput) Normal() (OrderNoteAddInput, error) {
	var c checker
	in.Text = c.text("text", "Note", in.Text, 2000, true)
	return in, c.found.Err()
}

// UnknownNoteOrder refuses a note about an order that does not exist.
func UnknownNoteOrder() *Error {
	return &Error{Code: NotFound, Field: "orderId", Message: "Order not found"}
}

// OrderNoteDeleteInput names a note to delete.
type OrderNoteDeleteInput struct {
	ID string
}

// PaymentDays is the number of days within which an order has to be paid.
const PaymentDays = 14

// PaymentInstructions describes how to pay by bank transfer on invoice.
type PaymentInstructions struct {
	AccountHolder string
	IBAN          string
	BIC           string
	Reference     string // creditor reference of the order
	Amount        Money  // that is still open
	DueAt         time.Time
}

// PrintedReference returns the reference as people read it, in groups of four characters.
// Emails queued by older versions have the order's number.
func (p PaymentInstructions) PrintedReference() string {
	if !validReference(p.Reference) {
		return p.Reference
	}
	return Grouped4(p.Reference)
}

// BankAccount is the shop's account for payment by bank transfer on invoice.
type BankAccount struct {
	Holder string `json:"holder"`
	IBAN   string `json:"iban"`
	BIC    string `json:"bic"`
}

// PaymentDue returns the payment instructions of the order without the bank account, which PayTo adds; nil if
// nothing is to be paid.
func (o Order) PaymentDue() *PaymentInstructions {
	if !o.awaitsPayment() {
		return nil
	}
	return &PaymentInstructions{Reference: CreditorReference(o.Number), Amount: o.Open(),
		DueAt: dueAt(o.CreatedAt)}
}

// dueAt returns the due date of an order placed at that time.
func dueAt(placed time.Time) time.Time { return placed.AddDate(0, 0, PaymentDays) }

// PayTo sets the account to pay to. Something must be to be paid.
func (o Order) PayTo(account BankAccount) {
	o.Payment.AccountHolder, o.Payment.IBAN, o.Payment.BIC = account.Holder, account.IBAN, account.BIC
}

// Invoiced refuses an order without an invoice: a cancelled order requires no payment, also if money that came for it
// was refunded, and an order past its retention period has no buyer. An invoice has the number of its order; there is
// one series.
func (o Order) Invoiced() error {
	if o.Status == OrderCancelled || o.Status == OrderRefunded && o.ExpiredAt != nil {
		return &Error{Code: NotAllowed, Message: "A cancelled order has no invoice"}
	}
	if o.ShippingInfo.Address == "" {
		return &Error{Code: NotAllowed, Message: fmt.Sprintf("Invoices are kept for %d years", BooksYears)}
	}
	return nil
}

// InvoiceFile returns the file name of the invoice.
func (o Order) InvoiceFile() string { return "invoice-" + o.Number + ".pdf" }

// TaxLabel returns the label of the tax with its rate, such as "Tax (10%)".
func (o Order) TaxLabel() string { return TaxLabel(o.TaxPercent) }

// Settled returns the word for the state of the payment, "" while something is open.
func (o Order) Settled() string {
	switch {
	case o.awaitsPayment():
		return ""
	case o.Status == OrderRefunded:
		return "Refunded"
	}
	return "Paid"
}

// awaitsPayment reports whether something is to be paid. That is also so if a payment of an order turned out to be
// another one's after the shop had begun with the order.
func (o Order) awaitsPayment() bool { return o.Status == OrderPendingPayment || o.Open().Minor > 0 }

const (
	// ReserveDays is the default of Terms.ReserveDays: how many days after its due date an unpaid order holds its
	// stock.
	ReserveDays = 3
	// UnverifiedReserve is how long an unpaid order of an account that never verified its email address holds its
	// stock.
	UnverifiedReserve = 24 * time.Hour
	// ReminderLead is how long before the end of a reservation the buyer is reminded by email.
	ReminderLead = 48 * time.Hour
	// reminderSlack is how late the reminder may be sent without extending the reservation.
	reminderSlack = time.Hour
)

// Reservation is the period for which an unpaid order holds its stock.
type Reservation struct {
	Until    time.Time
	RemindAt *time.Time // nil if no reminder is due
}

// Reserve returns the reservation of an order placed at that time. The short reservation of an unverified account gets
// no reminder, because the order's confirmation states when it ends.
func (t Terms) Reserve(placed time.Time, verified bool) Reservation {
	if !verified {
		return Reservation{Until: placed.Add(UnverifiedReserve)}
	}
	until := placed.Add(time.Duration(PaymentDays+t.ReserveDays) * 24 * time.Hour)
	return Reservation{Until: until, RemindAt: new(until.Add(-ReminderLead))}
}

// Reminded returns the reservation after its reminder is queued. A late reminder extends the reservation, so that the
// buyer has the time that the email promises.
func (r Reservation) Reminded(now time.Time) Reservation {
	if r.Until.Sub(now) < ReminderLead-reminderSlack {
		r.Until = now.Add(ReminderLead)
	}
	r.RemindAt = nil
	return r
}

// Expire returns the status and the stock move of an unpaid order whose reservation has ended. The error is NOT_ALLOWED
// if the order is not awaiting payment.
func (o Order) Expire() (OrderStatus, StockMove, error) {
	if !o.Reserved() {
		return o.Status, StockStays, o.cannotBecome(OrderCancelled)
	}
	return OrderCancelled, StockReturned, nil
}

// ExpiresAt returns when the order is cancelled for lack of payment; nil if it is not, as with a part of its price.
func (o Order) ExpiresAt() *time.Time {
	if o.Paid().Minor > 0 {
		return nil
	}
	return o.ReservedUntil
}

// Reserved reports whether the order holds its stock while awaiting payment.
func (o Order) Reserved() bool { return o.Status == OrderPendingPayment }

// HeldBriefly reports whether the stock is held for less than the payment period, because the buyer's address was not
// verified.
func (o Order) HeldBriefly() bool {
	return o.ReservedUntil != nil && o.Payment != nil && o.ReservedUntil.Before(o.Payment.DueAt)
}

// Lapsed reports whether the shop cancelled the order for lack of payment.
func (o Order) Lapsed() bool { return o.Status == OrderCancelled && o.ExpiredAt != nil }

// Retakes refuses to resume a lapsed order if a product of its lines was deleted. It does not check the stock of the
// others.
func (o Order) Retakes() error {
	for _, item := range o.OrderItems {
		if !item.IsPreorder && item.ProductID == nil {
			return o.LatePayment()
		}
	}
	return nil
}

// LatePayment refuses to mark a lapsed order as paid if its stock has since been sold.
func (o Order) LatePayment() *Error {
	return &Error{Code: OutOfStock, Field: "status",
		Message: fmt.Sprintf("The payment of %s arrived after the order was cancelled, and its items are "+
			"out of stock. Refund the payment, or add stock and try again.", o.Number)}
}
