package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/admission"
	"orrery/shop"
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
	for i := range maxHashes {
		if _, _, err := h.turns.Acquire(t.Context(), fmt.Sprint("caller ", i)); err != nil {
			t.Fatal("turns are taken")
		}
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

// A caller that waits to hash gives its API slot back, and takes one again to go on.
func TestHashingLeavesTheAPIToOthers(t *testing.T) {
	h := newHasher()
	var turns []func()
	for i := range maxHashes {
		_, leave, err := h.turns.Acquire(t.Context(), fmt.Sprint("caller ", i))
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, leave)
	}
	api := admission.New(1)
	inside, leaveAPI, err := api.Acquire(t.Context(), "login")
	if err != nil {
		t.Fatal(err)
	}
	hashed := make(chan error)
	go func() {
		_, err := h.hash(inside, "aA1!aA1!")
		hashed <- err
	}()
	_, leave, err := api.Acquire(t.Context(), "reader")
	if err != nil {
		t.Fatalf("a login that waits to hash keeps the API's place: %v", err)
	}
	for _, leave := range turns {
		leave()
	}
	if err := <-hashed; err != nil {
		t.Error(err)
	}
	leave()
	leaveAPI()
}

// A queue that is full refuses at once.
func TestTooManyHashesAreRefused(t *testing.T) {
	h := newHasher()
	h.turns = admission.NewQueue(1, 1, time.Minute)
	_, leave, err := h.turns.Acquire(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	waited := make(chan error)
	for range 2 {
		go func() {
			_, err := h.hash(t.Context(), "aA1!aA1!")
			waited <- err
		}()
	}
	if err := <-waited; !shop.IsUnavailable(err) {
		t.Errorf("one too many gets %v", err)
	}
	leave()
	if err := <-waited; err != nil {
		t.Errorf("who has waited gets %v", err)
	}
}
