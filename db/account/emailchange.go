package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/db/user"
	"orrery/shop"
)

var (
	insertEmailChange = pg.Prepared(`INSERT INTO email_changes (user_id, email, changed_at, expires_at)
		VALUES ($1, $2, $3, $4) RETURNING id`)
	// The earliest change, since undoing it reverts the later ones as well.
	openChangeOfEmail = pg.Prepared(`SELECT id FROM email_changes
		WHERE email = $1 AND undone_at IS NULL AND expires_at > $2 ORDER BY id LIMIT 1`)
	openChangeOfUser = pg.Prepared(`SELECT max(expires_at) FROM email_changes
		WHERE user_id = $1 AND undone_at IS NULL AND expires_at > $2`)

	undoRecipient = pg.Prepared(`SELECT u.name, c.email, c.changed_at
		FROM email_changes c JOIN users u ON u.id = c.user_id
		WHERE c.id = $1 AND c.undone_at IS NULL AND c.expires_at > $2 FOR KEY SHARE OF c`)
	insertUndoLink = pg.Prepared(`INSERT INTO email_change_links (hash, change_id) VALUES ($1, $2)`)

	lockAccountByUndo = pg.Prepared(`SELECT ` + user.Columns + `, c.id AS change_id, c.email AS former, c.changed_at
		FROM email_change_links l JOIN email_changes c ON c.id = l.change_id JOIN users u ON u.id = c.user_id
		WHERE l.hash = $1 AND c.expires_at > $2 FOR NO KEY UPDATE OF u`)
	markUndone       = pg.Prepared(`UPDATE email_changes SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL`)
	dropLaterChanges = pg.Prepared(`DELETE FROM email_changes WHERE user_id = $1 AND id > $2`)
	restoreEmail     = pg.Prepared(`UPDATE users
		SET email = $2, email_verified_at = $3, password_hash = $4, passwordless = true WHERE id = $1`)
)

// recordEmailChange stores the former address of an account and queues a mail to it with a link to undo the change.
func (s *Store) recordEmailChange(ctx context.Context, tx pg.Querier, user shop.User) error {
	var id int64
	if err := tx.Get(ctx, &id, insertEmailChange,
		user.ID, user.Email, s.db.Now(), s.db.Now().Add(shop.EmailUndoLife)); err != nil {
		return err
	}
	return s.db.Enqueue(ctx, tx, shop.EmailChangedMail{UserID: user.ID, ChangeID: id})
}

// issueUndoLink completes the mail to a former address. It reports false when the change can no longer be undone.
func (s *Store) issueUndoLink(ctx context.Context, m shop.EmailChangedMail) (shop.Mail, bool, error) {
	token, hash := base.NewToken()
	send := false
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		var to struct {
			Name      string    `db:"name"`
			Email     string    `db:"email"`
			ChangedAt time.Time `db:"changed_at"`
		}
		switch err := tx.Get(ctx, &to, undoRecipient, m.ChangeID, s.db.Now()); {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
		m.To, m.At, m.Token, send = shop.Recipient{Name: to.Name, Email: to.Email}, to.ChangedAt, token, true
		_, err := tx.Exec(ctx, insertUndoLink, hash, m.ChangeID)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("issue a link to undo a change of address: %w", err)
	}
	return m, send, nil
}

// issueResetLink completes the mail for a user who has forgotten a password. If the address was removed from an
// account by a change that can still be undone, the mail carries the link to undo that change instead.
func (s *Store) issueResetLink(
	ctx context.Context, m shop.PasswordResetMail,
) (complete shop.Mail, send bool, err error) {
	m.To, m.Token, send, err = s.issue(ctx, shop.PasswordReset, func(tx pg.Querier) (shop.User, error) {
		var row user.Row
		err := tx.Get(ctx, &row, lockAccountByEmail, m.Email)
		return row.User(), err
	})
	if err != nil || send {
		return m, send, err
	}
	var change shop.EmailChangedMail
	switch err := s.db.Pool().Get(ctx, &change.ChangeID, openChangeOfEmail, m.Email, s.db.Now()); {
	case pg.NoRows(err):
		return m, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("look for a change of address: %w", err)
	}
	return s.issueUndoLink(ctx, change)
}

// UndoEmailChange restores the address that an account had before a change, by the link that was mailed to that
// address. All sessions end, the password is invalidated (its hash becomes hash, which matches no password), and
// every means of access that was added since the change is removed, as are the later changes of address. Earlier
// changes can still be undone. It returns the address and the token of a link to set a new password. Any client that
// has the link may call it.
//
// Errors: shop.Errors for the input, INVALID_TOKEN, NOT_ALLOWED when the change was undone before, TAKEN,
// RATE_LIMITED.
func (s *Store) UndoEmailChange(
	ctx context.Context, actor shop.Actor, in shop.EmailChangeUndoInput, hash string,
) (undone shop.UndoneEmailChange, err error) {
	if in, err = in.Normal(); err != nil {
		return undone, err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return undone, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var row struct {
			user.Row
			ChangeID  int64     `db:"change_id"`
			Former    string    `db:"former"`
			ChangedAt time.Time `db:"changed_at"`
		}
		switch err := tx.Get(ctx, &row, lockAccountByUndo, base.HashToken(in.Token), s.db.Now()); {
		case pg.NoRows(err):
			return shop.BadUndoLink()
		case err != nil:
			return err
		}
		// Concurrent calls may all have found the link; the one that acquires the account's lock first marks it.
		switch n, err := tx.Exec(ctx, markUndone, row.ChangeID, s.db.Now()); {
		case err != nil:
			return err
		case n == 0:
			return shop.UndoneBefore()
		}
		if _, err := tx.Exec(ctx, dropLaterChanges, row.ID, row.ChangeID); err != nil {
			return err
		}
		if err := s.revokeAccess(ctx, tx, row.ID, row.ChangedAt); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, restoreEmail, row.ID, row.Former, s.db.Now(), hash); err != nil {
			var taken *shop.Error
			if errors.As(base.Refusal(err), &taken) {
				return shop.EmailTaken("token")
			}
			return err
		}
		if err := s.users.JoinPreOrders(ctx, tx, row.ID, row.Former); err != nil {
			return err
		}
		if err := s.orders.ExtendReservations(ctx, tx, row.ID); err != nil {
			return err
		}
		if err := s.db.ForgetLogins(ctx, tx, actor, row.Former); err != nil {
			return err
		}
		undone.Email = row.Former
		if undone.ResetToken, err = s.replaceToken(ctx, tx, row.ID, shop.PasswordReset, row.Former); err != nil {
			return err
		}
		if row.Email == row.Former {
			return nil
		}
		return s.db.Enqueue(ctx, tx, shop.EmailChangeUndoneMail{
			To: shop.Recipient{Name: row.Name, Email: row.Email}, At: s.db.Now(),
		})
	})
	if err != nil {
		return shop.UndoneEmailChange{}, fmt.Errorf("undo a change of address: %w", err)
	}
	return undone, nil
}
