package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestBodiesThatAreRefused(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	const sound = `{"email":"user@example.org","password":"` + password + `"}`
	for name, c := range map[string]struct {
		kind, body string
		status     int
		code       string
	}{
		"sound":                 {"application/json", sound, 200, ""},
		"with a charset":        {"application/json; charset=UTF-8", " " + sound + "\n", 200, ""},
		"with extras":           {"application/json", `{"remember":[1,{}],` + sound[1:], 200, ""},
		"no type":               {"", sound, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"a form":                {"application/x-www-form-urlencoded", "email=a", 415, "UNSUPPORTED_MEDIA_TYPE"},
		"a plain text":          {"text/plain", sound, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"another charset":       {"application/json; charset=latin1", sound, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"nothing":               {"application/json", "", 400, "BAD_REQUEST"},
		"half":                  {"application/json", sound[:20], 400, "BAD_REQUEST"},
		"two values":            {"application/json", sound + sound, 400, "BAD_REQUEST"},
		"garbage behind":        {"application/json", sound + "x", 400, "BAD_REQUEST"},
		"a list":                {"application/json", "[" + sound + "]", 400, "BAD_REQUEST"},
		"null":                  {"application/json", "null", 400, "BAD_REQUEST"},
		"no UTF-8":              {"application/json", strings.Replace(sound, "user", "us\xff", 1), 400, "BAD_REQUEST"},
		"a wrong type":          {"application/json", `{"email":1}`, 422, "INVALID"},
		"256 KiB":               {"application/json", sound + strings.Repeat(" ", 256<<10-len(sound)), 200, ""},
		"a byte more":           {"application/json", sound + strings.Repeat(" ", 256<<10-len(sound)+1), 413, "TOO_LARGE"},
		"nested without an end": {"application/json", `{"x":` + strings.Repeat("[", 200_000), 400, "BAD_REQUEST"},
	} {
		r := api.send(http.MethodPost, "/api/v1/auth/login", "", c.kind, strings.NewReader(c.body))
		if r.status != c.status || r.Code != c.code || r.Success != (c.code == "") {
			t.Errorf("%s: %d %s, want %d %s", name, r.status, r.body, c.status, c.code)
		}
		if r.header.Get("Content-Type") != "application/json; charset=utf-8" || r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", name, r.header)
		}
	}
}

func TestCompressedBodiesAreRefused(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	for path, c := range map[string]struct {
		body   string
		status int
	}{
		"/auth/login":       {"\x1f\x8b", 415},
		"/imports/products": {"\x1f\x8b", 415},
		"/auth/logout":      {"", 401}, // nothing is not compressed
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, api.url+"/api/v1"+path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Encoding", "gzip")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != c.status || strings.Contains(string(text), "must not be compressed") != (c.status == 415) {
			t.Errorf("%s: %d %s, %v", path, response.StatusCode, text, err)
		}
	}
}

func TestMethodsThatAPathLacks(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	for call, want := range map[string]string{
		"PATCH /cart":              "DELETE, GET, HEAD, POST",
		"GET /cart/1":              "DELETE, PUT",
		"PATCH /preorders/my":      "GET, HEAD",
		"DELETE /auth/logout":      "GET, HEAD, POST",
		"GET /admin/product/new":   "POST",
		"OPTIONS /admin/product/1": "DELETE, PUT",
	} {
		method, path, _ := strings.Cut(call, " ")
		r := api.send(method, "/api/v1"+path, "", "", nil)
		if r.status != http.StatusMethodNotAllowed || r.header.Get("Allow") != want || r.Code != "METHOD_NOT_ALLOWED" {
			t.Errorf("%s: %d %s, Allow %q, want %q", call, r.status, r.body, r.header.Get("Allow"), want)
		}
	}
	for _, path := range []string{"", "/cart/", "/cart/1/2", "/Cart", "/product/"} {
		if r := api.send(http.MethodGet, "/api/v1"+path, "", "", nil); r.status != 404 || r.Code != "NOT_FOUND" {
			t.Errorf("%q: %d %s", path, r.status, r.body)
		}
	}
	response, err := http.Head(api.url + "/api/v1/products")
	if err != nil || response.StatusCode != 200 {
		t.Errorf("HEAD: %v, %v", response, err)
	}
}

func TestGuessesAreRateLimited(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	var last reply
	for range 11 {
		last = api.send(http.MethodPost, "/api/v1/auth/login", "", "application/json",
			strings.NewReader(`{"email":"user@example.org","password":"x"}`))
	}
	if last.status != 429 || last.Code != "RATE_LIMITED" || last.header.Get("Retry-After") != "900" {
		t.Errorf("%d %s, Retry-After %q", last.status, last.body, last.header.Get("Retry-After"))
	}
}

// What fails inside is nobody's business; what takes too long ends by itself.
func TestFailuresOfTheDatabase(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	if _, err := api.SQL.Exec(`ALTER TABLE milestones RENAME COLUMN title TO heading`); err != nil {
		t.Fatal(err)
	}
	r := api.send(http.MethodGet, "/api/v1/milestones", "", "", nil)
	if r.status != 500 || r.Code != "INTERNAL" || strings.Contains(r.body, "title") {
		t.Errorf("%d %s", r.status, r.body)
	}

	tx, err := api.SQL.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.Exec(`LOCK TABLE team_members`); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	r = api.send(http.MethodGet, "/api/v1/team", "", "", nil)
	if r.status != 503 || r.Code != "UNAVAILABLE" || r.header.Get("Retry-After") != "5" || time.Since(start) > 15*time.Second {
		t.Errorf("%d %s after %v", r.status, r.body, time.Since(start))
	}

	if err := api.Store.Close(); err != nil {
		t.Fatal(err)
	}
	r = api.send(http.MethodGet, "/api/v1/auth/me", api.user, "", nil)
	if r.status != 503 || r.Code != "UNAVAILABLE" || r.Message == "" || r.Errors == nil || r.header.Get("Retry-After") != "5" {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// Pages of many products must not cost more statements than pages of one.
func TestListsCostFixedStatements(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	count := func(path string) int {
		before := api.Statements(t)
		api.send(http.MethodGet, "/api/v1"+path, api.user, "", nil)
		return api.Statements(t) - before
	}
	if one, ten := count("/products?limit=1"), count("/products?limit=10"); one != ten {
		t.Errorf("one product takes %d statements, ten take %d", one, ten)
	}
}
