package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"orrery/client"
	"orrery/db/dbtest"
	"orrery/web"
)

const (
	index = `<html><head><!--head--><title>Only in development</title><!--/head--><link rel=x>` +
		`<script type="module" crossorigin src="/assets/main-1a2b.js"></script></head><body><div id="root"></div></body></html>`
	script = "console.log('plain')"
)

func built() fstest.MapFS {
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html":              index,
		".vite/manifest.json":     "{}",
		".gitkeep":                "",
		"assets/main-1a2b.js.br":  "as brotli",
		"assets/main-1a2b.js.gz":  gzipped(script),
		"assets/font-3c4d.woff2":  "font",
		"assets/old-5e6f.css":     "a{}",
		"assets/old-5e6f.css.gz":  "as gzip",
		"images/robot-banner.jpg": "0123456789",
		"favicon.svg":             "<svg/>",
		"backup.gz":               "an archive of its own",
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return files
}

func gzipped(text string) string {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return packed.String()
}

func TestMain(m *testing.M) { dbtest.Main(m) }

func newSite(t *testing.T) http.Handler {
	t.Helper()
	t.Parallel()
	return configured(t, dbtest.New(t), func(*web.Config) {})
}

func configured(t *testing.T, d *dbtest.Database, change func(*web.Config)) http.Handler {
	t.Helper()
	c := web.Config{
		Files:     built(),
		Pages:     client.Pages,
		PublicURL: "https://shop.example/",
		Store:     d.Store,
		Log:       slog.New(slog.DiscardHandler),
		Now:       d.Clock.Now,
		Ready:     func(context.Context) error { return nil },
	}
	change(&c)
	site, err := web.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	return send(h, http.MethodGet, path, header...)
}

