// Package connection shapes a shop.Page as the connections of the schema. It is a package of its own because the
// generated code, which graph imports, binds to it.
package connection

import (
	"context"

	"orrery/shop"
)

// Connection is a page whose total is counted only when somebody selects it.
type Connection[N any] struct {
	Page  shop.Page[N]
	Count func(context.Context) (int, error)
}

// Edge is a node and its cursor.
type Edge[N any] struct {
	Node *N

	cursor func() string
}

// NewEdge makes an edge. Its cursor is made when it is asked for.
func NewEdge[N any](node *N, cursor func() string) Edge[N] { return Edge[N]{node, cursor} }

// Cursor is the node's.
func (e Edge[N]) Cursor() string { return e.cursor() }

// PageInfo says where a page lies.
type PageInfo struct {
	HasNextPage     bool
	HasPreviousPage bool

	nodes  int
	cursor func(i int) string
}

// StartCursor is the first node's, nil when there is none.
func (p PageInfo) StartCursor() *string { return p.cursorOf(0) }

// EndCursor is the last node's, nil when there is none.
func (p PageInfo) EndCursor() *string { return p.cursorOf(p.nodes - 1) }

func (p PageInfo) cursorOf(i int) *string {
	if p.nodes == 0 {
		return nil
	}
	return new(p.cursor(i))
}

// Nodes are the things of this page.
func (c Connection[N]) Nodes() []*N {
	nodes := make([]*N, len(c.Page.Nodes))
	for i := range c.Page.Nodes {
		nodes[i] = &c.Page.Nodes[i]
	}
	return nodes
}

// Edges are the same with their cursors.
func (c Connection[N]) Edges() []Edge[N] {
	edges := make([]Edge[N], len(c.Page.Nodes))
	for i := range c.Page.Nodes {
		edges[i] = NewEdge(&c.Page.Nodes[i], func() string { return c.Page.Cursor(i) })
	}
	return edges
}

// PageInfo says where the page lies.
func (c Connection[N]) PageInfo() PageInfo {
	return PageInfo{c.Page.HasNext, c.Page.HasPrevious, len(c.Page.Nodes), c.Page.Cursor}
}

// TotalCount counts all that the list holds, unless reading the page has shown it.
func (c Connection[N]) TotalCount(ctx context.Context) (int, error) {
	if c.Page.Total != nil {
		return *c.Page.Total, nil
	}
	return c.Count(ctx)
}

// Corrected is the text that a search was made for instead of the one that was given.
func (c Connection[N]) Corrected() *string { return c.Page.Corrected }

// The connections and edges of the schema.
type (
	Products                 = Connection[shop.Product]
	ProductEdge              = Edge[shop.Product]
	Reviews                  = Connection[shop.Review]
	ReviewEdge               = Edge[shop.Review]
	PreOrders                = Connection[shop.PreOrder]
	PreOrderEdge             = Edge[shop.PreOrder]
	Orders                   = Connection[shop.Order]
	OrderEdge                = Edge[shop.Order]
	Quotes                   = Connection[shop.Quote]
	QuoteEdge                = Edge[shop.Quote]
	ContactMessages          = Connection[shop.ContactMessage]
	ContactMessageEdge       = Edge[shop.ContactMessage]
	AuditEntries             = Connection[shop.AuditEntry]
	AuditEntryEdge           = Edge[shop.AuditEntry]
	Customers                = Connection[shop.Customer]
	CustomerEdge             = Edge[shop.Customer]
	Events                   = Connection[shop.PublishedEvent]
	EventEdge                = Edge[shop.PublishedEvent]
	Webhooks                 = Connection[shop.Webhook]
	WebhookEdge              = Edge[shop.Webhook]
	Deliveries               = Connection[shop.Delivery]
	DeliveryEdge             = Edge[shop.Delivery]
	NewsletterSubscribers    = Connection[shop.NewsletterSubscriber]
	NewsletterSubscriberEdge = Edge[shop.NewsletterSubscriber]
	APIKeys                  = Connection[shop.APIKey]
	APIKeyEdge               = Edge[shop.APIKey]
	TeamMembers              = Connection[shop.TeamMember]
	TeamMemberEdge           = Edge[shop.TeamMember]
	Milestones               = Connection[shop.Milestone]
	MilestoneEdge            = Edge[shop.Milestone]
)
