package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/db/embedded"
	"orrery/shop"
)

// TestReplica reads public data from a replica. A process that has been notified of a change never reads what was before it, neither
// while the replica lags nor while it is gone. (Until the notification arrives, it may read either.)
func TestReplica(t *testing.T) {
	ctx := t.Context()
	primary, follower := pair(t)
	open := func() *db.Store {
		store, err := db.Open(ctx, db.Config{URL: primary.URL("orrery"), Read: follower.URL("orrery"), Terms: shop.DefaultTerms(), Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close() })
		if _, err := store.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		return store
	}
	store, other := open(), open()
	late, err := sql.Open("postgres", follower.URL("orrery"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = late.Close() })
	admin := shop.Actor{UserID: adminID(t, primary), Role: shop.RoleAdmin}
	name := func(s *db.Store) string {
		t.Helper()
		found, err := s.Catalogue.ProductsByID(ctx, shop.Actor{}, []string{"1"})
		if err != nil {
			t.Fatal(err)
		}
		return found["1"].Name
	}
	rename := func(to string) {
		t.Helper()
		var heard uint64
		eventually(t, func() (known bool) { heard, known = other.Changes(); return known })
		if _, err := store.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: "1", Name: &to}); err != nil {
			t.Fatal(err)
		}
		if got := name(store); got != to {
			t.Fatalf("the process that wrote %q reads %q", to, got)
		}
		eventually(t, func() bool {
			count, known := other.Changes()
			return known && count > heard && name(other) == to
		})
		for range 50 {
			if got := name(other); got != to {
				t.Fatalf("after %q it was %q again", to, got)
			}
		}
	}

	for _, s := range []*db.Store{store, other} {
		eventually(t, func() bool { _ = name(s); return db.Replica(s).Current })
	}
	var before int64
	eventually(t, func() bool { // A busy machine may delay the comparison between two reads.
		before = db.Replica(store).Reads
		name(store)
		return db.Replica(store).Reads == before+1
	})

	// A hundred changes, each seen by who made it and by the other process, whoever answers.
	for i := range 100 {
		rename(fmt.Sprintf("Arm %d", i))
	}
	eventually(t, func() bool { _ = name(other); return db.Replica(other).Current })

	// Stock alone may be a second older than it is, since every order takes some; but nothing that is read so is kept.
	pause := func() {
		t.Helper()
		if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_pause()`); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool {
			var state string
			return late.QueryRowContext(ctx, `SELECT pg_get_wal_replay_pause_state()`).Scan(&state) == nil && state == "paused"
		})
	}
	resume := func() {
		t.Helper()
		if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool {
			_, _ = name(store), name(other)
			return db.Replica(store).Current && db.Replica(other).Current
		})
	}
	plenty := 100
	if _, err := store.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: "1", Stock: &plenty}); err != nil {
		t.Fatal(err)
	}
	for try := 0; ; try++ {
		if _, err := store.Carts.AddItem(ctx, admin, shop.CartItemAddInput{ProductID: "1", Quantity: 1}); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool { name(store); return db.Replica(store).Current })
		pause()
		if _, err := store.Orders.Place(ctx, admin, shop.OrderPlaceInput{IdempotencyKey: fmt.Sprint(try), ShippingInfo: shop.ShippingInfoInput{
			Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}}); err != nil {
			t.Fatal(err)
		}
		before = db.Replica(store).Reads
		name(store)
		asked := db.Replica(store).Reads - before
		if _, known := store.Changes(); asked == 1 && !known {
			// Whoever follows the product is told what the order has left.
			var older int
			if err := late.QueryRowContext(ctx, `SELECT stock FROM products WHERE id = 1`).Scan(&older); err != nil {
				t.Fatal(err)
			}
			if now, err := store.Catalogue.ProductsNow(ctx, shop.Actor{}, []string{"1"}); err != nil || now["1"].Stock != older-1 {
				t.Errorf("now there are %d, %v; the replica says %d", now["1"].Stock, err, older)
			}
			break
		}
		if try == 30 { // Each try has one second, which a busy machine may take for something else.
			t.Fatalf("with older stock the replica was asked %d times", asked)
		}
		resume()
	}
	eventually(t, func() bool {
		before := db.Replica(store).Reads
		name(store)
		_, known := store.Changes()
		return db.Replica(store).Reads == before && known // by the primary
	})
	if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool {
		_, _ = name(store), name(other)
		return db.Replica(store).Current && db.Replica(other).Current
	})

	// The replica stops to replay: the primary answers, and the lag is told.
	pause()
	rename("While it lags")
	if state := db.Replica(store); state.Current || state.Lag == 0 {
		t.Errorf("the replica that lags is %+v", state)
	}
	if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { _ = name(store); return db.Replica(store).Current })
	if got := name(store); got != "While it lags" {
		t.Errorf("the replica that has caught up says %q", got)
	}

	// It goes away, between two reads.
	if err := follower.Stop(); err != nil {
		t.Fatal(err)
	}
	if got := name(store); got != "While it lags" {
		t.Errorf("without the replica it is %q", got)
	}
	rename("Without a replica")
}

// TestReplicaStandsIn: without its primary, public data is read from the replica, and nothing else is. What it says is not
// cached as current, even when only one statement has failed on the primary.
func TestReplicaStandsIn(t *testing.T) {
	ctx := t.Context()
	primary, follower := pair(t)
	admin := shop.Actor{UserID: adminID(t, primary), Role: shop.RoleAdmin}
	store, err := db.Open(ctx, db.Config{URL: primary.URL("orrery"), Read: follower.URL("orrery"), Terms: shop.DefaultTerms(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	if _, err := store.Outbox.Follow(ctx, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	name := func() (string, error) {
		found, err := store.Catalogue.ProductsByID(ctx, shop.Actor{}, []string{"1"})
		return found["1"].Name, err
	}
	eventually(t, func() bool { _, _ = name(); return db.Replica(store).Current })
	want, err := name()
	if err != nil {
		t.Fatal(err)
	}
	// One statement fails on the primary, whose notifications still arrive, and the replica lacks a change.
	late, err := sql.Open("postgres", follower.URL("orrery"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = late.Close() }()
	if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_pause()`); err != nil {
		t.Fatal(err)
	}
	renamed := "Not on the replica yet"
	if _, err := store.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: "1", Name: &renamed}); err != nil {
		t.Fatal(err)
	}
	unlock := lockProducts(t, primary)
	var before uint64
	eventually(t, func() (known bool) { before, known = store.Changes(); return known })
	if got, err := name(); err != nil || got != want {
		t.Errorf("while the primary does not answer it is %q, %v", got, err)
	}
	if after, known := store.Changes(); known && after == before {
		t.Error("what the replica said would be cached as current")
	}
	unlock()
	if got, err := name(); err != nil || got != renamed {
		t.Errorf("afterwards it is %q, %v", got, err)
	}
	if _, err := late.ExecContext(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
		t.Fatal(err)
	}
	want = renamed
	eventually(t, func() bool { _, _ = name(); return db.Replica(store).Current })

	// A running shop has read these.
	if _, err := store.Content.Settings(ctx); err != nil {
		t.Fatal(err)
	}
	if err := store.Content.PublishDueFaq(ctx); err != nil {
		t.Fatal(err)
	}
	if err := primary.Stop(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if got, err := name(); err != nil || got != want {
			t.Fatalf("without the primary it is %q, %v", got, err)
		}
		if _, known := store.Changes(); known {
			t.Fatal("what the replica says would be cached")
		}
	}
	for _, text := range shop.TextNames() { // of which this process knows no more than which versions there are
		if got, err := store.Content.Text(ctx, shop.Actor{}, text, nil); err != nil || got.Name != text {
			t.Errorf("without the primary the text %s is %q, %v", text, got.Name, err)
		}
	}
	if _, err := store.Carts.AddItem(ctx, admin, shop.CartItemAddInput{ProductID: "1", Quantity: 1}); !shop.IsUnavailable(err) {
		t.Errorf("into the cart: %v", err)
	}
}

