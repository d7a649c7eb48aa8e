package shop_test

import (
	"testing"

	"orrery/shop"
)

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":                "192.0.2.7",
		"::ffff:192.0.2.7":         "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":     "2001:db8:1:2::/64",
		"2001:db8:1:2::":           "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1%en0": "2001:db8:1:2::/64",
		"2001:db8:1:3::1":          "2001:db8:1:3::/64",
		"::1":                      "::/64",
		"":                         "",
		"ada@example.org":          "ada@example.org",
	} {
		if got := shop.Network(address); got != want {
			t.Errorf("%q counts as %q, want %q", address, got, want)
		}
	}
}
