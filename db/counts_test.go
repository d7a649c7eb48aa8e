package db_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
)

// What a caller uses at one instance counts at the other two seconds later, and nobody can read from the table who it was.
func TestCallersAreCountedByAllInstances(t *testing.T) {
	t.Parallel()
	one := dbtest.New(t)
	two := one.Another(t)
	here, there, other := one.Store.Ops.Counts("graph"), two.Store.Ops.Counts("graph"), two.Store.Ops.Counts("rest")
	minute := time.Now().UTC().Truncate(time.Minute)
	for range 70 {
		_ = here.Increment("address 192.0.2.1", minute)
	}
	for _, counter := range []interface {
		IncrementBy(string, time.Time, int) error
	}{there, other} {
		_ = counter.IncrementBy("address 192.0.2.1", minute, 30)
	}
	if now, _, _ := there.Get("address 192.0.2.1", minute, time.Time{}); now != 30 {
		t.Errorf("before anybody has told it is %d", now)
	}
	for _, d := range []*dbtest.Database{one, two} {
		go d.Store.Ops.ShareCounts(t.Context(), slog.New(slog.DiscardHandler))
	}
	own := 30
	eventually(t, func() bool {
		_ = there.Increment("address 192.0.2.1", minute) // only those who go on are asked about
		own++
		now, _, _ := there.Get("address 192.0.2.1", minute, time.Time{})
		return now == own+70
	})
	if now, _, _ := other.Get("address 192.0.2.1", minute, time.Time{}); now != 30 {
		t.Errorf("another process has counted %d", now)
	}
	next := minute.Add(time.Minute)
	if now, before, _ := there.Get("address 192.0.2.1", next, minute); now != 0 || before != own+70 {
		t.Errorf("in the next minute it is %d after %d", now, before)
	}
	if now, before, _ := there.Get("address 192.0.2.1", next.Add(2*time.Minute), next); now != 0 || before != 0 {
		t.Errorf("two minutes later it is %d after %d", now, before)
	}

	var written int
	eventually(t, func() bool { // each process publishes its own counts
		err := one.SQL.QueryRow(`SELECT count(*) FROM caller_counts WHERE octet_length(caller) = 16`).Scan(&written)
		return err == nil && written == 2
	})
	one.Clock.Advance(time.Since(one.Clock.Now()) + time.Hour)
	if err := one.Store.Ops.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := one.SQL.QueryRow(`SELECT count(*) FROM caller_counts`).Scan(&written); err != nil || written != 0 {
		t.Errorf("%d callers are left after an hour, %v", written, err)
	}
}

// What could not be shared counts everywhere once it can.
func TestCallersAreCountedAfterAnOutage(t *testing.T) {
	t.Parallel()
	one := dbtest.New(t)
	two := one.Another(t)
	here, there := one.Store.Ops.Counts("graph"), two.Store.Ops.Counts("graph")
	minute := time.Now().UTC().Truncate(time.Minute)
	_ = here.IncrementBy("address 192.0.2.1", minute, 70)
	if _, err := one.SQL.Exec(`ALTER TABLE caller_counts ADD CONSTRAINT outage CHECK (false)`); err != nil {
		t.Fatal(err)
	}
	failures, log := io.Pipe()
	go one.Store.Ops.ShareCounts(t.Context(), slog.New(slog.NewTextHandler(log, nil)))
	if text, err := bufio.NewReader(failures).ReadString('\n'); err != nil || !strings.Contains(text, "counted by this instance alone") {
		t.Fatalf("%s, %v", text, err)
	}
	_ = failures.Close()
	if _, err := one.SQL.Exec(`ALTER TABLE caller_counts DROP CONSTRAINT outage`); err != nil {
		t.Fatal(err)
	}
	go two.Store.Ops.ShareCounts(t.Context(), slog.New(slog.DiscardHandler))
	own := 0
	eventually(t, func() bool {
		_ = there.Increment("address 192.0.2.1", minute)
		own++
		now, _, _ := there.Get("address 192.0.2.1", minute, time.Time{})
		return now == own+70
	})
}
