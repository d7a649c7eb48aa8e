package pg

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache is an LRU cache that is purged when its topic changes. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	db    *DB
	topic Topic
	reads *CacheReads

	mu      sync.Mutex
	version uint64 // of the topic
	cached  *simplelru.LRU[K, V]
}

// CacheReads counts the hits and misses of a cache. It is safe for concurrent use.
type CacheReads struct {
	Cache         string // its name
	Found, Missed atomic.Uint64
}

// NewCache returns a cache of at most the given number of values, which is purged when the topic changes. name is its
// label in the metrics.
func NewCache[K comparable, V any](db *DB, name string, topic Topic, values int) *Cache[K, V] {
	cached, _ := simplelru.NewLRU[K, V](values, nil) // fails only for a size of 0
	c := &Cache[K, V]{db: db, topic: topic, reads: &CacheReads{Cache: name}, cached: cached}
	db.caches = append(db.caches, c.reads)
	return c
}

// Caches returns the figures of all caches.
func (db *DB) Caches() []*CacheReads { return db.caches }

// Get returns the cached value of a key, or reads it. A value that was read is cached if the topic hasn't changed
// meanwhile. Of concurrent reads the first to end is cached, and all of them return its value: a slow one may be older
// than what another caller has seen.
func (c *Cache[K, V]) Get(key K, read func() (V, error)) (V, error) {
	version, known := c.db.Version(c.topic)
	if known {
		if value, ok := c.find(key, version); ok {
			c.reads.Found.Add(1)
			return value, nil
		}
	}
	c.reads.Missed.Add(1)
	value, err := read()
	if now, still := c.db.Version(c.topic); err == nil && known && still && now == version {
		return c.add(key, value, version), nil
	}
	return value, err
}

// Find returns the cached value of a key, false if there is none that is current.
func (c *Cache[K, V]) Find(key K) (value V, ok bool) {
	if version, known := c.db.Version(c.topic); known {
		value, ok = c.find(key, version)
	}
	return value, ok
}

func (c *Cache[K, V]) find(key K, version uint64) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != version {
		return value, false
	}
	return c.cached.Get(key)
}

// add caches a value, unless there is one of the same version, and returns the one that is cached.
func (c *Cache[K, V]) add(key K, value V, version uint64) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version < c.version {
		return value // the cache has values of a later version
	}
	if version > c.version {
		c.cached.Purge()
		c.version = version
	}
	if first, ok := c.cached.Peek(key); ok {
		return first
	}
	c.cached.Add(key, value)
	return value
}
