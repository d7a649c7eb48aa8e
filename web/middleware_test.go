package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"orrery/telemetry"
	"orrery/web"
)

// wrapped puts the middleware around a handler and returns what it logs.
func wrapped(publicURL string, h http.HandlerFunc) (http.Handler, *bytes.Buffer) {
	log := &bytes.Buffer{}
	return web.Middleware(telemetry.Observers{Log: telemetry.NewLog(log, true, nil)}, publicURL, h), log
}

// entry is one line of the log.
type entry struct {
	Msg, Method, Path, Stack string
	Status, Bytes            int
	RequestID                string `json:"request_id"`
}

func entries(t *testing.T, log *bytes.Buffer) []entry {
	t.Helper()
	var all []entry
	for decoder := json.NewDecoder(log); decoder.More(); {
		var e entry
		if err := decoder.Decode(&e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func TestOneLineIsLoggedForARequest(t *testing.T) {
	var seen string
	h, log := wrapped("", func(w http.ResponseWriter, r *http.Request) {
		seen = telemetry.RequestID(r.Context())
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short")
	})
	w := get(h, "/pot?token=secret", "X-Request-Id", "mine", "Authorization", "Bearer secret")

	id, err := uuid.Parse(w.Header().Get("X-Request-Id"))
	if err != nil || id.Version() != 7 || seen != id.String() {
		t.Errorf("the id is %q for the caller and %q inside", w.Header().Get("X-Request-Id"), seen)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log tells a secret: %s", log)
	}
	got := entries(t, log)
	want := entry{Msg: "request", Method: "GET", Path: "other", Status: 418, Bytes: 5, RequestID: id.String()}
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTheIDFollowsDerivedLoggers(t *testing.T) {
	log := &bytes.Buffer{}
	derived := telemetry.NewLog(log, true, nil).With("part", "graph")
	h := web.Middleware(telemetry.Observers{Log: slog.New(slog.DiscardHandler)}, "", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		derived.InfoContext(r.Context(), "inside")
	}))
	id := get(h, "/").Header().Get("X-Request-Id")
	derived.Info("outside")
	got := entries(t, log)
	if len(got) != 2 || got[0].RequestID != id || got[1].RequestID != "" {
		t.Errorf("got %+v, want %s first", got, id)
	}
	if telemetry.RequestID(context.Background()) != "" {
		t.Error("an id outside of a request")
	}
}

func TestAPanicIsAnsweredAndLogged(t *testing.T) {
	h, log := wrapped("", func(http.ResponseWriter, *http.Request) { panic("the machine is on fire") })
	w := get(h, "/")
	if w.Code != 500 || strings.Contains(w.Body.String(), "fire") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	got := entries(t, log)
	if len(got) != 2 || !strings.Contains(got[0].Stack, "middleware_test.go") || got[1].Status != 500 {
		t.Errorf("got %+v", got)
	}
}

func TestAnAnswerThatHasBegunIsBrokenOff(t *testing.T) {
	h, log := wrapped("", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		_ = http.NewResponseController(w).Flush()
		panic("too late")
	})
	server := httptest.NewServer(h)
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.ReadAll(answer.Body); err == nil {
		t.Error("the caller takes half an answer for a whole one")
	}
	server.Close()
	if got := entries(t, log); len(got) != 2 || got[1].Status != 200 {
		t.Errorf("got %+v", got)
	}
}

func TestSecurityHeaders(t *testing.T) {
	want := map[string]string{
		"Content-Security-Policy":    "script-src 'self';",
		"X-Content-Type-Options":     "nosniff",
		"X-Frame-Options":            "DENY",
		"Referrer-Policy":            "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Origin-Agent-Cluster":       "?1",
		"Permissions-Policy":         "camera=()",
	}
	h, _ := wrapped("https://shop.example", func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic("x")
		}
	})
	for _, path := range []string{"/", "/panic"} {
		w := get(h, path)
		for name, part := range want {
			if !strings.Contains(w.Header().Get(name), part) {
				t.Errorf("%s: %s is %q", path, name, w.Header().Get(name))
			}
		}
		if strings.Contains(w.Header().Get("Content-Security-Policy"), "unsafe") {
			t.Error("the policy allows what is unsafe")
		}
		if w.Header().Get("Strict-Transport-Security") == "" {
			t.Error("a site by https does not insist on it")
		}
	}
	h, _ = wrapped("http://localhost:8080", func(http.ResponseWriter, *http.Request) {})
	if got := get(h, "/").Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("a site by http insists on https: %s", got)
	}
}
