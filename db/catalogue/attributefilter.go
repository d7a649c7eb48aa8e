package catalogue

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// maxSorted is the maximum number of products that a list by figures sorts. A list of more is read in the order of an
// index.
const maxSorted = maxScanned

// figureFilter is a filter of the catalogue by figures, which combines with its categories and its text.
type figureFilter struct {
	ranges     []shop.FigureRange
	fits       pq.Int64Array // nil: all
	categories pq.StringArray
	text       *search // nil: none
	query      *string // of the text
	empty      bool    // no product can match
}

// matchesAll is the condition that the product d.product_id matches a filter. Scalar queries keep PostgreSQL from
// joining lists: each looks one product up.
//
// Conditions that the product is known to meet are left out, by their positions.
func (f figureFilter) matchesAll(l *pg.List, known ...int) string {
	var ids, choices []string
	var low, high []int64
	for i, r := range f.ranges {
		if slices.Contains(known, i) {
			continue
		}
		least, most := bounds(r)
		ids, choices = append(ids, r.Attribute.ID), append(choices, strings.Join(r.Values, "\n"))
		low, high = append(low, least), append(high, most)
	}
	conditions := []string{"true"}
	if len(ids) > 0 {
		conditions = append(conditions, fmt.Sprintf(`(SELECT bool_and((SELECT true FROM product_attributes a
				WHERE a.product_id = d.product_id AND a.attribute_id = f.id AND a.value BETWEEN f.low AND f.high
				AND (f.choices = '' OR a.choice = any(string_to_array(f.choices, E'\n'))) LIMIT 1) IS NOT NULL)
			FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[]) AS f (id, low, high, choices))`,
			l.Value(pq.Array(ids)), l.Value(pq.Array(low)), l.Value(pq.Array(high)), l.Value(pq.Array(choices))))
	}
	if f.fits != nil {
		conditions = append(conditions, fmt.Sprintf("d.product_id = any(%s::bigint[])", l.Value(f.fits)))
	}
	if f.query != nil {
		conditions = append(conditions, fmt.Sprintf(
			"(SELECT words @@ %s::tsquery FROM product_texts WHERE product_id = d.product_id)", l.Value(f.query)))
	}
	if f.categories != nil {
		conditions = append(conditions, fmt.Sprintf(
			"(SELECT category = any(%s::text[]) FROM products WHERE id = d.product_id)", l.Value(f.categories)))
	}
	return strings.Join(conditions, " AND ")
}

func bounds(r shop.FigureRange) (low, high int64) {
	low, high = math.MinInt64, math.MaxInt64
	if r.Min != nil {
		low = *r.Min
	}
	if r.Max != nil {
		high = *r.Max
	}
	return low, high
}

// source is a condition of a filter by which its products are found, with the estimated number of them.
type source struct {
	from     func(*pg.List) string // a table d with the column product_id
	products int
	meets    []int // conditions on figures that all of its products meet
	worded   bool  // whether all of its products match the text
}

// maxIntersected is the maximum number of products of a condition that are read to intersect them with others, instead
// of looking up each of the others.
const maxIntersected = 200_000

// sources returns the conditions of the filter.
func (f figureFilter) sources(estimate func(...shop.FigureRange) int) []source {
	sources := []source{}
	products := make([]int, len(f.ranges))
	for i, r := range f.ranges {
		products[i] = estimate(r)
	}
	for i := range f.ranges {
		met := []int{i}
		for j := range f.ranges {
			if j != i && products[j] < min(20*products[i]+maxScanned, maxIntersected) {
				met = append(met, j)
			}
		}
		sources = append(sources, source{from: func(l *pg.List) string {
			all := make([]string, len(met))
			for n, of := range met {
				all[n] = "SELECT d.product_id FROM " + valuesBetween(l, f.ranges[of])
			}
			return "(" + strings.Join(all, " INTERSECT ") + ") AS d"
		}, products: products[i], meets: met})
	}
	if f.fits != nil {
		sources = append(sources, source{from: func(l *pg.List) string {
			return "unnest(" + l.Value(f.fits) + "::bigint[]) AS d (product_id)"
		}, products: len(f.fits)})
	}
	if f.text != nil {
		sources = append(sources, source{from: func(l *pg.List) string {
			if f.text.plain() {
				words, _ := f.text.terms[0].lists()
				return "(SELECT DISTINCT product_id FROM product_words WHERE word_id = any(" + l.Value(words) +
					"::int[])) AS d"
			}
			return "(SELECT product_id FROM product_texts WHERE words @@ " + l.Value(*f.query) + "::tsquery) AS d"
		}, products: f.text.maxMatches(), worded: true})
	}
	if len(sources) == 0 {
		sources = append(sources, source{from: func(l *pg.List) string {
			return fmt.Sprintf("(SELECT id AS product_id FROM products WHERE listed AND (%[1]s::text[] IS NULL"+
				" OR category = any(%[1]s))) AS d", l.Value(f.categories))
		}, products: estimate()})
	}
	return sources
}

