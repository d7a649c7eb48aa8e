package auth

import (
	"net/http"
	"strings"
	"testing"
)

func TestAddressBehindProxies(t *testing.T) {
	for name, c := range map[string]struct {
		trusted, from string
		forwarded     []string
		want          string
	}{
		"nobody is believed by default":         {"", "192.0.2.1:50", []string{"198.51.100.7"}, "192.0.2.1"},
		"a proxy says who asked":                {"10.0.0.0/8", "10.1.2.3:50", []string{"198.51.100.7"}, "198.51.100.7"},
		"what the caller has written is not it": {"10.0.0.0/8", "10.1.2.3:50", []string{"1.1.1.1, 198.51.100.7"}, "198.51.100.7"},
		"through two proxies":                   {"10.0.0.0/8 192.0.2.1", "10.1.2.3:50", []string{"198.51.100.7, 192.0.2.1"}, "198.51.100.7"},
		"in two headers":                        {"10.0.0.0/8", "10.1.2.3:50", []string{"1.1.1.1", "198.51.100.7"}, "198.51.100.7"},
		"somebody past the proxy":               {"10.0.0.0/8", "192.0.2.1:50", []string{"198.51.100.7"}, "192.0.2.1"},
		"a proxy that says nothing":             {"10.0.0.0/8", "10.1.2.3:50", nil, "10.1.2.3"},
		"no address":                            {"10.0.0.0/8", "10.1.2.3:50", []string{"198.51.100.7, <script>"}, "10.1.2.3"},
		"one of our own":                        {"10.0.0.0/8", "10.1.2.3:50", []string{"10.9.9.9"}, "10.9.9.9"},
		"over IPv6":                             {"2001:db8::/32", "[2001:db8::1]:50", []string{"2001:db9::7"}, "2001:db9::7"},
		"IPv4 within IPv6":                      {"127.0.0.1", "[::ffff:127.0.0.1]:50", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		"a zone":                                {"127.0.0.1", "127.0.0.1:50", []string{"fe80::1%eth0"}, "fe80::1"},
	} {
		t.Run(name, func(t *testing.T) {
			trusted, err := ParseProxies(strings.FieldsSeq(c.trusted))
			if err != nil {
				t.Fatal(err)
			}
			r := &http.Request{RemoteAddr: c.from, Header: http.Header{"X-Forwarded-For": c.forwarded}}
			if got := trusted.Address(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if _, err := ParseProxies(strings.FieldsSeq("10.0.0.0/8 proxy.example")); err == nil {
		t.Error("a name was taken for an address")
	}
}
