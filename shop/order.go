package shop

import "time"

// Order is something that was bought, with the names, prices and tax of that moment.
type Order struct {
	ID           string
	Number       string // for people
	Status       OrderStatus
	CreatedAt    time.Time
	ShippingInfo ShippingInfo
	OrderItems   []OrderItem
	Subtotal     Money
	Tax          Money
	Shipping     Money
	TotalPrice   Money
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

// ShippingInfo is where an order goes. Country is an ISO 3166-1 code of two letters.
type ShippingInfo struct {
	Address    string
	City       string
	PostalCode string
	Country    string
}

// OrderItem is a line of an order.
type OrderItem struct {
	ID          string
	ProductID   *string // nil when it has been deleted since
	ProductName string
	Quantity    int
	Price       Money // of one unit
}

// LineTotal is price times quantity.
func (i OrderItem) LineTotal() Money { return i.Price.Times(i.Quantity) }
