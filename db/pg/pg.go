// Package pg provides access to PostgreSQL for the stores: pools, prepared statements, transactions, timeouts and a
// circuit breaker, notifications and the invalidation that they cause, a read replica, lists and their cursors. It is
// independent of the tables of the shop.
package pg

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
)

const (
	// maxConns bounds the pool; more connections don't increase the throughput on the machines that the shop runs on.
	maxConns = 16
	// maxListConns bounds the pool of lists that are planned each time, so that they leave connections to other
	// statements.
	maxListConns = 4
	// preparers is how many statements are prepared concurrently at the start.
	preparers = 4
)

// Values of PostgreSQL's setting plan_cache_mode.
const (
	planOnce      = "force_generic_plan"
	planEach      = "force_custom_plan"
	planByDefault = "auto"
)

// Config configures a DB.
type Config struct {
	URL string // in a format that lib/pq accepts; may be that of a pooler in transaction mode
	// Direct is the URL of PostgreSQL itself when URL is that of a pooler: migrations, notifications, locks and lists
	// need dedicated connections. Empty: URL.
	Direct string
	// Read is the URL of a replica for reads by Reader. Empty: there is none.
	Read string
	// Replicated is the topic of the data that Reader reads. The replica may serve it when it has all changes of
	// Required and is at most a second behind on others.
	Replicated, Required Topic

	Traces trace.TracerProvider // of statements; nil: none
}

// DB is a database. It is safe for concurrent use.
type DB struct {
	pool     *sqlx.DB // statements are planned once
	lists    *sqlx.DB // statements are planned each time, for their arguments
	direct   string
	prepared preparer // for pool
	breaker  *breaker
	replica  *replica // nil without one

	replicated Topic
	listener   listenerState
	topics     [maxTopics]counter
	standIns   atomic.Uint64 // reads of the replica in place of an unavailable primary
	caches     []*CacheReads
}

// Open returns a DB without connecting. Ping, Migrate and Prepare must be called next, in this order.
func Open(c Config) (*DB, error) {
	db := &DB{direct: cmp.Or(c.Direct, c.URL), replicated: c.Replicated}
	db.listener.wanted = make(chan struct{}, 1)
	for i := range db.topics {
		db.topics[i].listener = &db.listener
	}
	// Planning costs more than most statements, and every statement is written so that one plan suits all arguments.
	serving, err := newConnector(c.URL, planOnce, silenceTimeout)
	if err != nil {
		return nil, err
	}
	listing, err := newConnector(db.direct, planEach, listTimeout)
	if err != nil {
		return nil, err
	}
	if c.Read != "" {
		if db.replica, err = openReplica(c, &db.topics[c.Replicated], &db.topics[c.Required]); err != nil {
			return nil, err
		}
	}
	db.breaker = newBreaker(serving)
	db.pool, db.lists = openPool(serving, maxConns, c.Traces), openPool(listing, maxListConns, c.Traces)
	db.prepared.pool = db.pool
	return db, nil
}

// Ping returns an error unless the database responds.
func (db *DB) Ping(ctx context.Context) error {
	return db.Pool().ask(ctx, func(ctx context.Context) error { return db.pool.PingContext(ctx) })
}

// Migrate applies the migrations in files, on a dedicated connection without timeouts: a migration may take long. An
// advisory lock lets one of several instances migrate while the others wait, for at most five minutes.
func (db *DB) Migrate(ctx context.Context, files fs.FS) error {
	connector, err := newConnector(db.direct, planByDefault, 0)
	if err != nil {
		return err
	}
	pool := sql.OpenDB(connector)
	defer func() { _ = pool.Close() }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, pool, files, goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return db.breaker.outcome(ctx, fmt.Errorf("migrate the database: %w", err))
	}
	return nil
}

// Prepare prepares every declared statement, so that an invalid one is found at the start. It must be called before any
// query.
func (db *DB) Prepare(ctx context.Context) error {
	var all errgroup.Group
	all.SetLimit(preparers)
	for _, q := range statements {
		all.Go(func() error {
			if _, err := db.prepared.prepare(ctx, q); err != nil {
				return fmt.Errorf("prepare %q: %w", q.text, err)
			}
			return nil
		})
	}
	return db.breaker.outcome(ctx, all.Wait())
}

// Close closes all connections.
func (db *DB) Close() error {
	db.breaker.stop()
	err := errors.Join(db.pool.Close(), db.lists.Close())
	if db.replica != nil {
		err = errors.Join(err, db.replica.pool.Close())
	}
	return err
}

// Stats returns the statistics of each pool, by its name.
func (db *DB) Stats() map[string]sql.DBStats {
	stats := map[string]sql.DBStats{"main": db.pool.Stats(), "lists": db.lists.Stats()}
	if db.replica != nil {
		stats["read"] = db.replica.pool.Stats()
	}
	return stats
}

// HoldLock acquires a session-level advisory lock on a dedicated connection, calls holding once it has it, and holds it
// until ctx ends or the connection is lost. It reports whether it ever held the lock. It waits up to connectTimeout,
// since after a lost connection PostgreSQL may take a moment to end the session that held the lock.
func (db *DB) HoldLock(ctx context.Context, class, id int32, holding func()) (held bool) {
	connector, err := newConnector(db.direct, planByDefault, silenceTimeout)
	if err != nil {
		return false // not reached: Open has rejected an invalid URL
	}
	pool := sql.OpenDB(connector)
	defer func() { _ = pool.Close() }()
	pool.SetMaxOpenConns(1)
	limited, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pool.Conn(limited)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	if _, err = conn.ExecContext(limited, `SELECT pg_advisory_lock($1, $2)`, class, id); err != nil {
		return false
	}
	holding()
	ticks := time.NewTicker(lockCheckInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return true
		case <-ticks.C:
		}
		if err := conn.PingContext(ctx); err != nil {
			return true
		}
	}
}

// NewID returns a version 7 UUID, which sorts by its time of creation.
func NewID() (string, error) {
	id, err := uuid.NewV7()
	return id.String(), err
}

// IsUUID reports whether text can be compared with a uuid column.
func IsUUID(text string) bool {
	_, err := uuid.Parse(text)
	return err == nil && len(text) == 36
}
