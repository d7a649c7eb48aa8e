package db

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"orrery/shop"
)

var productCategories = prepared(`SELECT category, listed FROM product_categories`)

// categoryRow is a category and how many listed products it holds.
type categoryRow struct {
	Category string `db:"category"`
	Listed   int    `db:"listed"`
}

// categories are the shop's, which are few, as they were after a change.
type categories struct {
	mu    sync.Mutex
	known bool
	after uint64
	rows  []categoryRow
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

// productCategories reads the categories, unless nothing has changed since they were read.
func (s *Store) productCategories(ctx context.Context) ([]categoryRow, error) {
	c := &s.categories
	after, known := s.Changes()
	c.mu.Lock()
	rows, fresh := c.rows, known && c.known && c.after == after
	c.mu.Unlock()
	if fresh {
		return rows, nil
	}
	rows = nil
	if err := s.pool().list(ctx, &rows, productCategories); err != nil {
		return nil, fmt.Errorf("read the categories: %w", err)
	}
	if now, still := s.Changes(); known && still && now == after {
		c.mu.Lock()
		c.known, c.after, c.rows = true, after, rows
		c.mu.Unlock()
	}
	return rows, nil
}
