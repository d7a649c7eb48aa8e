package catalogue

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// ReviewRow is a row of ReviewColumns.
type ReviewRow struct {
	ProductID string    `db:"product_id"`
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Rating    int       `db:"rating"`
	Comment   string    `db:"comment"`
	Verified  bool      `db:"verified"`
	Hidden    bool      `db:"hidden"`
	CreatedAt time.Time `db:"created_at"`
}

// Review returns the review of a row.
func (r ReviewRow) Review() shop.Review {
	return shop.Review{ID: r.ID, ProductID: r.ProductID, Name: r.Name, Rating: r.Rating, Comment: r.Comment,
		VerifiedBuyer: r.Verified, Hidden: r.Hidden, CreatedAt: r.CreatedAt}
}

// ReviewColumns lists the columns of a ReviewRow, for reviews AS r.
const ReviewColumns = `CAST(r.product_id AS text) AS product_id, r.id, r.name, r.rating, r.comment, r.verified,
	r.hidden, r.created_at`

// hasBought is a condition that holds if an account has bought a product; its last parameter holds the statuses of the
// orders that count.
const hasBought = `EXISTS (SELECT FROM orders o JOIN order_items i ON i.order_id = o.id
	WHERE o.user_id = %s AND i.product_id = %s AND o.status = any(%s))`

var reviewsOfProducts = pg.Prepared(`SELECT ` + ReviewColumns + ` FROM unnest($1::bigint[]) AS wanted (id)
	CROSS JOIN LATERAL (
		SELECT product_id, id, name, rating, comment, verified, hidden, created_at FROM reviews
		WHERE product_id = wanted.id AND NOT hidden AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
		ORDER BY created_at DESC, id DESC LIMIT $2
	) r`)

