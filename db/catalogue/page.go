package catalogue

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// batched reports whether one statement reads several pages: this applies to pages that read one index, which are the
// most frequent.
func (k catalogueKey) batched() bool {
	return k.sort != "" && !k.search && k.categories != someCategories
}

// cataloguePages returns a statement that reads the pages given by arrays, each with its own limit.
func cataloguePages(columns string, o sortOrder, key catalogueKey) string {
	where := "p.listed"
	if key.categories == oneCategory {
		where += " AND p.category = q.category"
	}
	if key.after {
		where += " AND " + o.afterCursor("q.key", "q.id")
	}
	return fmt.Sprintf("SELECT q.place, %s"+
		" FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY"+
		" AS q (first, skip, key, id, category, place)"+
		" CROSS JOIN LATERAL (SELECT p.* FROM products p WHERE %s ORDER BY %s"+
		" LIMIT q.first OFFSET q.skip) AS p ORDER BY q.place, %[3]s", columns, where, o.by)
}

// pageRequest is a request for a page: key and id are those of its cursor, empty without one.
type pageRequest struct {
	first, skip       int
	key, id, category string
}

// cataloguePage reads a page, in a batch with concurrent requests if the statement allows it.
func (s *Store) cataloguePage(ctx context.Context, key catalogueKey, w pageRequest,
	conditions []any) ([]shop.Product, error) {
	if key.batched() {
		if key.categories == oneCategory {
			w.category = conditions[0].(string)
		}
		pages, err := s.pages[key].Load(ctx, w)
		if err != nil {
			return nil, err
		}
		return pages[0], nil
	}
	values := []any{w.first, w.skip}
	if key.after {
		values = append(values, w.key, w.id)
	}
	return s.readProducts(ctx, s.db.Reader(), catalogue[key], key.parts, append(values, conditions...)...)
}

// newPages returns a batcher for each kind of page that is read in batches.
func (s *Store) newPages() map[catalogueKey]*pg.Batcher[pageRequest, []shop.Product] {
	all := map[catalogueKey]*pg.Batcher[pageRequest, []shop.Product]{}
	for key := range catalogue {
		if key.batched() {
			all[key] = pg.NewBatcher(func(ctx context.Context, requests []pageRequest) ([][]shop.Product, error) {
				return s.readPages(ctx, key, requests)
			})
		}
	}
	return all
}

// pageRow is a product of one of the pages of a batch.
type pageRow struct {
	Place int // of the request in the batch, starting at 1
	ProductRow
}

func (s *Store) readPages(ctx context.Context, key catalogueKey, requests []pageRequest) ([][]shop.Product, error) {
	var first, skip pq.Int64Array
	var keys, ids, categories pq.StringArray
	for _, w := range requests {
		first, skip = append(first, int64(w.first)), append(skip, int64(w.skip))
		keys, ids, categories = append(keys, w.key), append(ids, w.id), append(categories, w.category)
	}
	return pg.Fold(ctx, s.db.Reader(), catalogue[key], func(r *pageRow) []any {
		return append([]any{&r.Place}, portions[key.parts].places(&r.ProductRow)...)
	}, func() [][]shop.Product { return make([][]shop.Product, len(requests)) },
		func(pages [][]shop.Product, row *pageRow) ([][]shop.Product, error) {
			page := &pages[row.Place-1]
			if *page == nil {
				*page = make([]shop.Product, 0, requests[row.Place-1].first)
			}
			product, err := s.Product(&row.ProductRow)
			*page = append(*page, product)
			return pages, err
		}, first, skip, keys, ids, categories)
}
