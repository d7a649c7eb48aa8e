package db_test

import (
	"context"
	"slices"
	"testing"

	"orrery/db/base"
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

// A product is deleted although it takes longer to detach all lines of orders than PostgreSQL may be silent. They keep its name.
func TestProductOfManyOrdersIsDeleted(t *testing.T) {
	r := openReserving(t)
	ctx := t.Context()
	o := r.order(r.user, 1)
	const lines = 4 * base.SweepRows
	r.exec(`INSERT INTO order_items (id, order_id, product_id, product_name, quantity, price_minor)
		SELECT gen_random_uuid(), order_id, product_id, product_name, 1 + (i % 100 = 0)::int, price_minor
			FROM order_items, generate_series(1, $2::int) i WHERE order_id = $1`, o.ID, lines)
	for _, q := range []string{
		`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$`,
		`CREATE TRIGGER pause BEFORE UPDATE ON order_items FOR EACH ROW WHEN (OLD.quantity = 2) EXECUTE FUNCTION pause()`} {
		r.exec(q)
	}
	r.do(r.Store.Catalogue.DeleteProduct(ctx, r.admin, shop.ProductDeleteInput{ID: "3"}))
	items := r.read(o.ID).OrderItems
	if len(items) != 1+lines {
		t.Fatalf("%d lines are left of %d", len(items), 1+lines)
	}
	for _, item := range items {
		if item.ProductID != nil || item.ProductName == "" {
			t.Fatalf("a line is %+v", item)
		}
	}
}
