package account

import (
	"context"
	"errors"
	"fmt"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/db/user"
	"orrery/shop"
)

// A transaction that changes an account's links locks the account first.
var (
	upsertToken = pg.Prepared(`INSERT INTO one_time_tokens (hash, user_id, purpose, email, expires_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, purpose)
		DO UPDATE SET hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`)
	lockAccountByEmail = pg.Prepared(`SELECT ` + user.Columns + ` FROM users u WHERE u.email = $1 FOR NO KEY UPDATE`)
	lockAccountByToken = pg.Prepared(`SELECT ` + user.Columns + `, t.email AS sent_to
		FROM one_time_tokens t JOIN users u ON u.id = t.user_id
		WHERE t.hash = $1 AND t.purpose = $2 AND t.expires_at > $3 FOR NO KEY UPDATE OF u`)
	deleteToken = pg.Prepared(`DELETE FROM one_time_tokens WHERE hash = $1`)
	voidLink    = pg.Prepared(`DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = $2`)
)

// replaceToken returns a new token for the purpose and invalidates the account's previous one.
func (s *Store) replaceToken(
	ctx context.Context, tx pg.Querier, userID string, purpose shop.Purpose, email string,
) (string, error) {
	token, hash := base.NewToken()
	_, err := tx.Exec(ctx, upsertToken, hash, userID, purpose, email, s.db.Now().Add(purpose.Life()))
	return token, err
}

// redeem consumes a token and returns its account, which stays locked until the end of the transaction. The error is
// INVALID_TOKEN when the token is unknown, used, expired or no longer matches the account's address.
func (s *Store) redeem(ctx context.Context, tx pg.Querier, purpose shop.Purpose, token string) (shop.User, error) {
	hash := base.HashToken(token)
	var row struct {
		user.Row
		SentTo string `db:"sent_to"`
	}
	switch err := tx.Get(ctx, &row, lockAccountByToken, hash, purpose, s.db.Now()); {
	case pg.NoRows(err):
		return shop.User{}, shop.BadLink()
	case err != nil:
		return shop.User{}, err
	}
	user := row.User()
	if address, ok := user.LinkAddress(purpose); !ok || address != row.SentTo {
		return shop.User{}, shop.BadLink()
	}
	// Concurrent calls may all have found the token; the one that acquires the account's lock first deletes it.
	switch n, err := tx.Exec(ctx, deleteToken, hash); {
	case err != nil:
		return shop.User{}, err
	case n == 0:
		return shop.User{}, shop.BadLink()
	}
	return user, nil
}

// IssueLink completes a mail that carries a link: it looks up the recipient and creates the token, which invalidates
// the account's previous link for that purpose. It reports false when the mail must not be sent any more. A mail
// without a link is returned unchanged. It must only be called by the process itself, when it sends the mail, so that
// no token is ever stored in the queue.
func (s *Store) IssueLink(ctx context.Context, mail shop.Mail) (complete shop.Mail, send bool, err error) {
	switch m := mail.(type) {
	case shop.VerificationMail:
		m.To, m.Token, send, err = s.issue(ctx, shop.EmailVerification, func(tx pg.Querier) (shop.User, error) {
			return s.users.Lock(ctx, tx, m.UserID)
		})
		return m, send, err
	case shop.PasswordResetMail:
		return s.issueResetLink(ctx, m)
	case shop.EmailChangedMail:
		return s.issueUndoLink(ctx, m)
	case shop.NewsletterMail:
		return s.content.IssueNewsletterLinks(ctx, m)
	case shop.StockAlertMail:
		m.Token, send, err = s.catalogue.IssueAlertLink(ctx, m.AlertID)
		return m, send, err
	case shop.StaffInvitationMail:
		m.Token, send, err = s.users.IssueInvitationLink(ctx, m.InvitationID)
		return m, send, err
	case shop.OrderReminderMail:
		send, err = s.orders.Reserved(ctx, m.Order.ID)
		return m, send, err
	case shop.OrderDueMail:
		send, err = s.orders.Reserved(ctx, m.Order.ID)
		return m, send, err
	case shop.PreOrderConfirmationMail:
		if m.ConfirmBy == nil {
			return m, true, nil
		}
		m.Token, send, err = s.preOrders.IssueLink(ctx, m.PreOrderID)
		return m, send, err
	case shop.PreOrderMovedMail:
		m.Token, send, err = s.preOrders.IssueLink(ctx, m.PreOrderID)
		return m, send, err
	}
	return mail, true, nil
}

