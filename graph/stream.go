package graph

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/singleflight"

	"orrery/auth"
	"orrery/db/outbox"
	"orrery/graph/server"
	"orrery/shop"
)

// Streams configures the subscriptions of this instance.
type Streams struct {
	server.StreamLimits
	Feed *outbox.Feed
	// Stopping ends all subscriptions when it is cancelled, so that the server can shut down.
	Stopping context.Context
	// Confirm is the interval at which the authorisation of each subscriber is checked again. Notifications of ended
	// sessions and keys are not sufficient: a session or key may expire, and the notification connection may be lost.
	Confirm time.Duration

	products singleflight.Group // shares reads of products between subscribers
}

// follow returns a channel that receives the values of initial, and then the values to which convert maps the events
// of source, which it stops. It is closed when ctx or Streams.Stopping ends, the caller is no longer authorised, or an
// error occurs.
func follow[T any](
	ctx context.Context, r *Resolver, initial []T, source outbox.Source,
	convert func(context.Context, []shop.PublishedEvent) ([]T, error),
) (<-chan *T, error) {
	actor := auth.Actor(ctx)
	end, err := r.Streams.Begin(actor)
	if err != nil {
		source.Stop()
		return nil, err
	}
	out := make(chan *T)
	c := confirmation{auth: r.Auth, every: r.Streams.Confirm, last: time.Now()}
	unwatch := func() {}
	if account := actor.Account(); account != nil {
		c.invalidated, unwatch = r.Streams.Feed.Watch(*account)
		// Watch does not report what ended before the call, and a WebSocket may have been open for long.
		if err := c.confirm(ctx); err != nil {
			unwatch()
			source.Stop()
			end()
			return nil, err
		}
	}
	running, cancel := context.WithCancel(ctx)
	stopped := context.AfterFunc(r.Streams.Stopping, cancel)
	finished := server.BeginSource(ctx)
	go func() {
		defer finished()
		defer end()
		defer close(out)
		defer source.Stop()
		defer unwatch()
		defer stopped()
		defer cancel()
		for values := initial; ; {
			for i := range values {
				select {
				case out <- &values[i]:
				case <-running.Done():
					return
				}
			}
			var err error
			values, err = next(running, source, &c, convert)
			var refusal *shop.Error
			switch {
			case errors.As(err, &refusal):
				server.EndSubscription(ctx, refusal)
				return
			case err != nil && running.Err() == nil: // the client can subscribe again with its last cursor
				server.EndSubscription(ctx, shop.Unreachable())
				return
			case err != nil:
				return
			}
		}
	}()
	return out, nil
}

// confirmation holds when the authorisation of a subscriber must be checked again.
type confirmation struct {
	auth        *auth.Auth
	every       time.Duration
	last        time.Time
	invalidated <-chan struct{} // receives a value when the session, key or role may have ended; nil for visitors
}

func (c *confirmation) confirm(ctx context.Context) error {
	c.last = time.Now()
	err := c.auth.Confirm(ctx)
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.Unauthenticated {
		server.CloseSocket(ctx, refusal)
	}
	return err
}

// next waits for events and returns the values to send. It returns none if the caller had to be confirmed instead.
func next[T any](ctx context.Context, source outbox.Source, c *confirmation,
	convert func(context.Context, []shop.PublishedEvent) ([]T, error)) ([]T, error) {
	wait, cancel := context.WithDeadline(ctx, c.last.Add(c.every))
	defer cancel()
	events, err := source.Next(wait, c.invalidated)
	if err != nil && (ctx.Err() != nil || wait.Err() == nil) {
		return nil, err
	}
	due := len(events) == 0 || wait.Err() != nil
	select {
	case <-c.invalidated:
		due = true
	default:
	}
	if due {
		if err := c.confirm(ctx); err != nil {
			return nil, err
		}
	}
	if len(events) == 0 {
		return nil, nil
	}
	return convert(ctx, events)
}
