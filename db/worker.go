package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/lib/pq"
)

// A process that takes jobs and deliveries holds a session-level advisory lock for as long as it lives, and marks what it takes with the
// number of that lock. PostgreSQL releases the lock when the process dies, so that others need not wait for its leases to end.
const (
	workerLocks = 0x6f727279 // class of these advisory locks
	// workerCheck is how soon a process notices that its connection, and with it the lock, is lost.
	workerCheck = 500 * time.Millisecond
	workerRetry = 250 * time.Millisecond
)

// livingWorkers are the numbers of the processes that live.
const livingWorkers = `SELECT objid::bigint::integer FROM pg_locks WHERE locktype = 'advisory' AND classid = 1869771385 AND granted
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

var (
	takeOverJobs = owing(`UPDATE jobs SET due_at = $2, worker = NULL WHERE worker = any($1) AND worker_attempt = attempts AND due_at > $2
		AND worker NOT IN (` + livingWorkers + `)`)
	takeOverDeliveries = owing(`UPDATE deliveries SET due_at = $2, worker = NULL WHERE worker = any($1) AND worker_attempt = attempts
		AND due_at > $2 AND delivered_at IS NULL AND worker NOT IN (` + livingWorkers + `)`)
	disownJobs       = prepared(`UPDATE jobs SET worker = NULL WHERE worker = $1`)
	disownDeliveries = prepared(`UPDATE deliveries SET worker = NULL WHERE worker = $1`)
)

// BeginWorker takes the lock that tells other processes that this one lives, and keeps it until end is called. When the connection is
// lost it is taken again at once; where that fails, what this process has in hand is its own until the lease ends, as without a lock.
// Only the process itself calls it, once.
func (s *Store) BeginWorker(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	begun, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		s.keepWorker(ctx, begun)
	}()
	<-begun
	return func() {
		cancel()
		<-ended
	}
}

// keepWorker closes begun after its first attempt, whatever came of it.
func (s *Store) keepWorker(ctx context.Context, begun chan struct{}) {
	tried := sync.OnceFunc(func() { close(begun) })
	defer tried()
	defer s.worker.Store(0)
	connector, err := connectorTo(s.direct, "auto", silentWithin)
	if err != nil {
		return // Open has refused such an address
	}
	id, known := newWorker(), false
	for ctx.Err() == nil {
		held := s.holdWorker(ctx, connector, id, func() {
			s.worker.Store(id)
			known = true
			tried()
		})
		if held {
			continue
		}
		s.worker.Store(0)
		tried()
		if !known {
			id = newWorker() // another process may have had that one
		} else { // where this can't be written nobody takes anything over either
			_, _ = s.pool().exec(ctx, disownJobs, id)
			_, _ = s.pool().exec(ctx, disownDeliveries, id)
		}
		select {
		case <-ctx.Done():
		case <-time.After(workerRetry):
		}
	}
}

func newWorker() int32 { return 1 + rand.Int32N(math.MaxInt32) }

// holdWorker holds the lock on a connection of its own until that is lost or ctx ends. It reports whether it ever had it.
func (s *Store) holdWorker(ctx context.Context, connector driver.Connector, id int32, holding func()) (held bool) {
	pool := sql.OpenDB(connector)
	defer func() { _ = pool.Close() }()
	pool.SetMaxOpenConns(1)
	limited, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	conn, err := pool.Conn(limited)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	if err := conn.QueryRowContext(limited, `SELECT pg_try_advisory_lock($1, $2)`, workerLocks, id).Scan(&held); err != nil || !held {
		return false
	}
	holding()
	for tick := time.NewTicker(workerCheck); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return true
		case <-tick.C:
		}
		if err := conn.PingContext(ctx); err != nil {
			tick.Stop()
			return true
		}
	}
}

// TakeOver makes due what processes have in hand that died. Only the process itself calls it.
func (s *Store) TakeOver(ctx context.Context, workers []int32) error {
	for _, q := range []statement{takeOverJobs, takeOverDeliveries} {
		if _, err := s.pool().exec(ctx, q, pq.Array(workers), s.now()); err != nil {
			return fmt.Errorf("take over what dead processes had in hand: %w", err)
		}
	}
	return nil
}
