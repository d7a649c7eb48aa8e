// Package jobs does what is left after a commit: it publishes events and delivers them, and words the mails of the queue and
// sends them.
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
	// workers is how many jobs, and how many deliveries, run at once in one process.
	workers = 4
	// poll is how often an idle process looks for work that it was not told of, since another one has left it.
	poll = 2 * time.Second
	// lease is how long a job belongs to the process that took it. No attempt lasts that long, so that only a crash ends one.
	lease = 2 * time.Minute
	// missing is how long a process has to seem dead before others do what it had in hand: a living one whose connection to the database
	// was lost is back by then.
	missing = 2 * time.Second
	// What became of an attempt is written down again every recordAgain while the database is out of reach, for recordWithin at most, which
	// is before the lease ends: what is not written down is done once more.
	recordWithin = lease / 2
	recordAgain  = 500 * time.Millisecond
)

// Config says where jobs come from and where mails go.
type Config struct {
	Store     *db.Store
	Mailer    Mailer
	From      string // address that mails come from
	Contact   string // address of the company, for notices
	PublicURL string // origin of links, without a slash at the end
	Brand     shop.Brand
	Log       *slog.Logger
	Webhooks  *http.Client // that deliveries are sent with; see NewWebhookClient

	Traces trace.TracerProvider // nil: nothing is traced
}

// Runner does jobs. Any number of processes may run one on the same database.
type Runner struct {
	Config
	jobs, deliveries, events, orders bell
	done                             *prometheus.CounterVec
}

// How a try ended, as the metrics have it.
const (
	outcomeDone    = "done"
	outcomeFailed  = "failed" // and is tried again
	outcomeGivenUp = "given_up"
)

// New makes a runner.
func New(c Config) *Runner {
	r := &Runner{c, newBell(), newBell(), newBell(), newBell(), prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "orrery_tries_total", Help: "Tries to send a mail or to make a delivery, by how they ended."}, []string{"queue", "outcome"})}
	for _, outcome := range []string{outcomeDone, outcomeFailed} {
		r.done.WithLabelValues("mails", outcome)
		r.done.WithLabelValues("deliveries", outcome)
	}
	r.done.WithLabelValues("mails", outcomeGivenUp)
	return r
}

// Metrics are what operators watch of the jobs.
func (r *Runner) Metrics() prometheus.Collector { return r.done }

// bell wakes whoever waits for work.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default: // it has rung, and nobody has come yet
	}
}

// Run does jobs as they come, until ctx ends and those that had begun are done or the time of drain is over.
func (r *Runner) Run(ctx context.Context, drain time.Duration) {
	end := r.Store.Outbox.BeginWorker(context.WithoutCancel(ctx))
	defer end()
	var begun sync.WaitGroup
	begun.Go(func() { r.publish(ctx) })
	begun.Go(func() { r.endReservations(ctx) })
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

// watch wakes the others when there is something to do: at once what this process has committed, and in its time what is to be
// tried again or was left by another one.
func (r *Runner) watch(ctx context.Context) {
	look := time.NewTimer(0)
	defer look.Stop()
	dead := map[int32]time.Time{} // since when processes seem to be dead
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.Store.Outbox.Told():
			r.wake()
			continue
		case <-look.C:
		}
		wait := poll
		work, err := r.Store.Outbox.NextWork(ctx)
		if err == nil {
			err = r.takeOver(ctx, work.Dead, dead)
		} else {
			clear(dead) // nobody could see them
		}
		switch {
		case err != nil && ctx.Err() == nil:
			r.Log.ErrorContext(ctx, "look for work", "error", err)
		case work.Any && work.In <= 0:
			r.wake()
		case work.Any:
			wait = min(work.In, poll)
		}
		look.Reset(wait)
	}
}

// takeOver makes due what is in hand of processes that have seemed dead for long enough. Since when they do is kept in since.
func (r *Runner) takeOver(ctx context.Context, seem []int32, since map[int32]time.Time) error {
	now := time.Now()
	maps.DeleteFunc(since, func(worker int32, _ time.Time) bool { return !slices.Contains(seem, worker) })
	var dead []int32
	for _, worker := range seem {
		if first, known := since[worker]; !known {
			since[worker] = now
		} else if now.Sub(first) >= missing {
			dead = append(dead, worker)
		}
	}
	if len(dead) == 0 {
		return nil
	}
	return r.Store.Outbox.TakeOver(ctx, dead)
}

func (r *Runner) wake() {
	r.events.ring()
	r.orders.ring()
	r.jobs.ring()
	r.deliveries.ring()
}

// next takes a piece of work and returns what does it, nil when none is due.
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
	return func(ctx context.Context) { r.deliver(ctx, delivery) }, nil
}

// take hands work to workers until ctx ends. A place is free before something is taken, since a lease must not run while it waits.
func (r *Runner) take(ctx context.Context, begun *sync.WaitGroup, take next, wake bell) {
	places := make(chan struct{}, workers)
	for {
		select {
		case <-ctx.Done():
			return
		case places <- struct{}{}:
		}
		do, err := take(ctx)
		if do != nil {
			begun.Go(func() {
				defer func() {
					<-places
					wake.ring() // something may have waited for this
				}()
				do(context.WithoutCancel(ctx))
			})
			continue
		}
		<-places
		if err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "jobs", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-wake:
		}
	}
}

// publish gives events their places in the feed: those of this process at once, and those that another one left by crashing.
func (r *Runner) publish(ctx context.Context) {
	for ctx.Err() == nil {
		published, err := r.Store.Outbox.PublishEvents(ctx)
		if err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "publish", "error", err)
		}
		if published > 0 {
			r.deliveries.ring()
			continue
		}
		select {
		case <-ctx.Done():
		case <-r.events:
		}
	}
}

// endReservations reminds buyers of unpaid orders and cancels those whose time is over.
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

// do tries one job. Its log lines hold no personal data.
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

// record writes down what became of an attempt.
func record(write func() error) error {
	for end := time.Now().Add(recordWithin); ; time.Sleep(recordAgain) {
		if err := write(); !shop.IsUnavailable(err) || time.Now().After(end) {
			return err
		}
	}
}

// backoff is the wait after a failed attempt: 10 seconds, doubled each time, at most 4 hours.
func backoff(attempts int) time.Duration {
	return min(10*time.Second<<min(attempts-1, 11), 4*time.Hour)
}
