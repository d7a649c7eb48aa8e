package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/net/html"

	"orrery/db/dbtest"
	"orrery/web"
)

// head is what a reader without scripts finds in a document.
type head struct {
	title string
	tags  map[string][]string // contents of meta elements by name or property, and of links by "link " and rel
	graph []map[string]any    // structured data
}

// types are those of the structured data, in its order.
func (h head) types() string {
	var all []string
	for _, thing := range h.graph {
		all = append(all, thing["@type"].(string))
	}
	return strings.Join(all, " ")
}

// thing is the one of a type.
func (h head) thing(t *testing.T, kind string) map[string]any {
	t.Helper()
	for _, thing := range h.graph {
		if thing["@type"] == kind {
			return thing
		}
	}
	t.Fatalf("no %s among %s", kind, h.types())
	return nil
}

func (h head) is(t *testing.T, name, want string) {
	t.Helper()
	if got := strings.Join(h.tags[name], "\n"); got != want {
		t.Errorf("%s is %q, want %q", name, got, want)
	}
}

// read parses a document as a browser does.
func read(t *testing.T, site http.Handler, path string) head {
	t.Helper()
	h := head{tags: map[string][]string{}}
	tokens := html.NewTokenizer(get(site, path).Body)
	inHead, inside := true, ""
	for tokens.Next() != html.ErrorToken {
		token := tokens.Token()
		attributes := map[string]string{}
		for _, a := range token.Attr {
			attributes[a.Key] = a.Val
		}
		switch {
		case token.Type == html.EndTagToken && token.Data == "head":
			inHead = false
		case token.Type == html.EndTagToken:
			inside = ""
		case token.Type == html.TextToken && inside == "title":
			h.title += token.Data
		case token.Type == html.TextToken && inside == "settings":
			var public struct{ Name string }
			if err := json.Unmarshal([]byte(token.Data), &public); err != nil || public.Name == "" {
				t.Fatalf("%s: settings: %v in %s", path, err, token.Data)
			}
		case token.Type == html.TextToken && inside == "script":
			var data struct {
				Context string           `json:"@context"`
				Graph   []map[string]any `json:"@graph"`
			}
			if err := json.Unmarshal([]byte(token.Data), &data); err != nil || data.Context != "https://schema.org" || h.graph != nil {
				t.Fatalf("%s: structured data: %v in %s", path, err, token.Data)
			}
			h.graph = data.Graph
		case token.Type == html.TextToken:
			if text := strings.TrimSpace(token.Data); text != "" {
				t.Errorf("%s: stray text %q", path, text)
			}
		case !inHead || token.Type != html.StartTagToken:
		case token.Data == "meta":
			name := attributes["name"] + attributes["property"]
			h.tags[name] = append(h.tags[name], attributes["content"])
		case token.Data == "link":
			h.tags["link "+attributes["rel"]] = append(h.tags["link "+attributes["rel"]], attributes["href"])
		case token.Data == "title", token.Data == "script" && attributes["type"] == "application/ld+json":
			inside = token.Data
		case token.Data == "script" && attributes["id"] == "settings" && attributes["type"] == "application/json":
			inside = "settings"
		case token.Data != "html" && token.Data != "head" && attributes["src"] != "/assets/main-1a2b.js":
			t.Errorf("%s: stray element <%s>", path, token.Data)
		}
	}
	return h
}

