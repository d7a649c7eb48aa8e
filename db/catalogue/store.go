// Package catalogue keeps products with their categories, stock, reviews and pictures, and finds them.
package catalogue

import (
	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Store is safe for concurrent use.
type Store struct {
	db *base.DB

	categories *pg.Cache[struct{}, []categoryRow] // in every filter and in every total
	meanings   *pg.Cache[string, []meaning]       // of the words of a text to search for
	byID       *pg.Batcher[string, *shop.Product]
	pages      map[catalogueKey]*pg.Batcher[pageWish, []shop.Product]
}

// New returns the store. Nothing is read before it is used.
func New(db *base.DB) *Store {
	s := &Store{db: db}
	s.categories = pg.NewCache[struct{}, []categoryRow](db.DB, "categories", base.PublicTopic, 1)
	s.meanings = pg.NewCache[string, []meaning](db.DB, "meanings", base.PublicTopic, keptSearches)
	s.byID = pg.NewBatcher(s.readByID)
	s.pages = s.newPages()
	return s
}
