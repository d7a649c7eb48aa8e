package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

// sweepRows bounds what one sweep forgets of a kind, so that no transaction grows long; the next one goes on.
const sweepRows = 1000

var (
	// What somebody is changing is not old, and nobody waits for the other.
	oldMessages = prepared(`DELETE FROM contact_messages WHERE id IN (SELECT id FROM contact_messages
		WHERE coalesce(changed_at, created_at) < $1 ORDER BY coalesce(changed_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	oldPreOrders = prepared(`DELETE FROM preorders WHERE id IN (SELECT id FROM preorders
		WHERE coalesce(changed_at, created_at) < $1 ORDER BY coalesce(changed_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	unconfirmedPreOrders = prepared(`DELETE FROM preorders WHERE id IN (SELECT id FROM preorders
		WHERE confirm_by <= $1 ORDER BY confirm_by LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`)
	// What moved nothing that is still there.
	emptyMoves = prepared(`DELETE FROM preorder_moves m WHERE created_at < $1 AND NOT EXISTS (SELECT FROM preorder_changes c WHERE c.move_id = m.id)`)
	// Figures and country stay: they are nobody's.
	oldOrders = prepared(`WITH old AS (UPDATE orders SET user_id = NULL, buyer_name = NULL, address = '', city = '', postal_code = ''
			WHERE id IN (SELECT id FROM orders WHERE created_at < $1 AND address <> '' AND status <> ALL ($3) ORDER BY created_at LIMIT $2)
			RETURNING id),
		keys AS (DELETE FROM order_keys WHERE order_id IN (SELECT id FROM old))
		DELETE FROM order_notes WHERE order_id IN (SELECT id FROM old)`)
)

// forgetOld forgets messages and pre-orders that nobody has dealt with for long, pre-orders that nobody has confirmed, and whose the orders were that the books may forget.
func (s *Store) forgetOld(ctx context.Context) error {
	for _, kind := range []struct {
		q      statement
		before time.Time
		event  shop.EventKind
	}{{oldMessages, shop.MessagesBegin(s.now()), shop.EventContactDeleted}, {oldPreOrders, shop.MessagesBegin(s.now()), shop.EventPreOrderDeleted},
		{unconfirmedPreOrders, s.now(), shop.EventPreOrderDeleted}} {
		err := s.inTx(ctx, func(tx runner) error {
			var gone []string
			if err := tx.list(ctx, &gone, kind.q, kind.before, sweepRows); err != nil {
				return err
			}
			return s.tell(ctx, tx, happened(kind.event, gone)...)
		})
		if err != nil {
			return fmt.Errorf("forget what is old: %w", err)
		}
	}
	if _, err := s.pool().exec(ctx, emptyMoves, shop.MessagesBegin(s.now())); err != nil {
		return fmt.Errorf("forget moves of dates: %w", err)
	}
	if _, err := s.pool().exec(ctx, oldOrders, shop.BooksBegin(s.now()), sweepRows, openStatuses); err != nil {
		return fmt.Errorf("forget whose old orders were: %w", err)
	}
	return nil
}
