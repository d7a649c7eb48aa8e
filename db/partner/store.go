// Package partner stores API keys and webhooks.
package partner

import (
	"orrery/db/base"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB
}

// New returns a store. It does not access the database.
func New(db *base.DB) *Store {
	return &Store{db: db}
}
