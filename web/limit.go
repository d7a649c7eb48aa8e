package web

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"orrery/auth"
)

// Limit lets every caller through so many times a minute, people by their account and visitors by their address, and tells
// them in X-RateLimit headers how much is left. refuse answers beyond that, Retry-After is set. It counts per instance.
func Limit(perMinute int, refuse http.HandlerFunc, next http.Handler) http.Handler {
	return httprate.Limit(perMinute, time.Minute,
		httprate.WithKeyFuncs(func(r *http.Request) (string, error) {
			actor := auth.Actor(r.Context())
			if actor.SignedIn() {
				return "user " + actor.UserID, nil
			}
			return "address " + actor.Address, nil
		}),
		httprate.WithLimitHandler(refuse),
	)(next)
}
