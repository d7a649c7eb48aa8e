// Command scale compares client requests in a large shop with the same requests in a small one. It queries both shops
// in turn and prints the ratios of response time and CPU time. No request is sent twice, so no response comes from a
// cache.
//
// It runs .bin/orrery on loopback with its own data folders and ends without intervention.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"orrery/bench/binary"
	"orrery/bench/load"
	"orrery/bench/wares"
	"orrery/db/dbtest"
)

const (
	small  = 1000 // products, and orders
	secret = "a secret of the benches, and of nobody else"
	// turnTime is how long a question is sent to a shop before it is the turn of the other one.
	turnTime = 100 * time.Millisecond
)

func main() {
	large := flag.Int("large", 1_000_000, "products and orders of the large shop")
	keep := flag.String("keep", "",
		"folder to keep the shops in; those that it holds are asked again, which spares minutes")
	turns := flag.Int("turns", 15, "how often each shop is asked each question for a while")
	only := flag.String("only", "", "regular expression of the names of the questions to ask; the shops are filled "+
		"with what these need; facets for lists with facets, feed for the pages of the feed")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err == nil {
		err = run(*large, *turns, *keep, pattern)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(large, turns int, dir string, only *regexp.Regexp) error {
	var chosen []question
	needed := map[data]bool{}
	for _, q := range questions {
		if only.MatchString(q.name) {
			chosen = append(chosen, q)
			needed[q.needs] = true
		}
	}
	var lists []facetList
	for _, l := range facetLists {
		if only.MatchString(l.name) {
			lists = append(lists, l)
			needed[l.needs] = true
		}
	}
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "orrery-scale-"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
	}
	var shops [2]*shop
	for i, size := range []int{small, large} {
		var err error
		shops[i], err = open(filepath.Join(dir, fmt.Sprint(size)), size, needed)
		defer shops[i].close()
		if err != nil {
			return err
		}
	}
	var failed error
	if len(chosen) > 0 {
		fmt.Printf("\n| question | %d, p50 | %d, p50 | ratio | %d, CPU s/1000 | %d, CPU s/1000 | ratio | limit | |\n"+
			"|---|--:|--:|--:|--:|--:|--:|--:|---|\n",
			small, large, small, large)
	}
	for _, q := range chosen {
		asked, err := ask(shops, turns, q)
		if asked == nil {
			return err
		}
		failed = errors.Join(failed, err)
		q.show(asked[0])
	}
	failed = errors.Join(failed, showFacets(shops, lists, turns))
	if only.MatchString("feed") {
		failed = errors.Join(failed, showFeed(shops))
	}
	return failed
}

// ask sends questions to both shops in turn, and returns the answers of each question and shop. It returns them with an
// error if some are wrong.
func ask(shops [2]*shop, turns int, questions ...question) ([][2]answers, error) {
	asked := make([][2]answers, len(questions))
	for turn := range 1 + turns {
		for n, q := range questions {
			for i, s := range shops {
				began := s.cpu()
				result, err := s.measure(q, turnTime)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", q.name, err)
				}
				if turn > 0 { // the first loads database pages and query plans into memory
					asked[n][i].Add(result)
					asked[n][i].cpu += s.cpu() - began
				}
			}
		}
	}
	var wrong error
	for n, q := range questions {
		for _, a := range asked[n] {
			if a.Reason != nil {
				wrong = errors.Join(wrong, fmt.Errorf("%s: %w", q.name, a.Reason))
			}
		}
	}
	return asked, wrong
}

// answers is the outcome of all runs of a question against one shop.
type answers struct {
	load.Result
	cpu time.Duration
}

func (a answers) cost() float64 { return a.cpu.Seconds() * 1000 / float64(max(a.Answers+a.Errors, 1)) }

