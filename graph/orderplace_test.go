package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

const orderFields = `{ id number status version cancellable createdAt shippingInfo { address city postalCode country }
	orderItems { productName quantity isPreorder expectedDelivery delivery { from until payBy } price { amount } lineTotal { amount } product { id } }
	subtotal { amount } tax { amount } shipping { amount } totalPrice { amount currency }
	payment { accountHolder iban bic reference amount { amount } dueAt } }`

const (
	place  = `mutation ($input: OrderPlaceInput!) { orderPlace(input: $input) { order ` + orderFields + ` userErrors { message code field } } }`
	cancel = `mutation ($input: OrderCancelInput!) { orderCancel(input: $input) { order ` + orderFields + ` userErrors { message code field } } }`
	move   = `mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order ` + orderFields + ` userErrors { message code field } } }`
)

func checkout(key string, change vars) vars {
	input := vars{"idempotencyKey": key,
		"shippingInfo": vars{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 lg", "country": "nl"}}
	for k, v := range change {
		input[k] = v
	}
	return vars{"input": input}
}

func (d *testServer) stock(id int) (n int) {
	d.t.Helper()
	if err := d.SQL.QueryRow(`SELECT stock FROM products WHERE id = $1`, id).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

func (d *testServer) admin(email string) string {
	d.t.Helper()
	token := d.register(email)
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin' WHERE email = $1`, email); err != nil {
		d.t.Fatal(err)
	}
	return token
}

func TestOrderPlace(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3", "quantity": 2}})
	d.must(token, add, vars{"input": vars{"productId": "2"}})

	// The arm takes two weeks from payment, which may take four days; the pre-order item has its date.
	promised := map[string]any{"from": "2026-03-16T12:00:00Z", "until": "2026-03-20T12:00:00Z", "payBy": "2026-03-06T12:00:00Z"}
	dated := map[string]any{"from": "2026-05-01T12:00:00Z", "until": "2026-05-01T12:00:00Z", "payBy": nil}
	before := d.must(token, `{ cart { items { delivery { from until payBy } product { delivery { from until payBy } } } }
		product(id: "3") { delivery { from until payBy } } products(filter: { search: "ORR-A6-900" }) { nodes { delivery { from } leadTime } } }`, nil)
	before.is("cart.items.0.delivery", promised)
	before.is("cart.items.0.product.delivery", promised)
	before.is("cart.items.1.delivery", dated)
	before.is("product.delivery", promised)
	before.is("products.nodes.0.delivery.from", "2026-03-16T12:00:00Z")
	before.is("products.nodes.0.leadTime", "2 weeks")

	r := d.must(token, place, checkout("k1", vars{"expectedTotal": "71496.7"}))
	id := r.at("orderPlace.order.id")
	r.is("orderPlace.order.number", "OR-100001")
	r.is("orderPlace.order.status", "PENDING_PAYMENT")
	r.is("orderPlace.order.version", 1)
	r.is("orderPlace.order.cancellable", true)
	r.is("orderPlace.order.shippingInfo.postalCode", "1012 LG")
	r.is("orderPlace.order.subtotal.amount", "64997.00")
	r.is("orderPlace.order.tax.amount", "6499.70")
	r.is("orderPlace.order.totalPrice.amount", "71496.70")
	r.is("orderPlace.order.orderItems.0.quantity", 2)
	r.is("orderPlace.order.orderItems.1.isPreorder", true)
	r.is("orderPlace.order.orderItems.1.expectedDelivery", "2026-05-01T09:00:00Z")
	r.is("orderPlace.order.orderItems.0.delivery", promised)
	r.is("orderPlace.order.orderItems.1.delivery", dated)
	r.is("orderPlace.order.payment.reference", "RF66OR100001")
	r.is("orderPlace.order.payment.amount.amount", "71496.70")
	r.is("orderPlace.order.payment.dueAt", "2026-03-16T09:00:00Z")
	if got := d.stock(3); got != 1 {
		t.Errorf("stock %d, want 1", got)
	}
	if got := d.stock(2); got != 0 {
		t.Errorf("the pre-order item has stock %d", got)
	}
	d.must(token, `{ cart { itemCount } }`, nil).is("cart.itemCount", 0)
	if mails := d.Mails(t, "order-confirmation"); len(mails) != 1 {
		t.Errorf("%d confirmations are queued, want 1", len(mails))
	}

	// What was ordered stays as it was.
	if _, err := d.SQL.Exec(`UPDATE products SET name = 'New name', price_minor = 1,
		content = jsonb_set(content, '{plate}', '[{"label": "Lead time", "value": "9 weeks"}]') WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	read := d.must(token, `query ($id: ID!) { order(id: $id) `+orderFields+` }`, vars{"id": id})
	read.is("order", r.at("orderPlace.order"))
}

// What costs nothing waits for no payment, and is never cancelled for lack of one.
func TestOrdersOfNothingArePaid(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	if _, err := d.SQL.Exec(`UPDATE products SET price_minor = 0 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	d.must(token, add, vars{"input": vars{"productId": "3"}})
	r := d.must(token, place, checkout("free", nil))
	r.is("orderPlace.order.status", "PAID")
	r.is("orderPlace.order.totalPrice.amount", "0.00")
	r.is("orderPlace.order.payment", nil)
	if mails := d.Mails(t, shop.OrderConfirmationMail{}.Kind()); len(mails) != 1 || strings.Contains(string(mails[0]), `"IBAN"`) {
		t.Errorf("the confirmations are %s", mails)
	}
	var payments int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM payments`).Scan(&payments); err != nil || payments != 0 {
		t.Errorf("%d payments (%v)", payments, err)
	}
	d.Clock.Advance(60 * 24 * time.Hour)
	if done, err := d.Store.Orders.EndReservations(t.Context()); err != nil || done != 0 {
		t.Errorf("%d orders have been reminded or cancelled (%v)", done, err)
	}
}

func TestOrderKeyMakesOneOrder(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3"}})
	first := d.must(token, place, checkout("k1", nil))
	again := d.must(token, place, checkout("k1", nil))
	again.is("orderPlace.order", first.at("orderPlace.order"))

	// The same key with another body is refused, another key finds the cart empty, another person's key is another key.
	r := d.must(token, place, checkout("k1", vars{"expectedTotal": "1"}))
	r.is("orderPlace.userErrors.0.code", "KEY_REUSED")
	r.is("orderPlace.userErrors.0.field.0", "idempotencyKey")
	d.must(token, place, checkout("k2", nil)).is("orderPlace.userErrors.0.code", "CART_EMPTY")
	d.must(d.register("eve@example.org"), place, checkout("k1", nil)).is("orderPlace.userErrors.0.code", "CART_EMPTY")

	// A refusal is not remembered, and a day later the key is free.
	d.must(token, add, vars{"input": vars{"productId": "1"}})
	d.must(token, place, checkout("k2", vars{"expectedTotal": "1"})).is("orderPlace.userErrors.0.code", "PRICE_CHANGED")
	d.must(token, place, checkout("k2", nil)).is("orderPlace.userErrors", []any{})
	d.must(token, add, vars{"input": vars{"productId": "1"}})
	d.Clock.Advance(24*time.Hour - time.Second)
	d.must(token, place, checkout("k1", nil)).is("orderPlace.order.number", "OR-100001")
	d.Clock.Advance(time.Second)
	if r := d.must(token, place, checkout("k1", nil)); r.at("orderPlace.order.number") == "OR-100001" {
		t.Error("a key of yesterday still answers with its order")
	}
}

func TestOrderRefuses(t *testing.T) {
	d := newServer(t)
	token, rival := d.register("ada@example.org"), d.register("eve@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3", "quantity": 2}})
	d.must(token, add, vars{"input": vars{"productId": "1"}})
	d.must(rival, add, vars{"input": vars{"productId": "3", "quantity": 2}})
	d.must(rival, place, checkout("k", nil)).is("orderPlace.userErrors", []any{})

	r := d.must(token, place, checkout("k", nil))
	r.is("orderPlace.order", nil)
	r.is("orderPlace.userErrors.0.code", "OUT_OF_STOCK")
	r.is("orderPlace.userErrors.0.message", "Only 1 of Six-Axis Fixed Arm available")
	if got := d.stock(1); got != 5 {
		t.Errorf("a refused order took stock: %d left", got)
	}
	d.must(token, `{ cart { itemCount } }`, nil).is("cart.itemCount", 3)

	r = d.must(token, place, checkout("k", vars{"shippingInfo": vars{"address": "", "city": "x", "postalCode": "1", "country": "NL"}}))
	r.is("orderPlace.userErrors.0.field", []any{"shippingInfo", "address"})
	r.is("orderPlace.userErrors.1.field", []any{"shippingInfo", "postalCode"})
	if code := d.ask("", place, checkout("k", nil)).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
}

func TestOrderLife(t *testing.T) {
	d := newServer(t)
	token, other, admin := d.register("ada@example.org"), d.register("eve@example.org"), d.admin("root@example.org")
	order := func(key string) any {
		d.must(token, add, vars{"input": vars{"productId": "3"}})
		return d.must(token, place, checkout(key, nil)).at("orderPlace.order.id")
	}

	// Cancelled by its buyer, nobody else; the stock comes back once.
	id := order("k1")
	d.must(other, cancel, vars{"input": vars{"id": id}}).is("orderCancel.userErrors.0.code", "NOT_FOUND")
	r := d.must(token, cancel, vars{"input": vars{"id": id}})
	r.is("orderCancel.order.status", "CANCELLED")
	r.is("orderCancel.order.cancellable", false)
	r.is("orderCancel.order.payment", nil)
	d.must(token, cancel, vars{"input": vars{"id": id}}).is("orderCancel.userErrors.0.code", "NOT_ALLOWED")
	if got := d.stock(3); got != 3 {
		t.Errorf("stock %d after cancelling, want 3", got)
	}

	// Moved on by admins, with the version that they have read.
	id = order("k2")
	step := func(token, status string, version int) reply {
		return d.ask(token, move, vars{"input": vars{"id": id, "status": status, "version": version}})
	}
	for who, want := range map[string]string{"": "UNAUTHENTICATED", token: "FORBIDDEN"} {
		if code := step(who, "PAID", 1).code(); code != want {
			t.Errorf("code %s, want %s", code, want)
		}
	}
	step(admin, "PAID", 1).is("orderStatusUpdate.order.version", 2)
	// Who is refused is shown the order as it is now.
	for _, c := range []struct {
		status  string
		version int
		code    string
	}{{"PROCESSING", 1, "CONFLICT"}, {"DELIVERED", 2, "NOT_ALLOWED"}} {
		r := step(admin, c.status, c.version)
		r.is("orderStatusUpdate.userErrors.0.code", c.code)
		r.is("orderStatusUpdate.order.version", 2)
		r.is("orderStatusUpdate.order.status", "PAID")
	}
	d.must(admin, move, vars{"input": vars{"id": "x", "status": "PAID", "version": 1}}).is("orderStatusUpdate.order", nil)
	d.must(token, cancel, vars{"input": vars{"id": id}}).is("orderCancel.userErrors.0.code", "NOT_ALLOWED")
	for i, status := range []string{"PROCESSING", "SHIPPED", "DELIVERED", "REFUNDED"} {
		step(admin, status, i+2).is("orderStatusUpdate.order.status", status)
	}
	if got := d.stock(3); got != 2 {
		t.Errorf("stock %d, want the delivered one to stay away", got)
	}
	var changes int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM order_changes WHERE order_id = $1 AND actor_id IS NOT NULL`, id).Scan(&changes); err != nil || changes != 5 {
		t.Errorf("%d changes are on record (%v), want 5", changes, err)
	}

	all := d.must(admin, `{ orders { totalCount nodes { number } } cancelled: orders(status: CANCELLED) { totalCount } }`, nil)
	all.is("orders.totalCount", 2)
	all.is("cancelled.totalCount", 1)
	if code := d.ask(token, `{ orders { totalCount } }`, nil).code(); code != "FORBIDDEN" {
		t.Errorf("a customer lists all orders: %s", code)
	}
}

// 200 buyers at once for a product with stock 5.
func TestNoOversell(t *testing.T) {
	d := newServer(t)
	const buyers = 200
	// Accounts and carts are made directly: the hashing of 200 passwords is not what this test is about.
	tokens := d.buyers(buyers, map[int]int{1: 1})
	outcomes := make(chan string, buyers)
	var wg sync.WaitGroup
	for _, token := range tokens {
		wg.Go(func() {
			r := d.buy(token)
			switch {
			case len(r.Errors) > 0:
				outcomes <- r.Errors[0].Extensions.Code
			case r.at("orderPlace.order") != nil:
				outcomes <- "placed"
			default:
				outcomes <- fmt.Sprint(r.at("orderPlace.userErrors.0.code"))
			}
		})
	}
	wg.Wait()
	close(outcomes)
	count := map[string]int{}
	for o := range outcomes {
		count[o]++
	}
	if count["placed"] != 5 || count["OUT_OF_STOCK"] != buyers-5 {
		t.Errorf("outcomes %v, want 5 placed and the rest out of stock", count)
	}
	if got := d.stock(1); got != 0 {
		t.Errorf("stock %d", got)
	}
}

// 50 carts hold the same products, put in in opposite orders; everybody buys at once.
func TestNoDeadlock(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 1000, price_minor = 100, coming_soon = false, is_preorder = false`); err != nil {
		t.Fatal(err)
	}
	tokens := d.buyers(50, map[int]int{1: 1, 3: 1, 5: 1, 7: 1, 9: 1})
	var wg sync.WaitGroup
	for i, token := range tokens {
		wg.Go(func() {
			if r := d.buy(token); len(r.Errors) > 0 || r.at("orderPlace.order") == nil {
				t.Errorf("buyer %d: %+v %v", i, r.Errors, r.Data)
			}
		})
	}
	wg.Wait()
	if got := d.stock(5); got != 950 {
		t.Errorf("stock %d, want 950", got)
	}
	// A connection reports what it has counted when it ends.
	const connections = ` FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_start < $1`
	now, left := time.Now(), 1
	d.exec(`SELECT pg_terminate_backend(pid)`+connections, now)
	for range 500 {
		if err := d.SQL.QueryRow(`SELECT count(*)`+connections, now).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left > 0 {
		t.Errorf("%d connections do not end", left)
	}
	if n := d.count(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`); n > 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// buy places an order, and does so again with the same key while a busy machine asks for that.
func (d *testServer) buy(token string) reply { return d.again(token, place, checkout("k", nil)) }

// The same key sent 20 times at once makes one order.
func TestOneKeyManyTimesAtOnce(t *testing.T) {
	d := newServer(t)
	token := d.buyers(1, map[int]int{3: 1})[0]
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if r := d.buy(token); len(r.Errors) > 0 || r.at("orderPlace.order.number") != "OR-100001" {
				t.Errorf("one of them answers %+v %v", r.Errors, r.Data)
			}
		})
	}
	wg.Wait()
	var orders int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM orders`).Scan(&orders); err != nil || orders != 1 || d.stock(3) != 2 {
		t.Errorf("%d orders (%v), stock %d; want 1, 2", orders, err, d.stock(3))
	}
}
