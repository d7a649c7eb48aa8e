package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/db/user"
	"orrery/shop"
)

var passwordHash = pg.Prepared(`SELECT password_hash, passwordless FROM users WHERE id = $1`)

// PasswordHash returns the hash of the actor's own password, to verify it again before a sensitive change. The error
// is NOT_ALLOWED when the account has no password.
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

// A new password cancels a pending change of address, which an intruder may have requested with the old password.
var (
	changePassword = pg.Prepared(`UPDATE users AS u SET password_hash = $2, pending_email = NULL
		WHERE u.id = $1 AND u.password_hash = $3 RETURNING ` + user.Columns)
	resetPassword = pg.Prepared(`UPDATE users SET password_hash = $2, passwordless = false, pending_email = NULL
		WHERE id = $1`)
)

// ChangePassword replaces the actor's password, whose hash was verified as verifiedHash, ends the account's other
// sessions and invalidates its link to reset the password. The caller has normalised the input and hashed the new
// password. The error is INVALID when the password is too similar to the account's name or address,
// INVALID_CREDENTIALS when the password was changed after verifiedHash was read.
func (s *Store) ChangePassword(
	ctx context.Context, actor shop.Actor, in shop.UserPasswordChangeInput, verifiedHash, hash string,
) (shop.User, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.User{}, err
	}
	var row user.Row
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, changePassword, actor.UserID, hash, verifiedHash); {
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
		return s.notifyPasswordChanged(ctx, tx, row.User())
	})
	if err != nil {
		return shop.User{}, fmt.Errorf("change password: %w", err)
	}
	return row.User(), nil
}

// ResetPassword sets a new password by a link and ends all sessions of the account. An account whose address was
// never verified may have been registered by a stranger: every other way to sign in is removed, and the address
// becomes verified. Any client that has the link may call it; the caller has normalised the input and hashed the
// password. The error is INVALID_TOKEN when the link is not valid, INVALID when the password is too similar to the
// account's name or address; in that case the link can be used again with another password.
func (s *Store) ResetPassword(
	ctx context.Context, actor shop.Actor, in shop.PasswordResetInput, hash string,
) error {
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
			if err := s.revokeAccess(ctx, tx, owner.ID, time.Time{}); err != nil {
				return err
			}
			if err := s.setVerifiedEmail(ctx, tx, owner, owner.Email); err != nil {
				return err
			}
		}
		if err := s.users.EndSessions(ctx, tx, owner.ID); err != nil {
			return err
		}
		// Failed attempts, possibly an attacker's, no longer lock the owner out.
		if err := s.db.ForgetLogins(ctx, tx, actor, owner.Email); err != nil {
			return err
		}
		return s.notifyPasswordChanged(ctx, tx, owner)
	})
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	return nil
}

var resetLinkValid = pg.Prepared(`SELECT EXISTS (SELECT FROM one_time_tokens t
	JOIN users u ON u.id = t.user_id AND u.email = t.email
	WHERE t.hash = $1 AND t.purpose = $2 AND t.expires_at > $3)`)

// ResetLinkValid reports whether ResetPassword accepts the token of a link. Any client may call it: tokens can't be
// guessed, and the result tells nothing about the account. The error is RATE_LIMITED after too many calls.
func (s *Store) ResetLinkValid(ctx context.Context, actor shop.Actor, token string) (valid bool, err error) {
	if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return false, err
	}
	hash := base.HashToken(strings.TrimSpace(token))
	if err := s.db.Pool().Get(ctx, &valid, resetLinkValid, hash, shop.PasswordReset, s.db.Now()); err != nil {
		return false, fmt.Errorf("read a reset link: %w", err)
	}
	return valid, nil
}

func (s *Store) notifyPasswordChanged(ctx context.Context, tx pg.Querier, user shop.User) error {
	return s.db.Enqueue(ctx, tx, shop.PasswordChangedMail{
		To: shop.Recipient{Name: user.Name, Email: user.Email}, At: s.db.Now(),
	})
}

// An account whose address was never verified may belong to a stranger, so only its address and name are kept.
var (
	upsertAdmin = pg.Changing(base.SessionsTopic, `INSERT INTO users AS u
		(id, name, email, role, password_hash, created_at) VALUES ($1, 'Administrator', $2, 'admin', $3, $4)
		ON CONFLICT (email) DO UPDATE SET role = 'admin', staff_role_id = NULL, pending_email = NULL,
			password_hash = CASE WHEN u.email_verified_at IS NULL THEN excluded.password_hash ELSE u.password_hash END
		RETURNING `+user.Columns)
)

// MakeAdmin creates an account with the role admin for the address, or gives the role to its account, and returns the
// token of a link to set its password. The second factor of an existing administrator is removed, since this is how
// to recover access. It must only be called by the process itself, on behalf of an operator who can run it.
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
			if err := s.revokeAccess(ctx, tx, row.ID, time.Time{}); err != nil {
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
