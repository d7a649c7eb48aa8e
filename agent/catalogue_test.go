package agent_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"orrery/shop"
)

// both runs a test over both bindings.
func both(t *testing.T, p *platform, run func(t *testing.T, p *platform)) {
	t.Helper()
	for _, b := range []binding{overREST, overMCP} {
		t.Run(string(b), func(t *testing.T) {
			over, s := p.over(b), *p.s
			s.t = t
			over.s = &s
			run(t, over)
		})
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	both(t, s.newPlatform(), func(t *testing.T, p *platform) {
		found := p.call("search_catalog", "", `{"query": "rail arm"}`)
		found.is("ucp.status", "success")
		found.is("products.0.id", "1")
		found.is("products.0.variants.0.id", "1")
		found.is("products.0.price_range.min.amount", 2599900)
		found.is("products.0.variants.0.availability.status", "in_stock")
		found.is("messages.0.code", "untrusted_content")

		none := p.call("search_catalog", "", `{"query": "xyzzyplugh"}`)
		none.is("products", []any{})
		none.is("messages", nil)

		// Pages follow each other without gaps, and contain only products with a price.
		seen, cursor := map[string]bool{}, ""
		for range 20 {
			page := p.call("search_catalog", "", fmt.Sprintf(`{"filters": {}, "pagination": {"limit": 2%s}}`, cursor))
			for _, product := range page.at("products").([]any) {
				id := product.(map[string]any)["id"].(string)
				if seen[id] {
					t.Errorf("product %s is on two pages", id)
				}
				seen[id] = true
			}
			if page.at("pagination.has_next_page") != true {
				break
			}
			cursor = fmt.Sprintf(`, "cursor": %q`, page.at("pagination.cursor"))
		}
		everything, err := s.Store.Catalogue.Products(t.Context(), shop.Actor{}, shop.ProductFilter{}, shop.SortCreatedAt,
			shop.PageArgs{First: 100}, shop.CardParts)
		if err != nil {
			t.Fatal(err)
		}
		for _, product := range everything.Nodes {
			if (product.Price != nil) != seen[product.ID] {
				t.Errorf("product %s with the price %v was found: %v", product.ID, product.Price, seen[product.ID])
			}
		}

		cheap := p.call("search_catalog", "", `{"filters": {"price": {"max": 300000}}, "context": {"currency": "USD"}}`)
		for _, product := range cheap.at("products").([]any) {
			amount := product.(map[string]any)["price_range"].(map[string]any)["max"].(map[string]any)["amount"]
			if minor, err := amount.(json.Number).Int64(); err != nil || minor > 300000 {
				t.Errorf("a product costs %v", amount)
			}
		}
		if len(cheap.at("products").([]any)) == 0 {
			t.Error("nothing costs at most 3,000")
		}
		p.call("search_catalog", "", `{"filters": {"price": {"max": 3}}, "context": {"currency": "EUR"}}`).
			is("messages.0.code", "currency_not_supported")
		several := p.call("search_catalog", "", `{"filters": {"categories": ["educational", "industrial"]}, "pagination": {"limit": 50}}`)
		one := p.call("search_catalog", "", `{"filters": {"categories": ["educational"]}, "pagination": {"limit": 50}}`)
		if all, some := len(several.at("products").([]any)), len(one.at("products").([]any)); some == 0 || all <= some {
			t.Errorf("%d products in two categories, %d in one", all, some)
		}

		for _, bad := range []string{`{}`, `{"query": 3}`, `{"query": ["a"]}`, `[]`, `"text"`, `{"filters": "x"}`,
			`{"query": "a", "pagination": {"limit": 0}}`, `{"query": "a", "pagination": {"cursor": "nonsense"}}`,
			`{"query": "a", "pagination": {"limit": "many"}}`, `{"filters": {"price": {"min": -1}}}`,
			`{"query": "` + strings.Repeat("a", 300) + `"}`, `{"query": "a\u0000b"}`} {
			got := p.call("search_catalog", "", bad)
			got.refused(400, "invalid_request")
			if p.binding == overMCP && got.rpc != -32602 {
				t.Errorf("%s: JSON-RPC error %d", bad, got.rpc)
			}
		}
	})
}

func TestLookup(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	both(t, s.newPlatform(), func(t *testing.T, p *platform) {
		found := p.call("lookup_catalog", "", `{"ids": ["3", "1", "3", "nope", "11"]}`)
		found.is("products.0.id", "3")
		found.is("products.1.id", "1")
		found.is("products.2", nil)
		found.is("products.0.variants.0.inputs.0.id", "3")
		found.is("messages.0.code", "not_found")
		found.is("messages.0.content", "nope")
		found.is("messages.1.content", "11")

		p.call("lookup_catalog", "", `{"ids": ["nope"]}`).is("products", []any{})
		p.call("lookup_catalog", "", `{"ids": ["1"], "filters": {"price": {"max": 5}}}`).is("products", []any{})
		p.call("lookup_catalog", "", `{"ids": ["1"`+strings.Repeat(`, "1"`, 20)+`]}`).refused(400, "request_too_large")
		for _, bad := range []string{`{}`, `{"ids": []}`, `{"ids": "1"}`, `{"ids": [1]}`} {
			p.call("lookup_catalog", "", bad).refused(400, "invalid_request")
		}

		one := p.call("get_product", "", `{"id": "1"}`)
		one.is("product.id", "1")
		one.is("product.metadata.untrusted.0", "title")
		if text, _ := one.at("product.description.markdown").(string); text == "" {
			t.Error("the product has no description")
		}
		if figures, _ := one.at("product.metadata.figures").(map[string]any); len(figures) == 0 {
			t.Error("the product has no figures")
		}
		missing := p.call("get_product", "", `{"id": "404"}`)
		missing.is("ucp.status", "error")
		missing.is("messages.0.code", "not_found")
		for _, bad := range []string{`{}`, `{"id": 1}`, `{"id": null}`} {
			p.call("get_product", "", bad).refused(400, "invalid_request")
		}
	})
}

// Without a signature, agents may read the catalogue, and nothing else.
func TestUnsigned(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	r := s.plain("POST", "/ucp/v1/catalog/search", `{"query": "arm"}`)
	r.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", p.profile))
	s.send("search_catalog", r).is("ucp.status", "success")
}

func TestNegotiation(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	search := func(p *platform, change ...func(*http.Request)) reply {
		return p.call("search_catalog", "", `{"query": "arm"}`, change...)
	}
	both(t, s.platformWith("dev.ucp.shopping.cart"), func(_ *testing.T, p *platform) {
		got := search(p)
		got.is("ucp.status", "error")
		got.is("messages.0.code", "capabilities_incompatible")
		p.call("get_product", "", `{"id": "1"}`).is("messages.0.code", "capabilities_incompatible")
	})
	old := s.newPlatform()
	old.served.body = old.document("2026-01-23", "dev.ucp.shopping.catalog.search")
	both(t, old, func(t *testing.T, p *platform) {
		got := search(p)
		got.refused(422, "version_unsupported")
		if p.binding == overMCP && got.rpc != -32001 {
			t.Errorf("JSON-RPC error %d", got.rpc)
		}
	})
	for name, row := range map[string]struct {
		change func(*served)
		status int
		code   string
	}{
		"not found":   {func(s *served) { s.status = 404 }, 424, "profile_unreachable"},
		"a redirect":  {func(s *served) { s.status = 302 }, 424, "profile_unreachable"},
		"not JSON":    {func(s *served) { s.body = "<html>" }, 422, "profile_malformed"},
		"no version":  {func(s *served) { s.body = `{"ucp": {}}` }, 422, "profile_malformed"},
		"a long text": {func(s *served) { s.body += strings.Repeat(" ", 70_000) }, 422, "profile_malformed"},
		"a bad key": {func(s *served) {
			s.body = `{"ucp": {"version": "2026-04-08"}, "signing_keys": [{"kid": "key-1", "kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}]}`
		}, 422, "profile_malformed"},
	} {
		p := s.newPlatform()
		p.served.set(row.change)
		for _, b := range []binding{overREST, overMCP} {
			t.Run(name, func(*testing.T) { search(p.over(b)).refused(row.status, row.code) })
		}
		if n := p.served.fetched.Load(); n != 1 {
			t.Errorf("%s: fetched %d times, though failures are cached", name, n)
		}
	}
	p := s.newPlatform()
	for _, header := range []string{"", "nonsense", `profile=x`, `profile="ftp://a.example/"`, `profile="https://"`,
		`profile="http://agent.example/profile"`, `profile="https://u:p@a.example/"`, `profile="https://a.example:0/"`} {
		search(p, func(r *http.Request) { r.Header.Set("UCP-Agent", header) }).refused(400, "invalid_profile_url")
	}
}
