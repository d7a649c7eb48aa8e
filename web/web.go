// Package web serves the built client: its files, and one HTML document whose head tells what the page is.
package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
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
	readyTimeout = time.Second     // for the check behind /readyz
	pageTimeout  = 3 * time.Second // for what a document says of the shop
)

var retryAfter = strconv.Itoa(int(shop.RetryUnavailable.Seconds()))

// Config has what the site needs. Graph, Slots and Who may be nil.
type Config struct {
	Files     fs.FS  // the built client: index.html and everything beside it
	PublicURL string // origin that canonical links start with, such as https://shop.example
	Brand     shop.Brand
	Store     *db.Store
	Log       *slog.Logger
	Now       func() time.Time
	// Graph answers what pages ask first. Nil: pages come without markup.
	Graph http.Handler
	// Slots limits concurrent requests for pages. Files are not limited.
	Slots *admission.Limiter
	// Who returns the name of the caller for Slots, which needs it.
	Who func(r *http.Request) string
	// Ready reports why requests can't be served at the moment.
	Ready func(ctx context.Context) error
}

// site answers everything that no API answers.
type site struct {
	Config
	document document
	crowded  string
	files    map[string]*file // by path of the URL
	sitemap  sitemap
	pages    *ssr.Pages // nil when no page is rendered here
}

// New reads the built client. It fails when the client has not been built.
func New(c Config) (http.Handler, error) {
	c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	doc, err := readDocument(c.Files)
	if err != nil {
		return nil, fmt.Errorf("read the client's document: %w", err)
	}
	files, err := readFiles(c.Files)
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	s := &site{Config: c, document: doc, crowded: doc.crowded(c.Brand), files: files}
	if script, err := fs.ReadFile(c.Files, scriptPath); err == nil && doc.boot != "" && c.Graph != nil {
		s.pages = ssr.NewPages(ssr.NewRenderer(string(script), c.PublicURL), c.Graph, c.Now)
	}
	return s, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := s.files[r.URL.Path]
	forRobots := s.forRobots(r.URL.Path)
	telemetry.Of(r.Context()).Route = routeOf(r.URL.Path, found != nil || forRobots != nil)
	if found == nil && forRobots == nil && neverAPage(r.URL.Path) {
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
	case forRobots != nil:
		forRobots(w, r)
	case r.URL.Path == "/livez":
		report(w, http.StatusOK, "ok")
	case r.URL.Path == "/readyz":
		s.ready(w, r)
	case isOld && isSegment(id):
		// Cart lines link there (spec 2, route table).
		http.Redirect(w, r, productPath(id), http.StatusMovedPermanently)
	case strings.HasSuffix(r.URL.Path, "/") && r.URL.Path != "/":
		s.withoutSlash(w, r)
	default:
		s.page(w, r)
	}
}

// routeOf is what the log and the metrics call an address. Files are one: they are many.
func routeOf(path string, isFile bool) string {
	if _, isPage := routes[path]; isPage || path == "/livez" || path == "/readyz" {
		return path
	}
	if isFile {
		return "/{file}"
	}
	if shop.IsQuotePage(path) {
		return "/quotes/{number}/{key}"
	}
	for _, folder := range []string{"/products/", "/orders/", "/product/"} {
		if id, ok := strings.CutPrefix(path, folder); ok && isSegment(id) {
			return folder + "{id}"
		}
	}
	return telemetry.Other
}

// withoutSlash leads to the one address of a page. Nothing else may come first: "//" would begin the name of another host.
func (s *site) withoutSlash(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: "/" + strings.Trim(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// neverAPage reports whether a path names an API or a file, so that it must not be answered with the document. Any name with
// an extension is a file: no page of ours has one.
func neverAPage(p string) bool {
	switch folder, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/"); folder {
	case "api", "assets", "images", "media":
		return true
	}
	return path.Ext(p) != ""
}

// page answers with the document. Browsers keep it and ask whether it is still the same: its head is as new as the shop, and
// the files that it names change with every deployment.
func (s *site) page(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	if s.Slots != nil {
		inside, leave, err := s.Slots.Acquire(ctx, s.Who(r))
		if err != nil {
			s.turnAway(w)
			return
		}
		defer leave()
		ctx = inside
	}
	v := readView(r.URL.Path, r.URL.RawQuery)
	p := s.find(ctx, r.URL.Path, v)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if s.document.preloads != "" {
		h.Set("Link", s.document.preloads)
	}
	if rendered := s.rendered(ctx, p, r.URL, v); rendered != nil {
		h.Set("Content-Security-Policy", s.document.bootPolicy)
		servePage(w, r, rendered)
		return
	}
	text := s.render(p, "", "")
	if p.status != http.StatusOK {
		if p.status == http.StatusServiceUnavailable {
			h.Set("Retry-After", retryAfter)
		}
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, text) // a reader who has gone needs no page
		return
	}
	serveText(w, r, text)
}

// rendered is the page as the server has rendered it, nil when it comes without markup: the pages that are not for everybody,
// and all of them while that can't be done. It is the last known one while the database does not answer.
func (s *site) rendered(ctx context.Context, p page, at *url.URL, v view) *ssr.Page {
	if s.pages == nil || v.unusual || at.EscapedPath() != at.Path {
		return nil
	}
	a := ssr.Address{Path: at.Path, Query: v.shown.query(), FreeText: v.freeText}
	if p.unknown {
		if last := s.pages.Last(a); last != nil {
			return last
		}
	}
	if p.status != http.StatusOK || p.Robots == noindex {
		return nil
	}
	found, err := s.pages.Find(ctx, a, func(markup, data string) string { return s.render(p, markup, data) })
	if err != nil {
		s.Log.WarnContext(ctx, "page without markup", "path", at.Path, "error", err)
		return nil
	}
	return found
}

// servePage answers a GET or HEAD with a page in the smallest form that the caller takes; 304 when the caller has it.
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
		panic(err) // it was packed here
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(plain))
}

// serveText answers a GET or HEAD with text that is made anew each time; 304 when the caller has it.
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

// isSegment reports whether text is one part of a path.
func isSegment(text string) bool { return text != "" && !strings.Contains(text, "/") }
