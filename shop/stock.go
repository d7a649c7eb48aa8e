package shop

import (
	"fmt"
	"time"
)

const (
	// StockAlertConfirmLife is how long a stock alert can be confirmed before it is deleted.
	StockAlertConfirmLife = 7 * 24 * time.Hour
	// StockAlertMemory is how long a confirmed stock alert waits for its product before it is deleted.
	StockAlertMemory = 365 * 24 * time.Hour
	// MaxAlertsPerEmail and MaxAlertsPerProduct limit the stock alerts that wait, confirmed or not.
	MaxAlertsPerEmail   = 20
	MaxAlertsPerProduct = 5000
)

// The rates of stock alerts: per network address, and per email address.
var (
	StockAlertPerAddress = Rate{"stock-alert-address", 20, time.Hour}
	StockAlertPerEmail   = Rate{"stock-alert-email", 5, 24 * time.Hour}
)

// StockAlert is the request of an email address to be notified when a product is back in stock.
type StockAlert struct {
	ID          string     `db:"id"`
	ProductID   string     `db:"product_id"`
	ProductName string     `db:"product_name"`
	Email       string     `db:"email"`
	CreatedAt   time.Time  `db:"created_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"` // nil: nothing is sent
	ExpiresAt   time.Time  `db:"expires_at"`   // time of deletion
}

// StockAlertCreateInput is a request for a stock alert.
type StockAlertCreateInput struct {
	ProductID string
	Email     string
}

// Normal returns the input with the address in lower case, or its errors.
func (in StockAlertCreateInput) Normal() (StockAlertCreateInput, error) {
	var c checker
	in.ProductID = c.line("productId", "Product", in.ProductID, 40, true)
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// StockAlertTokenInput holds the token of a link in the confirmation email of a stock alert.
type StockAlertTokenInput struct {
	Token string
}

// Normal returns the input trimmed, or its error.
func (in StockAlertTokenInput) Normal() (StockAlertTokenInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// InStock reports whether any customer can buy the product from stock now.
func (p Product) InStock() bool { return p.Listed && !p.IsPreorder && p.NotForSale() == nil }

// TakesAlerts refuses a stock alert for a product that lacks more than stock, or doesn't lack it.
func (p Product) TakesAlerts() error {
	stocked := p
	stocked.Stock = 1
	message := ""
	switch {
	case !p.Listed:
		return UnknownProduct()
	case p.InStock():
		message = p.Name + " is in stock"
	case !stocked.InStock():
		message = p.Name + " is not sold from stock"
	default:
		return nil
	}
	return &Error{Code: NotAllowed, Field: "productId", Message: message}
}

// TooManyAlerts refuses a further stock alert for a product.
func TooManyAlerts() *Error {
	return &Error{Code: NotAllowed, Field: "productId",
		Message: fmt.Sprintf("%d people are waiting for this product already. Please contact us.", MaxAlertsPerProduct)}
}

// StockChange is a change of a product by which it may have become available or scarce.
type StockChange struct {
	ProductID string
	Name      string
	Before    int  // units in stock
	After     int  // units in stock
	Watched   bool // whether low stock is reported: the product is listed, and not only announced
	Restocked bool // whether it can be bought from stock only since this change
}

// NewStockChange returns the change of a product.
func NewStockChange(before, after Product) StockChange {
	return StockChange{ProductID: after.ID, Name: after.Name, Before: before.Stock, After: after.Stock,
		Watched: after.Listed && !after.ComingSoon, Restocked: !before.InStock() && after.InStock()}
}

// RanLow reports whether the stock has fallen to the threshold, from above it.
func (c StockChange) RanLow(threshold int) bool {
	return c.Watched && c.Before > threshold && c.After <= threshold
}
