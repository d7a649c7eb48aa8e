package base

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

// ChangeOne updates the row with an id, publishes the event of the change and returns the row; NOT_FOUND when there
// is no such row. A caller whose actor is not authorised passes the error as authErr. The arguments of q are the id,
// then values.
func ChangeOne[Row any](
	ctx context.Context, db *DB, actor shop.Actor, authErr error, q pg.Statement, entity, id string,
	event func(Row) shop.Event, values ...any,
) (row Row, err error) {
	if authErr != nil {
		return row, authErr
	}
	if !pg.IsUUID(id) {
		return row, shop.Unknown(entity)
	}
	err = db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, q, append([]any{id}, values...)...); {
		case pg.NoRows(err):
			return shop.Unknown(entity)
		case err != nil:
			return Refusal(err)
		}
		return db.Publish(ctx, tx, event(row))
	})
	if err != nil {
		return row, fmt.Errorf("change %s: %w", entity, err)
	}
	return row, nil
}

// DeleteOne deletes the row with an id and publishes events; NOT_FOUND when there is no such row. A caller whose
// actor is not authorised passes the error as authErr.
func (db *DB) DeleteOne(
	ctx context.Context, actor shop.Actor, authErr error, q pg.Statement, entity, id string, events ...shop.Event,
) error {
	if authErr != nil {
		return authErr
	}
	if !pg.IsUUID(id) {
		return shop.Unknown(entity)
	}
	err := db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch n, err := tx.Exec(ctx, q, id); {
		case err != nil:
			return Refusal(err)
		case n == 0:
			return shop.Unknown(entity)
		}
		return db.Publish(ctx, tx, events...)
	})
	if err != nil {
		return fmt.Errorf("delete %s: %w", entity, err)
	}
	return nil
}
