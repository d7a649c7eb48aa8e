package shop

import "time"

// Review is what a customer says of a product, at most one per customer and product.
type Review struct {
	ID        string
	Name      string
	Rating    int // 1 to 5
	Comment   string
	CreatedAt time.Time
}
