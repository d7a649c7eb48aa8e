package web

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
)

// contentPolicy allows nothing inline but the script of painted pages, and nothing from elsewhere; it is what protects the token
// in local storage (decisions: accounts). React sets styles through the DOM, which needs no exception, and sends what forms
// hold itself.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"media-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'"

var securityHeaders = map[string]string{
	"Content-Security-Policy":    contentPolicy,
	"Cross-Origin-Opener-Policy": "same-origin",
	"Permissions-Policy":         "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Referrer-Policy":            "strict-origin-when-cross-origin",
	"X-Content-Type-Options":     "nosniff",
	"X-Frame-Options":            "DENY",
}

// Middleware goes around everything that the process serves. It gives every request an id, writes one log line for it,
// survives panics, and sets the security headers. The log shows the id when its handler is made by LogHandler.
func Middleware(log *slog.Logger, publicURL string, next http.Handler) http.Handler {
	return identified(observed(log, secured(strings.HasPrefix(publicURL, "https://"), next)))
}

type requestIDKey struct{}

// RequestID returns the id of the request that ctx belongs to, and "" outside of requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// identified makes the ids itself: one that the caller chose could lead a reader of the log astray.
func identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := uuid.Must(uuid.NewV7()).String()
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

func observed(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, ctx := time.Now(), r.Context()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			abort := recover()
			if abort != nil && abort != http.ErrAbortHandler {
				log.ErrorContext(ctx, "panic", "panic", abort, "stack", string(debug.Stack()))
				abort = http.ErrAbortHandler
				if rec.status == 0 {
					http.Error(rec, "internal error", http.StatusInternalServerError)
					abort = nil
				}
			}
			log.InfoContext(ctx, "request", "method", r.Method, "path", loggedPath(r.URL.Path),
				"status", cmp.Or(rec.status, http.StatusOK), "bytes", rec.bytes, "ms", float64(time.Since(start).Microseconds())/1000)
			if abort != nil {
				panic(abort) // an answer that has begun can only be broken off
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

// loggedPath leaves out the key in the link to a quote: whoever reads the log shall not read the quote.
func loggedPath(path string) string {
	if rest, ok := strings.CutPrefix(path, "/quotes/"); ok {
		number, _, _ := strings.Cut(rest, "/")
		return "/quotes/" + number + "/-"
	}
	return path
}

func secured(https bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range securityHeaders {
			w.Header().Set(name, value)
		}
		if https {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int // 0 until the answer begins
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && (status >= http.StatusOK || status == http.StatusSwitchingProtocols) {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController flush and hijack.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
