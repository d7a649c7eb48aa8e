package db

import (
	"context"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	reviewIDs  = pg.IDs[shop.Review]{Column: "r.id", Kind: "uuid", Of: func(r shop.Review) string { return r.ID }}
	reviewedAt = func(r shop.Review) time.Time { return r.CreatedAt }
	reviewWays = map[shop.ReviewSort]pg.Sort[shop.Review]{
		shop.ReviewsNewest: pg.ByTime("r.created_at", true, reviewedAt),
		shop.ReviewsOldest: pg.ByTime("r.created_at", false, reviewedAt),
	}
)

// reviewsListing is what the actor may list of the reviews that match.
func reviewsListing(actor shop.Actor, filter shop.ReviewFilter) (pg.List, error) {
	l := pg.List{From: "reviews r"}
	if err := actor.Need(shop.WriteContent); err != nil {
		return l, err
	}
	filter, err := filter.Normal()
	if filter.Hidden != nil { // in words that the index of hidden ones has
		l.Where(map[bool]string{true: "r.hidden", false: "NOT r.hidden"}[*filter.Hidden])
	}
	if filter.ProductID != nil {
		number, _ := productID(*filter.ProductID) // 0 is nobody's
		l.And("r.product_id = %s", number)
	}
	pg.AndIf(&l, "r.rating = %s", filter.Rating)
	l.AndContains("lower(r.name || ' ' || r.comment)", filter.Search)
	return l, err
}

// Reviews returns a page of the reviews of all products, hidden ones too. Admins only.
func (s *Store) Reviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter, sort shop.ReviewSort,
	args shop.PageArgs) (shop.Page[shop.Review], error) {
	l, err := reviewsListing(actor, filter)
	if err != nil {
		return shop.Page[shop.Review]{}, err
	}
	return pg.ReadList(ctx, s.pg, reviewColumns, l, reviewWays[sort], reviewIDs, args.In("reviews", string(sort)), pg.Each(reviewRow.review))
}

// CountReviews returns how many reviews match, up to shop.MaxCount. Admins only.
func (s *Store) CountReviews(ctx context.Context, actor shop.Actor, filter shop.ReviewFilter) (int, error) {
	l, err := reviewsListing(actor, filter)
	if err != nil {
		return 0, err
	}
	return s.pg.CountList(ctx, l)
}

var (
	// The product first, as everybody who writes a review of it.
	lockReviewedProduct = pg.Prepared(`SELECT p.id FROM products p WHERE p.id = (SELECT r.product_id FROM reviews r WHERE r.id = $1)
		FOR NO KEY UPDATE`)
	reviewByID      = pg.Prepared(`SELECT ` + reviewColumns + ` FROM reviews r WHERE r.id = $1`)
	setReviewHidden = pg.Prepared(`UPDATE reviews SET hidden = $2 WHERE id = $1`)
)

// HideReview takes a review from sight and out of its product's rating, or puts it back. Admins only.
func (s *Store) HideReview(ctx context.Context, actor shop.Actor, in shop.ReviewHideInput) (shop.Review, error) {
	var row reviewRow
	if err := actor.Need(shop.WriteContent); err != nil {
		return row.review(), err
	}
	if !pg.IsUUID(in.ID) {
		return row.review(), shop.Unknown("Review")
	}
	err := s.inTxOf(ctx, actor, func(tx pg.Querier) error {
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
		if _, err := tx.Exec(ctx, rerateProduct, number, sign*row.Rating, sign, s.now()); err != nil {
			return err
		}
		return s.tell(ctx, tx, shop.ReviewModerated(row.review()))
	})
	if err != nil {
		return shop.Review{}, fmt.Errorf("hide review: %w", err)
	}
	return row.review(), nil
}
