package base

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// A transaction that publishes an event holds the lock of the object's row, so that no other transaction takes the
// same number of the object's sequence.
var insertEvents = pg.Changing(WorkTopic, `INSERT INTO events (id, kind, object, object_id, sequence, data, created_at)
		SELECT n.id, n.kind, n.object, n.object_id,
			coalesce(greatest((SELECT max(e.sequence) FROM events e
					WHERE e.object = n.object AND e.object_id = n.object_id),
				(SELECT s.last FROM event_sequences s WHERE s.object = n.object AND s.object_id = n.object_id)), 0)
				+ row_number() OVER (PARTITION BY n.object, n.object_id ORDER BY n.place),
			n.data, $6
		FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[])
			WITH ORDINALITY AS n (id, kind, object, object_id, data, place) ORDER BY n.place`)

// Publish writes events in the transaction that causes them. The transaction must have locked or inserted the rows of
// their objects.
func (db *DB) Publish(ctx context.Context, tx pg.Querier, events ...shop.Event) error {
	n := len(events)
	if n == 0 {
		return nil
	}
	ids, kinds, objects := make(pq.StringArray, n), make(pq.StringArray, n), make(pq.StringArray, n)
	objectIDs, data := make(pq.StringArray, n), make(pq.StringArray, n)
	for i, e := range events {
		id, err := pg.NewID()
		if err != nil {
			return err
		}
		text, err := json.Marshal(e.Data)
		if err != nil {
			return fmt.Errorf("write the event %s: %w", e.Kind, err)
		}
		if e.Kind.Public() {
			tx.Changed(PublicTopic)
		}
		if e.Kind.Public() && e.Kind != shop.EventStockChanged {
			tx.Changed(EditsTopic)
		}
		ids[i], kinds[i], objects[i], objectIDs[i], data[i] =
			id, string(e.Kind), e.Kind.Object(), e.ObjectID, string(text)
	}
	if _, err := tx.Exec(ctx, insertEvents, ids, kinds, objects, objectIDs, data, db.Now()); err != nil {
		return fmt.Errorf("insert events: %w", err)
	}
	return nil
}

// HappenedAll returns shop.Happened for each of the ids.
func HappenedAll(kind shop.EventKind, ids []string) []shop.Event {
	events := make([]shop.Event, len(ids))
	for i, id := range ids {
		events[i] = shop.Happened(kind, id)
	}
	return events
}
