package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

const (
	visitors     = 4
	buyers       = 4
	visitorPause = 20 * time.Millisecond
	buyerPause   = 20 * time.Millisecond
	patience     = 15 * time.Second // that a caller has
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

// looks are what visitors ask for.
var looks = []string{
	"/graphql?" + url.Values{"query": {`{ products(first: 12) { totalCount nodes { name stock price { amount } } } }`}}.Encode(),
	"/graphql?" + url.Values{"query": {`{ product(id: "1") { name specs { title } reviews(first: 3) { nodes { rating } } } }`}}.Encode(),
	"/api/v1/product/3",
	"/",
	"/products/1",
}

func (c *crowd) look(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		began := time.Now()
		response, err := client.Get(c.at.Load().(string) + looks[n%len(looks)])
		c.note(&c.reads, response, err, began, looks[n%len(looks)])
		rest(ctx, visitorPause)
	}
}

// note counts an answer, and returns its body when it is one as ever.
func (c *crowd) note(t *tally, response *http.Response, err error, began time.Time, what string) (body []byte) {
	status, age, comeBack := 0, "", ""
	if err == nil {
		defer func() { _ = response.Body.Close() }()
		body, err = io.ReadAll(response.Body)
		status, age, comeBack = response.StatusCode, response.Header.Get("Age"), response.Header.Get("Retry-After")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t.slowest = max(t.slowest, time.Since(began))
	switch {
	case err == nil && status == http.StatusOK && age == "" && !bytes.Contains(body, []byte(`"errors":[`)):
		t.fresh++
		if t == &c.reads {
			c.lastRead = time.Now()
		}
		return body
	case err == nil && status == http.StatusOK && age != "":
		t.old++
	case err == nil && status == http.StatusServiceUnavailable && comeBack != "":
		t.refused++
	default:
		t.wrong++
		t.sample = fmt.Sprintf("%s: %d %v %.300s", what, status, err, body)
	}
	return nil
}

const (
	register = `mutation ($email: String!) { userRegister(input: {name: "Buyer", email: $email, password: "aA1!aA1!"}) { token } }`
	add      = `mutation ($key: String!) { cartItemAdd(input: {productId: "3", idempotencyKey: $key}) { userErrors { message } } }`
	place    = `mutation ($key: String!) { orderPlace(input: {idempotencyKey: $key, shippingInfo: {address: "Damrak 1", city: "Amsterdam",
		postalCode: "1012 LG", country: "NL"}}) { order { number } userErrors { code message } } }`
)

// post sends a document and reads its answer into a value. It reports whether there was one.
func (c *crowd) post(token, query string, variables map[string]any, into any) bool {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err) // texts only
	}
	request, err := http.NewRequest(http.MethodPost, c.at.Load().(string)+"/graphql", bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	began := time.Now()
	response, err := client.Do(request)
	text := c.note(&c.buys, response, err, began, query[:30])
	return text != nil && json.Unmarshal(text, &struct{ Data any }{into}) == nil
}

// buy fills a cart and orders. Whatever was not answered is asked again, with its key, until its outcome is known.
func (c *crowd) buy(ctx context.Context, name string) {
	var account struct{ UserRegister struct{ Token string } }
	for !c.post("", register, map[string]any{"email": name + "@example.org"}, &account) {
		rest(ctx, time.Second)
	}
	for n := 0; ctx.Err() == nil; n++ {
		var ignored any
		key := map[string]any{"key": fmt.Sprintf("%s-%d", name, n)}
		for !c.post(account.UserRegister.Token, add, key, &ignored) {
			rest(context.Background(), 100*time.Millisecond)
		}
		var out struct {
			OrderPlace struct{ Order *struct{ Number string } }
		}
		for !c.post(account.UserRegister.Token, place, key, &out) {
			rest(context.Background(), 100*time.Millisecond)
		}
		if out.OrderPlace.Order != nil {
			c.mu.Lock()
			c.acknowledged = append(c.acknowledged, out.OrderPlace.Order.Number)
			c.lastOrder = time.Now()
			c.mu.Unlock()
		}
		rest(ctx, buyerPause)
	}
}

func (c *crowd) begin(ctx context.Context) {
	for range visitors {
		c.done.Go(func() { c.look(ctx) })
	}
	for i := range buyers {
		c.done.Go(func() { c.buy(ctx, fmt.Sprint("buyer-", i)) })
	}
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

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
