package shop

import (
	"slices"
	"time"
)

// MaxCartLines bounds a cart.
const MaxCartLines = 100

// Cart is what a person is about to order, at today's prices.
type Cart struct {
	Items      []CartItem
	ItemCount  int
	Subtotal   Money
	TaxPercent string
	Tax        Money
	Shipping   Money
	Total      Money
	Warnings   []CartWarning
	Added      *int // units that the last change put in; nil when it was no addition
}

// CartItem is a line of a cart. The product is read together with the line.
type CartItem struct {
	ID         string
	Product    Product
	Quantity   int
	AddedPrice Money // of one unit, when it was put in
}

// Line is the place of a line that is named by its own id or by its product's; -1 when there is none.
func (c Cart) Line(id string) int {
	return slices.IndexFunc(c.Items, func(i CartItem) bool { return i.ID == id || i.Product.ID == id })
}

// CartWarning tells of a correction.
type CartWarning struct {
	Code      CartWarningCode
	Message   string
	ProductID string
}

// CartWarningCode names a correction.
type CartWarningCode string

// MaximumQuantity: more was asked than can be had.
const MaximumQuantity CartWarningCode = "MAXIMUM_QUANTITY"

// ProductID is the product's number.
func (i CartItem) ProductID() string { return i.Product.ID }

// Name is the product's.
func (i CartItem) Name() string { return i.Product.Name }

// Image is the product's.
func (i CartItem) Image() *Media { return i.Product.Image }

// Stock is the product's.
func (i CartItem) Stock() int { return i.Product.Stock }

// MaxQuantity is the most that the line may have.
func (i CartItem) MaxQuantity() int { return i.Product.MaxQuantity() }

// IsPreorder tells whether the line is ordered as a pre-order.
func (i CartItem) IsPreorder() bool { return i.Product.IsPreorder }

// ExpectedDelivery is set for pre-order lines.
func (i CartItem) ExpectedDelivery() *time.Time { return i.Product.ExpectedDelivery }

// Price is today's of one unit. A product that lost its price since counts with the one it had.
func (i CartItem) Price() Money {
	if i.Product.Price == nil {
		return i.AddedPrice
	}
	return *i.Product.Price
}

// LineTotal is price times quantity.
func (i CartItem) LineTotal() Money { return i.Price().Times(i.Quantity) }

// NewCart adds the lines up (spec 9: tax of the subtotal, shipping, total).
func (t Terms) NewCart(items []CartItem, warnings ...CartWarning) Cart {
	cart := Cart{Items: items, Warnings: warnings, Subtotal: t.Money(0), TaxPercent: t.TaxPercent(), Shipping: t.Money(0)}
	for _, item := range items {
		cart.ItemCount += item.Quantity
		cart.Subtotal = cart.Subtotal.Plus(item.LineTotal())
	}
	if len(items) > 0 {
		cart.Shipping = t.Money(t.ShippingMinor)
	}
	cart.Tax = cart.Subtotal.Percent(t.TaxBasisPoints)
	cart.Total = cart.Subtotal.Plus(cart.Tax).Plus(cart.Shipping)
	return cart
}

// Quantity decides how many units of the product a cart holds after somebody asked for want (spec 5, decisions: cart).
// More than the maximum is clamped with a warning.
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

// MoreQuantity decides the same when add units come on top of those the cart has.
func (p Product) MoreQuantity(have, add int) (int, []CartWarning, error) {
	if add >= 1 {
		add = have + min(add, p.MaxQuantity()+1)
	}
	return p.Quantity(add)
}

// CartFull refuses one more line.
func CartFull() *Error {
	return &Error{Code: OutOfRange, Field: "productId", Message: "A cart holds at most 100 different products"}
}

// UnknownProduct refuses a product that is not in the catalogue.
func UnknownProduct() *Error {
	return &Error{Code: NotFound, Field: "productId", Message: "Product not found"}
}

// UnknownLine refuses a change of a line that is not in the cart.
func UnknownLine() *Error {
	return &Error{Code: NotFound, Field: "id", Message: "This item is not in your cart"}
}

// CartItemAddInput is a product to put into the cart.
type CartItemAddInput struct {
	ProductID      string
	Quantity       int
	IdempotencyKey *string
}

// Check refuses a key that is none.
func (in CartItemAddInput) Check() error {
	if in.IdempotencyKey == nil {
		return nil
	}
	var c checker
	c.text("idempotencyKey", "Idempotency key", *in.IdempotencyKey, 100, true)
	return c.found.Err()
}

// CartItemUpdateInput is an absolute quantity for a line, named by its id or its product's.
type CartItemUpdateInput struct {
	ID       string
	Quantity int
}

// CartItemRemoveInput names a line by its id or its product's.
type CartItemRemoveInput struct {
	ID string
}
