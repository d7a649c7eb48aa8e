package rest_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

func walkCart(t *testing.T, c *contract) {
	c.call("GET", "/cart", "", nil).gives(401)
	c.call("GET", "/cart", c.user, nil).gives(200).is("cart.items", []any{}).is("cart.total", "0.00")
	r := c.call("POST", "/cart", c.user, object{"productId": "3", "quantity": 1, "options": object{"isPreorder": true}, "colour": "red"}).gives(200)
	r.is("cart.items.0.product", 3).is("cart.items.0.isPreorder", false).is("cart.items.0.expectedDelivery", nil).is("cart.warnings", []any{})
	line := r.at("cart.items.0._id").(string)
	c.call("POST", "/cart", c.user, object{"productId": "3", "quantity": 9}).is("cart.items.0.quantity", 3).
		is("cart.warnings.0.message", "Maximum available quantity reached").is("cart.warnings.0.product", 3)
	r = c.call("POST", "/cart", c.user, object{"productId": "2"}).gives(200).is("cart.items.1.isPreorder", true).
		is("cart.items.1.expectedDelivery", "2026-05-01T09:00:00Z").is("cart.items.1.stock", 0)
	r.is("cart.itemCount", 4).is("cart.subtotal", "87996.00").is("cart.tax", "8799.60").is("cart.total", "96795.60")
	r.is("cart.items.0.name", "Six-Axis Fixed Arm").is("cart.items.0.price", "22999.00").is("cart.items.0.stock", 3)

	c.call("PUT", "/cart/3", c.user, object{"quantity": 1}).gives(200).is("cart.itemCount", 2)
	c.call("PUT", "/cart/"+line, c.user, object{"quantity": 2}).gives(200).is("cart.itemCount", 3)
	c.call("PUT", "/cart/3", c.user, object{}).gives(422).is("errors.quantity", "Quantity must be at least 1")
	c.call("PUT", "/cart/3", c.user, object{"quantity": "2"}).gives(422).is("errors.quantity", "quantity has the wrong type")
	c.call("PUT", "/cart/1", c.user, object{"quantity": 1}).gives(404)
	c.call("PUT", "/cart/"+line, c.admin, object{"quantity": 1}).gives(404)
	for id, status := range map[string]int{"99": 404, "6": 422} {
		c.call("POST", "/cart", c.user, object{"productId": id}).gives(status).at("errors.productId")
	}
	if n := c.count(`SELECT sum(quantity) FROM cart_items`); n != 3 {
		t.Errorf("%d units are kept", n)
	}
	c.call("DELETE", "/cart/"+line, c.user, nil).gives(200).is("cart.itemCount", 1)
	c.call("DELETE", "/cart/2", c.user, nil).gives(200).is("cart.items", []any{})
	c.call("POST", "/cart", c.user, object{"productId": "1"}).gives(200)
	again := object{"productId": "3", "idempotencyKey": "k"}
	for range 2 { // once, and once more because the answer was lost
		c.call("POST", "/cart", c.user, again).gives(200).is("cart.itemCount", 2)
	}
	again["quantity"] = 2
	c.call("POST", "/cart", c.user, again).gives(422).is("code", "KEY_REUSED").at("errors.idempotencyKey")
	c.call("DELETE", "/cart", c.user, nil).gives(200).is("cart.items", []any{}).is("cart.itemCount", 0).is("cart.total", "0.00")
	if n := c.count(`SELECT count(*) FROM cart_items`); n != 0 {
		t.Errorf("%d lines are kept", n)
	}
}

