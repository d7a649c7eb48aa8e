package db_test

import (
	"os"
	"strings"
	"testing"

	"orrery/db/dbtest"
)

// The indexed copy of the stock follows every change, and the migration fills in what it finds missing.
func TestProductStocksAreKept(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	do := func(text string) {
		t.Helper()
		if _, err := d.SQL.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	file, err := os.ReadFile("migrations/00116_product_stocks_filled.sql")
	if err != nil {
		t.Fatal(err)
	}
	fill := strings.TrimPrefix(string(file), "-- +goose Up")
	for name, change := range map[string]string{
		"an order":  `UPDATE products SET stock = stock + 7 WHERE id IN (1, 3)`,
		"a product": `INSERT INTO products (name, category, stock, created_at) VALUES ('New', 'Arms', 12, now())`,
		"deletion":  `DELETE FROM products WHERE id = 13`,
		"migration": `DELETE FROM product_stocks WHERE product_id < 5;` + fill,
		"changed while it runs": `DELETE FROM product_stocks; UPDATE products SET stock = stock + 1 WHERE id = 2;` +
			fill,
	} {
		do(change)
		if n := count(t, d.SQL, `products p FULL JOIN product_stocks s ON s.product_id = p.id
			WHERE p.stock IS DISTINCT FROM s.stock`); n != 0 {
			t.Errorf("%s: %d products have another stock", name, n)
		}
	}
}
