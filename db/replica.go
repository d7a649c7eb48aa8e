package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	// replicaPatience is how long a read may wait for the replica before the primary is asked instead.
	replicaPatience = 2 * time.Second
	// checkEvery is how often the replica is compared with the primary while it is read though nothing changes.
	checkEvery = time.Second
	// checkWithin is how long one comparison may take; then it begins anew, with what has changed meanwhile.
	checkWithin = time.Second
	// stockWithin is how much older the stock of the replica may be than that of the primary.
	stockWithin = time.Second
	// compareAgain is the least time between two comparisons: orders come one after the other.
	compareAgain = 5 * time.Millisecond
	// longestPause is the longest time between two looks at how far the replica has come; the first is a millisecond.
	longestPause = 20 * time.Millisecond
)

var errNoReplica = errors.New("DATABASE_READ_URL leads to a database that follows no other")

// replica is a copy of the database that PostgreSQL keeps, for reads of public data. It is asked only when it is known to have every
// change that this process has made or has been notified of. Stock alone, which every order takes, may be up to stockWithin older;
// nothing read in that state is cached.
type replica struct {
	pool     *sqlx.DB
	changes  *changes
	edits    *changes
	prepared []atomic.Pointer[sqlx.Stmt] // by statement.index, once it is needed
	making   sync.Mutex

	upTo   atomic.Uint64 // the count of changes that it has
	edited atomic.Uint64 // and of edits
	proven atomic.Bool   // upTo and edited say something
	asked  atomic.Bool   // since the last comparison
	seen   atomic.Int64  // when it was last as far as the primary, in Unix nanoseconds
	reads  atomic.Int64
	moves  chan struct{} // gets a value when something has changed
}

func openReplica(c Config, changes, edits *changes) (*replica, error) {
	connector, err := connectorTo(c.Read, "force_generic_plan", replicaPatience)
	if err != nil {
		return nil, err
	}
	r := &replica{pool: openPool(connector, maxConns, c.Traces), changes: changes, edits: edits, prepared: make([]atomic.Pointer[sqlx.Stmt], len(statements)),
		moves: make(chan struct{}, 1)}
	r.seen.Store(time.Now().UnixNano()) // it lags since nobody has seen it
	changes.moved = func() {
		select {
		case r.moves <- struct{}{}:
		default: // it compares soon anyway
		}
	}
	return r, nil
}

// current tells whether the replica may be read. It may be nil.
func (r *replica) current() bool {
	if r == nil {
		return false
	}
	r.asked.Store(true)
	count, known := r.edits.counted()
	return known && r.proven.Load() && r.edited.Load() == count && (r.hasAll() || time.Since(r.seenAt()) < stockWithin)
}

// behind tells whether the replica is read though it has not all changes. It may be nil.
func (r *replica) behind() bool { return r != nil && !r.hasAll() && r.current() }

func (r *replica) hasAll() bool { return r.upTo.Load() == r.changes.count.Load() }

func (r *replica) seenAt() time.Time { return time.Unix(0, r.seen.Load()) }

// statement prepares what the replica is asked for the first time: most statements are not for it.
func (r *replica) statement(ctx context.Context, q statement) (*sqlx.Stmt, error) {
	if stmt := r.prepared[q.index].Load(); stmt != nil {
		return stmt, nil
	}
	r.making.Lock()
	defer r.making.Unlock()
	if stmt := r.prepared[q.index].Load(); stmt != nil {
		return stmt, nil
	}
	stmt, err := r.pool.PreparexContext(ctx, q.text)
	if err == nil {
		r.prepared[q.index].Store(stmt)
	}
	return stmt, err
}

// read reads from the replica and tells whether it could. An error that the primary would return as well is done, too.
func (r *replica) read(ctx context.Context, q statement, read func(context.Context, *sqlx.Stmt) error) (done bool, err error) {
	within, cancel := context.WithTimeout(ctx, replicaPatience)
	defer cancel()
	stmt, err := r.statement(within, q)
	if err == nil {
		err = read(within, stmt)
	}
	if err == nil || noRows(err) || malformed(err) || ctx.Err() != nil {
		r.reads.Add(1)
		return true, err
	}
	r.proven.Store(false) // until a comparison finds it well
	return false, err
}

// follow compares the replica with the primary whenever something has changed, until ctx ends.
func (r *replica) follow(ctx context.Context, primary *sqlx.DB, log *slog.Logger) {
	ticks := time.NewTicker(checkEvery)
	defer ticks.Stop()
	var said string
	for ctx.Err() == nil {
		if r.asked.Swap(false) || !r.proven.Load() {
			err := r.compare(ctx, primary)
			if text := fmt.Sprint(err); text != said && ctx.Err() == nil {
				said = text
				if err != nil {
					log.WarnContext(ctx, "the replica is not read", "error", err)
				} else {
					log.InfoContext(ctx, "the replica is read")
				}
			}
			time.Sleep(compareAgain)
		}
		select {
		case <-ctx.Done():
		case <-r.moves:
		case <-ticks.C:
		}
	}
}

// compare waits until the replica has what the primary has now. What is counted before the primary is asked is part of that.
func (r *replica) compare(ctx context.Context, primary *sqlx.DB) error {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	count, edits := r.changes.count.Load(), r.edits.count.Load()
	var place string
	if err := primary.GetContext(ctx, &place, `SELECT pg_current_wal_insert_lsn()::text`); err != nil {
		return fmt.Errorf("ask the primary how far it is: %w", err)
	}
	for pause := time.Millisecond; ; pause = min(2*pause, longestPause) {
		var there sql.NullBool
		// An answer of the replica that is false is no failure, but null says that it is none.
		err := r.pool.GetContext(ctx, &there, `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= '`+place+`'::pg_lsn END`)
		switch {
		case err != nil:
			r.proven.Store(false)
			return fmt.Errorf("ask the replica how far it is: %w", err)
		case !there.Valid:
			r.proven.Store(false)
			return errNoReplica
		case there.Bool:
			r.upTo.Store(count)
			r.edited.Store(edits)
			r.proven.Store(true)
			r.seen.Store(time.Now().UnixNano())
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the replica has not come to %s within %s", place, checkWithin)
		case <-time.After(pause):
		}
	}
}

// ReplicaState says how the replica does, for whoever watches the process.
type ReplicaState struct {
	Configured bool
	Current    bool          // it has every change that is known
	Lag        time.Duration // since it was last found as far as the primary; 0 while it is current
	Reads      int64         // that it has answered since the start
}

// Replica says how the replica does. Only the process itself asks.
func (s *Store) Replica() ReplicaState {
	r := s.replica
	if r == nil {
		return ReplicaState{}
	}
	state := ReplicaState{Configured: true, Current: r.proven.Load() && r.hasAll(), Reads: r.reads.Load()}
	if !state.Current {
		state.Lag = time.Since(r.seenAt())
	}
	return state
}
