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
	turn   = 100 * time.Millisecond
)

func main() {
	large := flag.Int("large", 1_000_000, "products and orders of the large shop")
	keep := flag.String("keep", "",
		"folder to keep the shops in; those that it holds are asked again, which spares minutes")
	turns := flag.Int("turns", 15, "how often each shop is asked each question for a while")
	only := flag.String("only", "", "part of the names of the questions to ask; feed for the pages of the feed")
	flag.Parse()
	if err := run(*large, *turns, *keep, *only); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(large, turns int, dir, only string) error {
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
		shops[i], err = open(filepath.Join(dir, fmt.Sprint(size)), size)
		defer shops[i].close()
		if err != nil {
			return err
		}
	}
	fmt.Printf("\n| question | %d, p50 | %d, p50 | ratio | %d, CPU s/1000 | %d, CPU s/1000 | ratio | limit | |\n"+
		"|---|--:|--:|--:|--:|--:|--:|--:|---|\n",
		small, large, small, large)
	var wrong error
	for _, q := range questions {
		if !strings.Contains(q.name, only) {
			continue
		}
		var answers [2]answers
		for i, s := range shops { // warm-up, not counted: loads database pages and query plans into memory
			if _, err := s.measure(q, turn); err != nil {
				return fmt.Errorf("%s: %w", q.name, err)
			}
			answers[i].cpu = -s.cpu()
		}
		for range turns {
			for i, s := range shops {
				result, err := s.measure(q, turn)
				if err != nil {
					return fmt.Errorf("%s: %w", q.name, err)
				}
				answers[i].Add(result)
			}
		}
		for i, s := range shops {
			answers[i].cpu += s.cpu()
			if answers[i].Reason != nil {
				wrong = errors.Join(wrong, fmt.Errorf("%s: %w", q.name, answers[i].Reason))
			}
		}
		q.show(answers)
	}
	if strings.Contains("feed", only) {
		wrong = errors.Join(wrong, showFeed(shops))
	}
	return wrong
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
	limit, verdict := "", ""
	if q.limit > 0 {
		limit, verdict = fmt.Sprint(q.limit), "ok"
		if max(timeRatio, cpuRatio) > q.limit {
			verdict = "over"
		}
	}
	fmt.Printf("| %s | %.2f ms | %.2f ms | %.2f | %.3f | %.3f | %.2f | %s | %s |\n",
		q.name, p50[0], p50[1], timeRatio, cost[0], cost[1], cpuRatio, limit, verdict)
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

func open(dir string, size int) (s *shop, err error) {
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
	var full bool
	if err := pool.QueryRow(`SELECT EXISTS (SELECT FROM products WHERE id = $1)`, size).Scan(&full); err != nil {
		return s, err
	}
	if !full {
		if err := s.fill(pool); err != nil {
			return s, err
		}
	}
	s.shelf, err = wares.Look(context.Background(), pool)
	return s, err
}

func (s *shop) fill(pool *sql.DB) error {
	began := time.Now()
	both, ctx := errgroup.WithContext(context.Background())
	both.Go(func() error { return wares.Fill(ctx, pool, s.size) })
	both.Go(func() error { return dbtest.Fill(ctx, pool, dbtest.Crowd{Orders: s.size}, began) })
	if err := both.Wait(); err != nil {
		return err
	}
	fmt.Printf("%d products and as many orders in %v\n", s.size, time.Since(began).Round(time.Second))
	for _, text := range []string{ownOrders, "VACUUM ANALYZE", "CHECKPOINT"} {
		if _, err := pool.Exec(text); err != nil {
			return err
		}
	}
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
