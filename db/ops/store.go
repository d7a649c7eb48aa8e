// Package ops serves operators and administrators: audit log, dashboard, counters, metrics and retention.
package ops

import (
	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/order"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
	content   *content.Store
	orders    *order.Store

	counts []*Counts
}

// New returns a Store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store, content *content.Store, orders *order.Store) *Store {
	return &Store{db: db, catalogue: catalogue, content: content, orders: orders}
}
