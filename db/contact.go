package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

type contactRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Subject   string    `db:"subject"`
	Message   string    `db:"message"`
	Status    string    `db:"status"`
	CreatedAt time.Time `db:"created_at"`
}

var (
	contactMessages = prepared(`SELECT id, name, email, subject, message, status, created_at FROM contact_messages
		WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid)
		ORDER BY created_at DESC, id DESC LIMIT $1`)
	countContactMessages = prepared(`SELECT count(*) FROM contact_messages`)
)

// ContactMessages returns a page of what people wrote, newest first. Admins only.
func (s *Store) ContactMessages(ctx context.Context, actor shop.Actor,
	args shop.PageArgs) (shop.Page[shop.ContactMessage], error) {
	var none shop.Page[shop.ContactMessage]
	if err := actor.NeedAdmin(); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := decodeTimeCursor(args.After)
	if err != nil {
		return none, err
	}
	var rows []contactRow
	if err := s.pool().list(ctx, &rows, contactMessages, args.First+1, at, id); err != nil {
		return none, fmt.Errorf("read contact messages: %w", err)
	}
	messages := make([]shop.ContactMessage, len(rows))
	for i, r := range rows {
		messages[i] = shop.ContactMessage{ID: r.ID, Name: r.Name, Email: r.Email, Subject: r.Subject, Message: r.Message,
			Status: shop.ContactStatus(r.Status), CreatedAt: r.CreatedAt}
	}
	return page(args, messages, func(m shop.ContactMessage) cursor { return timeCursor(m.CreatedAt, m.ID) }), nil
}

// CountContactMessages returns how many messages there are. Admins only.
func (s *Store) CountContactMessages(ctx context.Context, actor shop.Actor) (int, error) {
	if err := actor.NeedAdmin(); err != nil {
		return 0, err
	}
	var count int
	if err := s.pool().get(ctx, &count, countContactMessages); err != nil {
		return 0, fmt.Errorf("count contact messages: %w", err)
	}
	return count, nil
}
