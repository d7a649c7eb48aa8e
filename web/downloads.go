package web

import (
	"net/http"
	"strings"
	"sync"

	"orrery/shop"
	"orrery/telemetry"
)

// MaxDownloads is how many documents and films one network may receive at the same time: enough for an office behind
// one address, and a bound for a client that reads slowly over many connections. Pictures are small and not counted.
const MaxDownloads = 32

// LimitDownloads bounds the documents, films and feeds that next sends to one network, as who names it, at the same
// time.
func LimitDownloads(limit int, who func(*http.Request) string, next http.Handler) http.Handler {
	var mu sync.Mutex
	active := map[string]int{}
	take := func(network string) bool {
		mu.Lock()
		defer mu.Unlock()
		if active[network] >= limit {
			return false
		}
		active[network]++
		return true
	}
	release := func(network string) {
		mu.Lock()
		defer mu.Unlock()
		if active[network]--; active[network] == 0 {
			delete(active, network)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, isPicture := shop.PictureType(strings.TrimPrefix(r.URL.Path, "/media/")); isPicture {
			next.ServeHTTP(w, r)
			return
		}
		network := who(r)
		if !take(network) {
			telemetry.Of(r.Context()).Refused = telemetry.RateLimited
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Retry-After", retryAfter)
			http.Error(w, "Your network is downloading too many files at once. Please try again in a few seconds.",
				http.StatusTooManyRequests)
			return
		}
		defer release(network)
		next.ServeHTTP(w, r)
	})
}