func TestTheHeadSaysWhatThePageIs(t *testing.T) {
	site := newSite(t)
	home := read(t, site, "/")
	if home.title != "The Future of Robotics" {
		t.Errorf("title %q", home.title)
	}
	for name, want := range map[string]string{
		"robots":          "index, follow",
		"theme-color":     "#0A0A0B",
		"language":        "English",
		"revisit-after":   "7 days",
		"og:type":         "website",
		"og:site_name":    "Orrery Robotics",
		"og:locale":       "en_US",
		"og:title":        "The Future of Robotics",
		"og:url":          "https://shop.example/",
		"og:image":        "https://shop.example/images/robot-banner.jpg",
		"og:image:width":  "1200",
		"og:image:height": "630",
		"og:image:alt":    "A robotic arm with a gripper beside the name Orrery Robotics",
		"twitter:card":    "summary_large_image",
		"link canonical":  "https://shop.example/",
		"link manifest":   "/site.webmanifest",
		"link x":          "", // what follows the head in index.html stays
	} {
		home.is(t, name, want)
	}

	for path, want := range map[string]struct{ title, canonical, robots, types string }{
		"/":                                {"The Future of Robotics", "/", "index, follow", "Organization WebSite"},
		"/?utm_source=x&gclid=%zz":         {"The Future of Robotics", "/", "index, follow", "Organization WebSite"},
		"/products":                        {"All Products | Orrery Robotics", "/products", "index, follow", "ItemList FAQPage BreadcrumbList"},
		"/products?utm_source=x&sort=name": {"All Products | Orrery Robotics", "/products", "index, follow", "ItemList FAQPage BreadcrumbList"},
		"/products?page=2&utm_source=x&category=+Industrial": {
			"All Products | Orrery Robotics", "/products?category=industrial&page=2", "index, follow", "BreadcrumbList",
		},
		"/products?compare=1,2&q=arm+%26+rail&page=1&sort=best": {
			"All Products | Orrery Robotics", "/products?q=arm+%26+rail", "noindex, follow", "BreadcrumbList",
		},
		"/products?category=casino": {"All Products | Orrery Robotics", "/products?category=casino", "noindex, follow", "BreadcrumbList"},
		"/compare?only=differences&products=1,+2,,2&x=y": {
			"Compare products | Orrery Robotics", "/compare?products=1,2", "index, follow", "BreadcrumbList",
		},
		"/plan?v=1&p=a3.m1":            {"Plan a robot cell | Orrery Robotics", "/plan", "index, follow", "BreadcrumbList"},
		"/faq?q=casino":                {"Frequently asked questions | Orrery Robotics", "/faq", "index, follow", "FAQPage BreadcrumbList"},
		"/contact?subject=casino":      {"Contact us | Orrery Robotics", "/contact", "index, follow", "ContactPage FAQPage BreadcrumbList"},
		"/about":                       {"About us | Orrery Robotics", "/about", "index, follow", "AboutPage BreadcrumbList"},
		"/contact":                     {"Contact us | Orrery Robotics", "/contact", "index, follow", "ContactPage FAQPage BreadcrumbList"},
		"/faq":                         {"Frequently asked questions | Orrery Robotics", "/faq", "index, follow", "FAQPage BreadcrumbList"},
		"/resources":                   {"Support and resources | Orrery Robotics", "/resources", "index, follow", "FAQPage BreadcrumbList"},
		"/terms":                       {"Terms | Orrery Robotics", "/terms", "index, follow", "BreadcrumbList"},
		"/terms?version=2&x=y":         {"Terms | Orrery Robotics", "/terms", "noindex", "BreadcrumbList"},
		"/terms?version=02":            {"Terms | Orrery Robotics", "/terms", "index, follow", "BreadcrumbList"},
		"/products/13":                 {"Coming Soon Product | Orrery Robotics", "/products/13", "noindex", "BreadcrumbList"},
		"/products/99":                 {"Product not found | Orrery Robotics", "/products/99", "noindex", ""},
		"/orders/7":                    {"Order details | Orrery Robotics", "/orders/7", "noindex", ""},
		"/cart":                        {"Your cart | Orrery Robotics", "/cart", "noindex", ""},
		"/reset-password?token=secret": {"Set a new password | Orrery Robotics", "/reset-password", "noindex", ""},
	} {
		h := read(t, site, path)
		if h.title != want.title || h.types() != want.types {
			t.Errorf("%s is %q and tells %q", path, h.title, h.types())
		}
		h.is(t, "link canonical", "https://shop.example"+want.canonical)
		h.is(t, "og:url", "https://shop.example"+want.canonical)
		h.is(t, "robots", want.robots)
		h.is(t, "og:title", want.title)
	}
}

func TestAPathCannotWriteMarkup(t *testing.T) {
	h := read(t, newSite(t), "/%22%3E%3Cscript%3Ex") // stray elements fail it
	h.is(t, "link canonical", "https://shop.example/%22%3E%3Cscript%3Ex")
}

