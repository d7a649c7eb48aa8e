package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"orrery/bench/binary"
	"orrery/bench/buyers"
	"orrery/db/embedded"
)

// purchase is an acknowledged order.
type purchase struct {
	number             string
	sent, acknowledged time.Time
}

// drill is a shop whose database is archived by pgBackRest, configured by deploy/patroni/pgbackrest.conf.
type drill struct {
	dir      string
	server   *embedded.Server
	instance *exec.Cmd

	mu        sync.Mutex
	purchases []purchase

	backup, restore, replay time.Duration
}

// recovery backs a shop up while customers order, deletes its orders as if by mistake, loses the disk, and
// recovers the database to a second before the mistake. It does so runs times and prints medians.
func recovery(runs int, out io.Writer) error {
	if _, err := exec.LookPath("pgbackrest"); err != nil {
		return err
	}
	var all []*drill
	kept, later := 0, 0
	for range runs {
		d := &drill{}
		before, after, err := d.run()
		if err != nil {
			return err
		}
		all, kept, later = append(all, d), kept+before, later+after
	}
	median := func(of func(*drill) time.Duration) string {
		slices.SortFunc(all, func(a, b *drill) int { return int(of(a) - of(b)) })
		return round(of(all[len(all)/2]))
	}
	_, err := fmt.Fprintf(out, "%d recoveries: %d orders acknowledged before the target, all there; "+
		"%d of later, none there. Backup %s, restore %s, replay and promotion %s.\n", runs, kept, later,
		median(func(d *drill) time.Duration { return d.backup }),
		median(func(d *drill) time.Duration { return d.restore }),
		median(func(d *drill) time.Duration { return d.replay }))
	return err
}

// run returns the numbers of orders that were acknowledged before the target and placed after it.
func (d *drill) run() (before, after int, err error) {
	if d.dir, err = os.MkdirTemp("", "orrery-"); err != nil {
		return 0, 0, err
	}
	defer func() {
		end(d.instance, syscall.SIGTERM)
		if d.server != nil {
			_ = d.server.Stop()
		}
		_ = os.RemoveAll(d.dir)
	}()
	target, err := d.makeMistake()
	if err != nil {
		return 0, 0, err
	}
	if err := d.recover(target); err != nil {
		return 0, 0, err
	}
	return d.check(target)
}

func (d *drill) path(name string) string { return filepath.Join(d.dir, name) }

func (d *drill) start() (err error) {
	d.server, err = embedded.Start(context.Background(), embedded.Options{
		DataDir: d.path("database"), Durable: true, NPMDir: "client/node_modules",
		Settings: map[string]string{"archive_mode": "on", "archive_timeout": "60s",
			"archive_command": "pgbackrest --config=" + d.path("pgbackrest.conf") + " --stanza=orrery archive-push %p"},
	})
	return err
}

func (d *drill) pgBackRest(arguments ...string) (time.Duration, error) {
	began := time.Now()
	options := []string{"pgbackrest", "--config=" + d.path("pgbackrest.conf"), "--stanza=orrery"}
	err := sh(append(options, arguments...)...)
	return time.Since(began), err
}

// makeMistake returns the second to recover to.
func (d *drill) makeMistake() (target time.Time, err error) {
	config, err := os.ReadFile("deploy/patroni/pgbackrest.conf")
	if err != nil {
		return target, err
	}
	text := strings.NewReplacer("/var/lib/pgbackrest", d.path("repository"), "/var/lib/postgresql/15/orrery",
		d.path("database/postgres"), "/var/run/postgresql", d.path("database/postgres.socket")).Replace(string(config))
	text += fmt.Sprintf("pg1-user=postgres\n[global]\nlock-path=%s\n", d.path("lock"))
	if err := os.WriteFile(d.path("pgbackrest.conf"), []byte(text), 0o644); err != nil {
		return target, err
	}
	if err := d.start(); err != nil {
		return target, err
	}
	if _, err := d.pgBackRest("stanza-create"); err != nil {
		return target, err
	}
	pool, err := sql.Open("postgres", d.server.URL("orrery"))
	if err != nil {
		return target, err
	}
	defer func() { _ = pool.Close() }()
	stop, err := d.sell(pool)
	if err != nil {
		return target, err
	}
	defer stop()
	if d.backup, err = d.pgBackRest("backup", "--type=full"); err != nil {
		return target, err
	}
	target = time.Now().Add(2 * time.Second).Truncate(time.Second)
	time.Sleep(time.Until(target.Add(2 * time.Second)))
	stop()
	var file string
	if _, err := pool.Exec(`TRUNCATE orders CASCADE`); err != nil {
		return target, err
	}
	if err := pool.QueryRow(`SELECT pg_walfile_name(pg_switch_wal())`).Scan(&file); err != nil {
		return target, err
	}
	if !within(30*time.Second, func() bool {
		var archived bool
		err := pool.QueryRow(`SELECT last_archived_wal >= $1 FROM pg_stat_archiver`, file).Scan(&archived)
		return err == nil && archived
	}) {
		return target, errors.New("the log is not archived")
	}
	return target, nil
}

