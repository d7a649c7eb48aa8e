// Package payment stores bank statements and their transfers, compares them with orders, and books them.
package payment

import (
	"orrery/db/base"
	"orrery/db/order"
)

// Store is safe for concurrent use.
type Store struct {
	db     *base.DB
	orders *order.Store
}

// New returns a Store. It does not access the database.
func New(db *base.DB, orders *order.Store) *Store { return &Store{db, orders} }
