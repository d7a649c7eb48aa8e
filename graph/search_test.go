package graph_test

import (
	"strings"
	"testing"
)

const searchPage = `query ($filter: ProductFilter, $sortBy: ProductSort! = RELEVANCE, $first: Int! = 12, $after: String, $offset: Int) {
	products(filter: $filter, sortBy: $sortBy, first: $first, after: $after, offset: $offset) {
		nodes { id } totalCount corrected pageInfo { hasNextPage endCursor }
	}
}`

// shelf puts products into the place of the seeded ones: name, short description and tags each.
func (d *testServer) shelf(products ...[3]string) {
	d.t.Helper()
	if _, err := d.SQL.Exec(`DELETE FROM products`); err != nil {
		d.t.Fatal(err)
	}
	for i, p := range products {
		if _, err := d.SQL.Exec(`INSERT INTO products (id, name, short_desc, tags, category, created_at)
			VALUES ($1::bigint, $2, $3, string_to_array($4, ', '), CASE WHEN $1::bigint % 2 = 0 THEN 'Industrial / Even' ELSE 'Odd' END, now() - $1::bigint * interval '1 day')`,
			i+1, p[0], p[1], p[2]); err != nil {
			d.t.Fatal(err)
		}
	}
}

func TestSearch(t *testing.T) {
	d := newServer(t)
	d.shelf(
		[3]string{"Parallel Gripper", "Holds boxes with two fingers", "gripper, electric"},
		[3]string{"Fixed Arm", "Carries a gripper of any make", "six axes"},
		[3]string{"Mounting Plate", "Between flange and tool", "grippers"},
		[3]string{"Linear Rail for the Fixed Arm", "Carries 100 kg over its whole length", "3D"},
		[3]string{"Café Robot", "It serves; nobody waits. 50% faster", "x_y, o'neill"},
		[3]string{"Alarm", "Rings", ""},
	)
	for _, c := range []struct{ category, search, want, corrected string }{
		{"", "gripper", "1 3 2", ""}, // in the name, in a tag, in the description
		{"", "GRIPPERS", "1 3 2", ""},
		{"", "gripping", "1 3 2", "gripper"},
		{"", "grip", "1 3 2", ""},
		{"", "ripp", "1 3 2", ""},
		{"", "arm", "2 4 6", ""},     // short names first, parts last
		{"", "fixed arm", "2 4", ""}, // the shorter text first
		{"", "arm fixed", "2 4", ""},
		{"", "arm gripper", "2", ""}, // name and description
		{"", "gripper arm rail", "", ""},
		{"", "arms for the rails", "4", ""},
		{"", "the", "4", ""},
		{"", "cafe", "5", ""}, {"", "CAFÉ", "5", ""},
		{"", "3d", "4", ""}, {"", "10", "4", ""}, {"", "six-axes", "2", ""}, {"", "o'neill", "5", ""},
		{"", "griper", "1 3 2", "gripper"},
		{"", "fixd arn", "2 4", "fixed arm"},
		{"", "zzzzzz", "", ""},
		{"industrial", "gripper", "2", ""},
		{"ODD", "gripper", "1 3", ""},
		{"odd", "griper", "1 3", "gripper"},
		{"domestic", "gripper", "", ""},
		{"%", "gripper", "", ""},
		{"", "%", "5", ""}, {"", "_", "5", ""}, {"", "&", "", ""}, {"", `\`, "", ""}, // no word: as they stand
		{"", "gripper%", "1 3 2", ""},
		{"", "'; DROP TABLE products; -- :* & | !", "", ""},
		{"", strings.Repeat("a b c d ", 24), "", ""},
	} {
		t.Run(c.category+"/"+c.search, func(t *testing.T) {
			filter := vars{"category": c.category, "search": c.search}
			r := d.must("", searchPage, vars{"filter": filter})
			if got := r.ids("products.nodes"); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			r.is("products.totalCount", len(strings.Fields(c.want)))
			if c.corrected == "" {
				r.is("products.corrected", nil)
			} else {
				r.is("products.corrected", c.corrected)
			}
			for _, sortBy := range []string{"CREATED_AT", "NAME"} {
				other := d.must("", searchPage, vars{"filter": filter, "sortBy": sortBy})
				if got := len(strings.Fields(other.ids("products.nodes"))); got != len(strings.Fields(c.want)) {
					t.Errorf("%s finds %d", sortBy, got)
				}
			}
		})
	}
	if got := d.must("", searchPage, nil).ids("products.nodes"); got != "1 2 3 4 5 6" {
		t.Errorf("without a search text relevance is the order %q", got)
	}
}

// A model code is found as people write it down from a plate.
func TestSearchFindsModelCodes(t *testing.T) {
	d := newServer(t)
	found := func(text, want string) {
		t.Helper()
		if got := d.must("", searchPage, vars{"filter": vars{"search": text}}).ids("products.nodes"); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"ORR-A6-900", "orr-a6-900", "ORR A6 900", "orra6900", "ORRA6900", "orr a6", "orr-a6-9", "ORRA69", "A6-900", "a6900"} {
		found(text, "3")
	}
	found("ORR-RA6-1500", "1")
	found("orr-g80", "7")
	found("ORR-A7-900", "")

	if _, err := d.SQL.Exec(`UPDATE products SET model = 'WELD/77.x' WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	within(t, soon, "the catalogue knows the new code", func() bool {
		return d.must("", searchPage, vars{"filter": vars{"search": "weld77"}}).ids("products.nodes") == "3"
	})
	for _, text := range []string{"WELD/77.x", "weld 77", "weld77x"} {
		found(text, "3")
	}
	if got := d.must("", searchPage, vars{"filter": vars{"search": "orra6900"}}).ids("products.nodes"); got == "3" {
		t.Error("the old code still finds it")
	}
}

// Whatever the order and the kind of search, walking by cursor and paging by number meet every match once.
func TestSearchPages(t *testing.T) {
	d := newServer(t)
	// More than are ranked at once, and enough for the other orders to be followed rather than sorted.
	if _, err := d.SQL.Exec(`INSERT INTO products (name, short_desc, tags, category, price_minor, created_at)
		SELECT 'Bolt ' || i, 'With thread ' || i % 7, ARRAY['m' || i % 3], 'Industrial', i % 5, now() + i % 50 * interval '1 s' FROM generate_series(1, 1200) AS i`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`VACUUM ANALYZE`); err != nil {
		t.Fatal(err)
	}
	for _, search := range []string{"bolt", "thread bolt", "m1 bolt", "bolt 11"} {
		for _, sortBy := range []string{"RELEVANCE", "CREATED_AT", "PRICE_DESC"} {
			t.Run(search+" "+sortBy, func(t *testing.T) {
				seen, after, total := map[string]int{}, any(nil), 0
				for offset := 0; ; offset += 100 {
					r := d.must("", searchPage, vars{"filter": vars{"search": search}, "sortBy": sortBy, "first": 100, "after": after})
					numbered := d.must("", searchPage, vars{"filter": vars{"search": search}, "sortBy": sortBy, "first": 100, "offset": offset})
					if r.ids("products.nodes") != numbered.ids("products.nodes") {
						t.Fatalf("page %d differs", offset/100)
					}
					for _, id := range strings.Fields(r.ids("products.nodes")) {
						seen[id]++
					}
					total = int(r.at("products.totalCount").(float64))
					after = r.at("products.pageInfo.endCursor")
					if r.at("products.pageInfo.hasNextPage") == false {
						break
					}
				}
				for id, times := range seen {
					if times > 1 {
						t.Errorf("%s comes %d times", id, times)
					}
				}
				if len(seen) != total || total == 0 {
					t.Errorf("%d products of %d", len(seen), total)
				}
			})
		}
	}
	for _, after := range []string{"eyJrIjoieCIsImkiOiIxIn0", "eyJrIjoiLTEiLCJpIjoiMSJ9", "eyJrIjoiMTAwMDEiLCJpIjoiMSJ9"} { // x, -1, 10001
		if code := d.ask("", searchPage, vars{"filter": vars{"search": "bolt"}, "after": after}).code(); code != "INVALID" {
			t.Errorf("%s: code %s", after, code)
		}
	}
}

// What is searched follows what administrators do.
func TestSearchKeepsUp(t *testing.T) {
	d := newServer(t)
	finds := func(search, want string) {
		t.Helper()
		if got := d.must("", searchPage, vars{"filter": vars{"search": search}}).ids("products.nodes"); got != want {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := d.SQL.Exec(sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	// Words and categories are remembered until others' changes are heard of; from then on nothing may be as it was.
	change := func(sql string) {
		t.Helper()
		before, _ := d.Store.Changes()
		do(sql)
		within(t, soon, sql, func() bool { now, known := d.Store.Changes(); return known && now > before })
	}
	change(`UPDATE products SET name = 'Zarquon', tags = '{vogon}' WHERE id = 6`)
	finds("zarquon", "6")
	change(`UPDATE products SET name = 'Magrathea' WHERE id = 6`)
	finds("zarquon", "")
	finds("vogon magrathea", "6")
	change(`UPDATE products SET listed = false WHERE id = 6`)
	finds("vogon", "")
	change(`UPDATE products SET listed = true, category = 'Vogsphere' WHERE id = 6`)
	if got := d.must("", searchPage, vars{"filter": vars{"category": "sphere", "search": "vogon"}}).ids("products.nodes"); got != "6" {
		t.Errorf("in the new category there is %q", got)
	}
	change(`DELETE FROM products WHERE id = 6`)
	finds("vogon", "")
	// What the triggers have kept is what making it anew gives.
	do(`INSERT INTO products (name, short_desc, tags, category, listed, created_at) VALUES ('Heart of Gold', 'Improbable', '{gold, gold plated}', 'Ships', true, now()),
		('Heart', '', '{}', '', false, now())`)
	const kept = `SELECT md5(string_agg(row, E'\n' ORDER BY row)) FROM (
		SELECT concat_ws(' ', w.word, w.stem, w.products, p.product_id, p.weight, t.words) AS row
		FROM search_words w JOIN product_words p ON p.word_id = w.id JOIN product_texts t USING (product_id)) AS rows`
	var before, after string
	if err := d.SQL.QueryRow(kept).Scan(&before); err != nil {
		t.Fatal(err)
	}
	do(`SELECT fill_product_words()`)
	if err := d.SQL.QueryRow(kept).Scan(&after); err != nil {
		t.Fatal(err)
	}
	if before != after {
		t.Error("the triggers keep something else than what the products say")
	}
	// Orders and reviews write none of it.
	var writes string
	writesOf := `SELECT string_agg(xmin::text || ctid, ' ' ORDER BY product_id) FROM product_texts`
	if err := d.SQL.QueryRow(writesOf).Scan(&writes); err != nil {
		t.Fatal(err)
	}
	do(`UPDATE products SET stock = stock + 1, price_minor = price_minor + 1, rating_sum = rating_sum + 5, rating_count = rating_count + 1`)
	do(`UPDATE products SET name = name, tags = tags`)
	var now string
	if err := d.SQL.QueryRow(writesOf).Scan(&now); err != nil {
		t.Fatal(err)
	}
	if writes != now {
		t.Error("a change of stock, price and rating writes the words anew")
	}
}
