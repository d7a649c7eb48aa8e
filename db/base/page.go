package base

import (
	"context"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

// EachRows is the number of objects that the EachOf method of a store reads at a time.
const EachRows = 100

// OwnPage reads a page of the actor's own objects, newest first. The arguments of q are the user, the limit, and the
// time and id of the cursor.
func OwnPage[Row, Node any](
	ctx context.Context, db *DB, actor shop.Actor, q pg.Statement, args shop.PageArgs,
	node func(Row) Node, cursor func(Row) pg.Cursor,
) (shop.Page[Node], error) {
	if err := actor.NeedUser(); err != nil {
		return shop.Page[Node]{}, err
	}
	return Page(ctx, db.Pool(), q, args, infallible(node), cursor, actor.UserID)
}

// AdminPage reads a page of a list that only administrators may see, newest first. The arguments of q are the limit,
// and the time and id of the cursor.
func AdminPage[Row, Node any](
	ctx context.Context, db *DB, actor shop.Actor, q pg.Statement, args shop.PageArgs,
	node func(Row) Node, cursor func(Row) pg.Cursor,
) (shop.Page[Node], error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.Page[Node]{}, err
	}
	return Page(ctx, db.Pool(), q, args, infallible(node), cursor)
}

// Page reads a page of a list whose cursor is a time and an id, for a caller that has authorised the actor. The
// arguments of q are first, then the limit, and the time and id of the cursor.
func Page[Row, Node any](
	ctx context.Context, from pg.Querier, q pg.Statement, args shop.PageArgs,
	node func(Row) (Node, error), cursor func(Row) pg.Cursor, first ...any,
) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := pg.DecodeTimeCursor(args)
	if err != nil {
		return none, err
	}
	var rows []Row
	if err := from.Select(ctx, &rows, q, append(first, args.First+1, at, id)...); err != nil {
		return none, fmt.Errorf("read page of %s: %w", args.List, err)
	}
	page := pg.NewPage(args, rows, cursor)
	nodes := make([]Node, len(page.Nodes))
	for i, row := range page.Nodes {
		if nodes[i], err = node(row); err != nil {
			return none, err
		}
	}
	return shop.Page[Node]{Nodes: nodes, Cursor: page.Cursor, HasNext: page.HasNext, HasPrevious: page.HasPrevious}, nil
}

func infallible[Row, Node any](node func(Row) Node) func(Row) (Node, error) {
	return func(row Row) (Node, error) { return node(row), nil }
}

// Count returns a function that returns the number that a statement reads.
func Count(from pg.Querier, q pg.Statement, args ...any) func(context.Context) (int, error) {
	return func(ctx context.Context) (count int, err error) {
		if err := from.Get(ctx, &count, q, args...); err != nil {
			return 0, fmt.Errorf("count a list: %w", err)
		}
		return count, nil
	}
}
