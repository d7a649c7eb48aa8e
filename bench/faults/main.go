// Command faults makes each dependency of the shop fail in turn under a steady load of visitors who browse and
// customers who order. It prints the outcomes of their requests, the lost orders and the time until recovery as rows
// for docs/reliability.md. Then it restarts two instances in turn behind a proxy, and sends one instance four times the
// requests that it can serve. With -soak it does all this again and again to two instances, and prints what they use.
//
// It runs .bin/orrery on loopback with its own PostgreSQL, mail server and blob store, and ends without intervention.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

const (
	pause       = 20 * time.Millisecond
	warmUp      = 3 * time.Second  // in which every page is rendered once
	mailTimeout = 60 * time.Second // until the last confirmation email is received
)

func main() {
	only := flag.String("only", "", "make only the faults whose name holds this")
	soak := flag.Duration("soak", 0, "make a fault a minute for so long, in tens of minutes, and deploy after each ten")
	flag.Parse()
	if err := run(*only, *soak); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

func run(only string, soak time.Duration) error {
	w, err := build()
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.uploadFirst(); err != nil {
		return err
	}
	c := &crowd{pause: pause}
	if soak > 0 {
		c.pause = soakPause
	}
	c.at.Store(w.first.url)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if err := c.begin(ctx, w.pool); err != nil {
		return err
	}
	if _, err := c.awaitRecovery(time.Now()); err != nil {
		return err
	}
	time.Sleep(warmUp)
	if soak > 0 {
		err := w.soak(ctx, c, soak)
		stop()
		c.done.Wait()
		return errors.Join(err, w.audit(c), w.auditSums())
	}
	fmt.Println("| fault | catalogue: as ever / last known / 503 | buying: as ever / 503 | anything else " +
		"| slowest answer | orders lost | as ever after | |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|---|")
	var failed error
	seen := 0
	for _, f := range faults {
		if !strings.Contains(f.name, only) {
			continue
		}
		n, err := w.runFault(f, c, seen)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		seen = n.seen
		failed = errors.Join(failed, n.failed)
	}
	if err := w.roll(c, &seen); err != nil {
		failed = errors.Join(failed, err)
	}
	stop()
	c.done.Wait()
	failed = errors.Join(failed, w.audit(c))
	if err := w.overload(); err != nil {
		failed = errors.Join(failed, err)
	}
	return failed
}

// outcome is the result of a fault.
type outcome struct {
	seen   int // number of orders acknowledged so far
	failed error
}

func (w *world) runFault(f fault, c *crowd, seen int) (o outcome, err error) {
	c.take(0)
	note := ""
	after, err := w.makeFault(f, c, func() {
		if f.check != nil {
			if note, o.failed = f.check(w); o.failed != nil {
				note = o.failed.Error()
			}
		}
	})
	var skip errSkip
	if errors.As(err, &skip) {
		fmt.Printf("| %s | | | | | | | skipped: %v |\n", f.name, skip)
		return outcome{seen: seen}, nil
	}
	if err != nil {
		return o, err
	}
	time.Sleep(500 * time.Millisecond)
	reads, buys, acknowledged := c.take(seen)
	lost := 0
	for _, number := range acknowledged {
		if n, err := w.count(`SELECT count(*) FROM orders WHERE number = $1`, number); err != nil {
			return o, err
		} else if n != 1 {
			lost++
		}
	}
	wrong := reads.wrong + buys.wrong
	fmt.Printf("| %s | %d / %d / %d | %d / %d | %d | %.1f s | %d of %d | %.1f s | %s |\n",
		f.name, reads.fresh, reads.old, reads.refused, buys.fresh, buys.refused, wrong,
		max(reads.slowest, buys.slowest).Seconds(), lost, len(acknowledged), after.Seconds(), note)
	if wrong > 0 || lost > 0 {
		o.failed = errors.Join(o.failed, fmt.Errorf("%s: %d answers were wrong, %d orders are lost; %s%s",
			f.name, wrong, lost, reads.sample, buys.sample))
	}
	o.seen = seen + len(acknowledged)
	return o, w.unmountDisk()
}

// makeFault makes a fault, calls during it, and returns how long the shop took to recover. The error is an errSkip if
// the fault can't be made here.
func (w *world) makeFault(f fault, c *crowd, during func()) (recovery time.Duration, err error) {
	if err := f.begin(w); err != nil {
		return 0, err
	}
	began := time.Now()
	during()
	time.Sleep(time.Until(began.Add(f.lasts)))
	if err := f.end(w); err != nil {
		return 0, err
	}
	return c.awaitRecovery(time.Now())
}

// audit compares the acknowledged orders with the database and the confirmation emails, and returns an error if they
// disagree.
func (w *world) audit(c *crowd) error {
	orders, err := w.count(`SELECT count(*) FROM orders`)
	if err != nil {
		return err
	}
	ordered, err := w.count(`SELECT coalesce(sum(quantity), 0) FROM order_items`)
	if err != nil {
		return err
	}
	taken, err := w.count(`SELECT sum($1 - stock) FROM products WHERE id IN (1, 3)`, stock)
	if err != nil {
		return err
	}
	confirmed, twice := w.mailServer.confirmed()
	for end := time.Now().Add(mailTimeout); confirmed < orders && time.Now().Before(end); time.Sleep(
		100 * time.Millisecond) {
		confirmed, twice = w.mailServer.confirmed()
	}
	fmt.Printf("\n%d orders acknowledged, %d stored; %d units ordered, %d taken from stock; "+
		"%d orders confirmed by mail, %d more than once\n\n",
		len(c.acknowledged), orders, ordered, taken, confirmed, twice)
	if orders != len(c.acknowledged) || ordered != taken || confirmed != orders {
		return errors.New("these figures must agree")
	}
	return nil
}
