package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"orrery/bench/buyers"
)

const (
	writesWithin  = 15 * time.Second // after a fault
	standbyWithin = 60 * time.Second // after the end of a fault
	settled       = 5 * time.Second  // without a fault: HAProxy keeps the sessions of a promoted standby for 3 s
)

// disaster is a failure of the machine of the primary. It lasts until another machine has taken over, and then ends.
type disaster struct {
	name       string
	begin, end func(primary *machine, others []*machine) error
}

func (c *cluster) disasters() []disaster {
	alone := func(f func(*machine) error) func(*machine, []*machine) error {
		return func(m *machine, _ []*machine) error { return f(m) }
	}
	return []disaster{
		{"killed", alone((*machine).kill), alone(c.startMachine)},
		{"cut off from the other databases", (*machine).separate, (*machine).join},
		{"cut off from everything", alone((*machine).unplug), alone((*machine).plug)},
		{"disk full", alone((*machine).fill), alone((*machine).empty)},
	}
}

// outcome is what was measured in a disaster.
type outcome struct {
	writes, reads, fresh, standby time.Duration // longest time without, and until the former primary followed the next
	refused, lost, failedReads    int
	failedFresh, fine             int
	two                           time.Duration
	rewound                       bool
}

// failover lets the machine of the primary fail in each way, runs times, under load, and prints medians.
func failover(runs int, only string, out io.Writer) error {
	c, err := openCluster()
	if err != nil {
		return err
	}
	defer c.close()
	people, err := newCrowd(c.site)
	if err != nil {
		return err
	}
	pool, err := sql.Open("postgres", c.url("orrery", c.primaryPort))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	if err := buyers.Verify(pool); err != nil {
		return err
	}
	for i, b := range people.buyers {
		b.Pause = 100 * time.Millisecond
		if i%2 == 0 { // asks again before the shop gives up
			b.Timeout = time.Second
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all, following sync.WaitGroup
	people.pause = 50 * time.Millisecond
	people.begin(ctx, &all)
	var fresh tally
	for i := range 2 {
		all.Go(func() { people.askAnew(ctx, i, &fresh) })
	}
	follows, stopFollowing := context.WithCancel(context.Background())
	defer stopFollowing()
	following.Go(func() { people.follower.follow(follows, c.site) })
	following.Go(func() { _ = c.watch(follows) })

	measured := map[string][]outcome{}
	var failed error // after which no further disaster begins, and the orders are still compared
	for n := range runs * len(c.disasters()) {
		d := c.disasters()[n%len(c.disasters())]
		if failed != nil || !strings.Contains(d.name, only) {
			continue
		}
		o, err := c.through(d, people, &fresh)
		if err != nil {
			failed = fmt.Errorf("%s: %w", d.name, err)
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: no order for %s, no page for %s, no uncached response for %s, standby after %s, "+
			"reads failed %d and %d\n", d.name, round(o.writes), round(o.reads), round(o.fresh), round(o.standby),
			o.failedReads, o.failedFresh)
		measured[d.name] = append(measured[d.name], o)
	}
	cancel()
	all.Wait()
	people.awaitLast()
	stopFollowing()
	following.Wait()
	fmt.Fprintln(out, "| the primary's machine | longest time without an order | without a page "+
		"| without an uncached response | reads that failed | two primaries | a standby again after | rewound |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, d := range c.disasters() {
		if len(measured[d.name]) > 0 {
			fmt.Fprintln(out, row(d.name, measured[d.name]))
		}
	}
	err = errors.Join(failed, people.audit(pool, out))
	for name, outcomes := range measured {
		for _, o := range outcomes {
			if reads := o.failedReads + o.failedFresh; o.writes > writesWithin || o.two > 0 || reads > 0 {
				err = errors.Join(err, fmt.Errorf("%s: no order for %s, two primaries for %s, %d reads failed",
					name, o.writes, o.two, reads))
			}
		}
	}
	return err
}

func (c *cluster) through(d disaster, people *crowd, fresh *tally) (o outcome, err error) {
	if err := c.awaitStandbys(standbyWithin); err != nil {
		return o, err
	}
	time.Sleep(settled)
	primary, others, err := c.primaryMachine()
	if err != nil {
		return o, err
	}
	logged, _ := os.ReadFile(c.log(primary, "patroni"))
	all := []*tally{&people.reads, &people.writes, &people.orders, fresh}
	for _, t := range all {
		t.read()
	}
	c.takeTwo()
	began := time.Now()
	if err := d.begin(primary, others); err != nil {
		return o, err
	}
	if !within(time.Minute, func() bool {
		now, _, err := c.primaryMachine()
		return err == nil && now != primary && people.orders.after(began)
	}) {
		return o, fmt.Errorf("no other machine has taken over within a minute\n%s", c.tail())
	}
	time.Sleep(settled)
	reads, writes, orders, uncached := people.reads.read(), people.writes.read(), people.orders.read(), fresh.read()
	o = outcome{writes: orders.gap, reads: reads.gap, fresh: uncached.gap,
		refused: writes.refused, lost: writes.lost, failedReads: reads.refused + reads.lost,
		failedFresh: uncached.refused + uncached.lost, fine: reads.ok + uncached.ok}
	for _, failure := range []string{reads.failure, writes.failure, uncached.failure} {
		if failure != "" {
			fmt.Fprintf(os.Stderr, "%s: %s\n", d.name, failure)
		}
	}
	ended := time.Now()
	if err := d.end(primary, others); err != nil {
		return o, err
	}
	if err := c.awaitStandbys(standbyWithin); err != nil {
		return o, err
	}
	o.standby, o.two = time.Since(ended), c.takeTwo()
	text, _ := os.ReadFile(c.log(primary, "patroni"))
	o.rewound = strings.Contains(string(text[len(logged):]), "running pg_rewind")
	return o, nil
}

// row returns the medians of several runs as a table row.
func row(name string, all []outcome) string {
	median := func(of func(outcome) time.Duration) time.Duration {
		var values []time.Duration
		for _, o := range all {
			values = append(values, of(o))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	failed, answered, rewound := 0, 0, 0
	var two time.Duration
	for _, o := range all {
		failed += o.failedReads + o.failedFresh
		answered += o.fine
		two = max(two, o.two)
		if o.rewound {
			rewound++
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %d of %d | %s | %s | %d of %d |", name,
		round(median(func(o outcome) time.Duration { return o.writes })),
		round(median(func(o outcome) time.Duration { return o.reads })),
		round(median(func(o outcome) time.Duration { return o.fresh })), failed, failed+answered, round(two),
		round(median(func(o outcome) time.Duration { return o.standby })), rewound, len(all))
}

// askAnew sends queries that no cache answers.
func (c *crowd) askAnew(ctx context.Context, visitor int, t *tally) {
	client := http.Client{Timeout: 10 * time.Second}
	for n := 0; ctx.Err() == nil; n++ {
		query := fmt.Sprintf(`{ a%d_%d: products(first: 3) { nodes { id name stock } } }`, visitor, n)
		t.add(getData(&client, c.site.URL()+"/graphql?"+url.Values{"query": {query}}.Encode()))
		time.Sleep(c.pause)
	}
}

// getData is get for the GraphQL API, whose errors may have status 200.
func getData(client *http.Client, url string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode == http.StatusServiceUnavailable:
		return errRefused
	case response.StatusCode != http.StatusOK || strings.Contains(string(body), `"errors":[`):
		return fmt.Errorf("%s: %.200s", response.Status, body)
	}
	return nil
}
