package content

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// ContactColumns lists the columns of a ContactRow, for contact_messages.
const ContactColumns = `id, name, email, subject, message, status, created_at, reply_by, replied_at`

// ContactRow is a row of ContactColumns.
type ContactRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Subject   string    `db:"subject"`
	Message   string    `db:"message"`
	Status    string    `db:"status"`
	CreatedAt time.Time `db:"created_at"`

	ReplyBy   *time.Time `db:"reply_by"`
	RepliedAt *time.Time `db:"replied_at"`
}

// ContactMessage returns the message of a row.
func (r ContactRow) ContactMessage() shop.ContactMessage {
	return shop.ContactMessage{ID: r.ID, Name: r.Name, Email: r.Email, Subject: r.Subject, Message: r.Message,
		Status: shop.ContactStatus(r.Status), CreatedAt: r.CreatedAt, ReplyBy: r.ReplyBy, RepliedAt: r.RepliedAt}
}

var (
	contactIDs = pg.IDs[shop.ContactMessage]{Column: "id", Kind: "uuid",
		Of: func(m shop.ContactMessage) string { return m.ID }}
	writtenAt    = func(m shop.ContactMessage) time.Time { return m.CreatedAt }
	contactSorts = map[shop.ContactMessageSort]pg.Sort[shop.ContactMessage]{
		shop.ContactMessagesNewest: pg.ByTime("created_at", true, writtenAt),
		shop.ContactMessagesOldest: pg.ByTime("created_at", false, writtenAt),
		shop.ContactMessagesDue: base.ByDue("",
			func(m shop.ContactMessage) (*time.Time, *time.Time) { return m.ReplyBy, m.RepliedAt }),
	}
)

// contactsListing returns the list of the messages that match the filter, if the actor may read them.
func contactsListing(actor shop.Actor, filter shop.ContactMessageFilter) (pg.List, error) {
	l := pg.List{From: "contact_messages"}
	if err := actor.Need(shop.ReadContacts); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	pg.AndIf(&l, "status = %s", filter.Status)
	l.AndContains("contact_text(name, email, subject, message)", search)
	return l, err
}

// ContactMessages returns a page of the contact messages. Requires shop.ReadContacts.
func (s *Store) ContactMessages(ctx context.Context, actor shop.Actor, filter shop.ContactMessageFilter,
	sort shop.ContactMessageSort, args shop.PageArgs) (shop.Page[shop.ContactMessage], error) {
	l, err := contactsListing(actor, filter)
	if err != nil {
		return shop.Page[shop.ContactMessage]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, ContactColumns, l, contactSorts[sort], contactIDs,
		args.In("contactMessages", string(sort)), pg.Each(ContactRow.ContactMessage))
}

var (
	// Nothing is inserted if a concurrent transaction has stored the message of the same request.
	insertContactMessage = pg.Named(newContact{}, `INSERT INTO contact_messages `+
		pg.Values(`id, name, email, subject, message, created_at, reply_by, request`)+`
		ON CONFLICT (request) DO NOTHING`)
	contactOfRequest = pg.Prepared(`SELECT reply_by FROM contact_messages WHERE request = $1`)
	setContactStatus = pg.Prepared(`UPDATE contact_messages SET status = $2, changed_at = $3 WHERE id = $1
		RETURNING ` + ContactColumns)
	deleteContactMessage = pg.Prepared(`DELETE FROM contact_messages WHERE id = $1`)
)

type newContact struct {
	ContactRow
	Request []byte `db:"request"` // nil without an idempotency key
}

