package order

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// An order belongs to the session with an agent that its buyer has last taken over, if it contains a product of
	// that. The agent's webhook gets the changes of the order. A session ends a lifetime after its last change.
	linkPrepared = pg.Named(placedOrder{}, `WITH last AS (
			SELECT id, expires_at - make_interval(secs => :lifetime) AS changed_at FROM agent_sessions
			WHERE taken_by = :buyer_id AND status = 'open' AND expires_at > :placed_at
				AND EXISTS (SELECT FROM jsonb_array_elements(lines) AS l WHERE l ->> 'item' = any(:product_ids))
			ORDER BY taken_at DESC LIMIT 1 FOR UPDATE),
		session AS (UPDATE agent_sessions s SET status = 'completed',
				expires_at = greatest(expires_at, CAST(:placed_at AS timestamptz) + make_interval(secs => :lifetime))
			FROM last WHERE s.id = last.id RETURNING s.id, agent, webhook_url, changed_at),
		webhook AS (INSERT INTO webhooks (id, url, kinds, secret, agent, created_at)
			SELECT CAST(:webhook_id AS uuid), webhook_url, '{agent}', '', agent, :placed_at
			FROM session WHERE webhook_url <> ''
			ON CONFLICT (agent) DO UPDATE SET url = excluded.url, paused_at = NULL)
		INSERT INTO agent_orders (order_id, agent, checkout_id, prepared_at, created_at)
		SELECT CAST(:order_id AS uuid), agent, id, changed_at, :placed_at FROM session`)
	preparedOrder = pg.Prepared(`SELECT ` + Columns + `, a.checkout_id FROM orders o
		JOIN agent_orders a ON a.order_id = o.id WHERE o.id = $1 AND a.agent = $2`)
	// A refund that failed after it had been booked is booked back.
	orderReturns = pg.Prepared(`SELECT min(id::text) AS id, sum(amount_minor)::bigint AS minor,
			min(created_at) AS created_at
		FROM payments WHERE order_id = $1 AND status = 'SUCCEEDED' AND returned
		GROUP BY coalesce(online_id, id::text) HAVING sum(amount_minor) <> 0 ORDER BY 3, 1`)
)

// placedOrder holds the parameters of the statement linkPrepared.
type placedOrder struct {
	OrderID    string         `db:"order_id"`
	BuyerID    string         `db:"buyer_id"`
	ProductIDs pq.StringArray `db:"product_ids"`
	PlacedAt   time.Time      `db:"placed_at"`
	WebhookID  string         `db:"webhook_id"`
	Lifetime   float64        `db:"lifetime"` // in seconds
}

// linkPrepared records that an agent has prepared a new order, if one has.
func (s *Store) linkPrepared(ctx context.Context, tx pg.Querier, order shop.Order) error {
	webhookID, err := pg.NewID()
	if err != nil {
		return err
	}
	placed := placedOrder{OrderID: order.ID, BuyerID: order.Buyer.ID, PlacedAt: order.CreatedAt, WebhookID: webhookID,
		Lifetime: shop.AgentSessionLife.Seconds()}
	for _, item := range order.OrderItems {
		placed.ProductIDs = append(placed.ProductIDs, *item.ProductID)
	}
	_, err = tx.Exec(ctx, linkPrepared, linkPrepared.Args(placed)...)
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
	if err := s.db.Pool().Select(ctx, &found.Returns, orderReturns, id); err != nil {
		return found, fmt.Errorf("read what was returned of an order: %w", err)
	}
	return found, nil
}
