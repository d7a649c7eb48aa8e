// Package web serves the built client: its files, and an HTML document whose head describes the requested page.
package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"orrery/admission"
	"orrery/db"
	"orrery/respcache"
	"orrery/shop"
	"orrery/telemetry"
	"orrery/web/ssr"
)

const (
	readyTimeout = time.Second     // for the check of /readyz
	pageTimeout  = 3 * time.Second // for reading and rendering the data of a page
)

var retryAfter = strconv.Itoa(int(shop.RetryUnavailable.Seconds()))

// Config holds the dependencies of the site. Cache, Graph, Slots and Who may be nil.
type Config struct {
	Files     fs.FS  // the built client: index.html and all other files
	Pages     []byte // the client's table of pages, as JSON
	PublicURL string // origin of canonical links, such as https://shop.example
	Store     *db.Store
	Log       *slog.Logger
	Now       func() time.Time
	// Graph serves the initial queries of pages. If it is nil, pages have no markup.
	Graph http.Handler
	// Cache holds the Markdown of pages.
	Cache *respcache.Cache
	// Slots limits concurrent requests for pages. Files are not limited.
	Slots *admission.Limiter
	// Who returns the name of the caller for Slots. It is required if Slots is set.
	Who func(r *http.Request) string
	// Ready returns an error if requests can't be served at the moment.
	Ready func(ctx context.Context) error
}

// site serves all paths that belong to no API.
type site struct {
	Config
	document document
	routes   []route          // the pages, in the order of the client's table
	files    map[string]*file // by URL path
	sitemap  *sitemap
	pages    *ssr.Pages    // nil if pages are not rendered on the server
	shop     shop.Settings // of the copy for a request; see current
}

// current returns a copy of the site with the settings of now. If they can't be read, it has the last known ones.
func (s *site) current(ctx context.Context) *site {
	now := *s
	var err error
	if now.shop, err = s.Store.Content.Settings(ctx); err != nil {
		s.Log.ErrorContext(ctx, "settings failed", "error", err)
		now.shop = s.Store.Content.LastSettings()
	}
	return &now
}

