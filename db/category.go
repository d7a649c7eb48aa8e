package db

import (
	"context"
	"fmt"
	"strings"

	"orrery/shop"
)

var productCategories = prepared(`SELECT category, listed FROM product_categories`)

// categoryRow is a category and how many listed products it holds.
type categoryRow struct {
	Category string `db:"category"`
	Listed   int    `db:"listed"`
}

// countCategories returns how many listed products the categories hold that match the filter.
func (s *Store) countCategories(ctx context.Context, filter shop.ProductFilter) (count int, err error) {
	wanted, _, err := filter.Normal()
	if err != nil {
		return 0, err
	}
	rows, err := s.productCategories(ctx)
	for _, row := range rows {
		if strings.Contains(strings.ToLower(row.Category), wanted) {
			count += row.Listed
		}
	}
	return count, err
}

// productCategories reads all categories; a shop has few.
func (s *Store) productCategories(ctx context.Context) ([]categoryRow, error) {
	return s.categories.get(struct{}{}, func() (rows []categoryRow, err error) {
		if err := s.pool().list(ctx, &rows, productCategories); err != nil {
			return nil, fmt.Errorf("read the categories: %w", err)
		}
		return rows, nil
	})
}
