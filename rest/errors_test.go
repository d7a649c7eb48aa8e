package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"orrery/auth"
	"orrery/blob"
	"orrery/db/dbtest"
	"orrery/rest"
	"orrery/telemetry"
	"orrery/web"
)

// logged is what a server has logged so far.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// failures are the errors that were logged, by the id of their request.
func (l *logged) failures(t *testing.T) map[string]string {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	found := map[string]string{}
	for line := range strings.Lines(l.text.String()) {
		var entry struct {
			Msg, Error string
			RequestID  string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if entry.Msg == "request failed" {
			found[entry.RequestID] = entry.Error
		}
	}
	return found
}

// What fails for a reason that the caller is not told is logged with that reason, whatever the answer calls the fields.
func TestFailuresAreLoggedWithTheirCause(t *testing.T) {
	t.Parallel()
	database, cable := dbtest.NewCabled(t)
	accounts, err := auth.New(database.Store, []byte(strings.Repeat("k", auth.MinSecret)), database.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	written := &logged{}
	log := telemetry.NewLog(written, true, slog.LevelInfo)
	server := httptest.NewServer(web.Middleware(telemetry.Observers{Log: log}, "http://localhost", accounts.Middleware(log, rest.Refuse, rest.New(rest.Config{
		Store: database.Store, Auth: accounts, Pictures: blob.NewPictures(onDisk(t)), Log: log}))))
	t.Cleanup(server.Close)
	f := &testServer{t: t, Database: database, url: server.URL}
	fails := func(method, path, body string, status int, cause string) {
		t.Helper()
		r := f.send(method, "/api/v1"+path, "", "application/json", strings.NewReader(body))
		said, ok := written.failures(t)[r.header.Get("X-Request-Id")]
		if r.status != status || strings.Contains(r.body, cause) || !ok || !strings.Contains(said, cause) {
			t.Errorf("%s %s: %d %s; logged %q, want its cause %q", method, path, r.status, r.body, said, cause)
		}
	}
	if _, err := database.SQL.Exec(`ALTER TABLE milestones RENAME COLUMN title TO heading`); err != nil {
		t.Fatal(err)
	}
	fails("GET", "/milestones", "", http.StatusInternalServerError, `column "title" does not exist`)
	cable.Cut()
	const contact = `{"name": "Ada", "email": "ada@example.org", "subject": "Arms", "message": "Hello there"}`
	fails("POST", "/contact", contact, http.StatusServiceUnavailable, "the database is not available")
	fails("POST", "/preorders", `{"name": "Ada", "email": "ada@example.org", "phone": "+31 20 1234567", "product": "1", "quantity": 1}`,
		http.StatusServiceUnavailable, "the database is not available") // its fields have other names there
}

// TestClosedConnection answers a client that has closed its half of the connection, and may still read.
func TestClosedConnection(t *testing.T) {
	t.Parallel()
	database := dbtest.New(t)
	accounts, err := auth.New(database.Store, []byte(strings.Repeat("k", auth.MinSecret)), database.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	written := &logged{}
	log := telemetry.NewLog(written, true, slog.LevelInfo)
	site := web.Middleware(telemetry.Observers{Log: log}, "http://localhost", rest.New(rest.Config{
		Store: database.Store, Auth: accounts, Pictures: blob.NewPictures(onDisk(t)), Log: log}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	site.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/api/v1/milestones", nil))
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "connection was closed") {
		t.Errorf("it got %d %s", w.Code, w.Body)
	}
	if failures := written.failures(t); len(failures) > 0 {
		t.Errorf("the log has %v", failures)
	}
}
