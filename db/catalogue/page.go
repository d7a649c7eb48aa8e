package catalogue

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// gathered tells whether one statement reads the pages of many: those that read one index, as most do.
func (k catalogueKey) gathered() bool {
	return k.sort != "" && !k.search && k.categories != someCategories
}

// cataloguePages reads the pages that arrays name, each as far as it goes.
func cataloguePages(columns string, o order, key catalogueKey) string {
	where := "p.listed"
	if key.categories == oneCategory {
		where += " AND p.category = q.category"
	}
	if key.after {
		where += " AND " + o.behind("q.key", "q.id")
	}
	return fmt.Sprintf("SELECT q.place, %s FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY"+
		" AS q (first, skip, key, id, category, place) CROSS JOIN LATERAL (SELECT p.* FROM products p WHERE %s ORDER BY %s"+
		" LIMIT q.first OFFSET q.skip) AS p ORDER BY q.place, %[3]s", columns, where, o.by)
}

// pageWish is a page that somebody wants: key and id are of its cursor, and empty without one.
type pageWish struct {
	first, skip       int
	key, id, category string
}

// cataloguePage reads a page, together with those of others where they are gathered.
func (s *Store) cataloguePage(ctx context.Context, key catalogueKey, w pageWish, conditions []any) ([]shop.Product, error) {
	if key.gathered() {
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

// newPages gathers the wishes for each kind of page.
func (s *Store) newPages() map[catalogueKey]*pg.Batcher[pageWish, []shop.Product] {
	all := map[catalogueKey]*pg.Batcher[pageWish, []shop.Product]{}
	for key := range catalogue {
		if key.gathered() {
			all[key] = pg.NewBatcher(func(ctx context.Context, wishes []pageWish) ([][]shop.Product, error) {
				return s.readPages(ctx, key, wishes)
			})
		}
	}
	return all
}

// pageRow is a product of one of the pages that are read together.
type pageRow struct {
	Place int // of the wish, from 1 on
	ProductRow
}

func (s *Store) readPages(ctx context.Context, key catalogueKey, wishes []pageWish) ([][]shop.Product, error) {
	var first, skip pq.Int64Array
	var keys, ids, categories pq.StringArray
	for _, w := range wishes {
		first, skip = append(first, int64(w.first)), append(skip, int64(w.skip))
		keys, ids, categories = append(keys, w.key), append(ids, w.id), append(categories, w.category)
	}
	return pg.Fold(ctx, s.db.Reader(), catalogue[key], func(r *pageRow) []any {
		return append([]any{&r.Place}, portions[key.parts].places(&r.ProductRow)...)
	}, func() [][]shop.Product { return make([][]shop.Product, len(wishes)) }, func(pages [][]shop.Product, row *pageRow) ([][]shop.Product, error) {
		page := &pages[row.Place-1]
		if *page == nil {
			*page = make([]shop.Product, 0, wishes[row.Place-1].first)
		}
		product, err := s.Product(&row.ProductRow)
		*page = append(*page, product)
		return pages, err
	}, first, skip, keys, ids, categories)
}
