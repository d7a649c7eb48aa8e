package pg

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"orrery/shop"
)

// List builds the statement of a list with optional filters and sort orders. It contains only the conditions that were
// added and is planned each time, so that every combination can use its index. It is not prepared: there are many
// combinations and few callers.
type List struct {
	From     string
	where    []string
	values   []any
	filters  int  // number of values up to the last condition; those after it are of the columns
	searched bool // AndContains has added a condition
}

// maxSorted is the number of rows with a searched text up to which they are read and sorted. The planner supposes that
// they are spread evenly, and would search for them in the sort order, to its end if they are the oldest.
const maxSorted = 5000

// Values returns the arguments in the order of their placeholders.
func (l *List) Values() []any { return l.values }

// Value adds an argument and returns its placeholder.
func (l *List) Value(v any) string {
	l.values = append(l.values, v)
	return fmt.Sprintf("$%d", len(l.values))
}

// Where adds a condition without arguments of its own.
func (l *List) Where(condition string) {
	l.where = append(l.where, condition)
	l.filters = len(l.values)
}

// And adds a condition, whose %s is where the value goes.
func (l *List) And(condition string, v any) { l.Where(fmt.Sprintf(condition, l.Value(v))) }

// AndIf adds a condition if there is a value for it.
func AndIf[T any](l *List, condition string, v *T) {
	if v != nil {
		l.And(condition, *v)
	}
}

// longNumber matches digits that are rare enough to be looked up without the text around them.
var longNumber = regexp.MustCompile(`[0-9]{6,}`)

// AndContains adds that the column contains the text, which is in lower case. Of a text with a long number, only the
// number is looked up in the index: a prefix before it may be in every row.
func (l *List) AndContains(column string, text *string) {
	if text == nil {
		return
	}
	l.searched = true
	indexed := *text
	if number := longNumber.FindString(*text); number != "" && number != *text {
		indexed = number
		l.And("strpos("+column+", %s) > 0", *text)
	}
	l.And(column+" LIKE %s", Contains(indexed))
}

var likeWildcards = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Contains returns the LIKE pattern that matches values that contain the text.
func Contains(text string) string { return "%" + likeWildcards.Replace(text) + "%" }

