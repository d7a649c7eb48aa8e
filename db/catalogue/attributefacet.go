package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

const (
	// maxExact is the number of products up to which facets are counted. Those of a larger catalogue are estimated from
	// a sample of sampleSize products.
	maxExact   = 2000
	sampleSize = 1000
	// maxCachedFigures limits the filters whose counts or facets are cached; a facet takes some kilobytes.
	maxCachedFigures = 200
	// maxFitting is the number of products that are checked for what fits another one.
	maxFitting = 500
)

// statedValues is what a product states, for addStated: of each attribute its ID, its number, and the bytes and the
// text of its choice. Arrays take PostgreSQL and their reader longer.
const statedValues = `coalesce(string_agg(
		attribute_id || ' ' || value || ' ' || octet_length(choice) || ' ' || choice, ''), '') AS stated
	FROM product_attributes`

// indexOf returns a statement for the figures of the products of a query for IDs.
func indexOf(ids string) string {
	return `SELECT p.id, p.category, (SELECT ` + statedValues + ` WHERE product_id = p.id) FROM (` + ids + `) AS ids
		CROSS JOIN LATERAL (SELECT id, category FROM products WHERE id = ids.id AND listed LIMIT 1) AS p`
}

// uncategorisedIndexOf is indexOf without the categories and without products that state nothing, for a query for IDs
// of listed products.
func uncategorisedIndexOf(ids string) string {
	return `SELECT product_id AS id, '' AS category, ` + statedValues + `
		WHERE product_id = any(array(` + ids + `)) GROUP BY product_id`
}

var (
	allFigures = pg.Prepared(indexOf(`SELECT id FROM products WHERE listed ORDER BY id LIMIT $1`))
	// Reads the next listed product behind places that are spread over all IDs, each at random within its part.
	sampledFigures = pg.Prepared(indexOf(`SELECT DISTINCT next.id FROM
		(SELECT min(id) AS low, max(id) AS high FROM products) AS ids,
		LATERAL (SELECT greatest(1, (high - low) / $1) AS step) AS parts,
		LATERAL (SELECT low + n * step + abs(hashint8(n)::bigint) % step AS place
			FROM generate_series(0, $1::bigint) AS n) AS places,
		LATERAL (SELECT id FROM products WHERE id >= places.place AND listed ORDER BY id LIMIT 1) AS next`))
	amongTexts = pg.Prepared(`SELECT d.id FROM unnest($1::bigint[]) AS d (id)
		WHERE (SELECT words @@ $2::tsquery FROM product_texts WHERE product_id = d.id)`)
	// The kind of a product stands before its connection.
	fittingIDs = pg.Prepared(`SELECT product_id FROM product_attributes WHERE attribute_id = $1 AND choice = any($2)
		ORDER BY product_id DESC LIMIT $3`)
	connections = pg.Prepared(`SELECT attribute_id, choice FROM product_values(
		(SELECT p FROM products p WHERE p.id = $1)) WHERE attribute_id LIKE '\_%'`)
)

// figureSample holds the figures of all listed products, or of a sample of them.
type figureSample struct {
	index  *shop.ProductIndex
	listed int  // all listed products
	whole  bool // whether index holds all of them
}

func (f figureSample) hits(filter figureFilter) (n int) {
	missed := f.index.Missed(filter.ranges)
	for i, included := range f.included(filter) {
		if included && missed[i] == 0 {
			n++
		}
	}
	return n
}

// estimate returns the estimated number of listed products that match a filter without its text.
func (f figureSample) estimate(filter figureFilter) int {
	return int(float64(f.hits(filter)) * f.scale())
}

func (f figureSample) scale() float64 {
	if f.whole || len(f.index.IDs) == 0 {
		return 1
	}
	return float64(f.listed) / float64(len(f.index.IDs))
}

// included returns which products match the filter's categories and those that fit.
func (f figureSample) included(filter figureFilter) []bool {
	included := make([]bool, len(f.index.IDs))
	for i, id := range f.index.IDs {
		included[i] = (filter.categories == nil || slices.Contains(filter.categories, f.index.Categories[i])) &&
			(filter.fits == nil || slices.Contains(filter.fits, id))
	}
	return included
}