// valuesBetween returns the rows of an attribute with values that meet a condition.
func valuesBetween(l *pg.List, r shop.FigureRange) string {
	low, high := bounds(r)
	choices := pq.StringArray{""}
	if r.Values != nil {
		choices = r.Values
	}
	return fmt.Sprintf("(SELECT product_id, value FROM product_attributes WHERE attribute_id = %s"+
		" AND choice = any(%s::text[]) AND value BETWEEN %s AND %s) AS d",
		l.Value(r.Attribute.ID), l.Value(choices), l.Value(low), l.Value(high))
}

// readFigures reads the filter's figures. It returns false if there are none.
func (s *Store) readFigures(ctx context.Context, actor shop.Actor, in shop.ProductFilter, f productFilter) (
	figures figureFilter, found bool, err error,
) {
	figures.categories = f.categories
	if !in.HasFigures() && len(f.understood) == 0 {
		return figures, false, nil
	}
	all, err := s.Attributes(ctx, actor)
	if err != nil {
		return figures, false, err
	}
	if figures.ranges, err = in.FigureRanges(all, s.db.Terms); err != nil {
		return figures, false, err
	}
	for _, u := range f.understood {
		if u.Sort == nil {
			figures.ranges = append(figures.ranges, u.Range)
		}
	}
	if in.Fits != nil {
		if figures.fits, err = s.fitting(ctx, actor, *in.Fits); err != nil {
			return figures, false, err
		}
	}
	return figures, len(figures.ranges) > 0 || figures.fits != nil, nil
}

// ProductsByAttribute is Products in the order of an attribute. A list that matches more than maxSorted products leaves
// out those that don't state it. No permission is required.
func (s *Store) ProductsByAttribute(ctx context.Context, actor shop.Actor, filter shop.ProductFilter,
	by shop.AttributeSort, args shop.PageArgs, parts shop.ProductParts) (none shop.Page[shop.Product], err error) {
	all, err := s.Attributes(ctx, actor)
	if err != nil {
		return none, err
	}
	i := slices.IndexFunc(all, func(a shop.Attribute) bool { return a.ID == by.Attribute })
	if i < 0 || all[i].Kind != shop.NumberAttribute {
		return none, &shop.Error{Code: shop.Invalid, Field: "sortAttribute",
			Message: "There is no such attribute to sort by"}
	}
	return s.listProducts(ctx, actor, filter, shop.SortCreatedAt, &by, args, parts)
}

// planList chooses the condition by which the products of a list are found, by a sample of their figures.
func (s *Store) planList(ctx context.Context, f figureFilter) (q figuredList, sample figureSample, err error) {
	if sample, err = s.figures(ctx); err != nil {
		return q, sample, err
	}
	estimate := func(ranges ...shop.FigureRange) int { return sample.estimate(f.including(ranges)) }
	sources := f.sources(func(ranges ...shop.FigureRange) int {
		return sample.estimate(figureFilter{ranges: ranges})
	})
	best := slices.MinFunc(sources, func(a, b source) int { return a.products - b.products })
	expected := min(best.products, estimate(f.ranges...))
	if f.text != nil { // as if the text were independent of the figures
		expected = expected * f.text.maxMatches() / max(1, sample.listed)
	}
	return figuredList{figureFilter: f, source: best, expected: expected, listed: sample.listed}, sample, nil
}

// figuredPage returns a page of the products that match figures.
func (s *Store) figuredPage(ctx context.Context, f figureFilter, sort shop.ProductSort, by *shop.AttributeSort,
	args shop.PageArgs, parts shop.ProductParts) (found shop.Page[shop.Product], err error) {
	q, sample, err := s.planList(ctx, f)
	if err != nil {
		return found, err
	}
	q.columns = columnsOf[parts]
	switch {
	case by != nil:
		args = args.In("products", by.Attribute, strconv.FormatBool(by.Descending))
		found, err = placedPage(args, func(limit, skip int) ([]shop.Product, error) {
			return s.byAttribute(ctx, q, *by, limit, skip)
		})
	case sort == shop.SortRelevance && f.text != nil:
		args = args.In("products", string(sort), "figures")
		found, err = placedPage(args, func(limit, skip int) ([]shop.Product, error) {
			return s.byRank(ctx, q, limit, skip)
		})
	default:
		if sort == shop.SortRelevance {
			sort = shop.SortCreatedAt
		}
		found, err = s.bySort(ctx, q, sorts[sort], args.In("products", string(sort)))
	}
	if err != nil {
		return found, fmt.Errorf("read products by figures: %w", err)
	}
	found.Count = func(ctx context.Context) (int, error) { return s.countFigured(ctx, q, sample) }
	return found, nil
}

