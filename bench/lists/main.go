// Command lists compares the administrators' lists and dashboard in a large shop with those in a small one. It queries
// both shops in turn and prints the 95th percentile of each query and the ratio. It fails if more rows of a large table
// were read without an index than a bounded count may read.
//
// It runs .bin/orrery on loopback with temporary data folders and ends without intervention.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"time"

	"orrery/bench/binary"
	"orrery/bench/buyers"
	"orrery/db/dbtest"
)

const (
	smallOrders   = 1000
	smallProducts = 100
	// flushed is the time after which PostgreSQL has published the statistics of idle connections.
	flushed = 12 * time.Second
)

// now is the end of the three years of generated orders and of the dashboard's period.
var now = time.Now().UTC().Truncate(24 * time.Hour)

func main() {
	orders := flag.Int("orders", 1_000_000, "orders of the large shop")
	products := flag.Int("products", 100_000, "products of the large shop")
	rounds := flag.Int("rounds", 40, "how often each question is asked")
	flag.Parse()
	if err := run(dbtest.Crowd{Orders: *orders, Products: *products}, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "lists:", err)
		os.Exit(1)
	}
}

func run(large dbtest.Crowd, rounds int) error {
	small, err := open(dbtest.Crowd{Orders: smallOrders, Products: smallProducts})
	defer small.close()
	if err != nil {
		return err
	}
	big, err := open(large)
	defer big.close()
	if err != nil {
		return err
	}
	before, err := big.scans()
	if err != nil {
		return err
	}
	fmt.Printf("\n| question | %d orders, p95 | %d orders, p95 | ratio |\n|---|--:|--:|--:|\n",
		smallOrders, large.Orders)
	for _, q := range questions {
		var times [2][]time.Duration
		for range rounds {
			for i, s := range []*server{small, big} {
				took, err := s.measure(q.query)
				if err != nil {
					return fmt.Errorf("%s: %w", q.name, err)
				}
				times[i] = append(times[i], took)
			}
		}
		few, many := p95(times[0]), p95(times[1])
		fmt.Printf("| %s | %.1f ms | %.1f ms | %.1f |\n", q.name, ms(few), ms(many), float64(many)/float64(few))
	}
	time.Sleep(flushed)
	after, err := big.scans()
	if err != nil {
		return err
	}
	for table, rows := range after.Beyond(before) {
		err = errors.Join(err, fmt.Errorf("%d rows of %s were read without an index", rows, table))
	}
	return err
}

func p95(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)*95/100]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// server is a running binary with generated data in its database.
type server struct {
	dir, url, token string
	process         *exec.Cmd
}

func open(crowd dbtest.Crowd) (s *server, err error) {
	s = &server{}
	if s.dir, err = os.MkdirTemp("", "orrery-lists-"); err != nil {
		return s, err
	}
	if s.process, s.url, err = binary.Start(s.dir); err != nil {
		return s, err
	}
	pool, err := binary.Database(s.dir)
	if err != nil {
		return s, err
	}
	defer func() { _ = pool.Close() }()
	began := time.Now()
	if err := dbtest.Fill(context.Background(), pool, crowd, now); err != nil {
		return s, err
	}
	fmt.Printf("%d orders and %d products in %v\n", crowd.Orders, crowd.Products, time.Since(began).Round(time.Second))
	s.token, err = buyers.Shop{URL: func() string { return s.url }}.SignIn()
	return s, err
}

func (s *server) close() {
	if s.process != nil {
		_ = s.process.Process.Signal(os.Interrupt)
		_ = s.process.Wait()
	}
	_ = os.RemoveAll(s.dir)
}

// measure sends a query and returns the time to the complete response.
func (s *server) measure(query string) (time.Duration, error) {
	_, took, err := s.send(query)
	return took, err
}

func (s *server) send(query string) (data json.RawMessage, took time.Duration, err error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, 0, err
	}
	request, err := http.NewRequest(http.MethodPost, s.url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	began := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	took = time.Since(began)
	if err != nil {
		return nil, 0, err
	}
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", text, err)
	}
	if len(answer.Errors) > 0 {
		return nil, 0, errors.New(answer.Errors[0].Message)
	}
	return answer.Data, took, nil
}

func (s *server) scans() (dbtest.Scans, error) {
	pool, err := binary.Database(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	return dbtest.ReadScans(context.Background(), pool)
}
