// Package user stores users, their sessions and the other means of signing in.
package user

import (
	"orrery/db/base"
	"orrery/db/pg"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB

	sessions *pg.Cache[sessionKey, session]
}

// New returns a store. It does not access the database.
func New(db *base.DB) *Store {
	s := &Store{db: db}
	s.sessions = pg.NewCache[sessionKey, session](db.DB, "sessions", base.SessionsTopic, maxCachedSessions)
	return s
}
