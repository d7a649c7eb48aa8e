package db_test

import (
	"context"
	"slices"
	"testing"

	"orrery/db/catalogue"
	"orrery/db/dbtest"
	"orrery/shop"
)

func TestRemoveModel(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := cast(t, d).admin
	for _, model := range []string{"FS-60", ""} {
		p, err := d.Store.Catalogue.UpdateProduct(context.Background(), admin, shop.ProductInput{ID: "1", Model: &model})
		if err != nil || (p.Model == nil) != (model == "") {
			t.Errorf("model %q: %v, %v", model, p.Model, err)
		}
	}
}

// A column of products is a field of shop.Product, and a change of it is notified unless it is one of those that notify nobody.
func TestColumnsOfProducts(t *testing.T) {
	t.Parallel()
	notRead := []string{"rating_sum", "search_text", "updated_at"}
	notWatched := []string{"id", "stock", "created_at", "updated_at", "rating", "search_text"} // the last two are computed
	rows, err := dbtest.New(t).SQL.Query(`SELECT attname, attnum = any(tgattr) FROM pg_attribute JOIN pg_trigger ON attrelid = tgrelid
		WHERE tgname = 'products_changes' AND attnum > 0 AND NOT attisdropped`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var column string
		var watched bool
		if err := rows.Scan(&column, &watched); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(catalogue.Columns, column) == slices.Contains(notRead, column) {
			t.Errorf("products.%s: tag a field of shop.Product, shop/product.go, or list it in notRead, not both", column)
		}
		if watched == slices.Contains(notWatched, column) {
			t.Errorf("products.%s: the migration that adds it must call watch_products()", column)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
