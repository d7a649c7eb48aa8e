package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver for the queries of this command

	"orrery/bench/binary"
	"orrery/db/embedded"
)

const (
	secret = "a secret of the benches, and of nobody else"
	stock  = 1_000_000 // initial stock of the two products that are ordered
)

// world is a shop with its dependencies, each of which can be made to fail separately.
type world struct {
	dir        string
	postgres   *embedded.Server
	pool       *sql.DB
	mailServer *mailServer
	storage    *storage
	first      *instance
}

// instance is one process of the shop.
type instance struct {
	dir, url string
	process  *exec.Cmd
}

func build() (w *world, err error) {
	w = &world{}
	if w.dir, err = os.MkdirTemp("", "orrery-faults-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if err := w.startPostgres(); err != nil {
		return nil, err
	}
	if w.pool, err = sql.Open("postgres", w.databaseURL()); err != nil {
		return nil, err
	}
	w.pool.SetMaxIdleConns(0) // an idle connection may have been killed by a fault
	if w.mailServer, err = newMailServer(); err != nil {
		return nil, err
	}
	if w.storage, err = openStorage(); err != nil {
		return nil, err
	}
	if w.first, err = w.startShop("one", "PORT=0"); err != nil {
		return nil, err
	}
	_, err = w.pool.Exec(`UPDATE products SET stock = $1 WHERE id IN (1, 3)`, stock)
	return w, err
}

// databaseURL returns the connection string, which does not change when PostgreSQL is restarted.
func (w *world) databaseURL() string {
	return "host=" + filepath.Join(w.dir, "postgres.socket") + " port=5432 user=postgres dbname=orrery sslmode=disable"
}

// startPostgres starts PostgreSQL. After a kill, remains of the previous server can make a start fail for a moment, so
// it retries for up to 20 s.
func (w *world) startPostgres() (err error) {
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		w.postgres, err = embedded.Start(context.Background(), embedded.Options{
			DataDir: w.dir, Durable: true, NPMDir: "client/node_modules",
			Settings: map[string]string{"max_connections": "60"}})
		if err == nil || time.Now().After(end) {
			return err
		}
	}
}

func (w *world) startShop(name string, settings ...string) (*instance, error) {
	i := &instance{dir: filepath.Join(w.dir, name)}
	if err := os.MkdirAll(i.dir, 0o700); err != nil {
		return nil, err
	}
	var err error
	i.process, i.url, err = binary.Start(i.dir, append([]string{
		"DATABASE_URL=" + w.databaseURL(), "JWT_SECRET=" + secret, "DRAIN=1",
		"SMTP_URL=smtp://" + w.mailServer.address, "BLOB_URL=s3://shop?endpoint=http://" + w.storage.address,
		"AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret"}, settings...)...)
	if err != nil {
		return nil, err
	}
	return i, nil
}

// stop ends an instance with SIGTERM, as a deployment does.
func (i *instance) stop() error {
	if err := i.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return i.process.Wait()
}

func (w *world) close() {
	if w.first != nil {
		_ = w.first.stop()
	}
	if w.mailServer != nil {
		w.mailServer.close()
	}
	if w.storage != nil {
		w.storage.close()
	}
	if w.pool != nil {
		_ = w.pool.Close()
	}
	if w.postgres != nil {
		_ = w.postgres.Stop()
	}
	_ = os.RemoveAll(w.dir)
}

// postgresProcesses returns the IDs of all processes of PostgreSQL.
func (w *world) postgresProcesses() ([]int, error) {
	postmaster, err := binary.Postmaster(w.dir)
	if err != nil {
		return nil, err
	}
	return binary.Family(postmaster), nil
}

func (w *world) signal(s syscall.Signal) error {
	pids, err := w.postgresProcesses()
	if err != nil {
		return err
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil && err != syscall.ESRCH {
			return err
		}
	}
	return nil
}

func (w *world) count(query string, args ...any) (n int, err error) {
	if err := w.pool.QueryRow(query, args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count: %w", err)
	}
	return n, nil
}
