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
	databaseUp  = describe("database_up", "Whether the database replied within a second.")
	waiting     = describe("queue_due",
		"Mails and deliveries that are due, and events that are not published yet.", "queue")
	waitingAge = describe("queue_age_seconds", "Age of the oldest due mail, delivery or unpublished event.", "queue")
	givenUp    = describe("mails_given_up", "Mails of the last 30 days whose last attempt failed.")
	paused     = describe("webhooks_paused",
		"Webhooks that were paused after repeated failures.")
	cacheReads = describe("cache_reads_total",
		"Lookups in the caches in front of the database, by cache and whether the entry was found.",
		"cache", "found")
	replicaLag   = describe("replica_lag_seconds", "How far the replica is behind the primary.")
	replicaReads = describe("replica_reads_total", "Reads served by the replica.")
	listening    = describe("listener_connected",
		"Whether the connection that receives invalidations is up; caches are bypassed while it is not.")
)

func (w collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, maxOpen, waits, waitSeconds, databaseUp, waiting, waitingAge,
		givenUp, paused, cacheReads, replicaLag, replicaReads, listening} {
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
	connected := 0.0
	if w.db.Listening() {
		connected = 1
	}
	gauge(listening, connected)
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
