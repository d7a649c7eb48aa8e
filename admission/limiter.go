// Package admission lets in as many requests as can be worked on, has some wait for their turn, and turns the rest away at once: a process
// that takes in everything answers nobody in time.
package admission

import (
	"context"
	"slices"
	"sync"
	"time"

	"orrery/observe"
	"orrery/shop"
)

const (
	// room is how many wait at most for each place: with 15 ms for a request, which is much, the last of them waits a quarter of a second.
	room = 16
	// patience is how long anybody waits. Who has waited longer has often gone.
	patience = time.Second
)

// Gate has places for requests. Callers take turns (fair queueing): who sends much waits behind others who send little, and loses first
// when there is no room left to wait. Nil lets everybody in. It is safe for concurrent use.
type Gate struct {
	share    int           // places that one caller may have
	patience time.Duration // how long a request waits at most

	mu      sync.Mutex
	free    int // below zero while requests have come back that had stepped out
	room    int
	callers map[string]*caller
	turns   []*caller // those who have somebody waiting, whose turn comes first
}

// caller is one who has places, or waits for them.
type caller struct {
	name    string
	inside  int
	waiting []*waiter // who came first is first
}

// waiter is a request that waits. Its channel gets whether it may go in.
type waiter chan bool

// New makes a gate with so many places. One caller gets three quarters of them at most.
func New(places int) *Gate {
	return NewQueue(places, places*room, patience)
}

// NewQueue makes a gate with so many places where so many requests wait, each for so long at most.
func NewQueue(places, waiting int, patience time.Duration) *Gate {
	return &Gate{share: max(1, places*3/4), patience: patience, free: places, room: waiting, callers: map[string]*caller{}}
}

type insideKey struct{}

// place is held by a request from Enter until it leaves, but for while it has stepped out.
type place struct {
	gate *Gate
	name string

	mu   sync.Mutex
	out  int // calls of StepOut that have not come back
	left bool
}

// Enter waits for a place, which has to be left. What is done within it, with the context that is returned, needs no other one.
// UNAVAILABLE when there are too many.
func (g *Gate) Enter(ctx context.Context, name string) (inside context.Context, leave func(), err error) {
	if held, _ := ctx.Value(insideKey{}).(*place); g == nil || held != nil {
		return ctx, func() {}, nil
	}
	if !g.enter(ctx, name) {
		observe.Of(ctx).Refused = observe.Shed
		return ctx, nil, shop.Crowded()
	}
	p := &place{gate: g, name: name}
	return context.WithValue(ctx, insideKey{}, p), p.leave, nil
}

// StepOut gives back the place that ctx holds, if any, until back is called, so that a request that waits for something else keeps nobody
// out. What is done with the context that is returned has no place. back does not wait: a request that goes on may for a moment be one
// more than there are places.
func StepOut(ctx context.Context) (outside context.Context, back func()) {
	p, _ := ctx.Value(insideKey{}).(*place)
	if p == nil {
		return ctx, func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == 0 && !p.left {
		p.gate.leave(p.name)
	}
	p.out++
	return context.WithValue(ctx, insideKey{}, (*place)(nil)), sync.OnceFunc(p.back)
}

func (p *place) back() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out--; p.out == 0 && !p.left {
		p.gate.retake(p.name)
	}
}

func (p *place) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == 0 && !p.left {
		p.gate.leave(p.name)
	}
	p.left = true
}

func (g *Gate) enter(ctx context.Context, name string) bool {
	g.mu.Lock()
	c := g.known(name)
	if g.free > 0 && c.inside < g.share {
		g.free--
		c.inside++
		g.mu.Unlock()
		return true
	}
	w, ok := g.queue(c)
	g.mu.Unlock()
	if !ok {
		return false
	}
	late := time.NewTimer(g.patience)
	defer late.Stop()
	select {
	case entered := <-*w:
		return entered
	case <-late.C:
	case <-ctx.Done():
	}
	return !g.giveUp(c, w)
}

// known returns a caller, who is new if nowhere yet.
func (g *Gate) known(name string) *caller {
	c := g.callers[name]
	if c == nil {
		c = &caller{name: name}
		g.callers[name] = c
	}
	return c
}

// queue puts a request behind those of its caller. Where there is no room, the caller with most of them loses its last one.
func (g *Gate) queue(c *caller) (*waiter, bool) {
	if g.room == 0 {
		longest := slices.MaxFunc(g.turns, func(a, b *caller) int { return len(a.waiting) - len(b.waiting) })
		if len(longest.waiting) <= len(c.waiting)+1 {
			g.forget(c)
			return nil, false
		}
		last := longest.waiting[len(longest.waiting)-1]
		g.take(longest, last)
		*last <- false
	}
	w := make(waiter, 1)
	c.waiting = append(c.waiting, &w)
	if len(c.waiting) == 1 {
		g.turns = append(g.turns, c)
	}
	g.room--
	return &w, true
}

// giveUp ends the wait of a request, and reports false when it has got a place in the same moment.
func (g *Gate) giveUp(c *caller, w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case entered := <-*w:
		return !entered
	default:
	}
	g.take(c, w)
	g.forget(c)
	return true
}

// take takes a request out of the queue.
func (g *Gate) take(c *caller, w *waiter) {
	c.waiting = slices.DeleteFunc(c.waiting, func(other *waiter) bool { return other == w })
	if len(c.waiting) == 0 {
		g.turns = slices.DeleteFunc(g.turns, func(other *caller) bool { return other == c })
	}
	g.room++
}

// retake takes a place whether there is one or not.
func (g *Gate) retake(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known(name).inside++
	g.free--
}

// leave gives the place to the next caller in turn who has not got its share.
func (g *Gate) leave(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.callers[name]
	c.inside--
	g.free++
	g.forget(c)
	if g.free <= 0 {
		return
	}
	for i, next := range g.turns {
		if next.inside >= g.share {
			continue
		}
		g.turns = append(slices.Delete(g.turns, i, i+1), next) // behind the others
		w := next.waiting[0]
		g.take(next, w)
		next.inside++
		g.free--
		*w <- true
		return
	}
}

// forget forgets a caller who is nowhere.
func (g *Gate) forget(c *caller) {
	if c.inside == 0 && len(c.waiting) == 0 {
		delete(g.callers, c.name)
	}
}
