// Package catalogue stores products with their categories, stock, reviews and pictures, and searches them.
package catalogue

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Store is safe for concurrent use.
type Store struct {
	db     *base.DB
	seeded func() ([]shop.Product, error)

	categories *pg.Cache[struct{}, []categoryRow] // used by every filter and every total
	meanings   *pg.Cache[string, []meaning]       // of the words of a search text

	descriptions *lru.Cache[string, string] // as HTML, by their Markdown
}

// New returns a Store. It does not access the database. seeded returns the products of a new shop, whose pictures and
// films every shop has.
func New(db *base.DB, seeded func() ([]shop.Product, error)) *Store {
	s := &Store{db: db, seeded: seeded}
	s.categories = pg.NewCache[struct{}, []categoryRow](db.DB, "categories", base.PublicTopic, 1)
	s.meanings = pg.NewCache[string, []meaning](db.DB, "meanings", base.PublicTopic, maxCachedMeanings)
	s.descriptions, _ = lru.New[string, string](maxCachedDescriptions) // fails only for a size that is not positive
	return s
}