// figures returns the figures by which lists are planned and facets are counted. Orders leave a sample as it is.
func (s *Store) figures(ctx context.Context) (f figureSample, err error) {
	categories, err := s.productCategories(ctx)
	if err != nil {
		return f, err
	}
	for _, c := range categories {
		f.listed += c.Listed
	}
	if f.whole = f.listed <= maxExact; f.whole {
		f.index, err = s.allFigures.Get(struct{}{}, func() (*shop.ProductIndex, error) {
			return s.readIndex(ctx, allFigures, maxExact)
		})
		return f, err
	}
	f.index, err = s.figureSample.Get(struct{}{}, func() (*shop.ProductIndex, error) {
		return s.readIndex(ctx, sampledFigures, sampleSize)
	})
	return f, err
}

func (s *Store) readIndex(ctx context.Context, q pg.Statement, args ...any) (*shop.ProductIndex, error) {
	var rows []struct {
		ID       int64  `db:"id"`
		Category string `db:"category"`
		Stated   string `db:"stated"`
	}
	if err := s.db.Reader().Select(ctx, &rows, q, args...); err != nil {
		return nil, fmt.Errorf("read the figures of products: %w", err)
	}
	index := &shop.ProductIndex{}
	for _, r := range rows {
		index.Add(r.ID, r.Category)
		if err := addStated(index, r.Stated); err != nil {
			return nil, fmt.Errorf("read the figures of product %d: %w", r.ID, err)
		}
	}
	return index, nil
}

// addStated adds statedValues of the last product of an index.
func addStated(index *shop.ProductIndex, stated string) error {
	for stated != "" {
		attribute, rest, _ := strings.Cut(stated, " ")
		value, rest, _ := strings.Cut(rest, " ")
		length, rest, _ := strings.Cut(rest, " ")
		number, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return err
		}
		size, err := strconv.Atoi(length)
		if err != nil {
			return err
		}
		index.State(attribute, number, rest[:size])
		stated = rest[size:]
	}
	return nil
}

// ProductFacets returns how the products that match a filter are distributed over the values of the attributes. Counts
// of a large catalogue are estimated. No permission is required.
func (s *Store) ProductFacets(ctx context.Context, actor shop.Actor, filter shop.ProductFilter) (
	[]shop.ProductFacet, error,
) {
	f, err := s.readFilter(ctx, filter)
	if err != nil {
		return nil, err
	}
	filter.Search = &f.text
	figures, _, err := s.readFigures(ctx, actor, filter, f)
	if err != nil {
		return nil, err
	}
	asked, err := s.readSearch(ctx, filter)
	if err != nil {
		return nil, err
	}
	if figures, _, err = s.readText(ctx, figures, f, asked); err != nil || figures.empty {
		return []shop.ProductFacet{}, err
	}
	category := ""
	if filter.Category != nil {
		category = *filter.Category
	}
	return s.facets.Get(category+"\n"+figures.key(), func() ([]shop.ProductFacet, error) {
		return s.readFacets(ctx, actor, figures, category)
	})
}

func (s *Store) readFacets(ctx context.Context, actor shop.Actor, f figureFilter, category string) (
	[]shop.ProductFacet, error,
) {
	attributes, err := s.Attributes(ctx, actor)
	if err != nil {
		return nil, err
	}
	sample, err := s.figures(ctx)
	if err != nil {
		return nil, err
	}
	if !sample.whole && len(f.ranges) == 0 && f.text != nil && f.text.maxMatches() <= maxExact {
		// Nothing has to be estimated, so that the sample is not searched for the text.
		return s.narrowFacets(ctx, f, attributes, nil, category, sample)
	}
	included := sample.included(f)
	if f.query != nil {
		var ids []int64
		if err := s.db.Reader().Select(ctx, &ids, amongTexts, pq.Array(sample.index.IDs), *f.query); err != nil {
			return nil, fmt.Errorf("find a text in the sample: %w", err)
		}
		for i, id := range sample.index.IDs {
			included[i] = included[i] && slices.Contains(ids, id)
		}
	}
	facets := shop.Facets(attributes, sample.index, included, f.ranges, category, sample.scale(), s.db.Terms)
	hits := 0
	for i, missed := range sample.index.Missed(f.ranges) {
		if included[i] && missed == 0 {
			hits++
		}
	}
	if sample.whole || hits >= minHits {
		return facets, nil
	}
	return s.narrowFacets(ctx, f, attributes, facets, category, sample)
}

