package pg

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps what was read until something changes that it may depend on. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	db    *DB
	topic Topic
	reads *CacheReads

	mu    sync.Mutex
	after uint64 // changes of the topic
	kept  *simplelru.LRU[K, V]
}

// CacheReads counts what a cache held when it was asked, and what it did not. It is safe for concurrent use.
type CacheReads struct {
	Cache         string // its name
	Found, Missed atomic.Uint64
}

// NewCache makes a cache of at most as many values, which holds nothing longer than until the topic changes. Its name is that of its
// metrics.
func NewCache[K comparable, V any](db *DB, name string, topic Topic, values int) *Cache[K, V] {
	kept, _ := simplelru.NewLRU[K, V](values, nil) // fails for none at all
	c := &Cache[K, V]{db: db, topic: topic, reads: &CacheReads{Cache: name}, kept: kept}
	db.caches = append(db.caches, c.reads)
	return c
}

// Caches returns the figures of all caches.
func (db *DB) Caches() []*CacheReads { return db.caches }

// Get returns a value, which is read unless it is known. It is kept if nothing has changed while it was read.
func (c *Cache[K, V]) Get(key K, read func() (V, error)) (V, error) {
	after, known := c.db.Version(c.topic)
	if known {
		if value, ok := c.find(key, after); ok {
			c.reads.Found.Add(1)
			return value, nil
		}
	}
	c.reads.Missed.Add(1)
	value, err := read()
	if now, still := c.db.Version(c.topic); err == nil && known && still && now == after {
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