// issue creates a link for the account that find returns locked. It reports false when the account no longer exists
// or has no address to send the link to.
func (s *Store) issue(
	ctx context.Context, purpose shop.Purpose, find func(tx pg.Querier) (shop.User, error),
) (to shop.Recipient, token string, send bool, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		owner, err := find(tx)
		switch {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
		if to.Email, send = owner.LinkAddress(purpose); !send {
			return nil
		}
		to.Name = owner.Name
		token, err = s.replaceToken(ctx, tx, owner.ID, purpose, to.Email)
		return err
	})
	if err != nil {
		return shop.Recipient{}, "", false, fmt.Errorf("issue a link for %s: %w", purpose, err)
	}
	return to, token, send, nil
}

// ResendVerification sends the verification of the actor's address again and reports whether there was nothing left
// to verify. The error is RATE_LIMITED when too many were requested for the account, or too many mails sent to the
// address.
func (s *Store) ResendVerification(ctx context.Context, actor shop.Actor) (verified bool, err error) {
	user, err := s.users.Me(ctx, actor)
	if err != nil {
		return false, err
	}
	if _, ok := user.LinkAddress(shop.EmailVerification); !ok {
		return true, nil
	}
	if err := s.db.CountAttempt(ctx, actor, shop.VerificationPerAccount, user.ID); err != nil {
		return false, err
	}
	within, err := s.db.EnqueueWithin(ctx, s.db.Pool(), shop.VerificationMail{UserID: user.ID})
	if err == nil && !within {
		err = shop.MailsPerAddress.Exceeded(shop.MailsPerAddress.Window)
	}
	return false, err
}

var (
	verifyEmail = pg.Prepared(`UPDATE users SET email = $2, pending_email = NULL, email_verified_at = $3 WHERE id = $1`)
)

// VerifyEmail marks the address that a link was sent to as verified. The pre-orders that visitors placed with that
// address are assigned to the account, those that the account itself placed with it enter their queues, and the
// account's unpaid orders hold their stock for the same time as those of other verified accounts. Any client that has
// the link may call it.
//
// Errors: shop.Errors for the input, INVALID_TOKEN, RATE_LIMITED, and TAKEN when another account acquired the address
// in the meantime.
func (s *Store) VerifyEmail(ctx context.Context, actor shop.Actor, in shop.EmailVerifyInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		unconfirmed, err := s.preOrders.LockUnconfirmed(ctx, tx, base.HashToken(in.Token))
		if err != nil {
			return err
		}
		user, err := s.redeem(ctx, tx, shop.EmailVerification, in.Token)
		if err != nil {
			return err
		}
		email, _ := user.LinkAddress(shop.EmailVerification)
		if err := s.setVerifiedEmail(ctx, tx, user, email); err != nil {
			return err
		}
		return s.preOrders.ConfirmOwn(ctx, tx, unconfirmed, email)
	})
	if err != nil {
		return fmt.Errorf("verify an address: %w", err)
	}
	return nil
}

// setVerifiedEmail sets an account's address to one that has been proven to belong to its owner. If the address
// changed, the owner of the former one can undo the change.
func (s *Store) setVerifiedEmail(ctx context.Context, tx pg.Querier, owner shop.User, email string) error {
	if _, err := tx.Exec(ctx, verifyEmail, owner.ID, email, s.db.Now()); err != nil {
		var taken *shop.Error
		if errors.As(base.Refusal(err), &taken) {
			return shop.EmailTaken("token")
		}
		return err
	}
	if email != owner.Email {
		switch free, err := s.users.EmailFree(ctx, tx, owner.ID, email); {
		case err != nil:
			return err
		case !free:
			return shop.EmailTaken("token")
		}
		if err := s.recordEmailChange(ctx, tx, owner); err != nil {
			return err
		}
	}
	if err := s.users.JoinPreOrders(ctx, tx, owner.ID, email); err != nil {
		return err
	}
	return s.orders.ExtendReservations(ctx, tx, owner.ID)
}

// RequestPasswordReset queues a mail with a link to set a new password. Requests are limited per network address and
// per account. Any visitor may call it. The result does not depend on whether the address has an account; that is
// looked up when the mail is sent.
func (s *Store) RequestPasswordReset(ctx context.Context, actor shop.Actor, in shop.PasswordResetRequestInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.ResetRequestPerAddress, actor.Address); err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.ResetRequestPerAccount, in.Email); err != nil {
		return err
	}
	return s.db.Enqueue(ctx, s.db.Pool(), shop.PasswordResetMail{Email: in.Email})
}