// ReviewsOfProducts returns a page of reviews for each of the products, newest first and without hidden ones, in one
// statement. No permission is required.
func (s *Store) ReviewsOfProducts(ctx context.Context, _ shop.Actor, productIDs []string,
	args shop.PageArgs) (map[string]shop.Page[shop.Review], error) {
	if err := args.Check(); err != nil {
		return nil, err
	}
	args = args.In("product.reviews")
	at, id, err := pg.DecodeTimeCursor(args)
	if err != nil {
		return nil, err
	}
	var rows []ReviewRow
	if err := s.db.Reader().Select(ctx, &rows, reviewsOfProducts, pq.StringArray(productIDs), args.First+1,
		at, id); err != nil {
		return nil, fmt.Errorf("read reviews: %w", err)
	}
	byProduct := make(map[string][]shop.Review, len(productIDs))
	for _, r := range rows {
		byProduct[r.ProductID] = append(byProduct[r.ProductID], r.Review())
	}
	pages := make(map[string]shop.Page[shop.Review], len(productIDs))
	for _, productID := range productIDs {
		pages[productID] = pg.NewPage(args, byProduct[productID],
			func(r shop.Review) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	}
	return pages, nil
}

var ownReviews = pg.Prepared(`SELECT ` + ReviewColumns + `
	FROM reviews r WHERE r.user_id = $1 AND r.product_id = any($2::bigint[])`)

// OwnReviews returns the actor's reviews of the products, by product and including hidden ones, in one statement; the
// result is empty for a visitor.
func (s *Store) OwnReviews(ctx context.Context, actor shop.Actor, productIDs []string) (map[string]shop.Review, error) {
	owner, err := actor.Owner()
	if owner == nil {
		return nil, err
	}
	var rows []ReviewRow
	if err := s.db.Pool().Select(ctx, &rows, ownReviews, owner, pq.StringArray(productIDs)); err != nil {
		return nil, fmt.Errorf("read own reviews: %w", err)
	}
	found := make(map[string]shop.Review, len(rows))
	for _, r := range rows {
		found[r.ProductID] = r.Review()
	}
	return found, nil
}

var (
	// This lock serialises the reviews of a product, so that each updates the rating that the previous one has left.
	lockListedProduct = pg.Prepared(`SELECT 1 FROM products WHERE id = $1 AND listed FOR NO KEY UPDATE`)
	putReview         = pg.Named(writtenReview{}, `WITH before AS (
			SELECT rating FROM reviews WHERE product_id = :product_id AND user_id = :user_id)
		INSERT INTO reviews AS r (id, product_id, user_id, name, rating, comment, created_at, verified)
		SELECT :id, :product_id, u.id, u.name, :rating, :comment, :created_at,
			`+fmt.Sprintf(hasBought, "u.id", ":product_id", ":buyer_statuses")+`
		FROM users u WHERE u.id = :user_id
		ON CONFLICT ON CONSTRAINT reviews_product_user_key
			DO UPDATE SET name = excluded.name, rating = excluded.rating, comment = excluded.comment,
				verified = excluded.verified
		RETURNING `+ReviewColumns+`, (SELECT rating FROM before) AS rating_before`)
	rerateProduct = pg.Prepared(`UPDATE products AS p SET rating_sum = rating_sum + $2,
		rating_count = rating_count + $3, updated_at = $4 WHERE id = $1 RETURNING ` + ProductColumns)
)

var (
	buyerStatuses = pq.Array(shop.BuyerStatuses())
	// Updates the mark of the reviews of an account after one of its orders was paid or refunded.
	verifyReviews = pg.Prepared(`UPDATE reviews AS r SET verified = NOT r.verified WHERE r.user_id = $1
		AND r.product_id = any($2::bigint[])
		AND r.verified <> ` + fmt.Sprintf(hasBought, "r.user_id", "r.product_id", "$3") + ` RETURNING ` + ReviewColumns)
	verifiedReviews = pg.Prepared(`SELECT ` + ReviewColumns + `, count(*) OVER () AS total,
			round(avg(r.rating) OVER (), 1)::float8 AS mean
		FROM reviews r WHERE r.product_id = $1 AND r.verified AND NOT r.hidden
		ORDER BY r.created_at DESC, r.id DESC LIMIT $2`)
)

// VerifyReviews marks the buyer's reviews of the products of an order as verified, or removes the mark, and returns the
// events to publish.
func (s *Store) VerifyReviews(ctx context.Context, tx pg.Querier, o shop.Order) ([]shop.Event, error) {
	var products pq.StringArray
	for _, item := range o.OrderItems {
		if item.ProductID != nil {
			products = append(products, *item.ProductID)
		}
	}
	var rows []ReviewRow
	if err := tx.Select(ctx, &rows, verifyReviews, o.Buyer.ID, products, buyerStatuses); err != nil {
		return nil, err
	}
	events := make([]shop.Event, len(rows))
	for i, row := range rows {
		events[i] = shop.ReviewWritten(row.Review())
	}
	return events, nil
}

// VerifiedReviews returns the newest reviews of a product by verified buyers, and the number and average rating of all
// of those. No permission is required.
func (s *Store) VerifiedReviews(ctx context.Context, _ shop.Actor, product string,
	first int) (found shop.VerifiedReviews, err error) {
	number, ok := ProductID(product)
	if !ok {
		return found, shop.UnknownProduct()
	}
	var rows []struct {
		ReviewRow
		Total int     `db:"total"`
		Mean  float64 `db:"mean"`
	}
	if err := s.db.Reader().Select(ctx, &rows, verifiedReviews, number, first); err != nil {
		return found, fmt.Errorf("read reviews of verified buyers: %w", err)
	}
	for _, row := range rows {
		found.Newest = append(found.Newest, row.Review())
		found.Count, found.Rating = row.Total, row.Mean
	}
	return found, nil
}

// writtenReview holds the parameters and the result of putReview.
type writtenReview struct {
	ReviewRow
	UserID        string        `db:"user_id"`
	BuyerStatuses driver.Valuer `db:"buyer_statuses"`
	RatingBefore  *int          `db:"rating_before"` // nil if the review is new
}

// ReviewProduct creates or edits the actor's review of a listed product, and returns the product with its new rating.
func (s *Store) ReviewProduct(ctx context.Context, actor shop.Actor,
	in shop.ProductReviewInput) (product shop.Product, review shop.Review, err error) {
	if err := actor.NeedUser(); err != nil {
		return product, review, err
	}
	if in, err = in.Normal(); err != nil {
		return product, review, err
	}
	number, ok := ProductID(in.ProductID)
	if !ok {
		return product, review, shop.UnknownProduct()
	}
	id, err := pg.NewID()
	if err != nil {
		return product, review, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var listed int
		switch err := tx.Get(ctx, &listed, lockListedProduct, number); {
		case pg.NoRows(err):
			return shop.UnknownProduct()
		case err != nil:
			return err
		}
		written := writtenReview{UserID: actor.UserID, BuyerStatuses: buyerStatuses}
		written.ReviewRow = ReviewRow{ID: id, ProductID: in.ProductID, Rating: in.Rating, Comment: in.Comment,
			CreatedAt: s.db.Now()}
		if err := tx.Get(ctx, &written, putReview, putReview.Args(written)...); err != nil {
			return err
		}
		more, one := written.Rating, 1
		switch {
		case written.Hidden: // an edit does not make it visible
			more, one = 0, 0
		case written.RatingBefore != nil:
			more, one = more-*written.RatingBefore, 0
		}
		var row ProductRow
		if err := tx.Get(ctx, &row, rerateProduct, number, more, one, s.db.Now()); err != nil {
			return err
		}
		review, product = written.Review(), s.Product(&row)
		return s.db.Publish(ctx, tx, shop.ReviewWritten(review))
	})
	if err != nil {
		return shop.Product{}, shop.Review{}, fmt.Errorf("review product: %w", err)
	}
	return product, review, nil
}
