package db

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// changesChannel gets a notification with every change of what everybody may read, but of stock: orders take stock, and those who
// notify commit one after the other. Changes of stock come with their events.
const changesChannel = "orrery_changes"

// pingEvery is how often the connection for notifications is tried, and how long it may take to answer.
const pingEvery = time.Second

// endingsChannel gets one whenever somebody who is signed in may no longer be, or no longer as the same.
const endingsChannel = "orrery_endings"

// changes counts changes, so that nothing is taken for true that has changed since.
type changes struct {
	count   atomic.Uint64
	pending atomic.Int64 // our own that are being committed
	heard   *atomic.Bool // those of others reach us
}

// Changes counts the changes of what everybody may read, by whoever they were made. It is not known while one of ours is being
// committed, and while those of others would not reach us. Anybody may ask.
func (s *Store) Changes() (count uint64, known bool) { return s.changes.counted() }

func (c *changes) counted() (count uint64, known bool) {
	// In this order: the count moves before a change stops being pending.
	if !c.heard.Load() || c.pending.Load() > 0 {
		return 0, false
	}
	return c.count.Load(), true
}

// begin says that a change is about to be committed, and returns what to call when it has been, or has not.
func (c *changes) begin() (end func()) {
	c.pending.Add(1)
	return func() {
		c.count.Add(1)
		c.pending.Add(-1)
	}
}

// missed says that nobody knows what others have changed.
func (s *Store) missed() {
	s.changes.count.Add(1)
	s.endings.count.Add(1)
}

// watch finds out whether notifications would reach us: a connection can be dead without anybody knowing.
func (s *Store) watch(ctx context.Context, listener *pq.Listener) {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		late := time.AfterFunc(pingEvery, func() { s.heard.Store(false) })
		err := listener.Ping()
		late.Stop()
		switch {
		case err != nil:
			s.heard.Store(false)
		case !s.heard.Load():
			s.missed()
			s.heard.Store(true)
		}
	}
}
