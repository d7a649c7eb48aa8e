package pg

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// concurrentBatches is how many statements of a batcher run concurrently: PostgreSQL executes one while the results of
// the other are read.
const concurrentBatches = 2

// Batcher coalesces concurrent calls: keys that are requested while its statements are in flight are sent together in
// the next one, which costs little more than one for a single key. A lone caller is not delayed. It is safe for
// concurrent use.
type Batcher[K, V any] struct {
	fetch func(context.Context, []K) ([]V, error)

	mu      sync.Mutex
	running int
	next    *batch[K, V]
}

// batch holds the keys of the next statement and its result.
type batch[K, V any] struct {
	keys   []K
	done   chan struct{}
	values []V
	err    error
}

// NewBatcher returns a batcher over fetch, which returns a value for each key, in their order. A key may occur twice.
func NewBatcher[K, V any](fetch func(context.Context, []K) ([]V, error)) *Batcher[K, V] {
	return &Batcher[K, V]{fetch: fetch}
}

// Load returns a value for each key, in their order.
func (b *Batcher[K, V]) Load(ctx context.Context, keys ...K) ([]V, error) {
	b.mu.Lock()
	if b.running < concurrentBatches {
		b.running++
		b.mu.Unlock()
		defer b.runNext()
		return b.fetch(ctx, keys)
	}
	if b.next == nil {
		b.next = &batch[K, V]{done: make(chan struct{})}
	}
	all := b.next
	first := len(all.keys)
	all.keys = append(all.keys, keys...)
	b.mu.Unlock()
	select {
	case <-all.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case IsMalformed(all.err), Violated(all.err) != "":
		return b.fetch(ctx, keys) // the error may concern the key of another caller
	case all.err != nil:
		return nil, all.err
	}
	return all.values[first : first+len(keys)], nil
}

// runNext fetches the next batch, if there is one. It doesn't use the context of a caller, since the batch belongs to
// several.
func (b *Batcher[K, V]) runNext() {
	b.mu.Lock()
	all := b.next
	if b.next = nil; all == nil {
		b.running--
	}
	b.mu.Unlock()
	if all == nil {
		return
	}
	go func() {
		defer b.runNext()
		defer close(all.done)
		// No caller's recover covers this goroutine; an unrecovered panic would end the process.
		defer func() {
			if failure := recover(); failure != nil {
				all.err = fmt.Errorf("a batch panicked: %v\n%s", failure, debug.Stack())
			}
		}()
		all.values, all.err = b.fetch(context.Background(), all.keys)
	}()
}

// LoadOne returns the value of a key. Outside of a transaction it is batched with the keys of other callers; in a
// transaction fetch reads it.
func LoadOne[K, V any](ctx context.Context, q Querier, b *Batcher[K, V],
	fetch func(context.Context, Querier, []K) ([]V, error), key K) (value V, err error) {
	var found []V
	if q.InTransaction() {
		found, err = fetch(ctx, q, []K{key})
	} else {
		found, err = b.Load(ctx, key)
	}
	if err != nil {
		return value, err
	}
	return found[0], nil
}
