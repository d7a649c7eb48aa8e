package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"orrery/bench/binary"
	"orrery/bench/buyers"
)

const (
	soakPause  = 200 * time.Millisecond
	window     = 10 * time.Minute // between two deployments
	faultEvery = time.Minute
	changes    = time.Second // between two changes of a price
	// mayGrow is how much more the instances may use than after the first window.
	mayGrow = 1.5
)

// growing are the tables that keep something of each order.
const growing = `'orders', 'order_items', 'order_keys', 'order_sum_changes', 'events', 'event_sequences', 'jobs',
	'audit_entries'`

// soak lets two instances serve the crowd while an administrator changes prices. It makes the faults in turn, one a
// minute, and after each window prints a row and deploys both instances. It returns an error if an answer was wrong,
// the shop did not recover from a fault, or more than mayGrow times of the first window is used after another.
func (w *world) soak(ctx context.Context, c *crowd, lasts time.Duration) error {
	p, err := w.startPair()
	if err != nil {
		return err
	}
	defer p.close()
	c.at.Store(p.url)
	changed := make(chan int, 1)
	changing, stop := context.WithCancel(ctx)
	defer stop()
	go func() { changed <- changePrices(changing, p.url) }()
	c.take(0)
	fmt.Println("| minutes | answers | 503 | anything else | slowest answer, s | orders | slowest recovery, s | " +
		strings.Join(figures[:], " | ") + " |")
	fmt.Println(strings.Repeat("|--:", 7+len(figures)) + "|")
	var failed error
	var first usage
	began := time.Now()
	for n, turn, seen := 1, 0, 0; n <= int(lasts/window); n++ {
		var slowest time.Duration
		for minute := range int(window / faultEvery) {
			time.Sleep(time.Until(began.Add(time.Duration(n-1)*window + time.Duration(minute)*faultEvery)))
			f := faults[turn%len(faults)]
			took, err := w.makeFault(f, c, func() {})
			var skip errSkip
			if err != nil && !errors.As(err, &skip) {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if err := w.unmountDisk(); err != nil {
				return err
			}
			slowest = max(slowest, took)
			turn++
		}
		time.Sleep(time.Until(began.Add(time.Duration(n)*window - 5*time.Second)))
		u, err := w.usage(p)
		if err != nil {
			return err
		}
		reads, buys, orders := c.take(seen)
		seen += len(orders)
		fmt.Printf("| %d | %d | %d | %d | %.1f | %d | %.1f |", n*int(window.Minutes()),
			reads.fresh+reads.old+buys.fresh, reads.refused+buys.refused, reads.wrong+buys.wrong,
			max(reads.slowest, buys.slowest).Seconds(), len(orders), slowest.Seconds())
		for _, value := range u {
			fmt.Printf(" %.1f |", value)
		}
		fmt.Println()
		if reads.wrong+buys.wrong > 0 {
			failed = errors.Join(failed, fmt.Errorf("%d answers were wrong; %s%s", reads.wrong+buys.wrong, reads.sample,
				buys.sample))
		}
		if n == 1 {
			first = u
		}
		for i, value := range u {
			if value > first[i]*mayGrow {
				failed = errors.Join(failed, fmt.Errorf("%s: %.1f after window 1, %.1f after window %d",
					figures[i], first[i], value, n))
			}
		}
		if err := p.deploy(); err != nil {
			return err
		}
	}
	stop()
	fmt.Printf("\nan administrator changed %d prices\n", <-changed)
	return failed
}

// changePrices changes a price in turn until ctx is done, and returns how many changes succeeded.
func changePrices(ctx context.Context, at string) (done int) {
	shop := buyers.Shop{URL: func() string { return at }}
	token := ""
	for n := 0; ctx.Err() == nil; n++ {
		if token == "" {
			token, _ = shop.SignIn()
		}
		var out struct {
			ProductUpdate struct{ Product *struct{ ID string } }
		}
		err := shop.Ask(token, `mutation ($id: ID!, $price: Decimal) {
			productUpdate(input: {id: $id, price: $price}) { product { id } userErrors { message } } }`,
			map[string]any{"id": fmt.Sprint(n%3 + 1), "price": fmt.Sprint(20_000 + n%1000)}, &out)
		switch {
		case err == nil && out.ProductUpdate.Product != nil:
			done++
		case err != nil && !errors.Is(err, buyers.ErrRefused):
			token = ""
		}
		time.Sleep(changes)
	}
	return done
}

// usage is what two instances, PostgreSQL and its tables use: the figures, in their order.
type usage [len(figures)]float64

const (
	instanceMemory = iota
	goroutines
	openFiles
	sqlConnections
	postgresMemory
	tables
	order
)

var figures = [...]string{
	instanceMemory: "memory of the instances, MB",
	goroutines:     "goroutines",
	openFiles:      "open files",
	sqlConnections: "connections",
	postgresMemory: "memory of PostgreSQL, MB",
	tables:         "tables without those of orders, MB",
	order:          "tables of orders, KB for an order",
}

var (
	metrics = map[int]*regexp.Regexp{
		goroutines: regexp.MustCompile(`(?m)^go_goroutines (\S+)`),
		openFiles:  regexp.MustCompile(`(?m)^process_open_fds (\S+)`),
	}
	anonymousMemory = regexp.MustCompile(`(?m)^RssAnon:\s+(\d+) kB`)
)

func (w *world) usage(p *pair) (u usage, err error) {
	for _, i := range p.instances() {
		resident, _, err := binary.Memory((*i).process.Process.Pid)
		if err != nil {
			return u, err
		}
		u[instanceMemory] += float64(resident) / (1 << 20)
		text, err := metricsOf((*i).url)
		if err != nil {
			return u, err
		}
		for figure, pattern := range metrics {
			value, err := strconv.ParseFloat(pattern.FindStringSubmatch(text)[1], 64)
			if err != nil {
				return u, err
			}
			u[figure] += value
		}
	}
	pids, err := w.postgresProcesses()
	if err != nil {
		return u, err
	}
	for _, pid := range pids {
		u[postgresMemory] += float64(anonymous(pid)) / 1024
	}
	err = w.pool.QueryRow(`SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
			sum(size) FILTER (WHERE NOT orders) / 1048576,
			sum(size) FILTER (WHERE orders) / 1024 / (SELECT count(*) FROM orders)
		FROM (SELECT relname IN (`+growing+`) AS orders, pg_total_relation_size(relid) AS size
			FROM pg_stat_user_tables) t`).Scan(&u[sqlConnections], &u[tables], &u[order])
	return u, err
}

// anonymous returns the resident memory of a process that it shares with no other, in KB; 0 if it has ended.
func anonymous(pid int) (kb int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if found := anonymousMemory.FindSubmatch(status); found != nil {
		kb, _ = strconv.Atoi(string(found[1]))
	}
	return kb
}

func metricsOf(at string) (string, error) {
	response, err := client.Get(at + "/metrics")
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("/metrics: %s", response.Status)
	}
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// auditSums compares the orders with what is kept of them elsewhere: the sums by day, and the events, each of which has
// been published.
func (w *world) auditSums() error {
	var differ, minor, without, unpublished int
	for query, into := range map[string]*int{
		`SELECT coalesce(sum(total_minor), 0) FROM orders`: &minor,
		`SELECT count(*)
			FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, currency, status, count(*) AS n,
					sum(total_minor) AS minor
				FROM orders GROUP BY 1, 2, 3) o
			FULL JOIN (SELECT day, currency, status, sum(count) AS n, sum(minor) AS minor
				FROM (SELECT * FROM order_sums
					UNION ALL SELECT day, currency, status, count, minor FROM order_sum_changes) s
				GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(minor) <> 0) s USING (day, currency, status)
			WHERE (o.n, o.minor) IS DISTINCT FROM (s.n, s.minor)`: &differ,
		`SELECT count(*) FROM orders o WHERE 1 <> (SELECT count(*) FROM events e
			WHERE e.object = 'order' AND e.object_id = o.id::text AND e.kind = 'order.placed')`: &without,
		`SELECT count(*) FROM events WHERE position IS NULL`: &unpublished,
	} {
		n, err := w.count(query)
		if err != nil {
			return err
		}
		*into = n
	}
	fmt.Printf("orders of %d cents; %d sums by day that differ; %d orders without one event, %d events not published\n",
		minor, differ, without, unpublished)
	if differ+without+unpublished > 0 {
		return errors.New("the orders, their sums and their events must agree")
	}
	return nil
}
