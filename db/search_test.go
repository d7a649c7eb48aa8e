package db_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

// A search reads some rows of its tables and indexes, however many products match.
func TestSearchReadsFewRows(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	if err := dbtest.Fill(ctx, d.SQL, dbtest.Crowd{Products: 12_000}, d.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	read := func() (rows int) {
		err := d.SQL.QueryRow(`SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = any($1))
			+ (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = any($1))`,
			"{products,search_words,product_words,product_texts}").Scan(&rows)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for _, c := range []struct {
		search, category string
		sort             shop.ProductSort
		most             int
	}{
		{"machine", "", shop.SortRelevance, 100}, // 11,400 products
		{"machines", "", shop.SortRelevance, 100},
		{"achin", "", shop.SortRelevance, 100},
		{"machine", "", shop.SortCreatedAt, 1000},
		{"machine", "", shop.SortPriceAsc, 1000},
		{"machine number", "", shop.SortRelevance, 5000},
		{"machine 11", "", shop.SortRelevance, 5000},
		{"machine", "line 47", shop.SortRelevance, 5000},
	} {
		t.Run(fmt.Sprintf("%s in %q, %s", c.search, c.category, c.sort), func(t *testing.T) {
			before := read()
			countedApart(t, d, func(store *db.Store) {
				found, err := store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{Search: &c.search, Category: &c.category}, c.sort,
					shop.PageArgs{First: 12}, shop.CardParts)
				if err != nil || len(found.Nodes) == 0 {
					t.Fatalf("found %d products: %v", len(found.Nodes), err)
				}
			})
			if rows := read() - before; rows == 0 || rows > c.most {
				t.Errorf("reads %d rows, want 1 to %d", rows, c.most)
			}
		})
	}
}

// Transactions that write several texts wait for each other, but never in a circle.
func TestTextsAreWrittenTogether(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	words := []string{"arm", "rail", "gripper", "robot", "base", "vision"}
	var wait sync.WaitGroup
	for writer := range 4 {
		wait.Go(func() {
			for range 15 {
				tx, err := d.SQL.Begin()
				if err != nil {
					t.Error(err)
					return
				}
				for id := writer*3 + 1; id < writer*3+4 && err == nil; id++ {
					word := words[rand.IntN(len(words))]
					if _, err = tx.Exec(`UPDATE products SET name = $2, category = $2, listed = true WHERE id = $1`, id, word); err == nil {
						_, err = tx.Exec(`INSERT INTO products (name, category, created_at) VALUES ($1, $1, now())`, word)
					}
				}
				if err == nil {
					err = tx.Commit()
				}
				if err != nil {
					t.Error(err)
					_ = tx.Rollback()
					return
				}
			}
		})
	}
	wait.Wait()
	var off int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM search_words w WHERE products <> (SELECT count(*) FROM product_words WHERE word_id = w.id)`).Scan(&off); err != nil || off > 0 {
		t.Errorf("%d words count other products than they list: %v", off, err)
	}
}

// What the migration adds to a catalogue that has its words already is what making them anew gives.
func TestModelCodesAreAddedToWhatIsListed(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	do := func(text string) {
		t.Helper()
		if _, err := d.SQL.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	// Words that are in codes as well as in texts, and a code without any word of its own.
	do(`INSERT INTO products (name, short_desc, tags, model, category, listed, created_at) VALUES ('Orr', 'A6 twice', '{900}', 'ORR-A6-900', 'Arms', true, now()),
		('Six', '', '{}', '--', 'Arms', true, now()), ('Hidden', '', '{}', 'ORR-H', 'Arms', false, now())`)
	const words = `SELECT md5(string_agg(row, E'\n' ORDER BY row)) FROM (
		SELECT concat_ws(' ', w.word, w.stem, w.products, p.product_id, p.weight, t.words) AS row
		FROM search_words w JOIN product_words p ON p.word_id = w.id JOIN product_texts t USING (product_id)) AS rows`
	sum := func() (sum string) {
		if err := d.SQL.QueryRow(words).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	whole := sum()
	do(`DROP INDEX products_all_name_part;
		CREATE OR REPLACE FUNCTION product_text(p products) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
			SELECT setweight(to_tsvector('simple', plain_words(p.name)), 'A') || setweight(to_tsvector('simple', plain_words(array_to_string(p.tags, ' '))), 'B')
				|| setweight(to_tsvector('simple', plain_words(p.short_desc)), 'C') || array_to_tsvector(ARRAY['/' || p.category])
		$$;
		SELECT fill_product_words()`)
	if sum() == whole {
		t.Fatal("codes are no words")
	}
	for _, name := range []string{"00060_model_codes.sql", "00061_model_codes_filled.sql"} {
		text, err := os.ReadFile("migrations/" + name)
		if err != nil {
			t.Fatal(err)
		}
		do("BEGIN;" + string(text) + ";COMMIT")
	}
	if sum() != whole {
		t.Error("the migration keeps something else than the triggers")
	}
	do(`SELECT fill_product_words()`)
	if sum() != whole {
		t.Error("the triggers keep something else than the products say")
	}
}
