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
			return err
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
			return err
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

// AdminPage reads a page of a list that only administrators may see, newest first. The arguments of q are the limit,
// and the time and id of the cursor.
func AdminPage[Row, Node any](ctx context.Context, db *DB, actor shop.Actor, q pg.Statement, args shop.PageArgs,
	node func(Row) Node, cursor func(Node) pg.Cursor) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := actor.NeedAdmin(); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := pg.DecodeTimeCursor(args)
	if err != nil {
		return none, err
	}
	var rows []Row
	if err := db.Pool().Select(ctx, &rows, q, args.First+1, at, id); err != nil {
		return none, fmt.Errorf("read a page of administrators: %w", err)
	}
	nodes := make([]Node, len(rows))
	for i, row := range rows {
		nodes[i] = node(row)
	}
	return pg.NewPage(args, nodes, cursor), nil
}
