package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"orrery/blob"
	"orrery/shop"
)

// Timeouts for sending one file from the bucket. Documents are up to twenty times as large as pictures.
const (
	pictureTimeout  = 30 * time.Second
	documentTimeout = 2 * time.Minute
)

// mediaPolicy is the Content-Security-Policy of uploaded files. It forbids everything, in case a browser treats one as
// a document.
const mediaPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

// pdfPolicy is the policy of an uploaded PDF, which browsers show in their own viewers. A sandbox would forbid those.
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

// Media serves uploaded pictures and documents under /media/. A name identifies the content, so browsers may cache it
// forever. Browsers save documents that they have no viewer for.
func Media(log *slog.Logger, files blob.Bucket) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/media/")
		mediaType, ok := shop.PictureType(name)
		policy, disposition, timeout := mediaPolicy, "", pictureTimeout
		if !ok {
			timeout = documentTimeout
			var format shop.DocumentFormat
			if format, mediaType, ok = shop.DocumentType(name); format == shop.FormatPDF {
				policy = pdfPolicy
			} else {
				disposition = "attachment" // without a name, so that the link may give one
			}
		}
		if !ok {
			noFile(w, http.StatusNotFound)
			return
		}
		tag := `"` + name + `"`
		if strings.Contains(r.Header.Get("If-None-Match"), tag) { // the name identifies the content
			w.Header().Set("Cache-Control", cacheForever)
			w.Header().Set("ETag", tag)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		// If the deadline can't be set, the server's timeout applies.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(timeout))
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		content, size, err := files.Get(ctx, name)
		switch {
		case errors.Is(err, blob.ErrNotFound):
			noFile(w, http.StatusNotFound)
			return
		case err != nil:
			log.ErrorContext(ctx, "read upload", "name", name, "error", err)
			noFile(w, http.StatusServiceUnavailable)
			return
		}
		defer func() { _ = content.Close() }()
		h := w.Header()
		h.Set("Cache-Control", cacheForever)
		h.Set("Content-Security-Policy", policy)
		if disposition != "" {
			h.Set("Content-Disposition", disposition)
		}
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("ETag", tag)
		h.Set("Content-Type", mediaType)
		h.Set("Content-Length", strconv.FormatInt(size, 10))
		if r.Method == http.MethodHead {
			return
		}
		if _, err := io.Copy(w, content); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "send upload", "name", name, "error", err)
		}
	})
}

func noFile(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, http.StatusText(status), status)
}
