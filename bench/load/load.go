// Package load sends requests over connections that are kept, and looks at every answer. It does as little as it can for a
// request, because it shares the machine with whom it measures.
package load

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// patience is how long an answer may take.
const patience = 20 * time.Second

// Request is one to send, and what its answer has to hold.
type Request struct {
	Bytes []byte // as they go over the wire
	Want  string // somewhere in the body
	IDs   int    // how many ids the body names; 0: any number
}

// Result is what came of a run.
type Result struct {
	Answers int // right ones
	Errors  int
	Reason  error // of one of the errors
	Took    time.Duration
	times   []time.Duration // of the answers
}

// Percentile is the time within which p per cent of the answers came.
func (r Result) Percentile(p int) time.Duration {
	if len(r.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(r.times))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

// Run sends what next says over that many connections at the same time, each waiting for its answer before it asks again,
// until the duration is over and every question is answered. next is called by all connections, each with a buffer of its own that it may use.
func Run(address string, connections int, duration time.Duration, next func(buffer []byte) Request) (Result, error) {
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
		wg.Go(func() { parts[i] = c.work(began.Add(duration), next) })
	}
	wg.Wait()
	all := Result{}
	for _, part := range parts {
		all.Add(part)
	}
	all.Took = time.Since(began)
	return all, nil
}

// Add takes in what came of another run.
func (r *Result) Add(other Result) {
	r.Answers += other.Answers
	r.Errors += other.Errors
	r.Took += other.Took
	r.times = append(r.times, other.times...)
	if r.Reason == nil {
		r.Reason = other.Reason
	}
}

func (c *conn) work(end time.Time, next func(buffer []byte) Request) (r Result) {
	var buffer []byte
	for began := time.Now(); began.Before(end); began = time.Now() {
		request := next(buffer[:0])
		buffer = request.Bytes
		_, err := c.ask(request)
		if err != nil {
			r.Errors, r.Reason = r.Errors+1, err
			if c.again() != nil {
				return r
			}
			continue
		}
		r.Answers++
		r.times = append(r.times, time.Since(began))
	}
	return r
}

// Once sends one request and returns the body of its answer.
func Once(address string, request Request) ([]byte, error) {
	c, err := dial(address)
	if err != nil {
		return nil, err
	}
	defer c.close()
	return c.ask(request)
}

// ask returns the body, which is good until the next call.
func (c *conn) ask(request Request) ([]byte, error) {
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
