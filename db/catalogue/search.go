package catalogue

import (
	"context"
	"fmt"
	"strconv"

	"orrery/db/pg"
	"orrery/shop"
)

const (
	// nearProducts are the best products of a search's rarest word. What matches among them is ranked and comes first; only when
	// that does not fill the page is the rest looked for.
	nearProducts = 1000
	// maxWalk is how far an order of the catalogue is followed to find matches, rather than all of them put into that order.
	maxWalk = 20_000
)

// bestOf reads the lists of words $3 by their factors $4, each as far as a number of products needs.
func bestOf(products string) string {
	return `SELECT b.product_id, max(b.weight * w.factor) AS score FROM unnest($3::int[], $4::int[]) AS w (id, factor) CROSS JOIN LATERAL (
			SELECT product_id, weight FROM product_words WHERE word_id = w.id ORDER BY weight DESC, product_id DESC LIMIT ` + products + `
		) AS b GROUP BY b.product_id ORDER BY score DESC, b.product_id DESC LIMIT ` + products
}

// rankedOf is a page of the products of one word, best first. $1 is the limit, $2 the offset.
func rankedOf(columns string) string {
	return `SELECT ` + columns + ` FROM (` + bestOf(`$1::bigint + $2::bigint`) + ` OFFSET $2) AS best
		JOIN products p ON p.id = best.product_id ORDER BY best.score DESC, p.id DESC`
}

// rankedMatches is a page of all that match $3, ranked by $4; of equals the shorter text comes first.
func rankedMatches(columns string) string {
	return `SELECT ` + columns + ` FROM (
			SELECT t.product_id, ts_rank(t.words, $4::tsquery, 1) AS rank FROM product_texts t WHERE t.words @@ $3::tsquery
			ORDER BY rank DESC, t.product_id DESC LIMIT $1 OFFSET $2
		) AS best JOIN products p ON p.id = best.product_id ORDER BY best.rank DESC, p.id DESC`
}

// rankedNear is the same page for words that too many products have: those near the top of the lists come first, then the rest if
// $7. The match is $5, the rank $6.
func rankedNear(columns string) string {
	return `WITH near AS MATERIALIZED (` + bestOf(strconv.Itoa(nearProducts)) + `), matched AS (
			SELECT t.product_id, true AS near, ts_rank(t.words, $6::tsquery, 1) AS rank
			FROM near n CROSS JOIN LATERAL (SELECT product_id, words FROM product_texts WHERE product_id = n.product_id LIMIT 1) AS t
			WHERE t.words @@ $5::tsquery
			UNION ALL (
				SELECT t.product_id, false, ts_rank(t.words, $6::tsquery, 1) FROM product_texts t
				WHERE $7 AND t.words @@ $5::tsquery AND t.product_id NOT IN (SELECT product_id FROM near) LIMIT ` + strconv.Itoa(shop.MaxCount) + `)
		)
		SELECT ` + columns + ` FROM (SELECT product_id, near, rank FROM matched ORDER BY near DESC, rank DESC, product_id DESC LIMIT $1 OFFSET $2) AS best
		JOIN products p ON p.id = best.product_id ORDER BY best.near DESC, best.rank DESC, p.id DESC`
}

// sortedMatches is a page of what matches in an order of the catalogue: all of it is put into that order. The query follows the
// arguments of the order.
func sortedMatches(columns string, o order, after bool) string {
	query, where := "$3", ""
	if after {
		query, where = "$5", " WHERE "+o.behind("$3", "$4")
	}
	return `WITH matched AS MATERIALIZED (SELECT product_id FROM product_texts WHERE words @@ ` + query + `::tsquery)
		SELECT ` + columns + ` FROM matched m
		CROSS JOIN LATERAL (SELECT * FROM products WHERE id = m.product_id LIMIT 1) AS p` + where + `
		ORDER BY ` + o.by + ` LIMIT $1 OFFSET $2`
}

// walkedMatches is the same page, if enough of what matches is among so many products of the order as the last argument says.
func walkedMatches(columns string, o order, after bool) string {
	query, steps, where := "$3", "$4", "p.listed"
	if after {
		query, steps, where = "$5", "$6", where+" AND "+o.behind("$3", "$4")
	}
	return `SELECT ` + columns + `
		FROM (SELECT p.* FROM products p WHERE ` + where + ` ORDER BY ` + o.by + ` LIMIT ` + steps + `) AS p
		CROSS JOIN LATERAL (SELECT words FROM product_texts WHERE product_id = p.id LIMIT 1) AS t WHERE t.words @@ ` + query + `::tsquery ORDER BY ` + o.by + ` LIMIT $1 OFFSET $2`
}

// manner is how a search finds its page.
type manner int

const (
	byList  manner = iota // from the lists of one word
	byMatch               // from all that matches
	byTop                 // from the top of the lists, or a part of the order
)

// searchKey names a statement of the search.
type searchKey struct {
	sort  shop.ProductSort
	after bool
	by    manner
	parts shop.ProductParts
}

