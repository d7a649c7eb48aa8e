package order

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
	notesOfOrders = pg.Prepared(`SELECT n.order_id, n.id, n.text, u.name AS author, n.created_at
		FROM unnest($1::uuid[]) AS wanted (id)
		CROSS JOIN LATERAL (
			SELECT order_id, id, text, author_id, created_at FROM order_notes
			WHERE order_id = wanted.id ORDER BY created_at DESC, id DESC LIMIT $2
		) n LEFT JOIN users u ON u.id = n.author_id ORDER BY n.created_at DESC, n.id DESC`)
	insertOrderNote = pg.Prepared(`WITH n AS (INSERT INTO order_notes (id, order_id, author_id, text, created_at)
			VALUES ($1, $2, $3, $4, $5) RETURNING order_id, id, text, author_id, created_at)
		SELECT n.order_id, n.id, n.text, u.name AS author, n.created_at FROM n JOIN users u ON u.id = n.author_id`)
	deleteOrderNote = pg.Prepared(`DELETE FROM order_notes WHERE id = $1`)
)

type orderNoteRow struct {
	OrderID   string    `db:"order_id"`
	ID        string    `db:"id"`
	Text      string    `db:"text"`
	Author    *string   `db:"author"`
	CreatedAt time.Time `db:"created_at"`
}

func (r orderNoteRow) note() shop.OrderNote {
	return shop.OrderNote{ID: r.ID, Text: r.Text, Author: r.Author, CreatedAt: r.CreatedAt}
}

// Notes returns the newest notes of each of the orders, in one statement. No permission is required; the result is
// empty unless the actor is an admin, or staff with ReadOrders.
func (s *Store) Notes(ctx context.Context, actor shop.Actor, orderIDs []string) (map[string][]shop.OrderNote, error) {
	if actor.NeedPerson(shop.ReadOrders) != nil {
		return nil, nil
	}
	var rows []orderNoteRow
	if err := s.db.Pool().Select(ctx, &rows, notesOfOrders, pq.StringArray(orderIDs), shop.MaxOrderNotes); err != nil {
		return nil, fmt.Errorf("read order notes: %w", err)
	}
	notes := make(map[string][]shop.OrderNote, len(orderIDs))
	for _, r := range rows {
		notes[r.OrderID] = append(notes[r.OrderID], r.note())
	}
	return notes, nil
}

// AddNote adds a note to an order. Requires WriteOrders, and no API key. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) AddNote(ctx context.Context, actor shop.Actor, in shop.OrderNoteAddInput) (shop.OrderNote, error) {
	var row orderNoteRow
	if err := actor.NeedPerson(shop.WriteOrders); err != nil {
		return row.note(), err
	}
	in, err := in.Normal()
	if err != nil {
		return row.note(), err
	}
	if !pg.IsUUID(in.OrderID) {
		return row.note(), shop.UnknownNoteOrder()
	}
	id, err := pg.NewID()
	if err != nil {
		return row.note(), err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		return base.Refusal(tx.Get(ctx, &row, insertOrderNote, id, in.OrderID, actor.UserID, in.Text, s.db.Now()))
	})
	if err != nil {
		return shop.OrderNote{}, fmt.Errorf("add order note: %w", err)
	}
	return row.note(), nil
}

// DeleteNote deletes a note of any author. Requires WriteOrders, and no API key.
func (s *Store) DeleteNote(ctx context.Context, actor shop.Actor, in shop.OrderNoteDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.NeedPerson(shop.WriteOrders), deleteOrderNote, "Note", in.ID)
}
