package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

const contactColumns = `id, name, email, subject, message, status, created_at`

type contactRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Subject   string    `db:"subject"`
	Message   string    `db:"message"`
	Status    string    `db:"status"`
	CreatedAt time.Time `db:"created_at"`
}

func (r contactRow) message() shop.ContactMessage {
	return shop.ContactMessage{ID: r.ID, Name: r.Name, Email: r.Email, Subject: r.Subject, Message: r.Message,
		Status: shop.ContactStatus(r.Status), CreatedAt: r.CreatedAt}
}

var (
	contactMessages = prepared(`SELECT ` + contactColumns + ` FROM contact_messages
		WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid)
		ORDER BY created_at DESC, id DESC LIMIT $1`)
	countContactMessages = prepared(`SELECT count(*) FROM contact_messages`)
)

// ContactMessages returns a page of what people wrote, newest first. Admins only.
func (s *Store) ContactMessages(ctx context.Context, actor shop.Actor,
	args shop.PageArgs) (shop.Page[shop.ContactMessage], error) {
	var none shop.Page[shop.ContactMessage]
	if err := actor.Need(shop.ReadContacts); err != nil {
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
		messages[i] = r.message()
	}
	return page(args, messages, func(m shop.ContactMessage) cursor { return timeCursor(m.CreatedAt, m.ID) }), nil
}

// CountContactMessages returns how many messages there are. Admins only.
func (s *Store) CountContactMessages(ctx context.Context, actor shop.Actor) (int, error) {
	if err := actor.Need(shop.ReadContacts); err != nil {
		return 0, err
	}
	var count int
	if err := s.pool().get(ctx, &count, countContactMessages); err != nil {
		return 0, fmt.Errorf("count contact messages: %w", err)
	}
	return count, nil
}

var (
	insertContactMessage = prepared(`INSERT INTO contact_messages (id, name, email, subject, message, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`)
	resolveContactMessage = prepared(`UPDATE contact_messages SET status = $2 WHERE id = $1 RETURNING ` + contactColumns)
	deleteContactMessage  = prepared(`DELETE FROM contact_messages WHERE id = $1`)
)

// CreateContactMessage keeps a message and tells the company of it. Anybody may, a bounded number of times from one address.
func (s *Store) CreateContactMessage(ctx context.Context, actor shop.Actor, in shop.ContactMessageCreateInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := s.CountAttempt(ctx, actor, shop.ContactPerAddress, actor.Address); err != nil {
		return err
	}
	id, err := newID()
	if err != nil {
		return err
	}
	err = s.inTx(ctx, func(tx runner) error {
		if _, err := tx.exec(ctx, insertContactMessage, id, in.Name, in.Email, in.Subject, in.Message, s.now()); err != nil {
			return err
		}
		if err := s.tell(ctx, tx, shop.ContactChanged(shop.EventContactCreated, id)); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, shop.ContactMail{From: shop.Recipient{Name: in.Name, Email: in.Email}, Subject: in.Subject,
			Message: in.Message})
	})
	if err != nil {
		return fmt.Errorf("create contact message: %w", err)
	}
	return nil
}

// ResolveContactMessage marks a message as dealt with. Admins only.
func (s *Store) ResolveContactMessage(ctx context.Context, actor shop.Actor,
	in shop.ContactMessageResolveInput) (shop.ContactMessage, error) {
	row, err := changeOne[contactRow](ctx, s, actor, actor.Need(shop.WriteContacts), resolveContactMessage, "Contact message", in.ID,
		func(r contactRow) shop.Event { return shop.ContactChanged(shop.EventContactResolved, r.ID) }, shop.ContactResolved)
	return row.message(), err
}

// DeleteContactMessage deletes a message. Admins only.
func (s *Store) DeleteContactMessage(ctx context.Context, actor shop.Actor, in shop.ContactMessageDeleteInput) error {
	return s.deleteOne(ctx, actor, actor.Need(shop.WriteContacts), deleteContactMessage, "Contact message", in.ID,
		shop.ContactChanged(shop.EventContactDeleted, in.ID))
}