// CreateContactMessage stores a message, notifies the company by email and returns the time by which it promises a
// reply. Any caller may do so, a limited number of times from one address. A repeated request with the same idempotency
// key returns the time of the first one, beyond the limit, too.
func (s *Store) CreateContactMessage(ctx context.Context, actor shop.Actor,
	in shop.ContactMessageCreateInput) (replyBy time.Time, err error) {
	if in, err = in.Normal(); err != nil {
		return replyBy, err
	}
	row := newContact{ContactRow: ContactRow{Name: in.Name, Email: in.Email, Subject: in.Subject, Message: in.Message,
		CreatedAt: s.db.Now(), ReplyBy: &replyBy}}
	if in.IdempotencyKey != nil {
		if row.Request, err = base.RequestHash(actor, in); err != nil {
			return replyBy, err
		}
		switch err := s.db.Pool().Get(ctx, &replyBy, contactOfRequest, row.Request); {
		case err == nil:
			return replyBy, nil
		case !pg.NoRows(err):
			return replyBy, fmt.Errorf("find contact message: %w", err)
		}
	}
	if err := s.db.CountAttempt(ctx, actor, shop.ContactPerAddress, actor.Address); err != nil {
		return replyBy, err
	}
	if row.ID, err = pg.NewID(); err != nil {
		return replyBy, err
	}
	if replyBy, err = s.db.ReplyBy(ctx, s.db.Pool(), row.CreatedAt); err != nil {
		return replyBy, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		inserted, err := tx.Exec(ctx, insertContactMessage, insertContactMessage.Args(row)...)
		if err != nil {
			return err
		}
		if inserted == 0 {
			return tx.Get(ctx, &replyBy, contactOfRequest, row.Request)
		}
		if err := s.db.Publish(ctx, tx, shop.Happened(shop.EventContactCreated, row.ID)); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, shop.ContactMail{From: shop.Recipient{Name: in.Name, Email: in.Email},
			Subject: in.Subject, Message: in.Message, ReplyBy: &replyBy})
	})
	if err != nil {
		return replyBy, fmt.Errorf("create contact message: %w", err)
	}
	return replyBy, nil
}

// ResolveContactMessage marks a message as resolved. Requires shop.WriteContacts.
func (s *Store) ResolveContactMessage(ctx context.Context, actor shop.Actor,
	in shop.ContactMessageResolveInput) (shop.ContactMessage, error) {
	row, err := base.ChangeOne[ContactRow](ctx, s.db, actor, actor.Need(shop.WriteContacts), setContactStatus,
		"Contact message", in.ID,
		func(r ContactRow) shop.Event { return shop.Happened(shop.EventContactResolved, r.ID) },
		shop.ContactResolved, s.db.Now())
	return row.ContactMessage().SeenBy(actor), err
}

// ReopenContactMessage marks a message as pending. The time when it was first resolved is retained. Requires
// shop.WriteContacts.
func (s *Store) ReopenContactMessage(ctx context.Context, actor shop.Actor,
	in shop.ContactMessageReopenInput) (shop.ContactMessage, error) {
	row, err := base.ChangeOne[ContactRow](ctx, s.db, actor, actor.Need(shop.WriteContacts), setContactStatus,
		"Contact message", in.ID,
		func(r ContactRow) shop.Event { return shop.Happened(shop.EventContactReopened, r.ID) },
		shop.ContactPending, s.db.Now())
	return row.ContactMessage().SeenBy(actor), err
}

// DeleteContactMessage deletes a message. Requires shop.WriteContacts.
func (s *Store) DeleteContactMessage(ctx context.Context, actor shop.Actor, in shop.ContactMessageDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.Need(shop.WriteContacts), deleteContactMessage, "Contact message", in.ID,
		shop.Happened(shop.EventContactDeleted, in.ID))
}

// ExportContactMessages calls do for every message that matches, newest first. Requires shop.ReadContacts.
func (s *Store) ExportContactMessages(ctx context.Context, actor shop.Actor, filter shop.ContactMessageFilter,
	do func(shop.ContactMessage) error) error {
	l, err := contactsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, ContactColumns, l, contactSorts[shop.ContactMessagesNewest], contactIDs,
		pg.Each(ContactRow.ContactMessage), do)
}

var unanswered = pg.Prepared(`SELECT ` + ContactColumns + ` FROM contact_messages WHERE status = 'pending'
	ORDER BY created_at, id LIMIT $1`)

// Unanswered returns the oldest unanswered messages. It checks no permission; only administrators may see the result.
func (s *Store) Unanswered(ctx context.Context, limit int) (messages []shop.ContactMessage, err error) {
	var rows []ContactRow
	if err := s.db.Pool().Select(ctx, &rows, unanswered, limit); err != nil {
		return nil, fmt.Errorf("read unanswered messages: %w", err)
	}
	for _, row := range rows {
		messages = append(messages, row.ContactMessage())
	}
	return messages, nil
}
