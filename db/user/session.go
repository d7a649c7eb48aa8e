package user

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

type newSession struct {
	ID        string    `db:"id"`
	UserID    string    `db:"user_id"`
	CreatedAt time.Time `db:"created_at"`
	ExpiresAt time.Time `db:"expires_at"`
	Browser   string    `db:"browser"`
	System    string    `db:"system"`
}

var insertSession = pg.Named(newSession{}, `INSERT INTO sessions `+pg.Values(pg.Columns[newSession]()...))

func (s *Store) insertSession(
	ctx context.Context, r pg.Querier, actor shop.Actor, userID string, end time.Time,
) (string, error) {
	id, err := pg.NewID()
	if err != nil {
		return "", err
	}
	row := newSession{ID: id, UserID: userID, CreatedAt: s.db.Now(), ExpiresAt: end}
	row.Browser, row.System = shop.Device(actor.Agent)
	_, err = r.Exec(ctx, insertSession, insertSession.Args(row)...)
	return id, err
}

// beginSession creates a session of a locked account and deletes its failed attempts.
func (s *Store) beginSession(
	ctx context.Context, tx pg.Querier, actor shop.Actor, user shop.User, end time.Time,
) (string, error) {
	id, err := s.insertSession(ctx, tx, actor, user.ID, end)
	if err != nil {
		return "", err
	}
	err = s.db.ForgetLogins(ctx, tx, actor, user.Email)
	return id, err
}

// CreateSession creates a session of an account whose password or linked identity was just verified, and deletes its
// failed attempts. The account had the password hash verifiedHash then. The error is NOT_ALLOWED when the account is
// blocked, INVALID_CREDENTIALS when the password was changed in the meantime.
func (s *Store) CreateSession(
	ctx context.Context, actor shop.Actor, user shop.User, verifiedHash string, end time.Time,
) (id string, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		switch _, currentHash, blocked, err := s.lockForSignIn(ctx, tx, user.ID); {
		case err != nil:
			return err
		case currentHash != verifiedHash:
			return shop.WrongCredentials()
		case blocked:
			return shop.Blocked()
		}
		id, err = s.beginSession(ctx, tx, actor, user, end)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return id, nil
}

const (
	// maxCachedSessions is the maximum number of sessions in the cache.
	maxCachedSessions = 10_000
	// sessionCacheTTL is the maximum age of a cached session. PostgreSQL notifies the cache of the end of every
	// session, unless its triggers are disabled.
	sessionCacheTTL = 10 * time.Second
)

// sessionKey identifies a session in the cache. The time is that of the lookup, in units of sessionCacheTTL, so that
// an entry is not found any more after that time.
type sessionKey struct {
	id, userID string
	time       int64
}

// session is the state of a session that has not ended.
type session struct {
	permissions
	ExpiresAt  time.Time `db:"expires_at"`
	LastUsedAt time.Time `db:"last_used_at"`
	Factor     bool      `db:"factor"`
}

// sessionExpiry is when a session ends if it is not used again. Idle sessions are deleted only at the end of their
// whole life.
var sessionExpiry = fmt.Sprintf(`least(s.expires_at, coalesce(s.last_used_at, s.created_at) + interval '%d s')`,
	int(shop.SessionIdle.Seconds()))

var (
	runningSession = pg.Prepared(`SELECT ` + permissionColumns + `, ` + sessionExpiry + ` AS expires_at,
			coalesce(s.last_used_at, s.created_at) AS last_used_at,
			EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS factor
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.id = $1 AND s.user_id = $2 AND ` + sessionExpiry + ` > $3 AND u.blocked_at IS NULL`)
	touchSession = pg.Prepared(`UPDATE sessions SET last_used_at = $2
		WHERE id = $1 AND coalesce(last_used_at, created_at) < $3`)
)

// SessionActor returns the actor of a session; UNAUTHENTICATED when the session has ended. It is for middleware that
// has verified a token.
func (s *Store) SessionActor(ctx context.Context, sessionID, userID string) (shop.Actor, error) {
	ended := &shop.Error{Code: shop.Unauthenticated, Message: "Your session has ended. Please login again."}
	if !pg.IsUUID(sessionID) || !pg.IsUUID(userID) {
		return shop.Actor{}, ended
	}
	now := s.db.Now()
	key := sessionKey{sessionID, userID, now.UnixNano() / int64(sessionCacheTTL)}
	running, err := s.sessions.Get(key, func() (running session, err error) {
		if err = s.db.Pool().Get(ctx, &running, runningSession, sessionID, userID, now); err != nil {
			return running, err
		}
		// The time of the last use is written at most once a day. The actor is valid even if the write fails.
		if today := now.UTC().Truncate(24 * time.Hour); running.LastUsedAt.Before(today) {
			_, _ = s.db.Pool().Exec(ctx, touchSession, sessionID, now, today)
		}
		return running, nil
	})
	switch {
	case pg.NoRows(err) || err == nil && !running.ExpiresAt.After(now):
		return shop.Actor{}, ended
	case err != nil:
		return shop.Actor{}, fmt.Errorf("read session: %w", err)
	}
	return shop.Actor{UserID: userID, SessionID: sessionID, Role: shop.Role(running.Role), Scopes: running.scopes(),
		NoFactor: s.needsFactor(running.permissions) && !running.Factor}, nil
}

