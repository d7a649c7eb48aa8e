// Package cart stores the carts of customers.
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

	carts  *pg.Batcher[cartRequest, State]
	writes *pg.Batcher[cartWrite, bool]
}

// New returns a store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store) *Store {
	s := &Store{db: db, catalogue: catalogue}
	s.carts = pg.NewBatcher(func(ctx context.Context, requests []cartRequest) ([]State, error) {
		return s.readCarts(ctx, db.Pool(), requests)
	})
	s.writes = pg.NewBatcher(func(ctx context.Context, writes []cartWrite) ([]bool, error) {
		return s.putCartLines(ctx, db.Pool(), writes)
	})
	return s
}
