package outbox

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

const (
	feedChannel = "orrery_events"
	// changesChannel receives a notification for every change of public data except stock: orders take stock, and
	// transactions that notify commit one after the other. Changes of stock are published as events instead.
	changesChannel = "orrery_changes"
	// sessionsChannel receives a notification when a session may have ended, or the account of a signed-in user may
	// have changed.
	sessionsChannel = "orrery_endings"
	maxCachedEvents = 1024            // events that are cached for subscribers that are slightly behind
	feedPoll        = 5 * time.Second // longest delay of an event whose notification was lost
)

var (
	notifyFeed = pg.Prepared(`SELECT pg_notify('` + feedChannel + `', '')`)
	feedHead   = pg.Prepared(`SELECT greatest((SELECT max(position) FROM events),
		(SELECT position FROM event_horizon))`)
)

// Feed follows the events that all instances publish, and passes them to the subscriptions of this instance. One
// goroutine reads them, however many subscribers there are.
type Feed struct {
	store *Store

	mu     sync.Mutex
	since  int64 // recent holds all events after this position
	head   int64 // position of the last event
	recent []shop.PublishedEvent
	more   chan struct{} // closed when head changes
	// watched holds the channels to notify when sessions, keys or the role of an account may have ended, by account.
	watched map[string]map[chan struct{}]struct{}
	// followed holds who follows an object, by the object's name.
	followed map[string]map[*Changes]struct{}
}

// Follow follows the feed until ctx is cancelled. Only the process itself calls it, once.
func (s *Store) Follow(ctx context.Context, log *slog.Logger) (*Feed, error) {
	f := &Feed{store: s, more: make(chan struct{}), followed: map[string]map[*Changes]struct{}{}}
	if err := s.db.Pool().Get(ctx, &f.head, feedHead); err != nil {
		return nil, fmt.Errorf("read the head of the feed: %w", err)
	}
	f.since = f.head
	updates := make(chan struct{}, 1)
	published := func(string) {
		select {
		case updates <- struct{}{}:
		default: // the last notification has not been received yet
		}
	}
	err := s.db.Listen(ctx, []pg.Channel{
		{Name: feedChannel, Notify: published},
		{Name: changesChannel, Changes: []pg.Topic{base.PublicTopic, base.EditsTopic}},
		{Name: sessionsChannel, Changes: []pg.Topic{base.SessionsTopic}, Notify: f.notifyWatchers},
	}, func() {
		f.notifyWatchers("")
		published("")
	}, log)
	if err != nil {
		return nil, err
	}
	go f.follow(ctx, updates, log)
	return f, nil
}

// follow reads new events after every notification, and every feedPoll.
func (f *Feed) follow(ctx context.Context, updates <-chan struct{}, log *slog.Logger) {
	for {
		if err := f.read(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "follow the feed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-updates:
		case <-time.After(feedPoll):
		}
	}
}

// read appends all new events to recent.
func (f *Feed) read(ctx context.Context) error {
	for {
		events, err := f.store.eventsAfter(ctx, f.head, maxCachedEvents/2) // only this goroutine writes head
		if err != nil || len(events) == 0 {
			return err
		}
		if slices.ContainsFunc(events, func(e shop.PublishedEvent) bool { return e.Kind == shop.EventStockChanged }) {
			f.store.db.Changed(base.PublicTopic)
		}
		f.mu.Lock()
		f.recent = append(f.recent, events...)
		if old := len(f.recent) - maxCachedEvents; old > 0 {
			f.since = f.recent[old-1].Position
			f.recent = append([]shop.PublishedEvent(nil), f.recent[old:]...)
		}
		f.head = events[len(events)-1].Position
		for _, e := range events {
			for c := range f.followed[Object(e.Object(), e.ObjectID)] {
				c.add(e)
			}
		}
		close(f.more)
		f.more = make(chan struct{})
		f.mu.Unlock()
		if len(events) < maxCachedEvents/2 {
			return nil // later events are notified again
		}
	}
}

// Head returns the position of the last event.
func (f *Feed) Head() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.head
}

