// Package connection converts pages of package shop to the connections of the schema. It is separate from package graph
// because graph imports the generated code, which depends on connection.
package connection

import (
	"context"

	"orrery/shop"
)

// Connection is a page of a list.
type Connection[N any] struct{ Page shop.Page[N] }

// Edge is a node and its cursor.
type Edge[N any] struct {
	Node *N

	cursor func() string
}

// NewEdge returns an edge. cursor is called only if the cursor is selected.
func NewEdge[N any](node *N, cursor func() string) Edge[N] { return Edge[N]{node, cursor} }

// Cursor returns the cursor of the node.
func (e Edge[N]) Cursor() string { return e.cursor() }

// PageInfo describes the position of a page in its list.
type PageInfo struct {
	HasNextPage     bool
	HasPreviousPage bool

	nodes  int
	cursor func(i int) string
}

// StartCursor returns the cursor of the first node, nil if the page is empty.
func (p PageInfo) StartCursor() *string { return p.cursorOf(0) }

// EndCursor returns the cursor of the last node, nil if the page is empty.
func (p PageInfo) EndCursor() *string { return p.cursorOf(p.nodes - 1) }

func (p PageInfo) cursorOf(i int) *string {
	if p.nodes == 0 {
		return nil
	}
	return new(p.cursor(i))
}

// Nodes returns the objects of the page.
func (c Connection[N]) Nodes() []*N {
	nodes := make([]*N, len(c.Page.Nodes))
	for i := range c.Page.Nodes {
		nodes[i] = &c.Page.Nodes[i]
	}
	return nodes
}

// Edges returns the objects of the page with their cursors.
func (c Connection[N]) Edges() []Edge[N] {
	edges := make([]Edge[N], len(c.Page.Nodes))
	for i := range c.Page.Nodes {
		edges[i] = NewEdge(&c.Page.Nodes[i], func() string { return c.Page.Cursor(i) })
	}
	return edges
}

// PageInfo returns the position of the page in its list.
func (c Connection[N]) PageInfo() PageInfo {
	return PageInfo{c.Page.HasNext, c.Page.HasPrevious, len(c.Page.Nodes), c.Page.Cursor}
}

// TotalCount returns the length of the list. It is called only if it is selected.
func (c Connection[N]) TotalCount(ctx context.Context) (int, error) { return c.Page.Count(ctx) }

// Corrected returns the corrected text with which the search was done in place of the requested one, nil if there is
// none.
func (c Connection[N]) Corrected() *string { return c.Page.Corrected }

// Understood returns the conditions that the search text states.
func (c Connection[N]) Understood() []shop.UnderstoodFigure { return c.Page.Understood }
