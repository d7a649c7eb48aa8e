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
	// A transaction that ends an account's sessions waits for concurrent sign-ins, then ends their sessions and
	// challenges.
	lockSignIn = pg.Prepared(`SELECT ` + Columns + `, u.password_hash, u.blocked_at IS NOT NULL AS blocked
		FROM users u WHERE u.id = $1 FOR SHARE`)

	insertChallenge = pg.Prepared(`INSERT INTO sign_in_challenges (hash, user_id, expires_at) VALUES ($1, $2, $3)`)
	challengedUser  = pg.Prepared(`SELECT user_id FROM sign_in_challenges WHERE hash = $1 AND expires_at > $2`)
	takeChallenge   = pg.Prepared(`DELETE FROM sign_in_challenges
		WHERE hash = $1 AND user_id = $2 AND expires_at > $3`)
	deleteChallenges = pg.Prepared(`DELETE FROM sign_in_challenges WHERE user_id = $1`)
)

// lockForSignIn returns an account that a user signs in to, locked against changes of its password;
// INVALID_CREDENTIALS when it no longer exists.
func (s *Store) lockForSignIn(
	ctx context.Context, tx pg.Querier, userID string,
) (user shop.User, hash string, blocked bool, err error) {
	var row struct {
		Row
		PasswordHash string `db:"password_hash"`
		Blocked      bool   `db:"blocked"`
	}
	switch err := tx.Get(ctx, &row, lockSignIn, userID); {
	case pg.NoRows(err):
		return shop.User{}, "", false, shop.WrongCredentials()
	case err != nil:
		return shop.User{}, "", false, err
	}
	return row.User(), row.PasswordHash, row.Blocked, nil
}

// CreateChallenge begins the second step of signing in to an account whose password or linked identity was just
// verified. The account had the password hash verifiedHash then; INVALID_CREDENTIALS when the password was changed in
// the meantime.
func (s *Store) CreateChallenge(
	ctx context.Context, user shop.User, verifiedHash string,
) (challenge string, err error) {
	challenge, hash := base.NewToken()
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		switch _, currentHash, _, err := s.lockForSignIn(ctx, tx, user.ID); {
		case err != nil:
			return err
		case currentHash != verifiedHash:
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

// ChallengedUser returns the user of a challenge; INVALID_TOKEN when the challenge has ended.
func (s *Store) ChallengedUser(ctx context.Context, challenge string) (userID string, err error) {
	switch err := s.db.Pool().Get(ctx, &userID, challengedUser, base.HashToken(challenge), s.db.Now()); {
	case pg.NoRows(err):
		return "", shop.BadChallenge()
	case err != nil:
		return "", fmt.Errorf("read challenge: %w", err)
	}
	return userID, nil
}

// MeetChallenge consumes a challenge and its proof, creates a session of the account, and deletes failed attempts.
// The caller has verified the proof. The error is INVALID_TOKEN when the challenge has ended, INVALID_CREDENTIALS
// when the proof was already used, NOT_ALLOWED when the account is blocked.
func (s *Store) MeetChallenge(
	ctx context.Context, actor shop.Actor, userID, challenge string, proof shop.Proof, end time.Time,
) (user shop.User, sessionID string, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var blocked bool
		if user, _, blocked, err = s.lockForSignIn(ctx, tx, userID); err != nil {
			return err
		}
		switch n, err := tx.Exec(ctx, takeChallenge, base.HashToken(challenge), userID, s.db.Now()); {
		case err != nil:
			return err
		case n == 0:
			return shop.BadChallenge()
		}
		if err := s.consumeProof(ctx, tx, userID, proof); err != nil {
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
