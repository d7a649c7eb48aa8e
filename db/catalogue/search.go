package catalogue

import (
	"context"
	"fmt"
	"strconv"

	"orrery/db/pg"
	"orrery/shop"
)

const (
	// nearProducts is the number of best products of a search's rarest word that are ranked first. Other matches follow
	// only when those do not fill the page.
	nearProducts = 1000
	// maxScanned is the maximum number of products that are scanned in sort order to find matches, instead of sorting
	// all matches.
	maxScanned = 20_000
)

// bestOf returns a query for the best products of the words $3 with the factors $4; it reads each list of a word only
// as far as the number of products needs.
func bestOf(products string) string {
	return `SELECT b.product_id, max(b.weight * w.factor) AS score FROM unnest($3::int[], $4::int[]) AS w (id, factor)
		CROSS JOIN LATERAL (
			SELECT product_id, weight FROM product_words WHERE word_id = w.id
			ORDER BY weight DESC, product_id DESC LIMIT ` + products + `
		) AS b GROUP BY b.product_id ORDER BY score DESC, b.product_id DESC LIMIT ` + products
}

// rankedOf returns a statement for a page of the products of one word, best first. $1 is the limit, $2 the offset.
func rankedOf(columns string) string {
	return `SELECT ` + columns + ` FROM (` + bestOf(`$1::bigint + $2::bigint`) + ` OFFSET $2) AS best
		JOIN products p ON p.id = best.product_id ORDER BY best.score DESC, p.id DESC`
}

// rankedMatches returns a statement for a page of all products that match $3, ranked by $4; shorter texts rank higher.
func rankedMatches(columns string) string {
	return `SELECT ` + columns + ` FROM (
			SELECT t.product_id, ts_rank(t.words, $4::tsquery, 1) AS rank FROM product_texts t
			WHERE t.words @@ $3::tsquery
			ORDER BY rank DESC, t.product_id DESC LIMIT $1 OFFSET $2
		) AS best JOIN products p ON p.id = best.product_id ORDER BY best.rank DESC, p.id DESC`
}

// rankedNear returns a statement for the same page for words that too many products contain: matches near the top of
// the lists come first, then the others if $7. The match is $5, the rank $6.
func rankedNear(columns string) string {
	return `WITH near AS MATERIALIZED (` + bestOf(strconv.Itoa(nearProducts)) + `), matched AS (
			SELECT t.product_id, true AS near, ts_rank(t.words, $6::tsquery, 1) AS rank
			FROM near n CROSS JOIN LATERAL (SELECT product_id, words
				FROM product_texts WHERE product_id = n.product_id LIMIT 1) AS t
			WHERE t.words @@ $5::tsquery
			UNION ALL (
				SELECT t.product_id, false, ts_rank(t.words, $6::tsquery, 1) FROM product_texts t
				WHERE $7 AND t.words @@ $5::tsquery AND t.product_id NOT IN (SELECT product_id FROM near)
				LIMIT ` + strconv.Itoa(shop.MaxCount) + `)
		)
		SELECT ` + columns + ` FROM (SELECT product_id, near, rank FROM matched
			ORDER BY near DESC, rank DESC, product_id DESC LIMIT $1 OFFSET $2) AS best
		JOIN products p ON p.id = best.product_id ORDER BY best.near DESC, best.rank DESC, p.id DESC`
}

// sortedMatches returns a statement for a page of the matches of a query in a sort order of the catalogue, and its
// arguments; it sorts all matches.
func sortedMatches(columns string, sort pg.Sort[shop.Product], args shop.PageArgs, cursor pg.Cursor, query string) (
	pg.Statement, []any,
) {
	var l pg.List
	matched := "SELECT product_id FROM product_texts WHERE words @@ " + l.Value(query) + "::tsquery"
	if args.After != nil {
		sort.After(&l, productIDs, cursor)
	}
	return pg.Composed("WITH matched AS MATERIALIZED (" + matched + ") SELECT " + columns + " FROM matched m" +
		" CROSS JOIN LATERAL (SELECT * FROM products WHERE id = m.product_id LIMIT 1) AS p" + l.Conditions() +
		" ORDER BY " + sort.OrderBy("p.id") + " LIMIT " + l.Value(args.First+1) + " OFFSET " + l.Value(args.Skip()),
	), l.Values()
}

// scannedMatches returns a statement for the same page that scans the first products in the sort order, as many as
// steps; it finds the page only if enough of them match.
func scannedMatches(columns string, sort pg.Sort[shop.Product], args shop.PageArgs, cursor pg.Cursor, query string,
	steps int) (pg.Statement, []any) {
	var l pg.List
	l.Where("p.listed")
	if args.After != nil {
		sort.After(&l, productIDs, cursor)
	}
	sorted := " ORDER BY " + sort.OrderBy("p.id")
	return pg.Composed("SELECT " + columns + " FROM (SELECT p.* FROM products p" + l.Conditions() + sorted +
		" LIMIT " + l.Value(steps) + ") AS p" +
		" CROSS JOIN LATERAL (SELECT words FROM product_texts WHERE product_id = p.id LIMIT 1) AS t" +
		" WHERE t.words @@ " + l.Value(query) + "::tsquery" + sorted +
		" LIMIT " + l.Value(args.First+1) + " OFFSET " + l.Value(args.Skip()),
	), l.Values()
}

