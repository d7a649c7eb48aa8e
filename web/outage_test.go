package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"orrery/db/dbtest"
	"orrery/gate"
	"orrery/web"
)

// While the database is away pages go out as they were last known, and those that nobody knows say when to come back.
func TestPagesWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	database, cable := dbtest.NewCabled(t)
	site := configured(t, database, func(c *web.Config) {
		files := built()
		files[".server/pages.js"] = &fstest.MapFile{Data: []byte(pages)}
		files[".boot.js"] = &fstest.MapFile{Data: []byte("start()\n")}
		c.Files = files
		c.Graph = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data": {"text": "good"}}`) })
	})
	now := get(site, "/products/1")
	sitemap := get(site, "/sitemap.xml").Body.String()
	cable.Cut()
	last := get(site, "/products/1")
	if h := last.Header(); last.Code != http.StatusOK || last.Body.String() != now.Body.String() || h.Get("Age") == "" || h.Get("Cache-Control") != "no-store" {
		t.Errorf("a known page is %d with %v, and was %d", last.Code, h, now.Code)
	}
	if never := get(site, "/products/2"); never.Code != http.StatusServiceUnavailable || never.Header().Get("Retry-After") != "5" ||
		!strings.Contains(never.Body.String(), application) {
		t.Errorf("an unknown page is %d with %v", never.Code, never.Header())
	}
	if still := get(site, "/login"); still.Code != http.StatusOK || still.Header().Get("Age") != "" {
		t.Errorf("a page that needs no database is %d with %v", still.Code, still.Header())
	}
	if still := get(site, "/sitemap.xml"); still.Code != http.StatusOK || still.Body.String() != sitemap {
		t.Errorf("the sitemap is %d", still.Code)
	}
	cable.Mend()
	for end := time.Now().Add(5 * time.Second); get(site, "/products/1").Header().Get("Age") != ""; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("pages stay old")
		}
	}
}

// While there is no place for pages, files and the checks of the process are answered all the same.
func TestPagesInACrowd(t *testing.T) {
	t.Parallel()
	g := gate.New(1)
	site := configured(t, dbtest.New(t), func(c *web.Config) {
		c.Gate, c.Who = g, func(*http.Request) string { return "reader" }
	})
	_, leave, err := g.Enter(t.Context(), "somebody")
	if err != nil {
		t.Fatal(err)
	}
	if page := get(site, "/about"); page.Code != http.StatusServiceUnavailable || page.Header().Get("Retry-After") != "1" {
		t.Errorf("a page is %d with %v", page.Code, page.Header())
	}
	for _, path := range []string{"/livez", "/readyz", "/assets/main-1a2b.js"} {
		if r := get(site, path); r.Code != http.StatusOK {
			t.Errorf("%s is %d", path, r.Code)
		}
	}
	leave()
	if page := get(site, "/about"); page.Code != http.StatusOK {
		t.Errorf("with a place a page is %d", page.Code)
	}
}
