package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// sorts are the sort orders of the catalogue.
var sorts = map[shop.ProductSort]pg.Sort[shop.Product]{
	shop.SortCreatedAt: pg.ByTime("p.created_at", true, func(p shop.Product) time.Time { return p.CreatedAt }),
	shop.SortPriceAsc:  byPriceAsc,
	shop.SortPriceDesc: byPriceDesc,
	shop.SortName:      pg.ByText("p.name", func(p shop.Product) string { return p.Name }),
	shop.SortRating: {By: "p.rating", Read: "%s::numeric", Desc: true,
		Key: func(p shop.Product) string { return strconv.FormatFloat(p.Rating, 'f', -1, 64) }},
}

// maxScannedNewest limits the products that are scanned for a text without a word, which can't use an index.
const maxScannedNewest = shop.MaxCount

// productFilter is a filter of the catalogue, applied to its categories.
type productFilter struct {
	categories pq.StringArray // nil: all
	text       string         // to search for, without what is understood; empty: none
	understood []shop.UnderstoodFigure
	phrase     string // the whole text, if it states figures
}

func (s *Store) readFilter(ctx context.Context, in shop.ProductFilter) (f productFilter, err error) {
	category, search, err := in.Normal()
	if err != nil {
		return f, err
	}
	f.text = search
	if search != "" {
		all, err := s.Attributes(ctx, shop.Actor{})
		if err != nil {
			return f, err
		}
		f.text, f.understood = shop.UnderstandSearch(search, all, s.db.Terms)
		if slices.ContainsFunc(f.understood, isCondition) {
			f.phrase = search
		}
	}
	if category == "" {
		return f, nil
	}
	matching, err := s.matchingCategories(ctx, category)
	f.categories = pq.StringArray{}
	for _, c := range matching {
		f.categories = append(f.categories, c.Category)
	}
	return f, err
}

// Products returns a page of the listed products, with the requested parts of each. With a search text they are counted
// up to shop.MaxCount. If the text states a sort order, such as `lightest arm`, shop.SortRelevance applies it. No
// permission is required.
func (s *Store) Products(ctx context.Context, actor shop.Actor, filter shop.ProductFilter, by shop.ProductSort,
	args shop.PageArgs, parts shop.ProductParts) (shop.Page[shop.Product], error) {
	return s.listProducts(ctx, actor, filter, by, nil, args, parts)
}

func isSort(u shop.UnderstoodFigure) bool { return u.Sort != nil }

func isCondition(u shop.UnderstoodFigure) bool { return u.Sort == nil }

func (s *Store) listProducts(ctx context.Context, actor shop.Actor, filter shop.ProductFilter, by shop.ProductSort,
	attribute *shop.AttributeSort, args shop.PageArgs, parts shop.ProductParts) (shop.Page[shop.Product], error) {
	var none shop.Page[shop.Product]
	if err := args.Check(); err != nil {
		return none, err
	}
	f, err := s.readFilter(ctx, filter)
	if err != nil {
		return none, err
	}
	filter.Search = &f.text
	figures, found, err := s.readFigures(ctx, actor, filter, f)
	if err != nil {
		return none, err
	}
	if i := slices.IndexFunc(f.understood, isSort); i >= 0 {
		if by == shop.SortRelevance {
			attribute = f.understood[i].Sort
		} else { // the caller's sort order counts
			f.understood = slices.Delete(f.understood, i, i+1)
		}
	}
	if found || attribute != nil {
		asked, err := s.readSearch(ctx, filter)
		if err != nil {
			return none, err
		}
		figures, f.understood, err = s.readText(ctx, figures, f, asked)
		if err != nil {
			return none, err
		}
		page := pg.NewPage[shop.Product](args, nil, nil)
		page.Count = func(context.Context) (int, error) { return 0, nil }
		if !figures.empty {
			page, err = s.figuredPage(ctx, figures, by, attribute, args, parts)
		}
		page.Corrected, page.Understood = asked.corrected, f.understood
		return page, err
	}
	if f.text != "" {
		if found, done, err := s.searchProducts(ctx, filter, by, args, parts); done || err != nil {
			return found, err
		}
	}
	if by == shop.SortRelevance {
		by = shop.SortCreatedAt
	}
	args = args.In("products", string(by))
	if f.text != "" {
		return pg.ReadList(ctx, s.db.DB, ProductColumns, f.containing(), sorts[by], productIDs, args, s.products)
	}
	cursor, err := pg.DecodeCursor(args)
	if err != nil {
		return none, err
	}
	q, values := f.statement(columnsOf[parts], sorts[by], args, cursor)
	products, err := s.readProducts(ctx, s.db.Reader(), q, values...)
	switch {
	case err != nil && args.After != nil && pg.IsMalformed(err):
		return none, shop.BadCursor("after")
	case err != nil:
		return none, fmt.Errorf("read the catalogue: %w", err)
	}
	page := sorts[by].Page(args, productIDs, products)
	page.Count = func(ctx context.Context) (int, error) { return s.countCategories(ctx, filter) }
	return page, nil
}

