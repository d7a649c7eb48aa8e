package web

import (
	"context"
	"errors"
	"fmt"
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

// Media serves uploaded files under /media/. A name identifies the content, so browsers may cache it forever. Browsers
// save documents that they have no viewer for, and request films in parts.
func Media(log *slog.Logger, files blob.Bucket) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/media/")
		m, ok := mediumOf(name)
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
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(m.timeout))
		ctx, cancel := context.WithTimeout(r.Context(), m.timeout)
		defer cancel()
		part, isPart := requestedRange(r, tag)
		isPart = isPart && m.ranges
		var content io.ReadCloser
		var size int64
		var err error
		if isPart {
			content, size, err = files.GetRange(ctx, name, part)
		} else {
			content, size, err = files.Get(ctx, name)
		}
		switch {
		case errors.Is(err, blob.ErrNotFound):
			noFile(w, http.StatusNotFound)
			return
		case errors.Is(err, blob.ErrRange):
			w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", size))
			noFile(w, http.StatusRequestedRangeNotSatisfiable)
			return
		case err != nil:
			log.ErrorContext(ctx, "read upload", "name", name, "error", err)
			noFile(w, http.StatusServiceUnavailable)
			return
		}
		defer func() { _ = content.Close() }()
		h := w.Header()
		h.Set("Cache-Control", cacheForever)
		h.Set("Content-Security-Policy", m.policy)
		if m.disposition != "" {
			h.Set("Content-Disposition", m.disposition)
		}
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("ETag", tag)
		h.Set("Content-Type", m.kind)
		if m.ranges {
			h.Set("Accept-Ranges", "bytes")
		}
		length, status := size, http.StatusOK
		if isPart {
			var offset int64
			offset, length, _ = part.In(size)
			h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", offset, offset+length-1, size))
			status = http.StatusPartialContent
		}
		h.Set("Content-Length", strconv.FormatInt(length, 10))
		w.WriteHeader(status)
		if r.Method == http.MethodHead {
			return
		}
		if _, err := io.Copy(w, content); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "send upload", "name", name, "error", err)
		}
	})
}

// medium is how a kind of files is served.
type medium struct {
	kind, policy, disposition string
	timeout                   time.Duration
	ranges                    bool // whether parts of it can be requested
}

// mediumOf returns how the file with a name is served, and false if no file has such a name.
func mediumOf(name string) (medium, bool) {
	if kind, ok := shop.PictureType(name); ok {
		return medium{kind, mediaPolicy, "", pictureTimeout, false}, true
	}
	if kind, ok := shop.FilmType(name); ok {
		return medium{kind, mediaPolicy, "", documentTimeout, true}, true
	}
	switch format, kind, ok := shop.DocumentType(name); {
	case !ok:
		return medium{}, false
	case format == shop.FormatPDF:
		return medium{kind, pdfPolicy, "", documentTimeout, false}, true
	default:
		return medium{kind, mediaPolicy, "attachment", documentTimeout, false}, true // the link may give a name
	}
}

// requestedRange returns the range of a request, and false if the whole file is to be sent: without a valid range, with
// several ones, or if the range is of other content (RFC 9110, section 14).
func requestedRange(r *http.Request, tag string) (part blob.Range, ok bool) {
	set, isBytes := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, last, isRange := strings.Cut(strings.TrimSpace(set), "-")
	condition := r.Header.Get("If-Range")
	if r.Method != http.MethodGet || !isBytes || !isRange || condition != "" && condition != tag {
		return part, false
	}
	number := func(text string) int64 {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return -1
		}
		return int64(n)
	}
	switch from, to := number(first), number(last); {
	case first == "" && to > 0: // bytes at the end
		return blob.Range{First: -to}, true
	case from >= 0 && last == "":
		return blob.Range{First: from, Last: blob.ToEnd}, true
	case from >= 0 && to >= from:
		return blob.Range{First: from, Last: to}, true
	}
	return part, false
}

func noFile(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, http.StatusText(status), status)
}
