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

// How many subscriptions there are at most. One network has a tenth of those of an instance: its visitors 100 and its customers together
// 400. Keys and administrators, which no stranger can make, count by their accounts alone.
const (
	maxStreams       = 5000 // of one instance
	maxCallerStreams = 100  // of one account, or of a network's visitors
	maxCrowdStreams  = 400  // of the customers of one network together
	maxSockets       = 500  // WebSockets of one network
)

// Streams are the subscriptions of this instance.
type Streams struct {
	Feed *db.Feed
	// Stopping ends all subscriptions, so that the server can stop.
	Stopping context.Context
	// Confirm is how often it is asked whether the caller may still ask where nothing has said that a session or key has ended: one may
	// have expired, or the connection for notifications be lost.
	Confirm time.Duration

	products singleflight.Group // reads that many subscribers want at once

	mu      sync.Mutex
	open    map[string]int // subscriptions by who they count for, and WebSockets by their network
	all     int            // subscriptions
	sockets int
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
	caller := actor.Caller()
	if account := actor.Account(); account != nil {
		caller = *account
	}
	bounds := map[string]int{caller: maxCallerStreams}
	if crowd := actor.Crowd(); crowd != "" {
		bounds[crowd] = maxCrowdStreams
	}
	return s.count(&s.all, bounds)
}

// connect counts a WebSocket of the caller's network; RATE_LIMITED when there are too many.
func (s *Streams) connect(actor shop.Actor) (end func(), err error) {
	return s.count(&s.sockets, map[string]int{"sockets of " + shop.Network(actor.Address): maxSockets})
}

// count adds one to all, of which there are maxStreams at most, and to each of those who have a bound.
func (s *Streams) count(all *int, bounds map[string]int) (end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := *all >= maxStreams
	for who, most := range bounds {
		full = full || s.open[who] >= most
	}
	if full {
		return nil, shop.TooMany()
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	*all++
	for who := range bounds {
		s.open[who]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		*all--
		for who := range bounds {
			if s.open[who]--; s.open[who] == 0 {
				delete(s.open, who)
			}
		}
	}, nil
}

// follow tells a subscriber what is now, and then what show makes of the events after a position, until the caller goes or may ask
// no more.
func follow[T any](ctx context.Context, r *Resolver, now []T, after int64, show func(context.Context, []shop.PublishedEvent) ([]T, error)) (<-chan *T, error) {
	actor := auth.Actor(ctx)
	end, err := r.Streams.begin(actor)
	if err != nil {
		return nil, err
	}
	told := make(chan *T)
	c := confirmation{auth: r.Auth, every: r.Streams.Confirm, last: time.Now()}
	unwatch := func() {}
	if account := actor.Account(); account != nil {
		c.ending, unwatch = r.Streams.Feed.Watch(*account)
		// What has ended before that is not told of; a WebSocket may have been open for long.
		if err := c.confirm(ctx); err != nil {
			unwatch()
			end()
			return nil, err
		}
	}
	running, cancel := context.WithCancel(ctx)
	stopped := context.AfterFunc(r.Streams.Stopping, cancel)
	go func() {
		defer end()
		defer close(told)
		defer unwatch()
		defer stopped()
		defer cancel()
		for news := now; ; {
			for i := range news {
				select {
				case told <- &news[i]:
				case <-running.Done():
					return
				}
			}
			var err error
			news, err = next(running, r.Streams.Feed, &after, &c, show)
			var refusal *shop.Error
			switch {
			case errors.As(err, &refusal):
				tellEnd(ctx, asGraphQLError(refusal))
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

// confirmation is when it has to be asked whether a subscriber may still ask.
type confirmation struct {
	auth   *auth.Auth
	every  time.Duration
	last   time.Time
	ending <-chan struct{} // gets a value when the subscriber's session, key or role may have ended; nil for visitors
}

func (c *confirmation) confirm(ctx context.Context) error {
	c.last = time.Now()
	err := c.auth.Confirm(ctx)
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.Unauthenticated {
		closeSocket(ctx, refusal)
	}
	return err
}

// next waits for events and returns what to tell of them; nothing when it was time to confirm the caller.
func next[T any](ctx context.Context, feed *db.Feed, after *int64, c *confirmation,
	show func(context.Context, []shop.PublishedEvent) ([]T, error)) ([]T, error) {
	wait, cancel := context.WithDeadline(ctx, c.last.Add(c.every))
	defer cancel()
	events, err := feed.After(wait, *after, c.ending)
	if ctx.Err() == nil && (wait.Err() != nil || err == nil && len(events) == 0) {
		return nil, c.confirm(ctx) // what has come meanwhile comes with the next call
	}
	if err != nil {
		return nil, err
	}
	select {
	case <-c.ending:
		if err := c.confirm(ctx); err != nil {
			return nil, err
		}
	default:
	}
	*after = events[len(events)-1].Position
	return show(ctx, events)
}

// touches tells whether one of the events happened to an object.
func touches(events []shop.PublishedEvent, object, id string) bool {
	return slices.ContainsFunc(events, func(e shop.PublishedEvent) bool { return e.ObjectID == id && e.Object() == object })
}
