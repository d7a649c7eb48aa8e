package graph_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/respcache"
)

// refused asks for what nobody can know at the moment, and sees that this is said soon and rightly.
func (d *testServer) refused(what, token, query string, variables vars) {
	d.t.Helper()
	began := time.Now()
	r := d.ask(token, query, variables)
	if r.Status != http.StatusServiceUnavailable || r.code() != "UNAVAILABLE" || r.Data != nil || r.Header.Get("Retry-After") != "5" ||
		r.Header.Get("Cache-Control") != "no-store" {
		d.t.Errorf("%s: %d %v %+v", what, r.Status, r.Data, r.Errors)
	}
	if took := time.Since(began); took > 9*time.Second {
		d.t.Errorf("%s: refused after %v", what, took)
	}
}

// A database that is gone, or says nothing: what everybody may read is answered as it was last known, all else is refused soon,
// nothing is lost or doubled, and it comes back by itself.
func TestADatabaseThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*dbtest.Cable){"gone": (*dbtest.Cable).Cut, "silent": (*dbtest.Cable).Silence} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database, cable := dbtest.NewCabled(t)
			d := openInstance(t, database, respcache.New(database.Store.Changes, time.Now, 1<<20))
			buyer := d.buyers(1, map[int]int{3: 1})[0]
			known := d.must("", priceOfOne, nil).at("product.price.amount")
			if stale := d.must("", priceOfOne, nil).Header.Get("Age"); stale != "" {
				t.Errorf("an answer of now has the age %s", stale)
			}

			fail(cable)
			// Whoever orders does not learn whether it was placed, and repeats it with the same key.
			d.refused("an order", buyer, place, checkout("one", nil))
			last := d.must("", priceOfOne, nil)
			last.is("product.price.amount", known)
			if h := last.Header; h.Get("Age") == "" || h.Get("Cache-Control") != "no-store" || !strings.HasPrefix(h.Get("Cache-Status"), "shop; hit; ttl=-") {
				t.Errorf("the last known answer has %v", h)
			}
			d.must(buyer, priceOfOne, nil).is("product.price.amount", known) // who that is does not matter
			d.refused("who that is", buyer, `{ me { name } }`, nil)
			d.refused("what that person has said", buyer, `{ product(id: "1") { myReview { rating } } }`, nil)
			d.refused("a quote of one knows not whom", buyer, `mutation { quoteCreate(input: {name: "Ada", email: "ada@example.org", idempotencyKey: "k",
				lines: [{productId: "1"}]}) { url } }`, nil)
			d.refused("what was never asked", "", `{ product(id: "2") { name } }`, nil)
			d.refused("a cart", buyer, `{ cart { itemCount } }`, nil)
			d.refused("a message", "", `mutation { contactMessageCreate(input: {name: "Ada", email: "ada@example.org", subject: "x", message: "Hello there"}) { userErrors { message } } }`, nil)
			took := time.Hour
			for range 3 {
				began := time.Now()
				d.refused("the next one", buyer, `{ cart { itemCount } }`, nil)
				took = min(took, time.Since(began))
			}
			if took > time.Second {
				t.Errorf("it takes %v though the database is known to be away", took)
			}

			cable.Mend()
			within(t, 20*time.Second, "it is back", func() bool { return d.ask(buyer, `{ cart { itemCount } }`, nil).Status == http.StatusOK })
			first := d.must(buyer, place, checkout("one", nil))
			d.must(buyer, place, checkout("one", nil)).is("orderPlace.order.number", first.at("orderPlace.order.number"))
			var orders int
			if err := d.SQL.QueryRow(`SELECT count(*) FROM orders`).Scan(&orders); err != nil || orders != 1 {
				t.Errorf("%d orders, %v", orders, err)
			}
			if got := d.must("", priceOfOne, nil); got.Header.Get("Age") != "" {
				t.Error("an answer of now is marked as old")
			}
			within(t, 20*time.Second, "it hears of changes again", func() bool { _, known := d.Store.Changes(); return known })
		})
	}
}

// A full disk, or a server that has become a standby, takes nothing but is read; and whoever it ends for the sake of another may come again.
func TestADatabaseThatTakesNothing(t *testing.T) {
	d := newServer(t)
	buyer := d.buyers(1, map[int]int{3: 1})[0]
	for _, code := range []string{"53100", "25006", "40P01"} {
		if _, err := d.SQL.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
			$$BEGIN RAISE 'no' USING ERRCODE = '` + code + `'; END$$; CREATE TRIGGER refuse BEFORE INSERT ON orders EXECUTE FUNCTION refuse()`); err != nil {
			t.Fatal(err)
		}
		d.refused("an order with "+code, buyer, place, checkout("one", nil))
		d.must(buyer, `{ cart { itemCount } product(id: "2") { name } }`, nil).is("cart.itemCount", 1)
		if _, err := d.SQL.Exec(`DROP FUNCTION refuse CASCADE`); err != nil {
			t.Fatal(err)
		}
	}
	d.must(buyer, place, checkout("one", nil)).is("orderPlace.userErrors", []any{})
}
