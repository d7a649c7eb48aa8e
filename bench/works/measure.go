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
	short          = 400 * time.Millisecond // of what is measured once, alone and in a crowd
	tries          = 3
)

// course is a work with its kind of wishes.
type course struct {
	name      string
	work      wares.Work
	different bool
	limit     float64 // of our CPU time, as a ratio to F1
}

var courses = []course{
	{"W1 list, repeated", wares.List, false, 0.25}, {"W1 list, different", wares.List, true, 1.3},
	{"W2 detail, repeated", wares.Detail, false, 0.25}, {"W2 detail, different", wares.Detail, true, 1.3},
	{"W3 search, repeated", wares.Search, false, 0.5}, {"W3 search, different", wares.Search, true, 1.2},
	{"W4 add to the cart", wares.Add, false, 1.5},
}

// cell is what was measured of a course on a row.
type cell struct {
	course  course
	row     *row
	rate    []float64 // answers a second, by round
	p50     []float64 // milliseconds
	p99     []float64
	cpu     []float64 // seconds for 1000 requests
	alone   time.Duration
	sql     int
	memory  int // bytes
	errors  int // at 32 connections
	crowd   int // errors at 512
	reasons []error
}

type bench struct {
	shelf      *wares.Shelf
	pool       *sql.DB
	statements *counter
	postgres   int // process
	rows       []*row
	started    []time.Duration // until the first good answer
	atRest     int             // bytes
	asked      map[string]int  // wishes, by row and course: different ones go on where they were
	others     time.Duration   // what other programs of the machine worked in the rounds
	rounds     time.Duration   // what the machine could work in them
}

// next gives the wishes of a course to a row, each once.
func (b *bench) next(r *row, c course) (next func(buffer []byte) load.Request, done func()) {
	key := r.name + c.name
	var asked atomic.Int64
	asked.Store(int64(b.asked[key]))
	wish := b.shelf.Repeated
	if c.different {
		wish = b.shelf.Different
	}
	return func(buffer []byte) load.Request {
		return r.request(buffer, c.work, wish(c.work, int(asked.Add(1)-1)))
	}, func() { b.asked[key] = int(asked.Load()) }
}

func (b *bench) run(r *row, c course, connections int, duration time.Duration) (load.Result, error) {
	next, done := b.next(r, c)
	defer done()
	return load.Run(r.address, connections, duration, next)
}

// measure takes the rows of a course in turn, then those of the next one, and all of it in every round. Only courses whose names
// begin with the text are taken.
func (b *bench) measure(only string, rounds int, duration time.Duration) ([]*cell, error) {
	var cells []*cell
	for _, c := range courses {
		for _, r := range b.rows {
			if !r.does(c) || !strings.HasPrefix(c.name, only) {
				continue
			}
			if err := b.probe(r, c); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.name, r.name, err)
			}
			made := &cell{course: c, row: r}
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
		lone, err := b.run(c.row, c.course, 1, short)
		if err != nil {
			return nil, err
		}
		c.alone = lone.Percentile(50)
		many, err := b.run(c.row, c.course, crowded, short)
		if err != nil {
			return nil, err
		}
		c.crowd += many.Errors
		c.note(many.Reason)
		c.weigh()
	}
	return cells, nil
}

func (c *cell) note(reason error) {
	if reason != nil {
		c.reasons = append(c.reasons, reason)
	}
}

func (b *bench) round(c *cell, duration time.Duration) error {
	if _, err := b.run(c.row, c.course, usual, warmUp); err != nil {
		return err
	}
	before, others := b.cpu(c.row), othersWork()
	result, err := b.run(c.row, c.course, usual, duration)
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
	c.weigh()
	return nil
}

func (c *cell) weigh() {
	memory, _, _ := binary.Memory(c.row.process.Process.Pid) // 0 where the system does not tell
	c.memory = max(c.memory, memory)
}

// cpu is what the server and PostgreSQL have taken so far; 0 where the system does not tell.
func (b *bench) cpu(r *row) time.Duration {
	server, _ := binary.CPU(r.process.Process.Pid)
	postgres, _ := binary.CPU(b.postgres)
	return server + postgres
}

// othersWork is what other programs than ours have worked so far: all of ours are below this process.
func othersWork() time.Duration {
	all, _ := binary.Busy()
	us, _ := binary.CPU(os.Getpid())
	return all - us
}

// countStatements is how many statements a warm request makes, BEGIN and COMMIT included. The binary also asks on its own now and
// then, so the fewest of some tries count.
func (b *bench) countStatements(r *row, c course) (int, error) {
	if err := b.logStatements("all"); err != nil {
		return 0, err
	}
	fewest := -1
	first := r.request(nil, c.work, b.shelf.Repeated(c.work, 0)) // asked by probe already
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
		time.Sleep(20 * time.Millisecond) // until the log has come
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
