package pg

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync"

	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// Statement is SQL that is prepared once for each connection: a prepared statement takes one round trip, others take
// two.
type Statement struct {
	text    string
	changes topicSet
	names   []string // of the parameters, in their order; nil unless declared by Named
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

// parameter matches :name, and casts such as ::text.
var parameter = regexp.MustCompile(`::?[a-z_]+`)

// Named declares a statement with named parameters, such as :name. Args returns its arguments. It must be called during
// package initialisation.
func Named(text string) Statement {
	var names []string
	text = parameter.ReplaceAllStringFunc(text, func(found string) string {
		name := found[1:]
		if name[0] == ':' {
			return found
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return fmt.Sprintf("$%d", slices.Index(names, name)+1)
	})
	return declare(Statement{text: text, names: names})
}

var fields = reflectx.NewMapperFunc("db", sqlx.NameMapper)

// Args returns the arguments of a statement with named parameters: the fields of a struct whose tags have these names.
func (q Statement) Args(of any) []any {
	row, found := reflect.ValueOf(of), fields.TypeMap(reflect.TypeOf(of)).Names
	args := make([]any, len(q.names))
	for i, name := range q.names {
		args[i] = reflectx.FieldByIndexesReadOnly(row, found[name].Index).Interface()
	}
	return args
}

// Columns returns the columns that the tags of a struct name, without those of embedded structs.
func Columns[Row any]() (columns []string) {
	for field := range reflect.TypeFor[Row]().Fields() {
		if column := field.Tag.Get("db"); column != "" && !field.Anonymous {
			columns = append(columns, column)
		}
	}
	return columns
}

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

// prepare returns the prepared statement, which it prepares on its first use.
func (p *preparer) prepare(ctx context.Context, q Statement) (*sqlx.Stmt, error) {
	if stmt, ok := p.all.Load(q.text); ok {
		return stmt.(*sqlx.Stmt), nil
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
