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

// mediaTimeout is the timeout for sending one picture from the bucket.
const mediaTimeout = 30 * time.Second

// mediaPolicy is the Content-Security-Policy of uploaded files. It forbids everything, in case a browser treats one as
// a document.
const mediaPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

// Media serves uploaded pictures under /media/. A name identifies the content, so browsers may cache it forever.
func Media(log *slog.Logger, pictures blob.Bucket) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/media/")
		mediaType, ok := shop.PictureType(name)
		if !ok {
			noPicture(w, http.StatusNotFound)
			return
		}
		tag := `"` + name + `"`
		if strings.Contains(r.Header.Get("If-None-Match"), tag) { // the name identifies the content
			w.Header().Set("Cache-Control", cacheForever)
			w.Header().Set("ETag", tag)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), mediaTimeout)
		defer cancel()
		content, size, err := pictures.Get(ctx, name)
		switch {
		case errors.Is(err, blob.ErrNotFound):
			noPicture(w, http.StatusNotFound)
			return
		case err != nil:
			log.ErrorContext(ctx, "read picture", "name", name, "error", err)
			noPicture(w, http.StatusServiceUnavailable)
			return
		}
		defer func() { _ = content.Close() }()
		h := w.Header()
		h.Set("Cache-Control", cacheForever)
		h.Set("Content-Security-Policy", mediaPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("ETag", tag)
		h.Set("Content-Type", mediaType)
		h.Set("Content-Length", strconv.FormatInt(size, 10))
		if r.Method == http.MethodHead {
			return
		}
		if _, err := io.Copy(w, content); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "send picture", "name", name, "error", err)
		}
	})
}

func noPicture(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, http.StatusText(status), status)
}
