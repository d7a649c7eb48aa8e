// Command hostile sends requests to the shop that no honest client sends, and fails when one of them is answered with 5xx or
// not at all, or leaves an error in the log, too much memory in use, or a shop that is not ready.
//
// It works on .bin/orrery with a data folder of its own, on loopback, and stops by itself. The same seed sends the same requests.
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
	atOnce     = 8
	within     = 2 * time.Minute
	maxMemory  = 250 << 20
	shownFails = 10
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
	v, err := meet(url, process.Process.Pid, binary.Log(dir))
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	began := time.Now()
	outcomes := v.attacked(ctx, count, seed)
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
	fmt.Printf("%d requests in %v, peak memory %d MB\n", len(outcomes), time.Since(began).Round(time.Second), memory>>20)
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		fmt.Printf("  %d  %d\n", status, statuses[status])
	}
	if len(outcomes) < count {
		fails = append(fails, fmt.Sprintf("only %d of %d requests were sent within %v", len(outcomes), count, within))
	}
	if memory > maxMemory {
		fails = append(fails, fmt.Sprintf("the shop took more than %d MB", maxMemory>>20))
	}
	fails = append(fails, v.aftermath()...)
	if len(fails) == 0 {
		return nil
	}
	for _, fail := range fails[:min(len(fails), shownFails)] {
		fmt.Println(fail)
	}
	return fmt.Errorf("%d failures", len(fails))
}

// outcome is what came of a request.
type outcome struct {
	number int
	attack attack
	status int    // 0 when there was no answer
	fault  string // why this must not happen; empty when it may
}

// attacked sends the requests, several at once. Each is drawn from the seed and its own number, whoever sends it.
func (v *victim) attacked(ctx context.Context, count int, seed uint64) []outcome {
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
