package rest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"orrery/db/dbtest"
	"orrery/telemetry"
)

func TestReadersWhoHaveTheAnswerGetNoneAgain(t *testing.T) {
	f := newServer(t, nil)
	get := func(path, tag string) *http.Response {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url+"/api/v1"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("If-None-Match", tag)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	for path, public := range map[string]bool{"/products?sortBy=price": true, "/product/1": true, "/team": true, "/milestones": true, "/attributes": true,
		"/product/999": false, "/cart": false} {
		first := get(path, "")
		tag := first.Header.Get("ETag")
		if (tag != "") != public || (first.Header.Get("Cache-Control") == "public, no-cache") != public {
			t.Errorf("%s: %d %v", path, first.StatusCode, first.Header)
		}
		if public && get(path, tag).StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again to somebody who has it", path)
		}
	}
	tag := get("/product/1", "").Header.Get("ETag")
	if _, err := f.SQL.Exec(`UPDATE products SET price_minor = 100 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if r := get("/product/1", tag); r.StatusCode != http.StatusOK || r.Header.Get("ETag") == tag {
		t.Errorf("after a change: %d", r.StatusCode)
	}
}

// Operators see each question once, with what became of it.
func TestQuestionsAreCountedOnce(t *testing.T) {
	t.Parallel()
	f, kept := newCachingServer(t, dbtest.New(t))
	if _, err := f.Store.Outbox.Follow(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if r := f.send(http.MethodGet, "/api/v1/product/1", "", "", nil); r.status != http.StatusOK || r.header.Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%d %v", r.status, r.header)
		}
	}
	scrape := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	scrape.Header.Set("Authorization", "Bearer t")
	metrics := httptest.NewRecorder()
	telemetry.NewMetrics(kept.Metrics()).Handler("t").ServeHTTP(metrics, scrape)
	for _, want := range []string{`orrery_answers_total{found="no"} 1`, `orrery_answers_total{found="yes"} 2`} {
		if !strings.Contains(metrics.Body.String(), want) {
			t.Errorf("the metrics do not tell %s", want)
		}
	}
}
