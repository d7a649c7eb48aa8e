package auth

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHasher(t *testing.T) {
	h := newHasher()
	ctx := context.Background()
	one, err := h.hash(ctx, "aA1!aA1!")
	if err != nil {
		t.Fatal(err)
	}
	other, err := h.hash(ctx, "aA1!aA1!")
	if err != nil || one == other || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("hashes %q and %q (%v) want a salt each and OWASP's parameters", one, other, err)
	}
	for password, want := range map[string]bool{"aA1!aA1!": true, "aA1!aA1?": false, "": false} {
		if ok, err := h.matches(ctx, password, one); ok != want || err != nil {
			t.Errorf("%q matches: %v (%v), want %v", password, ok, err, want)
		}
	}
	// Comparing with the dummy costs what comparing with a hash does.
	if ok, err := h.matches(ctx, "aA1!aA1!", h.dummy); ok || err != nil {
		t.Errorf("the dummy matches: %v (%v)", ok, err)
	}
	parameters := func(hash string) []string { return strings.Split(hash, "$")[:4] }
	if len(h.dummy) != len(one) || !slices.Equal(parameters(h.dummy), parameters(one)) {
		t.Errorf("the dummy %q is unlike the hash %q", h.dummy, one)
	}
}

// Whoever waits for a turn leaves when the request ends.
func TestHashesAreBounded(t *testing.T) {
	h := newHasher()
	if !h.turns.TryAcquire(hashesAtOnce) {
		t.Fatal("turns are taken")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := h.hash(ctx, "aA1!aA1!"); err == nil {
		t.Error("one hash too many runs")
	}
	if _, err := h.matches(ctx, "aA1!aA1!", h.dummy); err == nil {
		t.Error("one comparison too many runs")
	}
}
