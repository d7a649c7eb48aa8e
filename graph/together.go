package graph

import (
	"context"
	"sync"
)

// together loads values by key, those that were announced together in one go: whoever comes first loads for all. Unlike a
// loader that waits for siblings, it costs no time, and the number of statements does not depend on the scheduler.
type together[K comparable, V any] struct {
	fetch func(context.Context, []K) (map[K]V, error)

	mu      sync.Mutex
	batches map[K]*batch[K, V]
}

type batch[K comparable, V any] struct {
	keys  []K
	once  sync.Once
	found map[K]V
	err   error
}

func newTogether[K comparable, V any](fetch func(context.Context, []K) (map[K]V, error)) *together[K, V] {
	return &together[K, V]{fetch: fetch, batches: map[K]*batch[K, V]{}}
}

// announce says that these keys are likely to be asked for; those that were announced before stay where they are.
func (t *together[K, V]) announce(keys []K) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := &batch[K, V]{}
	for _, key := range keys {
		if t.batches[key] == nil {
			t.batches[key] = b
			b.keys = append(b.keys, key)
		}
	}
}

// load returns the value of a key, the zero value when there is none.
func (t *together[K, V]) load(ctx context.Context, key K) (V, error) {
	t.announce([]K{key})
	t.mu.Lock()
	b := t.batches[key]
	t.mu.Unlock()
	b.once.Do(func() { b.found, b.err = t.fetch(ctx, b.keys) })
	return b.found[key], b.err
}
