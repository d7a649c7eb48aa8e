package graph

import (
	"context"
	"sync"
)

// dataloader loads values by key in batches: the first load of a key fetches all keys that were announced in the same
// batch. Unlike dataloaders that collect keys for a time window, it adds no latency, and the number of statements does
// not depend on the scheduler. It is safe for concurrent use.
type dataloader[K comparable, V any] struct {
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

func newDataloader[K comparable, V any](fetch func(context.Context, []K) (map[K]V, error)) *dataloader[K, V] {
	return &dataloader[K, V]{fetch: fetch, batches: map[K]*batch[K, V]{}}
}

// announce adds a batch of keys that are likely to be loaded. Keys that were announced before stay in their batch.
func (d *dataloader[K, V]) announce(keys []K) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := &batch[K, V]{}
	for _, key := range keys {
		if d.batches[key] == nil {
			d.batches[key] = b
			b.keys = append(b.keys, key)
		}
	}
}

// load returns the value of a key, the zero value if there is none. The fetch uses the context of the first caller.
func (d *dataloader[K, V]) load(ctx context.Context, key K) (V, error) {
	d.announce([]K{key})
	d.mu.Lock()
	b := d.batches[key]
	d.mu.Unlock()
	b.once.Do(func() { b.found, b.err = d.fetch(ctx, b.keys) })
	return b.found[key], b.err
}
