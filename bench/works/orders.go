package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"orrery/bench/binary"
	"orrery/bench/load"
	"orrery/bench/wares"
)

const (
	ordersName  = "W5 orders"
	batches     = 6 // in a round
	followLimit = time.Minute
)

// The limits of the shop for orders: ratios to F1, and bytes.
const (
	maxPlacing   = 1.5
	maxFollowed  = 3.0
	minContended = 0.8
	maxPurchase  = 8 << 10
)

// purchase is a way to measure orders.
type purchase struct {
	name     string
	products int  // in an order; 1: all customers order the same
	followed bool // what follows an order is measured, too
	carts    bool // filling the carts is measured, too
}

var purchases = []purchase{
	{"placing alone", 2, false, false},
	{"with what follows", 2, true, false},
	{"one product, 32 buyers", 1, false, false},
	{"two into the cart, an order, what follows", 2, true, true},
}

// orderCell holds the measurements of a purchase on a row, by round.
type orderCell struct {
	purchase
	row              *row
	rate, p50, p99   []float64
	server, postgres []float64 // CPU seconds for 1000
	wal              []float64 // bytes for one
}

// measureOrders measures each purchase in each round: on Orrery, and on F1 where it has no more to do.
func (b *bench) measureOrders(rounds int) ([]*orderCell, error) {
	ctx := context.Background()
	var cells []*orderCell
	for _, p := range purchases {
		for _, r := range b.rows {
			if r.name == ours || r.name == several && !p.followed {
				cells = append(cells, &orderCell{purchase: p, row: r})
			}
		}
	}
	for round := range rounds + 1 { // the first one warms up
		for _, c := range cells {
			var sum orderFigures
			for range batches {
				one, err := b.place(ctx, c)
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", c.name, c.row.name, err)
				}
				sum.add(one)
			}
			if round > 0 {
				c.note(sum)
			}
		}
		if round == 0 { // until then, plans are made for empty tables
			if _, err := b.pool.ExecContext(ctx, `ANALYZE`); err != nil {
				return nil, err
			}
		}
	}
	return cells, nil
}

type orderFigures struct {
	load.Result
	server, postgres time.Duration
	wal              int64
}

func (f *orderFigures) add(other orderFigures) {
	f.Result.Add(other.Result)
	f.server, f.postgres, f.wal = f.server+other.server, f.postgres+other.postgres, f.wal+other.wal
}

func (c *orderCell) note(f orderFigures) {
	n := float64(max(f.Answers, 1))
	c.rate = append(c.rate, n/f.Took.Seconds())
	c.p50 = append(c.p50, ms(f.Percentile(50)))
	c.p99 = append(c.p99, ms(f.Percentile(99)))
	c.server = append(c.server, f.server.Seconds()*1000/n)
	c.postgres = append(c.postgres, f.postgres.Seconds()*1000/n)
	c.wal = append(c.wal, float64(f.wal)/n)
}

// batch holds the requests of one order for each customer.
type batch struct {
	params []wares.Params
	adds   []load.Request // the first product of all customers, then the second
	orders []load.Request
}

func (b *bench) nextBatch(c *orderCell) batch {
	b.batches++
	made := batch{params: make([]wares.Params, wares.Buyers)}
	for n := range c.products {
		for i := range made.params {
			product := b.shelf.Filling(0)
			if c.products > 1 {
				product = b.shelf.Filling(c.products*i + n)
			}
			product.Buyer = i
			made.adds = append(made.adds, c.row.request(nil, wares.Add, product))
			made.params[i].Products = append(made.params[i].Products, product.ID)
			made.params[i].Want = product.Want
		}
	}
	for i, w := range made.params {
		w.Buyer, w.Key = i, fmt.Sprintf("batch-%d", b.batches)
		made.params[i] = w
		made.orders = append(made.orders, c.row.request(nil, wares.Order, w))
	}
	return made
}

// place places a batch of orders.
func (b *bench) place(ctx context.Context, c *orderCell) (f orderFigures, err error) {
	requests := b.nextBatch(c)
	if c.row.name == ours && !c.carts {
		if err := b.fillCarts(ctx, requests.params); err != nil {
			return f, err
		}
	}
	mails, calls := b.receivers.mails.Load(), b.receivers.calls.Load()
	follow := func() error {
		if c.row.name != ours {
			return nil
		}
		return b.follow(ctx, len(requests.orders), mails, calls)
	}
	resume := func() error { return nil }
	if !c.followed {
		if resume, err = b.pause(ctx); err != nil {
			return f, err
		}
	}
	f, err = b.measureOrdering(ctx, c, func() (load.Result, error) {
		if c.carts {
			for _, adds := range [][]load.Request{requests.adds[:wares.Buyers], requests.adds[wares.Buyers:]} {
				if added, err := load.RunAll(c.row.address, usual, adds); err != nil || added.Errors > 0 {
					return added, errors.Join(err, added.Reason)
				}
			}
		}
		placed, err := load.RunAll(c.row.address, usual, requests.orders)
		if err != nil || placed.Errors > 0 || !c.followed {
			return placed, errors.Join(err, placed.Reason)
		}
		return placed, follow()
	})
	if err = errors.Join(err, resume()); err != nil || c.followed {
		return f, err
	}
	return f, follow()
}

