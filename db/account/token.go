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

// Whoever changes an account's links has locked the account first.
var (
	upsertToken = pg.Prepared(`INSERT INTO one_time_tokens (hash, user_id, purpose, email, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, purpose)
		DO UPDATE SET hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`)
	lockAccountByEmail = pg.Prepared(`SELECT ` + user.Columns + ` FROM users u WHERE u.email = $1 FOR NO KEY UPDATE`)
	lockAccountByToken = pg.Prepared(`SELECT ` + user.Columns + `, t.email AS sent_to
		FROM one_time_tokens t JOIN users u ON u.id = t.user_id
		WHERE t.hash = $1 AND t.purpose = $2 AND t.expires_at > $3 FOR NO KEY UPDATE OF u`)
	deleteToken = pg.Prepared(`DELETE FROM one_time_tokens WHERE hash = $1`)
	voidLink    = pg.Prepared(`DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = $2`)
)

// replaceToken makes the token of the account's only link for the purpose.
func (s *Store) replaceToken(ctx context.Context, tx pg.Querier, userID string, purpose shop.Purpose, email string) (string, error) {
	token, hash := base.NewToken()
	_, err := tx.Exec(ctx, upsertToken, hash, userID, purpose, email, s.db.Now().Add(purpose.Life()))
	return token, err
}

// redeem uses a token up and returns its account, locked; INVALID_TOKEN when it is good for nothing.
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
	if address, counts := user.LinkAddress(purpose); !counts || address != row.SentTo {
		return shop.User{}, shop.BadLink()
	}
	// Of several at once, all found it; the first to get the account's lock deletes it.
	switch n, err := tx.Exec(ctx, deleteToken, hash); {
	case err != nil:
		return shop.User{}, err
	case n == 0:
		return shop.User{}, shop.BadLink()
	}
	return user, nil
}

// IssueLink completes a letter that carries a link: it finds whom the letter is for and makes the token, which voids the
// account's link before it. False when nobody is owed the letter. Others come back as they are. Only the process itself
// calls it, when it sends the letter, so that no token ever waits in the queue.
func (s *Store) IssueLink(ctx context.Context, mail shop.Mail) (complete shop.Mail, owed bool, err error) {
	switch m := mail.(type) {
	case shop.VerificationMail:
		m.To, m.Token, owed, err = s.issue(ctx, shop.EmailVerification, func(tx pg.Querier) (shop.User, error) {
			return s.users.Lock(ctx, tx, m.UserID)
		})
		return m, owed, err
	case shop.PasswordResetMail:
		return s.issueResetLink(ctx, m)
	case shop.EmailChangedMail:
		return s.issueUndoLink(ctx, m)
	case shop.NewsletterMail:
		return s.content.IssueNewsletterLinks(ctx, m)
	case shop.OrderReminderMail:
		owed, err = s.orders.Reserved(ctx, m.Order.ID)
		return m, owed, err
	case shop.PreOrderConfirmationMail:
		if m.ConfirmBy == nil {
			return m, true, nil
		}
		m.Token, owed, err = s.preOrders.IssueLink(ctx, m.PreOrderID)
		return m, owed, err
	case shop.PreOrderMovedMail:
		m.Token, owed, err = s.preOrders.IssueLink(ctx, m.PreOrderID)
		return m, owed, err
	}
	return mail, true, nil
}

// issue makes a link for the account that find locks; there may be none any more.
func (s *Store) issue(ctx context.Context, purpose shop.Purpose, find func(tx pg.Querier) (shop.User, error)) (to shop.Recipient,
	token string, owed bool, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		owner, err := find(tx)
		switch {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
		if to.Email, owed = owner.LinkAddress(purpose); !owed {
			return nil
		}
		to.Name = owner.Name
		token, err = s.replaceToken(ctx, tx, owner.ID, purpose, to.Email)
		return err
	})
	if err != nil {
		return shop.Recipient{}, "", false, fmt.Errorf("issue a link for %s: %w", purpose, err)
	}
	return to, token, owed, nil
}

// ResendVerification sends the verification of the actor's address once more, a bounded number of times, and reports whether
// there was nothing left to verify.
func (s *Store) ResendVerification(ctx context.Context, actor shop.Actor) (verified bool, err error) {
	user, err := s.users.Me(ctx, actor)
	if err != nil {
		return false, err
	}
	if _, wanted := user.LinkAddress(shop.EmailVerification); !wanted {
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

// VerifyEmail makes the address count that a link was sent to; the pre-orders of visitors with that address join the account
// (decisions: pre-orders), those that the account placed with it count in their queues, and its unpaid orders hold their stock as long as
// everybody's. Anybody who has the link may. Errors: shop.Errors for the input, INVALID_TOKEN, RATE_LIMITED, and TAKEN when the address
// got an account of its own in the meantime.
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
		if err := s.verified(ctx, tx, user, email); err != nil {
			return err
		}
		return s.preOrders.ConfirmOwn(ctx, tx, unconfirmed, email)
	})
	if err != nil {
		return fmt.Errorf("verify an address: %w", err)
	}
	return nil
}

// verified makes an address count that is proven to be its account's. The former one can undo the change.
func (s *Store) verified(ctx context.Context, tx pg.Querier, owner shop.User, email string) error {
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
		if err := s.changedEmail(ctx, tx, owner); err != nil {
			return err
		}
	}
	if err := s.users.JoinPreOrders(ctx, tx, owner.ID, email); err != nil {
		return err
	}
	return s.orders.ExtendReservations(ctx, tx, owner.ID)
}

// RequestPasswordReset sends a link to set a new password, a bounded number of times for one address. Anybody may. All
// addresses are treated alike; whether one has an account is found out when the letter is sent.
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
