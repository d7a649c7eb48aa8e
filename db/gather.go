package db

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// lanes is how many statements of a gather run at a time, before what is wanted next is gathered. They keep PostgreSQL busy while answers
// are made of what it has said.
const lanes = maxConns / 4

// gather reads by key for many callers at once: what is wanted while it is busy goes in one statement, which costs little more than
// for one of them. Who comes alone does not wait. It is safe for concurrent use.
type gather[K comparable, V any] struct {
	fetch func(context.Context, []K) (map[K]V, error)

	mu      sync.Mutex
	running int
	next    *gathering[K, V]
}

// gathering is what is wanted of the next statement, and what came of it.
type gathering[K comparable, V any] struct {
	keys  map[K]bool
	done  chan struct{}
	found map[K]V
	err   error
}

func newGather[K comparable, V any](fetch func(context.Context, []K) (map[K]V, error)) *gather[K, V] {
	return &gather[K, V]{fetch: fetch}
}

// load returns the values that there are, by key. They are shared: nobody may change them.
func (g *gather[K, V]) load(ctx context.Context, keys []K) (map[K]V, error) {
	g.mu.Lock()
	if g.running < lanes {
		g.running++
		g.mu.Unlock()
		defer g.goOn()
		return g.fetch(ctx, keys)
	}
	if g.next == nil {
		g.next = &gathering[K, V]{keys: map[K]bool{}, done: make(chan struct{})}
	}
	all := g.next
	for _, key := range keys {
		all.keys[key] = true
	}
	g.mu.Unlock()
	select {
	case <-all.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if malformed(all.err) {
		return g.fetch(ctx, keys) // somebody else's key may be meant
	}
	own := make(map[K]V, len(keys))
	for _, key := range keys {
		if value, ok := all.found[key]; ok {
			own[key] = value
		}
	}
	return own, all.err
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
		all.found, all.err = g.fetch(context.Background(), slices.Collect(maps.Keys(all.keys)))
	}()
}
