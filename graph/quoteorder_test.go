package graph_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	quoteOrder = `mutation ($input: QuoteOrderInput!) { quoteOrder(input: $input) { order ` + orderFields + ` userErrors { message code field } } }`
	quotePage  = `query ($number: String!, $key: String) { quote(number: $number, key: $key) { expired ordered order { number } obstacles { code message }
		fit { partMassGrams outcome groups { products { name } lines { rule outcome message } } }
		total { amount } lines { priceChanged unitPrice { amount } product { stock price { amount } } } } }`
)

// written makes a quote and returns how it is asked for.
func (d *testServer) written(token string, change vars) (number, key string) {
	d.t.Helper()
	r := d.must(token, strings.Replace(quoteCreate, "url", "url page", 1), quoted(change))
	number, _ = r.at("quoteCreate.quote.number").(string)
	page, _ := r.at("quoteCreate.page").(string)
	key, ok := strings.CutPrefix(page, "/quotes/"+number+"/")
	if !ok || page+".pdf" != r.at("quoteCreate.url") {
		d.t.Fatalf("no quote: %v", r.Data)
	}
	return number, key
}

// login signs somebody in who was registered long ago.
func (d *testServer) login(email string) string {
	d.t.Helper()
	r := d.must("", login, vars{"input": vars{"email": email, "password": "aA1!aA1!"}})
	token, _ := r.at("userLogin.token").(string)
	return token
}

