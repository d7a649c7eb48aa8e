package pg

import "sync/atomic"

// Topic is a kind of data whose changes are counted, by whichever process they are made, so that nothing that is kept of it in memory is
// used after a change. Topics are small numbers that the caller assigns.
type Topic uint8

const maxTopics = 8

type topicSet uint8

func setOf(t Topic) topicSet { return 1 << t }

func (s topicSet) has(t Topic) bool { return s&setOf(t) != 0 }

// counter counts the changes of a topic.
type counter struct {
	count    atomic.Uint64
	pending  atomic.Int64   // changes of this process that are being committed
	listener *listenerState // whether changes of other processes are noticed
	onChange func()
}

func (c *counter) add() {
	c.count.Add(1)
	if c.onChange != nil {
		c.onChange()
	}
}

// begin announces a change that is about to be committed, and returns what to call when it has been committed or not.
func (c *counter) begin() (end func()) {
	c.pending.Add(1)
	return func() {
		c.add()
		c.pending.Add(-1)
	}
}

// version returns the count, which is unknown while a change is being committed and while changes of others would go unnoticed.
func (c *counter) version() (count uint64, known bool) {
	if !c.listener.isCurrent() {
		return 0, false
	}
	// In this order: the count moves before a change stops being pending.
	if c.pending.Load() > 0 {
		return 0, false
	}
	return c.count.Load(), true
}

// Version counts the changes of a topic. What was read between two calls that return the same known version has not changed meanwhile.
// The version is unknown while a change is being committed, while changes of other processes would go unnoticed, and while
// Reader reads a replica that has not all of them.
func (db *DB) Version(t Topic) (count uint64, known bool) {
	count, known = db.topics[t].version()
	return count, known && (t != db.replicated || !db.replica.isBehind())
}

// Changed counts a change that another process has made.
func (db *DB) Changed(topics ...Topic) {
	for _, t := range topics {
		db.topics[t].add()
	}
}

// OnChange makes changes of a topic call f, which must not block. It precedes all queries.
func (db *DB) OnChange(t Topic, f func()) { db.topics[t].onChange = f }

// changedUnnoticed counts a change of every topic: nobody knows what others have changed.
func (db *DB) changedUnnoticed() {
	for i := range db.topics {
		db.topics[i].add()
	}
}
