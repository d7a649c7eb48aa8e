package shop

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Every change from every status to every other, as its buyer, as somebody else and as an admin. What is not named here is
// NOT_ALLOWED for all.
func TestOrderSteps(t *testing.T) {
	all := []OrderStatus{OrderPendingPayment, OrderPaid, OrderProcessing, OrderShipped, OrderDelivered, OrderCancelled, OrderRefunded}
	possible := map[[2]OrderStatus]struct {
		buyer, lapsed, unpaid bool
		stock                 StockMove
	}{
		{OrderPendingPayment, OrderPaid}:      {},
		{OrderPendingPayment, OrderCancelled}: {buyer: true, stock: StockReturned},
		{OrderPaid, OrderProcessing}:          {},
		{OrderPaid, OrderRefunded}:            {stock: StockReturned},
		{OrderProcessing, OrderShipped}:       {},
		{OrderProcessing, OrderCancelled}:     {unpaid: true, stock: StockReturned},
		{OrderProcessing, OrderRefunded}:      {stock: StockReturned},
		{OrderShipped, OrderDelivered}:        {},
		{OrderShipped, OrderRefunded}:         {},
		{OrderDelivered, OrderRefunded}:       {},
		{OrderCancelled, OrderPaid}:           {lapsed: true, stock: StockTaken},
		{OrderCancelled, OrderRefunded}:       {lapsed: true},
	}
	buyer, other := Actor{UserID: "b", Role: RoleUser}, Actor{UserID: "o", Role: RoleUser}
	admin := Actor{UserID: "a", Role: RoleAdmin}
	for _, from := range all {
		for _, to := range all {
			want, ok := possible[[2]OrderStatus{from, to}]
			for who, actor := range map[string]Actor{"visitor": {}, "buyer": buyer, "other": other, "admin": admin} {
				for i, expiredAt := range []*time.Time{nil, new(time.Now()), nil} {
					unpaid := i == 2 // the bank has taken it back
					order := Order{Buyer: Buyer{ID: "b"}, Status: from, ExpiredAt: expiredAt, TotalPrice: usd(5), Received: new(usd(5))}
					if unpaid {
						order.Received = new(usd(0))
					}
					stock, err := order.Step(actor, to)
					var refusal *Error
					errors.As(err, &refusal)
					known := ok && (!want.lapsed || expiredAt != nil) && (!want.unpaid || unpaid)
					may := known && (who == "admin" || (who == "buyer" && want.buyer))
					switch {
					case may && (err != nil || stock != want.stock):
						t.Errorf("%s -> %s as %s: %v, %v", from, to, who, stock, err)
					case !may && (refusal == nil || known == (refusal.Code == NotAllowed)):
						t.Errorf("%s -> %s as %s: %v", from, to, who, err)
					}
				}
			}
		}
	}
}

// Every status, as its buyer, as somebody else, as an admin, as staff and as a key.
func TestOrderAddressChange(t *testing.T) {
	callers := map[string]Actor{"visitor": {}, "buyer": {UserID: "b", Role: RoleUser}, "other": {UserID: "o", Role: RoleUser},
		"admin": {UserID: "a", Role: RoleAdmin}, "packer": {UserID: "p", Role: RoleUser, Scopes: []Scope{ReadOrders, WriteOrders}},
		"reader": {UserID: "r", Role: RoleUser, Scopes: []Scope{ReadOrders}}, "key": {Key: &KeyActor{Scopes: []Scope{WriteOrders}}}}
	may := map[string]bool{"buyer": true, "admin": true, "packer": true, "key": true}
	for status, open := range map[OrderStatus]bool{OrderPendingPayment: true, OrderPaid: true, OrderProcessing: true, OrderShipped: false,
		OrderDelivered: false, OrderCancelled: false, OrderRefunded: false, "LATER": false} {
		for who, actor := range callers {
			o := Order{Buyer: Buyer{ID: "b"}, Status: status}
			var refusal *Error
			errors.As(o.AddressChange(actor), &refusal)
			switch {
			case open && may[who] && refusal != nil, o.AddressChangeable(actor) != (refusal == nil):
				t.Errorf("%s as %s: %v", status, who, refusal)
			case !(open && may[who]) && (refusal == nil || open == (refusal.Code == NotAllowed)):
				t.Errorf("%s as %s: %v", status, who, refusal)
			}
		}
	}
}

