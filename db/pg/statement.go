package pg

// Statement is SQL that is prepared once for each connection: a prepared statement costs one round trip, any other two.
type Statement struct {
	index   int
	text    string
	changes topicSet
}

// statements are all that were declared, by index.
var statements []Statement

// Prepared declares a statement. It is called while packages are initialised.
func Prepared(text string) Statement { return declare(Statement{text: text}) }

// Changing declares a statement that changes what is counted by a topic, in whichever way it is run.
func Changing(t Topic, text string) Statement {
	return declare(Statement{text: text, changes: setOf(t)})
}

func declare(q Statement) Statement {
	q.index = len(statements)
	statements = append(statements, q)
	return q
}

// Statements returns all that were declared, for tests of their text.
func Statements() []Statement { return statements }

// Text is the SQL of the statement.
func (q Statement) Text() string { return q.text }

// Changes reports whether the statement was declared to change a topic.
func (q Statement) Changes(t Topic) bool { return q.changes.has(t) }
