package shop

import "time"

// Review is what a customer says of a product, at most one per customer and product.
type Review struct {
	ID            string
	ProductID     string
	Name          string
	Rating        int // 1 to 5
	Comment       string
	VerifiedBuyer bool // see BuyerStatuses
	Hidden        bool // counts nowhere, and only its writer and administrators see it
	CreatedAt     time.Time
}

// BuyerStatuses are those of an order whose buyer is a verified one of its products: it was paid, and not paid back.
func BuyerStatuses() []OrderStatus {
	return []OrderStatus{OrderPaid, OrderProcessing, OrderShipped, OrderDelivered}
}

// ChangesBuyers tells whether an order that gets the status can make its buyer a verified one, or no longer.
func (s OrderStatus) ChangesBuyers() bool { return s == OrderPaid || s == OrderRefunded }

// VerifiedReviews are the newest reviews of a product by verified buyers, and what all of those come to.
type VerifiedReviews struct {
	Newest []Review
	Count  int
	Rating float64 // the mean, with one decimal
}

// ProductReviewInput is a customer's rating of a product. The comment may be empty.
type ProductReviewInput struct {
	ProductID string
	Rating    int
	Comment   string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in ProductReviewInput) Normal() (ProductReviewInput, error) {
	var c checker
	c.number("rating", "Rating", in.Rating, 1, 5)
	in.Comment = c.text("comment", "Comment", in.Comment, 2000, false)
	return in, c.found.Err()
}

// ReviewHideInput takes a review from sight, or shows it again.
type ReviewHideInput struct {
	ID     string
	Hidden bool
}
