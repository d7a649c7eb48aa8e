package telemetry_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/lib/pq"

	"orrery/telemetry"
)

func TestWhoMayReadTheMetrics(t *testing.T) {
	const token = "a-token-of-thirty-two-bytes-0001"
	metrics := telemetry.NewMetrics()
	for name, c := range map[string]struct {
		token, from, header, value string
		status                     int
	}{
		"from this machine":              {"", "127.0.0.1:5000", "", "", 200},
		"by IPv6":                        {"", "[::1]:5000", "", "", 200},
		"from elsewhere":                 {"", "192.0.2.1:5000", "", "", 404},
		"a proxy on this machine":        {"", "127.0.0.1:5000", "X-Forwarded-For", "192.0.2.1", 404},
		"one that says less":             {"", "127.0.0.1:5000", "Via", "1.1 proxy", 404},
		"no token is set, but given":     {"", "192.0.2.1:5000", "Authorization", "Bearer ", 404},
		"with the token":                 {token, "192.0.2.1:5000", "Authorization", "Bearer " + token, 200},
		"by a proxy, with the token":     {token, "127.0.0.1:5000", "Authorization", "bearer " + token, 200},
		"with half of it":                {token, "192.0.2.1:5000", "Authorization", "Bearer " + token[1:], 404},
		"as a password":                  {token, "192.0.2.1:5000", "Authorization", "Basic " + token, 404},
		"from this machine, but without": {token, "127.0.0.1:5000", "", "", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.RemoteAddr = c.from
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		w := httptest.NewRecorder()
		metrics.Handler(c.token).ServeHTTP(w, r)
		if w.Code != c.status || (c.status == 200) != strings.Contains(w.Body.String(), "go_goroutines") {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

func TestErrorsLoseWhatTheyQuote(t *testing.T) {
	_, number := strconv.Atoi("Ada")
	gone := &net.OpError{Op: "write", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 5000}, Err: errors.New("broken pipe")}
	away := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 5432}, Err: errors.New("refused")}
	for want, err := range map[string]error{
		"place order: pq: invalid_text_representation (22P02)":        &pq.Error{Code: "22P02", Message: `invalid input syntax for type integer: "Ada"`},
		`place order: pq: violates "users_email_key" (23505)`:         &pq.Error{Code: "23505", Message: `violates "users_email_key"`, Detail: "Key (email)=(Ada)"},
		"place order: Atoi: invalid syntax":                           number,
		"place order: write: broken pipe":                             gone,
		"place order: dial tcp 192.0.2.7:5432: refused":               away,
		"place order: read: pq: invalid_text_representation (22P02) ": fmt.Errorf("read: %w ", &pq.Error{Code: "22P02", Message: `"Ada"`}),
	} {
		var text bytes.Buffer
		log := telemetry.NewLog(&text, true, nil)
		log.With("earlier", err).Error("failed", "error", fmt.Errorf("place order: %w", err))
		quoted := strconv.Quote(want)
		if !strings.Contains(text.String(), `"error":`+quoted) || strings.Contains(text.String(), "Ada") || strings.Contains(text.String(), "192.0.2.1:") {
			t.Errorf("got %s, want %s", text.String(), want)
		}
	}
}

// The path of a line is the route, with what is certainly no text of somebody's.
func TestPath(t *testing.T) {
	for _, c := range []struct{ route, path, want string }{
		{"/products/{id}", "/products/17", "/products/17"},
		{"/products/{id}", "/products/ada@example.org", "/products/{id}"},
		{"/products/{id}", "/products/0031612345678", "/products/{id}"},
		{"/products/{id}", "/products/" + strings.Repeat("a", 36), "/products/" + strings.Repeat("a", 36)},
		{"/api/v1/orders/{id}/invoice", "/api/v1/orders/019a0000-0000-7000-8000-000000000001/invoice", "/api/v1/orders/019a0000-0000-7000-8000-000000000001/invoice"},
		{"/api/v1/orders/{id}/invoice", "/api/v1/orders//invoice", "/api/v1/orders/{id}/invoice"},
		{"/quotes/", "/quotes/QU-1/secret", "/quotes/"},
		{"/{file}", "/assets/ada.js", "/{file}"},
		{"other", "/ada", "other"},
	} {
		r := telemetry.Request{Route: c.route}
		if got := r.Path(c.path); got != c.want {
			t.Errorf("%s at %s is %s, want %s", c.path, c.route, got, c.want)
		}
	}
}

func TestTracesNeedAReceiverThatWeSpeakTo(t *testing.T) {
	for name, c := range map[string]struct {
		env    map[string]string
		on     bool
		faulty string
	}{
		"off":            {nil, false, ""},
		"on":             {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}, true, ""},
		"of traces only": {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://localhost:4318/v1/traces"}, true, ""},
		"switched off":   {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_SDK_DISABLED": "true"}, false, ""},
		"none":           {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_TRACES_EXPORTER": "none"}, false, ""},
		"by gRPC": {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, false,
			"OTEL_EXPORTER_OTLP_PROTOCOL"},
	} {
		provider, closing, err := telemetry.OpenTraces(t.Context(), func(name string) string { return c.env[name] }, telemetry.NewLog(&bytes.Buffer{}, true, nil))
		if (err != nil) != (c.faulty != "") || err != nil && !strings.Contains(err.Error(), c.faulty) || (provider != nil) != c.on {
			t.Errorf("%s: %v, %v", name, provider, err)
		}
		if err := closing(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
