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
	"orrery/shop"
)

// Rows that visitors submitted with an address belong to the account that has verified the address; otherwise the
// address parameter is null.
var (
	dataReviews = pg.Prepared(`SELECT ` + catalogue.ReviewColumns + ` FROM reviews r
		WHERE r.user_id = $1 ORDER BY r.id DESC`)
	dataMessages = pg.Prepared(`SELECT ` + content.ContactColumns + ` FROM contact_messages WHERE email = $1
		ORDER BY created_at DESC, id DESC`)
	dataNewsletter = pg.Prepared(`SELECT ` + content.SubscriberColumns + ` FROM newsletter_subscribers n
		WHERE n.email = $1`)
	dataAlerts = pg.Prepared(`SELECT ` + catalogue.AlertColumns + ` FROM stock_alerts a
		JOIN products p ON p.id = a.product_id WHERE a.email = $1 ORDER BY a.created_at DESC, a.id DESC`)
	// A booking that was undone may concern another payer, who is left out.
	dataPayments = pg.Prepared(`SELECT ` + order.PaymentColumns + `, o.number AS order_number,
			coalesce(t.payer, '') AS payer, coalesce(t.payer_iban, '') AS payer_iban,
			coalesce(t.reference, '') AS reference, coalesce(t.text, '') AS text
		FROM payments p JOIN orders o ON o.id = p.order_id LEFT JOIN transfers t ON t.id = p.transfer_id
			AND p.status = 'SUCCEEDED'
		WHERE o.user_id = $1 ORDER BY p.created_at, p.id`)
	// The actor and network address of a change are another person's data and are left out.
	dataAudit = pg.Prepared(`SELECT id, '' AS actor_id, NULL AS actor_name, NULL AS key_id, '' AS address,
		action, object, object_id, before, after, created_at FROM audit_entries
		WHERE object = 'users' AND object_id = $1 ORDER BY id DESC`)
)

// ownPaymentRow is a row of dataPayments.
type ownPaymentRow struct {
	order.PaymentRow
	OrderNumber string `db:"order_number"`
	Payer       string `db:"payer"`
	PayerIBAN   string `db:"payer_iban"`
	Reference   string `db:"reference"`
	Text        string `db:"text"`
}

func (r ownPaymentRow) payment() shop.OwnPayment {
	return shop.OwnPayment{Payment: r.Payment(), OrderNumber: r.OrderNumber, Payer: r.Payer, PayerIBAN: r.PayerIBAN,
		Reference: r.Reference, Text: r.Text}
}

// OwnData calls put with all data that is stored about the actor, one item at a time, from one snapshot of the
// database. The type of an item is documented beside the constants of shop.DataPart. The caller writes the items out
// in put, while the snapshot stays open. Errors: those of put, and RATE_LIMITED.
func (s *Store) OwnData(ctx context.Context, actor shop.Actor, put func(shop.DataPart, any) error) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.DataPerAccount, actor.UserID); err != nil {
		return err
	}
	err := s.db.InSnapshot(ctx, func(tx pg.Querier) error {
		user, err := s.users.ByID(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		var address *string
		if user.EmailVerified {
			address = &user.Email
		}
		if err := put(shop.DataAccount, user); err != nil {
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
				return putRows(
					ctx, tx, put, shop.DataNewsletter, content.SubscriberRow.Subscriber, dataNewsletter, address,
				)
			},
			func() error {
				addresses, err := s.users.AddressesOf(ctx, tx, actor.UserID)
				return putAll(put, shop.DataAddresses, addresses, err)
			},
			func() error {
				return s.orders.EachOf(ctx, tx, actor.UserID, func(o shop.Order) error {
					return put(shop.DataOrders, o)
				})
			},
			func() error {
				return putRows(ctx, tx, put, shop.DataPayments, ownPaymentRow.payment, dataPayments, actor.UserID)
			},
			func() error {
				return s.preOrders.EachOf(ctx, tx, actor.UserID, func(o shop.PreOrder) error {
					return put(shop.DataPreOrders, o)
				})
			},
			func() error {
				return s.quotes.EachOf(ctx, tx, actor.UserID, address, func(q shop.Quote) error {
					return put(shop.DataQuotes, q)
				})
			},
			func() error {
				return putRows(ctx, tx, put, shop.DataReviews, catalogue.ReviewRow.Review, dataReviews, actor.UserID)
			},
			func() error {
				return putRows(
					ctx, tx, put, shop.DataContactMessages, content.ContactRow.ContactMessage, dataMessages, address,
				)
			},
			func() error {
				var alerts []shop.StockAlert
				err := tx.Select(ctx, &alerts, dataAlerts, address)
				return putAll(put, shop.DataStockAlerts, alerts, err)
			},
			func() error {
				plans, err := s.users.PlansOf(ctx, tx, actor.UserID)
				return putAll(put, shop.DataCellPlans, plans, err)
			},
			func() error {
				sessions, err := s.users.SessionsOf(ctx, tx, actor)
				return putAll(put, shop.DataSessions, sessions, err)
			},
			func() error {
				identities, err := s.users.IdentitiesOf(ctx, tx, actor.UserID)
				return putAll(put, shop.DataIdentities, identities, err)
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

// putRows calls put for each row of a statement as it is read, without holding all rows in memory.
func putRows[Row, Node any](
	ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, part shop.DataPart, node func(Row) Node,
	q pg.Statement, args ...any,
) error {
	var putErr error // returned separately: it must not count as an error of the database
	err := tx.Rows(ctx, q, func(rows *sqlx.Rows) error {
		for rows.Next() {
			var row Row
			if err := rows.StructScan(&row); err != nil {
				return err
			}
			if putErr = put(part, node(row)); putErr != nil {
				return nil
			}
		}
		return nil
	}, args...)
	return cmp.Or(err, putErr)
}

// putAll calls put for each node, or returns err if it is not nil.
func putAll[Node any](put func(shop.DataPart, any) error, part shop.DataPart, nodes []Node, err error) error {
	if err != nil {
		return err
	}
	for _, node := range nodes {
		if err := put(part, node); err != nil {
			return err
		}
	}
	return nil
}

// putAudit calls put for each audited change of the account.
func (s *Store) putAudit(
	ctx context.Context, tx pg.Querier, put func(shop.DataPart, any) error, userID string,
) error {
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
