package outbox

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
)

// A process that takes jobs and deliveries holds a session-level advisory lock as long as it runs, and marks its leases
// with the ID of that lock. PostgreSQL releases the lock when the process dies, so that other processes need not wait
// for its leases to end.
const (
	workerLocks = 0x6f727279 // class of these advisory locks
	workerRetry = 250 * time.Millisecond
)

// livingWorkers selects the lock IDs of the running processes.
const livingWorkers = `SELECT objid::bigint::integer FROM pg_locks WHERE locktype = 'advisory' AND classid = 1869771385
	AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

var (
	takeOverJobs = pg.Changing(base.WorkTopic, `UPDATE jobs SET due_at = $2, worker = NULL WHERE worker = any($1)
		AND worker_attempt = attempts AND due_at > $2 AND worker NOT IN (`+livingWorkers+`)`)
	takeOverDeliveries = pg.Changing(base.WorkTopic, `UPDATE deliveries SET due_at = $2, worker = NULL
		WHERE worker = any($1) AND worker_attempt = attempts AND due_at > $2 AND delivered_at IS NULL
		AND worker NOT IN (`+livingWorkers+`)`)
	unmarkJobs       = pg.Prepared(`UPDATE jobs SET worker = NULL WHERE worker = $1`)
	unmarkDeliveries = pg.Prepared(`UPDATE deliveries SET worker = NULL WHERE worker = $1`)
)

// BeginWorker takes the lock that shows other processes that this one is alive, and holds it until end is called. When
// the connection is lost, the lock is taken again immediately; if that fails, the leases of this process last until
// they expire, as without a lock. Only the process itself calls it, once.
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

// keepWorker holds the lock until ctx is cancelled. It closes begun after the first attempt, successful or not.
func (s *Store) keepWorker(ctx context.Context, begun chan struct{}) {
	tried := sync.OnceFunc(func() { close(begun) })
	defer tried()
	defer s.worker.Store(0)
	id, known := newWorker(), false
	for ctx.Err() == nil {
		held := s.db.HoldLock(ctx, workerLocks, id, func() {
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
			id = newWorker() // the ID may belong to another process
		} else { // errors are ignored: where this fails, other processes can't take over leases either
			_, _ = s.db.Pool().Exec(ctx, unmarkJobs, id)
			_, _ = s.db.Pool().Exec(ctx, unmarkDeliveries, id)
		}
		select {
		case <-ctx.Done():
		case <-time.After(workerRetry):
		}
	}
}

func newWorker() int32 { return 1 + rand.Int32N(math.MaxInt32) }

// TakeOver makes the leased jobs and deliveries of dead processes due. Only the process itself calls it.
func (s *Store) TakeOver(ctx context.Context, workers []int32) error {
	for _, q := range []pg.Statement{takeOverJobs, takeOverDeliveries} {
		if _, err := s.db.Pool().Exec(ctx, q, pq.Array(workers), s.db.Now()); err != nil {
			return fmt.Errorf("take over what dead processes had in hand: %w", err)
		}
	}
	return nil
}
