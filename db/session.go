package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

// Whoever blocks an account waits for sessions that begin, and ends them.
var isBlocked = prepared(`SELECT blocked_at IS NOT NULL FROM users WHERE id = $1 FOR SHARE`)

var insertSession = prepared(`INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`)

func (s *Store) insertSession(ctx context.Context, r runner, userID string, end time.Time) (string, error) {
	id, err := newID()
	if err != nil {
		return "", err
	}
	_, err = r.exec(ctx, insertSession, id, userID, s.now(), end)
	return id, err
}

// CreateSession begins a session of an account whose password was just verified, and forgets its failed attempts; NOT_ALLOWED when
// the account is blocked.
func (s *Store) CreateSession(ctx context.Context, _ shop.Actor, user shop.User, end time.Time) (id string, err error) {
	err = s.inTx(ctx, func(tx runner) error {
		var blocked bool
		if err := tx.get(ctx, &blocked, isBlocked, user.ID); err != nil {
			return err
		}
		if blocked {
			return shop.Blocked()
		}
		if id, err = s.insertSession(ctx, tx, user.ID, end); err != nil {
			return err
		}
		_, err = tx.exec(ctx, forgetAttempts, shop.LoginPerAccount.Name, user.Email)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return id, nil
}

const (
	// keptSessions bounds how many sessions are known without asking.
	keptSessions = 10_000
	// trustSession is for how long: PostgreSQL tells of every end, unless its triggers are switched off.
	trustSession = 10 * time.Second
)

// sessionKey is a session at a time, of which there are few: what is known of it is not known for long.
type sessionKey struct {
	id, userID string
	time       int64
}

// session is one that runs.
type session struct {
	Role      shop.Role `db:"role"`
	ExpiresAt time.Time `db:"expires_at"`
}

var runningSession = prepared(`SELECT u.role, s.expires_at FROM sessions s JOIN users u ON u.id = s.user_id
	WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > $3 AND u.blocked_at IS NULL`)

// SessionActor returns who a running session belongs to; UNAUTHENTICATED when it has ended. For middleware that has
// verified a token.
func (s *Store) SessionActor(ctx context.Context, sessionID, userID string) (shop.Actor, error) {
	ended := &shop.Error{Code: shop.Unauthenticated, Message: "Your session has ended. Please login again."}
	if !isUUID(sessionID) || !isUUID(userID) {
		return shop.Actor{}, ended
	}
	now := s.now()
	key := sessionKey{sessionID, userID, now.UnixNano() / int64(trustSession)}
	running, err := s.sessions.get(key, func() (running session, err error) {
		err = s.pool().get(ctx, &running, runningSession, sessionID, userID, now)
		return running, err
	})
	switch {
	case noRows(err) || err == nil && !running.ExpiresAt.After(now):
		return shop.Actor{}, ended
	case err != nil:
		return shop.Actor{}, fmt.Errorf("read session: %w", err)
	}
	return shop.Actor{UserID: userID, SessionID: sessionID, Role: running.Role}, nil
}

var deleteSession = ending(`DELETE FROM sessions WHERE id = $1 AND user_id = $2`)

// EndSession ends the actor's session and reports whether there was one.
func (s *Store) EndSession(ctx context.Context, actor shop.Actor) (bool, error) {
	if !actor.SignedIn() {
		return false, nil
	}
	n, err := s.pool().exec(ctx, deleteSession, actor.SessionID, actor.UserID)
	if err != nil {
		return false, fmt.Errorf("end session: %w", err)
	}
	return n > 0, nil
}

var (
	expiredSessions = prepared(`DELETE FROM sessions WHERE expires_at <= $1`)
	expiredAttempts = prepared(`DELETE FROM attempts WHERE expires_at <= $1`)
	expiredKeys     = prepared(`DELETE FROM order_keys WHERE expires_at <= $1`)
	forgottenJobs   = prepared(`DELETE FROM jobs WHERE due_at IS NULL AND expires_at <= $1::timestamptz - interval '30 days'`)
)

// Sweep deletes sessions, attempts and links whose time is over, addresses that get no newsletter, jobs that were given up and
// deliveries that were made a month ago, what callers used in minutes that are over, and quotes that expired long ago. Only the process itself calls it.
func (s *Store) Sweep(ctx context.Context) error {
	for _, q := range []statement{expiredSessions, expiredAttempts, expiredKeys, expiredTokens, expiredNewsletterTokens,
		forgottenSubscribers, forgottenJobs, forgottenDeliveries, forgetCounts} {
		if _, err := s.pool().exec(ctx, q, s.now()); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
	}
	if _, err := s.pool().exec(ctx, forgottenQuotes, s.now().Add(-shop.QuoteMemory)); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}
