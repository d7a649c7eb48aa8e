package account

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/order"
	"orrery/db/pg"
	"orrery/db/user"
	"orrery/shop"
)

// Rows that are found by email belong to the account only if its address was verified; otherwise they may be a
// stranger's, and the address parameter is null.
var (
	// Pre-orders are locked first and in the order of their queues, as lockQueue in package preorder does, to avoid
	// deadlocks.
	lockOwnPreOrders = pg.Prepared(`SELECT id FROM preorders WHERE user_id = $1 ORDER BY created_at, id FOR UPDATE`)
	// The cart is locked next, as it is when an order is placed.
	dropCart     = pg.Prepared(`DELETE FROM carts WHERE user_id = $1`)
	lockToDelete = pg.Prepared(`SELECT ` + user.Columns + ` FROM users u
		WHERE u.id = $1 AND u.password_hash = $2 FOR UPDATE`)
	unfinishedOrders = pg.Prepared(`SELECT ` + order.Columns + ` FROM orders o
		WHERE o.user_id = $1 AND o.status = any($2) ORDER BY o.created_at DESC, o.id DESC`)

	dropOrderNotes = pg.Prepared(`DELETE FROM order_notes
		WHERE order_id IN (SELECT id FROM orders WHERE user_id = $1)`)
	// Phone, notes and tracking link were for the delivery; the books don't need them.
	detachOrders = pg.Prepared(`UPDATE orders
		SET buyer_name = $2, user_id = NULL, phone = '', notes = '', tracking_url = ''
		WHERE user_id = $1`)
	dropPreOrders  = pg.Prepared(`DELETE FROM preorders WHERE user_id = $1 RETURNING id`)
	dropMessages   = pg.Prepared(`DELETE FROM contact_messages WHERE email = $1 RETURNING id`)
	dropQuotes     = pg.Prepared(`DELETE FROM quotes WHERE user_id = $1 OR user_id IS NULL AND email = $2`)
	dropSubscriber = pg.Prepared(`DELETE FROM newsletter_subscribers WHERE email = $1`)
	// Alerts are locked in ID order, as when a product is restocked, and after the orders, as when one is cancelled.
	dropAlerts = pg.Prepared(`DELETE FROM stock_alerts
		WHERE id IN (SELECT id FROM stock_alerts WHERE email = $1 ORDER BY id FOR UPDATE)`)
	dropInvitation       = pg.Prepared(`DELETE FROM staff_invitations WHERE email = $1`)
	dropProvenIdentities = pg.Prepared(`DELETE FROM proven_identities WHERE email = $1`)
	unsignReviews        = pg.Prepared(`UPDATE reviews AS r SET name = $2, user_id = NULL
		WHERE user_id = $1 RETURNING ` + catalogue.ReviewColumns)
	dropAttempts = pg.Prepared(`DELETE FROM attempts
		WHERE subject = $1 OR subject = $2 OR starts_with(subject, $2 || ' ')`)
	// A queued mail of any kind contains the account's ID or its address.
	dropMails = pg.Prepared(`DELETE FROM jobs WHERE position(to_jsonb($1::text)::text IN args::text) > 0
		OR position(to_jsonb($2::text)::text IN args::text) > 0`)
	dropUser = pg.Changing(base.SessionsTopic, `DELETE FROM users WHERE id = $1`)
	// The audit log records the deletion of every account, not only of those of administrators, without the network
	// address.
	auditDeletion = pg.Prepared(`INSERT INTO audit_entries (actor_id, address, action, object, object_id, created_at)
		VALUES ($1, '', 'DELETE', 'users', $1::uuid::text, $2)`)
)

