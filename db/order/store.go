// Package order stores orders: placement, payment, reservations and invoices.
package order

import (
	"orrery/db/base"
	"orrery/db/cart"
	"orrery/db/catalogue"
	"orrery/db/user"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
	carts     *cart.Store
	users     *user.Store

	// Sales counts the orders of this process.
	Sales *Sales
}

// New returns a Store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store, carts *cart.Store, users *user.Store) *Store {
	return &Store{db: db, catalogue: catalogue, carts: carts, users: users, Sales: newSales(db.Terms.Currency)}
}
