package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	// replicaTimeout is how long a read may wait for the replica before it is sent to the primary instead.
	replicaTimeout = 2 * time.Second
	// compareInterval is how often the replica is compared with the primary while it is read and nothing changes.
	compareInterval = time.Second
	// compareTimeout bounds one comparison; the next one begins with the current position of the primary.
	compareTimeout = time.Second
	// maxLag is how far the replica may be behind on changes that are not required.
	maxLag = time.Second
	// maxStandInLag is how long ago the replica must have been as far as the primary to be read instead of it.
	maxStandInLag = 5 * time.Minute
	// minComparePause is the minimum time between two comparisons, since changes often follow each other.
	minComparePause = 5 * time.Millisecond
	// maxReplayPause is the maximum pause between two queries of the replay position; the first pause is a millisecond.
	maxReplayPause = 20 * time.Millisecond
)

var errNoReplica = errors.New("DATABASE_READ_URL leads to a database that follows no other")

// replica is a streaming replica of the database. It is read only when it is known to have every required change that
// this process has made or has been notified of. Its other data may be up to maxLag older; nothing read in that state
// is cached.
type replica struct {
	pool     *sqlx.DB
	changes  *counter // of all data that is read
	required *counter // of the data for which the replica must have all changes
	prepared preparer // for pool; most statements never run on the replica

	hasChanges, hasRequired atomic.Uint64 // the counts that the replica has
	proven                  atomic.Bool   // these counts are valid
	queried                 atomic.Bool   // since the last comparison
	seen                    atomic.Int64  // when it was last as far as the primary, in Unix nanoseconds
	reads                   atomic.Int64
	changed                 chan struct{} // receives a value when something has changed
}

func openReplica(c Config, changes, required *counter) (*replica, error) {
	connector, err := newConnector(c.Read, planOnce, replicaTimeout)
	if err != nil {
		return nil, err
	}
	pool := openPool(connector, maxConns, c.Traces)
	r := &replica{pool: pool, prepared: preparer{pool: pool}, changes: changes, required: required,
		changed: make(chan struct{}, 1)}
	r.seen.Store(time.Now().UnixNano()) // the lag is measured from here
	changes.onChange = func() {
		select {
		case r.changed <- struct{}{}:
		default: // a comparison is pending already
		}
	}
	return r, nil
}

// isCurrent reports whether the replica may be read. r may be nil.
func (r *replica) isCurrent() bool {
	if r == nil {
		return false
	}
	r.queried.Store(true)
	count, known := r.required.version()
	return known && r.proven.Load() && r.hasRequired.Load() == count && (r.hasAll() || time.Since(r.seenAt()) < maxLag)
}

// isBehind reports whether the replica may be read although it doesn't have all changes. r may be nil.
func (r *replica) isBehind() bool { return r != nil && !r.hasAll() && r.isCurrent() }

// mayStandIn reports whether the replica may be read while the primary is unavailable.
func (r *replica) mayStandIn() bool { return time.Since(r.seenAt()) < maxStandInLag }

func (r *replica) hasAll() bool { return r.hasChanges.Load() == r.changes.count.Load() }

func (r *replica) seenAt() time.Time { return time.Unix(0, r.seen.Load()) }

// read reads from the replica. done is false if the replica failed and the primary has to be read; it is true for
// errors that the primary would return as well.
func (r *replica) read(ctx context.Context, s Statement, read func(context.Context, *sqlx.Stmt) error) (
	done bool, err error,
) {
	limited, cancel := context.WithTimeout(ctx, replicaTimeout)
	defer cancel()
	stmt, err := r.prepared.prepare(limited, s)
	if err == nil {
		err = read(limited, stmt)
	}
	if err == nil || NoRows(err) || IsMalformed(err) || ctx.Err() != nil {
		r.reads.Add(1)
		return true, err
	}
	r.proven.Store(false) // until the next comparison
	return false, err
}

// follow compares the replica with the primary whenever something has changed, until ctx ends.
func (r *replica) follow(ctx context.Context, primary *sqlx.DB, log *slog.Logger) {
	ticks := time.NewTicker(compareInterval)
	defer ticks.Stop()
	var logged string
	for ctx.Err() == nil {
		if r.queried.Swap(false) || !r.proven.Load() {
			err := r.compare(ctx, primary)
			if text := fmt.Sprint(err); text != logged && ctx.Err() == nil {
				logged = text
				if err != nil {
					log.WarnContext(ctx, "the replica is not read", "error", err)
				} else {
					log.InfoContext(ctx, "the replica is read")
				}
			}
			time.Sleep(minComparePause)
		}
		select {
		case <-ctx.Done():
		case <-r.changed:
		case <-ticks.C:
		}
	}
}

// compare waits until the replica has replayed the current position of the primary's write-ahead log. That includes all
// changes that were counted before the position is queried.
func (r *replica) compare(ctx context.Context, primary *sqlx.DB) error {
	ctx, cancel := context.WithTimeout(ctx, compareTimeout)
	defer cancel()
	changes, required := r.changes.count.Load(), r.required.count.Load()
	var position string
	if err := primary.GetContext(ctx, &position, `SELECT pg_current_wal_insert_lsn()::text`); err != nil {
		return fmt.Errorf("ask the primary how far it is: %w", err)
	}
	for pause := time.Millisecond; ; pause = min(2*pause, maxReplayPause) {
		var replayed sql.NullBool // null if the server is not a replica
		err := r.pool.GetContext(ctx, &replayed,
			`SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= '`+position+`'::pg_lsn END`)
		switch {
		case err != nil:
			r.proven.Store(false)
			return fmt.Errorf("ask the replica how far it is: %w", err)
		case !replayed.Valid:
			r.proven.Store(false)
			return errNoReplica
		case replayed.Bool:
			r.hasChanges.Store(changes)
			r.hasRequired.Store(required)
			r.proven.Store(true)
			r.seen.Store(time.Now().UnixNano())
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the replica has not come to %s within %s", position, compareTimeout)
		case <-time.After(pause):
		}
	}
}

// ReplicaState is the state of the replica.
type ReplicaState struct {
	Configured bool
	Current    bool          // it has every change that is known
	Lag        time.Duration // since it was last found as far as the primary; 0 while it is current
	Reads      int64         // number of reads that it has served since the start
}

// Replica returns the state of the replica.
func (db *DB) Replica() ReplicaState {
	r := db.replica
	if r == nil {
		return ReplicaState{}
	}
	state := ReplicaState{Configured: true, Current: r.proven.Load() && r.hasAll(), Reads: r.reads.Load()}
	if !state.Current {
		state.Lag = time.Since(r.seenAt())
	}
	return state
}