// New reads the built client. It fails if the client has not been built.
func New(c Config) (http.Handler, error) {
	c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	doc, err := readDocument(c.Files)
	if err != nil {
		return nil, fmt.Errorf("read the client's document: %w", err)
	}
	routes, err := readRoutes(c.Pages)
	if err != nil {
		return nil, fmt.Errorf("read the client's pages: %w", err)
	}
	files, err := readFiles(c.Files)
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	// For the overload page, which reads nothing.
	if _, err := c.Store.Content.Settings(context.Background()); err != nil {
		return nil, err
	}
	s := &site{Config: c, document: doc, routes: routes, files: files, sitemap: &sitemap{}}
	if script, err := fs.ReadFile(c.Files, scriptPath); err == nil && doc.boot != "" && c.Graph != nil {
		s.pages = ssr.NewPages(ssr.NewRenderer(string(script), c.PublicURL), c.Graph, pageStore{c.Store, c.Log}, c.Now)
	}
	return s, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := s.files[r.URL.Path]
	crawlerFile := s.crawlerFile(r.URL.Path)
	telemetry.Of(r.Context()).Route = s.routeOf(r.URL.Path, found != nil || crawlerFile != nil)
	if found == nil && crawlerFile == nil && isReserved(r.URL.Path) {
		w.Header().Set("Cache-Control", "no-store")
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	switch id, isOld := strings.CutPrefix(r.URL.Path, "/product/"); {
	case found != nil:
		found.serve(w, r, s.Files)
	case crawlerFile != nil:
		crawlerFile(w, r)
	case r.URL.Path == "/livez":
		report(w, http.StatusOK, "ok")
	case r.URL.Path == "/readyz":
		s.ready(w, r)
	case isOld && isSegment(id):
		// Links of cart lines have this form.
		http.Redirect(w, r, productPath(id), http.StatusMovedPermanently)
	case strings.HasSuffix(r.URL.Path, "/") && r.URL.Path != "/":
		s.redirectWithoutSlash(w, r)
	default:
		s.page(w, r)
	}
}

// routeOf returns the label of a path in the log and the metrics. All files share one label, to bound the number of
// labels.
func (s *site) routeOf(path string, isFile bool) string {
	if path == "/livez" || path == "/readyz" {
		return path
	}
	if isFile {
		return "/{file}"
	}
	if r, found := s.routeAt(path); found {
		return r.label()
	}
	if id, ok := strings.CutPrefix(path, "/product/"); ok && isSegment(id) {
		return "/product/{id}"
	}
	return telemetry.Other
}

// redirectWithoutSlash redirects to the canonical path of a page. All leading slashes are removed: "//" would start a
// host name.
func (s *site) redirectWithoutSlash(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: "/" + strings.Trim(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// isReserved reports whether a path belongs to an API or a file, so that it must not be served with the document. Any
// name with an extension is a file: no page has one.
func isReserved(p string) bool {
	switch folder, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/"); folder {
	case "api", "assets", "images", "media":
		return true
	}
	return path.Ext(p) != ""
}

// page responds with the document. Browsers store it and revalidate it: its head changes with the data of the shop, and
// the files that it references change with every deployment.
func (s *site) page(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	hasMarkdown := s.markdownAt(r.URL.Path) != nil && !r.URL.Query().Has("version")
	if hasMarkdown {
		h.Set("Vary", "Accept")
		if prefersMarkdown(r.Header.Get("Accept")) {
			s.serveMarkdown(w, r, r.URL.Path)
			return
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	ctx, leave, err := s.slot(ctx, r)
	if err != nil {
		s.serveOverloaded(w)
		return
	}
	defer leave()
	s = s.current(ctx)
	v := readView(r.URL.Path, r.URL.RawQuery, s.shop)
	p := s.find(ctx, r.URL.Path, v)
	if hasMarkdown && p.status == http.StatusOK {
		h.Set("Link", fmt.Sprintf(`<%s>; rel="alternate"; type="text/markdown"`, s.address(r.URL.Path+markdownSuffix)))
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if rendered := s.rendered(ctx, p, r.URL, v); rendered != nil {
		h.Set("Content-Security-Policy", s.document.bootPolicy)
		if p.missing {
			s.serveMissing(w, p, rendered)
			return
		}
		servePage(w, r, rendered)
		return
	}
	if s.document.boot != "" {
		h.Set("Content-Security-Policy", s.document.bootPolicy) // of the announcement
	}
	if isPreview(r.URL) {
		h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'",
			"frame-ancestors 'self'", 1))
		h.Set("X-Frame-Options", "SAMEORIGIN")
	}
	text := s.render(p, "", "")
	if p.status != http.StatusOK {
		if p.status == http.StatusServiceUnavailable {
			h.Set("Retry-After", retryAfter)
		}
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, text) // fails only if the client is gone
		return
	}
	serveText(w, r, text)
}

// isPreview reports whether an address shows the draft of a product, which the product's editor frames.
func isPreview(at *url.URL) bool {
	return strings.HasPrefix(at.Path, adminPrefix+"products/") && at.Query().Has("preview")
}

// rendered returns the page as rendered on the server, or nil if it has no markup: pages that are not public, and all
// pages while rendering is impossible. While the database is unavailable, it returns the last known page.
func (s *site) rendered(ctx context.Context, p page, at *url.URL, v view) *ssr.Page {
	if s.pages == nil || v.unusual || at.EscapedPath() != at.Path {
		return nil
	}
	a := ssr.Address{Path: at.Path, Query: v.shown.query(), FreeText: v.freeText}
	if p.missing {
		// One document stands for all of them.
		a = ssr.Address{Path: missingPath}
		p.canonical = s.address(missingPath)
	}
	if p.unknown {
		if last := s.pages.Last(a); last != nil {
			return last
		}
	}
	if !p.missing && (p.status != http.StatusOK || p.Robots == noindex) {
		return nil
	}
	found, err := s.pages.Find(ctx, a, p.settings, func(markup, data string) string {
		return s.render(p, markup, data)
	})
	if err != nil {
		s.Log.WarnContext(ctx, "page without markup", "path", a.Path, "error", err)
		return nil
	}
	return found
}

// serveMissing responds with the page for paths that have none, as rendered for missingPath, at the address of p.
func (s *site) serveMissing(w http.ResponseWriter, p page, rendered *ssr.Page) {
	text, err := rendered.Text()
	if err != nil {
		panic(err) // it was compressed by this process
	}
	quoted := func(address string) []byte { return []byte(`"` + html.EscapeString(address) + `"`) }
	w.WriteHeader(http.StatusNotFound)
	text = bytes.ReplaceAll(text, quoted(s.address(missingPath)), quoted(p.canonical))
	_, _ = w.Write(text) // fails only if the client is gone
}

// servePage responds to a GET or HEAD with the smallest coding of a page that the client accepts; 304 if the client has
// the page.
func servePage(w http.ResponseWriter, r *http.Request, p *ssr.Page) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if p.Stale > 0 {
		respcache.MarkStale(h, p.Stale)
	}
	for _, coding := range codings {
		if accepts(r.Header.Get("Accept-Encoding"), coding.name) {
			h.Set("Content-Encoding", coding.name)
			h.Set("ETag", `"`+p.ETag+"-"+coding.name+`"`)
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.Packed[coding.name]))
			return
		}
	}
	h.Set("ETag", `"`+p.ETag+`"`)
	plain, err := p.Text()
	if err != nil {
		panic(err) // it was compressed by this process
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(plain))
}

// serveText responds to a GET or HEAD with text that is generated for each request; 304 if the client has it.
func serveText(w http.ResponseWriter, r *http.Request, text string) {
	hash := sha256.Sum256([]byte(text))
	w.Header().Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(hash[:15])+`"`)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
}

func (s *site) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.Ready(ctx); err != nil {
		s.Log.WarnContext(ctx, "not ready", "error", err)
		report(w, http.StatusServiceUnavailable, "not ready")
		return
	}
	report(w, http.StatusOK, "ok")
}

func report(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text)
}

// isSegment reports whether text is a single path segment.
func isSegment(text string) bool { return text != "" && !strings.Contains(text, "/") }
