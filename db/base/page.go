package base

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

// OwnPage reads a page of the actor's own objects, newest first. The arguments of q are the user, the limit, and the
// time and id of the cursor.
func OwnPage[Row, Node any](
	ctx context.Context, db *DB, actor shop.Actor, q pg.Statement, args shop.PageArgs,
	node func(Row) Node, cursor func(Node) pg.Cursor,
) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := actor.NeedUser(); err != nil {
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
	if err := db.Pool().Select(ctx, &rows, q, actor.UserID, args.First+1, at, id); err != nil {
		return none, fmt.Errorf("read own page: %w", err)
	}
	nodes := make([]Node, len(rows))
	for i, row := range rows {
		nodes[i] = node(row)
	}
	return pg.NewPage(args, nodes, cursor), nil
}

// CountOwn counts the actor's own objects. The argument of q is the user.
func (db *DB) CountOwn(ctx context.Context, actor shop.Actor, q pg.Statement) (int, error) {
	if err := actor.NeedUser(); err != nil {
		return 0, err
	}
	var count int
	if err := db.Pool().Get(ctx, &count, q, actor.UserID); err != nil {
		return 0, fmt.Errorf("count own: %w", err)
	}
	return count, nil
}
