package server

import (
	"context"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/telemetry"
)

// trusted holds the documents of the shop's own client, by the hashes that it sends in their place. It is never
// modified.
type trusted map[string]string

// text returns the document for the extension persistedQuery of a request, empty if the hash is unknown, and whether
// the request has that extension.
func (t trusted) text(extensions map[string]any) (text string, asked bool) {
	persisted, asked := extensions["persistedQuery"].(map[string]any)
	hash, _ := persisted["sha256Hash"].(string)
	return t[hash], asked
}

// documents caches parsed and validated documents: trusted ones permanently, others in an LRU cache.
type documents struct {
	trusted   map[string]bool // texts of the trusted documents
	pinned    sync.Map        // parsed trusted documents, by text
	pinnedSet sync.Map        // the set of parsed trusted documents
	recent    graphql.Cache[*ast.QueryDocument]
}

func newDocuments(t trusted) *documents {
	d := &documents{trusted: make(map[string]bool, len(t)), recent: lru.New[*ast.QueryDocument](cachedQueries)}
	for _, text := range t {
		d.trusted[text] = true
	}
	return d
}

func (d *documents) Get(ctx context.Context, text string) (*ast.QueryDocument, bool) {
	if parsed, ok := d.pinned.Load(text); ok {
		return parsed.(*ast.QueryDocument), true
	}
	return d.recent.Get(ctx, text)
}

func (d *documents) Add(ctx context.Context, text string, parsed *ast.QueryDocument) {
	if d.trusted[text] {
		d.pinned.Store(text, parsed)
		d.pinnedSet.Store(parsed, true)
		return
	}
	d.recent.Add(ctx, text, parsed)
}

// name returns the name of an operation for the log and the metrics. For documents that are not trusted, it is
// telemetry.Other, since their names are arbitrary.
func (d *documents) name(op *graphql.OperationContext) string {
	if _, pinned := d.pinnedSet.Load(op.Doc); pinned && op.Operation != nil && op.Operation.Name != "" {
		return op.Operation.Name
	}
	return telemetry.Other
}
