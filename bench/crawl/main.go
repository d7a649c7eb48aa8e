// Command crawl reads the pages of a shop with 10,000 products as 200 readers and a crawler do, while a price changes
// every second: pages that were never rendered, and then the same pages after a restart. It prints the response times,
// the documents without markup, how many pages were rendered, and the CPU that the shop used with PostgreSQL.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"orrery/bench/binary"
	"orrery/bench/wares"
)

const (
	products  = 10_000
	readers   = 200
	popular   = 100             // products that readers look at
	think     = 2 * time.Second // between two pages of a reader, on average
	crawled   = time.Second / 30
	changed   = time.Second
	unmarked  = `<div id="root"></div>`
	warmUp    = 5 * time.Second
	httpLimit = 20 * time.Second
)

var errBusy = errors.New("the shop is busy")

func main() {
	duration := flag.Duration("duration", time.Minute, "how long pages are read before and after the restart")
	flag.Parse()
	if err := run(*duration); err != nil {
		fmt.Fprintln(os.Stderr, "crawl:", err)
		os.Exit(1)
	}
}

func run(duration time.Duration) error {
	dir, err := os.MkdirTemp("", "orrery-crawl-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := started(dir, func(s shop) error {
		report := func(text string) { fmt.Println(text) }
		if err := wares.Fill(context.Background(), s.pool, products, false, report); err != nil {
			return err
		}
		_, err := s.pool.Exec(`VACUUM ANALYZE`)
		return err
	}); err != nil {
		return err
	}
	fmt.Printf("\n| pages | documents/s | p50 ms | p95 ms | refused | without markup | rendered/s | " +
		"CPU with PostgreSQL, cores |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, name := range []string{"never rendered", "the same after a restart"} {
		err := started(dir, func(s shop) error {
			return errors.Join(s.measure(name, duration), s.renderAll(int((warmUp+duration)/crawled)))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// renderAll reads the first products one after the other, so that none is left that the shop was too busy to render.
func (s shop) renderAll(pages int) error {
	ids, err := s.ids()
	if err != nil {
		return err
	}
	for _, id := range ids[:min(popular+pages, len(ids))] {
		if _, err := read(http.DefaultClient, readers, fmt.Sprint(s.url, "/products/", id)); err != nil {
			return err
		}
	}
	return nil
}

// shop is a running binary.
type shop struct {
	url     string
	process *exec.Cmd
	pool    *sql.DB
}

// started calls do while the binary runs.
func started(dir string, do func(shop) error) error {
	process, url, err := binary.Start(dir, "TRUSTED_PROXIES=127.0.0.1", "PUBLIC_URL=https://shop.example")
	if err != nil {
		return err
	}
	defer func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
	}()
	pool, err := binary.Database(dir)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	return do(shop{url, process, pool})
}

// visits are the documents that were read.
type visits struct {
	mu       sync.Mutex
	times    []time.Duration
	refused  int // since the shop was busy
	unmarked int
	err      error
}

func (s shop) measure(name string, duration time.Duration) error {
	ids, err := s.ids()
	if err != nil {
		return err
	}
	client := &http.Client{Timeout: httpLimit, Transport: &http.Transport{MaxIdleConnsPerHost: readers}}
	ctx, cancel := context.WithTimeout(context.Background(), warmUp+duration)
	defer cancel()
	var all sync.WaitGroup
	seen := &visits{}
	visit := func(reader int, path string) {
		began := time.Now()
		text, err := read(client, reader, s.url+path)
		took := time.Since(began)
		seen.mu.Lock()
		defer seen.mu.Unlock()
		seen.times = append(seen.times, took)
		if errors.Is(err, errBusy) {
			seen.refused++
		} else if err != nil {
			seen.err = errors.Join(seen.err, err)
		} else if strings.Contains(text, unmarked) {
			seen.unmarked++
		}
	}
	for reader := range readers {
		all.Go(func() {
			for pause(ctx, time.Duration(rand.Int64N(int64(2*think)))) {
				visit(reader, readersPage(ids))
			}
		})
	}
	all.Go(func() {
		var crawl sync.WaitGroup
		defer crawl.Wait()
		for i := 0; pause(ctx, crawled); i++ {
			crawl.Go(func() { visit(readers, fmt.Sprint("/products/", ids[popular+i%(len(ids)-popular)])) })
		}
	})
	all.Go(func() {
		for pause(ctx, changed) {
			if _, err := s.pool.Exec(`UPDATE products SET price_minor = price_minor + 1 WHERE id = $1`,
				ids[rand.IntN(popular)]); err != nil {
				seen.mu.Lock()
				seen.err = errors.Join(seen.err, err)
				seen.mu.Unlock()
			}
		}
	})
	pause(ctx, warmUp)
	before, err := s.used()
	if err != nil {
		return err
	}
	seen.mu.Lock()
	seen.times, seen.refused, seen.unmarked = nil, 0, 0
	seen.mu.Unlock()
	began := time.Now()
	<-ctx.Done()
	after, err := s.used()
	seconds := time.Since(began).Seconds()
	all.Wait()
	if err = errors.Join(err, seen.err); err != nil {
		return err
	}
	slices.Sort(seen.times)
	at := func(percent int) float64 {
		return float64(seen.times[len(seen.times)*percent/100].Microseconds()) / 1000
	}
	fmt.Printf("| %s | %.0f | %.1f | %.1f | %d | %d | %.1f | %.2f |\n", name, float64(len(seen.times))/seconds,
		at(50), at(95), seen.refused, seen.unmarked, float64(after.rendered-before.rendered)/seconds,
		(after.cpu-before.cpu).Seconds()/seconds)
	return nil
}

// ids returns the products in the order of their keys.
func (s shop) ids() (ids []int, err error) {
	rows, err := s.pool.Query(`SELECT id FROM products WHERE listed ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

type used struct {
	rendered int
	cpu      time.Duration
}

// used returns how many pages have been stored, and the CPU time of the shop with PostgreSQL.
func (s shop) used() (u used, err error) {
	err = s.pool.QueryRow(`SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'rendered_pages'`).
		Scan(&u.rendered)
	if err != nil {
		return u, err
	}
	u.cpu, err = binary.CPU(s.process.Process.Pid)
	return u, err
}

// readersPage returns a page as readers choose it.
func readersPage(ids []int) string {
	switch n := rand.IntN(10); {
	case n < 2:
		return "/"
	case n < 4:
		return "/products"
	default:
		return fmt.Sprint("/products/", ids[rand.IntN(popular)])
	}
}

// read reads a document at the address of one of the readers, or of the crawler.
func read(client *http.Client, reader int, url string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("X-Forwarded-For", fmt.Sprint("198.18.0.", reader))
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode == http.StatusServiceUnavailable {
		err = errBusy
	} else if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, response.Status)
	}
	return string(text), err
}

// pause waits, and reports whether ctx has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