// Delete permanently deletes the actor's account, whose password hash was just verified as verifiedHash. Orders are
// kept as bookkeeping requires, and reviews without the name; everything else of the account is deleted, and so is
// everything that was submitted with its address if the address is verified.
//
// Errors: NOT_ALLOWED while an order is not finished, while a change of address can still be undone, and for the only
// administrator; INVALID_CREDENTIALS when the password was changed in the meantime; CONFLICT when the actor has
// become an administrator in the meantime.
func (s *Store) Delete(ctx context.Context, actor shop.Actor, verifiedHash string) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		for _, q := range []pg.Statement{lockOwnPreOrders, dropCart} {
			if _, err := tx.Exec(ctx, q, actor.UserID); err != nil {
				return err
			}
		}
		user, err := s.lockDeletable(ctx, tx, actor, verifiedHash)
		if err != nil {
			return err
		}
		if err := s.deleteUser(ctx, tx, user); err != nil {
			return err
		}
		if err := s.db.Publish(ctx, tx, shop.Happened(shop.EventUserDeleted, user.ID)); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, shop.AccountDeletedMail{
			To: shop.Recipient{Name: user.Name, Email: user.Email}, At: s.db.Now(),
		})
	})
	if err != nil {
		return fmt.Errorf("delete user: %w", err)
	}
	return nil
}

// lockDeletable returns the actor's account if it may be deleted, locked so that no order can be placed with it any
// more.
func (s *Store) lockDeletable(
	ctx context.Context, tx pg.Querier, actor shop.Actor, verifiedHash string,
) (shop.User, error) {
	others := 0
	if actor.Role == shop.RoleAdmin {
		// All administrators are locked, so that two concurrent deletions can't remove the last two.
		admins, err := s.users.LockAdmins(ctx, tx)
		if err != nil {
			return shop.User{}, err
		}
		for _, id := range admins {
			if id != actor.UserID {
				others++
			}
		}
	}
	var row user.Row
	switch err := tx.Get(ctx, &row, lockToDelete, actor.UserID, verifiedHash); {
	case pg.NoRows(err):
		return shop.User{}, shop.WrongDeletePassword()
	case err != nil:
		return shop.User{}, err
	}
	user := row.User()
	// The account has become an administrator's since the request began, and the other administrators are not locked.
	if user.Role == shop.RoleAdmin && actor.Role != shop.RoleAdmin {
		return user, &shop.Error{Code: shop.Conflict, Message: "Your role has changed. Please try again."}
	}
	var until *time.Time
	if err := tx.Get(ctx, &until, openChangeOfUser, user.ID, s.db.Now()); err != nil {
		return user, err
	}
	if until != nil {
		return user, shop.LeavesAfter(*until)
	}
	var rows []order.Row
	if err := tx.Select(ctx, &rows, unfinishedOrders, user.ID, order.OpenStatuses); err != nil {
		return user, err
	}
	orders := make([]shop.Order, len(rows))
	for i, row := range rows {
		orders[i] = s.orders.Order(row)
	}
	return user, user.Leaves(orders, others)
}

// deleteUser deletes an account with its personal data and publishes the events of the deleted and changed objects.
func (s *Store) deleteUser(ctx context.Context, tx pg.Querier, user shop.User) error {
	var address *string
	if user.EmailVerified {
		address = &user.Email
	}
	var preOrders, messages []string
	var reviews []catalogue.ReviewRow
	if err := tx.Select(ctx, &preOrders, dropPreOrders, user.ID); err != nil {
		return err
	}
	if err := tx.Select(ctx, &messages, dropMessages, address); err != nil {
		return err
	}
	if err := tx.Select(ctx, &reviews, unsignReviews, user.ID, shop.FormerCustomer); err != nil {
		return err
	}
	events := append(
		base.HappenedAll(shop.EventPreOrderDeleted, preOrders),
		base.HappenedAll(shop.EventContactDeleted, messages)...,
	)
	for _, r := range reviews {
		events = append(events, shop.ReviewWritten(r.Review()))
	}
	if err := s.db.Publish(ctx, tx, events...); err != nil {
		return err
	}
	for _, step := range []struct {
		q    pg.Statement
		args []any
	}{
		{dropQuotes, []any{user.ID, address}}, {dropSubscriber, []any{address}}, {dropProvenIdentities, []any{address}},
		{dropAttempts, []any{user.ID, address}}, {dropMails, []any{user.ID, user.Email}},
		{dropOrderNotes, []any{user.ID}}, {detachOrders, []any{user.ID, user.Name}},
		{dropAlerts, []any{address}}, {dropInvitation, []any{address}},
		{dropUser, []any{user.ID}}, {auditDeletion, []any{user.ID, s.db.Now()}},
	} {
		if _, err := tx.Exec(ctx, step.q, step.args...); err != nil {
			return err
		}
	}
	return nil
}
