package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// PublishBatch is how many events PublishEvents publishes at most.
const PublishBatch = 1000

var (
	lockFeed      = pg.Prepared(`SELECT pg_advisory_xact_lock(hashtext('orrery.events'))`)
	publishEvents = pg.Prepared(`UPDATE events e SET position = p.position
		FROM (SELECT id, nextval('event_positions') AS position
			FROM (SELECT id FROM events WHERE position IS NULL ORDER BY written LIMIT $1) AS next) AS p
		WHERE e.id = p.id RETURNING p.position`)
	eventsAfter = pg.Prepared(`SELECT id, position, kind, object_id, sequence, data, created_at FROM events
		WHERE position > $1 ORDER BY position LIMIT $2`)
	eventHorizon = pg.Prepared(`SELECT position FROM event_horizon`)
)

type eventRow struct {
	ID        string          `db:"id"`
	Position  int64           `db:"position"`
	Kind      shop.EventKind  `db:"kind"`
	ObjectID  string          `db:"object_id"`
	Sequence  int             `db:"sequence"`
	Data      json.RawMessage `db:"data"`
	CreatedAt time.Time       `db:"created_at"`
}

// PublishEvents assigns positions in the feed to at most PublishBatch of the events that have been committed since the
// last call, and returns their number. Only the process itself calls it; a lock serialises the calls of several
// instances.
func (s *Store) PublishEvents(ctx context.Context) (published int, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, lockFeed); err != nil {
			return err
		}
		var positions []int64
		err := tx.Select(ctx, &positions, publishEvents, PublishBatch)
		if published = len(positions); err != nil || published == 0 {
			return err
		}
		if _, err = tx.Exec(ctx, insertDeliveries, pq.Array(positions), s.db.Now()); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, notifyFeed)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("publish events: %w", err)
	}
	return published, nil
}

// Events returns a page of the feed, oldest first. Requires shop.ReadEvents, which staff cannot have.
func (s *Store) Events(ctx context.Context, actor shop.Actor,
	args shop.PageArgs) (shop.Page[shop.PublishedEvent], error) {
	var none shop.Page[shop.PublishedEvent]
	if err := actor.Need(shop.ReadEvents); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	args = args.In(feedList)
	after, err := s.knownEvent(ctx, args)
	if err != nil {
		return none, err
	}
	if after == nil {
		after = new(int64)
	}
	events, err := s.eventsAfter(ctx, *after, args.First+1)
	if err != nil {
		return none, err
	}
	return pg.NewPage(args, events, eventPlace), nil
}

// FollowFrom returns the position of the last event that a subscriber has received, and fallback when after is nil.
// Requires staff, which receives the events that Actor.Receives permits, or an API key with shop.ReadEvents.
func (s *Store) FollowFrom(ctx context.Context, actor shop.Actor, after *string, fallback int64) (int64, error) {
	refusal := actor.NeedStaff()
	if actor.Key != nil {
		refusal = actor.Need(shop.ReadEvents)
	}
	if refusal != nil {
		return 0, refusal
	}
	known, err := s.knownEvent(ctx, shop.PageArgs{After: after}.In(feedList))
	if err != nil || known == nil {
		return fallback, err
	}
	return *known, nil
}

// knownEvent returns the position that the cursor of a page of the feed stands for, nil without one; EXPIRED when
// events after it have been deleted.
func (s *Store) knownEvent(ctx context.Context, args shop.PageArgs) (*int64, error) {
	known, err := pg.DecodeNumberCursor(args)
	if err != nil || known == nil {
		return nil, err
	}
	var horizon int64
	if err := s.db.Pool().Get(ctx, &horizon, eventHorizon); err != nil {
		return nil, fmt.Errorf("read where the feed begins: %w", err)
	}
	if *known < horizon {
		return nil, shop.CursorExpired()
	}
	return known, nil
}

// EventCursor returns the cursor of an event.
func EventCursor(e shop.PublishedEvent) string { return eventPlace(e).Encode(feedList) }

// feedList is the name of the list in all cursors of the feed, whichever API has issued them.
const feedList = "events"

func eventPlace(e shop.PublishedEvent) pg.Cursor {
	return pg.Cursor{ID: strconv.FormatInt(e.Position, 10)}
}

func (s *Store) eventsAfter(ctx context.Context, position int64, first int) ([]shop.PublishedEvent, error) {
	var rows []eventRow
	if err := s.db.Pool().Select(ctx, &rows, eventsAfter, position, first); err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	events := make([]shop.PublishedEvent, len(rows))
	for i, r := range rows {
		var err error
		if events[i], err = r.event(); err != nil {
			return nil, err
		}
	}
	return events, nil
}

func (r eventRow) event() (shop.PublishedEvent, error) {
	e := shop.PublishedEvent{ID: r.ID, Position: r.Position, Sequence: r.Sequence, CreatedAt: r.CreatedAt,
		Event: shop.Event{Kind: r.Kind, ObjectID: r.ObjectID}}
	if err := json.Unmarshal(r.Data, &e.Data); err != nil {
		return e, fmt.Errorf("read the event %s: %w", r.ID, err)
	}
	return e, nil
}