// sell starts an instance and customers who order until stop is called.
func (d *drill) sell(pool *sql.DB) (stop func(), err error) {
	if err := os.MkdirAll(d.path("shop"), 0o755); err != nil {
		return nil, err
	}
	var url string
	d.instance, url, err = binary.Start(d.path("shop"), "DATABASE_URL="+d.server.URL("orrery"),
		"JWT_SECRET=only-for-this-bench-0123456789abcdef")
	if err != nil {
		return nil, err
	}
	if _, err := pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock); err != nil {
		return nil, err
	}
	all, err := buyers.Shop{URL: func() string { return url }}.Register(3)
	if err != nil {
		return nil, err
	}
	if err := buyers.Verify(pool); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var buying sync.WaitGroup
	for _, b := range all {
		var last time.Duration
		b.Pause = 20 * time.Millisecond
		b.Tried = func(_ error, took time.Duration) { last = took }
		b.Bought = func() {
			now := time.Now()
			d.mu.Lock()
			defer d.mu.Unlock()
			d.purchases = append(d.purchases, purchase{b.Orders[len(b.Orders)-1], now.Add(-last), now})
		}
		buying.Go(func() { b.Buy(ctx) })
	}
	return func() { cancel(); buying.Wait() }, nil
}

// recover loses the disk of the database and recovers the database to the target from the repository.
func (d *drill) recover(target time.Time) (err error) {
	end(d.instance, syscall.SIGTERM)
	err = d.server.Stop()
	d.server = nil
	disk := d.path("database/postgres")
	if err := errors.Join(err, os.RemoveAll(disk), os.Mkdir(disk, 0o700)); err != nil {
		return err
	}
	d.restore, err = d.pgBackRest("restore", "--type=time", "--target="+target.UTC().Format("2006-01-02 15:04:05+00"),
		"--target-action=promote")
	if err != nil {
		return err
	}
	began := time.Now()
	err = d.start()
	d.replay = time.Since(began)
	return err
}

// check compares the orders of the recovered database with those that were acknowledged.
func (d *drill) check(target time.Time) (before, after int, err error) {
	pool, err := sql.Open("postgres", d.server.URL("orrery"))
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = pool.Close() }()
	d.mu.Lock()
	made := d.purchases
	d.mu.Unlock()
	for _, p := range made {
		var there bool
		err := pool.QueryRow(`SELECT EXISTS (SELECT FROM orders WHERE number = $1)`, p.number).Scan(&there)
		if err != nil {
			return 0, 0, err
		}
		switch {
		case p.acknowledged.Before(target):
			before++
			if !there {
				return 0, 0, fmt.Errorf("order %s of %s is not there at %s", p.number, p.acknowledged, target)
			}
		case p.sent.After(target):
			after++
			if there {
				return 0, 0, fmt.Errorf("order %s of %s is there at %s", p.number, p.sent, target)
			}
		}
	}
	if before == 0 || after == 0 {
		return 0, 0, fmt.Errorf("%d orders before the target and %d after it prove nothing", before, after)
	}
	stop, err := d.sell(pool)
	if err != nil {
		return 0, 0, fmt.Errorf("the recovered shop: %w", err)
	}
	sold := within(20*time.Second, func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return len(d.purchases) > len(made)
	})
	stop()
	if !sold {
		return 0, 0, errors.New("the recovered shop sells nothing")
	}
	return before, after, nil
}
