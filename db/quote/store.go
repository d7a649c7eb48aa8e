// Package quote keeps quotes, and orders what they offer.
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

// New returns the store. Nothing is read before it is used.
func New(db *base.DB, catalogue *catalogue.Store, orders *order.Store) *Store {
	return &Store{db: db, catalogue: catalogue, orders: orders}
}
