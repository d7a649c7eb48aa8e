package main

import (
	"bytes"
	"context"
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
	between   = 20 * time.Millisecond // two things that anybody does
	patience  = 15 * time.Second      // that a caller has
)

// tally counts what callers saw.
type tally struct {
	fresh, old, refused, wrong int
	slowest                    time.Duration
	sample                     string // of what was wrong
}

// crowd is a steady load of people who look and people who buy.
type crowd struct {
	at atomic.Value // string: where the shop is

	mu           sync.Mutex
	reads, buys  tally
	acknowledged []string  // numbers of orders
	lastRead     time.Time // that was answered as ever
	lastOrder    time.Time

	done sync.WaitGroup
}

var client = &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// looks are what visitors ask for: lists, a product that is bought all the time (buyers.Products) and one that is not.
var looks = []string{
	"/graphql?" + url.Values{"query": {`{ products(first: 12) { totalCount nodes { name stock price { amount } } } }`}}.Encode(),
	"/graphql?" + url.Values{"query": {`{ product(id: "2") { name specs { title } reviews(first: 3) { nodes { rating } } } }`}}.Encode(),
	"/api/v1/product/3",
	"/",
	"/products/2",
}

func (c *crowd) look(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		began := time.Now()
		response, err := client.Get(c.at.Load().(string) + looks[n%len(looks)])
		c.note(response, err, began, looks[n%len(looks)])
		time.Sleep(between)
	}
}

// note counts what somebody who looks sees.
func (c *crowd) note(response *http.Response, err error, began time.Time, what string) {
	status, age, comeBack, body := 0, "", "", []byte(nil)
	if err == nil {
		defer func() { _ = response.Body.Close() }()
		body, err = io.ReadAll(response.Body)
		status, age, comeBack = response.StatusCode, response.Header.Get("Age"), response.Header.Get("Retry-After")
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
	case err == nil && status == http.StatusServiceUnavailable && comeBack != "":
		t.refused++
	default:
		t.wrong++
		t.sample = fmt.Sprintf("%s: %d %v %.300s", what, status, err, body)
	}
}

// watch counts what somebody who buys sees.
func (c *crowd) watch(b *buyers.Buyer) {
	b.Pause = between
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

func (c *crowd) begin(ctx context.Context) error {
	all, err := buyers.Shop{URL: func() string { return c.at.Load().(string) }}.Register(customers)
	if err != nil {
		return err
	}
	for range visitors {
		c.done.Go(func() { c.look(ctx) })
	}
	for _, b := range all {
		c.watch(b)
		c.done.Go(func() { b.Buy(ctx) })
	}
	return nil
}

// take returns what was seen since the last call, and the orders that were acknowledged since then.
func (c *crowd) take(from int) (reads, buys tally, acknowledged []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	reads, buys = c.reads, c.buys
	c.reads, c.buys = tally{}, tally{}
	return reads, buys, c.acknowledged[from:]
}

// back waits until the shop looks as ever since a moment, and tells how long that took.
func (c *crowd) back(since time.Time) (time.Duration, error) {
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
