package respcache_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"orrery/respcache"
)

// source is the data that responses are made from.
type source struct {
	version atomic.Uint64
	unknown atomic.Bool
	now     time.Time
	made    int
}

func (s *source) cache(limit int) *respcache.Cache {
	return respcache.New(func() (uint64, bool) { return s.version.Load(), !s.unknown.Load() }, func() time.Time { return s.now }, limit)
}

// get does what an API does for a request.
func (s *source) get(t *testing.T, c *respcache.Cache, key string, during func()) string {
	t.Helper()
	if hit := c.Find(key); hit != nil {
		return string(hit.Body)
	}
	p, err := c.Share(t.Context(), key, func(context.Context) (*respcache.Response, error) {
		s.made++
		during()
		return respcache.NewResponse([]byte("response to "+key), false), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(p.Body)
}

func TestEntriesAreValidForTheirVersion(t *testing.T) {
	s := &source{now: time.Now()}
	cache := s.cache(100_000)
	nothing := func() {}
	for _, c := range []struct {
		name   string
		before func()
		during func()
		made   bool
	}{
		{"the first time", nothing, nothing, true},
		{"the same again", nothing, nothing, false},
		{"after a change", func() { s.version.Add(1) }, nothing, true},
		{"the same again", nothing, nothing, false},
		{"while the version is unknown", func() { s.unknown.Store(true) }, nothing, true},
		{"still", nothing, nothing, true},
		{"known again, and unchanged", func() { s.unknown.Store(false) }, nothing, false},
		{"when it is old", func() { s.now = s.now.Add(time.Hour) }, func() { s.version.Add(1) }, true},
		{"after the version changed while it was made", nothing, func() { s.unknown.Store(true) }, true},
		{"after the version was unknown while it was made", func() { s.unknown.Store(false) }, nothing, true},
		{"stored at last", nothing, nothing, false},
	} {
		c.before()
		before := s.made
		if got := s.get(t, cache, "q", c.during); got != "response to q" {
			t.Errorf("%s: %q", c.name, got)
		}
		if made := s.made > before; made != c.made {
			t.Errorf("%s: made is %v", c.name, made)
		}
	}
}

func TestCacheEvictsLeastRecentlyUsed(t *testing.T) {
	s := &source{now: time.Now()}
	cache := s.cache(10_000)
	hit := func(key string) bool {
		before := s.made
		s.get(t, cache, key, func() {})
		return s.made == before
	}
	for _, q := range []string{"a", "b"} {
		hit(q)
	}
	for i := range 100 {
		hit("a")
		hit(strings.Repeat("x", i))
	}
	if !hit("a") {
		t.Error("an entry in constant use was evicted")
	}
	if hit("b") {
		t.Error("an unused entry was not evicted")
	}
	large := strings.Repeat("y", 2000)
	hit(large)
	if hit(large) || !hit("a") {
		t.Error("a large response evicted others")
	}
}

func TestConcurrentRequestsShareOneResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &source{now: time.Now()}
		cache := s.cache(10_000)
		var made atomic.Int64
		open := make(chan struct{})
		share := func(ctx context.Context) {
			a, err := cache.Share(ctx, "q", func(ctx context.Context) (*respcache.Response, error) {
				made.Add(1)
				<-open
				return respcache.NewResponse([]byte("a"), false), ctx.Err()
			})
			if err != nil || string(a.Body) != "a" {
				t.Errorf("got %v, %v", a, err)
			}
		}
		gone, leave := context.WithCancel(t.Context())
		go share(gone)
		synctest.Wait()
		leave() // the others still get the response
		for range 20 {
			go share(t.Context())
		}
		synctest.Wait()
		if n := made.Load(); n != 1 {
			t.Errorf("made %d times for 21 callers", n)
		}
		s.version.Add(1) // a caller that comes now must not get older data
		go share(t.Context())
		synctest.Wait()
		if n := made.Load(); n != 2 {
			t.Errorf("made %d times after a change", n)
		}
		close(open)
	})
}

func TestFailuresAreNotStored(t *testing.T) {
	s := &source{now: time.Now()}
	cache := s.cache(10_000)
	failure := errors.New("no database")
	if _, err := cache.Share(t.Context(), "q", func(context.Context) (*respcache.Response, error) { return nil, failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	a, _ := cache.Share(t.Context(), "q", func(context.Context) (*respcache.Response, error) {
		return respcache.Uncacheable(http.StatusServiceUnavailable, []byte("later")), nil
	})
	w := httptest.NewRecorder()
	a.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != "later" || w.Header().Get("ETag") != "" || cache.Find("q") != nil {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
}
