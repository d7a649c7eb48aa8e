// Package preorder keeps pre-orders and their queues.
package preorder

import (
	"orrery/db/base"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB) *Store {
	return &Store{db: db}
}
