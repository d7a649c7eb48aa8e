package shop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
)

// Order is something that was bought, with the names, prices and tax of that moment.
type Order struct {
	ID           string
	Number       string // for people
	Buyer        Buyer
	Status       OrderStatus
	Version      int // counts the changes
	CreatedAt    time.Time
	ShippingInfo ShippingInfo
	OrderItems   []OrderItem
	Subtotal     Money
	TaxPercent   string // empty when nobody wrote it down
	Tax          Money
	Shipping     Money
	TotalPrice   Money
	Payment      *PaymentInstructions // nil once no payment is waited for

	ReservedUntil *time.Time // while it waits for payment: when it is cancelled without one
	ExpiredAt     *time.Time // when the shop cancelled it because no payment had come
}

// SeenBy is the order as the actor may see it: without its buyer and address for an API key that lacks READ_ORDERS.
func (o Order) SeenBy(actor Actor) Order {
	if !actor.SeesPeople(ReadOrders) {
		o.Buyer, o.ShippingInfo = Buyer{}, ShippingInfo{}
	}
	return o
}

// ExportedOrder is an order as a row of a table.
type ExportedOrder struct {
	Order
	Lines string // such as `2 x Rail Arm; 1 x Gripper`
}

// Buyer is who has placed an order, by the name and address that the account has now. Without an account there is the name of its end,
// no address, and the order's identifier.
type Buyer struct {
	ID      string
	Name    string
	Email   string
	Deleted bool // there is no account any more
}

// OrderStatus is how far an order has come (decisions: orders).
type OrderStatus string

// The statuses in the order of a life.
const (
	OrderPendingPayment OrderStatus = "PENDING_PAYMENT"
	OrderPaid           OrderStatus = "PAID"
	OrderProcessing     OrderStatus = "PROCESSING"
	OrderShipped        OrderStatus = "SHIPPED"
	OrderDelivered      OrderStatus = "DELIVERED"
	OrderCancelled      OrderStatus = "CANCELLED"
	OrderRefunded       OrderStatus = "REFUNDED"
)

// step is one change of an order's status.
type step struct {
	to     OrderStatus
	buyer  bool // whether its buyer may do it, too; admins may do all
	lapsed bool // whether it is only for orders that the shop has cancelled for want of payment
	stock  StockMove
}

// StockMove is what a change of an order does to the stock of its products.
type StockMove int

// The moves. Stock is taken from the products for the order, or returned to them.
const (
	StockStays    StockMove = 0
	StockTaken    StockMove = 1
	StockReturned StockMove = -1
)

// orderSteps is all that can happen to an order. What has left the house does not come back into stock by itself. A payment that
// comes after the shop has cancelled the order either takes the stock again or is paid back.
var orderSteps = map[OrderStatus][]step{
	OrderPendingPayment: {{to: OrderPaid}, {to: OrderCancelled, buyer: true, stock: StockReturned}},
	OrderPaid:           {{to: OrderProcessing}, {to: OrderRefunded, stock: StockReturned}},
	OrderProcessing:     {{to: OrderShipped}, {to: OrderRefunded, stock: StockReturned}},
	OrderShipped:        {{to: OrderDelivered}, {to: OrderRefunded}},
	OrderDelivered:      {{to: OrderRefunded}},
	OrderCancelled:      {{to: OrderPaid, lapsed: true, stock: StockTaken}, {to: OrderRefunded, lapsed: true}},
	OrderRefunded:       nil,
}

// Step decides whether the actor may give the order that status, and what that does to the stock. NOT_ALLOWED when it can't follow
// the present one; FORBIDDEN when somebody else has to do it.
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
	return &Error{Code: NotAllowed, Field: "status", Message: fmt.Sprintf("An order that is %s can't become %s", o.Status.Words(), to.Words())}
}

// Cancellable tells whether the actor may call the order off now.
func (o Order) Cancellable(actor Actor) bool {
	_, err := o.Step(actor, OrderCancelled)
	return err == nil
}

// Words is the status as people read it.
func (s OrderStatus) Words() string {
	return map[OrderStatus]string{
		OrderPendingPayment: "waiting for payment", OrderPaid: "paid", OrderProcessing: "being prepared", OrderShipped: "shipped",
		OrderDelivered: "delivered", OrderCancelled: "cancelled", OrderRefunded: "refunded",
	}[s]
}

// ShippingInfo is where an order goes. Country is an ISO 3166-1 code of two letters.
type ShippingInfo struct {
	Address    string
	City       string
	PostalCode string
	Country    string
}

// ShippingInfoInput is ShippingInfo as somebody typed it.
type ShippingInfoInput ShippingInfo

