package catalogue

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// maxPhrases limits the products that are found because they contain a search text that states figures.
const maxPhrases = 1000

var containingPhrase = pg.Prepared(`SELECT p.id FROM product_texts t JOIN products p ON p.id = t.product_id
	WHERE t.words @@ $1::tsquery AND p.listed AND p.search_text LIKE $2 ORDER BY p.id DESC LIMIT $3`)

// readText adds the text of a search to its figures, and returns the conditions that it states. Products that contain
// the whole text match as well, such as a gripper with `80 mm stroke`, although the text is understood as a reach.
func (s *Store) readText(ctx context.Context, figures figureFilter, f productFilter, asked search) (
	figureFilter, []shop.UnderstoodFigure, error,
) {
	switch {
	case asked.terms == nil:
	case asked.unmatchable():
		figures.empty = true
	default:
		figures.text, figures.query = &asked, new(asked.query())
	}
	if f.phrase == "" {
		return figures, f.understood, nil
	}
	whole, err := s.lookUp(ctx, "", f.phrase)
	if err != nil || whole.terms == nil || whole.unmatchable() {
		return figures, f.understood, err
	}
	var ids pq.Int64Array
	if err := s.db.Reader().Select(ctx, &ids, containingPhrase,
		whole.query(), pg.Contains(f.phrase), maxPhrases); err != nil {
		return figures, nil, fmt.Errorf("find a text that states figures: %w", err)
	}
	if len(ids) == 0 {
		return figures, f.understood, nil
	}
	understood := f.understood
	meeting, err := s.matchingIDs(ctx, figures)
	if err != nil {
		return figures, nil, err
	}
	if len(meeting) == 0 {
		understood = slices.DeleteFunc(slices.Clone(understood), isCondition)
	}
	ids = slices.Compact(slices.Sorted(slices.Values(append(ids, meeting...))))
	if figures.fits != nil {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return !slices.Contains(figures.fits, id) })
	}
	stated := slices.DeleteFunc(slices.Clone(f.understood), isSort)
	return figureFilter{
		ranges: figures.ranges[:len(figures.ranges)-len(stated)], fits: ids, categories: figures.categories,
	}, understood, nil
}

// matchingIDs returns the products that match a filter, up to shop.MaxCount.
func (s *Store) matchingIDs(ctx context.Context, f figureFilter) (ids pq.Int64Array, err error) {
	if f.empty {
		return nil, nil
	}
	q, _, err := s.planList(ctx, f)
	if err != nil {
		return nil, err
	}
	var l pg.List
	text := q.matched(&l) + " LIMIT " + l.Value(shop.MaxCount)
	if err := s.db.Reader().Select(ctx, &ids, pg.Composed(text), l.Values()...); err != nil {
		return nil, fmt.Errorf("find products by figures: %w", err)
	}
	return ids, nil
}
