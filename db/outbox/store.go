// Package outbox keeps what leaves after a commit: the feed of events, jobs and deliveries of webhooks.
package outbox

import (
	"sync/atomic"

	"orrery/db/base"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB

	told   chan struct{}
	worker atomic.Int32 // number of the lock by which others know that this process lives; 0: it has none
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB) *Store {
	s := &Store{db: db, told: make(chan struct{}, 1)}
	db.OnChange(base.WorkTopic, s.notify)
	return s
}

// Told gets a value when there is work to do since this process has committed some. Only the process itself listens.
func (s *Store) Told() <-chan struct{} { return s.told }

func (s *Store) notify() {
	select {
	case s.told <- struct{}{}:
	default: // the last notification has not been received yet
	}
}
