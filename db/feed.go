package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/lib/pq"

	"orrery/shop"
)

const (
	feedChannel = "orrery_events"
	feedMemory  = 1024            // events that are kept for subscribers who are a little behind
	feedPoll    = 5 * time.Second // how long a lost notification can hold an event up
	hearWithin  = 5 * time.Second // how long the first notification may take
	// reconnectWithin bounds the pauses between attempts to be notified again: nothing that was kept is given before.
	reconnectWithin = 4 * time.Second
)

var (
	notifyFeed = prepared(`SELECT pg_notify('` + feedChannel + `', '')`)
	feedHead   = prepared(`SELECT greatest((SELECT max(position) FROM events), (SELECT position FROM event_horizon))`)
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
	if err := s.pool().get(ctx, &f.head, feedHead); err != nil {
		return nil, fmt.Errorf("read the head of the feed: %w", err)
	}
	f.since = f.head
	listener := pq.NewListener(s.direct, time.Second, reconnectWithin, func(event pq.ListenerEventType, _ error) {
		if event == pq.ListenerEventDisconnected {
			s.hearing.sure.Store(false)
		}
	})
	for _, channel := range []string{feedChannel, changesChannel, endingsChannel} {
		if err := listener.Listen(channel); err != nil {
			_ = listener.Close()
			return nil, fmt.Errorf("listen to %s: %w", channel, err)
		}
	}
	if err := s.hears(ctx, listener); err != nil {
		_ = listener.Close()
		return nil, err
	}
	s.hearing.sure.Store(true)
	if s.replica != nil {
		go s.replica.follow(ctx, s.db, log)
	}
	news := make(chan struct{}, 1)
	go s.watch(ctx, listener)
	go f.follow(ctx, news, log)
	go f.listen(ctx, listener, news)
	return f, nil
}

// hears makes sure that notifications arrive: a pooler in transaction mode takes LISTEN without a word and passes none on, and nobody
// would know of others' changes.
func (s *Store) hears(ctx context.Context, listener *pq.Listener) error {
	if _, err := s.pool().exec(ctx, notifyFeed); err != nil {
		return fmt.Errorf("try notifications: %w", err)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-listener.NotificationChannel():
		return nil
	case <-time.After(hearWithin):
		return errors.New("no notification arrives: set DATABASE_DIRECT_URL to PostgreSQL itself where DATABASE_URL is a pooler")
	}
}

// listen hands notifications on, without waiting for anything else: what others have changed must not be shown any longer.
func (f *Feed) listen(ctx context.Context, listener *pq.Listener, news chan<- struct{}) {
	defer func() {
		f.store.hearing.sure.Store(false)
		_ = listener.Close()
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-listener.NotificationChannel():
			switch {
			case n == nil: // the connection was lost
				f.store.missed()
				f.ending("")
			case n.Channel == changesChannel:
				f.store.changes.add()
				f.store.edits.add()
			case n.Channel == endingsChannel:
				f.store.endings.add()
				f.ending(n.Extra)
			}
			if n == nil || n.Channel == feedChannel {
				select {
				case news <- struct{}{}:
				default: // it has not come to the last one yet
				}
			}
		}
	}
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
			f.store.changes.add()
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
