package graph_test

import (
	"encoding/base64"
	"fmt"
	"sync"
	"testing"
	"time"

	"orrery/db/dbtest"
)

// What many want at the same time is read by few statements, and everybody gets his own, also beside a cursor that can't be read.
func TestReadsAreGathered(t *testing.T) {
	d := openInstance(t, dbtest.New(t), nil)
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 9, price_minor = 100, coming_soon = false`); err != nil {
		t.Fatal(err)
	}
	const each = 10 // products that are listed
	tokens := d.buyers(each, nil)
	cursor := base64.RawURLEncoding.EncodeToString([]byte(`{"k":"never","i":"1"}`))
	first := d.must("", `{ products(first: 1) { pageInfo { endCursor } } }`, nil).at("products.pageInfo.endCursor")
	list := `query ($skip: Int, $after: String) { products(first: 2, offset: $skip, after: $after) { nodes { id } } }`
	newest := d.must("", `{ products(first: 100) { nodes { id } } }`, nil)
	for _, token := range tokens {
		d.must(token, `{ cart { itemCount } }`, nil) // the session is known from here on
	}

	for name, c := range map[string]struct {
		ask  func(i int) reply
		want func(i int, r reply)
		most int // statements
	}{
		"products": {
			func(i int) reply {
				return d.ask("", `query ($id: ID!) { product(id: $id) { id } }`, vars{"id": fmt.Sprint(i + 1)})
			},
			func(i int, r reply) { r.is("product.id", i+1) }, 8,
		},
		"pages": {
			func(i int) reply { return d.ask("", list, vars{"skip": i}) },
			func(i int, r reply) { r.is("products.nodes.0.id", newest.at(fmt.Sprintf("products.nodes.%d.id", i))) }, 8,
		},
		"pages behind cursors": {
			func(i int) reply {
				if i%4 == 3 {
					return d.ask("", list, vars{"after": cursor})
				}
				return d.ask("", list, vars{"after": first})
			},
			func(i int, r reply) {
				if i%4 == 3 {
					if r.code() != "INVALID" {
						t.Errorf("a cursor that can't be read is %s", r.code())
					}
					return
				}
				r.is("products.nodes.0.id", newest.at("products.nodes.1.id"))
			}, each,
		},
		"carts": {
			func(i int) reply {
				return d.ask(tokens[i], add, vars{"input": vars{"productId": fmt.Sprint(i + 1)}})
			},
			func(i int, r reply) {
				r.is("cartItemAdd.cart.items.0.productId", i+1)
				r.is("cartItemAdd.cart.itemCount", 1)
			}, each + 8,
		},
	} {
		t.Run(name, func(t *testing.T) {
			release := d.hold(`LOCK TABLE products`)
			before := d.Statements(t)
			var asking sync.WaitGroup
			replies := make([]reply, each)
			for i := range replies {
				asking.Go(func() { replies[i] = c.ask(i) })
			}
			time.Sleep(300 * time.Millisecond) // all but the first wait for these by now
			release()
			asking.Wait()
			if got := d.Statements(t) - before; got > c.most {
				t.Errorf("%d questions take %d statements, want %d at most", each, got, c.most)
			}
			for i, r := range replies {
				c.want(i, r)
			}
		})
	}
}

// hold runs statements in a transaction that others wait for until it is released.
func (d *front) hold(statements ...string) (release func()) {
	d.t.Helper()
	tx, err := d.SQL.Begin()
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = tx.Rollback() })
	for _, text := range statements {
		if _, err := tx.Exec(text); err != nil {
			d.t.Fatal(err)
		}
	}
	return func() {
		d.t.Helper()
		if err := tx.Commit(); err != nil {
			d.t.Fatal(err)
		}
	}
}

// Carts that change at the same time are written by few statements. Who adds twice gets both, and what one may not have any more
// takes nothing from the others.
func TestWritesAreGathered(t *testing.T) {
	const each, gone = 8, "9"
	for name, c := range map[string]struct {
		meanwhile string
		products  []string // which buyers want, in their order; the first one comes twice
		most      int      // statements
	}{
		"carts":                     {`SELECT`, []string{"3", "1", "2", "4", "5", "6", "7", "8"}, 12},
		"a product that is deleted": {`DELETE FROM products WHERE id = ` + gone, []string{"3", "1", "2", "4", "5", "6", "7", gone}, 30},
	} {
		t.Run(name, func(t *testing.T) {
			d := openInstance(t, dbtest.New(t), nil)
			if _, err := d.SQL.Exec(`UPDATE products SET stock = 9, price_minor = 100, coming_soon = false`); err != nil {
				t.Fatal(err)
			}
			tokens := d.buyers(each, nil)
			for _, token := range tokens {
				d.must(token, `{ cart { itemCount } }`, nil)
			}
			release := d.hold(`LOCK TABLE carts IN SHARE MODE`, c.meanwhile)
			var asking sync.WaitGroup
			replies := make([]reply, each+1)
			for i := range replies {
				asking.Go(func() {
					replies[i] = d.ask(tokens[i%each], add, vars{"input": vars{"productId": c.products[i%each]}})
				})
			}
			time.Sleep(300 * time.Millisecond) // all have read their carts, and wait for the first of these to be written
			before := d.Statements(t)
			release()
			asking.Wait()
			if got := d.Statements(t) - before; got > c.most {
				t.Errorf("%d carts take %d statements, want %d at most", len(replies), got, c.most)
			}
			for i, r := range replies {
				if c.products[i%each] == gone {
					r.is("cartItemAdd.userErrors.0.code", "NOT_FOUND")
				} else if i%each > 0 {
					r.is("cartItemAdd.cart.itemCount", 1)
				}
			}
			for i, token := range tokens {
				want := 1
				switch {
				case i == 0:
					want = 2
				case c.products[i] == gone:
					want = 0
				}
				d.must(token, `{ cart { itemCount } }`, nil).is("cart.itemCount", want)
			}
		})
	}
}

// Whose cart is held up, by an order that is being placed for instance, waits alone.
func TestALockedCartHoldsUpNobodyElse(t *testing.T) {
	d := openInstance(t, dbtest.New(t), nil)
	tokens := d.buyers(8, map[int]int{3: 1})
	for _, token := range tokens {
		d.must(token, `{ cart { itemCount } }`, nil)
	}
	release := d.hold(`SELECT FROM carts WHERE user_id = (SELECT id FROM users WHERE email = 'buyer-0@example.org') FOR UPDATE`)
	more := vars{"input": vars{"productId": "3"}}
	var asking sync.WaitGroup
	late := make([]reply, 3)
	for i := range late {
		asking.Go(func() { late[i] = d.ask(tokens[0], add, more) })
	}
	time.Sleep(100 * time.Millisecond) // they wait
	for _, token := range tokens[1:] {
		d.must(token, add, more).is("cartItemAdd.cart.itemCount", 2)
	}
	release()
	asking.Wait()
	for _, r := range late {
		r.is("cartItemAdd.userErrors", []any{})
	}
	d.must(tokens[0], `{ cart { itemCount } }`, nil).is("cart.itemCount", 3)
}
