package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/order"
	"orrery/db/pg"
)

// Job is work that a committed transaction has scheduled.
type Job struct {
	ID        string          `db:"id"`
	Kind      string          `db:"kind"`
	Args      json.RawMessage `db:"args"`     // the value that was enqueued
	Attempts  int             `db:"attempts"` // including this one
	CreatedAt time.Time       `db:"created_at"`
	Late      bool            `db:"late"` // expired
}

// A worker holds a job until the lease ends, or until its process is found dead (see BeginWorker); then another worker
// takes the job. The attempt number distinguishes the two workers.
var (
	takeJob = pg.Prepared(`UPDATE jobs SET attempts = attempts + 1, due_at = $2, worker = nullif($3::integer, 0),
		worker_attempt = attempts + 1
		WHERE id = (SELECT id FROM jobs WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, kind, args, attempts, created_at, expires_at <= $1 AS late`)
	deleteJob   = pg.Prepared(`DELETE FROM jobs WHERE id = $1 AND attempts = $2`)
	postponeJob = pg.Prepared(`UPDATE jobs SET worker = NULL,
		due_at = CASE WHEN $3::timestamptz < expires_at THEN $3::timestamptz END
		WHERE id = $1 AND attempts = $2 RETURNING due_at IS NULL`)
)

var nextWork = pg.Prepared(`SELECT least((SELECT min(due_at) FROM jobs),
		(SELECT due_at FROM deliveries n WHERE delivered_at IS NULL AND due_at < 'infinity'
			AND ` + firstOfObject("n") + ` ORDER BY due_at LIMIT 1), ` + order.NextReservation + `,
		(SELECT $1::timestamptz WHERE EXISTS (SELECT FROM events WHERE position IS NULL))) AS due,
	ARRAY(SELECT worker FROM (SELECT worker FROM jobs
				WHERE worker IS NOT NULL AND worker_attempt = attempts AND due_at > $1
			UNION SELECT worker FROM deliveries WHERE worker IS NOT NULL AND worker_attempt = attempts AND due_at > $1
				AND delivered_at IS NULL) AS busy
		WHERE worker NOT IN (` + livingWorkers + `)) AS dead,
	EXISTS (SELECT FROM webhooks w CROSS JOIN LATERAL (SELECT FROM deliveries d
			WHERE d.webhook_id = w.id AND d.delivered_at IS NULL AND d.due_at = 'infinity' LIMIT 1) n
		WHERE w.paused_at IS NULL)
	OR EXISTS (SELECT FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
		WHERE d.delivered_at IS NULL AND d.due_at < 'infinity' AND w.paused_at IS NOT NULL) AS reschedule`)

// Work describes the pending work.
type Work struct {
	Any  bool
	In   time.Duration // until the first job, delivery, unpaid order or event to publish is due, if there is any
	Dead []int32       // processes that hold leases, and seem to be dead

	Reschedule bool // whether RescheduleDeliveries has something to do
}

// NextWork returns the pending work of all processes. Only the process itself calls it.
func (s *Store) NextWork(ctx context.Context) (Work, error) {
	now := s.db.Now()
	var row struct {
		Due  *time.Time    `db:"due"`
		Dead pq.Int32Array `db:"dead"`

		Reschedule bool `db:"reschedule"`
	}
	if err := s.db.Pool().Get(ctx, &row, nextWork, now); err != nil {
		return Work{}, fmt.Errorf("look for work: %w", err)
	}
	work := Work{Dead: row.Dead, Reschedule: row.Reschedule}
	if row.Due != nil {
		work.Any, work.In = true, row.Due.Sub(now)
	}
	return work, nil
}

// TakeJob leases the job that has been due longest to this process; it returns false when none is due. Only the process
// itself calls it.
func (s *Store) TakeJob(ctx context.Context, lease time.Duration) (job Job, ok bool, err error) {
	now := s.db.Now()
	switch err := s.db.Pool().Get(ctx, &job, takeJob, now, now.Add(lease), s.worker.Load()); {
	case pg.NoRows(err):
		return job, false, nil
	case err != nil:
		return job, false, fmt.Errorf("take a job: %w", err)
	}
	return job, true, nil
}

// FinishJob deletes a completed job. Only the process itself calls it.
func (s *Store) FinishJob(ctx context.Context, job Job) error {
	if _, err := s.db.Pool().Exec(ctx, deleteJob, job.ID, job.Attempts); err != nil {
		return fmt.Errorf("finish a job: %w", err)
	}
	return nil
}

// RetryJob reschedules a failed job after the wait, or gives it up when it will have expired by then, and reports
// whether it has given up. Only the process itself calls it.
func (s *Store) RetryJob(ctx context.Context, job Job, wait time.Duration) (givenUp bool, err error) {
	err = s.db.Pool().Get(ctx, &givenUp, postponeJob, job.ID, job.Attempts, s.db.Now().Add(wait))
	if err != nil && !pg.NoRows(err) { // no row: the lease has expired and another worker holds the job
		return false, fmt.Errorf("postpone a job: %w", err)
	}
	return givenUp, nil
}
