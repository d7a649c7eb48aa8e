package test

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// 50 clients of the APIs, the rendered pages and those for machines read a price that an administrator changes all the time. None sees an
// older price after a newer one, or one from before a change that was answered before the request.
func TestPricesNeverGoBack(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), nil)
	admin := s.loginDemoAdmin()
	set := func(price int64) {
		s.execute(admin, `mutation ($price: Decimal) { productUpdate(input: {id: "1", price: $price}) { userErrors { code } } }`,
			map[string]any{"price": fmt.Sprint(price)})
	}
	const first, last = 41_001, 41_040
	set(first)
	graph := func(query string) func() (int, string) {
		return func() (int, string) { return s.send("POST", "/graphql", fmt.Sprintf(`{"query": %q}`, query), nil) }
	}
	get := func(path string) func() (int, string) {
		return func() (int, string) { return s.send("GET", path, "", nil) }
	}
	markdown := func() (int, string) {
		return s.send("GET", "/products/1", "", map[string]string{"Accept": "text/markdown"})
	}
	prices := regexp.MustCompile(`\b41,?0\d\d(\.00)?\b`) // whole numbers: an ID may contain the digits of one
	plain := strings.NewReplacer(",", "", ".00", "")
	var newest, pages atomic.Int64
	newest.Store(first)
	var done atomic.Bool
	var clients sync.WaitGroup
	for i := range 50 {
		name := []string{"GraphQL", "a list", "REST", "Markdown", "the feed", "the page", "the catalogue"}[i%7]
		isPage := i%7 >= 5
		request := []func() (int, string){graph(`{ product(id: "1") { price { amount } } }`),
			graph(`{ products(first: 20) { nodes { id price { amount } } } }`), get("/api/v1/product/1"), markdown, get("/feed.xml"), get("/products/1"),
			get("/products")}[i%7]
		clients.Go(func() {
			for seen := int64(0); !done.Load(); {
				least := newest.Load()
				status, text := request()
				// More clients than slots, or than one network may read the feed with.
				if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
					continue
				}
				found := prices.FindAllString(text, -1)
				if isPage && status == http.StatusOK && len(found) == 0 { // a busy server leaves rendering to the client
					continue
				}
				if status != http.StatusOK || len(found) == 0 {
					t.Errorf("%s: %d without a price: %.300s", name, status, text)
					return
				}
				next := seen
				for _, price := range found {
					price, err := strconv.ParseInt(plain.Replace(price), 10, 64)
					if err != nil || price < seen || price < least {
						t.Errorf("%s shows %d after %d, when %d was set (%v)", name, price, seen, least, err)
						return
					}
					next = max(next, price)
				}
				if seen = next; isPage {
					pages.Add(1)
				}
			}
		})
	}
	for price := int64(first + 1); price <= last || pages.Load() < 20 && price < 41_100; price++ {
		set(price)
		newest.Store(price)
		if _, text := get("/api/v1/product/1")(); !regexp.MustCompile(fmt.Sprint(price)).MatchString(text) {
			t.Errorf("who has set %d reads %.300s", price, text)
		}
	}
	done.Store(true)
	clients.Wait()
	if pages.Load() < 20 {
		t.Errorf("only %d pages were read", pages.Load())
	}
}

// Prices, tax and shipping are those of the environment, wherever they are told.
func TestTermsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"CURRENCY": "EUR", "TAX_PERCENT": "21", "SHIPPING": "25"})
	_, cart := s.send("POST", "/graphql", `{"query": "mutation { cartItemAdd(input: {productId: 1}) { cart {`+
		` subtotal { amount currency } taxPercent tax { amount } shipping { amount } total { amount } } } }"}`, bearer(s.loginDemoAdmin()))
	for _, part := range []string{`"subtotal":{"amount":"25999.00","currency":"EUR"}`, `"taxPercent":"21"`, `"tax":{"amount":"5459.79"}`,
		`"shipping":{"amount":"25.00"}`, `"total":{"amount":"31483.79"}`} {
		if !strings.Contains(cart, part) {
			t.Errorf("the cart lacks %s: %s", part, cart)
		}
	}
	for path, parts := range map[string][]string{
		"/products/1":       {"€25,999.00", `"priceCurrency":"EUR"`, `"value":"25.00"`},
		"/feed.xml":         {"25999.00 EUR", "25.00 EUR"},
		"/api/v1/product/1": {"25999.00"},
	} {
		status, text := s.send("GET", path, "", nil)
		for _, part := range parts {
			if status != http.StatusOK || !strings.Contains(text, part) {
				t.Errorf("%s, status %d, lacks %s", path, status, part)
			}
		}
		if strings.Contains(text, "USD") {
			t.Errorf("%s mentions USD", path)
		}
	}
}