var searches = func() map[searchKey]pg.Statement {
	all := map[searchKey]pg.Statement{}
	for parts, portion := range portions {
		columns := portion.columns
		all[searchKey{sort: shop.SortRelevance, by: byList, parts: parts}] = pg.Prepared(rankedOf(columns))
		all[searchKey{sort: shop.SortRelevance, by: byMatch, parts: parts}] = pg.Prepared(rankedMatches(columns))
		all[searchKey{sort: shop.SortRelevance, by: byTop, parts: parts}] = pg.Prepared(rankedNear(columns))
		for sort, order := range orders {
			for _, after := range []bool{false, true} {
				all[searchKey{sort, after, byMatch, parts}] = pg.Prepared(sortedMatches(columns, order, after))
				all[searchKey{sort, after, byTop, parts}] = pg.Prepared(walkedMatches(columns, order, after))
			}
		}
	}
	return all
}()

// What is counted is counted up to $2: in the lists of words, or of what matches.
var (
	countListed = pg.Prepared(`SELECT least(count(DISTINCT b.product_id), $2) FROM unnest($1::int[]) AS w (id)
		CROSS JOIN LATERAL (SELECT product_id FROM product_words WHERE word_id = w.id LIMIT $2) AS b`)
	countMatches = pg.Prepared(`SELECT count(*) FROM (SELECT FROM product_texts WHERE words @@ $1::tsquery LIMIT $2) AS counted`)
)

// searchProducts is Products with a text to search for; it is not done when the text has no word.
func (s *Store) searchProducts(ctx context.Context, filter shop.ProductFilter, sort shop.ProductSort, args shop.PageArgs,
	parts shop.ProductParts) (found shop.Page[shop.Product], done bool, err error) {
	asked, err := s.readSearch(ctx, filter)
	if err != nil || asked.terms == nil {
		return found, false, err
	}
	args = args.In("products", string(sort))
	place, err := pg.DecodeCursor(args)
	if err != nil {
		return found, true, err
	}
	if !asked.hopeless() {
		if sort == shop.SortRelevance {
			found, err = s.rankedPage(ctx, asked, args, place, parts)
		} else {
			found, err = s.sortedPage(ctx, asked, searchKey{sort: sort, after: args.After != nil, parts: parts}, args, place)
		}
		if err != nil {
			return found, true, fmt.Errorf("search the catalogue: %w", err)
		}
	}
	found.Corrected, found.Total = asked.corrected, asked.known()
	return found, true, nil
}

// rankedPage is a page by relevance. Its cursors are places in the ranking, which goes as far as numbered pages do.
func (s *Store) rankedPage(ctx context.Context, asked search, args shop.PageArgs, place pg.Cursor, parts shop.ProductParts) (found shop.Page[shop.Product], err error) {
	skip := args.Skip()
	if args.After != nil {
		if skip, err = strconv.Atoi(place.Key); err != nil || skip < 1 || skip > shop.MaxRanked {
			return found, shop.BadCursor("after")
		}
	}
	limit := min(args.First+1, shop.MaxRanked-skip)
	var products []shop.Product
	read := func(by manner, values ...any) (err error) {
		key := searchKey{sort: shop.SortRelevance, by: by, parts: parts}
		products, err = s.readProducts(ctx, s.db.Reader(), searches[key], parts, append([]any{limit, skip}, values...)...)
		return err
	}
	begin := asked.rarest()
	words, factors := begin.lists()
	match, rank := asked.query(), asked.words(fitsStart)
	switch {
	case asked.plain():
		err = read(byList, words, factors)
	case begin.products() <= nearProducts:
		err = read(byMatch, match, rank)
	default:
		if err = read(byTop, words, factors, match, rank, false); err == nil && len(products) < limit {
			err = read(byTop, words, factors, match, rank, true)
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

// sortedPage is a page in another order of the catalogue: the order is followed when matches are frequent in it.
func (s *Store) sortedPage(ctx context.Context, asked search, key searchKey, args shop.PageArgs, place pg.Cursor) (found shop.Page[shop.Product], err error) {
	limit, skip, most := args.First+1, args.Skip(), asked.most()
	values := []any{limit, skip}
	if key.after {
		values = append(values, place.Key, place.ID)
	}
	values = append(values, asked.query())
	var products []shop.Product
	// Four times as far as it takes when the matches are spread evenly.
	if steps := max(200, 4*(limit+skip)*asked.listed/max(1, most)); steps < min(most, maxWalk) {
		key.by = byTop
		products, err = s.readProducts(ctx, s.db.Reader(), searches[key], key.parts, append(values, steps)...)
	}
	if err == nil && len(products) < limit {
		key.by = byMatch
		products, err = s.readProducts(ctx, s.db.Reader(), searches[key], key.parts, values...)
	}
	switch {
	case err != nil && key.after && pg.IsMalformed(err):
		return found, shop.BadCursor("after")
	case err != nil:
		return found, err
	}
	return orders[key.sort].page(args, products), nil
}

// countFound is CountProducts with a text to search for, up to shop.MaxCount; it is not done when the text has no word.
func (s *Store) countFound(ctx context.Context, filter shop.ProductFilter) (count int, done bool, err error) {
	asked, err := s.readSearch(ctx, filter)
	if err != nil || asked.terms == nil {
		return 0, false, err
	}
	if known := asked.known(); known != nil {
		return *known, true, nil
	}
	if asked.plain() {
		words, _ := asked.terms[0].lists()
		err = s.db.Reader().Get(ctx, &count, countListed, words, shop.MaxCount)
	} else {
		err = s.db.Reader().Get(ctx, &count, countMatches, asked.query(), shop.MaxCount)
	}
	if err != nil {
		return 0, true, fmt.Errorf("count what a search found: %w", err)
	}
	return count, true, nil
}
