package ops

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"orrery/db/pg"
)

// lookTimeout bounds what the metrics ask of the database: they have to say that it does not answer, too.
const lookTimeout = time.Second

// Metrics are what operators watch of the Store: its connections, what waits in the queues, what is known without asking, and what was
// sold. Only the process itself asks for them.
func (s *Store) Metrics() prometheus.Collector { return watched{s} }

type watched struct{ *Store }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("orrery_"+name, help, labels, nil)
}

var (
	connections = describe("sql_connections", "Connections to PostgreSQL, by pool and whether they are in use.", "pool", "state")
	maxOpen     = describe("sql_connections_max", "Connections that a pool may open.", "pool")
	waits       = describe("sql_waits_total", "Statements that waited for a free connection.", "pool")
	waitSeconds = describe("sql_wait_seconds_total", "Time that statements waited for a free connection.", "pool")
	databaseUp  = describe("database_up", "Whether the database answered within a second.")
	waiting     = describe("queue_due", "Mails and deliveries that should have been tried by now, and events without a place in the feed.", "queue")
	waitingAge  = describe("queue_age_seconds", "How long the oldest of them has waited.", "queue")
	givenUp     = describe("mails_given_up", "Mails of the last 30 days that nobody will try again.")
	paused      = describe("webhooks_paused", "Webhooks that have failed for too long and wait for somebody to resume them.")
	memoReads   = describe("memo_reads_total", "What was looked for in memory before asking the database, by cache and whether it was there.",
		"memo", "found")
	replicaLag   = describe("replica_lag_seconds", "How long ago the replica was as far as the primary; 0 while it is.")
	replicaReads = describe("replica_reads_total", "Reads that the replica has answered.")
	hearsChanges = describe("hears_changes", "Whether changes by other processes reach this one; nothing is kept while they do not.")
)

func (w watched) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, maxOpen, waits, waitSeconds, databaseUp, waiting, waitingAge, givenUp, paused,
		memoReads, replicaLag, replicaReads, hearsChanges} {
		to <- d
	}
	w.orders.Sales.Describe(to)
}

func (w watched) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counter := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	if replica := w.db.Replica(); replica.Configured {
		gauge(replicaLag, replica.Lag.Seconds())
		counter(replicaReads, float64(replica.Reads))
	}
	for name, pool := range w.db.Stats() {
		gauge(connections, float64(pool.InUse), name, "in_use")
		gauge(connections, float64(pool.Idle), name, "idle")
		gauge(maxOpen, float64(pool.MaxOpenConnections), name)
		counter(waits, float64(pool.WaitCount), name)
		counter(waitSeconds, pool.WaitDuration.Seconds(), name)
	}
	for _, reads := range w.db.Caches() {
		counter(memoReads, float64(reads.Found.Load()), reads.Cache, "yes")
		counter(memoReads, float64(reads.Missed.Load()), reads.Cache, "no")
	}
	hears := 0.0
	if w.db.Listening() {
		hears = 1
	}
	gauge(hearsChanges, hears)
	w.orders.Sales.Collect(to)

	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	q, err := w.queues(ctx)
	if err != nil {
		gauge(databaseUp, 0) // and the queues are not known
		return
	}
	gauge(databaseUp, 1)
	gauge(waiting, q.Mails, "mails")
	gauge(waiting, q.Deliveries, "deliveries")
	gauge(waiting, q.Events, "events")
	gauge(waitingAge, q.MailAge, "mails")
	gauge(waitingAge, q.DeliveryAge, "deliveries")
	gauge(waitingAge, q.EventAge, "events")
	gauge(givenUp, q.GivenUp)
	gauge(paused, q.Paused)
}

// queues is what waits; ages are in seconds.
type queues struct {
	Mails       float64 `db:"mails"`
	MailAge     float64 `db:"mail_age"`
	Deliveries  float64 `db:"deliveries"`
	DeliveryAge float64 `db:"delivery_age"`
	Events      float64 `db:"events"`
	EventAge    float64 `db:"event_age"`
	GivenUp     float64 `db:"given_up"`
	Paused      float64 `db:"paused"`
}

// An age is never below zero, though clocks differ.
var lookAtQueues = pg.Prepared(`SELECT j.n AS mails, j.age AS mail_age, d.n AS deliveries, d.age AS delivery_age, e.n AS events,
	e.age AS event_age, (SELECT count(*) FROM jobs WHERE due_at IS NULL) AS given_up,
	(SELECT count(*) FROM webhooks WHERE paused_at IS NOT NULL) AS paused FROM
	(SELECT count(*) AS n, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(due_at)), 0), 0)::float8 AS age FROM jobs
		WHERE due_at <= $1) j,
	(SELECT count(*) AS n, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(due_at)), 0), 0)::float8 AS age FROM deliveries
		WHERE delivered_at IS NULL AND due_at <= $1) d,
	(SELECT count(*) AS n, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(created_at)), 0), 0)::float8 AS age FROM events
		WHERE position IS NULL) e`)

func (s *Store) queues(ctx context.Context) (q queues, err error) {
	if err := s.db.Pool().Get(ctx, &q, lookAtQueues, s.db.Now()); err != nil {
		return q, fmt.Errorf("look at the queues: %w", err)
	}
	return q, nil
}
