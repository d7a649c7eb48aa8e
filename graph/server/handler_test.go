package server_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestRequestsAreAnsweredAsTheStandardSays(t *testing.T) {
	const ok, bad = http.StatusOK, http.StatusBadRequest
	long := `{"query":"{ __typename }","extensions":{"x":"` + strings.Repeat("x", 256<<10) + `"}}`
	cases := map[string]struct {
		body   string
		json   int // status under application/json
		strict int // status under application/graphql-response+json
		code   string
	}{
		"sound":             {`{"query":"{ product(id: 1) { name } }"}`, ok, ok, ""},
		"nulls":             {`{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null}`, ok, ok, ""},
		"syntax":            {`{"query":"{"}`, ok, bad, "GRAPHQL_PARSE_FAILED"},
		"unknown field":     {`{"query":"{ nonsense }"}`, ok, bad, "GRAPHQL_VALIDATION_FAILED"},
		"unknown operation": {`{"query":"query A { __typename }","operationName":"B"}`, ok, bad, "GRAPHQL_VALIDATION_FAILED"},
		"variable missing":  {`{"query":"query($i: ID!) { product(id: $i) { id } }"}`, ok, bad, "BAD_USER_INPUT"},
		"query missing":     {`{"operationName":"A"}`, bad, bad, "BAD_REQUEST"},
		"query of a number": {`{"query":7}`, bad, bad, "BAD_REQUEST"},
		"variables of text": {`{"query":"{ __typename }","variables":"x"}`, bad, bad, "BAD_REQUEST"},
		"batch":             {`[{"query":"{ __typename }"}]`, bad, bad, "BAD_REQUEST"},
		"two values":        {`{"query":"{ __typename }"}{}`, bad, bad, "BAD_REQUEST"},
		"not JSON":          {`{"query`, bad, bad, "BAD_REQUEST"},
		"empty":             {``, bad, bad, "BAD_REQUEST"},
		"Latin-1":           {`{"query":"{ __typename }","variables":{"name":"Jos` + "\xe9" + `"}}`, bad, bad, "BAD_REQUEST"},
		"too large":         {long, 413, 413, "TOO_LARGE"},
	}
	d := newTestAPI(true)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for accept, status := range map[string]int{"application/json": c.json, "application/graphql-response+json": c.strict} {
				a := d.serve(t, post(c.body, accept))
				if a.status != status || a.code() != c.code {
					t.Errorf("%s: got %d %q, want %d %q: %s", accept, a.status, a.code(), status, c.code, a.body)
				}
				if got := a.header.Get("Content-Type"); got != accept+"; charset=utf-8" {
					t.Errorf("Content-Type is %q", got)
				}
				if hasData := strings.Contains(a.body, `"data"`); hasData != (c.code == "") {
					t.Errorf("%s: data present: %v: %s", accept, hasData, a.body)
				}
			}
		})
	}
}

func TestABadBodyIsNotRepeated(t *testing.T) {
	a := newTestAPI(true).serve(t, post(`{"query":"<script>secret`, "application/json"))
	if strings.Contains(a.body, "secret") {
		t.Errorf("the answer repeats the body: %s", a.body)
	}
}

func TestTheCallerChoosesTheMediaType(t *testing.T) {
	for accept, want := range map[string]string{
		"":          "application/json",
		"*/*":       "application/json",
		"text/html": "application/json",
		"application/graphql-response+json,application/json;q=0.9":     "application/graphql-response+json",
		"application/json, application/graphql-response+json;q=0.5":    "application/json",
		"text/html, application/graphql-response+json;q=0.3, */*;q=.1": "application/graphql-response+json",
	} {
		a := newTestAPI(true).serve(t, post(`{"query":"{ __typename }"}`, accept))
		if got := a.header.Get("Content-Type"); got != want+"; charset=utf-8" {
			t.Errorf("Accept %q: got %q", accept, got)
		}
	}
}

func TestMethodsAndContentTypes(t *testing.T) {
	get := func(values url.Values) string { return "/graphql?" + values.Encode() }
	cases := map[string]struct {
		method, target, contentType string
		status                      int
		allow                       string
	}{
		"query by GET":    {"GET", get(url.Values{"query": {"{ __typename }"}, "variables": {"{}"}}), "", 200, ""},
		"bad variables":   {"GET", get(url.Values{"query": {"{ __typename }"}, "variables": {"[1]"}}), "", 400, ""},
		"Latin-1 by GET":  {"GET", get(url.Values{"query": {"{ __typename }"}, "variables": {`{"name":"Jos` + "\xe9" + `"}`}}), "", 400, ""},
		"nothing by GET":  {"GET", "/graphql", "", 400, ""},
		"mutation by GET": {"GET", get(url.Values{"query": {"mutation { userLogout { loggedOut } }"}}), "", 405, "POST"},
		"PUT":             {"PUT", "/graphql", "application/json", 405, "GET, POST"},
		"a form":          {"POST", "/graphql", "application/x-www-form-urlencoded", 415, ""},
		"plain text":      {"POST", "/graphql", "text/plain", 415, ""},
		"no type":         {"POST", "/graphql", "", 415, ""},
		"Latin-1":         {"POST", "/graphql", "application/json; charset=iso-8859-1", 415, ""},
		"UTF-8":           {"POST", "/graphql", "application/json; charset=UTF-8", 200, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.target, strings.NewReader(`{"query":"{ __typename }"}`))
			r.Header.Set("Content-Type", c.contentType)
			a := newTestAPI(true).serve(t, r)
			if a.status != c.status || a.header.Get("Allow") != c.allow {
				t.Errorf("got %d, Allow %q, want %d %q: %s", a.status, a.header.Get("Allow"), c.status, c.allow, a.body)
			}
			if (a.code() == "UNSUPPORTED_MEDIA_TYPE") != (c.status == http.StatusUnsupportedMediaType) {
				t.Errorf("the code is %s", a.code())
			}
			want := "no-store"
			if name == "query by GET" {
				want = "public, no-cache" // it says the same to everybody
			}
			if a.header.Get("Cache-Control") != want {
				t.Errorf("Cache-Control is %q", a.header.Get("Cache-Control"))
			}
		})
	}
}
