package graph_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

const (
	addressFields = `{ user { addresses { id default shippingInfo { address recipient company phone notes } } } address { id default } userErrors { code field message } }`
	addressCreate = `mutation ($input: AddressCreateInput!) { addressCreate(input: $input) ` + addressFields + ` }`
	addressUpdate = `mutation ($input: AddressUpdateInput!) { addressUpdate(input: $input) ` + addressFields + ` }`
	addressDelete = `mutation ($input: AddressDeleteInput!) { addressDelete(input: $input) ` + addressFields + ` }`
	ownAddresses  = `{ me { addresses { id default shippingInfo { address } } } }`
)

func (d *testServer) addresses(token string) (streets []string, defaults int) {
	d.t.Helper()
	for _, a := range d.must(token, ownAddresses, nil).at("me.addresses").([]any) {
		a := a.(map[string]any)
		streets = append(streets, a["shippingInfo"].(map[string]any)["address"].(string))
		if a["default"] == true {
			defaults++
		}
	}
	return streets, defaults
}

func TestAddresses(t *testing.T) {
	d := newServer(t)
	token, other := d.register("ada@example.org"), d.register("eve@example.org")
	to := func(street string) vars {
		return vars{"address": street, "city": "Amsterdam", "postalCode": "1012 lg", "country": "nl"}
	}
	holds := func(want ...string) {
		t.Helper()
		if got, defaults := d.addresses(token); !slices.Equal(got, want) || defaults != min(1, len(want)) {
			t.Errorf("%q with %d defaults, want %q", got, defaults, want)
		}
	}
	holds()
	first := d.must(token, addressCreate, vars{"input": vars{"shippingInfo": to("A 1")}})
	first.is("addressCreate.address.default", true)
	id := first.at("addressCreate.address.id")
	d.Clock.Advance(time.Second)
	d.must(token, addressCreate, vars{"input": vars{"shippingInfo": to("B 2")}}).is("addressCreate.address.default", false)
	d.Clock.Advance(time.Second)
	d.must(token, addressCreate, vars{"input": vars{"shippingInfo": to("C 3"), "default": true}})
	holds("C 3", "B 2", "A 1")
	// What is saved already is not saved again.
	d.must(token, addressCreate, vars{"input": vars{"shippingInfo": to(" A 1 ")}}).is("addressCreate.address.id", id)
	holds("C 3", "B 2", "A 1")

	// Null leaves what there is; other customers find nothing.
	change := to("A 4")
	change["notes"], change["phone"] = "Lift gate", "+31 20 1"
	d.must(token, addressUpdate, vars{"input": vars{"id": id, "shippingInfo": change}}).is("addressUpdate.userErrors", []any{})
	r := d.must(token, addressUpdate, vars{"input": vars{"id": id, "shippingInfo": to("A 5"), "default": true}})
	r.is("addressUpdate.user.addresses.0.shippingInfo", map[string]any{"address": "A 5", "recipient": "", "company": "", "phone": "+31 20 1", "notes": "Lift gate"})
	d.must(token, addressUpdate, vars{"input": vars{"id": id, "shippingInfo": vars{"address": "", "city": "A", "postalCode": "1", "country": "NL"}}}).
		is("addressUpdate.userErrors.0.field", []any{"shippingInfo", "address"})
	d.must(other, addressUpdate, vars{"input": vars{"id": id, "default": true}}).is("addressUpdate.userErrors.0.code", "NOT_FOUND")
	d.must(other, addressDelete, vars{"input": vars{"id": id}}).is("addressDelete.userErrors.0.code", "NOT_FOUND")
	d.must(token, addressDelete, vars{"input": vars{"id": "1"}}).is("addressDelete.userErrors.0.code", "NOT_FOUND")
	if code := d.ask("", addressDelete, vars{"input": vars{"id": id}}).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	holds("A 5", "C 3", "B 2")
	// Addresses are personal: neither the audit log nor the feed has any, also of an administrator.
	d.must(d.admin("root@example.org"), addressCreate, vars{"input": vars{"shippingInfo": to("Root 1")}})
	var told int
	if err := d.SQL.QueryRow(`SELECT (SELECT count(*) FROM audit_entries) + (SELECT count(*) FROM events WHERE object = 'address')`).Scan(&told); err != nil || told != 0 {
		t.Errorf("%d entries and events, %v", told, err)
	}
	// The newest takes the place of the default one.
	d.must(token, addressDelete, vars{"input": vars{"id": id}}).is("addressDelete.address", nil)
	holds("C 3", "B 2")
}

