package ops

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"orrery/db/pg"
)

// queryTimeout limits the duration of the queries for metrics: metrics must be reported even if the database does not
// respond.
const queryTimeout = time.Second

// Metrics returns a collector of the operational metrics of the Store: connections, queues, caches and sales. Only the
// process itself calls it.
func (s *Store) Metrics() prometheus.Collector { return collector{s} }

type collector struct{ *Store }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("orrery_"+name, help, labels, nil)
}

var (
	connections = describe("sql_connections", "Connections to PostgreSQL, by pool and whether they are in use.",
		"pool", "state")
	maxOpen     = describe("sql_connections_max", "Connections that a pool may open.", "pool")
	waits       = describe("sql_waits_total", "Statements that waited for a free connection.", "pool")
	waitSeconds = describe("sql_wait_seconds_total", "Time that statements waited for a free connection.", "pool")
	databaseUp  = describe("database_up", "Whether the database answered within a second.")
	waiting     = describe("queue_due",
		"Mails and deliveries that should have been tried by now, and events without a place in the feed.", "queue")
	waitingAge = describe("queue_age_seconds", "How long the oldest of them has waited.", "queue")
	givenUp    = describe("mails_given_up", "Mails of the last 30 days that nobody will try again.")
	paused     = describe("webhooks_paused",
		"Webhooks that have failed for too long and wait for somebody to resume them.")
	cacheReads = describe("memo_reads_total",
		"What was looked for in memory before asking the database, by cache and whether it was there.",
		"memo", "found")
	replicaLag   = describe("replica_lag_seconds", "How long ago the replica was as far as the primary; 0 while it is.")
	replicaReads = describe("replica_reads_total", "Reads that the replica has answered.")
	hearsChanges = describe("hears_changes",
		"Whether changes by other processes reach this one; nothing is kept while they do not.")
)

func (w collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, maxOpen, waits, waitSeconds, databaseUp, waiting, waitingAge,
		givenUp, paused, cacheReads, replicaLag, replicaReads, hearsChanges} {
		to <- d
	}
	w.orders.Sales.Describe(to)
}

func (w collector) Collect(to chan<- prometheus.Metric) {
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
		counter(cacheReads, float64(reads.Found.Load()), reads.Cache, "yes")
		counter(cacheReads, float64(reads.Missed.Load()), reads.Cache, "no")
	}
	hears := 0.0
	if w.db.Listening() {
		hears = 1
	}
	gauge(hearsChanges, hears)
	w.orders.Sales.Collect(to)

	ctx, cancel := context.WithTimeout(context.Background(), queryTimeout)
	defer cancel()
	q, err := w.queues(ctx)
	if err != nil {
		gauge(databaseUp, 0) // metrics of the queues are omitted
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

// queues holds the sizes and ages of the queues; ages are in seconds.
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

// An age is never negative, even if clocks differ.
var readQueues = pg.Prepared(`SELECT j.n AS mails, j.age AS mail_age, d.n AS deliveries, d.age AS delivery_age,
	e.n AS events, e.age AS event_age, (SELECT count(*) FROM jobs WHERE due_at IS NULL) AS given_up,
	(SELECT count(*) FROM webhooks WHERE paused_at IS NOT NULL) AS paused FROM
	(SELECT count(*) AS n, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(due_at)), 0), 0)::float8 AS age
		FROM jobs WHERE due_at <= $1) j,
	(SELECT count(*) AS n, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(due_at)), 0), 0)::float8 AS age
		FROM deliveries WHERE delivered_at IS NULL AND due_at <= $1) d,
	(SELECT count(*) AS n,
		coalesce(greatest(extract(epoch FROM $1::timestamptz - min(created_at)), 0), 0)::float8 AS age FROM events
		WHERE position IS NULL) e`)

func (s *Store) queues(ctx context.Context) (q queues, err error) {
	if err := s.db.Pool().Get(ctx, &q, readQueues, s.db.Now()); err != nil {
		return q, fmt.Errorf("look at the queues: %w", err)
	}
	return q, nil
}
