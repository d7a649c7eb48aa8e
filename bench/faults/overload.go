package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	measureFor  = 4 * time.Second
	connections = 48 // concurrent requests when the capacity is measured
	times       = 4  // overload, as a multiple of the capacity
	maxOpen     = 4000
)

// uncachedQuery returns the path of an expensive query with an alias made of n, so that no response is cached.
func uncachedQuery(n int64) string {
	return "/graphql?" + url.Values{"query": {fmt.Sprintf(
		`{ q%d: products(first: 50) { nodes { name specs { title items { label value } } ratings
		reviews(first: 5) { nodes { rating comment } } } } }`, n)}}.Encode()
}

// from returns a client that connects from the local IP address.
func from(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{
		Timeout:   timeout,
		Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: maxOpen},
	}
}

// served counts the outcomes of requests: answered, shed with 503 and Retry-After, failed.
type served struct {
	mu           sync.Mutex
	times        []time.Duration // of answered requests
	shed, failed int
	shedTimes    []time.Duration
}

func (s *served) ask(c *http.Client, address string) {
	began := time.Now()
	response, err := c.Get(address)
	status := 0
	if err == nil {
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		status = response.StatusCode
	}
	took := time.Since(began)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil && status == http.StatusOK:
		s.times = append(s.times, took)
	case err == nil && status == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		s.shed++
		s.shedTimes = append(s.shedTimes, took)
	default:
		s.failed++
	}
}

func percentile(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)*p/100, len(times)-1)]
}

// overload measures the capacity of one instance. It then sends four times that many requests and measures how many are
// served and how fast, and whether a client that sends one request at a time is still served.
func (w *world) overload() error {
	var n atomic.Int64
	at := w.first.url
	crowd := from("127.0.0.1")
	capacity := &served{}
	began := time.Now()
	var wg sync.WaitGroup
	for range connections {
		wg.Go(func() {
			for time.Since(began) < measureFor {
				capacity.ask(crowd, at+uncachedQuery(n.Add(1)))
			}
		})
	}
	wg.Wait()
	capacityRate := float64(len(capacity.times)) / time.Since(began).Seconds()

	loud, quiet := &served{}, &served{}
	began = time.Now()
	wg.Go(func() {
		quietClient := from("127.0.0.2")
		for time.Since(began) < measureFor {
			quiet.ask(quietClient, at+uncachedQuery(n.Add(1)))
		}
	})
	var open atomic.Int64
	pause := time.Duration(float64(time.Second) / (times * capacityRate))
	sent := 0
	for next := began; time.Since(began) < measureFor; next = next.Add(pause) {
		time.Sleep(time.Until(next))
		if open.Load() >= maxOpen {
			return fmt.Errorf("%d requests are not answered", maxOpen)
		}
		open.Add(1)
		sent++
		wg.Go(func() {
			defer open.Add(-1)
			loud.ask(crowd, at+uncachedQuery(n.Add(1)))
		})
	}
	took := time.Since(began)
	wg.Wait()
	all := float64(len(loud.times)+len(quiet.times)) / took.Seconds()
	p99 := percentile(loud.times, 99)
	fmt.Println("| overload of one instance | requests/s | served/s | turned away | failed | p50 " +
		"| p99 of the served | p99 of those turned away |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|")
	fmt.Printf("| its capacity, %d at a time | %.0f | %.0f | %d | %d | %d ms | %d ms | |\n",
		connections, capacityRate, capacityRate, capacity.shed, capacity.failed,
		percentile(capacity.times, 50).Milliseconds(), percentile(capacity.times, 99).Milliseconds())
	fmt.Printf("| four times of that, by one caller | %.0f | %.0f | %d | %d | %d ms | %d ms | %d ms |\n",
		float64(sent)/took.Seconds(), float64(len(loud.times))/took.Seconds(), loud.shed, loud.failed,
		percentile(loud.times, 50).Milliseconds(), p99.Milliseconds(),
		percentile(loud.shedTimes, 99).Milliseconds())
	fmt.Printf("| meanwhile, by a caller who asks one at a time | %.0f | %.0f | %d | %d | %d ms | %d ms | |\n",
		float64(len(quiet.times)+quiet.shed)/took.Seconds(), float64(len(quiet.times))/took.Seconds(),
		quiet.shed, quiet.failed,
		percentile(quiet.times, 50).Milliseconds(), percentile(quiet.times, 99).Milliseconds())
	if loud.failed+quiet.failed+quiet.shed > 0 || all < 0.8*capacityRate || p99 > 2*time.Second {
		return fmt.Errorf("overload: %d failed, %d of the quiet caller were turned away, %.0f served of %.0f",
			loud.failed+quiet.failed, quiet.shed, all, capacityRate)
	}
	return nil
}
