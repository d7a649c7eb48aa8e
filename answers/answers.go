// Package answers keeps what everybody gets to the same question, as bytes, for as long as the catalogue stays the same.
package answers

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
	version uint64
	made    time.Time
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
	if a == nil || a.version != version || k.now().Sub(a.made) > maxAge {
		return nil
	}
	k.found.Add(1)
	return a
}

// Share has an answer made once for all who ask the same at the same time, and keeps it when nothing has changed meanwhile. An
// error is shared as well, and not kept.
func (k *Kept) Share(ctx context.Context, question string, answer func(context.Context) (*Answer, error)) (*Answer, error) {
	if k == nil {
		return answer(ctx)
	}
	version, known := k.version()
	if !known {
		return answer(ctx)
	}
	// Nobody gets what was read before a change that he may have seen already: the version is part of the question.
	k.missed.Add(1)
	made, err, _ := k.making.Do(strconv.FormatUint(version, 36)+" "+question, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeWithin) // it is not for this caller alone
		defer cancel()
		a, err := answer(ctx)
		if now, known := k.version(); a != nil && a.ETag != "" && known && now == version {
			a.version, a.made = version, k.now()
			k.keep(question, a)
		}
		return a, err
	})
	return made.(*Answer), err
}

// keep forgets others to make room. What would need a tenth of the room is not kept.
func (k *Kept) keep(question string, a *Answer) {
	if size(question, a) > k.limit/10 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answers.Remove(question)
	k.answers.Add(question, a)
	for k.bytes += size(question, a); k.bytes > k.limit; {
		k.answers.RemoveOldest()
	}
}