func (q question) show(of [2]answers) {
	p50 := [2]float64{ms(of[0].Percentile(50)), ms(of[1].Percentile(50))}
	cost := [2]float64{of[0].cost(), of[1].cost()}
	timeRatio, cpuRatio := p50[1]/p50[0], cost[1]/cost[0]
	limit, judged := "", ""
	if q.limit > 0 {
		limit, judged = fmt.Sprint(q.limit), verdict(max(timeRatio, cpuRatio), q.limit)
	}
	fmt.Printf("| %s | %.2f ms | %.2f ms | %.2f | %.3f | %.3f | %.2f | %s | %s |\n",
		q.name, p50[0], p50[1], timeRatio, cost[0], cost[1], cpuRatio, limit, judged)
}

func verdict(value, limit float64) string {
	if value > limit {
		return "over"
	}
	return "ok"
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// shop is a running binary with its embedded PostgreSQL.
type shop struct {
	dir     string
	process *exec.Cmd
	shelf   *wares.Shelf
	graph   wares.Graph
	asked   map[string]int // number of requests sent, by question
	size    int
}

func open(dir string, size int, needed map[data]bool) (s *shop, err error) {
	s = &shop{dir: dir, asked: map[string]int{}, size: size}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return s, err
	}
	var url string
	if s.process, url, err = binary.Start(s.dir, "DEMO=0", "JWT_SECRET="+secret); err != nil {
		return s, err
	}
	s.graph.Address = strings.TrimPrefix(url, "http://")
	if s.graph.Tokens, err = wares.Tokens(secret); err != nil {
		return s, err
	}
	pool, err := binary.Database(s.dir)
	if err != nil {
		return s, err
	}
	defer func() { _ = pool.Close() }()
	if err := s.fill(pool, needed); err != nil {
		return s, err
	}
	s.shelf, err = wares.Look(context.Background(), pool)
	return s, err
}

// fill fills the shop with what it lacks.
func (s *shop) fill(pool *sql.DB, needed map[data]bool) error {
	began := time.Now()
	report := func(text string) { fmt.Fprintf(os.Stderr, "%d: %s\n", s.size, text) }
	all, ctx := errgroup.WithContext(context.Background())
	all.Go(func() error { return wares.Fill(ctx, pool, s.size, needed[words], report) })
	if needed[orders] {
		all.Go(func() error { return s.fillOrders(ctx, pool, report) })
	}
	if err := all.Wait(); err != nil {
		return err
	}
	for _, text := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		if _, err := pool.Exec(text); err != nil {
			return err
		}
	}
	report(fmt.Sprintf("ready after %v", time.Since(began).Round(time.Second)))
	return nil
}

func (s *shop) fillOrders(ctx context.Context, pool *sql.DB, report func(text string)) error {
	began := time.Now()
	var done bool
	// The orders of buyers are assigned last.
	err := pool.QueryRow(`SELECT EXISTS (SELECT FROM orders WHERE user_id = md5('customer1')::uuid)`).Scan(&done)
	if err != nil || done {
		return err
	}
	report("orders are being written")
	if err := dbtest.Fill(ctx, pool, dbtest.Crowd{Orders: s.size}, began); err != nil {
		return err
	}
	if _, err := pool.ExecContext(ctx, ownOrders); err != nil {
		return err
	}
	report(fmt.Sprintf("orders were written in %v", time.Since(began).Round(time.Second)))
	return nil
}

func (s *shop) close() {
	if s.process != nil {
		_ = s.process.Process.Signal(os.Interrupt)
		_ = s.process.Wait()
	}
}

// cpu returns the CPU time of the shop and its PostgreSQL; 0 if the system does not report it.
func (s *shop) cpu() time.Duration {
	spent, _ := binary.CPU(s.process.Process.Pid)
	return spent
}

// measure sends a question over one connection for the given duration, with a new index for each request.
func (s *shop) measure(q question, duration time.Duration) (load.Result, error) {
	return load.Run(s.graph.Address, 1, duration, func(buffer []byte) load.Request {
		i := s.asked[q.name]
		s.asked[q.name]++
		return q.request(s, buffer, i)
	})
}