// TestReplicaThatIsNone: a database that follows nobody may have other data, and is never read.
func TestReplicaThatIsNone(t *testing.T) {
	database := dbtest.New(t)
	store, err := db.Open(t.Context(), db.Config{URL: database.URL, Read: database.URL, Terms: shop.DefaultTerms(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	said := make(chan string, 100)
	if _, err := store.Outbox.Follow(t.Context(), slog.New(slog.NewTextHandler(lines(said), nil))); err != nil {
		t.Fatal(err)
	}
	if text := <-said; !strings.Contains(text, "DATABASE_READ_URL leads to a database that follows no other") {
		t.Errorf("the log says %q", text)
	}
	if _, err := store.Catalogue.ProductsByID(t.Context(), shop.Actor{}, []string{"1"}); err != nil {
		t.Error(err)
	}
	if state := db.Replica(store); state.Current || state.Reads > 0 {
		t.Errorf("the replica is %+v", state)
	}
}

// lines takes what is written to it, once for each write.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// pair starts a seeded PostgreSQL and one that follows it.
func pair(t *testing.T) (primary, follower *embedded.Server) {
	t.Helper()
	start := func(dir string) *embedded.Server {
		server, err := embedded.Start(t.Context(), embedded.Options{DataDir: dir, NPMDir: "../client/node_modules"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Stop() })
		return server
	}
	folder := func() string {
		dir, err := os.MkdirTemp("", "orrery-test-") // the sockets of t.TempDir would have too long a name
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		return dir
	}
	prepared := folder()
	if err := dbtest.Prepare(prepared, "../client/node_modules"); err != nil {
		t.Fatal(err)
	}
	primary = start(prepared)
	store, err := db.Open(t.Context(), db.Config{URL: primary.URL("orrery"), Terms: shop.DefaultTerms(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if err := store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := store.Users.Ensure(t.Context(), "Admin", "admin@example.com", shop.RoleAdmin, "no hash"); err != nil {
		t.Fatal(err)
	}
	copied := folder()
	if err := primary.Copy(context.Background(), copied); err != nil {
		t.Fatal(err)
	}
	return primary, start(copied)
}

// lockProducts lets every read of products wait until unlock is called.
func lockProducts(t *testing.T, server *embedded.Server) (unlock func()) {
	t.Helper()
	pool, err := sql.Open("postgres", server.URL("orrery"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), `LOCK TABLE products IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	return func() { _, _ = tx.Rollback(), pool.Close() }
}

func adminID(t *testing.T, server *embedded.Server) (id string) {
	t.Helper()
	pool, err := sql.Open("postgres", server.URL("orrery"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	if err := pool.QueryRow(`SELECT id FROM users WHERE role = 'admin'`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// eventually waits for what comes by notification or by replication, five seconds at most.
func eventually(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the condition did not become true within a minute")
		}
	}
}

// awaitLocks waits until n statements of the test's database wait for locks.
func awaitLocks(t *testing.T, d *dbtest.Database, n int) {
	t.Helper()
	eventually(t, func() bool {
		return count(t, d.SQL, "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= n
	})
}
