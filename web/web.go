// Package web serves the built client: its files, and one HTML document whose head tells what the page is.
package web

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"
)

// readyTimeout bounds the check behind /readyz.
const readyTimeout = 2 * time.Second

// Config is what the site is made of. All fields are needed.
type Config struct {
	Files     fs.FS  // the built client: index.html and everything beside it
	PublicURL string // origin that canonical links start with, such as https://shop.example
	Log       *slog.Logger
	// Product describes the page of a product; false when there is no such product.
	Product func(ctx context.Context, id string) (Head, bool, error)
	// Ready reports why requests can't be served at the moment.
	Ready func(ctx context.Context) error
}

// site answers everything that no API answers.
type site struct {
	Config
	document document
	files    map[string]*file // by path of the URL
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
	return &site{Config: c, document: doc, files: files}, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := s.files[r.URL.Path]
	if found == nil && neverAPage(r.URL.Path) {
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
	case r.URL.Path == "/livez":
		report(w, http.StatusOK, "ok")
	case r.URL.Path == "/readyz":
		s.ready(w, r)
	case isOld && isSegment(id):
		// Cart lines link there (spec 2, route table).
		http.Redirect(w, r, "/products/"+url.PathEscape(id), http.StatusMovedPermanently)
	default:
		s.page(w, r)
	}
}

// neverAPage reports whether a path names an API or a file, so that it must not be answered with the document.
func neverAPage(p string) bool {
	switch folder, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/"); folder {
	case "api", "assets", "images", "media":
		return true
	}
	return path.Ext(p) != ""
}

func (s *site) page(w http.ResponseWriter, r *http.Request) {
	head, status := s.find(r.Context(), r.URL.Path)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	s.document.write(w, head)
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