func TestShipmentInput(t *testing.T) {
	long := func(n int) *string { return new(strings.Repeat("x", n)) }
	before := Order{Carrier: "Post", TrackingURL: "https://post.example/1"}
	for name, c := range map[string]struct {
		in      ShipmentInput
		carrier string
		url     string
		want    string
	}{
		"nothing":     {ShipmentInput{}, "Post", "https://post.example/1", ""},
		"both":        {ShipmentInput{new(" DHL "), new(" https://dhl.example/t?id=2 ")}, "DHL", "https://dhl.example/t?id=2", ""},
		"cleared":     {ShipmentInput{new(""), new("")}, "", "", ""},
		"longest":     {ShipmentInput{long(100), new("https://a.example/" + *long(482))}, *long(100), "https://a.example/" + *long(482), ""},
		"too long":    {ShipmentInput{long(101), new("https://a.example/" + *long(483))}, "", "", "shipment.carrier TOO_LONG, shipment.trackingUrl TOO_LONG"},
		"two lines":   {ShipmentInput{new("a\nb"), nil}, "", "", "shipment.carrier INVALID"},
		"http":        {ShipmentInput{nil, new("http://a.example")}, "", "", "shipment.trackingUrl INVALID"},
		"path":        {ShipmentInput{nil, new("/orders")}, "", "", "shipment.trackingUrl INVALID"},
		"script":      {ShipmentInput{nil, new("javascript:alert(1)")}, "", "", "shipment.trackingUrl INVALID"},
		"no link":     {ShipmentInput{nil, new("3SABCD1234567")}, "", "", "shipment.trackingUrl INVALID"},
		"with a user": {ShipmentInput{nil, new("https://post.example@evil.example")}, "", "", "shipment.trackingUrl INVALID"},
	} {
		got, err := c.in.Over(before)
		var found []string
		for _, e := range UserErrors(err) {
			found = append(found, e.Field+" "+string(e.Code))
		}
		if text := strings.Join(found, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		} else if err == nil && (got.Carrier != c.carrier || got.TrackingURL != c.url) {
			t.Errorf("%s: %s, %s", name, got.Carrier, got.TrackingURL)
		}
	}
}

func TestShipmentChange(t *testing.T) {
	for status, may := range map[OrderStatus]bool{OrderPendingPayment: false, OrderPaid: false, OrderProcessing: false, OrderShipped: true,
		OrderDelivered: true, OrderCancelled: false, OrderRefunded: false, "LATER": false} {
		err := Order{Status: status}.ShipmentChange()
		if (err == nil) != may || Order.ShipmentChange(Order{Status: status, Buyer: Buyer{Deleted: true}}) == nil {
			t.Errorf("%s: %v", status, err)
		}
		_, err = OrderStatusUpdateInput{Status: status, Shipment: &ShipmentInput{}}.Over(Order{})
		if (err == nil) != (status == OrderShipped) {
			t.Errorf("a shipment with %s: %v", status, err)
		}
	}
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	o := Order{Carrier: "Post", Changes: []OrderChange{{OrderPaid, 2, at}, {OrderProcessing, 3, at}}}
	if o.Shipment() != nil {
		t.Error("an order in preparation has a shipment")
	}
	o.Changes = append(o.Changes, OrderChange{OrderShipped, 4, at}, OrderChange{OrderRefunded, 5, at.Add(time.Hour)})
	if s := o.Shipment(); s == nil || *s != (Shipment{"Post", "", at}) {
		t.Errorf("shipment: %v", s)
	}
}

