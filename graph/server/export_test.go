package server

import "github.com/vektah/gqlparser/v2/ast"

// What the tests outside of the package have to know.
const (
	MaxWork   = maxWork
	MaxTokens = maxTokens
)

// Work is how many steps the validation of a document takes at most, and whether it is refused unvalidated.
func Work(document *ast.QueryDocument) (steps int, refused bool) {
	w, refusal := measureWork(document)
	return w.steps, refusal != nil
}
