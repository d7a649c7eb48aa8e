// Command crash kills the shop repeatedly under a load of orders. It then verifies that the stock taken equals the
// quantities ordered, that no order lacks its lines, that no acknowledged order is missing, and that each order has
// exactly one confirmation.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

func main() {
	kills := flag.Int("kills", 30, "how often to kill")
	postgres := flag.Bool("postgres", false, "kill PostgreSQL instead of the shop")
	buyers := flag.Int("buyers", 8, "how many buy at the same time")
	flag.Parse()
	if err := run(*kills, *postgres, *buyers); err != nil {
		fmt.Fprintln(os.Stderr, "crash:", err)
		os.Exit(1)
	}
}

func run(kills int, postgres bool, number int) error {
	dir, err := os.MkdirTemp("", "orrery-crash-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := open(dir)
	if err := s.start(); err != nil {
		return err
	}
	defer s.stop()
	crowd, err := s.prepare(number)
	if err != nil {
		return err
	}

	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for _, b := range crowd {
		wg.Go(func() { b.Buy(ctx) })
	}
	began := time.Now()
	for i := range kills {
		time.Sleep(200*time.Millisecond + rand.N(time.Second))
		if err := s.kill(postgres); err != nil {
			cancel()
			return err
		}
		if err := s.start(); err != nil {
			cancel()
			return fmt.Errorf("start after kill %d: %w", i+1, err)
		}
	}
	time.Sleep(time.Second)
	cancel()
	wg.Wait()
	acknowledged, repeated := map[string]bool{}, 0
	for _, b := range crowd {
		for _, number := range b.Orders {
			acknowledged[number] = true
		}
		repeated += b.Repeated
	}
	fmt.Printf("%d kills in %v: %d orders acknowledged, %d requests repeated with their key\n",
		kills, time.Since(began).Round(time.Second), len(acknowledged), repeated)
	return s.audit(acknowledged)
}
