// Package preorder stores pre-orders and their queues.
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

// New returns a Store. It does not access the database.
func New(db *base.DB, users *user.Store) *Store {
	return &Store{db: db, users: users}
}
