package rest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"orrery/auth"
	"orrery/blob"
	"orrery/db/dbtest"
	"orrery/respcache"
	"orrery/rest"
)

// newCachingServer returns a server with a response cache.
func newCachingServer(t *testing.T, database *dbtest.Database) (*testServer, *respcache.Cache) {
	t.Helper()
	accounts, err := auth.New(database.Store, []byte(strings.Repeat("k", auth.MinSecret)), database.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	kept := respcache.New(database.Store.Changes, time.Now, 1<<20)
	server := httptest.NewServer(accounts.Middleware(log, rest.Refuse, rest.New(rest.Config{Store: database.Store, Auth: accounts,
		Pictures: blob.NewPictures(onDisk(t)), Log: log, Cache: kept})))
	t.Cleanup(server.Close)
	return &testServer{t: t, Database: database, url: server.URL}, kept
}

// While the database is away the catalogue is as it was last known, and everything else says when to come back.
func TestRoutesWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	database, cable := dbtest.NewCabled(t)
	f, _ := newCachingServer(t, database)
	known := map[string]string{}
	for _, path := range []string{"/api/v1/product/1", "/api/v1/products?limit=5"} {
		known[path] = f.send(http.MethodGet, path, "", "", nil).body
	}
	cable.Cut()
	for path, body := range known {
		last := f.send(http.MethodGet, path, "", "", nil)
		if last.status != http.StatusOK || last.body != body || last.header.Get("Age") == "" || last.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s, which is known, is %d with %v", path, last.status, last.header)
		}
	}
	for path, body := range map[string]string{"/product/2": "", "/contact": `{"name": "Ada", "email": "ada@example.org", "subject": "Arms", "message": "Hello there"}`} {
		method := http.MethodGet
		if body != "" {
			method = http.MethodPost
		}
		r := f.send(method, "/api/v1"+path, "", "application/json", strings.NewReader(body))
		if r.status != http.StatusServiceUnavailable || r.Code != "UNAVAILABLE" || r.header.Get("Retry-After") != "5" {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}
