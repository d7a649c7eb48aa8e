package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"orrery/auth"
	"orrery/pdf"
	"orrery/shop"
)

// QuoteFinder returns a quote if the actor or the key gives access to it; otherwise the error is shop.NotFound.
type QuoteFinder func(ctx context.Context, actor shop.Actor, number, key string) (shop.Quote, error)

// SettingsReader returns the current settings of the shop.
type SettingsReader func(context.Context) (shop.Settings, error)

// Quotes serves written quotes as PDFs at /quotes/{number}/{key}.pdf, generated for each request. The key in the path
// is sufficient for access, so that a link can be forwarded to a purchasing department. The page of a quote has the
// same path without .pdf and is served by pages.
func Quotes(log *slog.Logger, settings SettingsReader, publicURL string, find QuoteFinder,
	pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if shop.IsQuotePage(r.URL.Path) {
			w.Header().Set("Referrer-Policy", "no-referrer") // the URL contains the key
			pages.ServeHTTP(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		number, key, ok := shop.QuoteOfPath(r.URL.Path)
		if !ok {
			noQuote(w, http.StatusNotFound)
			return
		}
		ctx := r.Context()
		quote, err := find(ctx, auth.Actor(ctx), number, key)
		var refusal *shop.Error
		switch {
		case errors.As(err, &refusal) && refusal.Code == shop.NotFound:
			noQuote(w, http.StatusNotFound)
			return
		case err != nil:
			log.ErrorContext(ctx, "read quote", "number", number, "error", err)
			noQuote(w, http.StatusServiceUnavailable)
			return
		}
		from, err := settings(ctx)
		if err != nil {
			log.ErrorContext(ctx, "read settings", "error", err)
			noQuote(w, http.StatusServiceUnavailable)
			return
		}
		file, err := pdf.Quote(ctx, from, quote, publicURL+quote.Page(key))
		if ctx.Err() != nil {
			return // the client is gone
		}
		if err != nil {
			log.ErrorContext(ctx, "print quote", "number", number, "error", err)
			noQuote(w, http.StatusInternalServerError)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "application/pdf")
		h.Set("Content-Length", strconv.Itoa(len(file)))
		h.Set("Content-Disposition", `attachment; filename="`+quoteFile(from.Name, quote)+`"`)
		h.Set("Cache-Control", "private, no-cache")
		h.Set("Content-Security-Policy", mediaPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex")
		if r.Method == http.MethodGet {
			_, _ = w.Write(file)
		}
	})
}

// RefuseQuote writes an error response in place of a quote.
func RefuseQuote(w http.ResponseWriter, refusal *shop.Error) {
	switch refusal.Code {
	case shop.RateLimited:
		noQuote(w, http.StatusTooManyRequests)
	case shop.Unauthenticated:
		noQuote(w, http.StatusUnauthorized)
	case shop.Unavailable:
		noQuote(w, http.StatusServiceUnavailable)
	default:
		noQuote(w, http.StatusForbidden)
	}
}

func noQuote(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, http.StatusText(status), status)
}

// quoteFile returns a descriptive file name: Name-of-the-shop-quote-QU-100042.pdf.
func quoteFile(name string, quote shop.Quote) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '-'
	}, name)
	return plain + "-quote-" + quote.Number + ".pdf"
}
