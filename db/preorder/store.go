// Package preorder keeps pre-orders and their queues.
package preorder

import (
	"orrery/db/base"
	"orrery/db/user"
)

// Store is safe for concurrent use.
type Store struct {
	db    *base.DB
	users *user.Store
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB, users *user.Store) *Store {
	return &Store{db: db, users: users}
}