// Watch returns a channel that receives a value when sessions, keys or the role of an account may have ended, until
// stop is called.
func (f *Feed) Watch(account string) (changed <-chan struct{}, stop func()) {
	notify := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.watched == nil {
		f.watched = map[string]map[chan struct{}]struct{}{}
	}
	if f.watched[account] == nil {
		f.watched[account] = map[chan struct{}]struct{}{}
	}
	f.watched[account][notify] = struct{}{}
	return notify, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if delete(f.watched[account], notify); len(f.watched[account]) == 0 {
			delete(f.watched, account)
		}
	}
}

// notifyWatchers notifies the watchers of an account, and all watchers when account is empty.
func (f *Feed) notifyWatchers(account string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for watched, all := range f.watched {
		if account != "" && account != watched {
			continue
		}
		for notify := range all {
			select {
			case notify <- struct{}{}:
			default: // the last notification has not been received yet
			}
		}
	}
}

// Source delivers events to one subscriber. It does not check who may see them.
type Source interface {
	// Next waits for events and returns them, oldest first; none when interrupt receives a value before.
	Next(ctx context.Context, interrupt <-chan struct{}) ([]shop.PublishedEvent, error)
	// Stop must be called when no more events are read.
	Stop()
}

// After returns the source of all events after a position.
func (f *Feed) After(position int64) Source { return &cursor{f, position} }

type cursor struct {
	feed     *Feed
	position int64
}

func (c *cursor) Next(ctx context.Context, interrupt <-chan struct{}) (events []shop.PublishedEvent, err error) {
	f := c.feed
	for len(events) == 0 {
		f.mu.Lock()
		head, since, recent, more := f.head, f.since, f.recent, f.more
		f.mu.Unlock()
		switch {
		case c.position >= head:
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-interrupt:
				return nil, nil
			case <-more:
			}
		case c.position < since: // older than the cached events
			if events, err = f.store.eventsAfter(ctx, c.position, maxCachedEvents/2); err != nil {
				return nil, err
			}
			if len(events) == 0 {
				c.position = head // they have been deleted
			}
		default:
			first, _ := slices.BinarySearchFunc(recent, c.position+1, func(e shop.PublishedEvent, position int64) int {
				return cmp.Compare(e.Position, position)
			})
			events = recent[first:]
		}
	}
	c.position = events[len(events)-1].Position
	return events, nil
}

func (c *cursor) Stop() {}

// Object returns the name of an object for Changes.
func Object(kind, id string) string { return kind + "/" + id }

// Changes is the source of the events of some objects. Events of other objects do not wake its subscriber, who receives
// only the last event of each object if several have been published meanwhile.
type Changes struct {
	feed    *Feed
	objects []string
	arrived chan struct{}         // receives a value after waiting has changed
	waiting []shop.PublishedEvent // guarded by feed.mu
}

// Changes follows objects from now on.
func (f *Feed) Changes(objects ...string) *Changes {
	c := &Changes{feed: f, objects: objects, arrived: make(chan struct{}, 1)}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, object := range objects {
		if f.followed[object] == nil {
			f.followed[object] = map[*Changes]struct{}{}
		}
		f.followed[object][c] = struct{}{}
	}
	return c
}

// add queues an event. The caller must hold feed.mu.
func (c *Changes) add(e shop.PublishedEvent) {
	c.waiting = append(slices.DeleteFunc(c.waiting, func(old shop.PublishedEvent) bool {
		return old.ObjectID == e.ObjectID && old.Object() == e.Object()
	}), e)
	select {
	case c.arrived <- struct{}{}:
	default: // the last notification has not been received yet
	}
}

// Next implements Source.
func (c *Changes) Next(ctx context.Context, interrupt <-chan struct{}) ([]shop.PublishedEvent, error) {
	for {
		c.feed.mu.Lock()
		events := c.waiting
		c.waiting = nil
		c.feed.mu.Unlock()
		if len(events) > 0 {
			return events, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-interrupt:
			return nil, nil
		case <-c.arrived:
		}
	}
}

// Stop implements Source.
func (c *Changes) Stop() {
	c.feed.mu.Lock()
	defer c.feed.mu.Unlock()
	for _, object := range c.objects {
		if delete(c.feed.followed[object], c); len(c.feed.followed[object]) == 0 {
			delete(c.feed.followed, object)
		}
	}
}