func TestAProductSharesOnlyAPictureThatPreviewsShow(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(*web.Config) {})
	read(t, site, "/products/1").is(t, "og:image", "https://shop.example/images/rail-arm-share.jpg")

	if _, err := d.SQL.Exec(`UPDATE products SET gallery = '[]';
		UPDATE products SET image = '{"url": "/media/a-1280.jpg", "alt": "An arm", "width": 1280, "height": 960}' WHERE id = 1;
		UPDATE products SET image = '{"url": "/images/products/fixed-arm.svg", "alt": ""}' WHERE id = 2;
		UPDATE products SET image = '{"url": "/media/b.png", "alt": ""}' WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	read(t, site, "/products/2").is(t, "og:image", "https://shop.example/images/robot-banner.jpg")
	known, unknown := read(t, site, "/products/1"), read(t, site, "/products/3")
	known.is(t, "og:image", "https://shop.example/media/a-1280.jpg")
	known.is(t, "og:image:width", "1280")
	known.is(t, "og:image:height", "960")
	known.is(t, "og:image:alt", "An arm")
	unknown.is(t, "og:image", "https://shop.example/media/b.png")
	for _, name := range []string{"og:image:width", "og:image:height", "og:image:alt"} {
		unknown.is(t, name, "")
	}
}

// A product that an admin has made has no texts for search engines yet.
func TestAProductWithoutTextsOfItsOwnUsesItsName(t *testing.T) {
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`UPDATE products SET content = '{}', name = 'Welder', short_desc = 'It welds.' WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	h := read(t, configured(t, d, func(*web.Config) {}), "/products/3")
	if h.title != "Welder | Orrery Robotics" {
		t.Errorf("title %q", h.title)
	}
	h.is(t, "description", "It welds.")
}

func TestAShopThatIsNotReachableStillServesItsPages(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(*web.Config) {})
	if err := d.Store.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/": 200, "/products": 200, "/faq": 200, "/products/1": 503, "/sitemap.xml": 503, "/robots.txt": 200} {
		if w := get(site, path); w.Code != want {
			t.Errorf("%s: got %d, want %d", path, w.Code, want)
		}
	}
	if types := read(t, site, "/products").types(); types != "BreadcrumbList" {
		t.Errorf("tells %q", types)
	}
	read(t, site, "/products/1").is(t, "robots", "noindex")
}

// An announcement is part of the document from its first day to its last, with the script that hides it where it was closed.
func TestAnAnnouncementIsInTheDocument(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(c *web.Config) {
		files := built()
		files[".boot.js"] = &fstest.MapFile{Data: []byte("start()\n")}
		c.Files = files
	})
	if _, err := d.SQL.Exec(`INSERT INTO settings (id, document, created_at) SELECT 2, document || '{"name": "A</script>cme",
			"announcement": {"text": "Free </script><b>delivery", "link": "", "from": "2026-03-02T10:00:00Z", "until": "2026-03-02T12:00:00Z"}}', now() FROM settings`); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{false, true, true, false} {
		w := get(site, "/cart")
		body := w.Body.String()
		script := regexp.MustCompile(`<script>(try\{[^<]*)</script>`).FindStringSubmatch(body)
		if got := strings.Contains(body, "delivery"); got != want || (script != nil) != want {
			t.Errorf("at %v it is announced: %v, with the script %q", d.Clock.Now(), got, script)
		}
		if strings.Contains(body, "</script><b>") || strings.Contains(body, "A</script>") {
			t.Errorf("a text leaves its element: %s", body)
		}
		if want {
			hash := sha256.Sum256([]byte(script[1]))
			if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
				t.Errorf("the policy is %s", policy)
			}
		}
		d.Clock.Advance(time.Hour)
	}
}

// The editor of a product frames its preview; no other page can be framed.
func TestOnlyPreviewsAreFramed(t *testing.T) {
	site := configured(t, dbtest.New(t), func(*web.Config) {})
	h, _ := wrapped("https://shop.example", site.ServeHTTP)
	for path, want := range map[string]string{
		"/admin/products/1?preview": "SAMEORIGIN",
		"/admin/products/1":         "DENY",
		"/admin/settings?preview":   "DENY",
		"/products/1?preview":       "DENY",
		"/?preview":                 "DENY",
	} {
		header := get(h, path).Header()
		ancestors := "frame-ancestors 'none'"
		if want == "SAMEORIGIN" {
			ancestors = "frame-ancestors 'self'"
		}
		if got := header.Get("X-Frame-Options"); got != want || !strings.HasSuffix(header.Get("Content-Security-Policy"), ancestors) {
			t.Errorf("%s: %s, %s", path, got, header.Get("Content-Security-Policy"))
		}
	}
}
