// Command works compares the most frequent client operations on the binary with baselines: minimal servers with
// handlers written by hand for exactly these operations, on the same PostgreSQL and the same data. Figures of different
// runs are not comparable; the ratios within a run are, and those of the CPU time vary least.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"orrery/bench/binary"
	"orrery/bench/load"
	"orrery/bench/wares"
	"orrery/db/embedded"
)

const (
	products = 10_000
	starts   = 5
	secret   = "a secret of the benches, and of nobody else"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "floor" { // started by startBaseline
		baselineMain(os.Args[2:])
	}
	rounds := flag.Int("rounds", 5, "how often everything is measured; the medians are shown")
	duration := flag.Duration("duration", 1500*time.Millisecond, "how long each row is asked in a round")
	only := flag.String("only", "", "measure only what begins with this, such as W1")
	flag.Parse()
	if err := run(*only, *rounds, *duration); err != nil {
		fmt.Fprintln(os.Stderr, "works:", err)
		os.Exit(1)
	}
}

func run(only string, rounds int, duration time.Duration) (err error) {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "orrery-works-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	statements := &counter{Handler: slog.DiscardHandler}
	postgres, err := embedded.Start(ctx, embedded.Options{
		DataDir: dir, Durable: true, Log: slog.New(statements), NPMDir: "client/node_modules",
		Settings: map[string]string{"max_connections": "100"}})
	if err != nil {
		return err
	}
	defer func() { _ = postgres.Stop() }()
	pool, err := sql.Open("postgres", postgres.URL("orrery"))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	shelf, err := fill(ctx, dir, postgres.URL("orrery"), pool)
	if err != nil {
		return err
	}
	receivers, err := newReceivers()
	if err != nil {
		return err
	}
	defer receivers.close()
	if err := receivers.subscribe(ctx, pool); err != nil {
		return err
	}
	b := &bench{receivers: receivers, shelf: shelf, pool: pool, statements: statements, asked: map[string]int{}}
	defer b.stop()
	if b.postgres, err = binary.Postmaster(dir); err != nil {
		return err
	}
	if err := b.startShop(dir, postgres.URL("orrery"), "SMTP_URL=smtp://"+receivers.smtp,
		"PRIVATE_WEBHOOKS=1"); err != nil {
		return err
	}
	for _, kind := range []string{several, one, canned} {
		if err := b.startBaseline(kind, postgres.URL("orrery")); err != nil {
			return err
		}
	}
	cells, err := b.measure(only, rounds, duration)
	if err != nil {
		return err
	}
	var orders []*orderCell
	if strings.HasPrefix(ordersName, only) {
		if orders, err = b.measureOrders(rounds); err != nil {
			return err
		}
	}
	var version string
	if err := pool.QueryRow(`SHOW server_version`).Scan(&version); err != nil {
		return err
	}
	fmt.Printf("%d cores, PostgreSQL %s, %s; %d products; %d rounds of %v at 32 connections\n", runtime.NumCPU(),
		version, runtime.Version(), products, rounds, duration)
	if len(cells) > 0 {
		fmt.Printf("other programs took %.0f%% of the machine\n\n", 100*max(b.others, 0).Seconds()/b.rounds.Seconds())
		show(cells)
		err = b.checkLimits(cells)
	}
	if orders != nil {
		showOrders(orders)
	}
	return err
}

// fill starts the binary to create its tables, then fills them and the tables of the baselines.
func fill(ctx context.Context, dir, url string, pool *sql.DB) (*wares.Shelf, error) {
	process, _, err := binary.Start(dir, settings(url)...)
	if err != nil {
		return nil, err
	}
	end(process)
	if err := wares.Fill(ctx, pool, products, true, func(string) {}); err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	for _, text := range []string{plain, "RESET search_path", "VACUUM ANALYZE"} {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return nil, fmt.Errorf("fill the tables of the floors: %w", err)
		}
	}
	if err := conn.Close(); err != nil {
		return nil, err
	}
	return wares.Look(ctx, pool)
}

// settings returns the settings of production. binary.Start disables the rate limit, which one client would soon reach.
func settings(url string) []string {
	return []string{"DEMO=0", "DATABASE_URL=" + url, "JWT_SECRET=" + secret}
}

// startShop starts the binary several times to measure the start, and keeps the last process as a row.
func (b *bench) startShop(dir, url string, more ...string) error {
	tokens, err := wares.Tokens(secret)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		began := time.Now()
		process, address, err := binary.Start(dir, append(settings(url), more...)...)
		if err != nil {
			return err
		}
		shop := &row{name: ours, process: process,
			graph: &wares.Graph{Address: address[len("http://"):], Tokens: tokens}}
		shop.address = shop.graph.Address
		if _, err := load.Once(shop.address, shop.request(nil, wares.List,
			b.shelf.Repeated(wares.List, 0))); err != nil {
			return err
		}
		b.started = append(b.started, time.Since(began))
		if n == starts {
			b.rows = append(b.rows, shop)
			time.Sleep(time.Second)
			b.atRest, _, err = binary.Memory(process.Process.Pid)
			return err
		}
		end(process)
	}
}
