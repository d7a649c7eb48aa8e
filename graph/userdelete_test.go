package graph_test

import (
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

// Whoever leaves while the dates of their queue are moved waits for that, or it for them; neither holds what the other one wants.
func TestLeavingWhileDatesAreMoved(t *testing.T) {
	for name, c := range map[string]struct{ role, preOrders string }{
		"a customer of two pre-orders": {"user", "2"},  // in the opposite order
		"an administrator of one":      {"admin", "1"}, // who holds the accounts of administrators, too
	} {
		t.Run(name, func(t *testing.T) {
			d := newServer(t)
			root, leaver := d.admin("root@example.org"), d.register("leaver@example.org")
			if _, err := d.SQL.Exec(`UPDATE users SET role = $1 WHERE email = 'leaver@example.org'`, c.role); err != nil {
				t.Fatal(err)
			}
			// The later one is stored first.
			if _, err := d.SQL.Exec(`INSERT INTO preorders (id, user_id, name, email, phone, product_id, product_name, quantity, created_at, expected_delivery)
				SELECT gen_random_uuid(), u.id, 'L', u.email, '1', 2, 'Arm', 1, $1::timestamptz - n * interval '1 hour', $1 FROM users u, generate_series(1, $2::int) n
				WHERE u.email = 'leaver@example.org'`, d.Clock.Now(), c.preOrders); err != nil {
				t.Fatal(err)
			}
			plan := vars{"queueId": "2", "days": 5, "fromPosition": 1, "reason": "Motors are late"}
			previewed := d.must(root, movePreview, vars{"plan": plan}).at("preOrderMovePreview.preview.previewed")

			// Both come to the first of the queue while somebody else has it: the move before whoever leaves.
			tx, err := d.SQL.Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback() }()
			if _, err := tx.Exec(`SELECT FROM preorders ORDER BY created_at LIMIT 1 FOR UPDATE`); err != nil {
				t.Fatal(err)
			}
			var together sync.WaitGroup
			defer together.Wait()
			for i, ask := range []func() reply{
				func() reply { return d.ask(root, moveDates, vars{"input": vars{"plan": plan, "previewed": previewed}}) },
				func() reply { return d.ask(leaver, leave, vars{"input": vars{"password": "aA1!aA1!"}}) },
			} {
				together.Go(func() {
					if r := ask(); len(r.Errors) > 0 {
						t.Errorf("the graph answered %+v", r.Errors)
					}
				})
				within(t, 2*time.Second, "waiting", func() bool {
					return d.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == i+1
				})
			}
			if err := tx.Rollback(); err != nil {
				t.Fatal(err)
			}
			together.Wait()
			if n := d.count(`SELECT count(*) FROM preorders WHERE email = 'leaver@example.org'`); n != 0 {
				t.Errorf("%d pre-orders are left of whoever has left", n)
			}
			if n := d.count(`SELECT count(*) FROM preorder_moves`); n != 1 {
				t.Errorf("%d moves, want 1", n)
			}
		})
	}
}

// An order outlives the account of its buyer, and administrators work with it as with any other.
func TestOrdersOfWhoHasLeft(t *testing.T) {
	d := reader{newServer(t), schema(t)}
	root, leaver := d.admin("root@example.org"), d.register("leaver@example.org")
	d.must(leaver, add, vars{"input": vars{"productId": "3"}})
	placed := d.must(leaver, place, checkout("k", nil))
	id, number := placed.at("orderPlace.order.id"), placed.at("orderPlace.order.number").(string)
	step := func(version int, to string) {
		t.Helper()
		r := d.must(root, move, vars{"input": vars{"id": id, "status": to, "version": version}})
		r.is("orderStatusUpdate.order.status", to)
	}
	for i, status := range []string{"PAID", "PROCESSING", "SHIPPED", "DELIVERED"} {
		step(1+i, status)
	}
	d.must(leaver, leave, vars{"input": vars{"password": "aA1!aA1!"}}).is("userDelete.userErrors", []any{})
	d.Clock.Advance(time.Minute)
	other := d.must(d.buyers(1, map[int]int{1: 1})[0], place, checkout("k", nil)).at("orderPlace.order.number").(string)

	one := `query ($id: ID!) { order(id: $id)` + d.all("Order") + ` }`
	if got := d.listed(root, "orders", "TOTAL_ASC", vars{"search": "test person"}); got != number {
		t.Errorf("by the name that the buyer had: %q, want %s", got, number)
	}
	for _, name := range []string{"Test Person", shop.FormerCustomer} {
		for sort, want := range map[string]string{"NEWEST": other + " " + number, "OLDEST": number + " " + other} {
			if got := d.listed(root, "orders", sort, nil); got != want {
				t.Errorf("%s: %q, want %q", sort, got, want)
			}
		}
		listed := d.must(root, `{ orders(filter: {search: "`+number+`"})`+d.all("OrderConnection")+` }`, nil)
		alone := d.must(root, one, vars{"id": id})
		for path, r := range map[string]reply{"orders.nodes.0": listed, "order": alone} {
			r.is(path+".number", number)
			r.is(path+".buyer", map[string]any{"id": id, "name": name, "email": "", "deleted": true})
			r.is(path+".cancellable", false)
		}
		// When the books may forget a name.
		if _, err := d.SQL.Exec(`UPDATE orders SET buyer_name = NULL`); err != nil {
			t.Fatal(err)
		}
	}
	d.must(root, noteAdd, note(id, "Has gone.")).is("orderNoteAdd.userErrors", []any{})
	step(5, "REFUNDED")
}
