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
	connections = 48 // that are always busy when capacity is measured
	times       = 4  // of the capacity
	mostOpen    = 4000
)

// heavy is a question that nobody has asked before, since a kept answer costs nothing.
func heavy(n int64) string {
	return "/graphql?" + url.Values{"query": {fmt.Sprintf(`{ q%d: products(first: 50) { nodes { name specs { title items { label value } } ratings
		reviews(first: 5) { nodes { rating comment } } } } }`, n)}}.Encode()
}

// from is a caller at an address of its own.
func from(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Timeout: patience, Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: mostOpen}}
}

// served counts what came of questions.
type served struct {
	mu           sync.Mutex
	times        []time.Duration // of those that were answered
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

// overload measures what one instance can do, and then what becomes of it when four times of that comes: how many are served, how soon,
// and whether somebody who asks little is served among them.
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
				capacity.ask(crowd, at+heavy(n.Add(1)))
			}
		})
	}
	wg.Wait()
	can := float64(len(capacity.times)) / time.Since(began).Seconds()

	loud, quiet := &served{}, &served{}
	began = time.Now()
	wg.Go(func() {
		polite := from("127.0.0.2")
		for time.Since(began) < measureFor {
			quiet.ask(polite, at+heavy(n.Add(1)))
		}
	})
	var open atomic.Int64
	pause := time.Duration(float64(time.Second) / (times * can))
	sent := 0
	for next := began; time.Since(began) < measureFor; next = next.Add(pause) {
		time.Sleep(time.Until(next))
		if open.Load() >= mostOpen {
			return fmt.Errorf("%d requests are not answered", mostOpen)
		}
		open.Add(1)
		sent++
		wg.Go(func() {
			defer open.Add(-1)
			loud.ask(crowd, at+heavy(n.Add(1)))
		})
	}
	took := time.Since(began)
	wg.Wait()
	all := float64(len(loud.times)+len(quiet.times)) / took.Seconds()
	p99 := percentile(loud.times, 99)
	fmt.Println("| overload of one instance | requests/s | served/s | turned away | failed | p50 | p99 of the served | p99 of those turned away |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|")
	fmt.Printf("| its capacity, %d at a time | %.0f | %.0f | %d | %d | %d ms | %d ms | |\n", connections, can, can, capacity.shed, capacity.failed,
		percentile(capacity.times, 50).Milliseconds(), percentile(capacity.times, 99).Milliseconds())
	fmt.Printf("| four times of that, by one caller | %.0f | %.0f | %d | %d | %d ms | %d ms | %d ms |\n", float64(sent)/took.Seconds(),
		float64(len(loud.times))/took.Seconds(), loud.shed, loud.failed, percentile(loud.times, 50).Milliseconds(), p99.Milliseconds(),
		percentile(loud.shedTimes, 99).Milliseconds())
	fmt.Printf("| meanwhile, by a caller who asks one at a time | %.0f | %.0f | %d | %d | %d ms | %d ms | |\n",
		float64(len(quiet.times)+quiet.shed)/took.Seconds(), float64(len(quiet.times))/took.Seconds(), quiet.shed, quiet.failed,
		percentile(quiet.times, 50).Milliseconds(), percentile(quiet.times, 99).Milliseconds())
	if loud.failed+quiet.failed+quiet.shed > 0 || all < 0.8*can || p99 > 2*time.Second {
		return fmt.Errorf("overload: %d failed, %d of the quiet caller were turned away, %.0f served of %.0f", loud.failed+quiet.failed, quiet.shed, all, can)
	}
	return nil
}
