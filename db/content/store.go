// Package content stores the other content and messages of the site: texts, team, milestones, FAQ, contact messages
// and newsletter.
package content

import (
	"sync/atomic"

	"orrery/db/base"
	"orrery/db/catalogue"
)

// Store is safe for concurrent use.
type Store struct {
	db        *base.DB
	catalogue *catalogue.Store
	texts     *texts

	faqVersion atomic.Int64 // a version of the FAQ that visitors read, or a newer one
}

// New returns a Store. It does not access the database.
func New(db *base.DB, catalogue *catalogue.Store) *Store {
	return &Store{db: db, catalogue: catalogue, texts: newTexts(db)}
}
