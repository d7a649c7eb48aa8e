package shop

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

var damrak = ShippingInfoInput{Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}

func TestShippingInfoOver(t *testing.T) {
	old := ShippingInfo{Address: "Rokin 2", City: "A", PostalCode: "B", Country: "NL", Recipient: "Ada", Company: "ACME",
		Phone: "1", Notes: "floor 3"}
	in := damrak
	in.Company, in.Notes = new(""), new("lift gate")
	want := ShippingInfo{Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL", Recipient: "Ada",
		Phone: "1", Notes: "lift gate"}
	if got := in.Over(old); got != want {
		t.Errorf("%+v", got)
	}
}

func TestBillingInfoInput(t *testing.T) {
	elsewhere := BillingInfoInput{Address: " Weg 1 ", City: "Berlin", PostalCode: "10115", Country: "de", Recipient: "Eve",
		Company: "ACME GmbH"}
	with := func(change func(*BillingInfoInput)) *BillingInfoInput {
		in := elsewhere
		change(&in)
		return &in
	}
	for name, c := range map[string]struct {
		in   *BillingInfoInput
		want string
	}{
		"none":                   {nil, ""},
		"empty":                  {&BillingInfoInput{}, ""},
		"spaces":                 {&BillingInfoInput{Company: " ", Country: " "}, ""},
		"whole":                  {&elsewhere, ""},
		"company alone":          {&BillingInfoInput{Company: "ACME"}, "billingInfo.address REQUIRED, billingInfo.city REQUIRED, billingInfo.postalCode REQUIRED, billingInfo.country REQUIRED"},
		"code of elsewhere":      {with(func(b *BillingInfoInput) { b.PostalCode = "1012 LG" }), "billingInfo.postalCode INVALID"},
		"long company":           {with(func(b *BillingInfoInput) { b.Company = strings.Repeat("x", 101) }), "billingInfo.company TOO_LONG"},
		"long number":            {&BillingInfoInput{PurchaseOrderNumber: strings.Repeat("x", 51)}, "billingInfo.purchaseOrderNumber TOO_LONG"},
		"VAT of the delivery":    {&BillingInfoInput{VATNumber: "NL004495445B01"}, ""},
		"VAT without its prefix": {&BillingInfoInput{VATNumber: "004495445B01"}, "billingInfo.vatNumber INVALID"},
		"VAT of the address":     {with(func(b *BillingInfoInput) { b.VATNumber = "136695976" }), "billingInfo.vatNumber INVALID"},
		"wrong check digit":      {&BillingInfoInput{VATNumber: "NL004495446B01"}, "billingInfo.vatNumber INVALID"},
	} {
		shipping := damrak
		shipping.Company = new("ACME")
		in := OrderPlaceInput{ShippingInfo: shipping, BillingInfo: c.in, IdempotencyKey: "k"}
		if _, err := in.Normal(); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
	in, err := OrderPlaceInput{ShippingInfo: damrak, BillingInfo: with(func(b *BillingInfoInput) { b.VATNumber = "de 136 695 976" }),
		IdempotencyKey: "k"}.Normal()
	want := BillingInfo{Address: "Weg 1", City: "Berlin", PostalCode: "10115", Country: "DE", Recipient: "Eve", Company: "ACME GmbH",
		VATNumber: "DE136695976"}
	if got := in.BillingInfo.info(); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	lines := []string{"ACME GmbH", "Eve", "Weg 1", "10115 Berlin, DE"}
	if got := want.Lines("Ada"); !slices.Equal(got, lines) {
		t.Errorf("%q", got)
	}
}

func TestVATNumberRequiresCompany(t *testing.T) {
	vat := BillingInfoInput{VATNumber: "NL004495445B01"}
	addressed := BillingInfoInput{Address: "Weg 1", City: "Berlin", PostalCode: "10115", Country: "DE", VATNumber: "DE136695976"}
	named := addressed
	named.Company = "ACME GmbH"
	for name, c := range map[string]struct {
		billing BillingInfoInput
		company *string
		refused bool
	}{
		"none":               {vat, nil, true},
		"blank":              {vat, new(" "), true},
		"given":              {vat, new("ACME"), false},
		"of the address":     {named, nil, false},
		"not of the address": {addressed, nil, true},
		"beside the address": {addressed, new("ACME"), false},
		"no VAT number":      {BillingInfoInput{PurchaseOrderNumber: "PO-1"}, nil, false},
	} {
		shipping := damrak
		shipping.Company = c.company
		want, wantQuote := "", ""
		if c.refused {
			want, wantQuote = "shippingInfo.company REQUIRED", "company REQUIRED"
		}
		_, err := OrderPlaceInput{ShippingInfo: shipping, BillingInfo: &c.billing, IdempotencyKey: "k"}.Normal()
		if codes(err) != want {
			t.Errorf("%s: an order gives %q", name, codes(err))
		}
		_, err = QuoteOrderInput{Number: "QU-1", ShippingInfo: shipping, BillingInfo: &c.billing}.Normal()
		if codes(err) != want {
			t.Errorf("%s: the order of a quote gives %q", name, codes(err))
		}
		_, err = QuoteCreateInput{Name: "Ada", Company: c.company, Email: "ada@example.org", BillingInfo: &c.billing,
			Lines: []*QuoteLineInput{{ProductID: "1", Quantity: 1}}, IdempotencyKey: "k"}.Normal()
		if codes(err) != wantQuote {
			t.Errorf("%s: a quote gives %q", name, codes(err))
		}
	}
}

// A request without the newer fields is the same text as before there were any, so that its idempotency key still holds.
func TestOrderInputKeepsItsHash(t *testing.T) {
	in, err := OrderPlaceInput{ShippingInfo: damrak, IdempotencyKey: "k"}.Normal()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(in)
	const want = `{"ShippingInfo":{"Address":"Damrak 1","City":"Amsterdam","PostalCode":"1012 LG","Country":"NL"},` +
		`"IdempotencyKey":"k","ExpectedTotal":null}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

// Events say where an order goes and at which rate it is taxed, and nothing of the person or the company.
func TestOrderPlacedIsNotPersonal(t *testing.T) {
	o := Order{ShippingInfo: ShippingInfo{Address: "Damrak 1", Country: "NL", Company: "ACME", Notes: "gate"}, TaxPercent: "10",
		BillingInfo: BillingInfo{VATNumber: "NL004495445B01", PurchaseOrderNumber: "PO-1", Recipient: "Ada"}}
	text, err := json.Marshal(OrderPlaced(o).Data)
	if err != nil || !strings.Contains(string(text), `"country":"NL"`) || !strings.Contains(string(text), `"taxPercent":"10"`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, word := range []string{"Damrak", "ACME", "gate", "NL0044", "PO-1", "Ada"} {
		if strings.Contains(string(text), word) {
			t.Errorf("%s has %s", text, word)
		}
	}
}
