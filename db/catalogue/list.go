package catalogue

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// order is one way through the catalogue.
type order struct {
	by    string                    // ORDER BY
	key   func(shop.Product) string // of the cursor
	after string                    // keeps the rows behind the cursor, a format of its key and its id
}

var orders = map[shop.ProductSort]order{
	shop.SortCreatedAt: {
		"p.created_at DESC, p.id DESC",
		func(p shop.Product) string { return pg.TimeCursor(p.CreatedAt, p.ID).Key },
		"(p.created_at, p.id) < (%[1]s::timestamptz, %[2]s::bigint)",
	},
	shop.SortPriceAsc: {
		"coalesce(p.price_minor, 9223372036854775807), p.id",
		priceKey(noPriceLast),
		"(coalesce(p.price_minor, 9223372036854775807), p.id) > (%[1]s::bigint, %[2]s::bigint)",
	},
	shop.SortPriceDesc: {
		"coalesce(p.price_minor, -1) DESC, p.id DESC",
		priceKey(noPriceFirst),
		"(coalesce(p.price_minor, -1), p.id) < (%[1]s::bigint, %[2]s::bigint)",
	},
	shop.SortName: {
		"lower(p.name), p.id",
		func(p shop.Product) string { return p.Name },
		"(lower(p.name), p.id) > (lower(%[1]s), %[2]s::bigint)",
	},
	shop.SortRating: {
		"p.rating DESC, p.id DESC",
		func(p shop.Product) string { return strconv.FormatFloat(p.Rating, 'f', -1, 64) },
		"(p.rating, p.id) < (%[1]s::numeric, %[2]s::bigint)",
	},
}

// behind keeps the rows behind a cursor whose key and id are called so in a statement.
func (o order) behind(key, id string) string { return fmt.Sprintf(o.after, key, id) }

func (o order) page(args shop.PageArgs, products []shop.Product) shop.Page[shop.Product] {
	return pg.NewPage(args, products, func(p shop.Product) pg.Cursor { return pg.Cursor{Key: o.key(p), ID: p.ID} })
}

// narrowing is how many categories are wanted: each of these reads its index in another way.
type narrowing int

const (
	allCategories narrowing = iota
	oneCategory
	someCategories
)

// catalogueKey names a statement of the catalogue.
type catalogueKey struct {
	sort       shop.ProductSort // empty: count
	after      bool
	categories narrowing
	search     bool
	parts      shop.ProductParts
}

// catalogue has a statement for every order and every choice of conditions, so that each can use its index. Arguments of a
// list: limit, offset, key and id of the cursor, then what the conditions name; of a count: only these; of pages: see pageWish.
var catalogue = func() map[catalogueKey]pg.Statement {
	all := map[catalogueKey]pg.Statement{}
	for _, categories := range []narrowing{allCategories, oneCategory, someCategories} {
		for _, search := range []bool{false, true} {
			if search {
				all[catalogueKey{categories: categories, search: true}] = pg.Prepared(catalogueCount(categories))
			}
			for sort, order := range orders {
				for _, after := range []bool{false, true} {
					for parts, portion := range portions {
						if search && parts != rarely {
							continue
						}
						key := catalogueKey{sort, after, categories, search, parts}
						text := catalogueList
						if key.gathered() {
							text = cataloguePages
						}
						all[key] = pg.Prepared(text(portion.columns, order, key))
					}
				}
			}
		}
	}
	return all
}()

// rarely is how much is read of products that are found by a text without a word, whatever is wanted of them: each statement takes time at
// the start.
const rarely = shop.AllParts

// amongNewest bounds what is looked through for a text that has no word, and so no index.
var amongNewest = fmt.Sprintf("p.id = any(ARRAY(SELECT id FROM products WHERE listed ORDER BY created_at DESC, id DESC LIMIT %d))", shop.MaxCount)

// catalogueList reads a page. Of each of some categories it reads as far as the page goes, in the order of the page.
func catalogueList(columns string, o order, key catalogueKey) string {
	used, where := 2, "p.listed"
	if key.after {
		used, where = 4, where+" AND "+o.behind("$3", "$4")
	}
	if key.categories != allCategories {
		used++
	}
	if key.search {
		where += " AND " + amongNewest + fmt.Sprintf(" AND p.search_text LIKE $%d", used+1)
	}
	page := " ORDER BY " + o.by + " LIMIT $1 OFFSET $2"
	switch key.categories {
	case oneCategory:
		return fmt.Sprintf("SELECT %s FROM products p WHERE p.category = $%d AND %s", columns, used, where) + page
	case someCategories:
		return fmt.Sprintf("SELECT %s FROM unnest($%d::text[]) AS c (category) CROSS JOIN LATERAL (SELECT p.* FROM products p WHERE p.category = c.category AND %s"+
			" ORDER BY %s LIMIT $1::bigint + $2::bigint) AS p", columns, used, where, o.by) + page
	}
	return "SELECT " + columns + " FROM products p WHERE " + where + page
}

