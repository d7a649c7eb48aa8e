package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

const cartFields = `{ items { id productId name quantity stock maxQuantity isPreorder expectedDelivery price { amount } addedPrice { amount }
	lineTotal { amount } product { id } } itemCount subtotal { amount currency } taxPercent tax { amount } shipping { amount } total { amount }
	warnings { message code productId } }`

const (
	add    = `mutation ($input: CartItemAddInput!) { cartItemAdd(input: $input) { added cart ` + cartFields + ` userErrors { message code field } } }`
	update = `mutation ($input: CartItemUpdateInput!) { cartItemUpdate(input: $input) { cart ` + cartFields + ` userErrors { message code field } } }`
	remove = `mutation ($input: CartItemRemoveInput!) { cartItemRemove(input: $input) { cart ` + cartFields + ` userErrors { message code field } } }`
)

func TestCart(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")

	r := d.must(token, add, vars{"input": vars{"productId": "3"}})
	r.is("cartItemAdd.cart.items.0.name", "Six-Axis Fixed Arm")
	r.is("cartItemAdd.cart.items.0.quantity", 1)
	r.is("cartItemAdd.added", 1)
	r.is("cartItemAdd.cart.warnings", []any{})
	line := r.at("cartItemAdd.cart.items.0.id")

	// What is added comes on top; what is too much is clamped with the warning of docs/specification.md.
	r = d.must(token, add, vars{"input": vars{"productId": "3", "quantity": 7}})
	r.is("cartItemAdd.cart.items.0.quantity", 3)
	r.is("cartItemAdd.added", 2)
	r.is("cartItemAdd.cart.items.0.id", line)
	r.is("cartItemAdd.cart.warnings.0.message", "Maximum available quantity reached")
	r.is("cartItemAdd.cart.warnings.0.productId", "3")
	r = d.must(token, add, vars{"input": vars{"productId": "3", "idempotencyKey": "full"}})
	r.is("cartItemAdd.added", 0)
	r.is("cartItemAdd.cart.warnings.0.message", "Maximum available quantity reached")
	d.must(token, add, vars{"input": vars{"productId": "3", "idempotencyKey": "full"}}).is("cartItemAdd.added", nil)

	// Changed quantities are absolute; the line answers to its own id and to the product's.
	d.must(token, update, vars{"input": vars{"id": line, "quantity": 2}}).is("cartItemUpdate.cart.itemCount", 2)
	d.must(token, update, vars{"input": vars{"id": "3", "quantity": 1}}).is("cartItemUpdate.cart.itemCount", 1)

	r = d.must(token, add, vars{"input": vars{"productId": "2"}})
	r.is("cartItemAdd.cart.items.1.isPreorder", true)
	r.is("cartItemAdd.cart.items.1.stock", 0)
	r.is("cartItemAdd.cart.items.1.maxQuantity", 1)
	r.is("cartItemAdd.cart.items.1.expectedDelivery", "2026-05-01T09:00:00Z")
	r.is("cartItemAdd.cart.itemCount", 2)
	r.is("cartItemAdd.cart.subtotal.amount", "41998.00")
	r.is("cartItemAdd.cart.subtotal.currency", "USD")
	r.is("cartItemAdd.cart.taxPercent", "10")
	r.is("cartItemAdd.cart.tax.amount", "4199.80")
	r.is("cartItemAdd.cart.shipping.amount", "0.00")
	r.is("cartItemAdd.cart.total.amount", "46197.80")

	// Prices are today's, and the line remembers what it was added at.
	if _, err := d.SQL.Exec(`UPDATE products SET price_minor = 2000000 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	r = d.must(token, `{ cart `+cartFields+` me { cart { itemCount } } }`, nil)
	r.is("cart.items.0.price.amount", "20000.00")
	r.is("cart.items.0.addedPrice.amount", "22999.00")
	r.is("me.cart.itemCount", 2)

	// Nobody else sees or changes it.
	other := d.register("eve@example.org")
	d.must(other, `{ cart { itemCount } }`, nil).is("cart.itemCount", 0)
	d.must(other, update, vars{"input": vars{"id": line, "quantity": 3}}).is("cartItemUpdate.userErrors.0.code", "NOT_FOUND")
	d.must(other, remove, vars{"input": vars{"id": line}}).is("cartItemRemove.cart.itemCount", 0)
	d.must(token, `{ cart { itemCount } }`, nil).is("cart.itemCount", 2)

	d.must(token, remove, vars{"input": vars{"id": line}}).is("cartItemRemove.cart.itemCount", 1)
	d.must(token, remove, vars{"input": vars{"id": line}}).is("cartItemRemove.cart.itemCount", 1)
	d.must(token, `mutation { cartClear { cart { items { id } total { amount } } userErrors { code } } }`, nil).is("cartClear.cart.total.amount", "0.00")
}

// Whoever got no answer adds again with the same key, and it counts once.
func TestCartAdditionIsRepeated(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	adding := func(product, key string, units int) {
		t.Helper()
		d.must(token, add, vars{"input": vars{"productId": product, "idempotencyKey": key}}).is("cartItemAdd.cart.itemCount", units)
	}
	adding("3", "one", 1)
	adding("3", "one", 1)
	adding("3", "two", 2)
	adding("2", "three", 3)
	adding("2", "three", 3)
	d.must(token, remove, vars{"input": vars{"id": "2"}}).is("cartItemRemove.cart.itemCount", 2)
	adding("2", "three", 2) // which has been carried out, and taken back
	for _, other := range []vars{{"productId": "3", "idempotencyKey": "three"}, {"productId": "2", "quantity": 2, "idempotencyKey": "three"}} {
		r := d.must(token, add, vars{"input": other})
		r.is("cartItemAdd.userErrors.0.code", "KEY_REUSED")
		r.is("cartItemAdd.userErrors.0.field.0", "idempotencyKey")
	}
	for key, code := range map[string]string{" ": "REQUIRED", strings.Repeat("x", 101): "TOO_LONG"} {
		r := d.must(token, add, vars{"input": vars{"productId": "3", "idempotencyKey": key}})
		r.is("cartItemAdd.userErrors.0.code", code)
		r.is("cartItemAdd.userErrors.0.field.0", "idempotencyKey")
	}
	d.must(token, add, vars{"input": vars{"productId": "3"}}).is("cartItemAdd.cart.itemCount", 3)
	adding("3", "three", 3) // the maximum; but it was another one that came last
	var answers sync.WaitGroup
	other := d.register("eve@example.org")
	for range 8 {
		answers.Go(func() {
			d.must(other, add, vars{"input": vars{"productId": "3", "idempotencyKey": "at once"}}).is("cartItemAdd.cart.itemCount", 1)
		})
	}
	answers.Wait()
}

func TestCartRefuses(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	for _, c := range []struct {
		id       any
		quantity int
		code     string
		field    string
	}{
		{"6", 1, "NOT_FOR_SALE", "productId"},
		{"11", 1, "NOT_FOR_SALE", "productId"},
		{"99", 1, "NOT_FOUND", "productId"},
		{"x", 1, "NOT_FOUND", "productId"},
		{"3", 0, "OUT_OF_RANGE", "quantity"},
		{"3", -2147483648, "OUT_OF_RANGE", "quantity"},
	} {
		r := d.must(token, add, vars{"input": vars{"productId": c.id, "quantity": c.quantity}})
		r.is("cartItemAdd.cart", nil)
		r.is("cartItemAdd.userErrors.0.code", c.code)
		r.is("cartItemAdd.userErrors.0.field.0", c.field)
	}
	for _, quantity := range []int{0, -1} {
		d.must(token, add, vars{"input": vars{"productId": "3"}})
		d.must(token, update, vars{"input": vars{"id": "3", "quantity": quantity}}).is("cartItemUpdate.userErrors.0.code", "OUT_OF_RANGE")
	}
	d.must(token, update, vars{"input": vars{"id": "5", "quantity": 1}}).is("cartItemUpdate.userErrors.0.code", "NOT_FOUND")

	for _, query := range []string{`{ cart { itemCount } }`, `mutation { cartClear { cart { itemCount } } }`} {
		if code := d.ask("", query, nil).code(); code != "UNAUTHENTICATED" {
			t.Errorf("a visitor gets %s for %s", code, query)
		}
	}
}

// Two tabs that add at the same time must not lose a unit or exceed the stock.
func TestCartAddsAtOnce(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 1000 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 20 {
		for _, id := range []string{"1", "3"} {
			wg.Go(func() { d.ask(token, add, vars{"input": vars{"productId": id}}) })
		}
	}
	wg.Wait()
	r := d.must(token, `{ cart { items { productId quantity } } }`, nil)
	got := map[any]any{}
	for i := range 2 {
		got[r.at(fmt.Sprintf("cart.items.%d.productId", i))] = r.at(fmt.Sprintf("cart.items.%d.quantity", i))
	}
	if fmt.Sprint(got) != "map[1:20 3:3]" {
		t.Errorf("cart holds %v, want 20 of the first and the stock of 3 of the other", got)
	}
}

func TestCartCostsFixedStatements(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 9, price_minor = 100, coming_soon = false`); err != nil {
		t.Fatal(err)
	}
	count := func() int {
		before := d.Statements(t)
		d.must(token, `{ cart `+cartFields+` }`, nil)
		return d.Statements(t) - before
	}
	count() // the session is known from here on
	empty := count()
	for id := 1; id <= 10; id++ {
		d.must(token, add, vars{"input": vars{"productId": fmt.Sprint(id)}})
	}
	if full := count(); full != empty {
		t.Errorf("a cart of 10 lines takes %d statements, an empty one %d", full, empty)
	}
}
