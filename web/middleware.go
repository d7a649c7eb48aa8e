package web

import (
	"cmp"
	"net/http"
	"runtime/debug"
	"strings"

	"orrery/telemetry"
)

// contentPolicy allows no inline scripts except the one of pages rendered on the server, and no resources of other
// origins; it protects the token in local storage. React sets styles through the DOM, which needs no exception, and the
// client submits forms by script.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src " +
	"'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// securityHeaders are those of every response. WebMCP requires documents to have a cluster of their own origin.
var securityHeaders = map[string]string{
	"Content-Security-Policy":    contentPolicy,
	"Cross-Origin-Opener-Policy": "same-origin",
	"Origin-Agent-Cluster":       "?1",
	"Permissions-Policy":         "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Referrer-Policy":            "strict-origin-when-cross-origin",
	"X-Content-Type-Options":     "nosniff",
	"X-Frame-Options":            "DENY",
}

// Middleware wraps everything that the process serves. It gives each request an ID, reports it to telemetry, recovers
// from panics, and sets the security headers.
func Middleware(o telemetry.Observers, publicURL string, next http.Handler) http.Handler {
	return withTelemetry(o, withSecurityHeaders(strings.HasPrefix(publicURL, "https://"), next))
}

func withTelemetry(o telemetry.Observers, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := o.Begin(r)
		ctx := r.Context()
		w.Header().Set("X-Request-Id", telemetry.RequestID(ctx))
		rec := &recorder{ResponseWriter: w}
		defer func() {
			abort := recover()
			if abort != nil && abort != http.ErrAbortHandler {
				o.Log.ErrorContext(ctx, "panic", "panic", abort, "stack", string(debug.Stack()))
				abort = http.ErrAbortHandler
				if rec.status == 0 {
					http.Error(rec, "internal error", http.StatusInternalServerError)
					abort = nil
				}
			}
			end(cmp.Or(rec.status, http.StatusOK), rec.bytes)
			if abort != nil {
				panic(abort) // a response that has begun can only be aborted
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

func withSecurityHeaders(https bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range securityHeaders {
			w.Header().Set(name, value)
		}
		if https {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		next.ServeHTTP(w, r)
	})
}

// recorder records the status and size of a response.
type recorder struct {
	http.ResponseWriter
	status int // 0 until the header is written
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
