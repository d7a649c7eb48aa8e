package shop

import "time"

// Review is a customer's rating of a product. A customer has at most one review per product.
type Review struct {
	ID            string
	ProductID     string
	Name          string
	Rating        int // 1 to 5
	Comment       string
	VerifiedBuyer bool // see BuyerStatuses
	Hidden        bool // excluded from ratings, and visible only to its author and administrators
	CreatedAt     time.Time
}

// BuyerStatuses returns the statuses of orders that make their buyer a verified buyer of the products: paid and not
// refunded.
func BuyerStatuses() []OrderStatus {
	return []OrderStatus{OrderPaid, OrderProcessing, OrderShipped, OrderDelivered}
}

// ChangesBuyers reports whether a change to the status can make the buyer a verified buyer or revoke it.
func (s OrderStatus) ChangesBuyers() bool {
	return s == OrderPaid || s == OrderRefunded || s == OrderPendingPayment
}

// VerifiedReviews holds the newest reviews of a product by verified buyers, and the totals of all of them.
type VerifiedReviews struct {
	Newest []Review
	Count  int
	Rating float64 // mean with one decimal
}

// ProductReviewInput is a customer's rating of a product. The comment may be empty.
type ProductReviewInput struct {
	ProductID string
	Rating    int
	Comment   string
}

// Normal returns the input trimmed, or all its errors.
func (in ProductReviewInput) Normal() (ProductReviewInput, error) {
	var c checker
	c.number("rating", "Rating", in.Rating, 1, 5)
	in.Comment = c.text("comment", "Comment", in.Comment, 2000, false)
	return in, c.found.Err()
}

// ReviewHideInput hides a review or shows it again.
type ReviewHideInput struct {
	ID     string
	Hidden bool
}
