package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"orrery/shop"
	"orrery/web"
)

func TestLimit(t *testing.T) {
	handler := web.NewLimiter(3, nil, nil).Handler(0, func(w http.ResponseWriter, _ *shop.Error) { http.Error(w, "too many", http.StatusTooManyRequests) },
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	var last *httptest.ResponseRecorder
	for i, want := range []int{200, 200, 200, 429, 429} {
		last = httptest.NewRecorder()
		handler.ServeHTTP(last, httptest.NewRequest(http.MethodGet, "/", nil))
		if last.Code != want {
			t.Errorf("request %d gets %d, want %d", i+1, last.Code, want)
		}
		if last.Header().Get("X-RateLimit-Limit") != "3" || last.Header().Get("X-RateLimit-Remaining") == "" {
			t.Errorf("request %d is told %v", i+1, last.Header())
		}
	}
	if last.Header().Get("Retry-After") == "" {
		t.Error("nobody says when to come back")
	}
}