// narrowFacets returns the facets of a filter with few matches, which are read. Those of the attributes that the filter
// names are estimated from the sample nevertheless: products that it excludes count there.
func (s *Store) narrowFacets(ctx context.Context, f figureFilter, attributes []shop.Attribute,
	estimated []shop.ProductFacet, category string, sample figureSample) ([]shop.ProductFacet, error) {
	sources := f.sources(func(ranges ...shop.FigureRange) int { return sample.estimate(figureFilter{ranges: ranges}) })
	q := figuredList{figureFilter: f, source: slices.MinFunc(sources,
		func(a, b source) int { return a.products - b.products })}
	var l pg.List
	read := indexOf
	if category == "" { // the facets of all categories are shown
		read = uncategorisedIndexOf
	}
	text := read("SELECT m.product_id AS id FROM (" + q.matched(&l) + " LIMIT " + l.Value(maxExact) + ") AS m")
	index, err := s.readIndex(ctx, pg.Composed(text), l.Values()...)
	if err != nil {
		return nil, err
	}
	included := make([]bool, len(index.IDs))
	for i := range included {
		included[i] = true
	}
	exact := shop.Facets(attributes, index, included, f.ranges, category, 1, s.db.Terms)
	of := func(facets []shop.ProductFacet, id string) int {
		return slices.IndexFunc(facets, func(f shop.ProductFacet) bool { return f.Attribute.ID == id })
	}
	facets := []shop.ProductFacet{}
	for _, a := range attributes {
		named := slices.ContainsFunc(f.ranges, func(r shop.FigureRange) bool { return r.Attribute.ID == a.ID })
		if i := of(estimated, a.ID); i >= 0 && named {
			facets = append(facets, estimated[i])
		} else if i := of(exact, a.ID); i >= 0 {
			facets = append(facets, exact[i])
		}
	}
	return facets, nil
}

// fitting returns the IDs of the listed products that can be combined with a product, at most maxFitting.
func (s *Store) fitting(ctx context.Context, actor shop.Actor, productID string) (pq.Int64Array, error) {
	found, err := s.ProductsByID(ctx, actor, []string{productID})
	if err != nil {
		return nil, err
	}
	product, ok := found[productID]
	if !ok {
		return nil, &shop.Error{Code: shop.Invalid, Field: "filter.fits", Message: "There is no such product"}
	}
	id, _ := ProductID(productID)
	var joints []struct {
		Attribute string `db:"attribute_id"`
		Choice    string `db:"choice"`
	}
	if err := s.db.Reader().Select(ctx, &joints, connections, id); err != nil {
		return nil, fmt.Errorf("read the connections of a product: %w", err)
	}
	ids := pq.Int64Array{}
	for _, joint := range joints {
		var candidates []int64
		partners := pq.StringArray(shop.Counterparts(joint.Choice))
		err := s.db.Reader().Select(ctx, &candidates, fittingIDs, joint.Attribute, partners, maxFitting)
		if err != nil {
			return nil, fmt.Errorf("find what fits a product: %w", err)
		}
		ids = append(ids, candidates...)
	}
	candidates, err := s.readProducts(ctx, s.db.Reader(), productsByID, ids)
	if err != nil {
		return nil, fmt.Errorf("read what fits a product: %w", err)
	}
	fitting := pq.Int64Array{}
	for _, other := range candidates {
		if id, ok := ProductID(other.ID); ok && product.FitsWith(other) {
			fitting = append(fitting, id)
		}
	}
	return fitting, nil
}
