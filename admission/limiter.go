// Package admission limits how many requests are served at once: some wait for a slot, the others are rejected
// immediately, so that the requests that are served finish in time.
package admission

import (
	"context"
	"slices"
	"sync"
	"time"

	"orrery/shop"
	"orrery/telemetry"
)

const (
	// queuePerSlot is how many requests may wait for each slot: at 4 ms a request, the last one waits a quarter of a
	// second.
	queuePerSlot = 64
	// maxWait is how long a request waits. Clients that have waited longer have often disconnected.
	maxWait = time.Second
)

// Limiter has a number of slots for requests and a queue for each caller. Slots are assigned to the queues in turn
// (fair queueing), and when the queues are full, the longest one loses its last request. A nil Limiter has no limit. It
// is safe for concurrent use.
type Limiter struct {
	share   int           // slots that one caller may hold
	maxWait time.Duration // how long a request may wait

	mu      sync.Mutex
	free    int // negative while resumed requests exceed the slots
	vacant  int // remaining capacity of all queues combined
	callers map[string]*caller
	turns   []*caller // callers with a non-empty queue, the next one first
}

// caller holds slots or has waiting requests.
type caller struct {
	name   string
	active int
	queue  []*waiter // oldest first
}

// waiter is a request in a queue. Its channel receives whether the request has got a slot.
type waiter chan bool

// New returns a limiter with this number of slots, of which one caller may hold three quarters.
func New(slots int) *Limiter {
	return NewQueue(slots, slots*queuePerSlot, maxWait)
}

// NewQueue returns a limiter with this number of slots and of requests that may wait, each for at most maxWait.
func NewQueue(slots, waiting int, maxWait time.Duration) *Limiter {
	return &Limiter{share: max(1, slots*3/4), maxWait: maxWait, free: slots, vacant: waiting,
		callers: map[string]*caller{}}
}

type slotKey struct{}

// slot is held by a request from Acquire to release, except while it is yielded.
type slot struct {
	limiter *Limiter
	name    string

	mu       sync.Mutex
	yielded  int // calls of Yield that have not been resumed
	released bool
}

// Acquire waits for a slot of the named caller; release must be called. Calls with the returned context need no further
// slot. The error is UNAVAILABLE when the queue is full or the wait too long.
func (l *Limiter) Acquire(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if s, _ := ctx.Value(slotKey{}).(*slot); l == nil || s != nil {
		return ctx, func() {}, nil
	}
	if !l.acquire(ctx, name) {
		telemetry.Of(ctx).Refused = telemetry.Shed
		return ctx, nil, shop.Crowded()
	}
	s := &slot{limiter: l, name: name}
	return context.WithValue(ctx, slotKey{}, s), s.release, nil
}

// Yield releases the slot that ctx holds, if any, until resume is called, so that a request that waits for something
// else blocks no other one. The returned context holds no slot. resume does not wait, so that there may briefly be one
// more request than slots.
func Yield(ctx context.Context) (yielded context.Context, resume func()) {
	s, _ := ctx.Value(slotKey{}).(*slot)
	if s == nil {
		return ctx, func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.yielded == 0 && !s.released {
		s.limiter.release(s.name)
	}
	s.yielded++
	return context.WithValue(ctx, slotKey{}, (*slot)(nil)), sync.OnceFunc(s.resume)
}

func (s *slot) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.yielded--; s.yielded == 0 && !s.released {
		s.limiter.retake(s.name)
	}
}

func (s *slot) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.yielded == 0 && !s.released {
		s.limiter.release(s.name)
	}
	s.released = true
}

func (l *Limiter) acquire(ctx context.Context, name string) bool {
	l.mu.Lock()
	c := l.caller(name)
	if l.free > 0 && c.active < l.share {
		l.free--
		c.active++
		l.mu.Unlock()
		return true
	}
	w, ok := l.enqueue(c)
	l.mu.Unlock()
	if !ok {
		return false
	}
	timeout := time.NewTimer(l.maxWait)
	defer timeout.Stop()
	select {
	case acquired := <-*w:
		return acquired
	case <-timeout.C:
	case <-ctx.Done():
	}
	return !l.cancel(c, w)
}

// caller returns the caller of this name, and adds it when it is new.
func (l *Limiter) caller(name string) *caller {
	c := l.callers[name]
	if c == nil {
		c = &caller{name: name}
		l.callers[name] = c
	}
	return c
}

// enqueue adds a request to the queue of its caller. When the queues are full, the longest one loses its last request.
func (l *Limiter) enqueue(c *caller) (*waiter, bool) {
	if l.vacant == 0 {
		longest := slices.MaxFunc(l.turns, func(a, b *caller) int { return len(a.queue) - len(b.queue) })
		if len(longest.queue) <= len(c.queue)+1 {
			l.removeIdle(c)
			return nil, false
		}
		last := longest.queue[len(longest.queue)-1]
		l.dequeue(longest, last)
		*last <- false
	}
	w := make(waiter, 1)
	c.queue = append(c.queue, &w)
	if len(c.queue) == 1 {
		l.turns = append(l.turns, c)
	}
	l.vacant--
	return &w, true
}

// cancel ends the wait of a request, and returns false if it has got a slot in the meantime.
func (l *Limiter) cancel(c *caller, w *waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case acquired := <-*w:
		return !acquired
	default:
	}
	l.dequeue(c, w)
	l.removeIdle(c)
	return true
}

// dequeue removes a request from the queue of its caller.
func (l *Limiter) dequeue(c *caller, w *waiter) {
	c.queue = slices.DeleteFunc(c.queue, func(other *waiter) bool { return other == w })
	if len(c.queue) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(other *caller) bool { return other == c })
	}
	l.vacant++
}

// retake takes a slot whether one is free or not.
func (l *Limiter) retake(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.caller(name).active++
	l.free--
}

// release gives the slot to the next caller in turn that holds less than its share.
func (l *Limiter) release(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.callers[name]
	c.active--
	l.free++
	l.removeIdle(c)
	if l.free <= 0 {
		return
	}
	for i, next := range l.turns {
		if next.active >= l.share {
			continue
		}
		l.turns = append(slices.Delete(l.turns, i, i+1), next) // to the end
		w := next.queue[0]
		l.dequeue(next, w)
		next.active++
		l.free--
		*w <- true
		return
	}
}

// removeIdle removes a caller that neither holds a slot nor waits.
func (l *Limiter) removeIdle(c *caller) {
	if c.active == 0 && len(c.queue) == 0 {
		delete(l.callers, c.name)
	}
}
