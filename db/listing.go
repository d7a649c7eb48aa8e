package db

import (
	"context"
	"fmt"
	"strings"
	"time"

	"orrery/shop"
)

// listing is the statement of one list of administrators. It holds no condition but those that are given, and is planned for
// them each time, so that every choice finds its index. It isn't kept: there are many choices, and few who ask.
type listing struct {
	from   string
	where  []string
	values []any
}

// value is the place of an argument.
func (l *listing) value(v any) string {
	l.values = append(l.values, v)
	return fmt.Sprintf("$%d", len(l.values))
}

// and adds a condition; its %s is where the value goes.
func (l *listing) and(condition string, v any) {
	l.where = append(l.where, fmt.Sprintf(condition, l.value(v)))
}

// given adds a condition if there is a value for it.
func given[T any](l *listing, condition string, v *T) {
	if v != nil {
		l.and(condition, *v)
	}
}

// somewhere adds that the column contains the text, which is in lower case.
func (l *listing) somewhere(column string, text *string) {
	if text != nil {
		l.and(column+" LIKE %s", contains(*text))
	}
}

func (l *listing) conditions() string {
	if len(l.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(l.where, " AND ")
}

// ordering is one way through a list: by an expression and then by id. An index has to begin with both.
type ordering[Node any] struct {
	by   string
	read string // makes by of a cursor's key, which is its %s
	desc bool
	key  func(Node) string
}

func (o ordering[Node]) clause(id string) string {
	if o.desc {
		return " ORDER BY " + o.by + " DESC, " + id + " DESC"
	}
	return " ORDER BY " + o.by + ", " + id
}

// ids says what identifies the rows of a list.
type ids[Node any] struct {
	column string
	kind   string // PostgreSQL's type of column
	of     func(Node) string
}

// readList reads a page of a list. What may be seen is decided by the caller.
func readList[Row, Node any](ctx context.Context, s *Store, columns string, l listing, order ordering[Node], id ids[Node],
	args shop.PageArgs, nodes func([]Row) ([]Node, error)) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := args.Check(); err != nil {
		return none, err
	}
	place, err := decodeCursor(args)
	if err != nil {
		return none, err
	}
	beyond := ">"
	if order.desc {
		beyond = "<"
	}
	if args.After != nil {
		l.where = append(l.where, fmt.Sprintf("(%s, %s) %s (%s, %s::%s)", order.by, id.column, beyond,
			fmt.Sprintf(order.read, l.value(place.Key)), l.value(place.ID), id.kind))
	}
	text := "SELECT " + columns + " FROM " + l.from + l.conditions() + order.clause(id.column) +
		" LIMIT " + l.value(args.First+1) + " OFFSET " + l.value(args.Skip())
	var rows []Row
	if err := s.listInto(ctx, &rows, text, l.values...); err != nil {
		if args.After != nil && malformed(err) {
			return none, shop.BadCursor("after")
		}
		return none, fmt.Errorf("read a list: %w", err)
	}
	found, err := nodes(rows)
	if err != nil {
		return none, err
	}
	return page(args, found, func(n Node) cursor { return cursor{Key: order.key(n), ID: id.of(n)} }), nil
}

// eachListed does something with every node of a list in that order, reading on while it does. What may be seen is decided by
// the caller.
func eachListed[Row, Node any](ctx context.Context, s *Store, columns string, l listing, order ordering[Node], id ids[Node],
	nodes func([]Row) ([]Node, error), do func(Node) error) error {
	rows, err := s.lists.QueryxContext(ctx, "SELECT "+columns+" FROM "+l.from+l.conditions()+order.clause(id.column), l.values...)
	if err != nil {
		return fmt.Errorf("read a list: %w", s.outage.outcome(ctx, err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		row := make([]Row, 1)
		if err := rows.StructScan(&row[0]); err != nil {
			return fmt.Errorf("read a row of a list: %w", err)
		}
		node, err := nodes(row)
		if err != nil {
			return err
		}
		if err := do(node[0]); err != nil {
			return err
		}
	}
	return s.outage.outcome(ctx, rows.Err())
}

// listInto reads all rows of a statement that is planned for its arguments.
func (s *Store) listInto(ctx context.Context, dest any, text string, args ...any) error {
	return s.outage.ask(ctx, listWithin, func(ctx context.Context) error { return s.lists.SelectContext(ctx, dest, text, args...) })
}

// each makes nodes of rows one by one.
func each[Row, Node any](node func(Row) Node) func([]Row) ([]Node, error) {
	return func(rows []Row) ([]Node, error) {
		nodes := make([]Node, len(rows))
		for i, row := range rows {
			nodes[i] = node(row)
		}
		return nodes, nil
	}
}

// byTime orders by when a node was made.
func byTime[Node any](column string, desc bool, at func(Node) time.Time) ordering[Node] {
	return ordering[Node]{column, "%s::timestamptz", desc, func(n Node) string { return timeCursor(at(n), "").Key }}
}

// byDue orders by when a reply is due: what has none yet comes first, the rest behind it. The columns are those of the table by that
// prefix; times says when the reply of a node is due, and when it came.
func byDue[Node any](prefix string, times func(Node) (replyBy, repliedAt *time.Time)) ordering[Node] {
	by := fmt.Sprintf("coalesce(CASE WHEN %[1]sreplied_at IS NULL THEN %[1]sreply_by END, 'infinity'::timestamptz)", prefix)
	return ordering[Node]{by, "%s::timestamptz", false, func(n Node) string {
		replyBy, repliedAt := times(n)
		if replyBy == nil || repliedAt != nil {
			return "infinity"
		}
		return timeCursor(*replyBy, "").Key
	}}
}

// byText orders by a text from A on, whatever the case.
func byText[Node any](column string, text func(Node) string) ordering[Node] {
	return ordering[Node]{"lower(" + column + ")", "lower(%s)", false, text}
}

// countList counts a list, up to shop.MaxCount.
func (s *Store) countList(ctx context.Context, l listing) (count int, err error) {
	text := "SELECT count(*) FROM (SELECT FROM " + l.from + l.conditions() + " LIMIT " + l.value(shop.MaxCount) + ") AS counted"
	err = s.outage.ask(ctx, listWithin, func(ctx context.Context) error { return s.lists.GetContext(ctx, &count, text, l.values...) })
	if err != nil {
		return 0, fmt.Errorf("count a list: %w", err)
	}
	return count, nil
}
