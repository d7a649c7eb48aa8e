package web_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
	"orrery/web"
)

func TestTheSitemapNamesWhatMayBeFound(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(c *web.Config) { c.PublicURL = "https://shop.example:8443/a&b" })
	admin := shop.Actor{UserID: "019a0000-0000-7000-8000-000000000001", Role: shop.RoleAdmin}
	places := func() map[string]string {
		t.Helper()
		var list struct {
			XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			Places  []struct {
				Loc     string `xml:"loc"`
				LastMod string `xml:"lastmod"`
			} `xml:"url"`
		}
		if err := xml.Unmarshal(get(site, "/sitemap.xml").Body.Bytes(), &list); err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, p := range list.Places {
			path, ours := strings.CutPrefix(p.Loc, "https://shop.example:8443/a&b")
			if _, twice := found[path]; twice || !ours {
				t.Errorf("%s stands there twice or is not ours", p.Loc)
			}
			found[path] = p.LastMod
		}
		return found
	}

	found := places()
	for _, path := range []string{"/", "/products", "/about", "/terms", "/compare", "/products/1", "/products/10"} {
		if _, ok := found[path]; !ok {
			t.Errorf("%s is missing", path)
		}
	}
	for _, path := range []string{"/cart", "/reset-password", "/products/11", "/products/99"} {
		if _, ok := found[path]; ok {
			t.Errorf("%s stands there", path)
		}
	}
	if found["/about"] != "" { // nobody knows
		t.Errorf("/about changed %s", found["/about"])
	}

	before := found["/products/1"]
	d.Clock.Advance(time.Hour)
	stock := 4
	if _, err := d.Store.Catalogue.UpdateProduct(context.Background(), admin, shop.ProductInput{ID: "1", Stock: &stock}); err != nil {
		t.Fatal(err)
	}
	found = places()
	if want := d.Clock.Now().Format(time.RFC3339); found["/products/1"] != want || before >= want {
		t.Errorf("changed %s, before %s, want %s", found["/products/1"], before, want)
	}

	if _, err := d.SQL.Exec(`UPDATE products SET listed = false WHERE id = 7`); err != nil {
		t.Fatal(err)
	}
	asked := d.Statements(t)
	if _, ok := places()["/products/7"]; !ok || d.Statements(t) != asked {
		t.Error("the list is not kept for a minute")
	}
	d.Clock.Advance(time.Minute)
	if _, ok := places()["/products/7"]; ok {
		t.Error("the list is kept for more than a minute")
	}
}

// A catalogue that is too large for one sitemap is on several, all of it and each product once.
func TestALargeSitemapHasPages(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	site := configured(t, d, func(*web.Config) {})
	type entries []struct {
		Loc string `xml:"loc"`
	}
	read := func(path string) (pages, urls entries) {
		t.Helper()
		var file struct {
			XMLName xml.Name
			Pages   entries `xml:"sitemap"`
			URLs    entries `xml:"url"`
		}
		if err := xml.Unmarshal(get(site, path).Body.Bytes(), &file); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if want := map[bool]string{true: "sitemapindex", false: "urlset"}[len(file.Pages) > 0]; file.XMLName.Local != want {
			t.Errorf("%s is a %s", path, file.XMLName.Local)
		}
		return file.Pages, file.URLs
	}
	_, small := read("/sitemap.xml")
	// Two ranges have no listed product, the first and the third.
	if _, err := d.SQL.Exec(`UPDATE products SET listed = false;
		SET session_replication_role = replica;
		INSERT INTO products (id, name, category, price_minor, stock, listed, short_desc, tags, created_at) OVERRIDING SYSTEM VALUE
			SELECT id, 'Machine', 'Range', 100, 1, true, '', '{}', now() FROM (SELECT generate_series(49901, 99800) UNION SELECT 180000) p (id);
		SET session_replication_role = origin`); err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(time.Minute)
	pages, none := read("/sitemap.xml")
	if len(pages) != 3 || len(none) != 0 {
		t.Fatalf("the index has %v and %d pages of the site", pages, len(none))
	}
	found, products := map[string]bool{}, 0
	for _, page := range pages {
		path, _ := strings.CutPrefix(page.Loc, "https://shop.example")
		_, urls := read(path)
		if len(urls) == 0 || len(urls) > 50_000 {
			t.Errorf("%s has %d pages of the site", path, len(urls))
		}
		for _, url := range urls {
			if found[url.Loc] {
				t.Errorf("%s is listed twice", url.Loc)
			}
			found[url.Loc] = true
			if strings.HasPrefix(url.Loc, "https://shop.example/products/") {
				products++
			}
		}
	}
	if products != 49_901 || !found["https://shop.example/products/180000"] {
		t.Errorf("%d products are listed", products)
	}
	for _, url := range small {
		if !strings.HasPrefix(url.Loc, "https://shop.example/products/") && !found[url.Loc] {
			t.Errorf("%s is missing", url.Loc)
		}
	}
	for _, number := range []string{"3", "9", "0", "-1", "x"} {
		if w := get(site, "/sitemap.xml?page="+number); w.Code != http.StatusNotFound {
			t.Errorf("page %s is %d", number, w.Code)
		}
	}
}

func TestRobotsAreToldWhatToLeave(t *testing.T) {
	text := get(newSite(t), "/robots.txt").Body.String()
	lines := strings.Split(text, "\n")
	for _, want := range []string{"User-agent: *", "Disallow: /cart", "Disallow: /orders/", "Disallow: /api/", "Sitemap: https://shop.example/sitemap.xml"} {
		if !slices.Contains(lines, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	// They would see neither that a page is not to be shown, nor, without the graph, what a page says.
	for _, never := range []string{"/reset-password", "/graphql", "/assets"} {
		if strings.Contains(text, never) {
			t.Errorf("%s is forbidden", never)
		}
	}
}

func TestThePhoneIsToldHowToKeepTheShop(t *testing.T) {
	var manifest struct {
		Name  string
		Theme string `json:"theme_color"`
		Icons []struct{ Src, Type, Purpose string }
	}
	if err := json.Unmarshal(get(newSite(t), "/site.webmanifest").Body.Bytes(), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Name != "Orrery Robotics" || manifest.Theme != "#0A0A0B" || len(manifest.Icons) == 0 {
		t.Errorf("got %+v", manifest)
	}
}