func TestOrderPlaceInput(t *testing.T) {
	good := ShippingInfoInput{Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}
	with := func(change func(*ShippingInfoInput)) OrderPlaceInput {
		in := OrderPlaceInput{ShippingInfo: good, IdempotencyKey: "k"}
		change(&in.ShippingInfo)
		return in
	}
	for name, c := range map[string]struct {
		in   OrderPlaceInput
		want string
	}{
		"good":                  {with(func(*ShippingInfoInput) {}), ""},
		"lower case":            {with(func(s *ShippingInfoInput) { s.PostalCode, s.Country = "1012lg", "nl" }), ""},
		"nothing":               {OrderPlaceInput{}, "shippingInfo.address REQUIRED, shippingInfo.city REQUIRED, shippingInfo.postalCode REQUIRED, shippingInfo.country REQUIRED, idempotencyKey REQUIRED"},
		"no such country":       {with(func(s *ShippingInfoInput) { s.Country = "XX" }), "shippingInfo.country INVALID"},
		"a name of a country":   {with(func(s *ShippingInfoInput) { s.Country = "Netherlands" }), "shippingInfo.country TOO_LONG"},
		"code of elsewhere":     {with(func(s *ShippingInfoInput) { s.PostalCode = "10115" }), "shippingInfo.postalCode INVALID"},
		"american":              {with(func(s *ShippingInfoInput) { s.PostalCode, s.Country = "94103-1234", "US" }), ""},
		"american too short":    {with(func(s *ShippingInfoInput) { s.PostalCode, s.Country = "9410", "US" }), "shippingInfo.postalCode INVALID"},
		"country without codes": {with(func(s *ShippingInfoInput) { s.PostalCode, s.Country = "none", "HK" }), ""},
		"long address":          {with(func(s *ShippingInfoInput) { s.Address = strings.Repeat("x", 201) }), "shippingInfo.address TOO_LONG"},
		"given": {with(func(s *ShippingInfoInput) {
			s.Recipient, s.Company, s.Phone, s.Notes = new("Ada"), new(" "), new("1"), new("lift gate")
		}), ""},
		"long recipient": {with(func(s *ShippingInfoInput) { s.Recipient = new(strings.Repeat("x", 101)) }), "shippingInfo.recipient TOO_LONG"},
		"long notes":     {with(func(s *ShippingInfoInput) { s.Notes = new(strings.Repeat("x", 501)) }), "shippingInfo.notes TOO_LONG"},
		"long key":       {OrderPlaceInput{ShippingInfo: good, IdempotencyKey: strings.Repeat("k", 101)}, "idempotencyKey TOO_LONG"},
	} {
		if _, err := c.in.Normal(); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
}

// The examples in messages must pass the check that they explain.
func TestPostalCodeExamples(t *testing.T) {
	for country, example := range postalCodes {
		in := OrderPlaceInput{ShippingInfo: ShippingInfoInput{Address: "a", City: "b", PostalCode: example, Country: country}, IdempotencyKey: "k"}
		if _, err := in.Normal(); err != nil {
			t.Errorf("%s %q: %v", country, example, err)
		}
	}
}

func TestExpectedTotalsAreNumbers(t *testing.T) {
	for total, want := range map[string]string{"22": "", "22.00": "", "0": "", "abc": "INVALID", "-1": "INVALID", " 0.03": "INVALID", "": "INVALID",
		"1e3": "INVALID", "NaN": "INVALID", "1,000": "INVALID"} {
		in := OrderPlaceInput{ShippingInfo: ShippingInfoInput{Address: "a", City: "b", PostalCode: "1012 LG", Country: "NL"}, IdempotencyKey: "k", ExpectedTotal: &total}
		if _, err := in.Normal(); strings.TrimPrefix(codes(err), "expectedTotal ") != want {
			t.Errorf("%q: %q, want %q", total, codes(err), want)
		}
	}
}

func TestCartOrder(t *testing.T) {
	terms, now := DefaultTerms(), time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	buyer := Actor{UserID: "b"}
	total := func(s string) OrderPlaceInput { return OrderPlaceInput{ExpectedTotal: &s} }
	preorder := robot(500, 0)
	preorder.IsPreorder = true
	preorder.ExpectedDelivery = &now

	for name, c := range map[string]struct {
		items []CartItem
		in    OrderPlaceInput
		want  string
	}{
		"good":               {[]CartItem{{Product: robot(1000, 2), Quantity: 2}}, OrderPlaceInput{}, ""},
		"pre-order":          {[]CartItem{{Product: preorder, Quantity: 1}}, OrderPlaceInput{}, ""},
		"empty":              {nil, OrderPlaceInput{}, "CART_EMPTY"},
		"too many":           {[]CartItem{{Product: robot(1000, 1), Quantity: 2}}, OrderPlaceInput{}, "OUT_OF_STOCK"},
		"sold out":           {[]CartItem{{Product: robot(1000, 0), Quantity: 1}}, OrderPlaceInput{}, "OUT_OF_STOCK"},
		"each line is named": {[]CartItem{{Product: robot(1000, 0), Quantity: 1}, {Product: robot(1, 0), Quantity: 1}}, OrderPlaceInput{}, "OUT_OF_STOCK, OUT_OF_STOCK"},
		"the total seen":     {[]CartItem{{Product: robot(1000, 2), Quantity: 2}}, total("22"), ""},
		"with its decimals":  {[]CartItem{{Product: robot(1000, 2), Quantity: 2}}, total("22.00"), ""},
		"another total":      {[]CartItem{{Product: robot(1000, 2), Quantity: 2}}, total("21.99"), "expectedTotal PRICE_CHANGED"},
		"no number":          {[]CartItem{{Product: robot(1000, 2), Quantity: 2}}, total("NaN"), "expectedTotal PRICE_CHANGED"},
	} {
		o, err := terms.NewCart(c.items).Order(c.in, buyer, now)
		if codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
		if err == nil && (len(o.OrderItems) != len(c.items) || o.Status != OrderPendingPayment || o.Buyer.ID != "b" ||
			o.OrderItems[0].TakesStock() == c.items[0].IsPreorder()) {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestInstructions(t *testing.T) {
	bank := BankAccount{"Orrery", "NL00", "BIC"}
	o := Order{Number: "OR-1", Status: OrderPendingPayment, TotalPrice: Money{100, "USD"}, CreatedAt: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	o.Payment = o.PaymentDue()
	o.PayTo(bank)
	p := o.Payment
	if *p != (PaymentInstructions{"Orrery", "NL00", "BIC", "RF19OR1", o.TotalPrice, p.DueAt}) || p.DueAt.Day() != 16 {
		t.Errorf("instructions %+v", p)
	}
	o.Status = OrderPaid
	if o.PaymentDue() != nil {
		t.Error("a paid order still asks for money")
	}
}

func TestInvoiced(t *testing.T) {
	sent := ShippingInfo{Address: "A 1"}
	for name, c := range map[string]struct {
		order Order
		want  bool
	}{
		"waiting for payment":                 {Order{Status: OrderPendingPayment, ShippingInfo: sent}, true},
		"refunded":                            {Order{Status: OrderRefunded, ShippingInfo: sent}, true},
		"cancelled":                           {Order{Status: OrderCancelled, ShippingInfo: sent}, false},
		"refunded, but cancelled before":      {Order{Status: OrderRefunded, ExpiredAt: new(time.Now()), ShippingInfo: sent}, false},
		"paid after it was cancelled":         {Order{Status: OrderPaid, ShippingInfo: sent}, true},
		"past the period that invoices cover": {Order{Status: OrderDelivered}, false},
	} {
		if err := c.order.Invoiced(); (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Everything that an order says of a person is listed here, by being left out.
func TestOrderWithoutPerson(t *testing.T) {
	for name, c := range map[string]struct {
		seen func(Order) Order
		want string
	}{
		"by a key":    {func(o Order) Order { return o.SeenBy(Actor{Key: &KeyActor{Scopes: []Scope{ReadEvents}}}) }, "ID Number Status TaxPercent Carrier"},
		"by an agent": {Order.SeenByAgent, "ID Number Status ShippingInfo.Country TaxPercent Carrier"},
	} {
		var o Order
		fillTexts(reflect.ValueOf(&o).Elem())
		if got := strings.Join(texts(reflect.ValueOf(c.seen(o)), ""), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// fillTexts sets all texts of a struct.
func fillTexts(v reflect.Value) {
	for i := range v.NumField() {
		switch field := v.Field(i); field.Kind() {
		case reflect.String:
			field.SetString("x")
		case reflect.Struct:
			if field.Type() != reflect.TypeFor[time.Time]() {
				fillTexts(field)
			}
		}
	}
}

// texts are the names of the fields of a struct that are texts and not empty, but for currencies.
func texts(v reflect.Value, of string) (names []string) {
	for i := range v.NumField() {
		name := of + v.Type().Field(i).Name
		switch field := v.Field(i); {
		case field.Kind() == reflect.String && field.String() != "" && !strings.HasSuffix(name, ".Currency"):
			names = append(names, name)
		case field.Kind() == reflect.Struct && field.Type() != reflect.TypeFor[time.Time]():
			names = append(names, texts(field, name+".")...)
		}
	}
	return names
}
