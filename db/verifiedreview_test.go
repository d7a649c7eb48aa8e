package db_test

import (
	"testing"

	"orrery/shop"
)

// A review is of a verified buyer once an order with the product was paid, whichever comes first, and no longer when it is paid back.
func TestReviewsOfVerifiedBuyers(t *testing.T) {
	r := openReserving(t)
	ctx := t.Context()
	write := func(who shop.Actor, rating int) shop.Review {
		_, review, err := r.Store.Catalogue.ReviewProduct(ctx, who, shop.ProductReviewInput{ProductID: "3", Rating: rating, Comment: "C"})
		r.do(err)
		return review
	}
	move := func(o shop.Order, to shop.OrderStatus) shop.Order {
		moved, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: to, Version: o.Version})
		r.do(err)
		return moved
	}
	verified := func(count int, rating float64) {
		t.Helper()
		got, err := r.Store.Catalogue.VerifiedReviews(ctx, r.visitor, "3", 10)
		r.do(err)
		if got.Count != count || got.Rating != rating || len(got.Newest) != count {
			t.Errorf("%d verified reviews with %v, want %d with %v", got.Count, got.Rating, count, rating)
		}
	}
	seeded, err := r.Store.Catalogue.VerifiedReviews(ctx, r.visitor, "3", 10)
	r.do(err)
	if seeded.Count != 1 {
		t.Fatalf("%d seeded reviews count, want 1", seeded.Count)
	}
	r.exec(`DELETE FROM reviews`)

	order := r.order(r.user, 1)
	if write(r.user, 5).VerifiedBuyer || write(r.other, 1).VerifiedBuyer {
		t.Error("who has paid nothing is a verified buyer")
	}
	verified(0, 0)
	move(order, shop.OrderPaid)
	verified(1, 5)
	if !write(r.user, 4).VerifiedBuyer {
		t.Error("a review that is edited loses its mark")
	}
	paid := move(r.order(r.other, 1), shop.OrderPaid)
	verified(2, 2.5)
	move(paid, shop.OrderRefunded)
	verified(1, 4)
	pages, err := r.Store.Catalogue.ReviewsOfProducts(ctx, r.visitor, []string{"3"}, shop.PageArgs{First: 10})
	r.do(err)
	for _, review := range pages["3"].Nodes {
		if review.VerifiedBuyer != (review.Rating == 4) {
			t.Errorf("the review with %d stars: verified %v", review.Rating, review.VerifiedBuyer)
		}
	}
	_, err = r.Store.Catalogue.HideReview(ctx, r.admin, shop.ReviewHideInput{ID: pages["3"].Nodes[0].ID, Hidden: true})
	r.do(err)
	_, err = r.Store.Catalogue.HideReview(ctx, r.admin, shop.ReviewHideInput{ID: pages["3"].Nodes[1].ID, Hidden: true})
	r.do(err)
	verified(0, 0)
}
