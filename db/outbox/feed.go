package outbox

import (
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
	// changesChannel gets a notification with every change of what everybody may read, but of stock: orders take stock, and those who
	// notify commit one after the other. Changes of stock come with their events.
	changesChannel = "orrery_changes"
	// endingsChannel gets one whenever somebody who is signed in may no longer be, or no longer as the same.
	endingsChannel = "orrery_endings"
	feedMemory     = 1024            // events that are kept for subscribers who are a little behind
	feedPoll       = 5 * time.Second // how long a lost notification can hold an event up
)

var (
	notifyFeed = pg.Prepared(`SELECT pg_notify('` + feedChannel + `', '')`)
	feedHead   = pg.Prepared(`SELECT greatest((SELECT max(position) FROM events), (SELECT position FROM event_horizon))`)
)

// Feed follows the events that all instances publish, and hands them to the subscriptions of this one: one reader, however many
// subscribers.
type Feed struct {
	store *Store

	mu     sync.Mutex
	since  int64 // recent are all events after this position
	head   int64 // position of the last event
	recent []shop.PublishedEvent
	more   chan struct{} // closed when head moves
	// watched are those who want to know when sessions, keys or the role of an account may have ended, by the account.
	watched map[string]map[chan struct{}]struct{}
}

// Follow begins to follow the feed until ctx ends. Only the process itself calls it, once.
func (s *Store) Follow(ctx context.Context, log *slog.Logger) (*Feed, error) {
	f := &Feed{store: s, more: make(chan struct{})}
	if err := s.db.Pool().Get(ctx, &f.head, feedHead); err != nil {
		return nil, fmt.Errorf("read the head of the feed: %w", err)
	}
	f.since = f.head
	news := make(chan struct{}, 1)
	published := func(string) {
		select {
		case news <- struct{}{}:
		default: // the last one has not been received yet
		}
	}
	err := s.db.Listen(ctx, []pg.Channel{
		{Name: feedChannel, Notify: published},
		{Name: changesChannel, Changes: []pg.Topic{base.PublicTopic, base.EditsTopic}},
		{Name: endingsChannel, Changes: []pg.Topic{base.SessionsTopic}, Notify: f.ending},
	}, func() {
		f.ending("")
		published("")
	}, log)
	if err != nil {
		return nil, err
	}
	go f.follow(ctx, news, log)
	return f, nil
}

// follow reads on whenever there are news.
func (f *Feed) follow(ctx context.Context, news <-chan struct{}, log *slog.Logger) {
	for {
		if err := f.read(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "follow the feed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-news:
		case <-time.After(feedPoll):
		}
	}
}

// read takes in what is new.
func (f *Feed) read(ctx context.Context) error {
	for {
		events, err := f.store.eventsAfter(ctx, f.head, feedMemory/2) // only this goroutine moves head
		if err != nil || len(events) == 0 {
			return err
		}
		if slices.ContainsFunc(events, func(e shop.PublishedEvent) bool { return e.Kind == shop.EventStockChanged }) {
			f.store.db.Changed(base.PublicTopic)
		}
		f.mu.Lock()
		f.recent = append(f.recent, events...)
		if old := len(f.recent) - feedMemory; old > 0 {
			f.since = f.recent[old-1].Position
			f.recent = append([]shop.PublishedEvent(nil), f.recent[old:]...)
		}
		f.head = events[len(events)-1].Position
		close(f.more)
		f.more = make(chan struct{})
		f.mu.Unlock()
	}
}

// Head is the position of the last event.
func (f *Feed) Head() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.head
}

// Watch returns a channel that gets a value when sessions, keys or the role of an account may have ended, until stop is called.
func (f *Feed) Watch(account string) (ending <-chan struct{}, stop func()) {
	told := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.watched == nil {
		f.watched = map[string]map[chan struct{}]struct{}{}
	}
	if f.watched[account] == nil {
		f.watched[account] = map[chan struct{}]struct{}{}
	}
	f.watched[account][told] = struct{}{}
	return told, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if delete(f.watched[account], told); len(f.watched[account]) == 0 {
			delete(f.watched, account)
		}
	}
}

// ending tells those who watch an account, and all where it is not said which.
func (f *Feed) ending(account string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for watched, all := range f.watched {
		if account != "" && account != watched {
			continue
		}
		for told := range all {
			select {
			case told <- struct{}{}:
			default: // has not taken the last one yet
			}
		}
	}
}

// After waits until there are events after a position, and returns some of them, oldest first; none when ending gets a value first. It
// does not decide who may see them.
func (f *Feed) After(ctx context.Context, position int64, ending <-chan struct{}) ([]shop.PublishedEvent, error) {
	for {
		f.mu.Lock()
		head, since, recent, more := f.head, f.since, f.recent, f.more
		f.mu.Unlock()
		switch {
		case position >= head:
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-ending:
				return nil, nil
			case <-more:
			}
		case position < since: // from before our memory
			events, err := f.store.eventsAfter(ctx, position, feedMemory/2)
			if err != nil || len(events) > 0 {
				return events, err
			}
			position = head // they are gone
		default:
			first := 0
			for first < len(recent) && recent[first].Position <= position {
				first++
			}
			return recent[first:], nil
		}
	}
}
