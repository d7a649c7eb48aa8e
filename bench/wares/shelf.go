package wares

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Work is what clients of a shop do most.
type Work string

// The works.
const (
	List   Work = "list"   // 12 products of a category, newest first, and how many it has
	Detail Work = "detail" // a product with everything on its page
	Search Work = "search" // 12 products that a word is in
	Add    Work = "add"    // a unit into the cart of somebody who is signed in, and the cart with its total
)

// PageSize is how many products a list or a search shows.
const PageSize = 12

const (
	shelfDepth = 2000 // places of a category that pages begin at
	repeated   = 600  // products that are asked for again and again
	skips      = 50   // of a search: pages begin at each of them
	noun       = "gripper"
	stride     = 7919 // through the products; shares no divisor with their number
)

// Wish is what one request asks for, in nobody's words. Fields that its work does not need are empty.
type Wish struct {
	Category string `json:"category,omitempty"`
	After    *Place `json:"after,omitempty"` // nil: from the newest on
	Term     string `json:"term,omitempty"`
	Skip     int    `json:"skip,omitempty"`
	ID       int    `json:"id,omitempty"`
	Buyer    int    `json:"-"`

	// Alias makes the words of a request differ once all wishes have been asked.
	Alias string `json:"-"`
	// Want is somewhere in a right answer, which names IDs products if that is not 0.
	Want string `json:"-"`
	IDs  int    `json:"-"`
}

// Place is where a product stands among the newest.
type Place struct {
	At time.Time `json:"at"`
	ID int       `json:"id"`
}

// Shelf knows what a filled shop holds.
type Shelf struct {
	products   int
	categories []string
	newest     map[string][]Place
	oldest     map[string][]Place
	names      map[int]string // of what carts are filled with
}

// Look reads the shelf of a shop that Fill has filled.
func Look(ctx context.Context, pool *sql.DB) (s *Shelf, err error) {
	s = &Shelf{names: map[int]string{}}
	if s.newest, err = places(ctx, pool, "DESC"); err != nil {
		return nil, err
	}
	if s.oldest, err = places(ctx, pool, "ASC"); err != nil {
		return nil, err
	}
	s.categories = slices.Sorted(maps.Keys(s.newest))
	rows, err := pool.QueryContext(ctx, `SELECT id, name, (SELECT max(id) FROM products) FROM products WHERE id % 100 = 1 AND id < 10000`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int
		var name string
		if err := rows.Scan(&id, &name, &s.products); err != nil {
			return nil, err
		}
		s.names[id] = name
	}
	return s, rows.Err()
}

// places are where products stand from one end of each category on.
func places(ctx context.Context, pool *sql.DB, direction string) (map[string][]Place, error) {
	rows, err := pool.QueryContext(ctx, strings.ReplaceAll(`SELECT category, created_at, id FROM (SELECT category, created_at, id,
		row_number() OVER (PARTITION BY category ORDER BY created_at @, id @) AS n FROM products) AS p WHERE n <= $1
		ORDER BY category, created_at @, id @`, "@", direction), shelfDepth)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := map[string][]Place{}
	for rows.Next() {
		var category string
		var place Place
		if err := rows.Scan(&category, &place.At, &place.ID); err != nil {
			return nil, err
		}
		found[category] = append(found[category], place)
	}
	return found, rows.Err()
}

// Repeated is the i-th of few wishes that are asked again and again: the six categories from their newest product on, 600 products,
// and one word. Carts have no such wishes: 64 people add one of three products each, in turn.
func (s *Shelf) Repeated(work Work, i int) Wish {
	switch work {
	case List:
		category := s.categories[i%len(s.categories)]
		return Wish{Category: category, Want: picture(s.newest[category][0].ID), IDs: PageSize}
	case Detail:
		id := 1 + i%repeated*stride%s.products
		return Wish{ID: id, Want: picture(id)}
	case Search:
		return Wish{Term: noun, Want: "Gripper", IDs: PageSize}
	}
	buyer, turn := i%Buyers, i/Buyers%3
	id := 1 + (3*buyer+turn)%len(s.names)*100
	return Wish{ID: id, Buyer: buyer, Want: s.names[id]}
}

// Different is the i-th of wishes that are never asked twice, so that no answer can be kept for another request: a list goes on
// behind any of 2000 products of a category, a detail is of any product, a search is for any of some hundred words (of 10,000 products)
// that some hundred products have, from any of the first 50 places on. Who has asked for all of them asks again under another alias.
func (s *Shelf) Different(work Work, i int) Wish {
	var w Wish
	var all int
	switch work {
	case List:
		var newest []Place
		w.Category, newest, all = s.inTurn(s.newest, i)
		at := i % all / len(s.categories)
		w.After, w.Want, w.IDs = &newest[at], picture(newest[at+1].ID), PageSize
	case Detail:
		all = s.products
		w = Wish{ID: 1 + i%all*stride%all}
		w.Want = picture(w.ID)
	case Search:
		words := Words(s.products)
		all = words * skips
		w = Wish{Term: Word(i % words), Skip: i % all / words, IDs: PageSize}
	default:
		return s.Repeated(work, i)
	}
	w.Alias = fmt.Sprint("round", i/all)
	return w
}

// Deep is the i-th of the pages of a list that are far from its beginning: behind any of the oldest 2000 products of a category.
func (s *Shelf) Deep(i int) Wish {
	category, oldest, all := s.inTurn(s.oldest, i)
	at := PageSize + i%all/len(s.categories)
	return Wish{Category: category, After: &oldest[at], Want: picture(oldest[at-1].ID), IDs: PageSize, Alias: fmt.Sprint("deep", i/all)}
}

// inTurn is the category for the i-th wish with its places, and how many wishes there are of all, each with a page behind it.
func (s *Shelf) inTurn(of map[string][]Place, i int) (category string, places []Place, wishes int) {
	fewest := shelfDepth
	for _, places := range of {
		fewest = min(fewest, len(places))
	}
	category = s.categories[i%len(s.categories)]
	return category, of[category], len(s.categories) * (fewest - PageSize)
}

// picture is in the address of a product's picture.
func picture(id int) string { return fmt.Sprintf("/products/%d-640.jpg", id) }
