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

	provider  Provider // nil: no online payments
	publicURL string   // of the shop
}

// New returns a Store. It does not access the database.
func New(db *base.DB, orders *order.Store) *Store { return &Store{db: db, orders: orders} }

// TakeOnline lets orders be paid online, at the provider. It must be called before the Store is used concurrently. It
// needs no authorisation.
func (s *Store) TakeOnline(provider Provider, publicURL string) {
	s.provider, s.publicURL = provider, publicURL
}

// TakesOnline reports whether orders can be paid online. It needs no authorisation.
func (s *Store) TakesOnline() bool { return s.provider != nil }
