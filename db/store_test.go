package db_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// Several instances that start at once on an empty database migrate and seed it exactly once.
func TestInstancesStartTogether(t *testing.T) {
	t.Parallel()
	url := dbtest.Empty(t)
	clock := dbtest.NewClock()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			store, err := db.Open(ctx, db.Config{URL: url, Terms: shop.DefaultTerms(), Now: clock.Now})
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = store.Close() }()
			if err := store.Seed(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for table, want := range map[string]int{"products": 13, "reviews": 10, "team_members": 2, "milestones": 5, "faq_entries": 19} {
		if got := count(t, open(t, url), table); got != want {
			t.Errorf("%d %s, want %d", got, table, want)
		}
	}
}

// What people changed or deleted stays so when the next start seeds again, and new numbers continue after the seed's.
func TestSeedKeepsEdits(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`UPDATE products SET name = 'Renamed' WHERE id = 1; DELETE FROM products WHERE id = 9;
		DELETE FROM faq_entries`); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Seed(context.Background()); err != nil {
		t.Fatal(err)
	}
	var name string
	if err := d.SQL.QueryRow(`SELECT name FROM products WHERE id = 1`).Scan(&name); err != nil || name != "Renamed" {
		t.Errorf("product 1 is called %q (%v)", name, err)
	}
	if n := count(t, d.SQL, "products"); n != 12 {
		t.Errorf("%d products, want the deleted one to stay away", n)
	}
	if n := count(t, d.SQL, "faq_entries"); n != 0 {
		t.Errorf("%d questions came back", n)
	}
	var id int
	err := d.SQL.QueryRow(`INSERT INTO products (name, category, created_at) VALUES ('New', 'Industrial', now()) RETURNING id`).Scan(&id)
	if err != nil || id != 14 {
		t.Errorf("the next product gets number %d (%v), want 14", id, err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"postgres://%zz", "host=/nonexistent sslmode=disable connect_timeout=2"} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if store, err := db.Open(ctx, db.Config{URL: url, Terms: shop.DefaultTerms(), Now: time.Now}); err == nil {
			_ = store.Close()
			t.Errorf("%q opens", url)
		}
	}
}

// Plans are for arguments that nobody knows: what PostgreSQL does by their cost would cost more than the statement.
func TestStatementsArePlannedOnceAndNeverCompiled(t *testing.T) {
	t.Parallel()
	store := dbtest.New(t).Store
	for name, want := range map[string]string{"plan_cache_mode": "force_generic_plan", "jit": "off"} {
		if is, err := db.Setting(context.Background(), store, name); err != nil || is != want {
			t.Errorf("%s is %q (%v), want %q", name, is, err, want)
		}
	}
}

func TestSweepForgetsWhatExpired(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	in := shop.UserRegisterInput{Name: "Ada", Email: "ada@example.org"}
	if _, _, err := d.Store.Users.Create(ctx, shop.Actor{}, in, "hash", d.Clock.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.CountAttempt(ctx, shop.Actor{}, shop.LoginPerAccount, "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		wait               time.Duration
		sessions, attempts int
	}{{0, 1, 2}, {shop.LoginPerAccount.Window, 1, 1}, {time.Hour, 0, 1}, {shop.MailsPerAddress.Window, 0, 0}} {
		d.Clock.Advance(step.wait)
		if err := d.Store.Ops.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if s, a := count(t, d.SQL, "sessions"), count(t, d.SQL, "attempts"); s != step.sessions || a != step.attempts {
			t.Errorf("after %v more: %d sessions, %d attempts; want %d, %d", step.wait, s, a, step.sessions, step.attempts)
		}
	}
}

func open(t *testing.T, url string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("postgres", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}

func count(t *testing.T, pool *sql.DB, table string) int {
	t.Helper()
	var n int
	if err := pool.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
