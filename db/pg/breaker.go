package pg

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync/atomic"
	"time"
)

const (
	// connectTimeout bounds connecting, unless the URL has a connect_timeout.
	connectTimeout = 2 * time.Second
	// silenceTimeout is how long PostgreSQL may send nothing while a response is awaited. Every statement that a page
	// waits for takes less than a tenth of it.
	silenceTimeout = 3 * time.Second
	// statementTimeout bounds a statement, including the wait for a connection and for a second connection if the first
	// was closed.
	statementTimeout = 4 * time.Second
	// listTimeout is the same for lists that are planned each time; their duration grows with the size of the shop.
	listTimeout = 10 * time.Second
	// probeInterval is the pause between attempts to reach a PostgreSQL that did not respond; probeTimeout bounds each
	// attempt.
	probeInterval = 500 * time.Millisecond
	probeTimeout  = time.Second
	// lockCheckInterval is how often the connection of a lock is checked.
	lockCheckInterval = 500 * time.Millisecond
)

// breaker is a circuit breaker: while PostgreSQL can't be reached, statements fail at once instead of each waiting for
// its timeout, and one goroutine retries the connection.
type breaker struct {
	connector driver.Connector
	stopped   context.Context
	stop      context.CancelFunc

	open, probing atomic.Bool
}

func newBreaker(connector driver.Connector) *breaker {
	b := &breaker{connector: connector}
	b.stopped, b.stop = context.WithCancel(context.Background())
	return b
}

var errOpen = errors.New("it did not answer the last probe")

// check returns an error while PostgreSQL can't be reached.
func (b *breaker) check() error {
	if b.open.Load() {
		return unavailableError{errOpen}
	}
	return nil
}

// run calls do with a timeout. Its error is UNAVAILABLE when PostgreSQL does not respond in time.
func (b *breaker) run(ctx context.Context, timeout time.Duration, do func(context.Context) error) error {
	if err := b.check(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return b.outcome(ctx, do(ctx))
}

// outcome records the error of a statement and returns the error for callers of a store.
func (b *breaker) outcome(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	unavailable, silent := isUnavailable(ctx, err)
	if silent {
		b.probe()
	}
	if !unavailable {
		return err
	}
	return unavailableError{err}
}

// probe checks whether PostgreSQL can be reached, and opens the circuit until it can. A single failed connection does
// not open the circuit.
func (b *breaker) probe() {
	if b.probing.Swap(true) {
		return
	}
	go func() {
		defer b.probing.Store(false)
		for !b.answers() {
			b.open.Store(true)
			select {
			case <-b.stopped.Done():
				return
			case <-time.After(probeInterval):
			}
		}
		b.open.Store(false)
	}()
}

// answers reports whether PostgreSQL responds to a new connection. A refusal, for example of too many connections, is a
// response.
func (b *breaker) answers() bool {
	ctx, cancel := context.WithTimeout(b.stopped, probeTimeout)
	defer cancel()
	answered := make(chan bool, 1)
	go func() { // the driver may wait longer than ctx
		conn, err := b.connector.Connect(ctx)
		if err == nil {
			_ = conn.Close()
		}
		answered <- err == nil || isRefusal(err)
	}()
	select {
	case yes := <-answered:
		return yes
	case <-ctx.Done():
		return false
	}
}
