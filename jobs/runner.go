// Package jobs runs the background work that follows a commit: it publishes events, delivers them to webhooks, and
// renders and sends the emails of the queue.
package jobs

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"orrery/db"
	"orrery/db/outbox"
	"orrery/shop"
	"orrery/telemetry"
)

const (
	// workers is how many jobs, and how many deliveries, a process runs concurrently.
	workers = 4
	// pollInterval is how often an idle process queries for work that it wasn't notified of, such as work that another
	// process left.
	pollInterval = 2 * time.Second
	// lease is how long a job belongs to the process that took it. No attempt lasts that long, so a lease expires only
	// after a crash.
	lease = 2 * time.Minute
	// deadAfter is how long a process has to seem dead before other processes take its work. A live process that lost
	// its connection to the database has reconnected by then.
	deadAfter = 2 * time.Second
	// The outcome of an attempt is recorded with retries every recordRetryInterval while the database is unavailable,
	// for at most recordTimeout, which ends before the lease does. An attempt whose outcome isn't recorded is repeated.
	recordTimeout       = lease / 2
	recordRetryInterval = 500 * time.Millisecond
)

// Config configures a Runner.
type Config struct {
	Store     *db.Store
	Mailer    Mailer
	From      string // sender address of emails, unless the settings have another one
	PublicURL string // origin of links, without a slash at the end
	Log       *slog.Logger
	Webhooks  *http.Client // sends the deliveries; see NewWebhookClient

	// AgentRequest returns the request of a delivery to an agent, nil if there is nothing to send. Agents sends it.
	AgentRequest func(ctx context.Context, d outbox.DueDelivery) (*http.Request, error)
	Agents       *http.Client

	Traces trace.TracerProvider // nil: nothing is traced
}

// Runner runs jobs. Any number of processes may run one on the same database.
type Runner struct {
	Config
	jobs, deliveries, events, orders wakeup
	done                             *prometheus.CounterVec
}

// Outcomes of an attempt, as labels of the metrics.
const (
	outcomeDone    = "done"
	outcomeFailed  = "failed" // it will be retried
	outcomeGivenUp = "given_up"
)

// New returns a Runner with the given configuration.
func New(c Config) *Runner {
	r := &Runner{c, newWakeup(), newWakeup(), newWakeup(), newWakeup(), prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "orrery_tries_total",
		Help: "Tries to send a mail or to make a delivery, by how they ended.",
	}, []string{"queue", "outcome"})}
	for _, outcome := range []string{outcomeDone, outcomeFailed} {
		r.done.WithLabelValues("mails", outcome)
		r.done.WithLabelValues("deliveries", outcome)
	}
	r.done.WithLabelValues("mails", outcomeGivenUp)
	return r
}

// Metrics returns the metrics of the jobs.
func (r *Runner) Metrics() prometheus.Collector { return r.done }

// wakeup wakes a goroutine that waits for work. Signals while it is busy are coalesced.
type wakeup chan struct{}

func newWakeup() wakeup { return make(wakeup, 1) }

func (b wakeup) signal() {
	select {
	case b <- struct{}{}:
	default: // a signal is pending already
	}
}

// Run runs jobs until ctx ends. It then waits until the jobs in progress are done, for at most the duration of drain.
func (r *Runner) Run(ctx context.Context, drain time.Duration) {
	end := r.Store.Outbox.BeginWorker(context.WithoutCancel(ctx))
	defer end()
	var begun sync.WaitGroup
	begun.Go(func() { r.publish(ctx) })
	begun.Go(func() { r.endReservations(ctx) })
	if r.Store.Payments.TakesOnline() {
		begun.Go(func() { r.resendRefunds(ctx) })
		begun.Go(func() { r.recordUndelivered(ctx) })
	}
	begun.Go(func() { r.take(ctx, &begun, r.nextDelivery, r.deliveries) })
	begun.Go(func() { r.take(ctx, &begun, r.nextJob, r.jobs) })
	r.watch(ctx)

	drained := make(chan struct{})
	go func() {
		begun.Wait()
		close(drained)
	}()
	select {
	case <-drained:
	case <-time.After(drain):
	}
}

// watch wakes the other goroutines when there is work: at once for work that this process has committed, and when it is
// due for retries and for work that another process left. It also moves deliveries of webhooks that were paused or
// resumed.
func (r *Runner) watch(ctx context.Context) {
	query := time.NewTimer(0)
	defer query.Stop()
	deadSince := map[int32]time.Time{} // when each process that seems dead was first seen so
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.Store.Outbox.Committed():
			// No reservation ends as soon as it begins, and publish wakes the deliveries.
			r.events.signal()
			r.jobs.signal()
			continue
		case <-query.C:
		}
		wait := pollInterval
		work, err := r.Store.Outbox.NextWork(ctx)
		if err == nil {
			err = r.reassign(ctx, work.Dead, deadSince)
		} else {
			clear(deadSince) // whether they are dead is unknown during a failure of the database
		}
		if err == nil {
			err = r.Store.Content.PublishDueFaq(ctx) // for its events, which are due even if the FAQ is not read
		}
		var changed int64
		if err == nil && work.Reschedule {
			changed, err = r.Store.Outbox.RescheduleDeliveries(ctx)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			r.Log.ErrorContext(ctx, "look for work", "error", err)
		case changed > 0: // there may be more
			r.deliveries.signal()
			wait = 0
		case work.Any && work.In <= 0:
			r.wake()
		case work.Any:
			wait = min(work.In, pollInterval)
		}
		query.Reset(wait)
	}
}

