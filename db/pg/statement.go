package pg

// Statement is SQL that is prepared once for each connection: a prepared statement takes one round trip, others take
// two.
type Statement struct {
	index   int
	text    string
	changes topicSet
}

// statements are all declared statements, by index.
var statements []Statement

// Prepared declares a statement. It must be called during package initialisation.
func Prepared(text string) Statement { return declare(Statement{text: text}) }

// Changing declares a statement that changes the data of a topic. Every execution is counted as a change. It must be
// called during package initialisation.
func Changing(t Topic, text string) Statement {
	return declare(Statement{text: text, changes: setOf(t)})
}

func declare(q Statement) Statement {
	q.index = len(statements)
	statements = append(statements, q)
	return q
}

// Statements returns all declared statements, for tests of their text.
func Statements() []Statement { return statements }

// Text returns the SQL of the statement.
func (q Statement) Text() string { return q.text }

// Changes reports whether the statement was declared to change a topic.
func (q Statement) Changes(t Topic) bool { return q.changes.has(t) }
