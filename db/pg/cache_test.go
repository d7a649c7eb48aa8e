package pg

import "testing"

// A slow read ends after a later one, whose newer value somebody has seen, and before anything tells that there was a
// change: another process has made it.
func TestCacheNeverGoesBack(t *testing.T) {
	db := &DB{}
	for i := range db.topics {
		db.topics[i].listener = &db.listener
	}
	db.listener.current.Store(true)
	c := NewCache[string, int](db, "test", 0, 10)
	get := func(read func() int) int {
		t.Helper()
		value, err := c.Get("a", func() (int, error) { return read(), nil })
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	unused := func() int {
		t.Error("a cached value is read again")
		return 0
	}
	slow := get(func() int {
		if got := get(func() int { return 2 }); got != 2 {
			t.Errorf("the later read returns %d", got)
		}
		return 1
	})
	if slow != 2 {
		t.Errorf("the slow read returns %d after 2", slow)
	}
	if got := get(unused); got != 2 {
		t.Errorf("the cache has %d after 2", got)
	}

	// A read from before a change replaces nothing that was read after it.
	db.Changed(0)
	slow = get(func() int {
		db.Changed(0)
		return get(func() int { return 4 }) - 1
	})
	if got := get(unused); got != 4 {
		t.Errorf("the cache has %d after 4, a slow read returned %d", got, slow)
	}
}
