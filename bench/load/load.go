// Package load is a load generator that sends requests over persistent connections and checks every response. It spends
// as little CPU time per request as possible, because it runs on the machine of the measured server.
package load

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// timeout limits a dial, and a request with its response.
const timeout = 20 * time.Second

// Request is a request with the expected properties of its response.
type Request struct {
	Bytes []byte // wire format
	Want  string // text that the body must contain
	IDs   int    // required number of "id" fields in the body; 0: any number
}

// Result is the outcome of a run.
type Result struct {
	Answers int // correct responses
	Errors  int
	Reason  error // one of the errors
	Took    time.Duration
	times   []time.Duration // of the correct responses
}

// Percentile returns the p-th percentile of the response times.
func (r Result) Percentile(p int) time.Duration {
	if len(r.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(r.times))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

// Run sends the requests that next returns over concurrent connections, until the duration is over and every request is
// answered. Each connection has at most one request in flight. All connections call next concurrently, each with its
// own buffer, which next may use.
func Run(address string, connections int, duration time.Duration, next func(buffer []byte) Request) (Result, error) {
	end := time.Now().Add(duration)
	return run(address, connections, func(buffer []byte) (Request, bool) {
		if !time.Now().Before(end) {
			return Request{}, false
		}
		return next(buffer), true
	})
}

// RunAll is like Run, but sends each of the requests once.
func RunAll(address string, connections int, requests []Request) (Result, error) {
	var sent atomic.Int64
	return run(address, connections, func([]byte) (Request, bool) {
		i := int(sent.Add(1)) - 1
		if i >= len(requests) {
			return Request{}, false
		}
		return requests[i], true
	})
}

func run(address string, connections int, next func(buffer []byte) (Request, bool)) (Result, error) {
	conns := make([]*conn, connections)
	for i := range conns {
		var err error
		if conns[i], err = dial(address); err != nil {
			return Result{}, err
		}
		defer conns[i].close()
	}
	parts := make([]Result, connections)
	began := time.Now()
	var wg sync.WaitGroup
	for i, c := range conns {
		wg.Go(func() { parts[i] = c.work(next) })
	}
	wg.Wait()
	all := Result{}
	for _, part := range parts {
		all.Add(part)
	}
	all.Took = time.Since(began)
	return all, nil
}

// Add adds the outcome of another run to r.
func (r *Result) Add(other Result) {
	r.Answers += other.Answers
	r.Errors += other.Errors
	r.Took += other.Took
	r.times = append(r.times, other.times...)
	if r.Reason == nil {
		r.Reason = other.Reason
	}
}

func (c *conn) work(next func(buffer []byte) (Request, bool)) (r Result) {
	var buffer []byte
	for {
		request, ok := next(buffer[:0])
		if !ok {
			return r
		}
		buffer = request.Bytes
		began := time.Now()
		_, err := c.send(request)
		if err != nil {
			r.Errors, r.Reason = r.Errors+1, err
			if c.reconnect() != nil {
				return r
			}
			continue
		}
		r.Answers++
		r.times = append(r.times, time.Since(began))
	}
}

// Once sends one request on a new connection and returns the body of the response.
func Once(address string, request Request) ([]byte, error) {
	c, err := dial(address)
	if err != nil {
		return nil, err
	}
	defer c.close()
	return c.send(request)
}

// send sends a request, checks the response and returns its body, which is valid until the next call.
func (c *conn) send(request Request) ([]byte, error) {
	status, body, err := c.roundTrip(request.Bytes)
	switch {
	case err != nil:
		return nil, err
	case status/100 != 2:
		return nil, fmt.Errorf("status %d: %.200s", status, body)
	case bytes.Contains(body, []byte(`"errors":`)), bytes.Contains(body, []byte(`"userErrors":[{`)):
		return nil, fmt.Errorf("refused: %.300s", body)
	case !bytes.Contains(body, []byte(request.Want)):
		return nil, fmt.Errorf("an answer without %q: %.300s", request.Want, body)
	case request.IDs > 0 && bytes.Count(body, []byte(`"id"`)) != request.IDs:
		return nil, fmt.Errorf("an answer that does not name %d: %.300s", request.IDs, body)
	}
	return body, nil
}

var errMalformed = errors.New("the answer is not HTTP/1.1 as we know it")
