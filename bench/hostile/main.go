// Command hostile sends malformed and malicious requests to the shop. It fails if one of them is answered with 5xx or
// not at all, if the log contains an error, if the shop uses too much memory, or if the shop is not ready afterwards.
//
// It runs .bin/orrery on loopback with a temporary data folder and ends without intervention. The same seed sends the
// same requests.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"orrery/bench/binary"
)

const (
	atOnce           = 8
	timeLimit        = 2 * time.Minute
	maxMemory        = 250 << 20
	maxShownFailures = 10
)

func main() {
	count := flag.Int("requests", 5000, "how many requests to send")
	seed := flag.Uint64("seed", rand.Uint64(), "what the requests are drawn from")
	flag.Parse()
	fmt.Printf("seed %d\n", *seed)
	if err := run(*count, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

func run(count int, seed uint64) error {
	dir, err := os.MkdirTemp("", "orrery-hostile-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	process, url, err := binary.Start(dir)
	if err != nil {
		return err
	}
	defer func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
	}()
	v, err := newVictim(url, process.Process.Pid, binary.Log(dir))
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	began := time.Now()
	outcomes := v.sendAll(ctx, count, seed)
	statuses, fails := map[int]int{}, []string(nil)
	for _, o := range outcomes {
		statuses[o.status]++
		if o.fault != "" {
			fails = append(fails, fmt.Sprintf("request %d (%s): %s", o.number, o.attack, o.fault))
		}
	}
	_, memory, err := binary.Memory(v.pid)
	if err != nil {
		return err
	}
	fmt.Printf("%d requests in %v, peak memory %d MB\n",
		len(outcomes), time.Since(began).Round(time.Second), memory>>20)
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		fmt.Printf("  %d  %d\n", status, statuses[status])
	}
	if len(outcomes) < count {
		fails = append(fails, fmt.Sprintf("only %d of %d requests were sent within %v",
			len(outcomes), count, timeLimit))
	}
	if memory > maxMemory {
		fails = append(fails, fmt.Sprintf("the shop took more than %d MB", maxMemory>>20))
	}
	fails = append(fails, v.verify()...)
	if len(fails) == 0 {
		return nil
	}
	for _, fail := range fails[:min(len(fails), maxShownFailures)] {
		fmt.Println(fail)
	}
	return fmt.Errorf("%d failures", len(fails))
}

// outcome is the result of a request.
type outcome struct {
	number int
	attack attack
	status int    // 0: no response
	fault  string // why the result is a failure; empty if it is not
}

// sendAll sends count requests over atOnce goroutines. A request depends only on the seed and its number.
func (v *victim) sendAll(ctx context.Context, count int, seed uint64) []outcome {
	var wg sync.WaitGroup
	var next atomic.Int64
	var mu sync.Mutex
	var outcomes []outcome
	for range atOnce {
		wg.Go(func() {
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= count {
					return
				}
				a := v.draw(dice{rand.New(rand.NewPCG(seed, uint64(n)))})
				o := outcome{number: n, attack: a}
				var err error
				if o.status, err = a.send(v.address); err != nil {
					o.fault = "no answer: " + err.Error()
				} else if o.status >= 500 {
					o.fault = fmt.Sprint("answered ", o.status)
				}
				mu.Lock()
				outcomes = append(outcomes, o)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return outcomes
}
