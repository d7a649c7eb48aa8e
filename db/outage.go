package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// How long anything waits for PostgreSQL.
const (
	// connectWithin is for a connection, unless the URL has a connect_timeout of its own.
	connectWithin = 2 * time.Second
	// silentWithin is for the next words of PostgreSQL. No statement that a page waits for takes a tenth of it.
	silentWithin = 3 * time.Second
	// answerWithin is for a statement, with the wait for a connection and a second one where the first has ended.
	answerWithin = 4 * time.Second
	// listWithin is the same for the lists and sums of administrators, which grow with the shop.
	listWithin = 10 * time.Second
	// probeEvery is how often a PostgreSQL that did not answer is asked again, and probeWithin how soon it has to answer then.
	probeEvery  = 500 * time.Millisecond
	probeWithin = time.Second
)

// outage knows whether PostgreSQL can't be reached. Then nobody waits for it but one who tries again and again (a circuit breaker):
// otherwise every request would wait as long as the first ones did.
type outage struct {
	connector driver.Connector
	ended     context.Context // with the Store
	end       context.CancelFunc

	down, probing atomic.Bool
}

func newOutage(connector driver.Connector) *outage {
	o := &outage{connector: connector}
	o.ended, o.end = context.WithCancel(context.Background())
	return o
}

var errDown = errors.New("it did not answer the last probe")

// check refuses at once while PostgreSQL can't be reached.
func (o *outage) check() error {
	if o.down.Load() {
		return unreachable{errDown}
	}
	return nil
}

// ask does something with PostgreSQL, UNAVAILABLE when that does not answer in time.
func (o *outage) ask(ctx context.Context, within time.Duration, do func(context.Context) error) error {
	if err := o.check(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return o.outcome(ctx, do(ctx))
}

// outcome is the error of what PostgreSQL was asked for, as callers of the Store see it.
func (o *outage) outcome(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	unavailable, silent := unavailable(ctx, err)
	if silent {
		o.suspect()
	}
	if !unavailable {
		return err
	}
	return unreachable{err}
}

// suspect finds out whether PostgreSQL can be reached: one connection that ended says little.
func (o *outage) suspect() {
	if o.probing.Swap(true) {
		return
	}
	go func() {
		defer o.probing.Store(false)
		for !o.answers() {
			o.down.Store(true)
			select {
			case <-o.ended.Done():
				return
			case <-time.After(probeEvery):
			}
		}
		o.down.Store(false)
	}()
}

// answers tells whether PostgreSQL says anything to somebody who comes anew; a refusal, of too many for instance, is an answer.
func (o *outage) answers() bool {
	ctx, cancel := context.WithTimeout(o.ended, probeWithin)
	defer cancel()
	answered := make(chan bool, 1)
	go func() { // the driver may wait longer than ctx
		conn, err := o.connector.Connect(ctx)
		if err == nil {
			_ = conn.Close()
		}
		answered <- err == nil || refuses(err)
	}()
	select {
	case yes := <-answered:
		return yes
	case <-ctx.Done():
		return false
	}
}

// patient dials connections that don't wait for ever: a PostgreSQL that was stopped, or whose machine is gone, says nothing at all, and
// the driver would wait for it past the end of any context.
type patient struct {
	net.Dialer
	within time.Duration
}

func (d patient) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d patient) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d patient) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	until, _ := ctx.Deadline()
	return &listening{Conn: conn, within: d.within, until: until}, nil
}

// listening is a connection whose reads end when nothing comes. Nobody reads an idle one.
type listening struct {
	net.Conn
	within  time.Duration
	until   time.Time // whoever wants the connection waits for it; zero: for as long as it takes
	bounded bool      // the driver has set a deadline of its own, as it does while it connects
}

func (c *listening) SetDeadline(t time.Time) error {
	c.bounded = !t.IsZero()
	if c.bounded && !c.until.IsZero() && c.until.Before(t) {
		t = c.until
	}
	return c.Conn.SetDeadline(t)
}

func (c *listening) Read(p []byte) (int, error) {
	if !c.bounded {
		if err := c.SetReadDeadline(time.Now().Add(c.within)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(p)
}
