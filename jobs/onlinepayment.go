package jobs

import (
	"context"
	"time"
)

const (
	// resendInterval is how often refunds whose outcome is unknown are requested again.
	resendInterval = time.Minute
	// undeliveredInterval is how often the payment provider is asked for reports that did not reach the shop.
	undeliveredInterval = time.Hour
	// reportsKept is how old the reports are that a process asks for when it starts. Stripe keeps them that long.
	reportsKept = 30 * 24 * time.Hour
)

// resendRefunds requests refunds again whose outcome is unknown, until ctx ends.
func (r *Runner) resendRefunds(ctx context.Context) {
	every(ctx, resendInterval, func() {
		if _, err := r.Store.Payments.ResendRefunds(ctx); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "refunds requested again", "error", err)
		}
	})
}

// recordUndelivered records reports of payments that did not reach the shop, until ctx ends.
func (r *Runner) recordUndelivered(ctx context.Context) {
	since := r.Store.Now().Add(-reportsKept)
	every(ctx, undeliveredInterval, func() {
		began := r.Store.Now()
		if err := r.Store.Payments.RecordUndelivered(ctx, since); err != nil {
			if ctx.Err() == nil {
				r.Log.WarnContext(ctx, "undelivered payment events", "error", err)
			}
			return
		}
		since = began.Add(-undeliveredInterval) // the provider may list a report late
	})
}

// every calls f at once and in intervals, until ctx ends.
func every(ctx context.Context, interval time.Duration, f func()) {
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	for {
		f()
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