// measureOrdering returns what order costs.
func (b *bench) measureOrdering(ctx context.Context, c *orderCell,
	order func() (load.Result, error)) (f orderFigures, err error) {
	before, err := b.used(ctx, c.row)
	if err != nil {
		return f, err
	}
	if f.Result, err = order(); err != nil {
		return f, err
	}
	after, err := b.used(ctx, c.row)
	f.server, f.postgres, f.wal = after.server-before.server, after.postgres-before.postgres, after.wal-before.wal
	return f, err
}

// used returns the CPU time that a server and PostgreSQL have used so far, and the position of the WAL.
func (b *bench) used(ctx context.Context, r *row) (f orderFigures, err error) {
	err = b.pool.QueryRowContext(ctx, `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`).Scan(&f.wal)
	if err != nil {
		return f, err
	}
	var failed error
	f.server, err = binary.CPU(r.process.Process.Pid)
	f.postgres, failed = binary.CPU(b.postgres)
	return f, errors.Join(err, failed)
}

// fillCarts puts the products of the orders into the carts.
func (b *bench) fillCarts(ctx context.Context, orders []wares.Params) error {
	tx, err := b.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `DELETE FROM cart_items`); err != nil {
		return err
	}
	for _, w := range orders {
		for _, id := range w.Products {
			if _, err := tx.ExecContext(ctx, `WITH cart AS (INSERT INTO carts (user_id, updated_at)
					VALUES (md5('customer' || $1::int + 1)::uuid, now())
					ON CONFLICT (user_id) DO UPDATE SET updated_at = now() RETURNING user_id)
				INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
				SELECT gen_random_uuid(), user_id, $2, 1, 100, now() FROM cart`, w.Buyer, id); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// pause keeps the shop from doing what follows an order until resume is called: the lock of the feed is taken, and the
// mails that its few workers send don't end. The shop gives up a statement that waits for three seconds, so the lock is
// released for a moment before.
func (b *bench) pause(ctx context.Context) (resume func() error, err error) {
	take := func() (*sql.Tx, error) {
		tx, err := b.pool.BeginTx(ctx, nil)
		if err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('orrery.events'))`)
		return tx, err
	}
	tx, err := take()
	if err != nil {
		return nil, err
	}
	b.receivers.paused.Lock()
	end, ended := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-end:
				ended <- tx.Rollback()
				return
			case <-time.After(2 * time.Second):
			}
			err := tx.Rollback()
			if err == nil {
				tx, err = take()
			}
			if err != nil {
				<-end
				ended <- err
				return
			}
		}
	}()
	return func() error {
		close(end)
		b.receivers.paused.Unlock()
		return <-ended
	}, nil
}

// follow waits until what follows n orders is done: events published, a mail and a webhook for each.
func (b *bench) follow(ctx context.Context, n int, mails, calls int64) error {
	for end := time.Now().Add(followLimit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if b.receivers.mails.Load()-mails < int64(n) || b.receivers.calls.Load()-calls < int64(n) {
			continue
		}
		var left int
		if err := b.pool.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events WHERE position IS NULL) +
			(SELECT count(*) FROM jobs) + (SELECT count(*) FROM deliveries WHERE delivered_at IS NULL)`).
			Scan(&left); err != nil || left == 0 {
			return err
		}
	}
	return fmt.Errorf("what follows %d orders took longer than %v: %d mails, %d webhooks", n, followLimit,
		b.receivers.mails.Load()-mails, b.receivers.calls.Load()-calls)
}

func showOrders(cells []*orderCell) {
	fmt.Println("\n| W5 orders | server | orders/s | p50 ms, 32 | p99 ms, 32 | CPU s/1000, server | PostgreSQL " +
		"| both | WAL bytes for one |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, c := range cells {
		fmt.Printf("| %s | %s | %.0f | %.1f | %.1f | %.2f | %.2f | %.2f | %.0f |\n", c.name, c.row.name,
			median(c.rate), median(c.p50), median(c.p99), median(c.server), median(c.postgres), c.cpu(),
			median(c.wal))
	}
	alone, floor, followed, contended, plain, bought := cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]
	fmt.Print("\n| figure | limit | is |\n|---|--:|--:|\n")
	fmt.Printf("| placing alone, CPU / F1 | %.2f | %.2f |\n", maxPlacing, alone.cpu()/floor.cpu())
	fmt.Printf("| with what follows, CPU / F1 placing | %.2f | %.2f |\n", maxFollowed, followed.cpu()/floor.cpu())
	fmt.Printf("| one product, 32 buyers, rate / F1, at least | %.2f | %.2f |\n", minContended,
		median(contended.rate)/median(plain.rate))
	fmt.Printf("| a purchase, bytes of WAL | %d | %.0f |\n", maxPurchase, median(bought.wal))
}

func (c *orderCell) cpu() float64 { return median(c.server) + median(c.postgres) }
