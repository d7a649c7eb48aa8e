// Package agent stores the carts and checkouts that agents prepare, and the responses to their requests.
package agent

import (
	"orrery/db/base"
	"orrery/db/cart"
)

// Store is safe for concurrent use.
type Store struct {
	db    *base.DB
	carts *cart.Store
}

// New returns a store. It does not access the database.
func New(db *base.DB, carts *cart.Store) *Store { return &Store{db: db, carts: carts} }
