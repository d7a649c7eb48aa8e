package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"orrery/shop"
)

// importing is a shop whose products a file changes.
type importing struct{ *reserving }

func openImporting(t *testing.T) importing {
	t.Helper()
	r := importing{openReserving(t)}
	r.verify(r.user)
	return r
}

// imports imports a file in CSV with the lines.
func (r importing) imports(lines ...string) (shop.ProductImport, error) {
	file := strings.NewReader(strings.Join(lines, "\n") + "\n")
	return r.Store.Catalogue.ImportProducts(context.Background(), r.admin, shop.ReadProducts, file, false)
}

// during imports lines while another transaction has run the statement, and calls do when the import waits for that.
func (r importing) during(statement string, lines []string, do func(other *sql.Tx)) (shop.ProductImport, error) {
	r.Helper()
	other, err := r.SQL.Begin()
	r.do(err)
	defer func() { _ = other.Rollback() }()
	_, err = other.Exec(statement)
	r.do(err)
	type result struct {
		shop.ProductImport
		error
	}
	ended := make(chan result, 1)
	go func() {
		done, err := r.imports(lines...)
		ended <- result{done, err}
	}()
	awaitLocks(r.T, r.Database, 1)
	do(other)
	r.do(other.Commit())
	got := <-ended
	return got.ProductImport, got.error
}

func (r importing) is(want, query string) {
	r.Helper()
	var got string
	r.do(r.SQL.QueryRow(query).Scan(&got))
	if got != want {
		r.Errorf("%s: %q, want %q", query, got, want)
	}
}

// Products that a file names are bought while it is checked and its new products are written, and are put into carts
// until it is imported.
func TestPeopleBuyDuringImports(t *testing.T) {
	r := openImporting(t)
	const category = `SELECT FROM product_categories WHERE category = (SELECT category FROM products WHERE id = 1) FOR UPDATE`
	r.is("1000", `SELECT stock FROM products WHERE id = 3`)
	var name string
	r.do(r.SQL.QueryRow(`SELECT category FROM products WHERE id = 1`).Scan(&name))
	done, err := r.during(category, []string{"id,name,category,price", "3,,,77.00", fmt.Sprintf(",New,%q,5", name)}, func(*sql.Tx) { r.order(r.user, 8) })
	r.do(err)
	if done.Created != 1 || done.Changed != 1 {
		t.Errorf("%+v", done)
	}
	r.is("7700 992", `SELECT price_minor || ' ' || stock FROM products WHERE id = 3`)

	_, err = r.during(`SELECT FROM products WHERE id = 5 FOR UPDATE`, []string{"id,price", "5,78.00", "3,78.00"}, func(*sql.Tx) {
		_, err := r.Store.Carts.AddItem(context.Background(), r.other, shop.CartItemAddInput{ProductID: "3", Quantity: 1})
		r.do(err)
	})
	r.do(err)
	r.is("7800 7800", `SELECT string_agg(price_minor::text, ' ') FROM products WHERE id IN (3, 5)`)
}

// A product that a file leaves as it is needs no lock, and nothing is written about it.
func TestImportsLeaveEqualProductsAlone(t *testing.T) {
	r := openImporting(t)
	before := `SELECT md5(p::text || p.xmin) FROM products p WHERE id = 5`
	var was, line string
	r.do(r.SQL.QueryRow(before).Scan(&was))
	r.do(r.SQL.QueryRow(`SELECT id || ',' || name || ',' || (price_minor / 100.0)::numeric(20, 1) || ',' || stock FROM products WHERE id = 5`).Scan(&line))
	other, err := r.SQL.Begin()
	r.do(err)
	defer func() { _ = other.Rollback() }()
	_, err = other.Exec(`SELECT FROM products WHERE id = 5 FOR UPDATE`)
	r.do(err)
	lines := []string{"id,name,price,stock,stock_before", line + ",", "3,,77,,", "2,,,4,4"}
	file := strings.Join(lines, "\n")
	done, err := r.Store.Catalogue.ImportProducts(t.Context(), r.admin, shop.ReadProducts, strings.NewReader(file), true)
	r.do(err)
	const want = "{Created:0 Changed:1 Unchanged:2 Errors:[]}"
	if got := fmt.Sprintf("%+v", done); got != want {
		t.Errorf("a trial: %s, want %s", got, want)
	}
	done, err = r.imports(lines...)
	r.do(err)
	if got := fmt.Sprintf("%+v", done); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.is(was, before)
	r.is("3", `SELECT string_agg(DISTINCT object_id, ' ') FROM events WHERE kind = 'product.changed'`)
	r.is("3", `SELECT string_agg(DISTINCT object_id, ' ') FROM audit_entries WHERE object = 'products'`)
	r.is("3", `SELECT string_agg(DISTINCT product_id::text, ' ') FROM product_versions`)
}

