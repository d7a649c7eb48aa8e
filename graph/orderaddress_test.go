package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

const readdress = `mutation ($input: OrderAddressUpdateInput!) { orderAddressUpdate(input: $input) {
	order { id status version addressChangeable shippingInfo { address city postalCode country } totalPrice { amount } }
	userErrors { message code field } } }`

func TestOrderAddressUpdate(t *testing.T) {
	d := newServer(t)
	token, other, admin := d.register("ada@example.org"), d.register("eve@example.org"), d.admin("root@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3"}})
	placed := d.must(token, place, checkout("k", nil))
	id, total := placed.at("orderPlace.order.id"), placed.at("orderPlace.order.totalPrice.amount")
	change := func(token, address string, version int) reply {
		return d.ask(token, readdress, vars{"input": vars{"id": id, "version": version,
			"shippingInfo": vars{"address": address, "city": " Berlin ", "postalCode": "10115", "country": "de"}}})
	}
	mails := func(want int) {
		t.Helper()
		if got := d.Mails(t, "order-address"); len(got) != want {
			t.Errorf("%d emails are queued, want %d", len(got), want)
		}
	}

	if code := change("", "Weg 1", 1).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	r := change(other, "Weg 1", 1)
	r.is("orderAddressUpdate.userErrors.0.code", "NOT_FOUND")
	r.is("orderAddressUpdate.order", nil)

	// The checks are those of the checkout.
	r = d.must(token, readdress, vars{"input": vars{"id": id, "version": 1,
		"shippingInfo": vars{"address": "", "city": "x", "postalCode": "1", "country": "NL"}}})
	r.is("orderAddressUpdate.userErrors.0.field", []any{"shippingInfo", "address"})
	r.is("orderAddressUpdate.userErrors.1.field", []any{"shippingInfo", "postalCode"})
	mails(0)

	r = change(token, "Weg 1", 1)
	r.is("orderAddressUpdate.userErrors", []any{})
	r.is("orderAddressUpdate.order.version", 2)
	r.is("orderAddressUpdate.order.totalPrice.amount", total)
	r.is("orderAddressUpdate.order.shippingInfo", map[string]any{"address": "Weg 1", "city": "Berlin", "postalCode": "10115", "country": "DE"})
	mails(1)
	// Repeated, as after a lost response: nothing happens.
	change(token, "Weg 1", 1).is("orderAddressUpdate.order.version", 2)
	mails(1)
	// Another address for the version that somebody has changed since, who is shown the present one.
	r = change(token, "Weg 2", 1)
	r.is("orderAddressUpdate.userErrors.0.code", "CONFLICT")
	r.is("orderAddressUpdate.order.shippingInfo.address", "Weg 1")

	// An administrator may, which the audit log holds without the address; the history has every change.
	change(admin, "Weg 3", 2).is("orderAddressUpdate.order.version", 3)
	mails(2)
	var audited string
	if err := d.SQL.QueryRow(`SELECT string_agg(after::text, '') FROM audit_entries WHERE object = 'orders'`).Scan(&audited); err != nil ||
		!strings.Contains(audited, `"version": 3`) || strings.Contains(audited, "Weg") {
		t.Errorf("audit log: %s, %v", audited, err)
	}
	var history string
	if err := d.SQL.QueryRow(`SELECT string_agg(from_status || '>' || to_status || ' ' || version, ', ' ORDER BY version) FROM order_changes
		WHERE order_id = $1 AND actor_id IS NOT NULL`, id).Scan(&history); err != nil ||
		history != "PENDING_PAYMENT>PENDING_PAYMENT 2, PENDING_PAYMENT>PENDING_PAYMENT 3" {
		t.Errorf("history: %s, %v", history, err)
	}

	// While it is prepared the address can change, once it is shipped it can't.
	for i, status := range []string{"PAID", "PROCESSING"} {
		d.must(admin, move, vars{"input": vars{"id": id, "status": status, "version": i + 3}}).is("orderStatusUpdate.userErrors", []any{})
	}
	change(token, "Weg 4", 5).is("orderAddressUpdate.order.addressChangeable", true)
	d.must(admin, move, vars{"input": vars{"id": id, "status": "SHIPPED", "version": 6}}).is("orderStatusUpdate.userErrors", []any{})
	for _, who := range []string{token, admin} {
		r = change(who, "Weg 5", 7)
		r.is("orderAddressUpdate.userErrors.0.code", "NOT_ALLOWED")
		r.is("orderAddressUpdate.userErrors.0.message", "This order is shipped, so its address can't be changed here. Please contact us.")
		r.is("orderAddressUpdate.order.addressChangeable", false)
		r.is("orderAddressUpdate.order.shippingInfo.address", "Weg 4")
	}
}

// A buyer changes the address while the order is being shipped. Either change may come first; the goods never leave for an address
// other than the one that the order then has.
func TestOrderAddressRacesWithShipping(t *testing.T) {
	d := newServer(t)
	token, admin := d.register("ada@example.org"), d.admin("root@example.org")
	for n := range 8 {
		d.must(token, add, vars{"input": vars{"productId": "2"}})
		id := d.must(token, place, checkout(fmt.Sprint("k", n), nil)).at("orderPlace.order.id")
		for i, status := range []string{"PAID", "PROCESSING"} {
			d.must(admin, move, vars{"input": vars{"id": id, "status": status, "version": i + 1}})
		}
		var addressed, shipped reply
		var wg sync.WaitGroup
		wg.Go(func() {
			addressed = d.ask(token, readdress, vars{"input": vars{"id": id, "version": 3,
				"shippingInfo": vars{"address": "Weg 1", "city": "Berlin", "postalCode": "10115", "country": "DE"}}})
		})
		wg.Go(func() {
			shipped = d.ask(admin, move, vars{"input": vars{"id": id, "status": "SHIPPED", "version": 3}})
		})
		wg.Wait()
		now := d.must(token, `query ($id: ID!) { order(id: $id) { status shippingInfo { address } } }`, vars{"id": id})
		refused := func(errors any, code string) bool { return strings.Contains(fmt.Sprint(errors), code) }
		byAddress, byStatus := addressed.at("orderAddressUpdate.userErrors"), shipped.at("orderStatusUpdate.userErrors")
		switch {
		case refused(byAddress, "NOT_ALLOWED") && fmt.Sprint(byStatus) == "[]":
			now.is("order", map[string]any{"status": "SHIPPED", "shippingInfo": map[string]any{"address": "Damrak 1"}})
		case fmt.Sprint(byAddress) == "[]" && refused(byStatus, "CONFLICT"):
			now.is("order", map[string]any{"status": "PROCESSING", "shippingInfo": map[string]any{"address": "Weg 1"}})
		default:
			t.Errorf("refused: %v, %v", byAddress, byStatus)
		}
	}
}
