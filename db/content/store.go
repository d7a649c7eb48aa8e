// Package content keeps what else the site shows or receives: team, milestones, FAQ, messages and newsletter.
package content

import (
	"orrery/db/base"
	"orrery/db/catalogue"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB, catalogue *catalogue.Store) *Store {
	return &Store{db: db, catalogue: catalogue}
}
