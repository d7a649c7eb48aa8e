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

// shelf is what answers are made of.
type shelf struct {
	version atomic.Uint64
	unheard atomic.Bool
	now     time.Time
	made    int
}

func (s *shelf) keep(limit int) *respcache.Kept {
	return respcache.Keep(func() (uint64, bool) { return s.version.Load(), !s.unheard.Load() }, func() time.Time { return s.now }, limit)
}

// ask is what a door does.
func (s *shelf) ask(t *testing.T, k *respcache.Kept, question string, during func()) string {
	t.Helper()
	if known := k.Find(question); known != nil {
		return string(known.Body)
	}
	a, err := k.Share(t.Context(), question, func(context.Context) (*respcache.Answer, error) {
		s.made++
		during()
		return respcache.New([]byte("answer to "+question), false), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(a.Body)
}

func TestAnswersAreKeptUntilSomethingChanges(t *testing.T) {
	s := &shelf{now: time.Now()}
	k := s.keep(100_000)
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
		{"when changes would not be heard of", func() { s.unheard.Store(true) }, nothing, true},
		{"still", nothing, nothing, true},
		{"heard again, and nothing has changed", func() { s.unheard.Store(false) }, nothing, false},
		{"when it is old", func() { s.now = s.now.Add(time.Hour) }, func() { s.version.Add(1) }, true},
		{"since something has changed while it was made", nothing, func() { s.unheard.Store(true) }, true},
		{"since changes could not be heard of while it was made", func() { s.unheard.Store(false) }, nothing, true},
		{"kept at last", nothing, nothing, false},
	} {
		c.before()
		before := s.made
		if got := s.ask(t, k, "q", c.during); got != "answer to q" {
			t.Errorf("%s: %q", c.name, got)
		}
		if made := s.made > before; made != c.made {
			t.Errorf("%s: made anew is %v", c.name, made)
		}
	}
}

func TestAnswersTakeTheRoomTheyAreGiven(t *testing.T) {
	s := &shelf{now: time.Now()}
	k := s.keep(10_000)
	ask := func(question string) bool {
		before := s.made
		s.ask(t, k, question, func() {})
		return s.made == before
	}
	for _, q := range []string{"a", "b"} {
		ask(q)
	}
	for i := range 100 {
		ask("a")
		ask(strings.Repeat("x", i))
	}
	if !ask("a") {
		t.Error("what is asked all the time was forgotten")
	}
	if ask("b") {
		t.Error("what nobody asks for was kept")
	}
	large := strings.Repeat("y", 2000)
	ask(large)
	if ask(large) || !ask("a") {
		t.Error("a large answer took the room of others")
	}
}

func TestManyWhoAskTheSameAreAnsweredTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{now: time.Now()}
		k := s.keep(10_000)
		var made atomic.Int64
		open := make(chan struct{})
		share := func(ctx context.Context) {
			a, err := k.Share(ctx, "q", func(ctx context.Context) (*respcache.Answer, error) {
				made.Add(1)
				<-open
				return respcache.New([]byte("a"), false), ctx.Err()
			})
			if err != nil || string(a.Body) != "a" {
				t.Errorf("got %v, %v", a, err)
			}
		}
		gone, leave := context.WithCancel(t.Context())
		go share(gone)
		synctest.Wait()
		leave() // whoever asked first does not spoil it for the others
		for range 20 {
			go share(t.Context())
		}
		synctest.Wait()
		if n := made.Load(); n != 1 {
			t.Errorf("made %d times for 21 who ask", n)
		}
		s.version.Add(1) // whoever comes now must not get what was read before
		go share(t.Context())
		synctest.Wait()
		if n := made.Load(); n != 2 {
			t.Errorf("made %d times after a change", n)
		}
		close(open)
	})
}

func TestAFailureIsNotKept(t *testing.T) {
	s := &shelf{now: time.Now()}
	k := s.keep(10_000)
	failure := errors.New("no database")
	if _, err := k.Share(t.Context(), "q", func(context.Context) (*respcache.Answer, error) { return nil, failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	a, _ := k.Share(t.Context(), "q", func(context.Context) (*respcache.Answer, error) {
		return respcache.Once(http.StatusServiceUnavailable, []byte("later")), nil
	})
	w := httptest.NewRecorder()
	a.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != "later" || w.Header().Get("ETag") != "" || k.Find("q") != nil {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
}
