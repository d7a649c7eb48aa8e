// Package account implements the operations on an account that span several entities: verification, password,
// address, export of personal data and deletion.
package account

import (
	"orrery/db/base"
	"orrery/db/cart"
	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/order"
	"orrery/db/preorder"
	"orrery/db/quote"
	"orrery/db/user"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	users     *user.Store
	carts     *cart.Store
	catalogue *catalogue.Store
	content   *content.Store
	orders    *order.Store
	preOrders *preorder.Store
	quotes    *quote.Store
}

// New returns a store. It does not access the database.
func New(
	db *base.DB, users *user.Store, carts *cart.Store, catalogue *catalogue.Store, content *content.Store,
	orders *order.Store, preOrders *preorder.Store, quotes *quote.Store,
) *Store {
	return &Store{
		db: db, users: users, carts: carts, catalogue: catalogue, content: content, orders: orders,
		preOrders: preOrders, quotes: quotes,
	}
}
