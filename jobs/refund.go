package jobs

import (
	"context"
	"time"
)

// resendInterval is how often refunds whose outcome is unknown are requested again.
const resendInterval = time.Minute

// resendRefunds requests refunds again whose outcome is unknown, until ctx ends.
func (r *Runner) resendRefunds(ctx context.Context) {
	ticks := time.NewTicker(resendInterval)
	defer ticks.Stop()
	for {
		if _, err := r.Store.Payments.ResendRefunds(ctx); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "refunds requested again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
