package preorder

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// A list contains only a few pre-orders of each queue, so PostgreSQL computes the positions without reading whole
// queues; a test verifies that the result equals that of shop.Queue. $3 is whether the caller may see the pre-orders of
// all customers.
var (
	placesInQueues = pg.Prepared(`SELECT p.id, p.position, p.units_ahead FROM (
			SELECT o.id, o.user_id, row_number() OVER w AS position,
				coalesce(sum(o.quantity) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS units_ahead
			FROM preorders o WHERE o.status <> 'Closed' AND o.confirm_by IS NULL
				AND preorder_queue(o.product_id, o.product_name) = any (ARRAY(
					SELECT preorder_queue(product_id, product_name) FROM preorders
					WHERE id = any($1::uuid[]) AND status <> 'Closed' AND confirm_by IS NULL))
			WINDOW w AS (PARTITION BY preorder_queue(o.product_id, o.product_name) ORDER BY o.created_at, o.id)
		) p WHERE p.id = any($1::uuid[]) AND ($3 OR p.user_id = $2::uuid)`)
	changesOfDates = pg.Prepared(`SELECT c.preorder_id, c.date_before, c.date_after, m.reason, m.created_at, c.answer,
			c.answered_at, CASE WHEN $4 THEN (SELECT name FROM users WHERE id = m.actor_id) END AS author
		FROM preorders o CROSS JOIN LATERAL (
			SELECT * FROM preorder_changes WHERE preorder_id = o.id ORDER BY move_id DESC LIMIT $5
		) c JOIN preorder_moves m ON m.id = c.move_id
		WHERE o.id = any($1::uuid[]) AND ($3 OR o.user_id = $2::uuid) ORDER BY c.preorder_id, c.move_id`)
	openQueues = pg.Prepared(`SELECT preorder_queue(product_id, product_name) AS id,
			min(product_id)::text AS product_id, min(product_name) AS product_name, count(*) AS preorders,
			sum(quantity) AS units, min(expected_delivery) AS first, max(expected_delivery) AS last
		FROM preorders WHERE status <> 'Closed' AND confirm_by IS NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT $1`)
)

// QueuePlaces returns the positions of open and confirmed pre-orders by their IDs. No permission is required; the
// result contains the actor's own pre-orders, and all of them for an actor who manages pre-orders.
func (s *Store) QueuePlaces(ctx context.Context, actor shop.Actor, ids []string) (map[string]shop.QueuePlace, error) {
	return s.queuePlaces(ctx, s.db.Pool(), ids, customer(actor), runsPreOrders(actor))
}

// DeliveryChanges returns the changes of the expected dates of pre-orders by their IDs, oldest first. No permission is
// required; the result contains the actor's own pre-orders, and all of them for an actor who manages pre-orders. The
// author of a change is included for administrators and staff only.
func (s *Store) DeliveryChanges(ctx context.Context, actor shop.Actor,
	ids []string) (map[string][]shop.DeliveryChange, error) {
	return s.readDeliveryChanges(ctx, s.db.Pool(), ids, customer(actor), runsPreOrders(actor),
		actor.NeedPerson(shop.ReadPreOrders) == nil)
}

// customer returns the ID of the account whose pre-orders are the actor's own, nil for visitors and API keys.
func customer(actor shop.Actor) *string {
	if !actor.SignedIn() {
		return nil
	}
	return &actor.UserID
}

func runsPreOrders(actor shop.Actor) bool {
	return actor.Runs(shop.ReadPreOrders) || actor.Runs(shop.WritePreOrders)
}

func (s *Store) queuePlaces(ctx context.Context, r pg.Querier, ids []string, owner *string,
	all bool) (map[string]shop.QueuePlace, error) {
	var rows []struct {
		ID         string `db:"id"`
		Position   int    `db:"position"`
		UnitsAhead int    `db:"units_ahead"`
	}
	if err := r.Select(ctx, &rows, placesInQueues, pq.StringArray(ids), owner, all); err != nil {
		return nil, fmt.Errorf("read places in queues: %w", err)
	}
	places := make(map[string]shop.QueuePlace, len(rows))
	for _, row := range rows {
		places[row.ID] = shop.QueuePlace{Position: row.Position, UnitsAhead: row.UnitsAhead}
	}
	return places, nil
}

type deliveryChangeRow struct {
	PreOrderID string               `db:"preorder_id"`
	Before     time.Time            `db:"date_before"`
	After      time.Time            `db:"date_after"`
	Reason     string               `db:"reason"`
	ChangedAt  time.Time            `db:"created_at"`
	Author     *string              `db:"author"`
	Answer     *shop.DeliveryAnswer `db:"answer"`
	AnsweredAt *time.Time           `db:"answered_at"`
}

// readDeliveryChanges returns the changes of delivery dates by the IDs of their pre-orders: of those of owner, or of
// all; with their authors if authors is true.
func (s *Store) readDeliveryChanges(ctx context.Context, r pg.Querier, ids []string, owner *string,
	all, authors bool) (map[string][]shop.DeliveryChange, error) {
	var rows []deliveryChangeRow
	if err := r.Select(ctx, &rows, changesOfDates, pq.StringArray(ids), owner, all, authors,
		shop.MaxDeliveryChanges); err != nil {
		return nil, fmt.Errorf("read changes of dates: %w", err)
	}
	changes := map[string][]shop.DeliveryChange{}
	for _, row := range rows {
		changes[row.PreOrderID] = append(changes[row.PreOrderID],
			shop.DeliveryChange{Before: &row.Before, After: row.After, Reason: &row.Reason, ChangedAt: row.ChangedAt,
				ChangedBy: row.Author, Answer: row.Answer, AnsweredAt: row.AnsweredAt})
	}
	return changes, nil
}

// withDelivery adds the queue position and the delivery changes to a pre-order. It checks no owner, so that callers
// without an account who have the link of an email can use it, and omits the authors of the changes.
func (s *Store) withDelivery(ctx context.Context, r pg.Querier, o shop.PreOrder) (shop.PreOrder, error) {
	places, err := s.queuePlaces(ctx, r, []string{o.ID}, nil, true)
	if err != nil {
		return o, err
	}
	changes, err := s.readDeliveryChanges(ctx, r, []string{o.ID}, nil, true, false)
	if err != nil {
		return o, err
	}
	o.Delivery = &shop.PreOrderDelivery{Changes: changes[o.ID]}
	if place, queued := places[o.ID]; queued {
		o.Delivery.Place = &place
	}
	return o, nil
}

// Queues returns the longest queues, up to shop.MaxQueues. Requires shop.ReadPreOrders.
func (s *Store) Queues(ctx context.Context, actor shop.Actor) ([]shop.PreOrderQueue, error) {
	if err := actor.Need(shop.ReadPreOrders); err != nil {
		return nil, err
	}
	var rows []struct {
		ID          string    `db:"id"`
		ProductID   *string   `db:"product_id"`
		ProductName string    `db:"product_name"`
		PreOrders   int       `db:"preorders"`
		Units       int       `db:"units"`
		First       time.Time `db:"first"`
		Last        time.Time `db:"last"`
	}
	if err := s.db.Pool().Select(ctx, &rows, openQueues, shop.MaxQueues); err != nil {
		return nil, fmt.Errorf("read queues: %w", err)
	}
	queues := make([]shop.PreOrderQueue, len(rows))
	for i, row := range rows {
		queues[i] = shop.PreOrderQueue(row)
	}
	return queues, nil
}
