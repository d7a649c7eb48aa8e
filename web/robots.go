package web

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"orrery/shop"
)

const (
	manifestPath = "/site.webmanifest"
	sitemapPath  = "/sitemap.xml"
	largeIcon    = "/icon-512.png"

	// maxProducts is below the limit of 50,000 URLs of a sitemap's file, which also lists the other pages.
	maxProducts = 49_900
	sitemapLife = time.Minute
)

// disallowed returns the paths, and prefixes of paths, that crawlers must not request: the pages for signed-in visitors
// and the REST API, which no page uses. The GraphQL API is allowed: a crawler that runs scripts could not render a page
// without it.
func (s *site) disallowed() []string {
	all := []string{"/api/"}
	for _, r := range s.routes {
		if r.Access == "" || r.Access == signedOut {
			continue
		}
		path, _, _ := strings.Cut(r.Path, ":")
		if !slices.ContainsFunc(all, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
			all = append(all, path)
		}
	}
	return all
}

// crawlerFile returns the handler of a path that is meant for crawlers and browsers, or nil for other paths.
func (s *site) crawlerFile(path string) http.HandlerFunc {
	switch path {
	case "/robots.txt":
		return s.serveRobots
	case sitemapPath:
		return s.serveSitemap
	case manifestPath:
		return s.serveManifest
	case llmsPath:
		return s.serveLLMs
	case feedPath:
		return s.serveFeed
	}
	if page, ok := strings.CutSuffix(path, markdownSuffix); ok && s.markdownAt(page) != nil {
		return func(w http.ResponseWriter, r *http.Request) { s.serveMarkdown(w, r, page) }
	}
	return nil
}

func (s *site) serveRobots(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range s.disallowed() {
		fmt.Fprintf(&b, "Disallow: %s\n", path)
	}
	fmt.Fprintf(&b, "\nSitemap: %s\n", s.address(sitemapPath))
	w.Header().Set("Content-Type", mediaTypes[".txt"])
	w.Header().Set("Cache-Control", cacheADay)
	serveText(w, r, b.String())
}

// serveManifest serves the web app manifest, which describes how a phone installs the shop as an app.
func (s *site) serveManifest(w http.ResponseWriter, r *http.Request) {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}
	s = s.current(r.Context())
	icons := []icon{
		{"/favicon.svg", "any", "image/svg+xml", "any"},
		{"/icon-192.png", "192x192", "image/png", "maskable"},
		{largeIcon, "512x512", "image/png", "maskable"},
		{"/icon-192.png", "192x192", "image/png", "any"},
		{largeIcon, "512x512", "image/png", "any"},
	}
	if own := s.shop.Icon; own != nil {
		icons = []icon{{own.URL, fmt.Sprintf("%dx%d", *own.Width, *own.Height), mediaTypes[path.Ext(own.URL)], "any"}}
	}
	text, err := json.Marshal(struct {
		Name       string `json:"name"`
		ShortName  string `json:"short_name"`
		Lang       string `json:"lang"`
		ID         string `json:"id"`
		StartURL   string `json:"start_url"`
		Display    string `json:"display"`
		Background string `json:"background_color"`
		Theme      string `json:"theme_color"`
		Icons      []icon `json:"icons"`
	}{s.shop.Name, s.shop.Short, "en", "/", "/", "browser", themeColour, themeColour, icons})
	if err != nil {
		panic(err) // strings always encode
	}
	w.Header().Set("Content-Type", mediaTypes[".webmanifest"])
	w.Header().Set("Cache-Control", "no-cache")
	serveText(w, r, string(text))
}

// sitemap is the file without a page number. It is cached for sitemapLife, so that repeated requests don't make the
// database list the catalogue each time.
type sitemap struct {
	mu   sync.Mutex
	text string
	made time.Time
}

// serveSitemap serves all pages that search engines may show: a single file, or beyond maxProducts an index of files
// that each cover a fixed range of product IDs.
func (s *site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	page, ok := pageNumber(r)
	text, err := "", error(nil)
	if ok {
		text, err = s.currentSitemap(r.Context(), page)
	}
	if err != nil {
		s.Log.ErrorContext(r.Context(), "sitemap failed", "error", err)
		w.Header().Set("Retry-After", "60")
		report(w, http.StatusServiceUnavailable, "the sitemap is not available at the moment")
		return
	}
	if text == "" {
		report(w, http.StatusNotFound, "no such page")
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	serveText(w, r, text)
}

// currentSitemap returns a page of the sitemap, "" if there is no such page. Page 0 is the file without a page number.
// Pages are written one at a time, to bound the memory.
func (s *site) currentSitemap(ctx context.Context, page int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	s.sitemap.mu.Lock()
	defer s.sitemap.mu.Unlock()
	if page > 0 {
		return s.sitemapPage(ctx, page)
	}
	now := s.Now()
	if s.sitemap.text != "" && now.Sub(s.sitemap.made) < sitemapLife {
		return s.sitemap.text, nil
	}
	text, err := s.sitemapPage(ctx, page)
	if shop.IsUnavailable(err) && s.sitemap.text != "" {
		return s.sitemap.text, nil // the last known sitemap
	}
	if err != nil {
		return "", err
	}
	s.sitemap.text, s.sitemap.made = text, now
	return text, nil
}

// sitemapEntry is a page of the site, or a page of the sitemap in its index. LastMod is set only where it is known.
type sitemapEntry struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

func (s *site) sitemapPage(ctx context.Context, page int) (string, error) {
	first, last := int64(1), int64(math.MaxInt64)
	if page > 0 {
		first = int64(page-1)*maxProducts + 1
		last = first + maxProducts - 1
	}
	products, err := s.Store.Catalogue.ProductPages(ctx, shop.Actor{}, first, last, maxProducts+1)
	switch {
	case err != nil:
		return "", err
	case len(products) > maxProducts:
		return s.sitemapIndex(ctx)
	case len(products) == 0 && page > 1:
		return "", nil
	}
	var entries []sitemapEntry
	for _, r := range s.routes {
		if page <= 1 && r.Indexed && r.Path != productPattern {
			entries = append(entries, sitemapEntry{Loc: s.address(r.Path)})
		}
	}
	for _, p := range products {
		entries = append(entries, sitemapEntry{s.address(productPath(p.ID)), p.ChangedAt.UTC().Format(time.RFC3339)})
	}
	return xmlFile(struct {
		XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Entries []sitemapEntry `xml:"url"`
	}{Entries: entries}), nil
}

// sitemapIndex lists the pages of the sitemap. Page 1 also has the pages that are not of products.
func (s *site) sitemapIndex(ctx context.Context) (string, error) {
	ranges, err := s.Store.Catalogue.ProductRanges(ctx, shop.Actor{}, maxProducts)
	if err != nil {
		return "", err
	}
	if !slices.Contains(ranges, 0) {
		ranges = slices.Insert(ranges, 0, 0)
	}
	var entries []sitemapEntry
	for _, number := range ranges {
		entries = append(entries, sitemapEntry{Loc: fmt.Sprintf("%s?page=%d", s.address(sitemapPath), number+1)})
	}
	return xmlFile(struct {
		XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Entries []sitemapEntry `xml:"sitemap"`
	}{Entries: entries}), nil
}

// xmlFile returns a value of strings as an XML document.
func xmlFile(v any) string {
	text, err := xml.Marshal(v)
	if err != nil {
		panic(err) // strings always encode
	}
	return xml.Header + string(text) + "\n"
}
