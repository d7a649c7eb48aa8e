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

// fault is a failure that begin causes and end repairs after lasts.
type fault struct {
	name  string
	lasts time.Duration
	begin func(*world) error
	end   func(*world) error
	check func(*world) (string, error) // optional check during the fault; returns a note for the table
}

// errSkip is the reason why a fault can't be caused on this machine.
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
			w.mailServer.close()
			return nil
		},
		func(w *world) error { return w.mailServer.open() }, nil},
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

// heldConns are the connections that a fault occupies until release.
var heldConns []*sql.Conn

func lock(w *world) error {
	ctx := context.Background()
	conn, err := w.pool.Conn(ctx)
	if err != nil {
		return err
	}
	heldConns = append(heldConns, conn)
	for tries := 5; ; tries-- {
		if _, err = conn.ExecContext(ctx, `BEGIN; LOCK TABLE products, carts`); err == nil || tries == 1 {
			return err
		}
		// A concurrent order may hold one of the locks and wait for the other. PostgreSQL cancels one side of the
		// deadlock, so the lock is tried up to 5 times.
		if _, err := conn.ExecContext(ctx, `ROLLBACK`); err != nil {
			return err
		}
	}
}

// exhaust takes all connections of PostgreSQL, including those that the shop has open.
func exhaust(w *world) error {
	ctx := context.Background()
	for range 3 {
		for {
			conn, err := w.pool.Conn(ctx)
			if err != nil {
				break
			}
			heldConns = append(heldConns, conn)
		}
		_, _ = heldConns[0].ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE pid <> pg_backend_pid()
			AND (query LIKE '%products%' OR query LIKE '%cart%' OR query LIKE '%jobs%' OR query LIKE '%events%')`)
	}
	return nil
}

func release(*world) error {
	var all error
	for _, conn := range heldConns {
		_, _ = conn.ExecContext(context.Background(), `ROLLBACK`)
		all = errors.Join(all, conn.Close())
	}
	heldConns = nil
	return all
}

// fill moves orders and carts to a tablespace on a tmpfs with 24 MB for them and new ones, and fills that.
func fill(w *world) error {
	disk := filepath.Join(w.dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return err
	}
	size, err := w.count(`SELECT 24 * 1024 * 1024
		+ pg_table_size('orders') + pg_table_size('order_items') + pg_table_size('carts')`)
	if err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", size)); err != nil {
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

// unmountDisk moves the tables back from the tmpfs of fill and unmounts it. Without such a tmpfs it does nothing.
func (w *world) unmountDisk() error {
	disk := filepath.Join(w.dir, "disk")
	if _, err := os.Stat(filepath.Join(disk, "space")); err != nil {
		return nil
	}
	if err := w.exec(`ALTER TABLE orders SET TABLESPACE pg_default`,
		`ALTER TABLE order_items SET TABLESPACE pg_default`,
		`ALTER TABLE carts SET TABLESPACE pg_default`, `DROP TABLESPACE small`); err != nil {
		return err
	}
	return errors.Join(syscall.Unmount(disk, 0), os.Remove(disk))
}
