package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"orrery/bench/buyers"
)

const (
	visitors  = 4
	customers = 4
	timeout   = 15 * time.Second // per request
)

// tally counts the outcomes of requests.
type tally struct {
	fresh, old, refused, wrong int // old: served stale from the cache, with an Age header
	slowest                    time.Duration
	sample                     string // one of the wrong responses
}

// crowd is a steady load of visitors who browse and customers who order.
type crowd struct {
	at    atomic.Value  // string: the base URL of the shop
	pause time.Duration // of a visitor after each request, and of a customer after each order

	mu           sync.Mutex
	reads, buys  tally
	acknowledged []string  // order numbers
	lastRead     time.Time // time of the last fresh read
	lastOrder    time.Time

	done sync.WaitGroup
}

var client = &http.Client{Timeout: timeout, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// paths are the paths that visitors request: lists, a product that is ordered continuously (one of buyers.Products) and
// one that is not.
var paths = []string{
	"/graphql?" + url.Values{
		"query": {`{ products(first: 12) { totalCount nodes { name stock price { amount } } } }`},
	}.Encode(),
	"/graphql?" + url.Values{
		"query": {`{ product(id: "2") { name specs { title } reviews(first: 3) { nodes { rating } } } }`},
	}.Encode(),
	"/api/v1/product/3",
	"/",
	"/products/2",
}

func (c *crowd) browse(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		began := time.Now()
		response, err := client.Get(c.at.Load().(string) + paths[n%len(paths)])
		c.note(response, err, began, paths[n%len(paths)])
		time.Sleep(c.pause)
	}
}

// note counts the outcome of a visitor's request.
func (c *crowd) note(response *http.Response, err error, began time.Time, what string) {
	status, age, retryAfter, body := 0, "", "", []byte(nil)
	if err == nil {
		defer func() { _ = response.Body.Close() }()
		body, err = io.ReadAll(response.Body)
		status, age, retryAfter = response.StatusCode, response.Header.Get("Age"), response.Header.Get("Retry-After")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &c.reads
	t.slowest = max(t.slowest, time.Since(began))
	switch {
	case err == nil && status == http.StatusOK && age == "" && !bytes.Contains(body, []byte(`"errors":[`)):
		t.fresh++
		c.lastRead = time.Now()
	case err == nil && status == http.StatusOK && age != "":
		t.old++
	case err == nil && status == http.StatusServiceUnavailable && retryAfter != "":
		t.refused++
	default:
		t.wrong++
		t.sample = fmt.Sprintf("%s: %d %v %.300s", what, status, err, body)
	}
}

// watch counts the outcomes of a buyer's requests.
func (c *crowd) watch(b *buyers.Buyer) {
	b.Pause = c.pause
	b.Tried = func(err error, took time.Duration) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.buys.slowest = max(c.buys.slowest, took)
		switch {
		case err == nil:
			c.buys.fresh++
		case errors.Is(err, buyers.ErrRefused):
			c.buys.refused++
		default:
			c.buys.wrong++
			c.buys.sample = err.Error()
		}
	}
	b.Bought = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acknowledged = append(c.acknowledged, b.Orders[len(b.Orders)-1])
		c.lastOrder = time.Now()
	}
}

func (c *crowd) begin(ctx context.Context, pool *sql.DB) error {
	all, err := buyers.Shop{URL: func() string { return c.at.Load().(string) }}.Register(customers)
	if err != nil {
		return err
	}
	if err := buyers.Verify(pool); err != nil {
		return err
	}
	for range visitors {
		c.done.Go(func() { c.browse(ctx) })
	}
	for _, b := range all {
		c.watch(b)
		c.done.Go(func() { b.Buy(ctx) })
	}
	return nil
}

// take returns and resets the tallies, and returns the acknowledged orders from index from on.
func (c *crowd) take(from int) (reads, buys tally, acknowledged []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	reads, buys = c.reads, c.buys
	c.reads, c.buys = tally{}, tally{}
	return reads, buys, c.acknowledged[from:]
}

// awaitRecovery waits until a fresh read and an order have succeeded after since, and returns the time from since to
// the later of the two. It returns an error after 40 s.
func (c *crowd) awaitRecovery(since time.Time) (time.Duration, error) {
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		c.mu.Lock()
		read, order := c.lastRead, c.lastOrder
		c.mu.Unlock()
		if read.After(since) && order.After(since) {
			if read.After(order) {
				return read.Sub(since), nil
			}
			return order.Sub(since), nil
		}
	}
	return 0, fmt.Errorf("nothing is as ever after 40 s")
}
