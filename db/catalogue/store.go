// Package catalogue stores products with their categories, stock, reviews and pictures, and searches them.
package catalogue

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
	"orrery/shop/cell"
)

// Store is safe for concurrent use.
type Store struct {
	db     *base.DB
	seeded func() ([]shop.Product, error)

	categories *pg.Cache[struct{}, []categoryRow] // used by every filter and every total
	meanings   *pg.Cache[string, []meaning]       // of the words of a search text
	cells      *pg.Cache[struct{}, *cell.Parts]
	attributes *pg.Cache[struct{}, []shop.Attribute]

	allFigures, figureSample *pg.Cache[struct{}, *shop.ProductIndex]

	figureCounts *pg.Cache[string, int]
	facets       *pg.Cache[string, []shop.ProductFacet]

	descriptions *lru.Cache[string, string] // as HTML, by their Markdown
}

// New returns a Store. It does not access the database. seeded returns the products of a new shop, whose pictures and
// films every shop has.
func New(db *base.DB, seeded func() ([]shop.Product, error)) *Store {
	s := &Store{db: db, seeded: seeded}
	s.categories = pg.NewCache[struct{}, []categoryRow](db.DB, "categories", base.PublicTopic, 1)
	s.meanings = pg.NewCache[string, []meaning](db.DB, "meanings", base.PublicTopic, maxCachedMeanings)
	s.cells = pg.NewCache[struct{}, *cell.Parts](db.DB, "cells", base.PublicTopic, 1)
	s.attributes = pg.NewCache[struct{}, []shop.Attribute](db.DB, "attributes", base.EditsTopic, 1)
	s.allFigures = pg.NewCache[struct{}, *shop.ProductIndex](db.DB, "figures", base.PublicTopic, 1)
	s.figureSample = pg.NewCache[struct{}, *shop.ProductIndex](db.DB, "sample of figures", base.EditsTopic, 1)
	s.figureCounts = pg.NewCache[string, int](db.DB, "counts of figures", base.PublicTopic, maxCachedFigures)
	s.facets = pg.NewCache[string, []shop.ProductFacet](db.DB, "facets", base.PublicTopic, maxCachedFigures)
	s.descriptions, _ = lru.New[string, string](maxCachedDescriptions) // fails only for a size that is not positive
	return s
}
