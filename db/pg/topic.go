package pg

import "sync/atomic"

// Topic is a kind of data whose changes are counted, including those of other processes, so that cached data is not
// used after a change. Topics are numbers less than 8, which the caller assigns.
type Topic uint8

const maxTopics = 8

type topicSet uint8

func setOf(t Topic) topicSet { return 1 << t }

func (s topicSet) has(t Topic) bool { return s&setOf(t) != 0 }

// counter counts the changes of a topic.
type counter struct {
	count    atomic.Uint64
	pending  atomic.Int64   // changes of this process that are being committed
	listener *listenerState // whether notifications of changes of other processes arrive
	onChange func()
}

func (c *counter) add() {
	c.count.Add(1)
	if c.onChange != nil {
		c.onChange()
	}
}

// begin marks a change as pending, and returns a function to call after the commit or its failure.
func (c *counter) begin() (end func()) {
	c.pending.Add(1)
	return func() {
		c.add()
		c.pending.Add(-1)
	}
}

// version returns the count, which is unknown while a change is being committed and while notifications of other
// processes don't arrive.
func (c *counter) version() (count uint64, known bool) {
	if !c.listener.isCurrent() {
		return 0, false
	}
	// pending must be read before count, since end increases the count before it decreases pending.
	if c.pending.Load() > 0 {
		return 0, false
	}
	return c.count.Load(), true
}

// Version returns the number of changes of a topic and of reads of the replica in place of an unavailable primary,
// since what was read then may be older than the last change. Data that was read between two calls that return the same
// known version has not changed meanwhile. The version is unknown while a change is being committed, while
// notifications of other processes don't arrive, and while Reader reads a replica that doesn't have all changes.
func (db *DB) Version(t Topic) (count uint64, known bool) {
	count, known = db.topics[t].version()
	return count + db.standIns.Load(), known && (t != db.replicated || !db.replica.isBehind())
}

// Changed counts a change that another process has made.
func (db *DB) Changed(topics ...Topic) {
	for _, t := range topics {
		db.topics[t].add()
	}
}

// OnChange sets the function that is called after each change of a topic, which must not block. It must be called
// before any query.
func (db *DB) OnChange(t Topic, f func()) { db.topics[t].onChange = f }

// changedUnnoticed counts a change of every topic, since it is unknown which topics other processes have changed.
func (db *DB) changedUnnoticed() {
	for i := range db.topics {
		db.topics[i].add()
	}
}
