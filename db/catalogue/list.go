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

// sortOrder is an order in which the catalogue can be listed.
type sortOrder struct {
	by    string                    // columns of ORDER BY
	key   func(shop.Product) string // returns the key of a cursor
	after string                    // condition for the rows after a cursor, a format of its key and ID
}

var orders = map[shop.ProductSort]sortOrder{
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

// afterCursor returns a condition for the rows after a cursor; key and id are the SQL expressions of its values.
func (o sortOrder) afterCursor(key, id string) string { return fmt.Sprintf(o.after, key, id) }

func (o sortOrder) page(args shop.PageArgs, products []shop.Product) shop.Page[shop.Product] {
	return pg.NewPage(args, products, func(p shop.Product) pg.Cursor { return pg.Cursor{Key: o.key(p), ID: p.ID} })
}

// categoryCount is the number of categories that a list is restricted to: each case uses its index differently.
type categoryCount int

const (
	allCategories categoryCount = iota
	oneCategory
	someCategories
)

// catalogueKey identifies a statement of the catalogue.
type catalogueKey struct {
	sort       shop.ProductSort // empty: count
	after      bool
	categories categoryCount
	search     bool
	parts      shop.ProductParts
}

// catalogue holds a statement for every sort order and combination of conditions, so that each can use its index.
// Arguments of a list: limit, offset, key and ID of the cursor, then the values of the conditions; of a count: only the
// latter; of batched pages: see pageRequest.
var catalogue = func() map[catalogueKey]pg.Statement {
	all := map[catalogueKey]pg.Statement{}
	for _, categories := range []categoryCount{allCategories, oneCategory, someCategories} {
		for _, search := range []bool{false, true} {
			if search {
				all[catalogueKey{categories: categories, search: true}] = pg.Prepared(catalogueCount(categories))
			}
			for sort, order := range orders {
				for _, after := range []bool{false, true} {
					for parts, portion := range portions {
						if search && parts != wordlessParts {
							continue
						}
						key := catalogueKey{sort, after, categories, search, parts}
						text := catalogueList
						if key.batched() {
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

// wordlessParts is the parts that are read of products when the search text contains no word, whichever parts were
// requested: preparing every variant would lengthen the start of the process.
const wordlessParts = shop.AllParts

// amongNewest limits the products that are scanned for a text without a word, which can't use an index.
var amongNewest = fmt.Sprintf("p.id = any(ARRAY("+
	"SELECT id FROM products WHERE listed ORDER BY created_at DESC, id DESC LIMIT %d))", shop.MaxCount)

// catalogueList returns a statement that reads a page. For several categories it reads each of them up to the end of
// the page, in the order of the page.
func catalogueList(columns string, o sortOrder, key catalogueKey) string {
	used, where := 2, "p.listed"
	if key.after {
		used, where = 4, where+" AND "+o.afterCursor("$3", "$4")
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
		return fmt.Sprintf("SELECT %s FROM unnest($%d::text[]) AS c (category) CROSS JOIN LATERAL ("+
			"SELECT p.* FROM products p WHERE p.category = c.category AND %s"+
			" ORDER BY %s LIMIT $1::bigint + $2::bigint) AS p", columns, used, where, o.by) + page
	}
	return "SELECT " + columns + " FROM products p WHERE " + where + page
}

func catalogueCount(categories categoryCount) string {
	count := "SELECT count(*) FROM products p WHERE p.listed AND " + amongNewest + " AND p.search_text LIKE "
	switch categories {
	case oneCategory:
		return count + "$2 AND p.category = $1"
	case someCategories:
		return count + "$2 AND p.category = any($1)"
	}
	return count + "$1"
}

// Products returns a page of the listed products, with the requested parts of each. No permission is required.
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
		parts = wordlessParts
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
	products, err := s.cataloguePage(ctx, key,
		pageRequest{first: args.First + 1, skip: args.Skip(), key: place.Key, id: place.ID}, conditions)
	if err != nil {
		if key.after && pg.IsMalformed(err) {
			return none, shop.BadCursor("after")
		}
		return none, fmt.Errorf("read the catalogue: %w", err)
	}
	return orders[sort].page(args, products), nil
}

// CountProducts returns the number of listed products that match; with a search text, up to shop.MaxCount. No
// permission is required.
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

// ProductPages returns the detail pages of the listed products by their ID, at most limit. No permission is required.
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

func (s *Store) catalogueConditions(ctx context.Context,
	filter shop.ProductFilter) (key catalogueKey, values []any, err error) {
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
