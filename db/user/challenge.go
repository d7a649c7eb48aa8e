package user

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Whoever blocks an account, or sets a new password, waits for sign-ins that go on, and ends what they have begun.
	lockToEnter = pg.Prepared(`SELECT ` + Columns + `, u.password_hash, u.blocked_at IS NOT NULL AS blocked FROM users u WHERE u.id = $1 FOR SHARE`)

	insertChallenge  = pg.Prepared(`INSERT INTO sign_in_challenges (hash, user_id, expires_at) VALUES ($1, $2, $3)`)
	challengedUser   = pg.Prepared(`SELECT user_id FROM sign_in_challenges WHERE hash = $1 AND expires_at > $2`)
	takeChallenge    = pg.Prepared(`DELETE FROM sign_in_challenges WHERE hash = $1 AND user_id = $2 AND expires_at > $3`)
	deleteChallenges = pg.Prepared(`DELETE FROM sign_in_challenges WHERE user_id = $1`)
)

// lockedToEnter returns an account that somebody signs in to, locked against changes of its password;
// INVALID_CREDENTIALS when it is gone.
func (s *Store) lockedToEnter(ctx context.Context, tx pg.Querier, userID string) (user shop.User, hash string, blocked bool, err error) {
	var row struct {
		Row
		PasswordHash string `db:"password_hash"`
		Blocked      bool   `db:"blocked"`
	}
	switch err := tx.Get(ctx, &row, lockToEnter, userID); {
	case pg.NoRows(err):
		return shop.User{}, "", false, shop.WrongCredentials()
	case err != nil:
		return shop.User{}, "", false, err
	}
	return row.User(), row.PasswordHash, row.Blocked, nil
}

// CreateChallenge begins the second step of signing in to an account whose password, the one with the hash known, or
// whose identity was just verified. INVALID_CREDENTIALS when the password was changed meanwhile.
func (s *Store) CreateChallenge(ctx context.Context, user shop.User, known string) (challenge string, err error) {
	challenge, hash := base.NewToken()
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		switch _, now, _, err := s.lockedToEnter(ctx, tx, user.ID); {
		case err != nil:
			return err
		case now != known:
			return shop.WrongCredentials()
		}
		_, err := tx.Exec(ctx, insertChallenge, hash, user.ID, s.db.Now().Add(shop.ChallengeLife))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create challenge: %w", err)
	}
	return challenge, nil
}

// ChallengedUser returns whose a challenge is; INVALID_TOKEN when it has ended.
func (s *Store) ChallengedUser(ctx context.Context, challenge string) (userID string, err error) {
	switch err := s.db.Pool().Get(ctx, &userID, challengedUser, base.HashToken(challenge), s.db.Now()); {
	case pg.NoRows(err):
		return "", shop.BadChallenge()
	case err != nil:
		return "", fmt.Errorf("read challenge: %w", err)
	}
	return userID, nil
}

// MeetChallenge uses a challenge and the proof for it up, begins a session of its account, and forgets failed attempts.
// The caller has checked the proof. INVALID_TOKEN when the challenge has ended, INVALID_CREDENTIALS when the proof was
// used, NOT_ALLOWED when the account is blocked.
func (s *Store) MeetChallenge(ctx context.Context, actor shop.Actor, userID, challenge string, proof shop.Proof, end time.Time) (user shop.User,
	sessionID string, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var blocked bool
		if user, _, blocked, err = s.lockedToEnter(ctx, tx, userID); err != nil {
			return err
		}
		switch n, err := tx.Exec(ctx, takeChallenge, base.HashToken(challenge), userID, s.db.Now()); {
		case err != nil:
			return err
		case n == 0:
			return shop.BadChallenge()
		}
		if err := s.spend(ctx, tx, userID, proof); err != nil {
			return err
		}
		if blocked {
			return shop.Blocked()
		}
		if err := s.db.ForgetAttempts(ctx, tx, shop.SecondFactorPerAccount, userID); err != nil {
			return err
		}
		sessionID, err = s.beginSession(ctx, tx, actor, user, end)
		return err
	})
	if err != nil {
		return shop.User{}, "", fmt.Errorf("meet challenge: %w", err)
	}
	return user, sessionID, nil
}
