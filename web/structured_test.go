package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"orrery/db/dbtest"
	"orrery/web"
)

func TestAProductIsDescribedWithItsOffer(t *testing.T) {
	site := newSite(t)
	for id, want := range map[string]struct {
		price, availability string
		days                int
	}{
		"1": {"25999.00", "InStock", 21},
		"2": {"18999.00", "PreOrder", 0},
		"3": {"22999.00", "InStock", 14},
		"4": {}, // it has a price, but is coming soon
		"6": {},
	} {
		h := read(t, site, "/products/"+id)
		p := h.thing(t, "Product")
		if h.types() != "Product BreadcrumbList" || p["sku"] != id || p["url"] != "https://shop.example/products/"+id {
			t.Errorf("%s: %v", id, h.graph)
		}
		for _, member := range []string{"name", "description", "mpn", "category"} {
			if text, _ := p[member].(string); text == "" {
				t.Errorf("%s has no %s", id, member)
			}
		}
		if images, _ := p["image"].([]any); len(images) == 0 || !strings.HasPrefix(images[0].(string), "https://shop.example/images/") {
			t.Errorf("%s shows %v", id, images)
		}
		rating := p["aggregateRating"].(map[string]any)
		reviews := p["review"].([]any)
		if rating["reviewCount"] != 1.0 || len(reviews) != 1 { // each seeded product has one review
			t.Errorf("%s: %v and %d reviews", id, rating, len(reviews))
		}
		if author := reviews[0].(map[string]any)["author"].(map[string]any); author["@type"] != "Person" || author["name"] == "" {
			t.Errorf("%s: written by %v", id, author)
		}
		offer, offered := p["offers"].(map[string]any)
		if offered != (want.price != "") {
			t.Errorf("%s: offer %v", id, offer)
		}
		if !offered {
			continue
		}
		seller := offer["seller"].(map[string]any)
		if seller["@id"] != "https://shop.example/#organization" || seller["name"] != "Orrery Robotics" {
			t.Errorf("%s: sold by %v", id, seller)
		}
		delete(offer, "seller")
		shipping := map[string]any{"@type": "OfferShippingDetails",
			"shippingRate":        map[string]any{"@type": "MonetaryAmount", "value": "0.00", "currency": "USD"},
			"shippingDestination": map[string]any{"@type": "DefinedRegion", "addressCountry": "NL"}}
		wanted := map[string]any{
			"@type": "Offer", "price": want.price, "priceCurrency": "USD", "availability": "https://schema.org/" + want.availability,
			"itemCondition": "https://schema.org/NewCondition", "url": "https://shop.example/products/" + id,
			"priceSpecification": map[string]any{"@type": "UnitPriceSpecification", "price": want.price, "priceCurrency": "USD", "valueAddedTaxIncluded": false},
			"shippingDetails":    shipping,
			"hasMerchantReturnPolicy": map[string]any{"@type": "MerchantReturnPolicy",
				"merchantReturnLink": "https://shop.example/terms#withdrawal"},
		}
		if want.days > 0 {
			days := map[string]any{"@type": "QuantitativeValue", "unitCode": "DAY", "value": want.days}
			wanted["deliveryLeadTime"] = days
			shipping["deliveryTime"] = map[string]any{"@type": "ShippingDeliveryTime",
				"handlingTime": map[string]any{"@type": "QuantitativeValue", "unitCode": "DAY", "value": want.days / 7 * 5}}
		} else {
			wanted["availabilityStarts"] = "2026-05-01"
		}
		if fmt.Sprint(offer) != fmt.Sprint(wanted) {
			t.Errorf("%s: offer %v, want %v", id, offer, wanted)
		}
	}
}

func TestASoldOutProductIsOfferedAsSuch(t *testing.T) {
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 0 WHERE id = 1; DELETE FROM reviews WHERE product_id = 1;
		UPDATE products SET rating_sum = 0, rating_count = 0, model = NULL, image = NULL, gallery = '[]' WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	p := read(t, configured(t, d, func(*web.Config) {}), "/products/1").thing(t, "Product")
	if got := p["offers"].(map[string]any)["availability"]; got != "https://schema.org/OutOfStock" {
		t.Errorf("availability %v", got)
	}
	for _, member := range []string{"aggregateRating", "review", "mpn", "image"} {
		if p[member] != nil {
			t.Errorf("%s is told: %v", member, p[member])
		}
	}
}

