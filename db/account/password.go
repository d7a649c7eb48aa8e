package account

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/db/user"
	"orrery/shop"
)

var passwordHash = pg.Prepared(`SELECT password_hash, passwordless FROM users WHERE id = $1`)

// PasswordHash returns the hash of the actor's own password, to ask for it once more; NOT_ALLOWED when there is none.
func (s *Store) PasswordHash(ctx context.Context, actor shop.Actor) (string, error) {
	if err := actor.NeedUser(); err != nil {
		return "", err
	}
	var row struct {
		Hash         string `db:"password_hash"`
		Passwordless bool   `db:"passwordless"`
	}
	if err := s.db.Pool().Get(ctx, &row, passwordHash, actor.UserID); err != nil {
		return "", fmt.Errorf("read own password hash: %w", err)
	}
	if row.Passwordless {
		return "", shop.PasswordFirst()
	}
	return row.Hash, nil
}

// A new password calls a pending change of address off: whoever had the old one may have asked for it.
var (
	changePassword = pg.Prepared(`UPDATE users AS u SET password_hash = $2, pending_email = NULL
		WHERE u.id = $1 AND u.password_hash = $3 RETURNING ` + user.Columns)
	resetPassword = pg.Prepared(`UPDATE users SET password_hash = $2, passwordless = false, pending_email = NULL WHERE id = $1`)
)

// ChangePassword gives the actor a new password in place of the one with the hash known, ends the other sessions and makes a
// link to reset the old one worthless. The caller has normalised the input and hashed the password. INVALID when it does not suit the
// account, INVALID_CREDENTIALS when the password was changed since known was read.
func (s *Store) ChangePassword(ctx context.Context, actor shop.Actor, in shop.UserPasswordChangeInput, known, hash string) (shop.User, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.User{}, err
	}
	var row user.Row
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, changePassword, actor.UserID, hash, known); {
		case pg.NoRows(err):
			return shop.WrongPassword()
		case err != nil:
			return err
		}
		if err := in.Suits(row.User()); err != nil {
			return err
		}
		if err := s.users.EndSessionsBut(ctx, tx, actor.UserID, actor.SessionID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, voidLink, actor.UserID, shop.PasswordReset); err != nil {
			return err
		}
		if err := s.db.ForgetAttempts(ctx, tx, shop.PasswordChangePerAccount, actor.UserID); err != nil {
			return err
		}
		return s.tellPasswordChanged(ctx, tx, row.User())
	})
	if err != nil {
		return shop.User{}, fmt.Errorf("change password: %w", err)
	}
	return row.User(), nil
}

// ResetPassword sets a new password by a link and ends all sessions of the account. One whose address was never
// verified may have been somebody else's until then: nothing but the new password lets anybody in afterwards, and the
// address counts as verified. Anybody who has the link may; the caller has normalised the input and hashed the
// password. INVALID_TOKEN when the link is good for nothing, INVALID when the password does not suit the account, and
// the link is good for another one.
func (s *Store) ResetPassword(ctx context.Context, _ shop.Actor, in shop.PasswordResetInput, hash string) error {
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		owner, err := s.redeem(ctx, tx, shop.PasswordReset, in.Token)
		if err != nil {
			return err
		}
		if err := in.Suits(owner); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, resetPassword, owner.ID, hash); err != nil {
			return err
		}
		if !owner.EmailVerified {
			if err := s.takeBack(ctx, tx, owner.ID, time.Time{}); err != nil {
				return err
			}
			if err := s.verified(ctx, tx, owner, owner.Email); err != nil {
				return err
			}
		}
		if err := s.users.EndSessions(ctx, tx, owner.ID); err != nil {
			return err
		}
		// Whoever was locked out by somebody's guesses gets in again.
		if err := s.db.ForgetAttempts(ctx, tx, shop.LoginPerAccount, owner.Email); err != nil {
			return err
		}
		return s.tellPasswordChanged(ctx, tx, owner)
	})
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	return nil
}

func (s *Store) tellPasswordChanged(ctx context.Context, tx pg.Querier, user shop.User) error {
	return s.db.Enqueue(ctx, tx, shop.PasswordChangedMail{To: shop.Recipient{Name: user.Name, Email: user.Email}, At: s.db.Now()})
}

// An account whose address was never verified may be anybody's, so that it keeps nothing but its address and its name.
var (
	upsertAdmin = pg.Changing(base.SessionsTopic, `INSERT INTO users AS u (id, name, email, role, password_hash, created_at)
		VALUES ($1, 'Administrator', $2, 'admin', $3, $4)
		ON CONFLICT (email) DO UPDATE SET role = 'admin', pending_email = NULL,
			password_hash = CASE WHEN u.email_verified_at IS NULL THEN excluded.password_hash ELSE u.password_hash END
		RETURNING `+user.Columns)
)

// MakeAdmin gives the address an account with the role admin and returns the token of a link to set its password. An administrator
// loses the second factor by it: it is the way back in. Only the process itself calls it, for whoever can run it.
func (s *Store) MakeAdmin(ctx context.Context, email, hash string) (token string, err error) {
	id, err := pg.NewID()
	if err != nil {
		return "", err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var row user.Row
		if err := s.users.EndAdminFactor(ctx, tx, email); err != nil {
			return err
		}
		if err := tx.Get(ctx, &row, upsertAdmin, id, email, hash, s.db.Now()); err != nil {
			return err
		}
		if !row.EmailVerified {
			if err := s.takeBack(ctx, tx, row.ID, time.Time{}); err != nil {
				return err
			}
		}
		token, err = s.replaceToken(ctx, tx, row.ID, shop.PasswordReset, row.Email)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("make an admin: %w", err)
	}
	return token, nil
}
