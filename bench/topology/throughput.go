package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"orrery/bench/binary"
)

const (
	instanceShare = 0.2  // fraction of a processor for each instance
	databaseShare = 0.05 // the same for the primary and the replica
	readers       = 24
)

// throughput measures the gain from a second instance and from a replica, with each component limited to a share of the
// processor.
func throughput(out io.Writer) error {
	s, err := open()
	if err != nil {
		return err
	}
	defer s.close()

	if err := s.costs(out); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n| %d people ask what nobody has asked before | requests/s | ratio |\n|---|--:|--:|\n", readers)
	two, err := s.limit(instanceShare, []int{s.instances[0].Process.Pid}, []int{s.instances[1].Process.Pid})
	if err != nil {
		return err
	}
	both, _ := s.browse(5 * time.Second)
	end(s.instances[1], syscall.SIGTERM)
	one, _ := s.browse(5 * time.Second)
	two()
	fmt.Fprintf(out, "| one instance, held to %.1f of a processor | %.0f | 1 |\n"+
		"| two instances, each held to it | %.0f | %.2f |\n",
		instanceShare, one, both, both/one)

	if err := s.startInstance(1); err != nil {
		return err
	}
	var databases [2]int
	for i, name := range []string{"primary", "replica"} {
		if databases[i], err = binary.Postmaster(s.path(name)); err != nil {
			return err
		}
	}
	apart, err := s.limit(databaseShare, databases[:1], databases[1:])
	if err != nil {
		return err
	}
	defer apart()
	withReads, withOrders, err := s.browseAndBuy(5 * time.Second)
	if err != nil {
		return err
	}
	s.alone = true
	for i := range s.instances {
		end(s.instances[i], syscall.SIGTERM)
		if err := s.startInstance(i); err != nil {
			return err
		}
	}
	reads, orders, err := s.browseAndBuy(5 * time.Second)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "| while six people order: without the replica, the primary held to %.2f "+
		"| %.0f, and %.1f orders/s | 1 |\n"+
		"| with the replica, held to the same | %.0f, and %.1f orders/s | %.2f; orders %.2f |\n",
		databaseShare, reads, orders, withReads, withOrders, withReads/reads, withOrders/orders)
	return nil
}

// costs prints the CPU time of each component, and the WAL volume, for a list and for a purchase.
func (s *site) costs(out io.Writer) error {
	primary, err := binary.Postmaster(s.path("primary"))
	if err != nil {
		return err
	}
	replica, err := binary.Postmaster(s.path("replica"))
	if err != nil {
		return err
	}
	parts := [][]int{{s.instances[0].Process.Pid, s.instances[1].Process.Pid}, {primary}, {replica},
		{s.pooler.Process.Pid}, {s.proxy.Process.Pid}}
	worked := func() ([]time.Duration, error) {
		all := make([]time.Duration, len(parts))
		for i, part := range parts {
			for _, pid := range part {
				one, err := binary.CPU(pid)
				if err != nil {
					return nil, err
				}
				all[i] += one
			}
		}
		return all, nil
	}
	pool, err := sql.Open("postgres", s.postgres("primary"))
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	written := func() (bytes float64, err error) {
		return bytes, pool.QueryRow(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`).Scan(&bytes)
	}
	fmt.Fprintln(out, "| CPU seconds for 1,000 | the shop | primary | replica | PgBouncer | HAProxy "+
		"| KB of log for one |\n|---|--:|--:|--:|--:|--:|--:|")
	for _, work := range []struct {
		name string
		do   func() (int, error)
	}{
		{"lists that nobody has asked for before", func() (int, error) {
			perSecond, _ := s.browse(5 * time.Second)
			return int(5 * perSecond), nil
		}},
		{"purchases: two products into the cart, an order", func() (int, error) {
			_, orders, err := s.buy(5 * time.Second)
			return int(5 * orders), err
		}},
	} {
		before, err := worked()
		if err != nil {
			return err
		}
		logged, err := written()
		if err != nil {
			return err
		}
		n, err := work.do()
		if err != nil {
			return err
		}
		more, err := written()
		if err != nil {
			return err
		}
		after, err := worked()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %s |", work.name)
		for i := range parts {
			fmt.Fprintf(out, " %.2f |", (after[i]-before[i]).Seconds()*1000/float64(n))
		}
		fmt.Fprintf(out, " %.1f |\n", (more-logged)/1000/float64(n))
	}
	return nil
}

// limit limits each group of processes to the fraction part of a processor, until end is called.
func (s *site) limit(part float64, groups ...[]int) (end func(), err error) {
	var all []*share
	end = func() {
		for _, one := range all {
			one.end()
		}
	}
	for i, group := range groups {
		one, err := newShare(fmt.Sprintf("orrery-%d-%d", os.Getpid(), i), part)
		if err != nil {
			end()
			return nil, err
		}
		all = append(all, one)
		for _, pid := range group {
			if err := one.hold(pid); err != nil {
				end()
				return nil, err
			}
		}
	}
	return end, nil
}

var asked atomic.Int64

// browse runs readers that query a list of the catalogue for the given duration, each time with a new alias, so that no
// response comes from a cache.
func (s *site) browse(during time.Duration) (perSecond float64, failed int64) {
	var done, wrong atomic.Int64
	ctx, cancel := context.WithTimeout(context.Background(), during)
	defer cancel()
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			for ctx.Err() == nil {
				var out any
				question := fmt.Sprintf(
					`{ q%d: products(first: 12) { totalCount nodes { id name stock price { amount } } } }`,
					asked.Add(1))
				if err := s.Ask("", question, nil, &out); err != nil {
					wrong.Add(1)
				} else {
					done.Add(1)
				}
			}
		})
	}
	all.Wait()
	return float64(done.Load()) / during.Seconds(), wrong.Load()
}

// browseAndBuy runs browse while six customers order.
func (s *site) browseAndBuy(during time.Duration) (perSecond, orders float64, err error) {
	return s.duringOrders(during, func() float64 {
		perSecond, _ := s.browse(during)
		return perSecond
	})
}

// buy lets six customers order, without any other load.
func (s *site) buy(during time.Duration) (_, orders float64, err error) {
	return s.duringOrders(during, func() float64 {
		time.Sleep(during)
		return 0
	})
}

// duringOrders calls do while six customers order, and returns its result and the orders per second.
func (s *site) duringOrders(during time.Duration, do func() float64) (perSecond, orders float64, err error) {
	people, err := newCrowd(s)
	if err != nil {
		return 0, 0, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, b := range people.buyers {
		b.Bought = func() { people.orders.add(nil) }
		all.Go(func() { b.Buy(ctx) })
	}
	perSecond = do()
	bought := people.orders.read()
	cancel()
	all.Wait()
	return perSecond, float64(bought.ok) / during.Seconds(), nil
}
