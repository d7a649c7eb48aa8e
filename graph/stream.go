package graph

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/singleflight"

	"orrery/auth"
	"orrery/db"
	"orrery/shop"
)

const (
	maxStreams       = 5000 // subscriptions of one instance
	maxCallerStreams = 100  // subscriptions of one caller
)

// Streams are the subscriptions of this instance.
type Streams struct {
	Feed *db.Feed
	// Stopping ends all subscriptions, so that the server can stop.
	Stopping context.Context
	// Confirm is how often it is asked whether the caller may still ask: so long after a session or key has ended its
	// subscriptions end as well.
	Confirm time.Duration

	products singleflight.Group // reads that many subscribers want at once

	mu   sync.Mutex
	open map[string]int
	all  int
}

// Metrics are what operators watch of the subscriptions.
func (s *Streams) Metrics() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "orrery_subscriptions_open", Help: "Subscriptions that are open."}, func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(s.all)
	})
}

// begin counts a subscription of the caller; RATE_LIMITED when there are too many.
func (s *Streams) begin(actor shop.Actor) (end func(), err error) {
	caller := "address " + actor.Address
	if account := actor.Account(); account != nil {
		caller = *account
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= maxStreams || s.open[caller] >= maxCallerStreams {
		return nil, shop.TooMany()
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.all++
	s.open[caller]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.open[caller]--; s.open[caller] == 0 {
			delete(s.open, caller)
		}
	}, nil
}

// follow tells a subscriber what is now, and then what show makes of the events after a position, until the caller goes or may ask
// no more.
func follow[T any](ctx context.Context, r *Resolver, now []T, after int64, show func(context.Context, []shop.PublishedEvent) ([]T, error)) (<-chan *T, error) {
	end, err := r.Streams.begin(auth.Actor(ctx))
	if err != nil {
		return nil, err
	}
	told := make(chan *T)
	running, cancel := context.WithCancel(ctx)
	stopped := context.AfterFunc(r.Streams.Stopping, cancel)
	go func() {
		defer end()
		defer close(told)
		defer stopped()
		defer cancel()
		confirmed := time.Now()
		for news := now; ; {
			for i := range news {
				select {
				case told <- &news[i]:
				case <-running.Done():
					return
				}
			}
			var err error
			news, err = next(running, r, &after, &confirmed, show)
			var refusal *shop.Error
			switch {
			case errors.As(err, &refusal):
				tellEnd(ctx, coded(string(refusal.Code), "%s", refusal.Message))
				return
			case err != nil && running.Err() == nil: // try again with the last cursor
				tellEnd(ctx, coded(string(shop.Unavailable), "%s", shop.Unreachable().Message))
				return
			case err != nil:
				return
			}
		}
	}()
	return told, nil
}

// next waits for events and returns what to tell of them; nothing when it was time to confirm the caller.
func next[T any](ctx context.Context, r *Resolver, after *int64, confirmed *time.Time,
	show func(context.Context, []shop.PublishedEvent) ([]T, error)) ([]T, error) {
	wait, cancel := context.WithDeadline(ctx, confirmed.Add(r.Streams.Confirm))
	defer cancel()
	events, err := r.Streams.Feed.After(wait, *after)
	if ctx.Err() == nil && wait.Err() != nil {
		*confirmed = time.Now()
		return nil, r.Auth.Confirm(ctx) // what has come meanwhile comes with the next call
	}
	if err != nil {
		return nil, err
	}
	*after = events[len(events)-1].Position
	return show(ctx, events)
}

// touches tells whether one of the events happened to an object.
func touches(events []shop.PublishedEvent, object, id string) bool {
	return slices.ContainsFunc(events, func(e shop.PublishedEvent) bool { return e.ObjectID == id && e.Object() == object })
}
