package graph

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"orrery/auth"
	"orrery/db/outbox"
	"orrery/graph/server"
	"orrery/shop"
)

// Streams are the subscriptions of this instance.
type Streams struct {
	server.StreamLimits
	Feed *outbox.Feed
	// Stopping ends all subscriptions, so that the server can stop.
	Stopping context.Context
	// Confirm is how often it is asked whether the caller may still ask where nothing has said that a session or key has ended: one may
	// have expired, or the connection for notifications be lost.
	Confirm time.Duration

	products singleflight.Group // reads that many subscribers want at once
}

// follow tells a subscriber what is now, and then what show makes of the events after a position, until the caller goes or may ask
// no more.
func follow[T any](ctx context.Context, r *Resolver, now []T, after int64, show func(context.Context, []shop.PublishedEvent) ([]T, error)) (<-chan *T, error) {
	actor := auth.Actor(ctx)
	end, err := r.Streams.Begin(actor)
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
				server.EndSubscription(ctx, refusal)
				return
			case err != nil && running.Err() == nil: // try again with the last cursor
				server.EndSubscription(ctx, shop.Unreachable())
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
		server.CloseSocket(ctx, refusal)
	}
	return err
}

// next waits for events and returns what to tell of them; nothing when it was time to confirm the caller.
func next[T any](ctx context.Context, feed *outbox.Feed, after *int64, c *confirmation,
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