// A review of somebody who has not bought the product stands on the page, and search engines are not told of it.
func TestOnlyReviewsOfVerifiedBuyersAreTold(t *testing.T) {
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`INSERT INTO reviews (id, product_id, name, rating, comment, created_at)
			VALUES ('019a0000-0000-7000-8000-000000000001', 1, 'Eve', 1, 'Never had one', now());
		UPDATE products SET rating_sum = rating_sum + 1, rating_count = rating_count + 1 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	p := read(t, configured(t, d, func(*web.Config) {}), "/products/1").thing(t, "Product")
	rating := p["aggregateRating"].(map[string]any)
	if reviews := p["review"].([]any); rating["reviewCount"] != 1.0 || len(reviews) != 1 || strings.Contains(fmt.Sprint(reviews), "Eve") {
		t.Errorf("%v and the reviews %v are told", rating, reviews)
	}
}

func TestTheCatalogueListsItsFirstPage(t *testing.T) {
	h := read(t, newSite(t), "/products")
	items := h.thing(t, "ItemList")["itemListElement"].([]any)
	if len(items) != 10 {
		t.Fatalf("%d products", len(items))
	}
	for i, item := range items {
		item := item.(map[string]any)
		if item["position"] != float64(i+1) || item["url"] != fmt.Sprintf("https://shop.example/products/%d", i+1) || item["name"] == "" {
			t.Errorf("place %d: %v", i+1, item)
		}
	}
}

func TestQuestionsStandOnTheirPages(t *testing.T) {
	site := newSite(t)
	for path, want := range map[string]int{"/products": 11, "/contact": 4, "/resources": 4, "/faq": 19} {
		questions := read(t, site, path).thing(t, "FAQPage")["mainEntity"].([]any)
		if len(questions) != want {
			t.Errorf("%s: %d questions, want %d", path, len(questions), want)
		}
		for _, q := range questions {
			q := q.(map[string]any)
			if answer := q["acceptedAnswer"].(map[string]any)["text"]; q["@type"] != "Question" || q["name"] == "" || answer == "" {
				t.Errorf("%s: %v", path, q)
			}
		}
	}
}

func TestTheWayToAPage(t *testing.T) {
	site := newSite(t)
	for path, want := range map[string]string{
		"/faq":        "1 Home https://shop.example/, 2 Frequently asked questions https://shop.example/faq",
		"/products/7": "1 Home https://shop.example/, 2 All Products https://shop.example/products, 3 Parallel Gripper https://shop.example/products/7",
	} {
		var steps []string
		for _, step := range read(t, site, path).thing(t, "BreadcrumbList")["itemListElement"].([]any) {
			step := step.(map[string]any)
			steps = append(steps, fmt.Sprint(step["position"], " ", step["name"], " ", step["item"]))
		}
		if got := strings.Join(steps, ", "); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestTheSearchIsTold(t *testing.T) {
	h := read(t, newSite(t), "/")
	action := h.thing(t, "WebSite")["potentialAction"].(map[string]any)
	if target := action["target"].(map[string]any)["urlTemplate"]; target != "https://shop.example/products?q={search_term_string}" {
		t.Errorf("search at %v", target)
	}
	company := h.thing(t, "Organization")
	if company["name"] != "Orrery Robotics" || company["logo"] != "https://shop.example/icon-512.png" {
		t.Errorf("company %v", company)
	}
}

// What people and admins write must neither end the script element nor become markup. read fails on stray elements.
func TestNoTextCanLeaveTheHead(t *testing.T) {
	d := dbtest.New(t)
	hostile := `</script></title><script>alert(1)</script><!--<script>"><img src=x onerror=alert(1)>` + "\u2028&amp;'\\"
	content, err := json.Marshal(map[string]any{"seoTitle": hostile, "seoDescription": hostile, "seoKeywords": []string{hostile}})
	if err != nil {
		t.Fatal(err)
	}
	image, err := json.Marshal(map[string]any{"url": "/images/" + hostile + ".png", "alt": hostile})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`UPDATE products SET name = $1, short_desc = $1, category = $1, model = $1, image = $2, content = $3 WHERE id = 1`,
		hostile, image, content); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`UPDATE reviews SET name = $1, comment = $1 WHERE product_id = 1`, hostile); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`UPDATE faq_entries SET question = $1, answer = $1`, hostile); err != nil {
		t.Fatal(err)
	}
	site := configured(t, d, func(*web.Config) {})

	h := read(t, site, "/products/1")
	if h.title != hostile+" | Orrery Robotics" {
		t.Errorf("title %q", h.title)
	}
	h.is(t, "description", hostile)
	h.is(t, "og:image:alt", hostile)
	p := h.thing(t, "Product")
	review := p["review"].([]any)[0].(map[string]any)
	for name, got := range map[string]any{"name": p["name"], "mpn": p["mpn"], "comment": review["reviewBody"]} {
		if got != hostile {
			t.Errorf("%s arrives as %q", name, got)
		}
	}
	if q := read(t, site, "/faq").thing(t, "FAQPage")["mainEntity"].([]any)[0].(map[string]any); q["name"] != hostile {
		t.Errorf("question arrives as %q", q["name"])
	}
	read(t, site, "/products")
}

func TestAPageCostsFewStatements(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(*web.Config) {})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if _, err := d.Store.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil { // the settings are in memory then
		t.Fatal(err)
	}
	get(site, "/")
	get(site, "/faq")        // the versions of texts are in memory then
	get(site, "/products/1") // the terms are in memory then
	get(site, "/products")   // its text is in memory then
	for path, want := range map[string]int{"/": 0, "/terms": 0, "/cart": 0, "/faq": 1, "/products": 2, "/products/1": 2, "/products/99": 1} {
		before := d.Statements(t)
		get(site, path)
		if took := d.Statements(t) - before; took != want {
			t.Errorf("%s takes %d statements, want %d", path, took, want)
		}
	}
}

// Search engines are told of a right to return goods only where the terms of the shop have a section about it.
func TestReturnsAreToldWhereTheTermsStateThem(t *testing.T) {
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`INSERT INTO texts (name, version, document, valid_from, created_at)
		SELECT name, version + 1, jsonb_set(document, '{sections}', '[{"anchor": "law", "title": "Law", "body": "Dutch"}]'), now(), now()
		FROM texts WHERE name = 'terms'`); err != nil {
		t.Fatal(err)
	}
	offer := read(t, configured(t, d, func(*web.Config) {}), "/products/1").thing(t, "Product")["offers"].(map[string]any)
	if policy := offer["hasMerchantReturnPolicy"]; policy != nil {
		t.Errorf("returns are told: %v", policy)
	}
}