func send(h http.Handler, method, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestWhatIsServedWhere(t *testing.T) {
	const page, plain = "text/html; charset=utf-8", "text/plain; charset=utf-8"
	site := newSite(t)
	for path, want := range map[string]struct {
		status int
		media  string
		cache  string
	}{
		"/":                        {200, page, "no-cache"},
		"/products":                {200, page, "no-cache"},
		"/products?category=x":     {200, page, "no-cache"},
		"/products/1":              {200, page, "no-cache"},
		"/products/99":             {404, page, "no-cache"},
		"/products/1/more":         {404, page, "no-cache"},
		"/products/13":             {200, page, "no-cache"}, // a number that was given out
		"/products/01":             {404, page, "no-cache"},
		"/orders/1":                {200, page, "no-cache"},
		"/orders/1/2":              {404, page, "no-cache"},
		"/PRODUCTS":                {404, page, "no-cache"},
		"/cart":                    {200, page, "no-cache"},
		"/nonsense":                {404, page, "no-cache"},
		"/product":                 {404, page, "no-cache"},
		"/assets/main-1a2b.js":     {200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/font-3c4d.woff2":  {200, "font/woff2", "public, max-age=31536000, immutable"},
		"/images/robot-banner.jpg": {200, "image/jpeg", "public, max-age=86400"},
		"/favicon.svg":             {200, "image/svg+xml", "public, max-age=86400"},
		"/robots.txt":              {200, plain, "public, max-age=86400"},
		"/sitemap.xml":             {200, "application/xml; charset=utf-8", "no-cache"},
		"/site.webmanifest":        {200, "application/manifest+json", "no-cache"},
		"/sitemap.xml.gz":          {404, plain, "no-store"},
		"/products/1.html":         {404, plain, "no-store"},
		"/backup.gz":               {200, "application/octet-stream", "public, max-age=86400"},
		"/assets/gone.js":          {404, plain, "no-store"},
		"/assets/gone":             {404, plain, "no-store"},
		"/assets/":                 {404, plain, "no-store"},
		"/images/gone":             {404, plain, "no-store"},
		"/api":                     {404, plain, "no-store"},
		"/api/v1/nothing":          {404, plain, "no-store"},
		"/media/gone":              {404, plain, "no-store"},
		"/wp-login.php":            {404, plain, "no-store"},
		"/index.html":              {404, plain, "no-store"},
		"/.gitkeep":                {404, plain, "no-store"},
		"/.vite/manifest.json":     {404, plain, "no-store"},
		"/assets/main-1a2b.js.br":  {404, plain, "no-store"},
		"/../go.mod":               {404, plain, "no-store"},
		"/livez":                   {200, plain, "no-store"},
		"/readyz":                  {200, plain, "no-store"},
	} {
		w := get(site, path)
		if w.Code != want.status || w.Header().Get("Content-Type") != want.media || w.Header().Get("Cache-Control") != want.cache {
			t.Errorf("%s: got %d %s, %s; want %d %s, %s", path, w.Code, w.Header().Get("Content-Type"),
				w.Header().Get("Cache-Control"), want.status, want.media, want.cache)
		}
		if isPage := strings.Contains(w.Body.String(), "<body>"); isPage != (want.media == page) {
			t.Errorf("%s: answered with the document: %v", path, isPage)
		}
	}
}

func TestOldProductLinksLeadToTheProduct(t *testing.T) {
	site := newSite(t)
	for path, to := range map[string]string{"/product/3": "/products/3", "/product/a%2F%2Fb": "", "/product/a%20b": "/products/a%20b"} {
		w := get(site, path)
		if w.Header().Get("Location") != to || to != "" && w.Code != http.StatusMovedPermanently {
			t.Errorf("%s: got %d to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
}

func TestEveryPageHasOneAddress(t *testing.T) {
	site := newSite(t)
	for path, to := range map[string]string{
		"/products/":                  "/products",
		"/products/?category=x&q=%2F": "/products?category=x&q=%2F",
		"/products/1/":                "/products/1",
		"/nonsense///":                "/nonsense",
		"//elsewhere.example/":        "/elsewhere.example",
		"/%5Celsewhere/":              "/%5Celsewhere",
	} {
		w := get(site, path)
		if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != to {
			t.Errorf("%s: got %d to %q, want %q", path, w.Code, w.Header().Get("Location"), to)
		}
	}
}

func TestADocumentIsSentAgainOnlyWhenItHasChanged(t *testing.T) {
	d := dbtest.New(t)
	site := configured(t, d, func(*web.Config) {})
	for _, path := range []string{"/", "/products/1", "/robots.txt", "/sitemap.xml", "/site.webmanifest"} {
		first := get(site, path)
		tag := first.Header().Get("ETag")
		if w := get(site, path, "If-None-Match", tag); tag == "" || w.Code != 304 || w.Body.Len() != 0 {
			t.Errorf("%s with %s: got %d and %d bytes", path, tag, w.Code, w.Body.Len())
		}
		if w := send(site, http.MethodHead, path); w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("ETag") != tag {
			t.Errorf("HEAD %s: got %d and %d bytes", path, w.Code, w.Body.Len())
		}
	}
	tag := get(site, "/products/1").Header().Get("ETag")
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 0 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if w := get(site, "/products/1", "If-None-Match", tag); w.Code != 200 {
		t.Errorf("sold out, yet got %d", w.Code)
	}
}

func TestMethods(t *testing.T) {
	site := newSite(t)
	for _, path := range []string{"/", "/nonsense", "/assets/main-1a2b.js", "/product/1", "/livez"} {
		if w := send(site, http.MethodPost, path); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: got %d, Allow %q", path, w.Code, w.Header().Get("Allow"))
		}
	}
	if w := send(site, http.MethodHead, "/assets/main-1a2b.js"); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: got %d and %d bytes", w.Code, w.Body.Len())
	}
	if w := send(site, http.MethodPost, "/api/v1/nothing"); w.Code != 404 {
		t.Errorf("POST to nothing: got %d", w.Code)
	}
}

func TestReadinessFollowsTheCheck(t *testing.T) {
	site := configured(t, dbtest.New(t), func(c *web.Config) {
		c.Ready = func(ctx context.Context) error {
			if until, bounded := ctx.Deadline(); !bounded || time.Until(until) > time.Second {
				t.Errorf("the check may last until %v", until)
			}
			return errors.New("password of the database is wrong")
		}
	})
	if w := get(site, "/readyz"); w.Code != 503 || strings.Contains(w.Body.String(), "password") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if w := get(site, "/livez"); w.Code != 200 {
		t.Errorf("alive, yet got %d", w.Code)
	}
}

func TestAClientThatIsNotBuiltIsRefused(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"no document": {".gitkeep": {}},
		"no marker":   {"index.html": {Data: []byte("<head></head>")}},
	} {
		if _, err := web.New(web.Config{Files: files, Pages: client.Pages}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, pages := range []string{"", "[]", `[{"path": "/"}]`} {
		if _, err := web.New(web.Config{Files: built(), Pages: []byte(pages)}); err == nil {
			t.Errorf("pages %q: accepted", pages)
		}
	}
}
