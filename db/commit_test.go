package db_test

import (
	"context"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// TestCommitIsNotInterrupted: a caller who goes away while an order is committed, such as while PostgreSQL waits for its synchronous
// standby, doesn't interrupt that.
func TestCommitIsNotInterrupted(t *testing.T) {
	d := dbtest.New(t)
	if err := d.Store.Users.Ensure(t.Context(), "Buyer", "buyer@example.com", shop.RoleUser, "no hash"); err != nil {
		t.Fatal(err)
	}
	var buyer shop.Actor
	if err := d.SQL.QueryRow(`SELECT id FROM users WHERE email = 'buyer@example.com'`).Scan(&buyer.UserID); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`,
		`CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`,
	} {
		if _, err := d.SQL.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Store.Carts.AddItem(t.Context(), buyer, shop.CartItemAddInput{ProductID: "1", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	placed := make(chan error, 1)
	go func() {
		_, err := d.Store.Orders.Place(ctx, buyer, shop.OrderPlaceInput{IdempotencyKey: "key", ShippingInfo: shop.ShippingInfoInput{
			Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
		placed <- err
	}()
	eventually(t, func() bool {
		var committing bool
		err := d.SQL.QueryRow(`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
			AND query = 'COMMIT' AND wait_event = 'PgSleep')`).Scan(&committing)
		return err == nil && committing
	})
	leave()
	if err := <-placed; err != nil {
		t.Errorf("the order whose commit had begun: %v", err)
	}
	var orders int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM orders`).Scan(&orders); err != nil || orders != 1 {
		t.Errorf("%d orders, %v", orders, err)
	}
}