// formats knows the countries and the postal codes of each.
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
	// Elsewhere any code will do: nobody is turned away by a pattern that we can't explain.
	if example, known := postalCodes[out.Country]; known && out.PostalCode != "" &&
		formats.Var(out.PostalCode, "postcode_iso3166_alpha2="+out.Country) != nil {
		c.add(Invalid, "shippingInfo.postalCode", fmt.Sprintf("Postal code must be one of this country, such as %s", example))
	}
	return out
}

// postalCodes has an example from each country whose codes are checked.
var postalCodes = map[string]string{
	"AT": "1010", "AU": "2000", "BE": "1000", "BG": "1000", "CA": "K1A 0B1", "CH": "8001", "CY": "1010", "CZ": "110 00",
	"DE": "10115", "DK": "1050", "EE": "10111", "ES": "28001", "FI": "00100", "FR": "75001", "GB": "SW1A 1AA", "GR": "105 57",
	"HR": "10000", "HU": "1011", "IT": "00118", "JP": "100-0001", "LU": "1111", "MT": "VLT 1117",
	"NL": "1012 AB", "NO": "0150", "PL": "00-001", "PT": "1000-001", "RO": "010011", "SE": "111 20", "SI": "1000", "SK": "811 01",
	"US": "10001",
}

// OrderItem is a line of an order.
type OrderItem struct {
	ID               string
	ProductID        *string // nil when it has been deleted since
	ProductName      string
	Quantity         int
	Price            Money // of one unit
	IsPreorder       bool
	ExpectedDelivery *time.Time // of pre-order lines
}

// LineTotal is price times quantity.
func (i OrderItem) LineTotal() Money { return i.Price.Times(i.Quantity) }

// OrderPlaceInput is an order of everything in the cart.
type OrderPlaceInput struct {
	ShippingInfo   ShippingInfoInput
	IdempotencyKey string
	ExpectedTotal  *string // decimal
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in OrderPlaceInput) Normal() (OrderPlaceInput, error) {
	var c checker
	in.ShippingInfo = ShippingInfoInput(in.ShippingInfo.normal(&c))
	in.IdempotencyKey = c.text("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	return in, c.found.Err()
}

// OrderCancelInput names an order to call off.
type OrderCancelInput struct{ ID string }

// OrderStatusUpdateInput moves an order on, if it still has the version that was read.
type OrderStatusUpdateInput struct {
	ID      string
	Status  OrderStatus
	Version int
}

// IdempotencyHours is how long a key answers with the order that it made.
const IdempotencyHours = 24

// Order freezes the cart (decisions: an order freezes name, price and tax). It is refused when the cart is empty, when less
// is in stock than it wants, or when its total is not the one that the buyer has seen.
func (c Cart) Order(in OrderPlaceInput, buyer Actor, now time.Time) (Order, error) {
	if len(c.Items) == 0 {
		return Order{}, &Error{Code: CartEmpty, Message: "Your cart is empty"}
	}
	var refused Errors
	o := Order{Buyer: Buyer{ID: buyer.UserID}, Status: OrderPendingPayment, Version: 1, CreatedAt: now,
		ShippingInfo: ShippingInfo(in.ShippingInfo), Subtotal: c.Subtotal, TaxPercent: c.TaxPercent, Tax: c.Tax, Shipping: c.Shipping,
		TotalPrice: c.Total}
	for _, item := range c.Items {
		if err := item.available(); err != nil {
			refused = append(refused, err)
			continue
		}
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &item.Product.ID, ProductName: item.Product.Name,
			Quantity: item.Quantity, Price: item.Price(), IsPreorder: item.IsPreorder(), ExpectedDelivery: item.ExpectedDelivery()})
	}
	if len(refused) == 0 && in.ExpectedTotal != nil && !c.Total.Equals(*in.ExpectedTotal) {
		refused = append(refused, &Error{Code: PriceChanged, Field: "expectedTotal",
			Message: "Prices have changed. The total is now " + c.Total.Decimal() + " " + c.Total.Currency})
	}
	return o, refused.Err()
}

// available refuses a line that can't be delivered as it stands.
func (i CartItem) available() *Error {
	if err := i.Product.NotForSale(); err != nil {
		return &Error{Code: OutOfStock, Message: err.Message}
	}
	if limit := i.Product.MaxQuantity(); i.Quantity > limit {
		return &Error{Code: OutOfStock, Message: fmt.Sprintf("Only %d of %s can be ordered at the moment", limit, i.Product.Name)}
	}
	return nil
}

// UnknownOrder refuses an order that is not there, or not the actor's to see (decisions: somebody else's order).
func UnknownOrder() *Error { return &Error{Code: NotFound, Field: "id", Message: "Order not found"} }

// TakesStock tells whether the line takes units from the stock.
func (i OrderItem) TakesStock() bool { return !i.IsPreorder && i.ProductID != nil }
