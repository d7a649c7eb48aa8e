package agent

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// A checkout is found until an account has taken it over, and afterwards for that account only.
	preparedByID = pg.Prepared(`SELECT ` + columns + ` WHERE s.id = $1 AND s.expires_at > $2 AND s.status = 'open'
		AND (s.taken_by IS NULL OR s.taken_by = $3)`)
	lockPrepared = pg.Prepared(`SELECT ` + columns + ` WHERE s.id = $1 AND s.expires_at > $2 AND s.status = 'open'
		AND (s.taken_by IS NULL OR s.taken_by = $3) FOR UPDATE OF s`)
	takePrepared = pg.Prepared(`UPDATE agent_sessions SET taken_by = $2, taken_at = $3 WHERE id = $1`)
)

// Prepared returns what an agent has prepared under an ID, which may be a cart or a checkout, for a signed-in user who
// has its address; NOT_FOUND if another account has taken it over.
func (s *Store) Prepared(ctx context.Context, actor shop.Actor, id string) (shop.AgentSession, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.AgentSession{}, err
	}
	return s.prepared(ctx, s.db.Pool(), preparedByID, actor, id)
}

func (s *Store) prepared(ctx context.Context, r pg.Querier, q pg.Statement, actor shop.Actor, id string) (
	session shop.AgentSession, err error,
) {
	var found row
	switch err := r.Get(ctx, &found, q, id, s.db.Now(), actor.UserID); {
	case pg.NoRows(err):
		return session, shop.UnknownAgentSession()
	case err != nil:
		return session, fmt.Errorf("read what an agent has prepared: %w", err)
	}
	return s.priced(ctx, r, found.session())
}

// Take puts the available lines of what an agent has prepared into the cart of the actor, a signed-in user, in place of
// the quantities that the cart holds of these products. Errors: NOT_FOUND, CONFLICT if it has changed since it was
// shown, OUT_OF_RANGE if the cart is full.
func (s *Store) Take(ctx context.Context, actor shop.Actor, in shop.TakePreparedInput) (cart shop.Cart, err error) {
	if err := actor.NeedUser(); err != nil {
		return cart, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		// The cart is locked first, as when an order is placed, to avoid deadlocks.
		if err := s.carts.Lock(ctx, tx, actor.UserID); err != nil {
			return err
		}
		session, err := s.prepared(ctx, tx, lockPrepared, actor, in.ID)
		if err != nil {
			return err
		}
		if session.Version != in.Version {
			return shop.AgentSessionChanged()
		}
		if _, err := tx.Exec(ctx, takePrepared, session.ID, actor.UserID, s.db.Now()); err != nil {
			return err
		}
		cart, err = s.carts.Put(ctx, tx, actor, session.Cart.Items)
		cart.Warnings = append(cart.Warnings, session.Cart.Warnings...)
		return err
	})
	if err != nil {
		return shop.Cart{}, fmt.Errorf("take over what an agent has prepared: %w", err)
	}
	return cart, nil
}
