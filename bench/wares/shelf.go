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

// Work is one of the most frequent operations of the clients of a shop.
type Work string

// The works.
const (
	List   Work = "list"   // 12 products of a category, newest first, with the total count
	Detail Work = "detail" // a product with all data of its page
	Search Work = "search" // 12 products that contain a word
	Add    Work = "add"    // adds one unit to the cart of a signed-in customer; returns the cart with its total
	Order  Work = "order"  // orders what is in the cart of a signed-in customer; returns the order with its lines
)

// PageSize is the number of products on a page of a list or a search.
const PageSize = 12

const (
	shelfDepth = 2000 // number of products per category behind which pages begin
	repeated   = 600  // number of products that are requested repeatedly
	skips      = 50   // number of offsets at which pages of a search begin
	noun       = "gripper"
	stride     = 7919 // between successive products; coprime to their number
)

// Params holds the parameters of one request, independent of the API. Fields that the work does not need are empty.
type Params struct {
	Category string `json:"category,omitempty"`
	After    *Place `json:"after,omitempty"` // nil: the first page
	Term     string `json:"term,omitempty"`
	Skip     int    `json:"skip,omitempty"`
	ID       int    `json:"id,omitempty"`
	Key      string `json:"key,omitempty"`      // idempotency key of an order
	Products []int  `json:"products,omitempty"` // of an order, one unit of each
	Buyer    int    `json:"-"`

	// Alias makes the text of a request unique once all combinations of the parameters have been sent.
	Alias string `json:"-"`
	// Want is a text that a correct response contains. A correct response has IDs products, unless IDs is 0.
	Want string `json:"-"`
	IDs  int    `json:"-"`
}

// Place is the position of a product in a list that is sorted by newest first.
type Place struct {
	At time.Time `json:"at"`
	ID int       `json:"id"`
}

// Shelf holds the data of a filled shop that requests are built from.
type Shelf struct {
	products   int
	categories []string
	newest     map[string][]Place
	oldest     map[string][]Place
	names      map[int]string // of the products that are added to carts
}

// Look reads the Shelf of a shop that Fill has filled.
func Look(ctx context.Context, pool *sql.DB) (s *Shelf, err error) {
	s = &Shelf{names: map[int]string{}}
	if s.newest, err = places(ctx, pool, "DESC"); err != nil {
		return nil, err
	}
	if s.oldest, err = places(ctx, pool, "ASC"); err != nil {
		return nil, err
	}
	s.categories = slices.Sorted(maps.Keys(s.newest))
	rows, err := pool.QueryContext(ctx, `SELECT id, name, (SELECT max(id) FROM products) FROM products
		WHERE id % 100 = 1 AND id < 10000`)
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

// places returns the places of the first shelfDepth products of each category, newest first (DESC) or oldest first
// (ASC).
func places(ctx context.Context, pool *sql.DB, direction string) (map[string][]Place, error) {
	rows, err := pool.QueryContext(ctx, strings.ReplaceAll(`SELECT category, created_at, id
		FROM (SELECT category, created_at, id,
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

// Repeated returns the i-th of a few parameter sets that are sent repeatedly: the first pages of the six categories,
// 600 products, and one search word. Add has no such sets: 64 customers each add one of three products in turn.
func (s *Shelf) Repeated(work Work, i int) Params {
	switch work {
	case List:
		category := s.categories[i%len(s.categories)]
		return Params{Category: category, Want: picture(s.newest[category][0].ID), IDs: PageSize}
	case Detail:
		id := 1 + i%repeated*stride%s.products
		return Params{ID: id, Want: picture(id)}
	case Search:
		return Params{Term: noun, Want: "Gripper", IDs: PageSize}
	}
	buyer, turn := i%Buyers, i/Buyers%3
	w := s.Filling(3*buyer + turn)
	w.Buyer = buyer
	return w
}

// Filling returns the i-th of the products that carts are filled with, which never run out.
func (s *Shelf) Filling(i int) Params {
	id := 1 + i%len(s.names)*100
	return Params{ID: id, Want: s.names[id]}
}

// Different returns the i-th of a sequence of parameter sets that never repeats, so that no response can come from a
// cache. A list continues behind any of 2000 products of a category, a detail is of any product, and a search is for
// any of some hundred words (with 10,000 products), each in some hundred products, at any of the first 50 offsets. When
// all sets are used, the sequence starts again with another alias.
func (s *Shelf) Different(work Work, i int) Params {
	var w Params
	var all int
	switch work {
	case List:
		var newest []Place
		w.Category, newest, all = s.roundRobin(s.newest, i)
		at := i % all / len(s.categories)
		w.After, w.Want, w.IDs = &newest[at], picture(newest[at+1].ID), PageSize
	case Detail:
		all = s.products
		w = Params{ID: 1 + i%all*stride%all}
		w.Want = picture(w.ID)
	case Search:
		words := Words(s.products)
		all = words * skips
		w = Params{Term: Word(i % words), Skip: i % all / words, IDs: PageSize}
	default:
		return s.Repeated(work, i)
	}
	w.Alias = fmt.Sprint("round", i/all)
	return w
}

// Deep returns the parameters of the i-th page at the far end of a list: behind any of the oldest 2000 products of a
// category.
func (s *Shelf) Deep(i int) Params {
	category, oldest, all := s.roundRobin(s.oldest, i)
	at := PageSize + i%all/len(s.categories)
	return Params{Category: category, After: &oldest[at], Want: picture(oldest[at-1].ID), IDs: PageSize,
		Alias: fmt.Sprint("deep", i/all)}
}

// roundRobin returns the category of the i-th request with its places, and the number of places in all categories that
// have a full page behind them.
func (s *Shelf) roundRobin(of map[string][]Place, i int) (category string, places []Place, total int) {
	fewest := shelfDepth
	for _, places := range of {
		fewest = min(fewest, len(places))
	}
	category = s.categories[i%len(s.categories)]
	return category, of[category], len(s.categories) * (fewest - PageSize)
}

// picture returns a part of the URL of a product's picture.
func picture(id int) string { return fmt.Sprintf("/products/%d-640.jpg", id) }
