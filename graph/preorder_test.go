package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

const preOrder = `mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) {
	preOrder { id name email company phone productName quantity message status createdAt expectedDelivery product { id } }
	userErrors { message code field } } }`

func wish(change vars) vars {
	input := vars{"name": "Ada", "email": "Ada@Example.org", "phone": "+31 20 123", "productId": "4", "quantity": 2}
	for key, value := range change {
		input[key] = value
	}
	return vars{"input": input}
}

func TestPreOrderCreate(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")

	r := d.must(token, preOrder, wish(vars{"company": " Analytical Engines ", "message": ""}))
	r.is("preOrderCreate.preOrder.productName", "SLAM Navigation Robot")
	r.is("preOrderCreate.preOrder.product.id", "4")
	r.is("preOrderCreate.preOrder.company", "Analytical Engines")
	r.is("preOrderCreate.preOrder.message", nil)
	r.is("preOrderCreate.preOrder.status", "PENDING")
	r.is("preOrderCreate.preOrder.createdAt", "2026-03-02T09:00:00Z")
	r.is("preOrderCreate.preOrder.expectedDelivery", "2026-05-01T09:00:00Z")

	// By number first, then by name, and unknown names stay as they are.
	for _, c := range []struct {
		change      vars
		product     any
		productName string
	}{
		{vars{"productId": "7", "productName": "Six-Axis Fixed Arm"}, "7", "Parallel Gripper"},
		{vars{"productId": nil, "productName": "six-axis FIXED arm"}, "3", "Six-Axis Fixed Arm"},
		{vars{"productId": nil, "productName": "Arm Only"}, nil, "Arm Only"},
	} {
		d.Clock.Advance(time.Minute)
		r := d.must(token, preOrder, wish(c.change))
		r.is("preOrderCreate.preOrder.productName", c.productName)
		if c.product == nil {
			r.is("preOrderCreate.preOrder.product", nil)
		} else {
			r.is("preOrderCreate.preOrder.product.id", c.product)
		}
	}

	// What a visitor types is not mailed to the address that he gives.
	d.must("", preOrder, wish(vars{"email": "eve@example.org", "productId": nil, "productName": "https://evil.example"}))
	for _, mail := range d.Mails(t, shop.PreOrderConfirmationMail{}.Kind()) {
		if strings.Contains(string(mail), "evil.example") {
			t.Errorf("%s is sent to a stranger", mail)
		}
	}

	// A visitor may, too; what is not one's own is not seen, even with the same address.
	d.must("", preOrder, wish(nil)).is("preOrderCreate.preOrder.quantity", 2)
	const mine = `query ($after: String) { me { preOrders(first: 3, after: $after) { totalCount nodes { id productName product { name } } pageInfo { hasNextPage endCursor } } } }`
	r = d.must(token, mine, nil)
	r.is("me.preOrders.totalCount", 4)
	r.is("me.preOrders.nodes.0.productName", "Arm Only")
	r.is("me.preOrders.pageInfo.hasNextPage", true)
	r = d.must(token, mine, vars{"after": r.at("me.preOrders.pageInfo.endCursor")})
	r.is("me.preOrders.nodes.0.productName", "SLAM Navigation Robot")
	r.is("me.preOrders.pageInfo.hasNextPage", false)
	d.must(d.register("eve@example.org"), mine, nil).is("me.preOrders.totalCount", 0)
}

