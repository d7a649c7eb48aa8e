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

// endingsChannel gets one whenever somebody who is signed in may no longer be, or no longer as the same.
const endingsChannel = "orrery_endings"

// pingEvery is how often the connection for notifications is tried, and how long it may take to answer.
const pingEvery = time.Second

// restAfter is how many pings nobody has to need before there are none until somebody does.
const restAfter = 15

// hearing is whether what others change reaches us.
type hearing struct {
	sure   atomic.Bool
	asked  atomic.Bool   // by somebody, since the last ping
	wanted chan struct{} // gets a value when somebody asks who is not told
}

// changes counts changes, so that nothing is taken for true that has changed since.
type changes struct {
	count    atomic.Uint64
	pending  atomic.Int64 // our own that are being committed
	*hearing              // of those of others
	moved    func()       // called with each; nil: nobody waits
}

func (c *changes) add() {
	c.count.Add(1)
	if c.moved != nil {
		c.moved()
	}
}

// Changes counts the changes of what everybody may read, by whoever they were made. It is not known while one of ours is being
// committed, and while those of others would not reach us,
// nor while a replica is read that has not all of them. Anybody may ask.
func (s *Store) Changes() (count uint64, known bool) {
	count, known = s.changes.counted()
	return count, known && !s.replica.behind()
}

func (c *changes) counted() (count uint64, known bool) {
	c.asked.Store(true)
	if !c.sure.Load() {
		select {
		case c.wanted <- struct{}{}:
		default: // somebody has said so
		}
		return 0, false
	}
	// In this order: the count moves before a change stops being pending.
	if c.pending.Load() > 0 {
		return 0, false
	}
	return c.count.Load(), true
}

// begin says that a change is about to be committed, and returns what to call when it has been, or has not.
func (c *changes) begin() (end func()) {
	c.pending.Add(1)
	return func() {
		c.add()
		c.pending.Add(-1)
	}
}

// missed says that nobody knows what others have changed.
func (s *Store) missed() {
	s.changes.add()
	s.edits.add()
	s.endings.add()
}

// watch finds out whether notifications would reach us, since a connection can be dead without anybody knowing, and rests when
// nobody has asked for a while.
func (s *Store) watch(ctx context.Context, listener *pq.Listener) {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for unneeded := 0; ctx.Err() == nil; unneeded++ {
		if s.hearing.asked.Swap(false) {
			unneeded = 0
		}
		if unneeded == restAfter {
			s.hearing.sure.Store(false)
			select {
			case <-ctx.Done():
			case <-s.hearing.wanted:
			}
			unneeded = 0
		}
		s.ping(listener)
		select {
		case <-ctx.Done():
		case <-ticks.C:
		}
	}
}

func (s *Store) ping(listener *pq.Listener) {
	late := time.AfterFunc(pingEvery, func() {
		s.hearing.sure.Store(false)
		s.outage.suspect()
	})
	err := listener.Ping()
	late.Stop()
	switch {
	case err != nil:
		s.hearing.sure.Store(false)
	case !s.hearing.sure.Load():
		s.missed()
		s.hearing.sure.Store(true)
	}
}
