package shop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
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
	OrderItems   []OrderItem
	Subtotal     Money
	TaxPercent   string // empty if it was not recorded
	Tax          Money
	Shipping     Money
	TotalPrice   Money
	Payment      *PaymentInstructions // nil unless a payment is due

	ReservedUntil *time.Time // while payment is pending: when the order is cancelled without it
	ExpiredAt     *time.Time // when the shop cancelled it for lack of payment
}

// SeenBy returns the order as the actor may see it: without buyer and address for an API key that lacks READ_ORDERS.
func (o Order) SeenBy(actor Actor) Order {
	if !actor.SeesPeople(ReadOrders) {
		o.Buyer, o.ShippingInfo = Buyer{}, ShippingInfo{}
	}
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
	OrderProcessing:     {{to: OrderShipped}, {to: OrderRefunded, stock: StockReturned}},
	OrderShipped:        {{to: OrderDelivered}, {to: OrderRefunded}},
	OrderDelivered:      {{to: OrderRefunded}},
	OrderCancelled:      {{to: OrderPaid, lapsed: true, stock: StockTaken}, {to: OrderRefunded, lapsed: true}},
	OrderRefunded:       nil,
}

// Step checks that the actor may move the order to the status, and returns the effect on the stock. The error is
// NOT_ALLOWED if the status can't follow the current one, and that of Actor.Need(WriteOrders), such as FORBIDDEN, if
// the actor lacks the permission.
func (o Order) Step(actor Actor, to OrderStatus) (StockMove, error) {
	i := slices.IndexFunc(orderSteps[o.Status], func(s step) bool { return s.to == to && (!s.lapsed || o.Lapsed()) })
	if i < 0 {
		return StockStays, o.cannotBecome(to)
	}
	s := orderSteps[o.Status][i]
	if err := actor.Need(WriteOrders); err != nil && !(s.buyer && actor.UserID == o.Buyer.ID) {
		return StockStays, err
	}
	return s.stock, nil
}

func (o Order) cannotBecome(to OrderStatus) *Error {
	return &Error{Code: NotAllowed, Field: "status",
		Message: fmt.Sprintf("An order that is %s can't become %s", o.Status.Words(), to.Words())}
}

// Cancellable reports whether the actor may cancel the order now.
func (o Order) Cancellable(actor Actor) bool {
	_, err := o.Step(actor, OrderCancelled)
	return err == nil
}

// Words returns the status as displayed to users.
func (s OrderStatus) Words() string {
	return map[OrderStatus]string{
		OrderPendingPayment: "waiting for payment", OrderPaid: "paid", OrderProcessing: "being prepared",
		OrderShipped: "shipped", OrderDelivered: "delivered", OrderCancelled: "cancelled", OrderRefunded: "refunded",
	}[s]
}

// ShippingInfo is the delivery address of an order. Country is an ISO 3166-1 alpha-2 code.
type ShippingInfo struct {
	Address    string
	City       string
	PostalCode string
	Country    string
}

// ShippingInfoInput is unchecked ShippingInfo.
type ShippingInfoInput ShippingInfo

// formats validates country codes and postal codes.
var formats = validator.New()

func (in ShippingInfoInput) normal(c *checker) ShippingInfo {
	out := ShippingInfo{
		Address:    c.text("shippingInfo.address", "Address", in.Address, 200, true),
		City:       c.text("shippingInfo.city", "City", in.City, 100, true),
		PostalCode: strings.ToUpper(c.text("shippingInfo.postalCode", "Postal code", in.PostalCode, 20, true)),
		Country:    strings.ToUpper(c.text("shippingInfo.country", "Country", in.Country, 2, true)),
	}
	if out.Country == "" || len(out.Country) > 2 {
		return out
	}
	if formats.Var(out.Country, "iso3166_1_alpha2") != nil {
		c.add(Invalid, "shippingInfo.country", "Country must be a code of two capital letters, such as NL")
		return out
	}
	// In other countries any code is accepted, because no example exists to explain a refusal.
	if example, known := postalCodes[out.Country]; known && out.PostalCode != "" &&
		formats.Var(out.PostalCode, "postcode_iso3166_alpha2="+out.Country) != nil {
		c.add(Invalid, "shippingInfo.postalCode",
			fmt.Sprintf("Postal code must be one of this country, such as %s", example))
	}
	return out
}

// postalCodes maps each country whose postal codes are checked to an example.
var postalCodes = map[string]string{
	"AT": "1010", "AU": "2000", "BE": "1000", "BG": "1000", "CA": "K1A 0B1", "CH": "8001", "CY": "1010", "CZ": "110 00",
	"DE": "10115", "DK": "1050", "EE": "10111", "ES": "28001", "FI": "00100", "FR": "75001", "GB": "SW1A 1AA",
	"GR": "105 57", "HR": "10000", "HU": "1011", "IT": "00118", "JP": "100-0001", "LU": "1111", "MT": "VLT 1117",
	"NL": "1012 AB", "NO": "0150", "PL": "00-001", "PT": "1000-001", "RO": "010011", "SE": "111 20", "SI": "1000",
	"SK": "811 01", "US": "10001",
}

// OrderItem is a line of an order.
type OrderItem struct {
	ID               string
	ProductID        *string // nil if the product has been deleted
	ProductName      string
	Quantity         int
	Price            Money // of one unit
	IsPreorder       bool
	ExpectedDelivery *time.Time // of pre-order lines
}

// LineTotal returns price times quantity.
func (i OrderItem) LineTotal() Money { return i.Price.Times(i.Quantity) }

// OrderPlaceInput orders the content of the cart.
type OrderPlaceInput struct {
	ShippingInfo   ShippingInfoInput
	IdempotencyKey string
	ExpectedTotal  *string // decimal
}

// Normal returns the input trimmed, or all its errors.
func (in OrderPlaceInput) Normal() (OrderPlaceInput, error) {
	var c checker
	in.ShippingInfo = ShippingInfoInput(in.ShippingInfo.normal(&c))
	in.IdempotencyKey = c.text("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	return in, c.found.Err()
}

// OrderCancelInput names an order to cancel.
type OrderCancelInput struct{ ID string }

// OrderStatusUpdateInput changes an order's status if the version is still the one given.
type OrderStatusUpdateInput struct {
	ID      string
	Status  OrderStatus
	Version int
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
		ShippingInfo: ShippingInfo(in.ShippingInfo), Subtotal: c.Subtotal,
		TaxPercent: c.TaxPercent, Tax: c.Tax, Shipping: c.Shipping,
		TotalPrice: c.Total}
	for _, item := range c.Items {
		if err := item.available(); err != nil {
			refused = append(refused, err)
			continue
		}
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &item.Product.ID, ProductName: item.Product.Name,
			Quantity: item.Quantity, Price: item.Price(), IsPreorder: item.IsPreorder(),
			ExpectedDelivery: item.ExpectedDelivery()})
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
			Message: fmt.Sprintf("Only %d of %s can be ordered at the moment", limit, i.Product.Name)}
	}
	return nil
}

// UnknownOrder refuses an order that does not exist or that the actor may not see. The same error covers both, so that
// it does not reveal other customers' orders.
func UnknownOrder() *Error { return &Error{Code: NotFound, Field: "id", Message: "Order not found"} }

// TakesStock reports whether the line takes units from the stock.
func (i OrderItem) TakesStock() bool { return !i.IsPreorder && i.ProductID != nil }
