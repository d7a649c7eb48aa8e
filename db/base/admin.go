package base

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

// ChangeOne changes what an id names, tells of it and returns its row; NOT_FOUND when there is none. The
// caller says by refusal whether the actor may. Arguments of q: the id, then values.
func ChangeOne[Row any](ctx context.Context, db *DB, actor shop.Actor, refusal error, q pg.Statement, thing, id string,
	told func(Row) shop.Event, values ...any) (row Row, err error) {
	if refusal != nil {
		return row, refusal
	}
	if !pg.IsUUID(id) {
		return row, shop.Unknown(thing)
	}
	err = db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, q, append([]any{id}, values...)...); {
		case pg.NoRows(err):
			return shop.Unknown(thing)
		case err != nil:
			return err
		}
		return db.Publish(ctx, tx, told(row))
	})
	if err != nil {
		return row, fmt.Errorf("change %s: %w", thing, err)
	}
	return row, nil
}

// DeleteOne deletes what an id names and tells the events of it; NOT_FOUND when there is none. The caller says by
// refusal whether the actor may.
func (db *DB) DeleteOne(ctx context.Context, actor shop.Actor, refusal error, q pg.Statement, thing, id string, events ...shop.Event) error {
	if refusal != nil {
		return refusal
	}
	if !pg.IsUUID(id) {
		return shop.Unknown(thing)
	}
	err := db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch n, err := tx.Exec(ctx, q, id); {
		case err != nil:
			return err
		case n == 0:
			return shop.Unknown(thing)
		}
		return db.Publish(ctx, tx, events...)
	})
	if err != nil {
		return fmt.Errorf("delete %s: %w", thing, err)
	}
	return nil
}

// AdminPage reads a page that only administrators may see, newest first. Arguments of q: limit, time and id of the cursor.
func AdminPage[Row, Node any](ctx context.Context, db *DB, actor shop.Actor, q pg.Statement, args shop.PageArgs,
	node func(Row) Node, place func(Node) pg.Cursor) (shop.Page[Node], error) {
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
	return pg.NewPage(args, nodes, place), nil
}
