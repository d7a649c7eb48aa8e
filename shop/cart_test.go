package shop

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

func robot(price int64, stock int) Product {
	return Product{ID: "1", Name: "Robot", Price: &Money{price, "USD"}, Stock: stock, PreorderLimit: 1}
}

func TestQuantity(t *testing.T) {
	sold, preorder := robot(100, 3), robot(100, 0)
	preorder.IsPreorder = true
	soon := robot(100, 3)
	soon.ComingSoon = true
	unpriced := robot(100, 3)
	unpriced.Price = nil

	for _, c := range []struct {
		name    string
		product Product
		want    int
		got     int
		warned  bool
		code    Code
	}{
		{"within the stock", sold, 2, 2, false, ""},
		{"the whole stock", sold, 3, 3, false, ""},
		{"more than the stock", sold, 4, 3, true, ""},
		{"far more", sold, math.MaxInt, 3, true, ""},
		{"none", sold, 0, 0, false, OutOfRange},
		{"less than none", sold, -1, 0, false, OutOfRange},
		{"a pre-order item without stock", preorder, 1, 1, false, ""},
		{"more than the pre-order limit", preorder, 2, 1, true, ""},
		{"out of stock", robot(100, 0), 1, 0, false, NotForSale},
		{"coming soon", soon, 1, 0, false, NotForSale},
		{"without a price", unpriced, 1, 0, false, NotForSale},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, warnings, err := c.product.Quantity(c.want)
			var refusal *Error
			errors.As(err, &refusal)
			switch {
			case c.code != "" && (refusal == nil || refusal.Code != c.code):
				t.Errorf("error = %v, want %s", err, c.code)
			case c.code == "" && (err != nil || got != c.got || (len(warnings) == 1) != c.warned):
				t.Errorf("= %d, %v, %v; want %d, warned %v", got, warnings, err, c.got, c.warned)
			case c.warned && warnings[0].Message != "Maximum available quantity reached":
				t.Errorf("warning %q", warnings[0].Message)
			}
		})
	}
}

func TestMoreQuantity(t *testing.T) {
	for _, c := range []struct {
		have, add, want int
		warned          bool
	}{
		{0, 1, 1, false},
		{1, 2, 3, false},
		{2, 2, 3, true},
		{3, 1, 3, true},
		{3, math.MaxInt, 3, true}, // must not wrap around
	} {
		got, warnings, err := robot(100, 3).MoreQuantity(c.have, c.add)
		if err != nil || got != c.want || (len(warnings) == 1) != c.warned {
			t.Errorf("%d and %d more = %d, %v, %v; want %d, warned %v", c.have, c.add, got, warnings, err, c.want, c.warned)
		}
	}
	for _, add := range []int{0, -1, math.MinInt} {
		if _, _, err := robot(100, 3).MoreQuantity(2, add); err == nil {
			t.Errorf("adding %d is accepted", add)
		}
	}
}

func TestNewCart(t *testing.T) {
	terms := DefaultTerms()
	arm, kit := robot(2299900, 3), robot(299995, 9)
	cart := terms.NewCart([]CartItem{{Product: arm, Quantity: 3}, {Product: kit, Quantity: 1}})
	for _, c := range []struct {
		name, want string
		got        Money
	}{
		{"subtotal", "71996.95", cart.Subtotal},
		{"tax", "7199.70", cart.Tax}, // 7199.695 rounded
		{"shipping", "0.00", cart.Shipping},
		{"total", "79196.65", cart.Total},
	} {
		if c.got.Decimal() != c.want {
			t.Errorf("%s = %s, want %s", c.name, c.got.Decimal(), c.want)
		}
	}
	if cart.ItemCount != 4 {
		t.Errorf("item count = %d, want 4", cart.ItemCount)
	}

	terms.ShippingMinor = 1500
	if got := terms.NewCart(nil).Total; got.Minor != 0 {
		t.Errorf("an empty cart costs %s", got.Decimal())
	}
	if got := terms.NewCart([]CartItem{{Product: kit, Quantity: 1}}).Total; got.Decimal() != "3314.95" {
		t.Errorf("total with shipping = %s, want 3314.95", got.Decimal())
	}
}

func TestCartItemWithoutPrice(t *testing.T) {
	item := CartItem{Product: Product{}, Quantity: 2, AddedPrice: Money{500, "USD"}}
	if got := item.LineTotal(); got != (Money{1000, "USD"}) {
		t.Errorf("a product that lost its price counts %v, want the price it was added at", got)
	}
}

func TestAdditionsAreRepeatedByKey(t *testing.T) {
	input := func(key, product string, quantity int) CartItemAddInput {
		return CartItemAddInput{IdempotencyKey: &key, ProductID: product, Quantity: quantity}
	}
	for _, c := range []struct {
		name string
		last *string
		in   CartItemAddInput
		want string
	}{
		{"the same", input("k", "3", 1).Record(), input("k", "3", 1), "true"},
		{"another key", input("k", "3", 1).Record(), input("l", "3", 1), "false"},
		{"another product", input("k", "3", 1).Record(), input("k", "31", 1), "idempotencyKey KEY_REUSED"},
		{"another quantity", input("k", "3", 1).Record(), input("k", "3", 2), "idempotencyKey KEY_REUSED"},
		{"an older record", new("k"), input("k", "3", 1), "true"},
		{"no key", input("k", "3", 1).Record(), CartItemAddInput{ProductID: "3", Quantity: 1}, "false"},
		{"no key before", CartItemAddInput{ProductID: "3", Quantity: 1}.Record(), input("k", "3", 1), "false"},
	} {
		repeated, err := c.in.Repeats(c.last)
		got := fmt.Sprint(repeated)
		if err != nil {
			got = codes(err)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// BenchmarkNewCart adds up a cart of twenty lines, which every change of a cart does twice.
func BenchmarkNewCart(b *testing.B) {
	items := make([]CartItem, 20)
	for i := range items {
		items[i] = CartItem{Product: robot(int64(1999+i), 5), Quantity: i + 1}
	}
	terms := DefaultTerms()
	b.ReportAllocs()
	for b.Loop() {
		if cart := terms.NewCart(items); cart.ItemCount != 210 {
			b.Fatal(cart.ItemCount)
		}
	}
}