func ordering(number, key string) vars {
	return vars{"input": vars{"number": number, "key": key,
		"shippingInfo": vars{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 lg", "country": "nl"}}}
}

// Products and orders of the quotes of a list are read together.
func TestQuoteListsCostFixedStatements(t *testing.T) {
	d := newServer(t)
	admin, token := d.admin("root@example.org"), d.register("ada@example.org")
	count := func() int {
		before := d.Statements(t)
		r := d.must(admin, `{ quotes(first: 50) { nodes { order { number orderItems { productName } payments { id } } obstacles { code } lines { product { name } } } } }`, nil)
		if r.at("quotes.nodes.0.order.number") == nil || r.at("quotes.nodes.0.lines.0.product.name") == nil {
			t.Errorf("%v", r.Data)
		}
		return d.Statements(t) - before
	}
	add := func(products ...vars) {
		number, key := d.written(token, vars{"lines": products})
		d.must(token, quoteOrder, ordering(number, key)).is("quoteOrder.userErrors", []any{})
	}
	add(vars{"productId": "3"})
	count() // which reads the session
	one := count()
	add(vars{"productId": "2"})
	add(vars{"productId": "2"}, vars{"productId": "3"})
	if three := count(); three != one {
		t.Errorf("three quotes take %d statements, one takes %d", three, one)
	}
}

// Whoever has the link orders at the quote's prices, whatever has become of those of the shop: once, and from what is in stock.
func TestQuoteOrder(t *testing.T) {
	d := newServer(t)
	ada, eve := d.register("ada@example.org"), d.register("eve@example.org")
	if _, err := d.SQL.Exec(`UPDATE products SET price_minor = 349900 WHERE id = 7`); err != nil {
		t.Fatal(err)
	}
	number, key := d.written("", vars{"partMassGrams": 3000, "lines": []vars{{"productId": "3", "quantity": 2}, {"productId": "7"}}})
	r := d.must("", quotePage, vars{"number": number, "key": key})
	r.is("quote.fit.groups.0.lines.0.message", "Gripper 0.9 kg and part 3 kg leave 2.1 kg of 6 kg")
	r.is("quote.obstacles.0.code", "OUT_OF_STOCK")
	r.is("quote.obstacles.0.message", "Parallel Gripper is not for sale yet")

	number, key = d.written("", vars{"lines": []vars{{"productId": "3", "quantity": 2}, {"productId": "2"}}})
	if _, err := d.SQL.Exec(`UPDATE products SET price_minor = price_minor + 100000 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	r = d.must("", quotePage, vars{"number": number, "key": key})
	for path, want := range map[string]any{"expired": false, "ordered": false, "order": nil, "obstacles": []any{}, "fit": nil, "total.amount": "71496.70",
		"lines.0.priceChanged": true, "lines.0.unitPrice.amount": "22999.00", "lines.0.product.price.amount": "23999.00",
		"lines.0.product.stock": 3, "lines.1.priceChanged": false} {
		r.is("quote."+path, want)
	}

	if got := d.ask("", quoteOrder, ordering(number, key)).code(); got != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %q", got)
	}
	d.must(eve, quoteOrder, ordering(number, key+"x")).is("quoteOrder.userErrors.0.code", "NOT_FOUND")
	bad := ordering(number, key)
	bad["input"].(vars)["shippingInfo"].(vars)["postalCode"] = "1"
	d.must(ada, quoteOrder, bad).is("quoteOrder.userErrors.0.field", []any{"shippingInfo", "postalCode"})

	// Pressed four times at once, it is one order.
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			d.must(ada, quoteOrder, ordering(number, key)).is("quoteOrder.order.number", "OR-100001")
		})
	}
	wg.Wait()
	r = d.must(ada, quoteOrder, ordering(number, key))
	for path, want := range map[string]any{"totalPrice.amount": "71496.70", "subtotal.amount": "64997.00", "orderItems.0.price.amount": "22999.00",
		"orderItems.0.quantity": 2, "orderItems.1.isPreorder": true, "status": "PENDING_PAYMENT", "payment.reference": "RF66OR100001",
		"shippingInfo.postalCode": "1012 LG"} {
		r.is("quoteOrder.order."+path, want)
	}
	if got := d.stock(3); got != 1 {
		t.Errorf("stock %d, want 1", got)
	}
	if mails := d.Mails(t, "order-confirmation"); len(mails) != 1 {
		t.Errorf("%d confirmations are queued, want 1", len(mails))
	}

	// To others it is used, and nobody learns whose order it is.
	r = d.must(eve, quoteOrder, ordering(number, key))
	r.is("quoteOrder.order", nil)
	r.is("quoteOrder.userErrors.0.code", "NOT_ALLOWED")
	r.is("quoteOrder.userErrors.0.message", "Quote "+number+" has already been ordered")
	for token, want := range map[string]any{ada: "OR-100001", eve: nil, "": nil} {
		r := d.must(token, quotePage, vars{"number": number, "key": key})
		r.is("quote.ordered", true)
		if got := r.at("quote.order"); (got != nil) != (want != nil) {
			t.Errorf("order %v, want %v", got, want)
		}
	}
}

func TestQuoteOrderRefuses(t *testing.T) {
	d := newServer(t)
	ada := d.register("ada@example.org")
	refused := func(number, key, code, message string) {
		t.Helper()
		r := d.must(ada, quoteOrder, ordering(number, key))
		r.is("quoteOrder.order", nil)
		r.is("quoteOrder.userErrors.0.code", code)
		r.is("quoteOrder.userErrors.0.message", message)
		d.must("", quotePage, vars{"number": number, "key": key}).is("quote.obstacles.0.code", code)
	}
	number, key := d.written("", vars{"lines": []vars{{"productId": "3", "quantity": 4}}})
	refused(number, key, "OUT_OF_STOCK", "Only 3 of Six-Axis Fixed Arm available")
	if got := d.stock(3); got != 3 {
		t.Errorf("stock %d, want 3", got)
	}
	number, key = d.written("", vars{"lines": []vars{{"productId": "1", "plan": "RENTAL"}}})
	refused(number, key, "NOT_FOR_SALE", "Robotic Arm with Linear Rail has a monthly plan, which can't be ordered online. "+
		"Place a pre-order or contact us.")
	d.must("", quotePage, vars{"number": number, "key": key}).is("quote.lines.0.priceChanged", false)

	number, key = d.written("", vars{"lines": []vars{{"productId": "4"}}})
	if _, err := d.SQL.ExecContext(context.Background(), `DELETE FROM products WHERE id = 4`); err != nil {
		t.Fatal(err)
	}
	refused(number, key, "NOT_FOR_SALE", "SLAM Navigation Robot is no longer in the catalogue")

	// To the second.
	number, key = d.written("", vars{"lines": []vars{{"productId": "1"}}})
	second, secondKey := d.written("", vars{"lines": []vars{{"productId": "1"}}, "idempotencyKey": "second"})
	d.Clock.Advance(30*24*time.Hour - time.Second)
	ada = d.login("ada@example.org")
	d.must(ada, quoteOrder, ordering(number, key)).is("quoteOrder.userErrors", []any{})
	d.Clock.Advance(time.Second)
	ada = d.login("ada@example.org")
	refused(second, secondKey, "EXPIRED", "Quote "+second+" was valid until April 1, 2026, 09:00 UTC. Please create a new quote.")
	d.must(ada, quoteOrder, ordering(number, key)).is("quoteOrder.order.number", "OR-100001")

	r := d.must("", quoteCreate, quoted(vars{"partMassGrams": 1000001}))
	r.is("quoteCreate.userErrors.0.code", "OUT_OF_RANGE")
	r.is("quoteCreate.userErrors.0.field", []any{"partMassGrams"})
}
