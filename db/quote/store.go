// Package quote stores quotes and turns them into orders.
package quote

import (
	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/order"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
	orders    *order.Store
}

// New returns a store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store, orders *order.Store) *Store {
	return &Store{db: db, catalogue: catalogue, orders: orders}
}
