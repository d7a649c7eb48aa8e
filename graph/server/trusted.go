package server

import (
	"context"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/telemetry"
)

// trusted are the documents of our own client, by the hashes that it sends in their place. Nobody adds to them.
type trusted map[string]string

// text is the document that stands behind the extension persistedQuery of a request.
func (t trusted) text(extensions map[string]any) (text string, asked bool) {
	persisted, asked := extensions["persistedQuery"].(map[string]any)
	hash, _ := persisted["sha256Hash"].(string)
	return t[hash], asked
}

// documents keeps what was parsed and validated: of our own client for good, of others while there is room.
type documents struct {
	trusted map[string]bool // by text
	ours    sync.Map        // what was parsed, by text
	known   sync.Map        // whether it is ours, by what was parsed
	others  graphql.Cache[*ast.QueryDocument]
}

func newDocuments(t trusted) *documents {
	d := &documents{trusted: make(map[string]bool, len(t)), others: lru.New[*ast.QueryDocument](cachedQueries)}
	for _, text := range t {
		d.trusted[text] = true
	}
	return d
}

func (d *documents) Get(ctx context.Context, text string) (*ast.QueryDocument, bool) {
	if parsed, ok := d.ours.Load(text); ok {
		return parsed.(*ast.QueryDocument), true
	}
	return d.others.Get(ctx, text)
}

func (d *documents) Add(ctx context.Context, text string, parsed *ast.QueryDocument) {
	if d.trusted[text] {
		d.ours.Store(text, parsed)
		d.known.Store(parsed, true)
		return
	}
	d.others.Add(ctx, text, parsed)
}

// name is what the log and the metrics call an operation: by its name when the document is our client's, and other when it is a
// stranger's, who could make up any.
func (d *documents) name(op *graphql.OperationContext) string {
	if _, ours := d.known.Load(op.Doc); ours && op.Operation != nil && op.Operation.Name != "" {
		return op.Operation.Name
	}
	return telemetry.Other
}
