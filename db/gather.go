package db

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// lanes is how many statements of a gather run at a time, before what is wanted next is gathered: one is answered while PostgreSQL works
// on the other.
const lanes = 2

// gather reads by key, or writes, for many callers at once: what is wanted while it is busy goes in one statement, which costs little
// more than for one of them. Who comes alone does not wait. It is safe for concurrent use.
type gather[K, V any] struct {
	fetch func(context.Context, []K) ([]V, error) // a value for each key, in their order; a key can come twice

	mu      sync.Mutex
	running int
	next    *gathering[K, V]
}

// gathering is what is wanted of the next statement, and what came of it.
type gathering[K, V any] struct {
	keys  []K
	done  chan struct{}
	found []V
	err   error
}

func newGather[K, V any](fetch func(context.Context, []K) ([]V, error)) *gather[K, V] {
	return &gather[K, V]{fetch: fetch}
}

// load returns a value for each key, in their order.
func (g *gather[K, V]) load(ctx context.Context, keys ...K) ([]V, error) {
	g.mu.Lock()
	if g.running < lanes {
		g.running++
		g.mu.Unlock()
		defer g.goOn()
		return g.fetch(ctx, keys)
	}
	if g.next == nil {
		g.next = &gathering[K, V]{done: make(chan struct{})}
	}
	all := g.next
	first := len(all.keys)
	all.keys = append(all.keys, keys...)
	g.mu.Unlock()
	select {
	case <-all.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case malformed(all.err), violated(all.err) != "":
		return g.fetch(ctx, keys) // somebody else's key may be meant
	case all.err != nil:
		return nil, all.err
	}
	return all.found[first : first+len(keys)], nil
}

// goOn reads what was gathered, if anything was. It is for no caller alone, and as long as a statement may take.
func (g *gather[K, V]) goOn() {
	g.mu.Lock()
	all := g.next
	if g.next = nil; all == nil {
		g.running--
	}
	g.mu.Unlock()
	if all == nil {
		return
	}
	go func() {
		defer g.goOn()
		defer close(all.done)
		// Nobody above would recover it here, and one bad read may not end the server.
		defer func() {
			if failure := recover(); failure != nil {
				all.err = fmt.Errorf("a gathered read panicked: %v\n%s", failure, debug.Stack())
			}
		}()
		all.found, all.err = g.fetch(context.Background(), all.keys)
	}()
}

// withOthers finds the value of a key, together with those of others unless it is a part of a transaction, where fetch finds it.
func withOthers[K, V any](ctx context.Context, r runner, g *gather[K, V], fetch func(context.Context, runner, []K) ([]V, error), key K) (value V, err error) {
	var found []V
	if r.tx != nil {
		found, err = fetch(ctx, r, []K{key})
	} else {
		found, err = g.load(ctx, key)
	}
	if err != nil {
		return value, err
	}
	return found[0], nil
}
