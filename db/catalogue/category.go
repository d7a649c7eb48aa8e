package catalogue

import (
	"context"
	"fmt"
	"strings"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	productCategories    = pg.Prepared(`SELECT category, listed FROM product_categories`)
	categoriesContaining = pg.Prepared(`SELECT category FROM product_categories WHERE lower(category) LIKE $1`)
)

// categoryRow is a category and the number of its listed products.
type categoryRow struct {
	Category string `db:"category"`
	Listed   int    `db:"listed"`
}

func (c categoryRow) matches(wanted string) bool {
	return strings.Contains(strings.ToLower(c.Category), wanted)
}

// countCategories returns the number of listed products in the categories that match the filter.
func (s *Store) countCategories(ctx context.Context, filter shop.ProductFilter) (count int, err error) {
	wanted, _, err := filter.Normal()
	if err != nil {
		return 0, err
	}
	rows, err := s.matchingCategories(ctx, wanted)
	for _, row := range rows {
		count += row.Listed
	}
	return count, err
}

// matchingCategories returns the categories whose names contain wanted, which must be in lower case.
func (s *Store) matchingCategories(ctx context.Context, wanted string) (matching []categoryRow, err error) {
	rows, err := s.productCategories(ctx)
	for _, row := range rows {
		if row.matches(wanted) {
			matching = append(matching, row)
		}
	}
	return matching, err
}

// productCategories returns all categories; their number is small.
func (s *Store) productCategories(ctx context.Context) ([]categoryRow, error) {
	return s.categories.Get(struct{}{}, func() (rows []categoryRow, err error) {
		if err := s.db.Reader().Select(ctx, &rows, productCategories); err != nil {
			return nil, fmt.Errorf("read the categories: %w", err)
		}
		return rows, nil
	})
}

// allCategories returns the categories whose names contain wanted, which must be in lower case, also those without a
// listed product. They are current, since administrators look for what they have just changed.
func (s *Store) allCategories(ctx context.Context, wanted string) (categories pq.StringArray, err error) {
	if err := s.db.Pool().Select(ctx, &categories, categoriesContaining, pg.Contains(wanted)); err != nil {
		return nil, fmt.Errorf("read the categories: %w", err)
	}
	return categories, nil
}
