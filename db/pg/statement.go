package pg

import (
	"context"
	"strings"
	"sync"

	"github.com/jmoiron/sqlx"
)

// Statement is SQL that is prepared once for each connection: a prepared statement takes one round trip, others take
// two.
type Statement struct {
	text    string
	changes topicSet
	named   string // text with named parameters, if declared by Named
}

// statements are all declared statements.
var statements []Statement

// Prepared declares a statement. It must be called during package initialisation.
func Prepared(text string) Statement { return declare(Statement{text: text}) }

// Changing declares a statement that changes the data of a topic. Every execution is counted as a change. It must be
// called during package initialisation.
func Changing(t Topic, text string) Statement {
	return declare(Statement{text: text, changes: setOf(t)})
}

// Named declares a statement with named parameters, such as :name: the fields of row with these tags. A cast must be
// written as CAST, not with colons. It must be called during package initialisation.
func Named(row any, text string) Statement { return declare(named(row, text)) }

// NamedChanging is Named for a statement that changes the data of a topic, as Changing.
func NamedChanging(t Topic, row any, text string) Statement {
	q := named(row, text)
	q.changes = setOf(t)
	return declare(q)
}

func named(row any, text string) Statement {
	bound, _, err := sqlx.BindNamed(sqlx.DOLLAR, text, row)
	if err != nil {
		panic(err)
	}
	return Statement{text: bound, named: text}
}

// Args returns the arguments of a statement with named parameters. It panics if row lacks one.
func (q Statement) Args(row any) []any {
	_, args, err := sqlx.BindNamed(sqlx.DOLLAR, q.named, row)
	if err != nil {
		panic(err)
	}
	return args
}

// Values returns the columns and the values of an INSERT statement, where the values are parameters with the names of
// the columns. Each argument is a column or a list of columns that are separated by commas and spaces.
func Values(columns ...string) string {
	list := strings.Join(columns, ", ")
	return "(" + list + ") VALUES (" + Parameters(list) + ")"
}

// Parameters returns named parameters for a list of columns that are separated by commas and spaces.
func Parameters(columns string) string { return ":" + strings.Join(strings.Fields(columns), " :") }

func declare(q Statement) Statement {
	statements = append(statements, q)
	return q
}

// Composed returns a statement that is prepared when it is first used, for reads outside of a transaction. Its text
// must be composed of constants, since every text remains prepared.
func Composed(text string) Statement { return Statement{text: text} }

// Statements returns all declared statements, for tests of their text.
func Statements() []Statement { return statements }

// Text returns the SQL of the statement.
func (q Statement) Text() string { return q.text }

// Changes reports whether the statement was declared to change a topic.
func (q Statement) Changes(t Topic) bool { return q.changes.has(t) }

// preparer holds the prepared statements of a pool. It is safe for concurrent use.
type preparer struct {
	pool *sqlx.DB
	all  sync.Map // from text to *sqlx.Stmt
}

// known returns the statement if it is prepared, or nil.
func (p *preparer) known(q Statement) *sqlx.Stmt {
	stmt, _ := p.all.Load(q.text)
	known, _ := stmt.(*sqlx.Stmt)
	return known
}

// prepare returns the prepared statement, which it prepares on its first use.
func (p *preparer) prepare(ctx context.Context, q Statement) (*sqlx.Stmt, error) {
	if stmt := p.known(q); stmt != nil {
		return stmt, nil
	}
	stmt, err := p.pool.PreparexContext(ctx, q.text)
	if err != nil {
		return nil, err
	}
	// Another caller may have prepared it meanwhile.
	kept, loaded := p.all.LoadOrStore(q.text, stmt)
	if loaded {
		err = stmt.Close()
	}
	return kept.(*sqlx.Stmt), err
}
