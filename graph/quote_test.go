package graph_test

import (
	"regexp"
	"strings"
	"testing"
)

const (
	quoteCreate = `mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) {
		quote { number createdAt validUntil name company email subtotal { amount currency } taxPercent tax { amount } shipping { amount }
			total { amount } lines { productId productName model quantity unitPrice { amount } lineTotal { amount } planKind
			plan { price period } plate { label value } leadTime expectedDelivery } }
		url userErrors { message code field } } }`
	quoteByNumber = `query ($number: String!, $key: String) { quote(number: $number, key: $key) { number total { amount } } }`
)

func quoted(change vars) vars {
	input := vars{"name": "Ada", "email": "ada@example.org", "idempotencyKey": "k", "lines": []vars{{"productId": "1"}}}
	for key, value := range change {
		input[key] = value
	}
	return vars{"input": input}
}

func TestQuoteCreate(t *testing.T) {
	d := newServer(t)
	r := d.must("", quoteCreate, quoted(vars{"company": " Analytical Engines ", "lines": []vars{
		{"productId": "1", "quantity": 2, "plan": "SERVICE"}, {"productId": "2", "plan": "RENTAL"}}}))
	r.is("quoteCreate.userErrors", []any{})
	for path, want := range map[string]any{
		"number": "QU-100001", "createdAt": "2026-03-02T09:00:00Z", "validUntil": "2026-04-01T09:00:00Z", "company": "Analytical Engines",
		"subtotal.amount": "51998.00", "subtotal.currency": "USD", "taxPercent": "10", "tax.amount": "5199.80", "shipping.amount": "0.00",
		"total.amount": "57197.80", "lines.0.model": "ORR-RA6-1500", "lines.0.lineTotal.amount": "51998.00", "lines.0.planKind": "SERVICE",
		"lines.0.plan.price": "€1,999", "lines.0.leadTime": "3 weeks", "lines.0.expectedDelivery": nil, "lines.0.plate.1.value": "900 mm",
		"lines.1.unitPrice": nil, "lines.1.lineTotal": nil, "lines.1.quantity": 1, "lines.1.plan.period": "per month",
		"lines.1.expectedDelivery": "2026-05-01T09:00:00Z",
	} {
		r.is("quoteCreate.quote."+path, want)
	}
	url, _ := r.at("quoteCreate.url").(string)
	if !regexp.MustCompile(`^/quotes/QU-100001/[A-Za-z0-9_-]{43}\.pdf$`).MatchString(url) {
		t.Errorf("the PDF is at %q", url)
	}
}

func TestQuoteRefuses(t *testing.T) {
	d := newServer(t)
	for _, c := range []struct {
		change        vars
		code, message string
		field         []any
	}{
		{vars{"name": " "}, "REQUIRED", "Name is required", []any{"name"}},
		{vars{"email": "ada"}, "INVALID", "Please enter a valid email address", []any{"email"}},
		{vars{"lines": []vars{}}, "REQUIRED", "Please select a product first", []any{"lines"}},
		{vars{"lines": []vars{{"productId": "1"}, {"productId": "3", "quantity": 101}}}, "OUT_OF_RANGE", "Quantity must be between 1 and 100", []any{"lines", "1", "quantity"}},
		{vars{"lines": []vars{{"productId": "99"}}}, "NOT_FOUND", "Product not found", []any{"lines", "0", "productId"}},
		{vars{"lines": []vars{{"productId": "6"}}}, "NOT_FOR_SALE", "Entertainment Companion has no price yet and can't be quoted", []any{"lines", "0", "productId"}},
		{vars{"lines": []vars{{"productId": "4", "plan": "RENTAL"}}}, "NOT_FOR_SALE", "SLAM Navigation Robot has no plan called rental", []any{"lines", "0", "plan"}},
	} {
		r := d.must("", quoteCreate, quoted(c.change))
		r.is("quoteCreate.quote", nil)
		r.is("quoteCreate.url", nil)
		r.is("quoteCreate.userErrors.0.code", c.code)
		r.is("quoteCreate.userErrors.0.message", c.message)
		r.is("quoteCreate.userErrors.0.field", c.field)
	}
}

// Whoever has the key, the owner and admins read a quote; to everybody else it is not there.
func TestQuoteIsReadByTheRightOnes(t *testing.T) {
	d := newServer(t)
	ada, eve, admin := d.register("ada@example.org"), d.register("eve@example.org"), d.admin("root@example.org")
	r := d.must(ada, quoteCreate, quoted(nil))
	number := r.at("quoteCreate.quote.number")
	_, last, _ := strings.Cut(r.at("quoteCreate.url").(string), number.(string)+"/")
	key := strings.TrimSuffix(last, ".pdf")
	for name, c := range map[string]struct {
		token string
		key   any
		seen  bool
	}{
		"owner": {ada, nil, true}, "admin": {admin, nil, true}, "somebody else": {eve, nil, false}, "a visitor": {"", nil, false},
		"a visitor with the key": {"", key, true}, "somebody else with the key": {eve, key, true}, "a wrong key": {"", key + "x", false},
	} {
		found := d.must(c.token, quoteByNumber, vars{"number": number, "key": c.key}).at("quote")
		if (found != nil) != c.seen {
			t.Errorf("%s gets %v", name, found)
		}
	}
	d.must(admin, quoteByNumber, vars{"number": "QU-1"}).is("quote", nil)
}
