package auth

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"
)

// params are OWASP's for argon2id: 19 MiB, two passes. Every hash takes that memory, so only a few run at a time.
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashesAtOnce leaves at least half of the processors to everybody else, and takes 40 MB at most.
var hashesAtOnce = int64(min(max(1, runtime.GOMAXPROCS(0)/2), 2))

// memory goes back to the system once nobody has hashed for a while: Go counts hashes that are being made as in use, lets the heap grow
// to more than twice of that, and would keep it for minutes.
var memory = time.AfterFunc(memoryRest, debug.FreeOSMemory)

const memoryRest = 3 * time.Second

// hasher hashes passwords, a bounded number at a time; the others wait as long as their context lets them.
type hasher struct {
	turns *semaphore.Weighted
	dummy string // compared with when there is no account, so that both answers take the same time; no password has it
}

func newHasher() *hasher {
	return &hasher{semaphore.NewWeighted(hashesAtOnce), unknowable()}
}

// unknowable is a hash that no password has.
func unknowable() string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism,
		base64.RawStdEncoding.EncodeToString(random(int(params.SaltLength))), base64.RawStdEncoding.EncodeToString(random(int(params.KeyLength))))
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.turns.Acquire(ctx, 1); err != nil {
		return "", fmt.Errorf("wait to hash: %w", err)
	}
	defer h.leave()
	return argon2id.CreateHash(password, params)
}

func (h *hasher) leave() {
	h.turns.Release(1)
	memory.Reset(memoryRest)
}

func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	if err := h.turns.Acquire(ctx, 1); err != nil {
		return false, fmt.Errorf("wait to verify: %w", err)
	}
	defer h.leave()
	return argon2id.ComparePasswordAndHash(password, hash)
}