// What somebody else changes between the check of a file and its import is neither lost nor imported over.
func TestImportsHeedChangesSinceTheCheck(t *testing.T) {
	r := openImporting(t)
	const lock = `SELECT FROM products WHERE id = 5 FOR UPDATE`
	lines := []string{"id,name,price,stock", "5,,77.00,", "3,,77.00,9"}
	change := func(statement string) func(*sql.Tx) {
		return func(other *sql.Tx) {
			_, err := other.Exec(statement)
			r.do(err)
		}
	}
	done, err := r.during(lock, lines, change(`UPDATE products SET name = 'Renamed', stock = stock + 1 WHERE id = 5`))
	r.do(err)
	if len(done.Errors) > 0 {
		t.Errorf("%+v", done)
	}
	r.is("Renamed 7700", `SELECT name || ' ' || price_minor FROM products WHERE id = 5`)
	r.is("Renamed 7700", `SELECT string_agg(DISTINCT document ->> 'name', ' ') || ' ' || (SELECT price_minor FROM products WHERE id = 5)
		FROM product_versions WHERE product_id = 5`)

	lines[1], lines[2] = "5,,76.00,", "3,,76.00,9"
	done, err = r.during(lock, lines, change(`UPDATE products SET price_minor = 7600 WHERE id = 5`))
	r.do(err)
	if got := fmt.Sprint(done); got != "{0 1 1 []}" {
		t.Errorf("somebody else makes the same change meanwhile: %s", got)
	}

	lines[1], lines[2] = "5,,78.00,", "3,,78.00,8"
	done, err = r.during(lock, lines, change(`DELETE FROM products WHERE id = 5`))
	r.do(err)
	if fmt.Sprint(done) != "{0 0 0 [{2 id No product with this ID}]}" {
		t.Errorf("a product is deleted meanwhile: %+v", done)
	}
	r.is("7600 9", `SELECT price_minor || ' ' || stock FROM products WHERE id = 3`)
}

// A file with the stock that its products had leaves units that were sold since it was exported sold.
func TestImportsKeepWhatWasSold(t *testing.T) {
	r := openImporting(t)
	r.order(r.user, 8)
	done, err := r.imports("id,price,stock,stock_before", "3,77.00,1000,1000")
	r.do(err)
	if done.Changed != 1 {
		t.Errorf("a stock that the file leaves alone: %+v", done)
	}
	r.is("7700 992", `SELECT price_minor || ' ' || stock FROM products WHERE id = 3`)

	sell := func(other *sql.Tx) {
		_, err := other.Exec(`UPDATE products SET stock = stock - 2 WHERE id = 3`)
		r.do(err)
	}
	const stale = "{0 0 0 [{2 stock The stock has changed since, to %d. Review it and try again.}]}"
	done, err = r.imports("id,price,stock,stock_before", "3,78.00,1100,1000")
	r.do(err)
	if want := fmt.Sprintf(stale, 992); fmt.Sprint(done) != want {
		t.Errorf("a stock that was sold from: %+v, want %s", done, want)
	}
	done, err = r.during(`SELECT FROM products WHERE id = 3 FOR UPDATE`,
		[]string{"id,price,stock,stock_before", "3,78.00,1100,992"}, sell)
	r.do(err)
	if want := fmt.Sprintf(stale, 990); fmt.Sprint(done) != want {
		t.Errorf("a stock that is sold from during the import: %+v, want %s", done, want)
	}
	done, err = r.imports("id,price,stock,stock_before", "3,78.00,1100,990")
	r.do(err)
	if done.Changed != 1 {
		t.Errorf("a stock that is as the file says: %+v", done)
	}
	r.is("7800 1100", `SELECT price_minor || ' ' || stock FROM products WHERE id = 3`)
}

// Passages are many rows for each product; only what they say makes them anew.
func TestPricesLeavePassagesAlone(t *testing.T) {
	r := openImporting(t)
	const passages = `SELECT md5(string_agg(xmin::text || body, ' ' ORDER BY id)) FROM passages WHERE product_id = 3`
	var before string
	r.do(r.SQL.QueryRow(passages).Scan(&before))
	_, err := r.imports("id,price", "3,77")
	r.do(err)
	r.is(before, passages)
	_, err = r.imports("id,short_desc", "3,It is new")
	r.do(err)
	r.is("It is new", `SELECT body FROM passages WHERE product_id = 3 AND kind = 'summary'`)
}
