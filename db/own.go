package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

// ownPage reads a page of what belongs to the actor, newest first. Arguments of q: user, limit, time and id of the cursor.
func ownPage[Row, Node any](ctx context.Context, s *Store, actor shop.Actor, q statement, args shop.PageArgs,
	node func(Row) Node, place func(Node) cursor) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := actor.NeedUser(); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := decodeTimeCursor(args)
	if err != nil {
		return none, err
	}
	var rows []Row
	if err := s.pool().list(ctx, &rows, q, actor.UserID, args.First+1, at, id); err != nil {
		return none, fmt.Errorf("read own page: %w", err)
	}
	nodes := make([]Node, len(rows))
	for i, row := range rows {
		nodes[i] = node(row)
	}
	return page(args, nodes, place), nil
}

// countOwn counts what belongs to the actor.
func (s *Store) countOwn(ctx context.Context, actor shop.Actor, q statement) (int, error) {
	if err := actor.NeedUser(); err != nil {
		return 0, err
	}
	var count int
	if err := s.pool().get(ctx, &count, q, actor.UserID); err != nil {
		return 0, fmt.Errorf("count own: %w", err)
	}
	return count, nil
}