var deleteSession = pg.Changing(base.SessionsTopic, `DELETE FROM sessions WHERE id = $1 AND user_id = $2`)

// EndSession ends the actor's session and reports whether there was one.
func (s *Store) EndSession(ctx context.Context, actor shop.Actor) (bool, error) {
	if owner, err := actor.Owner(); owner == nil {
		return false, err
	}
	n, err := s.db.Pool().Exec(ctx, deleteSession, actor.SessionID, actor.UserID)
	if err != nil {
		return false, fmt.Errorf("end session: %w", err)
	}
	return n > 0, nil
}

var ownSessions = pg.Prepared(`SELECT id, nullif(browser, '') AS browser, nullif(system, '') AS system, created_at,
		coalesce(last_used_at, created_at) AS last_used_at, ` + sessionExpiry + ` AS expires_at
	FROM sessions s WHERE user_id = $1 AND expires_at > $2 AND ` + sessionExpiry + ` > $2
	ORDER BY created_at DESC, id DESC LIMIT $3`)

type ownSessionRow struct {
	ID         string    `db:"id"`
	Browser    *string   `db:"browser"`
	System     *string   `db:"system"`
	CreatedAt  time.Time `db:"created_at"`
	LastUsedAt time.Time `db:"last_used_at"`
	ExpiresAt  time.Time `db:"expires_at"`
}

func (r ownSessionRow) session(actor shop.Actor) shop.Session {
	return shop.Session{ID: r.ID, Browser: r.Browser, System: r.System, CreatedAt: r.CreatedAt,
		LastUsedAt: r.LastUsedAt, ExpiresAt: r.ExpiresAt, Current: r.ID == actor.SessionID}
}

// Sessions returns the actor's current sessions, newest first, shop.MaxSessions at most.
func (s *Store) Sessions(ctx context.Context, actor shop.Actor) ([]shop.Session, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	return s.SessionsOf(ctx, s.db.Pool(), actor)
}

// SessionsOf is like Sessions for an actor who is known to be signed in. It reads with r, which may be a transaction.
func (s *Store) SessionsOf(ctx context.Context, r pg.Querier, actor shop.Actor) ([]shop.Session, error) {
	var rows []ownSessionRow
	if err := r.Select(ctx, &rows, ownSessions, actor.UserID, s.db.Now(), shop.MaxSessions); err != nil {
		return nil, fmt.Errorf("read own sessions: %w", err)
	}
	sessions := make([]shop.Session, len(rows))
	for i, r := range rows {
		sessions[i] = r.session(actor)
	}
	return sessions, nil
}

// EndOwnSession ends one of the actor's sessions; NOT_FOUND when there is no such session.
func (s *Store) EndOwnSession(ctx context.Context, actor shop.Actor, in shop.SessionEndInput) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if !pg.IsUUID(in.ID) {
		return shop.Unknown("Session")
	}
	switch n, err := s.db.Pool().Exec(ctx, deleteSession, in.ID, actor.UserID); {
	case err != nil:
		return fmt.Errorf("end own session: %w", err)
	case n == 0:
		return shop.Unknown("Session")
	}
	return nil
}

// EndOtherSessions ends all of the actor's sessions except the current one, and sign-ins that wait for their second
// step.
func (s *Store) EndOtherSessions(ctx context.Context, actor shop.Actor) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, lockUser, actor.UserID); err != nil {
			return err
		}
		return s.EndSessionsBut(ctx, tx, actor.UserID, actor.SessionID)
	})
	if err != nil {
		return fmt.Errorf("end other sessions: %w", err)
	}
	return nil
}

var (
	deleteSessions      = pg.Changing(base.SessionsTopic, `DELETE FROM sessions WHERE user_id = $1`)
	deleteOtherSessions = pg.Changing(base.SessionsTopic, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`)
)

// EndSessions ends the sessions of a user, and sign-ins that wait for their second step. The caller has locked the
// account, so that no concurrent sign-in survives.
func (s *Store) EndSessions(ctx context.Context, tx pg.Querier, userID string) error {
	if _, err := tx.Exec(ctx, deleteSessions, userID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, deleteChallenges, userID)
	return err
}

// EndSessionsBut is like EndSessions but keeps one session.
func (s *Store) EndSessionsBut(ctx context.Context, tx pg.Querier, userID, sessionID string) error {
	if _, err := tx.Exec(ctx, deleteOtherSessions, userID, sessionID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, deleteChallenges, userID)
	return err
}
