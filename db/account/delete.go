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

// What an address has to do with an account counts only if it was verified: else it may be a stranger's. $2 is null otherwise.
var (
	// The pre-orders first and in the order of their queues, as whoever moves a queue locks them (lockQueue).
	lockOwnPreOrders = pg.Prepared(`SELECT id FROM preorders WHERE user_id = $1 ORDER BY created_at, id FOR UPDATE`)
	// Then the cart, as whoever places an order locks it.
	dropCart         = pg.Prepared(`DELETE FROM carts WHERE user_id = $1`)
	lockToDelete     = pg.Prepared(`SELECT ` + user.Columns + ` FROM users u WHERE u.id = $1 AND u.password_hash = $2 FOR UPDATE`)
	unfinishedOrders = pg.Prepared(`SELECT ` + order.Columns + ` FROM orders o WHERE o.user_id = $1 AND o.status = any($2)
		ORDER BY o.created_at DESC, o.id DESC`)

	dropOrderNotes = pg.Prepared(`DELETE FROM order_notes WHERE order_id IN (SELECT id FROM orders WHERE user_id = $1)`)
	detachOrders   = pg.Prepared(`UPDATE orders SET buyer_name = $2, user_id = NULL WHERE user_id = $1`)
	dropPreOrders  = pg.Prepared(`DELETE FROM preorders WHERE user_id = $1 RETURNING id`)
	dropMessages   = pg.Prepared(`DELETE FROM contact_messages WHERE email = $1 RETURNING id`)
	dropQuotes     = pg.Prepared(`DELETE FROM quotes WHERE user_id = $1 OR user_id IS NULL AND email = $2`)
	dropSubscriber = pg.Prepared(`DELETE FROM newsletter_subscribers WHERE email = $1`)
	dropProven     = pg.Prepared(`DELETE FROM proven_identities WHERE email = $1`)
	unsignReviews  = pg.Prepared(`UPDATE reviews AS r SET name = $2, user_id = NULL WHERE user_id = $1 RETURNING ` + catalogue.ReviewColumns)
	dropAttempts   = pg.Prepared(`DELETE FROM attempts WHERE subject = $1 OR subject = $2`)
	// Whatever its kind, a letter that waits names the account or the address.
	dropLetters = pg.Prepared(`DELETE FROM jobs WHERE position(to_jsonb($1::text)::text IN args::text) > 0
		OR position(to_jsonb($2::text)::text IN args::text) > 0`)
	dropUser = pg.Changing(base.SessionsTopic, `DELETE FROM users WHERE id = $1`)
	// That an account was deleted is written down for everybody's, and without where from.
	auditDeletion = pg.Prepared(`INSERT INTO audit_entries (actor_id, address, action, object, object_id, created_at)
		VALUES ($1, '', 'DELETE', 'users', $1::uuid::text, $2)`)
)

// Delete deletes the actor's account, whose password with the hash known was just verified, for good. Orders stay as the books need
// them, reviews without the name; everything else of the account goes, and so does what came from its address if that is verified.
// Errors: NOT_ALLOWED as long as an order is not finished and for the only administrator, INVALID_CREDENTIALS when the password was changed
// meanwhile.
func (s *Store) Delete(ctx context.Context, actor shop.Actor, known string) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		for _, q := range []pg.Statement{lockOwnPreOrders, dropCart} {
			if _, err := tx.Exec(ctx, q, actor.UserID); err != nil {
				return err
			}
		}
		user, err := s.mayLeave(ctx, tx, actor, known)
		if err != nil {
			return err
		}
		if err := s.forgetUser(ctx, tx, user); err != nil {
			return err
		}
		if err := s.db.Publish(ctx, tx, shop.Happened(shop.EventUserDeleted, user.ID)); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, shop.AccountDeletedMail{To: shop.Recipient{Name: user.Name, Email: user.Email}, At: s.db.Now()})
	})
	if err != nil {
		return fmt.Errorf("delete user: %w", err)
	}
	return nil
}

// mayLeave returns the actor's account, locked so that it can't get orders any more, if nothing is against its deletion.
func (s *Store) mayLeave(ctx context.Context, tx pg.Querier, actor shop.Actor, known string) (shop.User, error) {
	others := 0
	if actor.Role == shop.RoleAdmin {
		// All of them, so that two who go at once see each other.
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
	switch err := tx.Get(ctx, &row, lockToDelete, actor.UserID, known); {
	case pg.NoRows(err):
		return shop.User{}, shop.WrongDeletePassword()
	case err != nil:
		return shop.User{}, err
	}
	user := row.User()
	if user.Role == shop.RoleAdmin && actor.Role != shop.RoleAdmin { // since a moment, and nobody has locked the others
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

// forgetUser deletes an account and what is its own, and tells of what others may know.
func (s *Store) forgetUser(ctx context.Context, tx pg.Querier, user shop.User) error {
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
	events := append(base.HappenedAll(shop.EventPreOrderDeleted, preOrders), base.HappenedAll(shop.EventContactDeleted, messages)...)
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
		{dropQuotes, []any{user.ID, address}}, {dropSubscriber, []any{address}}, {dropProven, []any{address}}, {dropAttempts, []any{user.ID, address}},
		{dropLetters, []any{user.ID, user.Email}}, {dropOrderNotes, []any{user.ID}}, {detachOrders, []any{user.ID, user.Name}},
		{dropUser, []any{user.ID}}, {auditDeletion, []any{user.ID, s.db.Now()}},
	} {
		if _, err := tx.Exec(ctx, step.q, step.args...); err != nil {
			return err
		}
	}
	return nil
}