func catalogueCount(categories narrowing) string {
	count := "SELECT count(*) FROM products p WHERE p.listed AND " + amongNewest + " AND p.search_text LIKE "
	switch categories {
	case oneCategory:
		return count + "$2 AND p.category = $1"
	case someCategories:
		return count + "$2 AND p.category = any($1)"
	}
	return count + "$1"
}

// Products returns a page of the listed products, as much of each as wanted. Anybody may ask.
func (s *Store) Products(ctx context.Context, _ shop.Actor, filter shop.ProductFilter, sort shop.ProductSort,
	args shop.PageArgs, parts shop.ProductParts) (shop.Page[shop.Product], error) {
	var none shop.Page[shop.Product]
	if err := args.Check(); err != nil {
		return none, err
	}
	key, conditions, err := s.catalogueConditions(ctx, filter)
	if err != nil {
		return none, err
	}
	if key.search {
		if found, done, err := s.searchProducts(ctx, filter, sort, args, parts); done || err != nil {
			return found, err
		}
		parts = rarely
	}
	if sort == shop.SortRelevance {
		sort = shop.SortCreatedAt
	}
	args = args.In("products", string(sort))
	place, err := pg.DecodeCursor(args)
	if err != nil {
		return none, err
	}
	key.sort, key.after, key.parts = sort, args.After != nil, parts
	products, err := s.cataloguePage(ctx, key, pageWish{first: args.First + 1, skip: args.Skip(), key: place.Key, id: place.ID}, conditions)
	if err != nil {
		if key.after && pg.IsMalformed(err) {
			return none, shop.BadCursor("after")
		}
		return none, fmt.Errorf("read the catalogue: %w", err)
	}
	return orders[sort].page(args, products), nil
}

// CountProducts returns how many listed products match; with a text to search for up to shop.MaxCount. Anybody may ask.
func (s *Store) CountProducts(ctx context.Context, _ shop.Actor, filter shop.ProductFilter) (int, error) {
	key, conditions, err := s.catalogueConditions(ctx, filter)
	if err != nil {
		return 0, err
	}
	if !key.search {
		return s.countCategories(ctx, filter)
	}
	count, done, err := s.countFound(ctx, filter)
	if done || err != nil {
		return count, err
	}
	if err := s.db.Reader().Get(ctx, &count, catalogue[key], conditions...); err != nil {
		return 0, fmt.Errorf("count the catalogue: %w", err)
	}
	return count, nil
}

var productPages = pg.Prepared(`SELECT p.id::text AS id, coalesce(p.updated_at, p.created_at) AS changed_at
	FROM products p WHERE p.listed ORDER BY p.id LIMIT $1`)

// ProductPages returns the pages of the listed products by their number, at most limit. Anybody may ask.
func (s *Store) ProductPages(ctx context.Context, _ shop.Actor, limit int) ([]shop.ProductPage, error) {
	var rows []struct {
		ID        string    `db:"id"`
		ChangedAt time.Time `db:"changed_at"`
	}
	if err := s.db.Reader().Select(ctx, &rows, productPages, limit); err != nil {
		return nil, fmt.Errorf("list the pages of products: %w", err)
	}
	pages := make([]shop.ProductPage, len(rows))
	for i, r := range rows {
		pages[i] = shop.ProductPage{ID: r.ID, ChangedAt: r.ChangedAt}
	}
	return pages, nil
}

func (s *Store) catalogueConditions(ctx context.Context, filter shop.ProductFilter) (key catalogueKey, values []any, err error) {
	category, search, err := filter.Normal()
	if err != nil {
		return key, nil, err
	}
	if category != "" {
		matching, err := s.matchingCategories(ctx, category)
		if err != nil {
			return key, nil, err
		}
		if len(matching) == 1 {
			key.categories, values = oneCategory, append(values, matching[0].Category)
		} else {
			names := make(pq.StringArray, len(matching))
			for i, c := range matching {
				names[i] = c.Category
			}
			key.categories, values = someCategories, append(values, names)
		}
	}
	if search != "" {
		key.search, values = true, append(values, pg.Contains(search))
	}
	return key, values, nil
}
