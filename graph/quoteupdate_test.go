package graph_test

import (
	"testing"
	"time"
)

const (
	quoteUpdate = `mutation ($input: QuoteUpdateInput!) { quoteUpdate(input: $input) { page userErrors { message code field }
		quote { version validUntil subtotal { amount } tax { amount } total { amount }
			lines { unitPrice { amount } listPrice { amount } discount { amount } lineTotal { amount } priceChanged } } } }`
	quoteOffer = `query ($number: String!, $key: String) { quote(number: $number, key: $key) { version validUntil total { amount currency }
		lines { priceChanged unitPrice { amount } listPrice { amount } discount { amount } } } }`
)

func offer(number string, version int, until any, prices ...any) vars {
	var lines []vars
	for _, price := range prices {
		lines = append(lines, vars{"unitPrice": price})
	}
	return vars{"input": vars{"number": number, "version": version, "lines": lines, "validUntil": until}}
}

// ofVersion orders a quote that the buyer has seen in a version.
func ofVersion(number, key string, version int) vars {
	in := ordering(number, key)
	in["input"].(vars)["version"] = version
	return in
}

func TestQuoteUpdate(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("root@example.org"), d.register("ada@example.org")
	number, key := d.written("", vars{"lines": []vars{{"productId": "3", "quantity": 2}, {"productId": "2"}}})
	d.must("", quoteOffer, vars{"number": number, "key": key}).is("quote.version", 1.0)

	r := d.must(admin, quoteUpdate, offer(number, 1, "2026-05-01T22:00:00Z", "20000.50", nil))
	r.is("quoteUpdate.userErrors", []any{})
	for path, want := range map[string]any{"version": 2.0, "validUntil": "2026-05-01T22:00:00Z", "subtotal.amount": "59000.00",
		"tax.amount": "5900.00", "total.amount": "64900.00", "lines.0.unitPrice.amount": "20000.50", "lines.0.listPrice.amount": "22999.00",
		"lines.0.discount.amount": "5997.00", "lines.0.lineTotal.amount": "40001.00", "lines.0.priceChanged": false, "lines.1.listPrice": nil,
		"lines.1.discount": nil, "lines.1.unitPrice.amount": "18999.00"} {
		r.is("quoteUpdate.quote."+path, want)
	}
	page, _ := r.at("quoteUpdate.page").(string)
	for _, key := range []string{key, page[len("/quotes/"+number+"/"):]} { // the first link, and that of the new offer
		r = d.must("", quoteOffer, vars{"number": number, "key": key})
		r.is("quote.total.amount", "64900.00")
		r.is("quote.lines.0.unitPrice.amount", "20000.50")
	}
	if n := d.count(`SELECT count(*) FROM events WHERE kind = 'quote.changed' AND data ->> 'totalPrice' = '64900.00'`); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
	d.must(admin, `{ auditEntries(filter: { object: QUOTE }) { nodes { action } } }`, nil).is("auditEntries.nodes", "[map[action:CHANGED]]")

	// A buyer agrees to what was shown.
	for _, stale := range []vars{ordering(number, key), ofVersion(number, key, 1), ofVersion(number, key, 3)} {
		r = d.must(ada, quoteOrder, stale)
		r.is("quoteOrder.order", nil)
		r.is("quoteOrder.userErrors.0.code", "CONFLICT")
		r.is("quoteOrder.userErrors.0.message", "Quote "+number+" has changed. The total is now $64,900.00. Please review it and order again.")
	}
	if got := d.stock(3); got != 3 {
		t.Errorf("stock %d, want 3", got)
	}
	d.Clock.Advance(40 * 24 * time.Hour) // it would have expired
	ada, admin = d.login("ada@example.org"), d.login("root@example.org")
	r = d.must(ada, quoteOrder, ofVersion(number, key, 2))
	for path, want := range map[string]any{"subtotal.amount": "59000.00", "totalPrice.amount": "64900.00", "orderItems.0.price.amount": "20000.50",
		"orderItems.0.quantity": 2.0, "orderItems.1.price.amount": "18999.00"} {
		r.is("quoteOrder.order."+path, want)
	}
	d.must(ada, quoteOrder, ofVersion(number, key, 1)).is("quoteOrder.order.number", "OR-100001")
	d.must(admin, quoteUpdate, offer(number, 2, nil, "1", "1")).is("quoteUpdate.userErrors.0.code", "NOT_ALLOWED")
}

func TestQuoteUpdateRefuses(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("root@example.org"), d.register("ada@example.org")
	number, key := d.written(ada, vars{"lines": []vars{{"productId": "3"}, {"productId": "2", "plan": "RENTAL"}}})
	refused := func(in vars, code string, field ...any) {
		t.Helper()
		r := d.must(admin, quoteUpdate, in)
		r.is("quoteUpdate.quote", nil)
		r.is("quoteUpdate.page", nil)
		r.is("quoteUpdate.userErrors.0.code", code)
		r.is("quoteUpdate.userErrors.0.field", field)
	}
	refused(offer("QU-1", 1, nil), "NOT_FOUND", "number")
	refused(offer(number, 2, nil, "1", nil), "CONFLICT", "version")
	refused(offer(number, 1, nil, "0.001", nil), "INVALID", "lines", "0", "unitPrice")
	refused(offer(number, 1, nil, "-1", nil), "OUT_OF_RANGE", "lines", "0", "unitPrice")
	refused(offer(number, 1, nil, "1", "1"), "NOT_ALLOWED", "lines", "1", "unitPrice")
	refused(offer(number, 1, "2026-03-03T09:00:00Z"), "OUT_OF_RANGE", "validUntil")
	if _, err := d.SQL.Exec(`UPDATE quotes SET currency = 'EUR'`); err != nil {
		t.Fatal(err)
	}
	refused(offer(number, 1, nil, "1", nil), "NOT_ALLOWED", "number")
	if _, err := d.SQL.Exec(`UPDATE quotes SET currency = 'USD'`); err != nil {
		t.Fatal(err)
	}

	// The scope is that of quotes.
	quotes, _ := d.staff(admin, "sam@example.org", d.role(admin, "Sales", "WRITE_QUOTES"))
	orders, _ := d.staff(admin, "tom@example.org", d.role(admin, "Warehouse", "WRITE_ORDERS", "READ_QUOTES"))
	for token, want := range map[string]string{"": "UNAUTHENTICATED", ada: "FORBIDDEN", orders: "FORBIDDEN"} {
		if got := d.ask(token, quoteUpdate, offer(number, 1, nil, "1", nil)).code(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	d.must("", quoteOffer, vars{"number": number, "key": key}).is("quote.version", 1.0)
	d.must(quotes, quoteUpdate, offer(number, 1, nil, "1", nil)).is("quoteUpdate.quote.total.amount", "1.10")

	d.Clock.Advance(30 * 24 * time.Hour)
	admin = d.login("root@example.org")
	refused(offer(number, 2, "2026-06-01T09:00:00Z"), "EXPIRED", "number")
}
