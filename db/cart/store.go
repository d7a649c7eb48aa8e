// Package cart stores the carts of customers.
package cart

import (
	"orrery/db/base"
	"orrery/db/catalogue"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
}

// New returns a store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store) *Store {
	return &Store{db: db, catalogue: catalogue}
}
