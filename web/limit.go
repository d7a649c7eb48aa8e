package web

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"orrery/auth"
	"orrery/observe"
	"orrery/shop"
)

// Limit lets every caller through so many times a minute, people by their account, visitors by their address and API keys as often as each may ask, and tells
// them in X-RateLimit headers how much is left. refuse answers beyond that, Retry-After is set. A nil counter counts in this process alone.
func Limit(perMinute int, counter httprate.LimitCounter, refuse auth.Refuse, next http.Handler) http.Handler {
	limited := httprate.Limit(perMinute, time.Minute,
		httprate.WithLimitCounter(counter),
		httprate.WithKeyFuncs(func(r *http.Request) (string, error) { return auth.Actor(r.Context()).Caller(), nil }),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			observe.Of(r.Context()).Refused = observe.RateLimited
			refuse(w, shop.TooMany())
		}),
	)(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key := auth.Actor(r.Context()).Key; key != nil {
			r = r.WithContext(httprate.WithRequestLimit(r.Context(), key.Requests))
		}
		limited.ServeHTTP(w, r)
	})
}
