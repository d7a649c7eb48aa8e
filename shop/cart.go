package shop

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxCartLines limits the lines of a cart.
const MaxCartLines = 100

// Cart is the content of a shopping cart at current prices.
type Cart struct {
	Items      []CartItem
	ItemCount  int
	Subtotal   Money
	TaxPercent string
	Tax        Money
	Shipping   Money
	Total      Money
	Warnings   []CartWarning
	Added      *int // units that the last addition put in; nil after other changes
}

// CartItem is a line of a cart. The product is read in the same query as the line.
type CartItem struct {
	ID         string
	Product    Product
	Quantity   int
	AddedPrice Money // of one unit, at the time of adding
}

// Line returns the index of the line with this line ID or product ID, or -1.
func (c Cart) Line(id string) int {
	return slices.IndexFunc(c.Items, func(i CartItem) bool { return i.ID == id || i.Product.ID == id })
}

// CartWarning describes a correction of the requested change.
type CartWarning struct {
	Code      CartWarningCode
	Message   string
	ProductID string
}

// CartWarningCode names a correction.
type CartWarningCode string

// MaximumQuantity means that more units were requested than are available.
const MaximumQuantity CartWarningCode = "MAXIMUM_QUANTITY"

// ProductID returns the product's ID.
func (i CartItem) ProductID() string { return i.Product.ID }

// Name returns the product's name.
func (i CartItem) Name() string { return i.Product.Name }

// Image returns the product's main picture.
func (i CartItem) Image() *Media { return i.Product.Image }

// Stock returns the product's stock.
func (i CartItem) Stock() int { return i.Product.Stock }

// MaxQuantity returns the maximum quantity of the line.
func (i CartItem) MaxQuantity() int { return i.Product.MaxQuantity() }

// IsPreorder reports whether the line is ordered as a pre-order.
func (i CartItem) IsPreorder() bool { return i.Product.IsPreorder }

// ExpectedDelivery is set for pre-order lines only.
func (i CartItem) ExpectedDelivery() *time.Time { return i.Product.ExpectedDelivery }

// Delivery returns the estimated delivery of the line if it is ordered now, nil if there is no estimate.
func (i CartItem) Delivery() *DeliveryEstimate { return i.Product.Delivery }

// Price returns the current price of one unit. If the product no longer has a price, it returns the price at the time
// of adding.
func (i CartItem) Price() Money {
	if i.Product.Price == nil {
		return i.AddedPrice
	}
	return *i.Product.Price
}

// LineTotal returns price times quantity.
func (i CartItem) LineTotal() Money { return i.Price().Times(i.Quantity) }

// NewCart calculates the totals of the lines: tax is charged on the subtotal, and the total is the sum of subtotal, tax
// and shipping.
func (t Terms) NewCart(items []CartItem, warnings ...CartWarning) Cart {
	cart := Cart{Items: items, Warnings: warnings,
		Subtotal: t.Money(0), TaxPercent: t.TaxPercent(), Shipping: t.Money(0)}
	for _, item := range items {
		cart.ItemCount += item.Quantity
		cart.Subtotal = cart.Subtotal.Plus(item.LineTotal())
	}
	if len(items) > 0 {
		cart.Shipping = t.Money(t.ShippingMinor)
	}
	cart.Tax = t.Tax(cart.Subtotal)
	cart.Total = cart.Subtotal.Plus(cart.Tax).Plus(cart.Shipping)
	return cart
}

// Quantity returns how many units of the product a cart holds after want units were requested. A quantity above the
// maximum is reduced to it, with a warning.
func (p Product) Quantity(want int) (int, []CartWarning, error) {
	if want < 1 {
		return 0, nil, &Error{Code: OutOfRange, Field: "quantity", Message: "Quantity must be at least 1"}
	}
	if refusal := p.NotForSale(); refusal != nil {
		return 0, nil, refusal
	}
	if limit := p.MaxQuantity(); want > limit {
		return limit, []CartWarning{{MaximumQuantity, "Maximum available quantity reached", p.ID}}, nil
	}
	return want, nil, nil
}

// MoreQuantity is Quantity for adding units to those that the cart already holds.
func (p Product) MoreQuantity(have, add int) (int, []CartWarning, error) {
	if add >= 1 {
		add = have + min(add, p.MaxQuantity()+1)
	}
	return p.Quantity(add)
}

// CartFull refuses another line.
func CartFull() *Error {
	return &Error{Code: OutOfRange, Field: "productId", Message: "A cart holds at most 100 different products"}
}

// UnknownProduct refuses a product that is not in the catalogue.
func UnknownProduct() *Error {
	return &Error{Code: NotFound, Field: "productId", Message: "Product not found"}
}

// UnknownLine refuses to change a line that is not in the cart.
func UnknownLine() *Error {
	return &Error{Code: NotFound, Field: "id", Message: "This item is not in your cart"}
}

// CartItemAddInput is a product to add to the cart.
type CartItemAddInput struct {
	ProductID      string
	Quantity       int
	IdempotencyKey *string
}

// Check refuses an invalid idempotency key.
func (in CartItemAddInput) Check() error {
	if in.IdempotencyKey == nil {
		return nil
	}
	var c checker
	c.line("idempotencyKey", "Idempotency key", *in.IdempotencyKey, 100, true)
	return c.found.Err()
}

// Record is what a cart remembers of its last addition, nil without an idempotency key.
func (in CartItemAddInput) Record() *string {
	if in.IdempotencyKey == nil {
		return nil
	}
	return new(fmt.Sprintf("%s\n%s %d", *in.IdempotencyKey, in.ProductID, in.Quantity))
}

// Repeats reports whether the input repeats the cart's last addition. It refuses the key of another addition. Carts
// that an older version wrote remember only the key.
func (in CartItemAddInput) Repeats(last *string) (bool, error) {
	if in.IdempotencyKey == nil || last == nil {
		return false, nil
	}
	key, _, hasAddition := strings.Cut(*last, "\n")
	switch {
	case key != *in.IdempotencyKey:
		return false, nil
	case hasAddition && *last != *in.Record():
		return false, &Error{Code: KeyReused, Field: "idempotencyKey",
			Message: "This idempotency key was already used for another addition"}
	}
	return true, nil
}

// CartItemUpdateInput sets the absolute quantity of a line, named by its ID or its product's ID.
type CartItemUpdateInput struct {
	ID       string
	Quantity int
}

// CartItemRemoveInput names a line by its ID or its product's ID.
type CartItemRemoveInput struct {
	ID string
}
