package order

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// An order belongs to what its buyer has last taken over from an agent, if it contains a product of that. The
	// agent's webhook gets the changes of the order. $6 is how long what an agent has prepared lasts after its last
	// change, in seconds: its end tells when that was.
	linkPrepared = pg.Prepared(`WITH found AS (
			SELECT id, expires_at - $6::float8 * interval '1 second' AS changed_at FROM agent_sessions
			WHERE taken_by = $1 AND status = 'open' AND expires_at > $3
				AND EXISTS (SELECT FROM jsonb_array_elements(lines) AS l WHERE l ->> 'item' = any($4))
			ORDER BY taken_at DESC LIMIT 1 FOR UPDATE),
		taken AS (
			UPDATE agent_sessions s SET status = 'completed', expires_at = greatest(expires_at,
				$3::timestamptz + $6::float8 * interval '1 second')
			FROM found WHERE s.id = found.id
			RETURNING s.id, agent, webhook_url, changed_at),
		hook AS (INSERT INTO webhooks (id, url, kinds, secret, agent, created_at)
			SELECT $5::uuid, webhook_url, '{agent}'::text[], '', agent, $3 FROM taken WHERE webhook_url <> ''
			ON CONFLICT (agent) DO UPDATE SET url = excluded.url, paused_at = NULL)
		INSERT INTO agent_orders (order_id, agent, checkout_id, prepared_at, created_at)
			SELECT $2::uuid, agent, id, changed_at, $3 FROM taken`)
	preparedOrder = pg.Prepared(`SELECT ` + Columns + `, a.checkout_id FROM orders o
		JOIN agent_orders a ON a.order_id = o.id WHERE o.id = $1 AND a.agent = $2`)
	// A change of the address leaves the status as it is.
	orderChanges = pg.Prepared(`SELECT to_status, version, created_at FROM order_changes
		WHERE order_id = $1 AND from_status <> to_status ORDER BY version`)
	// A refund that failed after it had been booked is booked back.
	orderReturns = pg.Prepared(`SELECT min(id::text) AS id, sum(amount_minor)::bigint AS minor,
			min(created_at) AS created_at
		FROM payments WHERE order_id = $1 AND status = 'SUCCEEDED' AND returned
		GROUP BY coalesce(online_id, id::text) HAVING sum(amount_minor) <> 0 ORDER BY 3, 1`)
)

// linkPrepared records that an agent has prepared a new order, if one has.
func (s *Store) linkPrepared(ctx context.Context, tx pg.Querier, order shop.Order) error {
	products := pq.StringArray{}
	for _, item := range order.OrderItems {
		products = append(products, *item.ProductID)
	}
	id, err := pg.NewID()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, linkPrepared, order.Buyer.ID, order.ID, order.CreatedAt, products, id,
		shop.AgentSessionLife.Seconds())
	return err
}

// Prepared returns an order of what the agent has prepared, without personal data. The agent needs
// READ_PREPARED_ORDERS; NOT_FOUND for the orders of others.
func (s *Store) Prepared(ctx context.Context, actor shop.Actor, id string) (found shop.PreparedOrder, err error) {
	if err := actor.NeedPlatform(shop.ReadPreparedOrders); err != nil {
		return found, err
	}
	if !pg.IsUUID(id) {
		return found, shop.UnknownOrder()
	}
	var row struct {
		Row
		CheckoutID string `db:"checkout_id"`
	}
	switch err := s.db.Pool().Get(ctx, &row, preparedOrder, id, actor.Platform.Profile); {
	case pg.NoRows(err):
		return found, shop.UnknownOrder()
	case err != nil:
		return found, fmt.Errorf("read order of an agent: %w", err)
	}
	orders := []shop.Order{s.Order(row.Row)}
	if err := s.fill(ctx, s.db.Pool(), orders); err != nil {
		return found, err
	}
	found = shop.PreparedOrder{Order: orders[0].SeenByAgent(), CheckoutID: row.CheckoutID}
	if err := s.db.Pool().Select(ctx, &found.Changes, orderChanges, id); err != nil {
		return found, fmt.Errorf("read changes of an order: %w", err)
	}
	if err := s.db.Pool().Select(ctx, &found.Returns, orderReturns, id); err != nil {
		return found, fmt.Errorf("read what was returned of an order: %w", err)
	}
	return found, nil
}
