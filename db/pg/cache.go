package pg

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps what was read until something changes that it may depend on. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	changes func() (count uint64, known bool)
	Reads   Reads

	mu    sync.Mutex
	after uint64 // changes
	kept  *simplelru.LRU[K, V]
}

// Reads counts what was in memory, and what was not.
type Reads struct{ Found, Missed atomic.Uint64 }

// NewCache makes a cache of as many values, of which the least recently used goes first. changes counts what may change a value; it is not
// known while nobody would tell.
func NewCache[K comparable, V any](values int, changes func() (uint64, bool)) *Cache[K, V] {
	kept, _ := simplelru.NewLRU[K, V](values, nil) // fails for none at all
	return &Cache[K, V]{changes: changes, kept: kept}
}

// Get returns a value, which is read unless it is known. It is kept if nothing has changed while it was read.
func (c *Cache[K, V]) Get(key K, read func() (V, error)) (V, error) {
	after, known := c.changes()
	if known {
		if value, ok := c.find(key, after); ok {
			c.Reads.Found.Add(1)
			return value, nil
		}
	}
	c.Reads.Missed.Add(1)
	value, err := read()
	if now, still := c.changes(); err == nil && known && still && now == after {
		c.keep(key, value, after)
	}
	return value, err
}

func (c *Cache[K, V]) find(key K, after uint64) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.after != after {
		return value, false
	}
	return c.kept.Get(key)
}

func (c *Cache[K, V]) keep(key K, value V, after uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if after < c.after {
		return // others know more
	}
	if after > c.after {
		c.kept.Purge()
		c.after = after
	}
	c.kept.Add(key, value)
}
