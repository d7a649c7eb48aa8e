package db

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// memo keeps what was read until something changes that it may depend on. It is safe for concurrent use.
type memo[K comparable, V any] struct {
	changes func() (count uint64, known bool)
	reads   reads

	mu    sync.Mutex
	after uint64 // changes
	kept  *simplelru.LRU[K, V]
}

// reads counts what was in memory, and what was not.
type reads struct{ found, missed atomic.Uint64 }

// newMemo makes a memo of the values that were used last.
func newMemo[K comparable, V any](values int, changes func() (uint64, bool)) *memo[K, V] {
	kept, _ := simplelru.NewLRU[K, V](values, nil) // fails for none at all
	return &memo[K, V]{changes: changes, kept: kept}
}

// get returns a value, which is read unless it is known. It is kept if nothing has changed while it was read.
func (m *memo[K, V]) get(key K, read func() (V, error)) (V, error) {
	after, known := m.changes()
	if known {
		if value, ok := m.find(key, after); ok {
			m.reads.found.Add(1)
			return value, nil
		}
	}
	m.reads.missed.Add(1)
	value, err := read()
	if now, still := m.changes(); err == nil && known && still && now == after {
		m.keep(key, value, after)
	}
	return value, err
}

func (m *memo[K, V]) find(key K, after uint64) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.after != after {
		return value, false
	}
	return m.kept.Get(key)
}

func (m *memo[K, V]) keep(key K, value V, after uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if after < m.after {
		return // others know more
	}
	if after > m.after {
		m.kept.Purge()
		m.after = after
	}
	m.kept.Add(key, value)
}
