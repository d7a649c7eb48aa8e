package shop

import (
	"cmp"
	"slices"
	"time"
)

// QueuePlace is where an open and confirmed pre-order stands among those for the same product.
type QueuePlace struct {
	Position   int // 1 is the next one
	UnitsAhead int // of those before it
}

// QueuedPreOrder is a pre-order and its place.
type QueuedPreOrder struct {
	PreOrder PreOrder
	Place    QueuePlace
	LastMove string // what its expected date was last moved by; empty when it never was
}

// PreOrderQueue is what waits for one product.
type PreOrderQueue struct {
	ID          string  // the product's number, or name: and what was asked for instead
	ProductID   *string // nil when it is not in the catalogue
	ProductName string
	PreOrders   int
	Units       int
	First       time.Time // the earliest expected date
	Last        time.Time // the latest one
}

const (
	// MaxQueue is how many of a queue a move can reach.
	MaxQueue = 10_000
	// MaxQueues is how many queues are listed.
	MaxQueues = 100
)

// Queued tells whether the pre-order has a place in the queue for its product.
func (o PreOrder) Queued() bool { return o.Open() && o.ConfirmBy == nil }

// Open tells whether the pre-order still waits for its units.
func (o PreOrder) Open() bool { return o.Status != PreOrderClosed }

// Queue gives the open and confirmed ones among pre-orders for one product their places. Who came first is first; of the same moment, the lesser
// identifier.
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
