package db

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/shop"
)

type reviewRow struct {
	ProductID string    `db:"product_id"`
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Rating    int       `db:"rating"`
	Comment   string    `db:"comment"`
	CreatedAt time.Time `db:"created_at"`
}

var reviewsOfProducts = prepared(`
	SELECT r.product_id::text AS product_id, r.id, r.name, r.rating, r.comment, r.created_at
	FROM unnest($1::bigint[]) AS wanted (id)
	CROSS JOIN LATERAL (
		SELECT product_id, id, name, rating, comment, created_at FROM reviews
		WHERE product_id = wanted.id AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
		ORDER BY created_at DESC, id DESC LIMIT $2
	) r`)

// ReviewsOfProducts returns a page of reviews for each of the products, newest first, in one statement. Anybody may ask.
func (s *Store) ReviewsOfProducts(ctx context.Context, _ shop.Actor, productIDs []string,
	args shop.PageArgs) (map[string]shop.Page[shop.Review], error) {
	if err := args.Check(); err != nil {
		return nil, err
	}
	at, id, err := decodeTimeCursor(args.After)
	if err != nil {
		return nil, err
	}
	var rows []reviewRow
	if err := s.pool().list(ctx, &rows, reviewsOfProducts, pq.StringArray(productIDs), args.First+1, at, id); err != nil {
		return nil, fmt.Errorf("read reviews: %w", err)
	}
	byProduct := make(map[string][]shop.Review, len(productIDs))
	for _, r := range rows {
		review := shop.Review{ID: r.ID, Name: r.Name, Rating: r.Rating, Comment: r.Comment, CreatedAt: r.CreatedAt}
		byProduct[r.ProductID] = append(byProduct[r.ProductID], review)
	}
	pages := make(map[string]shop.Page[shop.Review], len(productIDs))
	for _, productID := range productIDs {
		pages[productID] = page(args, byProduct[productID], func(r shop.Review) cursor { return timeCursor(r.CreatedAt, r.ID) })
	}
	return pages, nil
}
