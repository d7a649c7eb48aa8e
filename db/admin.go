package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

// changeOne changes what an id names, tells of it and returns its row; NOT_FOUND when there is none. Admins only. Arguments of
// q: the id, then values.
func changeOne[Row any](ctx context.Context, s *Store, actor shop.Actor, scope shop.Scope, q statement, thing, id string,
	told func(Row) shop.Event, values ...any) (row Row, err error) {
	if err := actor.Need(scope); err != nil {
		return row, err
	}
	if !isUUID(id) {
		return row, shop.Unknown(thing)
	}
	err = s.inTxOf(ctx, actor, func(tx runner) error {
		switch err := tx.get(ctx, &row, q, append([]any{id}, values...)...); {
		case noRows(err):
			return shop.Unknown(thing)
		case err != nil:
			return err
		}
		return s.tell(ctx, tx, told(row))
	})
	if err != nil {
		return row, fmt.Errorf("change %s: %w", thing, err)
	}
	return row, nil
}

// deleteOne deletes what an id names and tells the events of it; NOT_FOUND when there is none. Admins only.
func (s *Store) deleteOne(ctx context.Context, actor shop.Actor, scope shop.Scope, q statement, thing, id string, events ...shop.Event) error {
	if err := actor.Need(scope); err != nil {
		return err
	}
	if !isUUID(id) {
		return shop.Unknown(thing)
	}
	err := s.inTxOf(ctx, actor, func(tx runner) error {
		switch n, err := tx.exec(ctx, q, id); {
		case err != nil:
			return err
		case n == 0:
			return shop.Unknown(thing)
		}
		return s.tell(ctx, tx, events...)
	})
	if err != nil {
		return fmt.Errorf("delete %s: %w", thing, err)
	}
	return nil
}
