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

// changes counts the changes of what everybody may read, so that nothing is shown again that has changed since.
type changes struct {
	count   atomic.Uint64
	pending atomic.Int64 // our own that are being committed
	heard   atomic.Bool  // those of others reach us
}

// Changes counts the changes of what everybody may read, by whoever they were made. It is not known while one of ours is being
// committed, and while those of others would not reach us. Anybody may ask.
func (s *Store) Changes() (count uint64, known bool) {
	// In this order: the count moves before a change stops being pending.
	if !s.changes.heard.Load() || s.changes.pending.Load() > 0 {
		return 0, false
	}
	return s.changes.count.Load(), true
}

// begin says that a change is about to be committed, and returns what to call when it has been, or has not.
func (c *changes) begin() (end func()) {
	c.pending.Add(1)
	return func() {
		c.count.Add(1)
		c.pending.Add(-1)
	}
}

// watch finds out whether notifications would reach us: a connection can be dead without anybody knowing.
func (c *changes) watch(ctx context.Context, listener *pq.Listener) {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		late := time.AfterFunc(pingEvery, func() { c.heard.Store(false) })
		err := listener.Ping()
		late.Stop()
		switch {
		case err != nil:
			c.heard.Store(false)
		case !c.heard.Load(): // nobody knows what has changed meanwhile
			c.count.Add(1)
			c.heard.Store(true)
		}
	}
}
