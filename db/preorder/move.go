package preorder

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	lockQueue = pg.Prepared(`SELECT id FROM preorders WHERE preorder_queue(product_id, product_name) = $1
		AND status <> 'Closed' AND confirm_by IS NULL ORDER BY created_at, id LIMIT $2 FOR UPDATE`)
	queueByID = pg.Prepared(`SELECT ` + columns + `,
			(SELECT c.move_id::text FROM preorder_changes c WHERE c.preorder_id = o.id
				ORDER BY c.move_id DESC LIMIT 1) AS last_move
		FROM preorders o WHERE preorder_queue(o.product_id, o.product_name) = $1 AND o.status <> 'Closed'
		AND o.confirm_by IS NULL ORDER BY o.created_at, o.id LIMIT $2`)
	moveOfRequest = pg.Prepared(`SELECT id FROM preorder_moves WHERE request = $1`)
	movedBy       = pg.Prepared(`SELECT ` + columns + ` FROM preorder_changes c JOIN preorders o ON o.id = c.preorder_id
		WHERE c.move_id = $1 ORDER BY o.created_at, o.id`)

	insertMove = pg.Prepared(`INSERT INTO preorder_moves (id, request, actor_id, reason, created_at)
		VALUES ($1, $2, $3, $4, $5)`)
	insertChanges = pg.Prepared(`INSERT INTO preorder_changes (preorder_id, move_id, date_before, date_after)
		SELECT n.id, $1, o.expected_delivery, n.date
		FROM unnest($2::uuid[], $3::timestamptz[]) AS n (id, date) JOIN preorders o ON o.id = n.id`)
	moveDates = pg.Prepared(`UPDATE preorders o SET expected_delivery = n.date, changed_at = $3
		FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, date) WHERE o.id = n.id`)

	insertPreOrderLink = pg.Prepared(`INSERT INTO preorder_links (hash, preorder_id)
		SELECT $1, id FROM preorders WHERE id = $2 AND status <> 'Closed'`)
)

type queuedRow struct {
	preOrderRow
	LastMove *string `db:"last_move"`
}

// queue reads the first shop.MaxQueue pre-orders of a queue, the most that a move can affect.
func (s *Store) queue(ctx context.Context, r pg.Querier, id string) ([]shop.QueuedPreOrder, error) {
	var rows []queuedRow
	if err := r.Select(ctx, &rows, queueByID, id, shop.MaxQueue); err != nil {
		return nil, fmt.Errorf("read a queue: %w", err)
	}
	queue := make([]shop.QueuedPreOrder, len(rows))
	for i, row := range rows {
		queue[i].PreOrder = row.preOrder()
		if row.LastMove != nil {
			queue[i].LastMove = *row.LastMove
		}
	}
	return shop.Queue(queue), nil
}

// PreviewMove returns the pre-orders that a plan would affect, and changes nothing. Requires shop.ReadPreOrders.
// Errors: shop.Errors for the plan.
func (s *Store) PreviewMove(ctx context.Context, actor shop.Actor,
	plan shop.PreOrderMovePlan) (shop.PreOrderMovePreview, error) {
	var none shop.PreOrderMovePreview
	if err := actor.Need(shop.ReadPreOrders); err != nil {
		return none, err
	}
	plan, err := plan.Normal(s.db.Now())
	if err != nil {
		return none, err
	}
	queue, err := s.queue(ctx, s.db.Pool(), plan.QueueID)
	if err != nil {
		return none, err
	}
	return plan.Preview(queue, s.db.Now())
}

// Move executes a plan as it was previewed, and queues an email for every affected pre-order. It is idempotent: the
// same plan with the same preview returns the result of the first call. Requires shop.WritePreOrders. Errors:
// shop.Errors for the plan, CONFLICT when an affected pre-order has changed since the preview.
func (s *Store) Move(ctx context.Context, actor shop.Actor,
	in shop.PreOrderMoveInput) (moved []shop.PreOrder, err error) {
	if err := actor.Need(shop.WritePreOrders); err != nil {
		return nil, err
	}
	plan, err := in.Plan.Normal(s.db.Now())
	if err != nil {
		return nil, err
	}
	request := plan.Request(in.Previewed)
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		// Every move locks the whole queue, even if it changes only a part: concurrent moves are serialised, and the
		// second one sees the changes of the first.
		var locked []string
		if err := tx.Select(ctx, &locked, lockQueue, plan.QueueID, shop.MaxQueue); err != nil {
			return err
		}
		var id string
		switch err := tx.Get(ctx, &id, moveOfRequest, request); {
		case pg.NoRows(err):
			if id, err = s.movePreOrders(ctx, tx, actor, plan, in.Previewed, request); err != nil {
				return err
			}
		case err != nil:
			return err
		}
		var rows []preOrderRow
		if err := tx.Select(ctx, &rows, movedBy, id); err != nil {
			return err
		}
		moved = make([]shop.PreOrder, len(rows))
		for i, row := range rows {
			moved[i] = row.preOrder().SeenBy(actor)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("move pre-orders: %w", err)
	}
	return moved, nil
}

func (s *Store) movePreOrders(ctx context.Context, tx pg.Querier, actor shop.Actor, plan shop.PreOrderMovePlan,
	previewed string, request []byte) (id string, err error) {
	queue, err := s.queue(ctx, tx, plan.QueueID)
	if err != nil {
		return "", err
	}
	now := s.db.Now()
	preview, err := plan.Preview(queue, now)
	if err != nil {
		return "", err
	}
	if preview.Previewed != previewed {
		return "", shop.StalePreview()
	}
	if id, err = pg.NewID(); err != nil {
		return "", err
	}
	ids, dates := make(pq.StringArray, len(preview.PreOrders)), make(pq.StringArray, len(preview.PreOrders))
	events := make([]shop.Event, len(preview.PreOrders))
	for i, m := range preview.PreOrders {
		ids[i], dates[i], events[i] = m.PreOrder.ID, m.After.Format(time.RFC3339), shop.PreOrderDateChanged(m)
		if err := s.db.Enqueue(ctx, tx, shop.PreOrderMovedMail{
			To:         shop.Recipient{Name: m.PreOrder.Name, Email: m.PreOrder.Email},
			PreOrderID: m.PreOrder.ID, ProductName: m.PreOrder.ProductName, Quantity: m.PreOrder.Quantity,
			Before: m.Before, After: m.After, Reason: plan.Reason,
			Place: shop.QueuePlace{Position: m.QueuePosition, UnitsAhead: m.UnitsAhead}}); err != nil {
			return "", err
		}
	}
	if _, err := tx.Exec(ctx, insertMove, id, request, actor.Account(), plan.Reason, now); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, insertChanges, id, ids, dates); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, moveDates, ids, dates, now); err != nil {
		return "", err
	}
	return id, s.db.Publish(ctx, tx, events...)
}

// IssueLink creates the token for the links of an email. Tokens of earlier emails stay valid. It returns false when the
// pre-order is closed or deleted.
func (s *Store) IssueLink(ctx context.Context, id string) (token string, send bool, err error) {
	token, hash := base.NewToken()
	n, err := s.db.Pool().Exec(ctx, insertPreOrderLink, hash, id)
	if err != nil {
		return "", false, fmt.Errorf("issue the link of a pre-order: %w", err)
	}
	return token, n > 0, nil
}