// including returns the filter with other ranges, without its text.
func (f figureFilter) including(ranges []shop.FigureRange) figureFilter {
	return figureFilter{ranges: ranges, fits: f.fits, categories: f.categories}
}

// figuredList is a list of products by figures.
type figuredList struct {
	figureFilter
	source
	expected, listed int // estimated matches, and all listed products
	columns          string
}

// steps returns how many products in another order have to be scanned for a number of matches, at least four times as
// many as needed if the matches are distributed evenly. They are few different numbers, which stand in the statement:
// for a parameter PostgreSQL would plan to sort all products.
func (q figuredList) steps(rows int) int {
	steps := 200
	for steps < 4*rows*(1+q.listed/max(1, q.expected)) {
		steps *= 2
	}
	return steps
}

// placedPage returns a page whose cursors are positions in the list, which ends where numbered pages end.
func placedPage(args shop.PageArgs, read func(limit, skip int) ([]shop.Product, error)) (
	found shop.Page[shop.Product], err error,
) {
	place, err := pg.DecodeCursor(args)
	if err != nil {
		return found, err
	}
	skip := args.Skip()
	if args.After != nil {
		if skip, err = strconv.Atoi(place.Key); err != nil || skip < 1 || skip > shop.MaxRanked {
			return found, shop.BadCursor("after")
		}
	}
	products, err := read(min(args.First+1, shop.MaxRanked-skip), skip)
	if err != nil {
		return found, err
	}
	found = pg.NewPage(args, products, nil)
	found.Cursor = func(i int) string {
		return pg.Cursor{Key: strconv.Itoa(skip + i + 1), ID: products[i].ID}.Encode(args.List)
	}
	return found, nil
}

// bySort reads a page in a sort order of the catalogue. It scans the products in that order when matches are frequent.
func (s *Store) bySort(ctx context.Context, q figuredList, sort pg.Sort[shop.Product], args shop.PageArgs) (
	found shop.Page[shop.Product], err error,
) {
	cursor, err := pg.DecodeCursor(args)
	if err != nil {
		return found, err
	}
	limit := args.First + 1
	read := func(from func(*pg.List) string) (products []shop.Product, err error) {
		var l pg.List
		if args.After != nil {
			sort.After(&l, productIDs, cursor)
		}
		text := "SELECT " + q.columns + " FROM " + from(&l) + " ORDER BY " + sort.OrderBy("p.id") +
			" LIMIT " + l.Value(limit) + " OFFSET " + l.Value(args.Skip())
		return s.readProducts(ctx, s.db.Reader(), pg.Composed(text), l.Values()...)
	}
	var products []shop.Product
	if steps := q.steps(limit + args.Skip()); steps < min(q.products, maxScanned) {
		products, err = read(func(l *pg.List) string {
			l.Where("p.listed")
			if len(q.categories) == 1 {
				l.And("p.category = %s", q.categories[0])
			}
			return "(SELECT p.* FROM products p" + l.Conditions() + " ORDER BY " +
				sort.OrderBy("p.id") + " LIMIT " + strconv.Itoa(steps) + ") AS p" +
				" CROSS JOIN LATERAL (SELECT p.id AS product_id) AS d WHERE " + q.matchesAll(l)
		})
	}
	if err == nil && len(products) < limit {
		products, err = read(func(l *pg.List) string {
			l.Where("p.listed")
			conditions := l.Conditions()
			return "(" + q.matched(l) + ") AS m" + productOf("m") + conditions
		})
	}
	switch {
	case err != nil && args.After != nil && pg.IsMalformed(err):
		return found, shop.BadCursor("after")
	case err != nil:
		return found, err
	}
	return sort.Page(args, productIDs, products), nil
}

// productOf joins the products of a table of IDs, one by one.
func productOf(table string) string {
	return " CROSS JOIN LATERAL (SELECT * FROM products WHERE id = " + table + ".product_id LIMIT 1) AS p"
}

// matched returns a query for the IDs of all products that match.
func (q figuredList) matched(l *pg.List) string {
	remaining := q.figureFilter
	if q.worded {
		remaining.query = nil
	}
	return "SELECT d.product_id FROM " + q.from(l) + " WHERE " + remaining.matchesAll(l, q.meets...)
}

