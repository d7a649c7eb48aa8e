package web_test

import (
	"html"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"orrery/admission"
	"orrery/client"
	"orrery/db/dbtest"
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
	for end := time.Now().Add(20 * time.Second); get(site, "/products/1").Header().Get("Age") != ""; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("pages stay old")
		}
	}
}

// crowded is a site whose only place for pages is taken until somebody leaves.
func crowded(t *testing.T, files fs.FS) (site http.Handler, leave func()) {
	t.Helper()
	g := admission.New(1)
	site = configured(t, dbtest.New(t), func(c *web.Config) {
		c.Files, c.Slots, c.Who = files, g, func(*http.Request) string { return "reader" }
	})
	_, leave, err := g.Acquire(t.Context(), "somebody")
	if err != nil {
		t.Fatal(err)
	}
	return site, leave
}

// While there is no place for pages there is one that says so, and files and the checks of the process are answered all the same.
func TestPagesInACrowd(t *testing.T) {
	t.Parallel()
	site, leave := crowded(t, built())
	page := get(site, "/about?from=mail")
	if h := page.Header(); page.Code != http.StatusServiceUnavailable || h.Get("Retry-After") != "1" || h.Get("Cache-Control") != "no-store" ||
		h.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("a page is %d with %v", page.Code, h)
	}
	text := page.Body.String()
	for _, want := range []string{"<title>The shop is very busy | Orrery Robotics</title>", "<link rel=x>", ">The shop is very busy</h1>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s: %s", want, text)
		}
	}
	// An empty address is the one that was asked for, with its query.
	if !regexp.MustCompile(`<a href="" [^>]*>Try again</a>`).MatchString(text) || strings.Contains(text, "<script") || strings.Contains(text, "style=") {
		t.Errorf("the page is %s", text)
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

// The page of a crowd looks like the others: what it names is in the stylesheet that the client is built with.
func TestThePageOfACrowdHasItsLook(t *testing.T) {
	t.Parallel()
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		t.Fatal(err)
	}
	site, leave := crowded(t, dist)
	defer leave()
	page := get(site, "/").Body.String()
	sheet := regexp.MustCompile(`<link rel="stylesheet"[^>]* href="([^"]+)"`).FindStringSubmatch(page)
	if sheet == nil {
		t.Fatalf("no stylesheet: %s", page)
	}
	styles := get(site, sheet[1]).Body.String()
	special := regexp.MustCompile(`[^\w-]`)
	for _, attribute := range regexp.MustCompile(`class="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		for class := range strings.FieldsSeq(html.UnescapeString(attribute[1])) {
			selector := "." + special.ReplaceAllString(class, `\$0`)
			if !regexp.MustCompile(regexp.QuoteMeta(selector) + `[^\w-]`).MatchString(styles) {
				t.Errorf("the stylesheet has no %s", selector)
			}
		}
	}
}