// Matches are counted up to $2: in the lists of words, or in the texts.
var (
	countListed = pg.Prepared(`SELECT least(count(DISTINCT b.product_id), $2) FROM unnest($1::int[]) AS w (id)
		CROSS JOIN LATERAL (SELECT product_id FROM product_words WHERE word_id = w.id LIMIT $2) AS b`)
	countMatches = pg.Prepared(`SELECT count(*) FROM (SELECT FROM product_texts WHERE words @@ $1::tsquery
		LIMIT $2) AS counted`)
)

// searchProducts is Products with a search text; done is false when the text contains no word.
func (s *Store) searchProducts(ctx context.Context, filter shop.ProductFilter, sort shop.ProductSort,
	args shop.PageArgs, parts shop.ProductParts) (found shop.Page[shop.Product], done bool, err error) {
	asked, err := s.readSearch(ctx, filter)
	if err != nil || asked.terms == nil {
		return found, false, err
	}
	args = args.In("products", string(sort))
	place, err := pg.DecodeCursor(args)
	if err != nil {
		return found, true, err
	}
	if !asked.unmatchable() {
		if sort == shop.SortRelevance {
			found, err = s.rankedPage(ctx, asked, args, place, parts)
		} else {
			found, err = s.sortedPage(ctx, asked, sorts[sort], args, place, parts)
		}
		if err != nil {
			return found, true, fmt.Errorf("search the catalogue: %w", err)
		}
	}
	found.Corrected = asked.corrected
	found.Count = func(ctx context.Context) (int, error) { return s.countFound(ctx, asked) }
	return found, true, nil
}

// rankedPage returns a page sorted by relevance. Its cursors are positions in the ranking, which ends where numbered
// pages end, at shop.MaxRanked.
func (s *Store) rankedPage(ctx context.Context, asked search, args shop.PageArgs, place pg.Cursor,
	parts shop.ProductParts) (found shop.Page[shop.Product], err error) {
	skip := args.Skip()
	if args.After != nil {
		if skip, err = strconv.Atoi(place.Key); err != nil || skip < 1 || skip > shop.MaxRanked {
			return found, shop.BadCursor("after")
		}
	}
	limit := min(args.First+1, shop.MaxRanked-skip)
	var products []shop.Product
	read := func(statement func(columns string) string, values ...any) (err error) {
		products, err = s.readProducts(ctx, s.db.Reader(), pg.Composed(statement(columnsOf[parts])),
			append([]any{limit, skip}, values...)...)
		return err
	}
	begin := asked.rarest()
	words, factors := begin.lists()
	match, rank := asked.query(), asked.words(fitsStart)
	switch {
	case asked.plain():
		err = read(rankedOf, words, factors)
	case begin.products() <= nearProducts:
		err = read(rankedMatches, match, rank)
	default:
		if err = read(rankedNear, words, factors, match, rank, false); err == nil && len(products) < limit {
			err = read(rankedNear, words, factors, match, rank, true)
		}
	}
	if err != nil {
		return found, err
	}
	found = pg.NewPage(args, products, nil)
	found.Cursor = func(i int) string {
		return pg.Cursor{Key: strconv.Itoa(skip + i + 1), ID: products[i].ID}.Encode(args.List)
	}
	return found, nil
}

// sortedPage returns a page in another sort order. It scans the products in that order when matches are frequent.
func (s *Store) sortedPage(ctx context.Context, asked search, sort pg.Sort[shop.Product], args shop.PageArgs,
	cursor pg.Cursor, parts shop.ProductParts) (found shop.Page[shop.Product], err error) {
	columns, limit, maxMatches := columnsOf[parts], args.First+1, asked.maxMatches()
	var products []shop.Product
	// Scans four times as many products as needed if the matches are distributed evenly.
	steps := max(200, 4*(limit+args.Skip())*asked.listed/max(1, maxMatches))
	if steps < min(maxMatches, maxScanned) {
		q, values := scannedMatches(columns, sort, args, cursor, asked.query(), steps)
		products, err = s.readProducts(ctx, s.db.Reader(), q, values...)
	}
	if err == nil && len(products) < limit {
		q, values := sortedMatches(columns, sort, args, cursor, asked.query())
		products, err = s.readProducts(ctx, s.db.Reader(), q, values...)
	}
	switch {
	case err != nil && args.After != nil && pg.IsMalformed(err):
		return found, shop.BadCursor("after")
	case err != nil:
		return found, err
	}
	return sort.Page(args, productIDs, products), nil
}

// countFound returns the number of products that a search finds, up to shop.MaxCount.
func (s *Store) countFound(ctx context.Context, asked search) (count int, err error) {
	if known := asked.known(); known != nil {
		return *known, nil
	}
	if asked.plain() {
		words, _ := asked.terms[0].lists()
		err = s.db.Reader().Get(ctx, &count, countListed, words, shop.MaxCount)
	} else {
		err = s.db.Reader().Get(ctx, &count, countMatches, asked.query(), shop.MaxCount)
	}
	if err != nil {
		return 0, fmt.Errorf("count what a search found: %w", err)
	}
	return count, nil
}
