package auth

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"

	"orrery/admission"
)

// params are OWASP's for argon2id: 19 MiB, two passes. Every hash takes that memory, so only a few run at a time.
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashesAtOnce leaves at least half of the processors to everybody else, and takes 40 MB at most.
var hashesAtOnce = min(max(1, runtime.GOMAXPROCS(0)/2), 2)

const (
	// hashesWaiting is how many wait at most: the last of them waits three seconds where a hash takes 50 ms.
	hashesWaiting = 64
	// hashPatience is how long one waits.
	hashPatience = 5 * time.Second
	// hashRest is how long nobody must have hashed before the memory that hashes took is not needed any more.
	hashRest = 3 * time.Second
)

// hasher hashes passwords, a bounded number at a time, with a queue of its own: a caller that waits there holds no API slot. Callers take
// turns, and what finds no room is refused with UNAVAILABLE.
type hasher struct {
	turns *admission.Limiter
	rest  *time.Timer // nil: nobody wants to know
	dummy string      // compared with when there is no account, so that both answers take the same time; no password has it
}

func newHasher() *hasher {
	return &hasher{turns: admission.NewQueue(hashesAtOnce, hashesWaiting, hashPatience), dummy: unknowable()}
}

// AfterHashing calls do once nobody has hashed a password for a while: Go counts hashes that are being made as in use, lets the heap grow
// to more than twice of that, and would keep it for minutes. Call it before the first request.
func (a *Auth) AfterHashing(do func()) { a.hasher.rest = time.AfterFunc(hashRest, do) }

// unknowable is a hash that no password has.
func unknowable() string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism,
		base64.RawStdEncoding.EncodeToString(random(int(params.SaltLength))), base64.RawStdEncoding.EncodeToString(random(int(params.KeyLength))))
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return argon2id.CreateHash(password, params)
}

func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return argon2id.ComparePasswordAndHash(password, hash)
}

// enter waits for a turn, outside of the place that the request has.
func (h *hasher) enter(ctx context.Context) (leave func(), err error) {
	outside, back := admission.Yield(ctx)
	_, done, err := h.turns.Acquire(outside, Actor(ctx).Caller())
	if err != nil {
		back()
		return nil, err
	}
	return func() {
		done()
		if h.rest != nil {
			h.rest.Reset(hashRest)
		}
		back()
	}, nil
}