// Sent again after a lost answer, also at the same time, a pre-order is placed once.
func TestPreOrderIsPlacedOnceWithAKey(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	var all sync.WaitGroup
	var mu sync.Mutex
	ids := map[any]bool{}
	for range 4 {
		all.Go(func() {
			id := d.must(token, preOrder, wish(vars{"idempotencyKey": "one"})).at("preOrderCreate.preOrder.id")
			mu.Lock()
			defer mu.Unlock()
			ids[id] = true
		})
	}
	all.Wait()
	for who, change := range map[string]vars{
		token: {"idempotencyKey": "one", "quantity": 3}, "": {"idempotencyKey": "one"}, d.register("eve@example.org"): {"idempotencyKey": "one"},
	} {
		ids[d.must(who, preOrder, wish(change)).at("preOrderCreate.preOrder.id")] = true
	}
	if placed := d.count(`SELECT count(*) FROM preorders`); len(ids) != 4 || placed != 4 || len(d.Mails(t, shop.PreOrderConfirmationMail{}.Kind())) != 4 {
		t.Errorf("%d pre-orders, %d answers, %d mails; want 4", placed, len(ids), len(d.Mails(t, shop.PreOrderConfirmationMail{}.Kind())))
	}
}

func TestPreOrderRefuses(t *testing.T) {
	d := newServer(t)
	for _, c := range []struct {
		change               vars
		code, field, message string
	}{
		{vars{"productId": nil}, "REQUIRED", "productName", "Please select a product first"},
		{vars{"productId": "99"}, "NOT_FOUND", "productId", "Product not found"},
		{vars{"productId": "x"}, "NOT_FOUND", "productId", "Product not found"},
		{vars{"email": "ada"}, "INVALID", "email", "Please enter a valid email address"},
		{vars{"phone": " "}, "REQUIRED", "phone", "Phone is required"},
		{vars{"quantity": 0}, "OUT_OF_RANGE", "quantity", "Quantity must be at least 1"},
		{vars{"quantity": 1001}, "OUT_OF_RANGE", "quantity", "Quantity must be at most 1000. For more units, please contact us."},
	} {
		r := d.must("", preOrder, wish(c.change))
		r.is("preOrderCreate.preOrder", nil)
		r.is("preOrderCreate.userErrors.0.code", c.code)
		r.is("preOrderCreate.userErrors.0.field.0", c.field)
		r.is("preOrderCreate.userErrors.0.message", c.message)
	}
}

func TestPreOrdersOfStrangersAreBounded(t *testing.T) {
	d := newServer(t)
	first := d.must("", preOrder, wish(vars{"idempotencyKey": "first"})).at("preOrderCreate.preOrder.id")
	for range 59 {
		d.must("", preOrder, wish(nil))
	}
	d.must("", preOrder, wish(vars{"idempotencyKey": "first"})).is("preOrderCreate.preOrder.id", first) // its answer was lost
	if code := d.ask("", preOrder, wish(nil)).code(); code != "RATE_LIMITED" {
		t.Errorf("the 61st pre-order in an hour gets %s", code)
	}
	d.Clock.Advance(time.Hour)
	d.must("", preOrder, wish(nil))
}

func TestPreOrderListsCostFixedStatements(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	count := func() int {
		before := d.Statements(t)
		d.must(token, `{ me { preOrders(first: 50) { nodes { product { name } } } } }`, nil)
		return d.Statements(t) - before
	}
	d.must(token, preOrder, wish(nil))
	one := count()
	for id := 1; id <= 10; id++ {
		d.must(token, preOrder, wish(vars{"productId": fmt.Sprint(id)}))
	}
	if eleven := count(); eleven != one {
		t.Errorf("11 pre-orders take %d statements, one takes %d", eleven, one)
	}
}

// What a visitor orders joins the account that has verified the address, and no other.
func TestPreOrdersOfVisitorsJoinVerifiedAccounts(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	const mine = `{ me { preOrders { totalCount } } }`
	d.must("", preOrder, wish(nil))
	d.must(token, mine, nil).is("me.preOrders.totalCount", 0)
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE email = 'ada@example.org'`); err != nil {
		t.Fatal(err)
	}
	d.must("", preOrder, wish(nil))
	d.must("", preOrder, wish(vars{"email": "eve@example.org"}))
	d.must(token, mine, nil).is("me.preOrders.totalCount", 1)
}
