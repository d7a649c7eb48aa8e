package graph_test

import (
	"encoding/json"
	"strings"
	"testing"
)

const (
	ship = `mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) {
		order { status version changes { status } shipment { carrier trackingUrl shippedAt } } userErrors { code field } } }`
	reship = `mutation ($input: OrderShipmentUpdateInput!) { orderShipmentUpdate(input: $input) {
		order { version shipment { carrier trackingUrl shippedAt } } userErrors { message code field } } }`
)

func TestOrderShipment(t *testing.T) {
	d := newServer(t)
	token, admin := d.register("ada@example.org"), d.admin("root@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3"}})
	id := d.must(token, place, checkout("k", nil)).at("orderPlace.order.id")
	set := func(status string, version int, shipment vars) reply {
		t.Helper()
		input := vars{"id": id, "status": status, "version": version}
		if shipment != nil {
			input["shipment"] = shipment
		}
		return d.must(admin, ship, vars{"input": input})
	}
	correct := func(version int, shipment vars) reply {
		t.Helper()
		return d.must(admin, reship, vars{"input": vars{"id": id, "version": version, "shipment": shipment}})
	}
	const link = "https://post.example/track?id=7"

	r := set("PAID", 1, vars{"carrier": "Post"})
	r.is("orderStatusUpdate.userErrors.0", map[string]any{"code": "NOT_ALLOWED", "field": []any{"shipment"}})
	r.is("orderStatusUpdate.order.version", 1)
	set("PAID", 1, nil)
	set("PROCESSING", 2, nil).is("orderStatusUpdate.order.shipment", nil)
	r = correct(3, vars{"carrier": "Post"})
	r.is("orderShipmentUpdate.userErrors.0.code", "NOT_ALLOWED")
	r.is("orderShipmentUpdate.userErrors.0.message", "This order is being prepared, so it has no shipment to change")

	// Nothing is shipped with a link that is refused.
	r = set("SHIPPED", 3, vars{"carrier": "Post", "trackingUrl": "http://post.example"})
	r.is("orderStatusUpdate.userErrors.0", map[string]any{"code": "INVALID", "field": []any{"shipment", "trackingUrl"}})
	r.is("orderStatusUpdate.order.status", "PROCESSING")
	r = set("SHIPPED", 3, vars{"carrier": " Post ", "trackingUrl": link})
	r.is("orderStatusUpdate.userErrors", []any{})
	r.is("orderStatusUpdate.order.shipment.carrier", "Post")
	r.is("orderStatusUpdate.order.changes", []any{vars{"status": "PAID"}, vars{"status": "PROCESSING"}, vars{"status": "SHIPPED"}})
	shippedAt := r.at("orderStatusUpdate.order.shipment.shippedAt")
	mails := d.Mails(t, "order-status")
	if text, _ := json.Marshal(mails[len(mails)-1]); !strings.Contains(string(text), "post.example/track") {
		t.Errorf("the email says %s", text)
	}

	// The buyer sees a correction, and nobody corrects what somebody else has corrected meanwhile.
	r = correct(4, vars{"carrier": "Courier"})
	r.is("orderShipmentUpdate.order", vars{"version": 5, "shipment": vars{"carrier": "Courier", "trackingUrl": link, "shippedAt": shippedAt}})
	correct(4, vars{"carrier": "Courier"}).is("orderShipmentUpdate.order.version", 5) // repeated
	r = correct(4, vars{"carrier": "Other"})
	r.is("orderShipmentUpdate.userErrors.0.code", "CONFLICT")
	r.is("orderShipmentUpdate.order.shipment.carrier", "Courier")
	correct(5, vars{"trackingUrl": "x"}).is("orderShipmentUpdate.userErrors.0.field", []any{"shipment", "trackingUrl"})
	d.must(token, `query ($id: ID!) { order(id: $id) { changes { status } shipment { carrier trackingUrl shippedAt } } }`, vars{"id": id}).
		is("order.shipment", vars{"carrier": "Courier", "trackingUrl": link, "shippedAt": shippedAt})
	if got := d.Mails(t, "order-status"); len(got) != len(mails) {
		t.Errorf("%d emails are queued, want %d", len(got), len(mails))
	}
	if n := d.count(`SELECT count(*) FROM events WHERE kind = 'order.shipment_changed'`); n != 1 {
		t.Errorf("%d events tell of the correction, want 1", n)
	}
	var audited string
	if err := d.SQL.QueryRow(`SELECT string_agg(after::text, '') FROM audit_entries WHERE object = 'orders'`).Scan(&audited); err != nil ||
		!strings.Contains(audited, `"carrier": "Courier"`) || strings.Contains(audited, "post.example") {
		t.Errorf("audit log: %s, %v", audited, err)
	}

	set("DELIVERED", 5, nil)
	correct(6, vars{"trackingUrl": ""}).is("orderShipmentUpdate.order.shipment.trackingUrl", "")
	set("REFUNDED", 7, nil).is("orderStatusUpdate.order.shipment.carrier", "Courier")
	mails = d.Mails(t, "order-status")
	if text, _ := json.Marshal(mails[len(mails)-1]); !strings.Contains(string(text), `"Refunded"`) {
		t.Errorf("the email says %s", text)
	}
	correct(8, vars{"carrier": "Post"}).is("orderShipmentUpdate.userErrors.0.code", "NOT_ALLOWED")
}