// byAttribute reads products in the order of an attribute: all matches with those that don't state it at the end or, of
// many, those that the index has in this order.
func (s *Store) byAttribute(ctx context.Context, q figuredList, by shop.AttributeSort, limit, skip int) (
	[]shop.Product, error,
) {
	var l pg.List
	direction := ""
	if by.Descending {
		direction = " DESC"
	}
	text := "SELECT " + q.columns + " FROM "
	if q.expected <= maxSorted {
		text += "(" + q.matched(&l) + ") AS m" + productOf("m") + " LEFT JOIN LATERAL (SELECT value" +
			" FROM product_attributes WHERE product_id = p.id AND attribute_id = " + l.Value(by.Attribute) +
			" LIMIT 1) AS v ON true WHERE p.listed"
	} else {
		own := shop.FigureRange{Attribute: shop.Attribute{ID: by.Attribute}}
		for _, r := range q.ranges {
			if r.Attribute.ID == by.Attribute {
				own = r
			}
		}
		text += "(SELECT d.product_id, d.value FROM " + valuesBetween(&l, own) + " ORDER BY d.value" + direction +
			", d.product_id" + direction + " LIMIT " + strconv.Itoa(min(5*maxScanned, q.steps(limit+skip))) + ") AS v" +
			" CROSS JOIN LATERAL (SELECT v.product_id) AS d" + productOf("d") +
			" WHERE p.listed AND " + q.matchesAll(&l)
	}
	text += " ORDER BY v.value" + direction + " NULLS LAST, p.id" + direction +
		" LIMIT " + l.Value(limit) + " OFFSET " + l.Value(skip)
	return s.readProducts(ctx, s.db.Reader(), pg.Composed(text), l.Values()...)
}

// byRank reads the best matches of the text. Of words that many products contain, matches near the top of the words'
// lists come first, as without figures.
func (s *Store) byRank(ctx context.Context, q figuredList, limit, skip int) ([]shop.Product, error) {
	begin := q.text.rarest()
	read := func(near, all bool) ([]shop.Product, error) {
		var l pg.List
		page := " LIMIT " + l.Value(limit) + " OFFSET " + l.Value(skip)
		words, factors := begin.lists()
		l.Value(words) // of bestOf
		l.Value(factors)
		matches := q.matchesAll(&l)
		text := "WITH near AS MATERIALIZED (SELECT product_id FROM (" + bestOf(strconv.Itoa(nearProducts)) +
			") AS best WHERE " + l.Value(near) + "), matched AS (" +
			"SELECT d.product_id, true AS near FROM near d WHERE " + matches +
			" UNION ALL (SELECT d.product_id, false FROM " + q.from(&l) + " WHERE " + l.Value(all) + " AND " + matches +
			" AND d.product_id NOT IN (SELECT product_id FROM near) LIMIT " + strconv.Itoa(shop.MaxCount) + "))" +
			" SELECT " + q.columns + " FROM (SELECT m.product_id, m.near, t.rank FROM matched m CROSS JOIN LATERAL (" +
			"SELECT ts_rank(words, " + l.Value(q.text.words(fitsStart)) + "::tsquery, 1) AS rank FROM product_texts" +
			" WHERE product_id = m.product_id LIMIT 1) AS t" +
			" ORDER BY m.near DESC, t.rank DESC, m.product_id DESC" + page +
			") AS best JOIN products p ON p.id = best.product_id ORDER BY best.near DESC, best.rank DESC, p.id DESC"
		return s.readProducts(ctx, s.db.Reader(), pg.Composed(text), l.Values()...)
	}
	if q.products <= nearProducts {
		return read(false, true)
	}
	products, err := read(true, false)
	if err == nil && len(products) < limit {
		products, err = read(true, true)
	}
	return products, err
}

// minHits is the number of matches in the sample from which on their estimated total is certain enough.
const minHits = 60

// countFigured returns the number of matches, up to shop.MaxCount.
func (s *Store) countFigured(ctx context.Context, q figuredList, sample figureSample) (count int, err error) {
	if q.text == nil {
		hits := sample.hits(q.figureFilter)
		switch {
		case sample.whole:
			return min(hits, shop.MaxCount), nil
		case hits >= minHits && q.expected > 3*shop.MaxCount:
			return shop.MaxCount, nil
		}
	}
	return s.figureCounts.Get(q.key(), func() (count int, err error) {
		var l pg.List
		text := "SELECT count(*) FROM (" + q.matched(&l) + " LIMIT " + l.Value(shop.MaxCount) + ") AS counted"
		if err = s.db.Reader().Get(ctx, &count, pg.Composed(text), l.Values()...); err != nil {
			return 0, fmt.Errorf("count products by figures: %w", err)
		}
		return count, nil
	})
}

// key identifies the filter in a cache.
func (f figureFilter) key() string {
	text := fmt.Sprint(f.fits == nil, f.fits, f.categories == nil, strings.Join(f.categories, "\n"))
	if f.query != nil {
		text += "\n" + *f.query
	}
	for _, r := range f.ranges {
		low, high := bounds(r)
		text += fmt.Sprintf("\n%s %d %d %q", r.Attribute.ID, low, high, r.Values)
	}
	return text
}
