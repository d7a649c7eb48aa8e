package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// fault is something that goes wrong, and how it ends.
type fault struct {
	name  string
	lasts time.Duration
	begin func(*world) error
	end   func(*world) error
	also  func(*world) (string, error) // what else is looked at while it lasts, and what was seen
}

// errSkip says why a fault can't be made on this machine.
type errSkip struct{ error }

var faults = []fault{
	{"PostgreSQL is killed, and started again", 4 * time.Second,
		func(w *world) error { return w.signal(syscall.SIGKILL) },
		func(w *world) error {
			_ = w.postgres.Stop()
			return w.startPostgres()
		}, nil},
	{"PostgreSQL is restarted", 0,
		func(w *world) error { return w.postgres.Stop() },
		(*world).startPostgres, nil},
	{"PostgreSQL says nothing any more (SIGSTOP)", 8 * time.Second,
		func(w *world) error { return w.signal(syscall.SIGSTOP) },
		func(w *world) error { return w.signal(syscall.SIGCONT) }, nil},
	{"PostgreSQL is too slow: products and carts are locked", 8 * time.Second, lock, release, nil},
	{"no connection is left, and those of the shop are ended", 4 * time.Second, exhaust, release, nil},
	{"failover: what answers is a standby, later the primary", 4 * time.Second,
		func(w *world) error {
			if err := w.postgres.Stop(); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(w.dir, "postgres", "standby.signal"), nil, 0o600); err != nil {
				return err
			}
			return w.startPostgres()
		},
		func(w *world) error { return w.exec(`SELECT pg_promote()`) }, nil},
	{"the disk is full", 4 * time.Second, fill, drain, nil},
	{"the mail server is down", 4 * time.Second,
		func(w *world) error {
			w.office.close()
			return nil
		},
		func(w *world) error { return w.office.open() }, nil},
	{"the blob store is down", 4 * time.Second,
		func(w *world) error {
			w.storage.close()
			return nil
		},
		func(w *world) error { return w.storage.open() }, (*world).pictures},
}

func (w *world) exec(statements ...string) error {
	for _, text := range statements {
		if _, err := w.pool.Exec(text); err != nil {
			return fmt.Errorf("%.60s: %w", text, err)
		}
	}
	return nil
}

// held is what a fault holds on to until it ends.
var held []*sql.Conn

func lock(w *world) error {
	ctx := context.Background()
	conn, err := w.pool.Conn(ctx)
	if err != nil {
		return err
	}
	held = append(held, conn)
	for tries := 5; ; tries-- {
		if _, err = conn.ExecContext(ctx, `BEGIN; LOCK TABLE products, carts`); err == nil || tries == 1 {
			return err
		}
		// Whoever orders may hold the one and want the other: then one of both has to try again.
		if _, err := conn.ExecContext(ctx, `ROLLBACK`); err != nil {
			return err
		}
	}
}

// exhaust takes all connections that PostgreSQL has, also those of the shop.
func exhaust(w *world) error {
	ctx := context.Background()
	for range 3 {
		for {
			conn, err := w.pool.Conn(ctx)
			if err != nil {
				break
			}
			held = append(held, conn)
		}
		_, _ = held[0].ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
			AND (query LIKE '%products%' OR query LIKE '%cart%' OR query LIKE '%jobs%' OR query LIKE '%events%')`)
	}
	return nil
}

func release(*world) error {
	var all error
	for _, conn := range held {
		_, _ = conn.ExecContext(context.Background(), `ROLLBACK`)
		all = errors.Join(all, conn.Close())
	}
	held = nil
	return all
}

// fill moves the orders to a small disk of their own, and fills that.
func fill(w *world) error {
	disk := filepath.Join(w.dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=24m,mode=0700"); err != nil {
		return errSkip{fmt.Errorf("a small disk can't be mounted: %w", err)}
	}
	space := filepath.Join(disk, "space")
	if err := os.Mkdir(space, 0o700); err != nil {
		return err
	}
	if err := w.exec(`CREATE TABLESPACE small LOCATION '` + space + `'`); err != nil {
		return errSkip{errors.Join(err, syscall.Unmount(disk, 0))}
	}
	if err := w.exec(`ALTER TABLE orders SET TABLESPACE small`, `ALTER TABLE order_items SET TABLESPACE small`,
		`ALTER TABLE carts SET TABLESPACE small`); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(disk, "filling"))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	for chunk := make([]byte, 4096); err == nil; {
		_, err = file.Write(chunk)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return nil
}

func drain(w *world) error { return os.Remove(filepath.Join(w.dir, "disk", "filling")) }

// empty takes the orders back from the small disk.
func (w *world) empty() error {
	disk := filepath.Join(w.dir, "disk")
	if _, err := os.Stat(filepath.Join(disk, "space")); err != nil {
		return nil
	}
	if err := w.exec(`ALTER TABLE orders SET TABLESPACE pg_default`, `ALTER TABLE order_items SET TABLESPACE pg_default`,
		`ALTER TABLE carts SET TABLESPACE pg_default`, `DROP TABLESPACE small`); err != nil {
		return err
	}
	return syscall.Unmount(disk, 0)
}
