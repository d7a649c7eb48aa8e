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

// params are those of OWASP for argon2id: 19 MiB, two passes. Every hash takes that memory, so only a few run at a
// time.
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// HashQuickly lets every hash take 64 KiB and one pass. It is for tests of other packages, which would spend a third of
// their time on hashes; call it before New.
func HashQuickly() { params.Memory, params.Iterations = 64, 1 }

// maxHashes is the number of concurrent hashes. It leaves at least half of the processors to other work and limits the
// memory to 40 MB.
var maxHashes = min(max(1, runtime.GOMAXPROCS(0)/2), 2)

const (
	// maxWaiting is the length of the queue: the last caller waits three seconds if a hash takes 50 ms.
	maxWaiting = 64
	// maxWait is how long a caller waits for its turn.
	maxWait = 5 * time.Second
	// hashIdle is the time without hashing after which the memory of the hashes is no longer needed.
	hashIdle = 3 * time.Second
)

// hasher hashes passwords with bounded concurrency and its own queue: a caller that waits there holds no API slot.
// Callers take turns, and UNAVAILABLE is returned when the queue is full.
type hasher struct {
	turns     *admission.Limiter
	idleTimer *time.Timer // nil if AfterHashing was not called
	// dummy is compared with the password if there is no account, so that both cases take the same time. No password
	// matches it.
	dummy string
}

func newHasher() *hasher {
	return &hasher{turns: admission.NewQueue(maxHashes, maxWaiting, maxWait), dummy: unmatchableHash()}
}

// AfterHashing calls do once no password has been hashed for hashIdle. The garbage collector treats the memory of
// hashes in progress as live, lets the heap grow to more than twice of it, and would keep it for minutes. Call
// AfterHashing before the first request.
func (a *Auth) AfterHashing(do func()) { a.hasher.idleTimer = time.AfterFunc(hashIdle, do) }

// unmatchableHash returns a hash that no password matches.
func unmatchableHash() string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism,
		base64.RawStdEncoding.EncodeToString(random(int(params.SaltLength))),
		base64.RawStdEncoding.EncodeToString(random(int(params.KeyLength))))
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	leave, err := h.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return argon2id.CreateHash(password, params)
}

func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	leave, err := h.acquire(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	return argon2id.ComparePasswordAndHash(password, hash)
}

// acquire waits for a turn, and yields the request's admission slot until leave is called.
func (h *hasher) acquire(ctx context.Context) (leave func(), err error) {
	outside, back := admission.Yield(ctx)
	_, done, err := h.turns.Acquire(outside, Actor(ctx).Caller())
	if err != nil {
		back()
		return nil, err
	}
	return func() {
		done()
		if h.idleTimer != nil {
			h.idleTimer.Reset(hashIdle)
		}
		back()
	}, nil
}
