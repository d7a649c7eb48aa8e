package shop

import (
	"strings"
	"testing"
	"time"
)

func TestWhatVisitorsTypeIsNotMailedToStrangers(t *testing.T) {
	own := User{Email: "ada@example.org", EmailVerified: true}
	const advert = "Free prize: https://evil.example/x"
	for _, c := range []struct {
		name    string
		order   PreOrder
		placer  User
		product string
	}{
		{"a product", PreOrder{Email: own.Email, ProductID: new("1"), ProductName: "Arm"}, User{}, "Arm"},
		{"a visitor's text", PreOrder{Email: own.Email, ProductName: advert}, User{}, ""},
		{"the text of the address's owner", PreOrder{Email: own.Email, ProductName: "Arm Only"}, own, "Arm Only"},
		{"to another's address", PreOrder{Email: "eve@example.org", ProductName: advert}, own, ""},
		{"to an unverified address", PreOrder{Email: own.Email, ProductName: advert}, User{Email: own.Email}, ""},
	} {
		if got := c.order.Confirmation(c.placer).ProductName; got != c.product {
			t.Errorf("%s: the email states %q, want %q", c.name, got, c.product)
		}
	}
	for name, want := range map[string]string{"Dr. Ada King": "Dr. Ada King", "Visit evil.example": "", "https:evil": "", "a@b": "", "": ""} {
		if got := (Recipient{Name: name}).MailedName(); got != want {
			t.Errorf("%q is mailed as %q, want %q", name, got, want)
		}
	}
}

func TestPreOrderCreateInput(t *testing.T) {
	text := func(s string) *string { return &s }
	good := func() PreOrderCreateInput {
		return PreOrderCreateInput{Name: "Ada", Email: "ada@example.org", Phone: "+31 20 123 4567", ProductID: text("7"), Quantity: 1}
	}
	for _, c := range []struct {
		name   string
		change func(*PreOrderCreateInput)
		want   string
	}{
		{"good", func(*PreOrderCreateInput) {}, ""},
		{"by name", func(in *PreOrderCreateInput) { in.ProductID, in.ProductName = nil, text("Arm Only") }, ""},
		{"any telephone number", func(in *PreOrderCreateInput) { in.Phone = "(020) 123-4567 ext. 9" }, ""},
		{"no product", func(in *PreOrderCreateInput) { in.ProductID = nil }, "productName REQUIRED"},
		{"blank product", func(in *PreOrderCreateInput) { in.ProductID, in.ProductName = text(" "), text("") }, "productName REQUIRED"},
		{"missing", func(in *PreOrderCreateInput) { in.Name, in.Email, in.Phone = "", "", "" },
			"name REQUIRED, email REQUIRED, phone REQUIRED"},
		{"none", func(in *PreOrderCreateInput) { in.Quantity = 0 }, "quantity OUT_OF_RANGE"},
		{"too many", func(in *PreOrderCreateInput) { in.Quantity = 1001 }, "quantity OUT_OF_RANGE"},
		{"with a key", func(in *PreOrderCreateInput) { in.IdempotencyKey = text(" k ") }, ""},
		{"an empty key", func(in *PreOrderCreateInput) { in.IdempotencyKey = text("") }, "idempotencyKey REQUIRED"},
		{"a blank key", func(in *PreOrderCreateInput) { in.IdempotencyKey = text(" ") }, "idempotencyKey REQUIRED"},
		{"long message", func(in *PreOrderCreateInput) { in.Message = text(strings.Repeat("x", 2001)) }, "message TOO_LONG"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := good()
			c.change(&in)
			if _, err := in.Normal(); codes(err) != c.want {
				t.Errorf("refusals %q, want %q", codes(err), c.want)
			}
		})
	}
	in := good()
	in.Company, in.Message = text("   "), text(" soon ")
	in, _ = in.Normal()
	if in.Company != nil || *in.Message != "soon" {
		t.Errorf("blank company %v, message %q", in.Company, *in.Message)
	}
}

func TestExpectedDelivery(t *testing.T) {
	at := time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	if got := ExpectedDelivery(at); !got.Equal(time.Date(2026, 3, 16, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("expected %v, want 60 days later (spec 9)", got)
	}
}

func TestPageArgs(t *testing.T) {
	n := func(i int) *int { return &i }
	after := "x"
	for _, c := range []struct {
		args PageArgs
		want string
	}{
		{PageArgs{First: 1}, ""},
		{PageArgs{First: 100, Offset: n(10000)}, ""},
		{PageArgs{First: 0}, "first OUT_OF_RANGE"},
		{PageArgs{First: 101}, "first OUT_OF_RANGE"},
		{PageArgs{First: 1, Offset: n(-1)}, "offset OUT_OF_RANGE"},
		{PageArgs{First: 1, Offset: n(10001)}, "offset OUT_OF_RANGE"},
		{PageArgs{First: 1, Offset: n(0), After: &after}, "after INVALID"},
	} {
		if got := codes(c.args.Check()); got != c.want {
			t.Errorf("%+v: %q, want %q", c.args, got, c.want)
		}
	}
}