// statement returns a statement for a page without a search text, and its arguments. For several categories it reads
// each of them by its index, up to the end of the page.
func (f productFilter) statement(columns string, sort pg.Sort[shop.Product], args shop.PageArgs, cursor pg.Cursor) (
	pg.Statement, []any,
) {
	var l pg.List
	l.Where("p.listed")
	if len(f.categories) == 1 {
		l.And("p.category = %s", f.categories[0])
	}
	if args.After != nil {
		sort.After(&l, productIDs, cursor)
	}
	limit, skip := l.Value(args.First+1), l.Value(args.Skip())
	sorted := " ORDER BY " + sort.OrderBy("p.id")
	from := "products p" + l.Conditions()
	if f.categories != nil && len(f.categories) != 1 {
		from = fmt.Sprintf("unnest(%s::text[]) AS c (category) CROSS JOIN LATERAL (SELECT * FROM %s"+
			" AND p.category = c.category%s LIMIT %s::bigint + %s::bigint) AS p",
			l.Value(f.categories), from, sorted, limit, skip)
	}
	text := "SELECT " + columns + " FROM " + from + sorted + " LIMIT " + limit + " OFFSET " + skip
	return pg.Composed(text), l.Values()
}

// containing returns the list of the products among the newest that contain the text, which has no word.
func (f productFilter) containing() pg.List {
	l := pg.List{From: "products p"}
	l.And("p.id = any(ARRAY(SELECT id FROM products WHERE listed ORDER BY created_at DESC, id DESC LIMIT %s))",
		maxScannedNewest)
	l.And("p.search_text LIKE %s", pg.Contains(f.text))
	if f.categories != nil {
		l.And("p.category = any(%s)", f.categories)
	}
	return l
}

var productOffers = pg.Prepared(`SELECT ` + ProductColumns + ` FROM products p
	WHERE p.listed AND NOT p.coming_soon AND p.price_minor IS NOT NULL AND p.id BETWEEN $1 AND $2
	ORDER BY p.id LIMIT $3`)

// ProductOffers returns the listed products that have a price and are not coming soon, by their ID, from the ID first
// to the ID last, at most limit. No permission is required.
func (s *Store) ProductOffers(ctx context.Context, _ shop.Actor, first, last int64, limit int) ([]shop.Product, error) {
	products, err := s.readProducts(ctx, s.db.Reader(), productOffers, first, last, limit)
	if err != nil {
		return nil, fmt.Errorf("read the offers: %w", err)
	}
	return products, nil
}

var productPages = pg.Prepared(`SELECT p.id::text AS id, coalesce(p.updated_at, p.created_at) AS changed_at
	FROM products p WHERE p.listed AND p.id BETWEEN $1 AND $2 ORDER BY p.id LIMIT $3`)

// ProductPages returns the detail pages of the listed products by their ID, from the ID first to the ID last, at most
// limit. No permission is required.
func (s *Store) ProductPages(
	ctx context.Context, _ shop.Actor, first, last int64, limit int,
) ([]shop.ProductPage, error) {
	var rows []struct {
		ID        string    `db:"id"`
		ChangedAt time.Time `db:"changed_at"`
	}
	if err := s.db.Reader().Select(ctx, &rows, productPages, first, last, limit); err != nil {
		return nil, fmt.Errorf("list the pages of products: %w", err)
	}
	pages := make([]shop.ProductPage, len(rows))
	for i, r := range rows {
		pages[i] = shop.ProductPage{ID: r.ID, ChangedAt: r.ChangedAt}
	}
	return pages, nil
}

var productRanges = pg.Prepared(`SELECT DISTINCT (p.id - 1) / $1::bigint FROM products p WHERE p.listed ORDER BY 1`)

// ProductRanges divides the IDs of products into ranges of size IDs and returns the numbers, from 0, of those with
// listed products. No permission is required.
func (s *Store) ProductRanges(ctx context.Context, _ shop.Actor, size int64) (numbers []int64, err error) {
	if err := s.db.Reader().Select(ctx, &numbers, productRanges, size); err != nil {
		return nil, fmt.Errorf("list the ranges of products: %w", err)
	}
	return numbers, nil
}
