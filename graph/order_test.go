package graph_test

import (
	"fmt"
	"testing"
)

func TestOrdersAreOnesOwn(t *testing.T) {
	d := newServer(t)
	owner, other := d.register("ada@example.org"), d.register("eve@example.org")
	admin := d.register("root@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin' WHERE email = 'root@example.org';
		INSERT INTO orders (id, number, user_id, status, address, city, postal_code, country, currency, subtotal_minor, tax_minor,
			shipping_minor, total_minor, created_at)
		SELECT '019a0000-0000-7000-8000-000000000001', 'OR-1', id, 'PAID', 'Street 1', 'Amsterdam', '1012 AB', 'NL', 'USD', 2299900, 229990, 0, 2529890,
			'2026-03-01T09:00:00Z' FROM users WHERE email = 'ada@example.org';
		INSERT INTO order_items (id, order_id, product_id, product_name, quantity, price_minor) VALUES
			('019a0000-0000-7000-8000-000000000002', '019a0000-0000-7000-8000-000000000001', 3, 'Fixed arm of old', 1, 2299900),
			('019a0000-0000-7000-8000-000000000003', '019a0000-0000-7000-8000-000000000001', NULL, 'Deleted thing', 2, 0)`); err != nil {
		t.Fatal(err)
	}
	const one = `query ($id: ID!) { order(id: $id) { number status shippingInfo { city country } orderItems { productName quantity
		price { amount } lineTotal { amount } product { name } } subtotal { amount } tax { amount } shipping { amount } totalPrice { amount currency } } }`
	id := vars{"id": "019a0000-0000-7000-8000-000000000001"}
	for _, token := range []string{owner, admin} {
		r := d.must(token, one, id)
		r.is("order.number", "OR-1")
		r.is("order.status", "PAID")
		r.is("order.shippingInfo.city", "Amsterdam")
		r.is("order.orderItems.0.productName", "Fixed arm of old")
		r.is("order.orderItems.0.product.name", "Six-Axis Fixed Arm")
		r.is("order.orderItems.1.product", nil)
		r.is("order.totalPrice.amount", "25298.90")
	}
	d.must(other, one, id).is("order", nil)
	d.must(owner, one, vars{"id": "x"}).is("order", nil)
	if code := d.ask("", one, id).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	const mine = `{ me { orders { totalCount nodes { number orderItems { productName } } } } }`
	d.must(owner, mine, nil).is("me.orders.nodes.0.orderItems.1.productName", "Deleted thing")
	d.must(other, mine, nil).is("me.orders.totalCount", 0)
}

func TestPaymentUnderWay(t *testing.T) {
	d := newServer(t)
	owner := d.register("ada@example.org")
	if _, err := d.SQL.Exec(`WITH placed AS (INSERT INTO orders (id, number, user_id, status, address, city, postal_code, country, currency,
			subtotal_minor, tax_minor, shipping_minor, total_minor, created_at)
		SELECT gen_random_uuid(), o.number, u.id, o.status, 'A', 'B', '1012 AB', 'NL', 'USD', 1, 0, 0, 1, '2026-03-01T09:00:00Z'
			FROM users u, (VALUES ('OR-1', 'PENDING_PAYMENT'), ('OR-2', 'PENDING_PAYMENT'), ('OR-3', 'PAID')) AS o (number, status)
		RETURNING id, number)
		INSERT INTO online_movements (id, kind, state, payment_id, order_id, amount_minor, currency, created_at)
		SELECT number, 'PAYMENT', CASE number WHEN 'OR-2' THEN 'FAILED' ELSE 'PENDING' END, number, id, 1, 'USD', now() FROM placed`); err != nil {
		t.Fatal(err)
	}
	r := d.must(owner, `{ me { orders { nodes { number paymentUnderWay cancellable } } } }`, nil)
	for i := range 3 {
		at := fmt.Sprintf("me.orders.nodes.%d.", i)
		r.is(at+"paymentUnderWay", r.at(at+"number") == "OR-1")
		r.is(at+"cancellable", r.at(at+"number") == "OR-2")
	}
}

func TestContactMessagesAreForAdmins(t *testing.T) {
	d := newServer(t)
	user, admin := d.register("ada@example.org"), d.register("root@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin' WHERE email = 'root@example.org';
		INSERT INTO contact_messages (id, name, email, subject, message, created_at)
		VALUES (gen_random_uuid(), 'Bob', 'bob@example.org', 'Rail', 'How long?', '2026-03-01T09:00:00Z')`); err != nil {
		t.Fatal(err)
	}
	const query = `{ contactMessages { totalCount nodes { name subject message status } } }`
	for token, want := range map[string]string{"": "UNAUTHENTICATED", user: "FORBIDDEN"} {
		if code := d.ask(token, query, nil).code(); code != want {
			t.Errorf("code %s, want %s", code, want)
		}
	}
	r := d.must(admin, query, nil)
	r.is("contactMessages.totalCount", 1)
	r.is("contactMessages.nodes.0.status", "PENDING")
}
