// Package cart keeps the carts of customers and visitors.
package cart

import (
	"context"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/pg"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store

	carts  *pg.Batcher[cartWish, State]
	writes *pg.Batcher[cartWrite, bool]
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB, catalogue *catalogue.Store) *Store {
	s := &Store{db: db, catalogue: catalogue}
	s.carts = pg.NewBatcher(func(ctx context.Context, wishes []cartWish) ([]State, error) {
		return s.readCarts(ctx, db.Pool(), wishes)
	})
	s.writes = pg.NewBatcher(func(ctx context.Context, writes []cartWrite) ([]bool, error) {
		return s.putCartLines(ctx, db.Pool(), writes)
	})
	return s
}
