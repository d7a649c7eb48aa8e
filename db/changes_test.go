package db_test

import (
	"log/slog"
	"testing"
	"time"

	"orrery/db/dbtest"
)

// Whether notifications would come is found out every second, but not for nobody.
func TestTheConnectionIsTriedForThoseWhoAsk(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if _, err := d.Store.Outbox.Follow(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	silence := func() time.Duration {
		t.Helper()
		var seconds float64
		if err := d.SQL.QueryRow(`SELECT extract(epoch FROM clock_timestamp() - max(state_change)) FROM pg_stat_activity
			WHERE datname = current_database() AND (query = '' OR query LIKE 'LISTEN%')`).Scan(&seconds); err != nil {
			t.Fatal(err)
		}
		return time.Duration(seconds * float64(time.Second))
	}
	await := func(what string, most time.Duration, held func() bool) {
		t.Helper()
		for end := time.Now().Add(most); !held(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within %v", what, most)
			}
		}
	}
	known := func() bool { _, known := d.Store.Changes(); return known }
	if !known() {
		t.Error("nothing is known though nobody has rested")
	}
	await("it rests", 30*time.Second, func() bool { return silence() > 3*time.Second })
	await("it listens again", 5*time.Second, known)
	if silence() > 2*time.Second {
		t.Error("it was not tried before")
	}
}
