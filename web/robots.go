package web

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
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

	// maxProducts is below the limit of 50,000 URLs of a sitemap, which also lists the other pages.
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

// sitemap is cached for sitemapLife, so that repeated requests don't make the database list the catalogue each time.
type sitemap struct {
	mu   sync.Mutex
	text string
	made time.Time
}

func (s *site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	text, err := s.currentSitemap(r.Context())
	if err != nil {
		s.Log.ErrorContext(r.Context(), "sitemap failed", "error", err)
		w.Header().Set("Retry-After", "60")
		report(w, http.StatusServiceUnavailable, "the sitemap is not available at the moment")
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	serveText(w, r, text)
}

func (s *site) currentSitemap(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	s.sitemap.mu.Lock()
	defer s.sitemap.mu.Unlock()
	now := s.Now()
	if s.sitemap.text != "" && now.Sub(s.sitemap.made) < sitemapLife {
		return s.sitemap.text, nil
	}
	products, err := s.Store.Catalogue.ProductPages(ctx, shop.Actor{}, maxProducts)
	if shop.IsUnavailable(err) && s.sitemap.text != "" {
		return s.sitemap.text, nil // the last known sitemap
	}
	if err != nil {
		return "", err
	}
	s.sitemap.text, s.sitemap.made = s.sitemapOf(products), now
	return s.sitemap.text, nil
}

// sitemapOf lists all pages that search engines may show. lastmod is set only where it is known.
func (s *site) sitemapOf(products []shop.ProductPage) string {
	type place struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod,omitempty"`
	}
	var places []place
	for _, r := range s.routes {
		if r.Indexed && r.Path != productPattern {
			places = append(places, place{Loc: s.address(r.Path)})
		}
	}
	for _, p := range products {
		places = append(places, place{s.address(productPath(p.ID)), p.ChangedAt.UTC().Format(time.RFC3339)})
	}
	text, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Places  []place  `xml:"url"`
	}{Places: places})
	if err != nil {
		panic(err) // strings always encode
	}
	return xml.Header + string(text) + "\n"
}