// However many are saved at once, the limit holds and one is the default.
func TestAddressesAtOnce(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			d.ask(token, addressCreate, vars{"input": vars{"default": i%2 == 0, "shippingInfo": vars{
				"address": fmt.Sprint("Street ", i), "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}}})
		})
	}
	all.Wait()
	if streets, defaults := d.addresses(token); len(streets) != 20 || defaults != 1 {
		t.Errorf("%d addresses, %d defaults", len(streets), defaults)
	}
	d.must(token, addressCreate, vars{"input": vars{"shippingInfo": vars{"address": "One more", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}}}).
		is("addressCreate.userErrors.0.code", "OUT_OF_RANGE")
}

const billed = `{ order { id taxPercent shippingInfo { recipient company phone notes } billingInfo { address city postalCode country recipient company vatNumber purchaseOrderNumber } } userErrors { code field message } }`

func TestOrderBilling(t *testing.T) {
	d := newServer(t)
	token, admin := d.register("ada@example.org"), d.admin("root@example.org")
	d.must(token, add, vars{"input": vars{"productId": "3"}})
	shipTo := vars{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL", "recipient": "Bob",
		"company": "ACME B.V.", "phone": "+31 20 1", "notes": "Lift gate"}
	billTo := vars{"address": "Weg 1", "city": "Berlin", "postalCode": "10115", "country": "de", "company": "ACME GmbH",
		"vatNumber": "DE 136 695 976", "purchaseOrderNumber": " PO-4711 "}
	placeBilled := `mutation ($input: OrderPlaceInput!) { orderPlace(input: $input) ` + billed + ` }`
	wrong := vars{"vatNumber": "DE136695977"}
	d.must(token, placeBilled, vars{"input": vars{"shippingInfo": shipTo, "billingInfo": wrong, "idempotencyKey": "k"}}).
		is("orderPlace.userErrors.0.field", []any{"billingInfo", "vatNumber"})
	r := d.must(token, placeBilled, vars{"input": vars{"shippingInfo": shipTo, "billingInfo": billTo, "idempotencyKey": "k"}})
	r.is("orderPlace.order.taxPercent", "10")
	r.is("orderPlace.order.shippingInfo", map[string]any{"recipient": "Bob", "company": "ACME B.V.", "phone": "+31 20 1", "notes": "Lift gate"})
	r.is("orderPlace.order.billingInfo", map[string]any{"address": "Weg 1", "city": "Berlin", "postalCode": "10115", "country": "DE",
		"recipient": "", "company": "ACME GmbH", "vatNumber": "DE136695976", "purchaseOrderNumber": "PO-4711"})
	id := r.at("orderPlace.order.id")

	// The list finds it by what only a company has, and a change of the address leaves the rest.
	for _, search := range []string{"po-4711", "acme gmbh", "de136695976", "acme b.v."} {
		d.must(admin, `query ($s: String) { orders(filter: {search: $s}) { nodes { id } } }`, vars{"s": search}).is("orders.nodes.0.id", id)
	}
	d.must(token, readdress, vars{"input": vars{"id": id, "version": 1, "shippingInfo": vars{"address": "Rokin 2", "city": "Amsterdam", "postalCode": "1012 KS", "country": "NL"}}})
	d.must(token, `query ($id: ID!) { order(id: $id) { shippingInfo { address recipient notes } billingInfo { vatNumber } } }`, vars{"id": id}).
		is("order", map[string]any{"shippingInfo": map[string]any{"address": "Rokin 2", "recipient": "Bob", "notes": "Lift gate"}, "billingInfo": map[string]any{"vatNumber": "DE136695976"}})
}

func TestQuoteBilling(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	shipTo := vars{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}
	create := `mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) { quote { number billingInfo { vatNumber } } userErrors { field } } }`
	made := func(key string) any {
		r := d.must(token, create,
			vars{"input": vars{"name": "Ada", "company": "ACME", "email": "ada@example.org", "idempotencyKey": key, "lines": []vars{{"productId": "2"}},
				"billingInfo": vars{"vatNumber": "nl004495445b01", "purchaseOrderNumber": "PO-1"}}})
		r.is("quoteCreate.quote.billingInfo.vatNumber", "NL004495445B01")
		return r.at("quoteCreate.quote.number")
	}
	order := `mutation ($input: QuoteOrderInput!) { quoteOrder(input: $input) ` + billed + ` }`
	d.must(token, order, vars{"input": vars{"number": made("a"), "shippingInfo": shipTo}}).
		is("quoteOrder.order.billingInfo.purchaseOrderNumber", "PO-1")
	d.must(token, order, vars{"input": vars{"number": made("b"), "shippingInfo": shipTo, "billingInfo": vars{"purchaseOrderNumber": "PO-2"}}}).
		is("quoteOrder.order.billingInfo", map[string]any{"address": "", "city": "", "postalCode": "", "country": "", "recipient": "", "company": "",
			"vatNumber": "", "purchaseOrderNumber": "PO-2"})
	vat := vars{"vatNumber": "NL004495445B01"}
	d.must(token, order, vars{"input": vars{"number": made("c"), "shippingInfo": shipTo, "billingInfo": vat}}).
		is("quoteOrder.userErrors.0.field", []any{"shippingInfo", "company"})
	d.must(token, create, vars{"input": vars{"name": "Ada", "email": "ada@example.org", "idempotencyKey": "d",
		"lines": []vars{{"productId": "2"}}, "billingInfo": vat}}).
		is("quoteCreate.userErrors.0.field", []any{"company"})
}
