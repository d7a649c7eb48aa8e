package shop

import (
	"cmp"
	"slices"
	"time"
)

// QueuePlace is the position of an open and confirmed pre-order among those for the same product.
type QueuePlace struct {
	Position   int // starts at 1
	UnitsAhead int // units of the pre-orders before it
}

// QueuedPreOrder is a pre-order with its place.
type QueuedPreOrder struct {
	PreOrder PreOrder
	Place    QueuePlace
	LastMove string // ID of the last move of its expected date; empty if there was none
}

// PreOrderQueue summarises the open and confirmed pre-orders for one product.
type PreOrderQueue struct {
	ID          string  // the product's ID, or "name:" and the requested name
	ProductID   *string // nil if the product is not in the catalogue
	ProductName string
	PreOrders   int
	Units       int
	First       time.Time // earliest expected date
	Last        time.Time // latest expected date
}

const (
	// MaxQueue is the maximum number of pre-orders of a queue that a move can reach.
	MaxQueue = 10_000
	// MaxQueues is the maximum number of queues listed.
	MaxQueues = 100
)

// Queued reports whether the pre-order has a place in the queue for its product.
func (o PreOrder) Queued() bool { return o.Open() && o.ConfirmBy == nil }

// Open reports whether the pre-order is still awaiting its units.
func (o PreOrder) Open() bool { return o.Status != PreOrderClosed }

// Queue returns the open and confirmed pre-orders among those for one product, with their places. They are sorted by
// time of creation, then by ID.
func Queue(all []QueuedPreOrder) []QueuedPreOrder {
	queue := slices.DeleteFunc(slices.Clone(all), func(q QueuedPreOrder) bool { return !q.PreOrder.Queued() })
	slices.SortFunc(queue, func(a, b QueuedPreOrder) int {
		return cmp.Or(a.PreOrder.CreatedAt.Compare(b.PreOrder.CreatedAt), cmp.Compare(a.PreOrder.ID, b.PreOrder.ID))
	})
	units := 0
	for i := range queue {
		queue[i].Place = QueuePlace{Position: i + 1, UnitsAhead: units}
		units += queue[i].PreOrder.Quantity
	}
	return queue
}
