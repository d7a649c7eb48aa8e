package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"orrery/auth"
	"orrery/shop"
	"orrery/web"
)

func TestCORS(t *testing.T) {
	reached := 0
	h := web.CORS([]string{"https://a.example", "http://localhost:5173"}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached++
		w.WriteHeader(http.StatusTeapot)
	}))
	for _, c := range []struct {
		name, method, origin, asks string
		status                     int
		allowed                    bool
	}{
		{"a page of ours", "GET", "", "", 418, false},
		{"an allowed page", "POST", "https://a.example", "", 418, true},
		{"another one", "GET", "http://localhost:5173", "", 418, true},
		{"it asks first", "OPTIONS", "https://a.example", "PATCH", 204, true},
		{"it wants the options themselves", "OPTIONS", "https://a.example", "", 418, true},
		{"a stranger", "GET", "https://evil.example", "", 418, false},
		{"a stranger asks first", "OPTIONS", "https://evil.example", "PATCH", 418, false},
		{"another scheme", "GET", "http://a.example", "", 418, false},
		{"a longer name", "GET", "https://a.example.evil.example", "", 418, false},
		{"no origin", "GET", "null", "", 418, false},
	} {
		before := reached
		w := send(h, c.method, "/", "Origin", c.origin, "Access-Control-Request-Method", c.asks)
		got := w.Header()
		if w.Code != c.status || (reached > before) != (c.status == 418) {
			t.Errorf("%s: status %d, reached %v", c.name, w.Code, reached > before)
		}
		want := map[bool][2]string{true: {c.origin, "true"}}[c.allowed]
		if got.Get("Access-Control-Allow-Origin") != want[0] || got.Get("Access-Control-Allow-Credentials") != want[1] || got.Get("Vary") != "Origin" {
			t.Errorf("%s: %v", c.name, got)
		}
		if c.status == 204 && (!strings.Contains(got.Get("Access-Control-Allow-Methods"), c.asks) ||
			!strings.Contains(got.Get("Access-Control-Allow-Headers"), "Authorization")) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A page of another origin may read every limit that its key is told.
func TestCORSExposesLimits(t *testing.T) {
	limits := web.NewLimiter(3, nil, nil).Handler(1, func(w http.ResponseWriter, _ *shop.Error) { w.WriteHeader(http.StatusTooManyRequests) },
		http.NotFoundHandler())
	key := shop.Actor{Key: &shop.KeyActor{ID: "key", Requests: 2, Cost: 1}}
	h := web.CORS([]string{"https://a.example"}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limits.ServeHTTP(w, r.WithContext(auth.With(r.Context(), key)))
	}))
	seen := 0
	for range 2 {
		got := send(h, "GET", "/", "Origin", "https://a.example").Header()
		exposed := strings.Split(got.Get("Access-Control-Expose-Headers"), ", ")
		for name := range got {
			if !strings.HasPrefix(name, "X-Ratelimit-") && !strings.HasPrefix(name, "X-Cost-") && name != "Retry-After" {
				continue
			}
			seen++
			if !slices.ContainsFunc(exposed, func(readable string) bool { return strings.EqualFold(readable, name) }) {
				t.Errorf("%s is not among %s", name, exposed)
			}
		}
	}
	if seen != 13 {
		t.Errorf("two responses have %d headers of limits", seen)
	}
}
