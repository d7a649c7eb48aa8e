package account

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/ops"
	"orrery/db/order"
	"orrery/db/pg"
	"orrery/db/preorder"
	"orrery/db/quote"
	"orrery/db/user"
	"orrery/shop"
)

// dataPage is how many orders, quotes or pre-orders are read at a time with what belongs to each.
const dataPage = 100

// What came from an address without an account belongs to the account that has proved the address; the address is null otherwise.
var (
	dataQuotes = pg.Prepared(`SELECT ` + quote.Columns + ` FROM quotes q WHERE (q.user_id = $1 OR q.user_id IS NULL AND q.email = $2)
		AND ($4::uuid IS NULL OR q.id < $4) ORDER BY q.id DESC LIMIT $3`)
	dataReviews  = pg.Prepared(`SELECT ` + catalogue.ReviewColumns + ` FROM reviews r WHERE r.user_id = $1 ORDER BY r.id DESC`)
	dataMessages = pg.Prepared(`SELECT ` + content.ContactColumns + ` FROM contact_messages WHERE email = $1 ORDER BY created_at DESC, id DESC`)
	dataNews     = pg.Prepared(`SELECT ` + content.SubscriberColumns + ` FROM newsletter_subscribers n WHERE n.email = $1`)
	// Who has made a change, and from where, is about somebody else.
	dataAudit = pg.Prepared(`SELECT id, '' AS actor_id, NULL AS actor_name, NULL AS key_id, '' AS address, action, object, object_id, before, after,
		created_at FROM audit_entries WHERE object = 'users' AND object_id = $1 ORDER BY id DESC`)
)

// OwnData puts everything that is kept about the actor, part by part and as it is at one moment: each part comes as the type that shop
// says beside its name. The file is the caller's to write while this goes on. Errors: RATE_LIMITED.
func (s *Store) OwnData(ctx context.Context, actor shop.Actor, put func(shop.DataPart, any) error) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.DataPerAccount, actor.UserID); err != nil {
		return err
	}
	err := s.db.InSnapshot(ctx, func(tx pg.Querier) error {
		var row user.Row
		if err := tx.Get(ctx, &row, user.ByID, actor.UserID); err != nil {
			return err
		}
		var address *string
		if row.EmailVerified {
			address = &row.Email
		}
		if err := put(shop.DataAccount, row.User()); err != nil {
			return err
		}
		cart, err := s.carts.Cart(ctx, tx, actor)
		if err != nil {
			return err
		}
		if err := put(shop.DataCart, cart); err != nil {
			return err
		}
		for _, list := range []func() error{
			func() error {
				return putRows(ctx, tx, put, shop.DataNewsletter, content.SubscriberRow.Subscriber, dataNews, address)
			},
			func() error { return s.putOrders(ctx, tx, put, actor.UserID) },
			func() error { return s.putPreOrders(ctx, tx, put, actor.UserID) },
			func() error { return s.putQuotes(ctx, tx, put, actor.UserID, address) },
			func() error {
				return putRows(ctx, tx, put, shop.DataReviews, catalogue.ReviewRow.Review, dataReviews, actor.UserID)
			},
			func() error {
				return putRows(ctx, tx, put, shop.DataContactMessages, content.ContactRow.ContactMessage, dataMessages, address)
			},
			func() error {
				session := func(r user.OwnSessionRow) shop.Session { return r.Session(actor) }
				return putRows(ctx, tx, put, shop.DataSessions, session, user.OwnSessions, actor.UserID, s.db.Now(), shop.MaxSessions)
			},
			func() error {
				return putRows(ctx, tx, put, shop.DataIdentities, user.LinkedRow.Linked, user.OwnIdentities, actor.UserID)
			},
			func() error { return s.putAudit(ctx, tx, put, actor.UserID) },
		} {
			if err := list(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read own data: %w", err)
	}
	return nil
}

// putRows puts each row of a statement while the next ones are read.
func putRows[Row, Node any](ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, part shop.DataPart, node func(Row) Node,
	q pg.Statement, args ...any) error {
	var refused error // by put, which says nothing of the database
	err := tx.Rows(ctx, q, func(rows *sqlx.Rows) error {
		for rows.Next() {
			var row Row
			if err := rows.StructScan(&row); err != nil {
				return err
			}
			if refused = put(part, node(row)); refused != nil {
				return nil
			}
		}
		return nil
	}, args...)
	return cmp.Or(err, refused)
}

func (s *Store) putOrders(ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, userID string) error {
	var at, id any // of the last one
	for {
		var rows []order.Row
		if err := tx.Select(ctx, &rows, order.OwnOrders, userID, dataPage, at, id); err != nil {
			return err
		}
		orders := make([]shop.Order, len(rows))
		for i, row := range rows {
			orders[i], at, id = s.orders.Order(row), row.CreatedAt, row.ID
		}
		if err := s.orders.FillItems(ctx, tx, orders); err != nil {
			return err
		}
		for _, o := range orders {
			if err := put(shop.DataOrders, o); err != nil {
				return err
			}
		}
		if len(rows) < dataPage {
			return nil
		}
	}
}

func (s *Store) putPreOrders(ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, userID string) error {
	var at, id any // of the last one
	for {
		var rows []preorder.Row
		if err := tx.Select(ctx, &rows, preorder.OwnStatement, userID, dataPage, at, id); err != nil {
			return err
		}
		ids := make([]string, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		changes, err := s.preOrders.ReadDeliveryChanges(ctx, tx, ids, &userID, false, false)
		if err != nil {
			return err
		}
		for _, row := range rows {
			o := row.PreOrder()
			o.Delivery, at, id = &shop.PreOrderDelivery{Changes: changes[o.ID]}, o.CreatedAt, o.ID
			if err := put(shop.DataPreOrders, o); err != nil {
				return err
			}
		}
		if len(rows) < dataPage {
			return nil
		}
	}
}

func (s *Store) putQuotes(ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, userID string, address *string) error {
	var id any // of the last one
	for {
		var rows []quote.Row
		if err := tx.Select(ctx, &rows, dataQuotes, userID, address, dataPage, id); err != nil {
			return err
		}
		quotes, err := s.quotes.WithLines(ctx, tx, rows)
		if err != nil {
			return err
		}
		for i, q := range quotes {
			id = rows[i].ID
			if err := put(shop.DataQuotes, q); err != nil {
				return err
			}
		}
		if len(rows) < dataPage {
			return nil
		}
	}
}

// putAudit tells what administrators have changed of the account.
func (s *Store) putAudit(ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, userID string) error {
	var rows []ops.AuditRow
	if err := tx.Select(ctx, &rows, dataAudit, userID); err != nil {
		return err
	}
	for _, row := range rows {
		entry, err := row.Entry()
		if err != nil {
			return err
		}
		if err := put(shop.DataAuditEntries, entry); err != nil {
			return err
		}
	}
	return nil
}
