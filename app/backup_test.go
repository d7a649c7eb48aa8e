package app

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/bench/buyers"
	"orrery/db/dbtest"
	"orrery/db/embedded"
)

// TestBackupUnderLoad saves a shop while people buy, and has every order that was acknowledged before in the shop that is made of it,
// which works.
func TestBackupUnderLoad(t *testing.T) {
	if _, err := embedded.Find("pg_dump"); err != nil {
		t.Skip(err)
	}
	log := slog.New(slog.DiscardHandler)
	shopOf := func(folder string) (Config, buyers.Shop) {
		c := demoConfig(t, folder)
		url := start(t, c)
		return c, buyers.Shop{URL: func() string { return url }}
	}
	c, busy := shopOf(prepared(t))
	if err := os.WriteFile(filepath.Join(c.dataDir, "media", "picture.webp"), []byte("a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	shelves := database(t, c)
	if _, err := shelves.Exec(`UPDATE products SET stock = 1000000`); err != nil {
		t.Fatal(err)
	}
	crowd, err := busy.Register(3)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	for _, b := range crowd {
		b.Bought = func() {
			mu.Lock()
			defer mu.Unlock()
			acknowledged[b.Orders[len(b.Orders)-1]] = true
		}
		wg.Go(func() { b.Buy(ctx) })
	}
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(acknowledged)
	}
	bought := func(n int) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); count() < n; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d orders were placed", count())
			}
		}
	}
	bought(5)
	mu.Lock()
	before := make([]string, 0, len(acknowledged))
	for number := range acknowledged {
		before = append(before, number)
	}
	mu.Unlock()
	saved, said := filepath.Join(t.TempDir(), "backup"), &bytes.Buffer{}
	if err := backup(ctx, c, saved, log, said); err != nil {
		t.Fatal(err)
	}
	bought(len(before) + 1) // they went on meanwhile
	stop()
	wg.Wait()
	if err := backup(t.Context(), c, saved, log, said); err == nil {
		t.Error("a backup was written over another")
	}

	fresh := demoConfig(t, t.TempDir())
	if err := restore(t.Context(), fresh, saved, log, said); err != nil {
		t.Fatal(err)
	}
	if err := restore(t.Context(), fresh, saved, log, said); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("it is restored over what is there: %v", err)
	}
	url := start(t, fresh)
	restored := buyers.Shop{URL: func() string { return url }}
	pool := database(t, fresh)
	for _, number := range before {
		var lines int
		if err := pool.QueryRow(`SELECT count(*) FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.number = $1`, number).Scan(&lines); err != nil || lines == 0 {
			t.Errorf("%s, which was acknowledged before, has %d lines, %v", number, lines, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(fresh.dataDir, "media", "picture.webp")); err != nil || string(text) != "a picture" {
		t.Errorf("an upload is %q, %v", text, err)
	}
	// Its accounts, carts and shelves work.
	var out struct{ UserLogin struct{ Token string } }
	if err := restored.Ask("", `mutation ($email: String!, $password: String!) { userLogin(input: {email: $email, password: $password}) { token } }`,
		map[string]any{"email": crowd[0].Email, "password": buyers.Password}, &out); err != nil || out.UserLogin.Token == "" {
		t.Fatalf("a buyer can't sign in: %v", err)
	}
	var placed struct {
		OrderPlace struct{ Order *struct{ Number string } }
	}
	token := out.UserLogin.Token
	if err := restored.Ask(token, `mutation { cartItemAdd(input: {productId: "1"}) { userErrors { message } } }`, nil, new(any)); err != nil {
		t.Fatal(err)
	}
	if err := restored.Ask(token, `mutation { orderPlace(input: {idempotencyKey: "after", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) {
		order { number } } }`, nil, &placed); err != nil || placed.OrderPlace.Order == nil {
		t.Errorf("an order is %+v, %v", placed, err)
	}

	// What was changed in the folder is found.
	if err := os.WriteFile(filepath.Join(saved, "media", "picture.webp"), []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := restore(t.Context(), demoConfig(t, t.TempDir()), saved, log, said); err == nil || !strings.Contains(err.Error(), "not as it was saved") {
		t.Errorf("a changed backup is restored: %v", err)
	}
}

// demoConfig returns the configuration of a demo whose data is in folder and that limits no requests.
func demoConfig(t *testing.T, folder string) Config {
	t.Helper()
	env := map[string]string{"PORT": "0", "DATA_DIR": folder, "RATE_LIMIT": "0"}
	c, err := ReadConfig(func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// prepared returns a data folder with a database that is migrated and empty, for tests that are about something else than
// making it.
func prepared(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := dbtest.Prepare(folder, "client/node_modules"); err != nil {
		t.Fatal(err)
	}
	return folder
}

// start runs a shop until the test ends and returns its URL.
func start(t *testing.T, c Config) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	listening, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, c, slog.New(slog.DiscardHandler), func(url string, _ bool) { listening <- url })
	}()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections() // the stop would wait for connections without a request
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-listening:
		return url
	case err := <-ended:
		ended <- err
		t.Fatal(err)
		return ""
	}
}

// database connects to the database of a running shop.
func database(t *testing.T, c Config) *sql.DB {
	t.Helper()
	at, err := embedded.Running(c.dataDir)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("postgres", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}