// Conditions returns the WHERE clause with all conditions.
func (l *List) Conditions() string {
	if len(l.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(l.where, " AND ")
}

// Sort is a sort order of a list: by an expression and then by ID. An index has to begin with both.
type Sort[Node any] struct {
	By   string
	Read string // converts the key of a cursor, its %s, to the type of By
	Desc bool
	Key  func(Node) string // of a cursor
}

// OrderBy returns the columns of ORDER BY, where id is the ID column.
func (s Sort[Node]) OrderBy(id string) string {
	if s.Desc {
		return s.By + " DESC, " + id + " DESC"
	}
	return s.By + ", " + id
}

// unindexed returns the same order for the planner not to read from an index.
func (s Sort[Node]) unindexed() Sort[Node] {
	s.By = fmt.Sprintf("coalesce(%s, %[1]s)", s.By)
	return s
}

// After adds that a row follows the cursor.
func (s Sort[Node]) After(l *List, ids IDs[Node], cursor Cursor) {
	beyond := ">"
	if s.Desc {
		beyond = "<"
	}
	l.Where(fmt.Sprintf("(%s, %s) %s (%s, %s::%s)", s.By, ids.Column, beyond,
		fmt.Sprintf(s.Read, l.Value(cursor.Key)), l.Value(cursor.ID), ids.Kind))
}

// Page returns the page of nodes that were read with one more than args.First.
func (s Sort[Node]) Page(args shop.PageArgs, ids IDs[Node], nodes []Node) shop.Page[Node] {
	return NewPage(args, nodes, func(n Node) Cursor { return Cursor{Key: s.Key(n), ID: ids.Of(n)} })
}

// ByTime sorts by a time column; at returns its value for a node.
func ByTime[Node any](column string, desc bool, at func(Node) time.Time) Sort[Node] {
	return Sort[Node]{column, "%s::timestamptz", desc, func(n Node) string { return TimeCursor(at(n), "").Key }}
}

// ByText sorts by a text column in ascending order, ignoring case.
func ByText[Node any](column string, text func(Node) string) Sort[Node] {
	return Sort[Node]{"lower(" + column + ")", "lower(%s)", false, text}
}

// IDs describes the ID column of a list.
type IDs[Node any] struct {
	Column string
	Kind   string // PostgreSQL's type of Column
	Of     func(Node) string
}

// ReadList reads a page of a list. Callers are responsible for authorisation.
func ReadList[Row, Node any](ctx context.Context, db *DB, columns string, l List, sort Sort[Node], ids IDs[Node],
	args shop.PageArgs, nodes func([]Row) ([]Node, error)) (shop.Page[Node], error) {
	var none shop.Page[Node]
	if err := args.Check(); err != nil {
		return none, err
	}
	cursor, err := DecodeCursor(args)
	if err != nil {
		return none, err
	}
	whole := l
	count := func(ctx context.Context) (int, error) { return db.CountList(ctx, whole, shop.MaxCount) }
	order := sort.OrderBy(ids.Column)
	if l.searched {
		found, err := db.CountList(ctx, whole, maxSorted)
		if err != nil {
			return none, err
		}
		count = func(context.Context) (int, error) { return min(found, shop.MaxCount), nil }
		if found < maxSorted {
			order = sort.unindexed().OrderBy(ids.Column)
		}
	}
	if args.After != nil {
		sort.After(&l, ids, cursor)
	}
	text := "SELECT " + columns + " FROM " + l.From + l.Conditions() + " ORDER BY " + order +
		" LIMIT " + l.Value(args.First+1) + " OFFSET " + l.Value(args.Skip())
	var rows []Row
	if err := db.SelectPlanned(ctx, &rows, text, l.values...); err != nil {
		if args.After != nil && IsMalformed(err) {
			return none, shop.BadCursor("after")
		}
		return none, fmt.Errorf("read a list: %w", err)
	}
	found, err := nodes(rows)
	if err != nil {
		return none, err
	}
	page := sort.Page(args, ids, found)
	page.Count = count
	return page, nil
}

// EachListed calls do with every node of a list in its order, while further rows are read. Callers are responsible for
// authorisation.
func EachListed[Row, Node any](ctx context.Context, db *DB, columns string, l List, sort Sort[Node], ids IDs[Node],
	nodes func([]Row) ([]Node, error), do func(Node) error) error {
	text := "SELECT " + columns + " FROM " + l.From + l.Conditions() + " ORDER BY " + sort.OrderBy(ids.Column)
	rows, err := db.lists.QueryxContext(ctx, text, l.values...)
	if err != nil {
		return fmt.Errorf("read a list: %w", db.breaker.outcome(ctx, err))
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
	return db.breaker.outcome(ctx, rows.Err())
}

// CountList returns the number of rows of a list, at most limit.
func (db *DB) CountList(ctx context.Context, l List, limit int) (count int, err error) {
	l.values = slices.Clip(l.values[:l.filters]) // the caller may count the list again at the same time
	text := "SELECT count(*) FROM (SELECT FROM " + l.From + l.Conditions() +
		" LIMIT " + l.Value(limit) + ") AS counted"
	err = db.breaker.run(ctx, listTimeout, func(ctx context.Context) error {
		return db.lists.GetContext(ctx, &count, text, l.values...)
	})
	if err != nil {
		return 0, fmt.Errorf("count a list: %w", err)
	}
	return count, nil
}

// SelectPlanned reads all rows of a statement that is not prepared, so that it is planned for its arguments.
func (db *DB) SelectPlanned(ctx context.Context, dest any, text string, args ...any) error {
	return db.breaker.run(ctx, listTimeout, func(ctx context.Context) error {
		return db.lists.SelectContext(ctx, dest, text, args...)
	})
}

// Each returns a function that converts rows to nodes one by one.
func Each[Row, Node any](node func(Row) Node) func([]Row) ([]Node, error) {
	return func(rows []Row) ([]Node, error) {
		nodes := make([]Node, len(rows))
		for i, row := range rows {
			nodes[i] = node(row)
		}
		return nodes, nil
	}
}
