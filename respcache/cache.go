// Package respcache caches the responses of public requests in memory. An entry is valid while the catalogue version it
// was made at is current, and is kept longer to be served as stale when no new response can be made.
package respcache

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"
)

const (
	// maxAge limits the age of an entry of the current version, since some responses depend on the date.
	maxAge = time.Minute
	// staleFor limits the age of an entry that is served because no new response can be made.
	staleFor = 24 * time.Hour
	// makeWithin is the timeout for making a shared response.
	makeWithin = 10 * time.Second
	// overhead is the approximate memory of an entry beside its body and key, in bytes.
	overhead = 400
)

// Response is the response to a request, the same for every caller who may receive it.
type Response struct {
	Body []byte
	ETag string
	// Personal reports whether signed-in callers may receive another response, so that shared caches must not store
	// this one.
	Personal bool
	// Name identifies the request in the log and the metrics; it may be empty.
	Name string

	status  int
	current bool // whether version did not change while the response was made
	version uint64
	made    time.Time
	stale   time.Duration // age of a response that is served as stale, else 0
}

// NewResponse returns a cacheable response with status 200.
func NewResponse(body []byte, personal bool) *Response {
	hash := sha256.Sum256(body)
	return &Response{Body: body, ETag: `"` + base64.RawURLEncoding.EncodeToString(hash[:15]) + `"`, Personal: personal,
		status: http.StatusOK}
}

// Uncacheable returns a response that is never stored, such as a failure.
func Uncacheable(status int, body []byte) *Response { return &Response{Body: body, status: status} }

// Serve writes the response, or status 304 for a GET whose If-None-Match has its ETag. The caller has set Content-Type.
// Downstream caches may store the response to a GET and must revalidate it.
func (p *Response) Serve(w http.ResponseWriter, r *http.Request) {
	if p.stale > 0 {
		MarkStale(w.Header(), p.stale)
		_, _ = w.Write(p.Body)
		return
	}
	if p.ETag != "" && r.Method != http.MethodPost {
		h := w.Header()
		h.Set("ETag", p.ETag)
		h.Set("Cache-Control", "public, no-cache")
		if p.Personal {
			h.Set("Cache-Control", "private, no-cache")
		}
		if strings.Contains(r.Header.Get("If-None-Match"), p.ETag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.Body) // fails only if the client is gone
}

// MarkStale sets the headers of a response of this age that is served because no newer one can be made (RFC 9111, 5.1;
// RFC 9211). Downstream caches don't store it.
func MarkStale(h http.Header, age time.Duration) {
	seconds := strconv.Itoa(max(1, int(age.Seconds())))
	h.Set("Cache-Control", "no-store")
	h.Set("Age", seconds)
	h.Set("Cache-Status", "shop; hit; ttl=-"+seconds)
}

// Cache stores responses by key and evicts the least recently used. A nil Cache stores nothing. It is safe for
// concurrent use.
type Cache struct {
	version func() (uint64, bool)
	now     func() time.Time
	limit   int

	mu      sync.Mutex
	entries *simplelru.LRU[string, *Response]
	bytes   int

	hits, misses atomic.Uint64

	making singleflight.Group
}

// New returns a cache of at most limit bytes. version returns the version of the data that responses are made from;
// while it returns false, the version is unknown and no entry is valid.
func New(version func() (uint64, bool), now func() time.Time, limit int) *Cache {
	c := &Cache{version: version, now: now, limit: limit}
	// Entries are bounded by limit; simplelru also requires a number of entries.
	c.entries, _ = simplelru.NewLRU(limit/overhead, func(key string, p *Response) { c.bytes -= size(key, p) })
	return c
}

func size(key string, p *Response) int { return len(key) + len(p.Body) + overhead }

// Find returns the valid response of a key, or nil.
func (c *Cache) Find(key string) *Response {
	if c == nil {
		return nil
	}
	version, known := c.version()
	if !known {
		return nil
	}
	c.mu.Lock()
	p, _ := c.entries.Get(key)
	c.mu.Unlock()
	if p == nil || !p.current || p.version != version || c.now().Sub(p.made) > maxAge {
		return nil
	}
	c.hits.Add(1)
	return p
}

// Last returns the last response of a key as a stale one, whatever has changed since, or nil. It is for use when no new
// response can be made, and only for callers who could have received that response.
func (c *Cache) Last(key string) *Response {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	p, _ := c.entries.Get(key)
	c.mu.Unlock()
	if p == nil {
		return nil
	}
	age := c.now().Sub(p.made)
	if age > staleFor {
		return nil
	}
	last := *p
	last.stale = max(age, 1)
	return &last
}

// Share calls fetch once for all concurrent callers with the same key and version, and stores the response if the
// version has not changed meanwhile. Errors are shared too, and not stored.
func (c *Cache) Share(ctx context.Context, key string,
	fetch func(context.Context) (*Response, error)) (*Response, error) {
	if c == nil {
		return fetch(ctx)
	}
	version, known := c.version()
	if !known {
		p, err := fetch(ctx)
		c.store(key, p, version, false)
		return p, err
	}
	// The version is part of the key, so that a client never receives data older than a change it has already seen.
	c.misses.Add(1)
	made, err, _ := c.making.Do(strconv.FormatUint(version, 36)+" "+key, func() (any, error) {
		// The response is shared, so it must not be cancelled when this caller leaves.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeWithin)
		defer cancel()
		p, err := fetch(ctx)
		now, known := c.version()
		c.store(key, p, version, known && now == version)
		return p, err
	})
	return made.(*Response), err
}

// store adds a response and evicts others to make space. Failures and responses larger than a tenth of the limit are
// not stored. A response that is not current is stored only to be served as stale, and never replaces a newer one.
func (c *Cache) store(key string, p *Response, version uint64, current bool) {
	if p == nil || p.ETag == "" || size(key, p) > c.limit/10 {
		return
	}
	p.version, p.current, p.made = version, current, c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if stored, ok := c.entries.Peek(key); ok && !current && stored.current && stored.version >= version {
		return
	}
	c.entries.Remove(key)
	c.entries.Add(key, p)
	for c.bytes += size(key, p); c.bytes > c.limit; {
		c.entries.RemoveOldest()
	}
}
