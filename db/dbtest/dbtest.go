// Package dbtest provides each test with its own seeded PostgreSQL database.
package dbtest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orrery/auth"
	"orrery/db"
	"orrery/db/embedded"
	"orrery/shop"
)

// template is the database that the others are copied from; Prepare has created it.
const template = "orrery"

var (
	server  *embedded.Server
	control *sql.DB // the database postgres
	made    atomic.Int64

	seedOnce sync.Once
	seedErr  error
)

// Main implements TestMain: it starts one PostgreSQL server, runs the tests and stops the server. Passwords are hashed
// quickly.
func Main(m *testing.M) {
	auth.HashQuickly()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "orrery-test-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	const npmDir = "../client/node_modules"
	if err := Prepare(dir, npmDir); err != nil {
		return 1, err
	}
	server, err = embedded.Start(context.Background(), embedded.Options{
		DataDir: dir,
		Settings: map[string]string{
			"shared_preload_libraries": "pg_stat_statements", "max_connections": "300",
			"pg_stat_statements.max": "50000", // for all databases of a package: evicted statements are not counted
		},
		Log:    slog.New(slog.DiscardHandler),
		NPMDir: npmDir,
	})
	if err != nil {
		return 1, err
	}
	defer func() { _ = server.Stop() }()
	if control, err = sql.Open("postgres", server.URL("postgres")); err != nil {
		return 1, err
	}
	defer func() { _ = control.Close() }()
	if _, err := control.Exec(`CREATE EXTENSION pg_stat_statements`); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// Clock is a clock that advances only when a test calls Advance. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock that is set to 09:00 UTC on a Monday.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock forward by d.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Database is the database of one test.
type Database struct {
	Name  string
	URL   string
	Store *db.Store
	Clock *Clock
	SQL   *sql.DB // for data that no API returns
}

// New returns a copy of the seeded database.
func New(t testing.TB) *Database {
	t.Helper()
	seedOnce.Do(func() { seedErr = seed() })
	if seedErr != nil {
		t.Fatal(seedErr)
	}
	d := &Database{Name: fmt.Sprintf("test_%d", made.Add(1)), Clock: NewClock()}
	// Copying files takes less than half of what logging each page takes.
	_, err := control.Exec(fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY`, d.Name, template))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := control.Exec(fmt.Sprintf(`DROP DATABASE %s WITH (FORCE)`, d.Name)); err != nil {
			t.Error(err)
		}
	})
	d.URL = server.URL(d.Name)
	if d.SQL, err = sql.Open("postgres", d.URL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.SQL.Close() })
	return d.Another(t)
}

// Another returns the same database with another Store, as a second process of the shop would have it.
func (d *Database) Another(t testing.TB) *Database {
	t.Helper()
	other := *d
	var err error
	if other.Store, err = open(d.URL, d.Clock, true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Store.Close() })
	return &other
}

func open(url string, clock *Clock, unprepared bool) (*db.Store, error) {
	return db.Open(context.Background(), db.Config{URL: url, Terms: shop.DefaultTerms(), Now: clock.Now,
		Unprepared: unprepared})
}

func seed() error {
	store, err := open(server.URL(template), NewClock(), true)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	return store.Seed(context.Background())
}

// Empty creates an empty database and returns its URL.
func Empty(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("empty_%d", made.Add(1))
	if _, err := control.Exec(`CREATE DATABASE ` + name + ` TEMPLATE template0`); err != nil {
		t.Fatal(err)
	}
	return server.URL(name)
}

// Statements returns how many statements PostgreSQL has run in the database so far, except those with which the feed
// polls for events every few seconds and those that initialise connections.
func (d *Database) Statements(t testing.TB) int {
	t.Helper()
	var n int
	err := control.QueryRow(`SELECT coalesce(sum(s.calls), 0) FROM pg_stat_statements s
		JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = $1
			AND s.query NOT LIKE '%FROM events%WHERE position > %' AND s.query NOT LIKE 'SET jit%'`, d.Name).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Mails returns the arguments of the queued emails of one kind, oldest first.
func (d *Database) Mails(t testing.TB, kind string) []json.RawMessage {
	t.Helper()
	rows, err := d.SQL.Query(`SELECT args FROM jobs WHERE kind = $1 ORDER BY id`, kind)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var found []json.RawMessage
	for rows.Next() {
		var args json.RawMessage
		if err := rows.Scan(&args); err != nil {
			t.Fatal(err)
		}
		found = append(found, args)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}