// reassign makes the work of processes due that have seemed dead for deadAfter. since holds when each of them was first
// seen so, and is updated.
func (r *Runner) reassign(ctx context.Context, suspected []int32, since map[int32]time.Time) error {
	now := time.Now()
	maps.DeleteFunc(since, func(worker int32, _ time.Time) bool { return !slices.Contains(suspected, worker) })
	var dead []int32
	for _, worker := range suspected {
		if first, known := since[worker]; !known {
			since[worker] = now
		} else if now.Sub(first) >= deadAfter {
			dead = append(dead, worker)
		}
	}
	if len(dead) == 0 {
		return nil
	}
	return r.Store.Outbox.TakeOver(ctx, dead)
}

func (r *Runner) wake() {
	r.events.signal()
	r.orders.signal()
	r.jobs.signal()
	r.deliveries.signal()
}

// next takes a job or a delivery and returns a function that runs it, or nil when none is due.
type next func(context.Context) (do func(context.Context), err error)

func (r *Runner) nextJob(ctx context.Context) (func(context.Context), error) {
	job, ok, err := r.Store.Outbox.TakeJob(ctx, lease)
	if !ok {
		return nil, err
	}
	return func(ctx context.Context) { r.do(ctx, job) }, nil
}

func (r *Runner) nextDelivery(ctx context.Context) (func(context.Context), error) {
	delivery, ok, err := r.Store.Outbox.TakeDelivery(ctx, lease)
	if !ok {
		return nil, err
	}
	return func(ctx context.Context) {
		r.deliver(ctx, delivery)
		r.deliveries.signal() // the next event of the object may be delivered now
	}, nil
}

// take passes work to workers until ctx ends. It waits for a free slot before it takes work, so that no lease runs
// while the work waits for a slot.
func (r *Runner) take(ctx context.Context, begun *sync.WaitGroup, take next, wake wakeup) {
	slots := make(chan struct{}, workers)
	for {
		select {
		case <-ctx.Done():
			return
		case slots <- struct{}{}:
		}
		do, err := take(ctx)
		if do != nil {
			begun.Go(func() {
				defer func() { <-slots }()
				do(context.WithoutCancel(ctx))
			})
			continue
		}
		<-slots
		if err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "jobs", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-wake:
		}
	}
}

// publish assigns events their positions in the feed: the events of this process at once, and also those that a crashed
// process left. It then wakes the deliveries.
func (r *Runner) publish(ctx context.Context) {
	for ctx.Err() == nil {
		published, err := r.Store.Outbox.PublishEvents(ctx)
		if err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "publish", "error", err)
		}
		r.deliveries.signal()
		if published == outbox.PublishBatch {
			continue
		}
		select {
		case <-ctx.Done():
		case <-r.events:
		}
	}
}

// endReservations reminds customers of unpaid orders and cancels those whose reservation has expired.
func (r *Runner) endReservations(ctx context.Context) {
	for ctx.Err() == nil {
		done, err := r.Store.Orders.EndReservations(ctx)
		if err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "unpaid orders", "error", err)
		}
		if done > 0 && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-r.orders:
		}
	}
}

// do attempts one job. Its log lines contain no personal data.
func (r *Runner) do(ctx context.Context, job outbox.Job) {
	ctx, span := telemetry.Begin(ctx, r.Traces, "mail "+job.Kind)
	defer span.End()
	log := r.Log.With("job", job.ID, "kind", job.Kind, "attempt", job.Attempts)
	err := r.send(ctx, job)
	if err == nil {
		r.done.WithLabelValues("mails", outcomeDone).Inc()
		if err := record(func() error { return r.Store.Outbox.FinishJob(ctx, job) }); err != nil {
			log.ErrorContext(ctx, "job done, but not recorded: it will be done again", "error", err)
		}
		return
	}
	outcome := outcomeFailed
	var givenUp bool
	retryErr := record(func() (err error) {
		givenUp, err = r.Store.Outbox.RetryJob(ctx, job, backoff(job.Attempts))
		return err
	})
	switch {
	case retryErr != nil:
		log.ErrorContext(ctx, "job failed", "error", err, "postponing", retryErr)
	case givenUp:
		outcome = outcomeGivenUp
		log.ErrorContext(ctx, "job given up", "error", err)
	default:
		log.WarnContext(ctx, "job failed", "error", err)
	}
	r.done.WithLabelValues("mails", outcome).Inc()
}

// record calls write, which records the outcome of an attempt, and retries while the database is unavailable.
func record(write func() error) error {
	for end := time.Now().Add(recordTimeout); ; time.Sleep(recordRetryInterval) {
		if err := write(); !shop.IsUnavailable(err) || time.Now().After(end) {
			return err
		}
	}
}

// backoff returns the delay after a failed attempt: 10 seconds, doubled with each attempt, at most 4 hours.
func backoff(attempts int) time.Duration {
	return min(10*time.Second<<min(attempts-1, 11), 4*time.Hour)
}
