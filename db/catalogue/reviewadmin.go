package catalogue

import (
	"context"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	reviewIDs   = pg.IDs[shop.Review]{Column: "r.id", Kind: "uuid", Of: func(r shop.Review) string { return r.ID }}
	reviewedAt  = func(r shop.Review) time.Time { return r.CreatedAt }
	reviewSorts = map[shop.ReviewSort]pg.Sort[shop.Review]{
		shop.ReviewsNewest: pg.ByTime("r.created_at", true, reviewedAt),
		shop.ReviewsOldest: pg.ByTime("r.created_at", false, reviewedAt),
	}
)

// reviewsListing returns the list of the reviews that match the filter, if the actor may read them.
func reviewsListing(actor shop.Actor, filter shop.ReviewFilter) (pg.List, error) {
	l := pg.List{From: "reviews r"}
	if err := actor.Need(shop.WriteContent); err != nil {
		return l, err
	}
	filter, err := filter.Normal()
	if filter.Hidden != nil { // the condition of the partial index of hidden reviews
		l.Where(map[bool]string{true: "r.hidden", false: "NOT r.hidden"}[*filter.Hidden])
	}
	if filter.ProductID != nil {
		number, _ := ProductID(*filter.ProductID) // 0 matches no product
		l.And("r.product_id = %s", number)
	}
	pg.AndIf(&l, "r.rating = %s", filter.Rating)
	l.AndContains("lower(r.name || ' ' || r.comment)", filter.Search)
	return l, err
}

// Reviews returns a page of the reviews of all products, including hidden ones. Requires shop.WriteContent.
func (s *Store) Reviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter, sort shop.ReviewSort,
	args shop.PageArgs) (shop.Page[shop.Review], error) {
	l, err := reviewsListing(actor, filter)
	if err != nil {
		return shop.Page[shop.Review]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, ReviewColumns, l, reviewSorts[sort], reviewIDs, args.In("reviews", string(sort)),
		pg.Each(ReviewRow.Review))
}

var (
	// The product is locked first, as when a review is written.
	lockReviewedProduct = pg.Prepared(`SELECT p.id FROM products p
		WHERE p.id = (SELECT r.product_id FROM reviews r WHERE r.id = $1)
		FOR NO KEY UPDATE`)
	reviewByID      = pg.Prepared(`SELECT ` + ReviewColumns + ` FROM reviews r WHERE r.id = $1`)
	setReviewHidden = pg.Prepared(`UPDATE reviews SET hidden = $2 WHERE id = $1`)
)

// HideReview hides a review and excludes it from its product's rating, or makes it visible and includes it again.
// Requires shop.WriteContent.
func (s *Store) HideReview(ctx context.Context, actor shop.Actor, in shop.ReviewHideInput) (shop.Review, error) {
	var row ReviewRow
	if err := actor.Need(shop.WriteContent); err != nil {
		return row.Review(), err
	}
	if !pg.IsUUID(in.ID) {
		return row.Review(), shop.Unknown("Review")
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var number int64
		switch err := tx.Get(ctx, &number, lockReviewedProduct, in.ID); {
		case pg.NoRows(err):
			return shop.Unknown("Review")
		case err != nil:
			return err
		}
		if err := tx.Get(ctx, &row, reviewByID, in.ID); err != nil || row.Hidden == in.Hidden {
			return err
		}
		sign := 1
		if in.Hidden {
			sign = -1
		}
		row.Hidden = in.Hidden
		if _, err := tx.Exec(ctx, setReviewHidden, in.ID, in.Hidden); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, rerateProduct, number, sign*row.Rating, sign, s.db.Now()); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.ReviewModerated(row.Review()))
	})
	if err != nil {
		return shop.Review{}, fmt.Errorf("hide review: %w", err)
	}
	return row.Review(), nil
}

// ExportReviews calls do for every review that matches, newest first. Requires shop.WriteContent.
func (s *Store) ExportReviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter,
	do func(shop.Review) error) error {
	l, err := reviewsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, ReviewColumns, l, reviewSorts[shop.ReviewsNewest], reviewIDs,
		pg.Each(ReviewRow.Review), do)
}