func walkOrder(t *testing.T, c *contract) {
	ctx := context.Background()
	user, session, err := c.Store.Users.Create(ctx, shop.Actor{}, shop.UserRegisterInput{Name: "B", Email: "b@example.org"}, "hash",
		c.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	buyer := shop.Actor{UserID: user.ID, SessionID: session, Role: shop.RoleUser}
	for _, id := range []string{"3", "2"} {
		if _, err := c.Store.Carts.AddItem(ctx, buyer, shop.CartItemAddInput{ProductID: id, Quantity: 1}); err != nil {
			t.Fatal(err)
		}
	}
	placed, err := c.Store.Orders.Place(ctx, buyer, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
		Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL", Company: new("ACME"), Notes: new("Lift gate")},
		BillingInfo: &shop.BillingInfoInput{VATNumber: "NL004495445B01", PurchaseOrderNumber: "PO-1"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.SQL.Exec(`UPDATE order_items SET product_id = NULL WHERE product_id = 2`); err != nil {
		t.Fatal(err)
	}
	path := "/order/" + placed.ID
	r := c.call("GET", path, c.admin, nil).gives(200).is("order._id", placed.ID).is("order.status", "PENDING_PAYMENT").
		is("order.createdAt", "2026-03-02T09:00:00Z").is("order.shippingInfo.postalCode", "1012 LG").
		is("order.totalPrice", "46197.80").is("order.subtotal", "41998.00").is("order.tax", "4199.80").
		is("order.taxPercent", "10").is("order.shippingInfo.notes", "Lift gate").is("order.shippingInfo.recipient", "").
		is("order.billingInfo.vatNumber", "NL004495445B01").is("order.billingInfo.purchaseOrderNumber", "PO-1").is("order.billingInfo.address", "")
	kept, gone := 0, 1
	if r.at("order.orderItems.0.product") == nil {
		kept, gone = 1, 0
	}
	for i, want := range map[int][2]string{kept: {"Six-Axis Fixed Arm", "22999.00"}, gone: {"", "18999.00"}} {
		line := "order.orderItems." + string(rune('0'+i))
		r.is(line+".price", want[1]).is(line+".quantity", 1)
		if want[0] != "" {
			r.is(line+".product._id", 3).is(line+".product.name", want[0])
		} else {
			r.is(line+".product", nil)
		}
	}
	csv := c.call("GET", "/exports/orders.csv", c.admin, nil).gives(200).text
	for _, part := range []string{",currency,tax_percent,recipient,company,phone,notes,billing_recipient,", ",USD,10,,ACME,,Lift gate,,,,,,,NL004495445B01,PO-1\r\n"} {
		if !strings.Contains(csv, part) {
			t.Errorf("orders are exported without %q: %s", part, csv)
		}
	}
	c.call("GET", path, c.user, nil).gives(404)
	c.call("GET", path, "", nil).gives(401)
	c.call("GET", "/order/1", c.user, nil).gives(404)
	walkInvoice(t, c, placed.ID, placed.Number)
}

// The invoice of an order that has been placed by somebody who has no token here, and then belongs to the user.
func walkInvoice(t *testing.T, c *contract, id, number string) {
	path := "/orders/" + id + "/invoice"
	r := c.call("GET", path, c.admin, nil).gives(200)
	for name, want := range map[string]string{"Content-Type": "application/pdf", "Cache-Control": "no-store",
		"Content-Disposition": `attachment; filename="invoice-` + number + `.pdf"`, "Content-Length": strconv.Itoa(len(r.text))} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if again := c.call("GET", path, c.admin, nil); !strings.HasPrefix(r.text, "%PDF-1.") || again.text != r.text {
		t.Error("the invoice is no PDF, or another one the second time")
	}
	if n := c.count(`SELECT count(*) FROM orders WHERE id = $1 AND tax_percent = '10'`, id); n != 1 {
		t.Error("the rate of the tax is not kept")
	}
	c.call("GET", path, "", nil).gives(401)
	c.call("GET", path, c.user, nil).gives(404).is("message", "Order not found")
	c.call("GET", "/orders/1/invoice", c.user, nil).gives(404)

	if _, err := c.SQL.Exec(`UPDATE orders SET user_id = (SELECT id FROM users WHERE email = 'user@example.org') WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	if own := c.call("GET", path, c.user, nil).gives(200); own.text == r.text {
		t.Error("another buyer's invoice is the same")
	}
	if _, err := c.SQL.Exec(`UPDATE orders SET status = 'CANCELLED' WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	c.call("GET", path, c.user, nil).gives(422).is("code", "NOT_ALLOWED").is("message", "A cancelled order has no invoice")

	for scope, status := range map[shop.Scope]int{shop.ReadOrders: 422, shop.ReadPreOrders: 403} {
		c.call("GET", path, c.key(scope), nil).gives(status)
	}
}
