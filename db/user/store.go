// Package user keeps who the users are and how they sign in.
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

// New returns the store. Nothing is read before it is used.
func New(db *base.DB) *Store {
	s := &Store{db: db}
	s.sessions = pg.NewCache[sessionKey, session](db.DB, "sessions", base.SessionsTopic, keptSessions)
	return s
}
