package main

import (
	"cmp"
	"database/sql"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"orrery/bench/binary"
	"orrery/bench/load"
	"orrery/bench/wares"
)

const (
	usual, crowded = 32, 512 // connections
	warmUp         = 200 * time.Millisecond
	short          = 400 * time.Millisecond // duration of the runs at 1 and at 512 connections, which are measured once
	tries          = 3
)

// workload is a work with repeated or different parameters, and the limits of its figures as ratios to F1.
type workload struct {
	name      string
	work      wares.Work
	different bool
	cpu       float64 // CPU time of the binary
	p99       float64 // 99th percentile of the response time at 32 connections
}

var workloads = []workload{
	{"W1 list, repeated", wares.List, false, 0.25, 1}, {"W1 list, different", wares.List, true, 1.3, 1.2},
	{"W2 detail, repeated", wares.Detail, false, 0.25, 1}, {"W2 detail, different", wares.Detail, true, 1.3, 1.2},
	{"W3 search, repeated", wares.Search, false, 0.5, 1}, {"W3 search, different", wares.Search, true, 1.2, 1.2},
	{"W4 add to the cart", wares.Add, false, 1.5, 1.2},
}

// cell holds the measurements of a workload on a row.
type cell struct {
	workload workload
	row      *row
	rate     []float64 // correct responses per second, by round
	p50      []float64 // milliseconds
	p99      []float64
	cpu      []float64 // CPU seconds per 1000 requests
	alone    time.Duration
	sql      int
	memory   int // bytes
	errors   int // at 32 connections
	crowd    int // errors at 512
	reasons  []error
}

type bench struct {
	shelf      *wares.Shelf
	pool       *sql.DB
	statements *counter
	receivers  *receivers
	batches    int // of orders, so far
	postgres   int // process ID
	rows       []*row
	started    []time.Duration // time to the first correct response
	atRest     int             // resident memory in bytes
	asked      map[string]int  // next index by row and workload, which continues across runs
	others     time.Duration   // CPU time of other programs on the machine during the rounds
	rounds     time.Duration   // CPU time available on the machine during the rounds
}

// next returns a function that builds the requests of a workload for a row, each with the next index, and a function
// that stores the index for the following run.
func (b *bench) next(r *row, c workload) (next func(buffer []byte) load.Request, done func()) {
	key := r.name + c.name
	var asked atomic.Int64
	asked.Store(int64(b.asked[key]))
	params := b.shelf.Repeated
	if c.different {
		params = b.shelf.Different
	}
	return func(buffer []byte) load.Request {
		return r.request(buffer, c.work, params(c.work, int(asked.Add(1)-1)))
	}, func() { b.asked[key] = int(asked.Load()) }
}

func (b *bench) run(r *row, c workload, connections int, duration time.Duration) (load.Result, error) {
	next, done := b.next(r, c)
	defer done()
	return load.Run(r.address, connections, duration, next)
}

// measure runs every workload on every row in each round, workload by workload. It includes only workloads whose names
// start with only.
func (b *bench) measure(only string, rounds int, duration time.Duration) ([]*cell, error) {
	var cells []*cell
	for _, c := range workloads {
		for _, r := range b.rows {
			if !r.does(c) || !strings.HasPrefix(c.name, only) {
				continue
			}
			if err := b.probe(r, c); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.name, r.name, err)
			}
			made := &cell{workload: c, row: r}
			cells = append(cells, made)
			var err error
			if made.sql, err = b.countStatements(r, c); err != nil {
				return nil, err
			}
		}
	}
	for range rounds {
		for _, c := range cells {
			if err := b.round(c, duration); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range cells {
		lone, err := b.run(c.row, c.workload, 1, short)
		if err != nil {
			return nil, err
		}
		c.alone = lone.Percentile(50)
		many, err := b.run(c.row, c.workload, crowded, short)
		if err != nil {
			return nil, err
		}
		c.crowd += many.Errors
		c.note(many.Reason)
		c.recordMemory()
	}
	return cells, nil
}

func (c *cell) note(reason error) {
	if reason != nil {
		c.reasons = append(c.reasons, reason)
	}
}

func (b *bench) round(c *cell, duration time.Duration) error {
	if _, err := b.run(c.row, c.workload, usual, warmUp); err != nil {
		return err
	}
	before, others := b.cpu(c.row), othersWork()
	result, err := b.run(c.row, c.workload, usual, duration)
	if err != nil {
		return err
	}
	spent := b.cpu(c.row) - before
	b.others += othersWork() - others
	b.rounds += result.Took * time.Duration(runtime.NumCPU())
	count := float64(max(result.Answers+result.Errors, 1))
	c.rate = append(c.rate, float64(result.Answers)/result.Took.Seconds())
	c.p50 = append(c.p50, ms(result.Percentile(50)))
	c.p99 = append(c.p99, ms(result.Percentile(99)))
	c.cpu = append(c.cpu, spent.Seconds()*1000/count)
	c.errors += result.Errors
	c.note(result.Reason)
	c.recordMemory()
	return nil
}

func (c *cell) recordMemory() {
	memory, _, _ := binary.Memory(c.row.process.Process.Pid) // 0 if the system does not report it
	c.memory = max(c.memory, memory)
}

// cpu returns the CPU time that the server and PostgreSQL have used so far; 0 if the system does not report it.
func (b *bench) cpu(r *row) time.Duration {
	server, _ := binary.CPU(r.process.Process.Pid)
	postgres, _ := binary.CPU(b.postgres)
	return server + postgres
}

// othersWork returns the CPU time of all programs on the machine that are not descendants of this process.
func othersWork() time.Duration {
	all, _ := binary.Busy()
	us, _ := binary.CPU(os.Getpid())
	return all - us
}

// countStatements returns the number of SQL statements of a warm request, including BEGIN and COMMIT. The binary also
// runs statements in the background, so the minimum of several tries counts.
func (b *bench) countStatements(r *row, c workload) (int, error) {
	if err := b.logStatements("all"); err != nil {
		return 0, err
	}
	fewest := -1
	first := r.request(nil, c.work, b.shelf.Repeated(c.work, 0)) // already sent by probe, so it is warm
	for range tries {
		request := first
		if c.different {
			next, done := b.next(r, c)
			request = next(nil)
			done()
		}
		before := b.statements.seen.Load()
		if _, err := load.Once(r.address, request); err != nil {
			return 0, err
		}
		time.Sleep(20 * time.Millisecond) // until the log has been read
		if n := int(b.statements.seen.Load() - before); fewest < 0 || n < fewest {
			fewest = n
		}
	}
	return fewest, b.logStatements("none")
}

func (b *bench) logStatements(which string) error {
	for _, text := range []string{"ALTER SYSTEM SET log_statement = '" + which + "'", "SELECT pg_reload_conf()"} {
		if _, err := b.pool.Exec(text); err != nil {
			return err
		}
	}
	time.Sleep(50 * time.Millisecond)
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
