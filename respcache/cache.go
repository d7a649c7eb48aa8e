// Package respcache keeps what everybody gets to the same question, as bytes, for as long as the catalogue stays the same, and for
// longer in case that nobody can be asked.
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
	// maxAge bounds how long an answer is given again though nothing has changed: some of what it says depends on the day.
	maxAge = time.Minute
	// staleFor bounds how long an answer is given in place of one that can't be made.
	staleFor = 24 * time.Hour
	// makeWithin is how long making a shared answer may take.
	makeWithin = 10 * time.Second
	// overhead is what an answer takes beside its bytes, roughly.
	overhead = 400
)

// Answer is what everybody gets to a question.
type Answer struct {
	Body []byte
	ETag string
	// Personal answers are of visitors only: somebody who is signed in might get another one.
	Personal bool
	// Name is what the log and the metrics call the question; it may be empty.
	Name string

	status  int
	current bool // of the version; what was made while something changed is not
	version uint64
	made    time.Time
	stale   time.Duration // age of an answer that is given because there is no other; 0: it is as good as new
}

// New makes an Answer of its bytes.
func New(body []byte, personal bool) *Answer {
	hash := sha256.Sum256(body)
	return &Answer{Body: body, ETag: `"` + base64.RawURLEncoding.EncodeToString(hash[:15]) + `"`, Personal: personal, status: http.StatusOK}
}

// Once makes an Answer that is not kept, such as a failure.
func Once(status int, body []byte) *Answer { return &Answer{Body: body, status: status} }

// Serve answers a request, with 304 a GET of somebody who has the answer. The caller has set Content-Type. Caches
// between us and the reader may keep an answer to a GET, and ask each time whether it is still the same.
func (a *Answer) Serve(w http.ResponseWriter, r *http.Request) {
	if a.stale > 0 {
		Stale(w.Header(), a.stale)
		_, _ = w.Write(a.Body)
		return
	}
	if a.ETag != "" && r.Method != http.MethodPost {
		h := w.Header()
		h.Set("ETag", a.ETag)
		h.Set("Cache-Control", "public, no-cache")
		if a.Personal {
			h.Set("Cache-Control", "private, no-cache")
		}
		if strings.Contains(r.Header.Get("If-None-Match"), a.ETag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.Body) // a caller who has gone needs no answer
}

// Stale marks an answer as made so long ago, and given because nobody knows a newer one (RFC 9111, 5.1; RFC 9211). No cache keeps it.
func Stale(h http.Header, age time.Duration) {
	seconds := strconv.Itoa(max(1, int(age.Seconds())))
	h.Set("Cache-Control", "no-store")
	h.Set("Age", seconds)
	h.Set("Cache-Status", "Orrery; hit; ttl=-"+seconds)
}

// Kept are answers in memory, the least used are forgotten first; nil keeps none. It is safe for concurrent use.
type Kept struct {
	version func() (uint64, bool)
	now     func() time.Time
	limit   int

	mu      sync.Mutex
	answers *simplelru.LRU[string, *Answer]
	bytes   int

	found, missed atomic.Uint64

	making singleflight.Group
}

// Keep makes a memory of at most so many bytes. Version counts the changes of what answers are made of; while it is not known,
// nothing is kept and nothing that was kept is given.
func Keep(version func() (uint64, bool), now func() time.Time, limit int) *Kept {
	k := &Kept{version: version, now: now, limit: limit}
	// The number of answers is bounded by their size.
	k.answers, _ = simplelru.NewLRU(limit/overhead, func(question string, a *Answer) { k.bytes -= size(question, a) })
	return k
}

func size(question string, a *Answer) int { return len(question) + len(a.Body) + overhead }

// Find returns the answer to a question when it is known, nil otherwise.
func (k *Kept) Find(question string) *Answer {
	if k == nil {
		return nil
	}
	version, known := k.version()
	if !known {
		return nil
	}
	k.mu.Lock()
	a, _ := k.answers.Get(question)
	k.mu.Unlock()
	if a == nil || !a.current || a.version != version || k.now().Sub(a.made) > maxAge {
		return nil
	}
	k.found.Add(1)
	return a
}

// Last returns what was last known to be the answer to a question, whatever has changed since; nil when nothing is. It is for when
// the answer can't be made, and for those who could have been given it then.
func (k *Kept) Last(question string) *Answer {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	a, _ := k.answers.Get(question)
	k.mu.Unlock()
	if a == nil {
		return nil
	}
	age := k.now().Sub(a.made)
	if age > staleFor {
		return nil
	}
	last := *a
	last.stale = max(age, 1)
	return &last
}

// Share has an answer made once for all who ask the same at the same time, and keeps it when nothing has changed meanwhile. An
// error is shared as well, and not kept.
func (k *Kept) Share(ctx context.Context, question string, answer func(context.Context) (*Answer, error)) (*Answer, error) {
	if k == nil {
		return answer(ctx)
	}
	version, known := k.version()
	if !known {
		a, err := answer(ctx)
		k.keep(question, a, version, false)
		return a, err
	}
	// Nobody gets what was read before a change that he may have seen already: the version is part of the question.
	k.missed.Add(1)
	made, err, _ := k.making.Do(strconv.FormatUint(version, 36)+" "+question, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeWithin) // it is not for this caller alone
		defer cancel()
		a, err := answer(ctx)
		now, known := k.version()
		k.keep(question, a, version, known && now == version)
		return a, err
	})
	return made.(*Answer), err
}

// keep forgets others to make room. What would need a tenth of the room is not kept, nor are failures. What is not current is kept
// as the last that was known, unless something newer is.
func (k *Kept) keep(question string, a *Answer, version uint64, current bool) {
	if a == nil || a.ETag == "" || size(question, a) > k.limit/10 {
		return
	}
	a.version, a.current, a.made = version, current, k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	if known, ok := k.answers.Peek(question); ok && !current && known.current && known.version >= version {
		return
	}
	k.answers.Remove(question)
	k.answers.Add(question, a)
	for k.bytes += size(question, a); k.bytes > k.limit; {
		k.answers.RemoveOldest()
	}
}
