// Package outbox stores everything that is sent after a commit: the event feed, jobs and webhook deliveries.
package outbox

import (
	"sync/atomic"

	"orrery/db/base"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB

	work   chan struct{}
	worker atomic.Int32 // ID of the lock that shows other processes that this one is alive; 0 for none
}

// New returns a Store. It does not access the database.
func New(db *base.DB) *Store {
	s := &Store{db: db, work: make(chan struct{}, 1)}
	db.OnChange(base.WorkTopic, s.notify)
	return s
}

// Committed returns a channel that receives a value when this process has committed new work. Only the process itself
// receives from it.
func (s *Store) Committed() <-chan struct{} { return s.work }

func (s *Store) notify() {
	select {
	case s.work <- struct{}{}:
	default: // the last notification has not been received yet
	}
}
