// Command topology runs the multi-machine deployment of the shop on one machine: a primary and a replica, PgBouncer,
// two instances and HAProxy, configured by the files in deploy/. Under a load of visitors and customers it stops each
// component in turn. It counts the outcomes of requests, measures the longest time without an order, and verifies that
// no order was lost, placed twice or oversold.
//
// It needs pgbouncer (1.21 or newer) and haproxy. It runs on loopback with temporary data and ends without
// intervention.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// stock is the initial stock of the two products that are ordered.
const stock = 1_000_000

func main() {
	down := flag.Duration("down", 3*time.Second, "how long a part is gone")
	ratios := flag.Bool("throughput", false,
		"measure instead what a second instance and a replica are good for; as root on Linux")
	failing := flag.Bool("failover", false,
		"let instead the machine of the primary fail in each way, and another take over; as root on Linux")
	recovering := flag.Bool("recovery", false, "recover instead a lost database to a second, with pgBackRest")
	runs := flag.Int("runs", 3, "how often, with -failover and -recovery")
	only := flag.String("only", "", "with -failover, only the failures whose name contains this")
	flag.Parse()
	var err error
	switch {
	case *failing && os.Getenv(isolated) == "":
		if err = missingOfCluster(); err == nil {
			err = isolate()
		}
	case *recovering:
		err = recovery(*runs, os.Stdout)
	case *failing:
		err = failover(*runs, *only, os.Stdout)
	case missing() != nil:
		err = missing()
	case *ratios:
		err = throughput(os.Stdout)
	default:
		err = run(*down, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "topology:", err)
		os.Exit(1)
	}
}

func run(down time.Duration, out io.Writer) error {
	s, err := open()
	if err != nil {
		return err
	}
	defer s.close()
	pool, err := sql.Open("postgres", s.postgres("primary"))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	people, err := newCrowd(s)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	people.begin(ctx, &all)
	follows, stopFollowing := context.WithCancel(context.Background())
	defer stopFollowing()
	var following sync.WaitGroup
	following.Go(func() { people.follower.follow(follows, s) })

	fmt.Fprintln(out, "| fault | read | refused | failed | changed or ordered | refused | failed | orders "+
		"| longest time without an order | without a page | everything again after |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, f := range s.faults() {
		row, err := people.through(f, down)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fmt.Fprintln(out, row)
	}
	cancel()
	all.Wait()
	people.awaitLast()
	stopFollowing()
	following.Wait()
	return people.audit(pool, out)
}

// newCrowd registers the buyers and signs the follower in as an administrator.
func newCrowd(s *site) (*crowd, error) {
	registered, err := s.Register(6)
	if err != nil {
		return nil, err
	}
	var out struct{ UserLogin struct{ Token string } }
	err = s.Ask("",
		`mutation { userLogin(input: {email: "admin@orrery.example", password: "Orrery-Admin-1!"}) { token } }`,
		nil, &out)
	if err != nil || out.UserLogin.Token == "" {
		return nil, fmt.Errorf("sign the follower in: %v", err)
	}
	return &crowd{site: s, buyers: registered, pause: 5 * time.Millisecond,
		follower: follower{token: out.UserLogin.Token}}, nil
}

func (c *crowd) begin(ctx context.Context, all *sync.WaitGroup) {
	for _, b := range c.buyers {
		b.Tried = func(err error, _ time.Duration) { c.writes.add(err) }
		b.Bought = func() { c.orders.add(nil) }
		all.Go(func() { b.Buy(ctx) })
	}
	for i := range 4 {
		all.Go(func() { c.visit(ctx, i) })
	}
}

// awaitLast waits up to 30 s until the follower has received an event for every acknowledged order. The last events
// may be late, since the instance that started to publish them may have been stopped.
func (c *crowd) awaitLast() {
	bought := 0
	for _, b := range c.buyers {
		bought += len(b.Orders)
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if notified, _, _ := c.follower.seen(); notified >= bought {
			return
		}
	}
}

// through causes a fault, repairs it after down, waits for the recovery, and returns the outcomes of all requests in
// that time as a table row.
func (c *crowd) through(f fault, down time.Duration) (string, error) {
	for _, t := range []*tally{&c.reads, &c.writes, &c.orders} {
		t.read()
	}
	if f.begin != nil {
		if err := f.begin(); err != nil {
			return "", err
		}
	}
	time.Sleep(down)
	mended := time.Now()
	if f.mend != nil {
		if err := f.mend(); err != nil {
			return "", err
		}
	}
	again, err := c.recovered(mended, min(down, time.Second))
	if err != nil {
		return "", err
	}
	reads, writes, orders := c.reads.read(), c.writes.read(), c.orders.read()
	for _, failure := range []string{reads.failure, writes.failure} {
		if failure != "" {
			fmt.Fprintf(os.Stderr, "%s: %s\n", f.name, failure)
		}
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s |",
		f.name, reads.ok, reads.refused, reads.lost, writes.ok, writes.refused, writes.lost, orders.ok,
		round(orders.gap), round(reads.gap), round(again)), nil
}

// recovered waits until both instances are ready and no request has failed for the duration quiet. It returns the time
// from since to the start of that period, or an error after 30 s.
func (c *crowd) recovered(since time.Time, quiet time.Duration) (time.Duration, error) {
	var calm time.Time
	failed := -1
	for deadline := since.Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		now := c.reads.failures() + c.writes.failures()
		if now != failed || !c.site.ready() {
			failed, calm = now, time.Now()
		}
		if time.Since(calm) > quiet {
			return calm.Sub(since), nil
		}
	}
	return 0, errors.New("it does not come back")
}

func round(d time.Duration) string { return d.Round(10 * time.Millisecond).String() }

// audit compares the acknowledged orders and the events with the database, and returns an error if they disagree.
func (c *crowd) audit(pool *sql.DB, out io.Writer) error {
	acknowledged, repeated := map[string]bool{}, 0
	for _, b := range c.buyers {
		for _, number := range b.Orders {
			acknowledged[number] = true
		}
		repeated += b.Repeated
	}
	var orders, ordered, taken, below int
	for query, into := range map[string]*int{
		`SELECT count(*) FROM orders`:                                                 &orders,
		`SELECT coalesce(sum(quantity), 0) FROM order_items`:                          &ordered,
		fmt.Sprintf(`SELECT sum(%d - stock) FROM products WHERE id IN (1, 3)`, stock): &taken,
		`SELECT count(*) FROM products WHERE stock < 0`:                               &below,
	} {
		if err := pool.QueryRow(query).Scan(into); err != nil {
			return err
		}
	}
	missing := 0
	for number := range acknowledged {
		var n int
		if err := pool.QueryRow(`SELECT count(*) FROM orders WHERE number = $1`, number).
			Scan(&n); err != nil || n != 1 {
			missing++
		}
	}
	notified, twice, resumed := c.follower.seen()
	fmt.Fprintf(out, "\n%d orders acknowledged, %d missing, %d stored; "+
		"%d units ordered, %d taken from stock, %d products below zero; %d requests "+
		"repeated with their key.\nThe subscription was resumed %d times and told of %d orders, %d of them twice.\n",
		len(acknowledged), missing, orders, ordered, taken, below, repeated, resumed, notified, twice)
	if missing != 0 || len(acknowledged) != orders || ordered != taken || below != 0 ||
		notified != orders || twice != 0 || orders == 0 {
		return errors.New("these figures must agree")
	}
	return nil
}
