package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

// changeOne changes what an id names and returns its row; NOT_FOUND when there is none. Admins only. Arguments of q: the id,
// then values.
func changeOne[Row any](ctx context.Context, s *Store, actor shop.Actor, q statement, thing, id string,
	values ...any) (row Row, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return row, err
	}
	if !isUUID(id) {
		return row, shop.Unknown(thing)
	}
	switch err := s.pool().get(ctx, &row, q, append([]any{id}, values...)...); {
	case noRows(err):
		return row, shop.Unknown(thing)
	case err != nil:
		return row, fmt.Errorf("change %s: %w", thing, err)
	}
	return row, nil
}

// deleteOne deletes what an id names; NOT_FOUND when there is none. Admins only.
func (s *Store) deleteOne(ctx context.Context, actor shop.Actor, q statement, thing, id string) error {
	if err := actor.NeedAdmin(); err != nil {
		return err
	}
	if !isUUID(id) {
		return shop.Unknown(thing)
	}
	switch n, err := s.pool().exec(ctx, q, id); {
	case err != nil:
		return fmt.Errorf("delete %s: %w", thing, err)
	case n == 0:
		return shop.Unknown(thing)
	}
	return nil
}
