// Package app reads the configuration, wires the packages together, and serves until it is told to stop. It has the commands admin,
// backup and restore as well.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"orrery/blob"
	"orrery/db"
	"orrery/graph"
	"orrery/jobs"
	"orrery/respcache"
	"orrery/shop"
	"orrery/telemetry"
)

const (
	stopTimeout    = 10 * time.Second
	confirmStreams = 10 * time.Second // how long a subscription may outlive its session or key
	sweepEvery     = time.Hour
	cacheLimit     = 8 << 20 // bytes of memory for answers that are given again
	// Places are how many requests are worked on at once. PostgreSQL takes 16 at a time, so that as many more keep the processors busy
	// meanwhile; what is beyond that only makes all of them slower. A page is painted by one at a time, and asks for little otherwise.
	graphSlots, restSlots, pageSlots = 32, 32, 16
	// memoryLimit is what Go works to stay below, in bytes, so that the process with its program takes less than 250 MB even
	// while a picture is open. It is no hard limit; GOMEMLIMIT sets another.
	memoryLimit = 180 << 20
	// garbage is how much Go lets lie about before it clears up, in per cent of what is in use, which is little.
	garbage = 150
)

// demoAccounts exist only with DEMO=1.
var demoAccounts = []struct {
	name, email, password string
	role                  shop.Role
}{
	{"Orrery Admin", "admin@orrery.example", "Orrery-Admin-1!", shop.RoleAdmin},
	{"Orrery Customer", "customer@orrery.example", "Orrery-Customer-1!", shop.RoleUser},
}

// Main runs the command that the program's arguments name, and exits with status 1 when it fails.
func Main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "orrery:", err)
		os.Exit(1)
	}
}

// withRemedy says what to do about a full disk, of which errors name a file at most.
func withRemedy(c config, err error) error {
	if errors.Is(err, syscall.ENOSPC) || db.FullDisk(err) {
		return fmt.Errorf("a disk is full (DATA_DIR is %s): make room on it and start again: %w", c.dataDir, err)
	}
	return err
}

// command does what the arguments ask for: serving when there are none.
func command(ctx context.Context, args []string) (err error) {
	c, err := readConfig(os.Getenv)
	defer func() { err = withRemedy(c, err) }()
	log := telemetry.NewLog(os.Stderr, c.logJSON, slog.LevelInfo)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return run(ctx, c, log, greet)
	case len(args) == 2 && args[0] == "admin":
		return admin(ctx, c, args[1], log, os.Stdout)
	case len(args) == 2 && args[0] == "backup":
		return backup(ctx, c, args[1], log, os.Stdout)
	case len(args) == 2 && args[0] == "restore":
		return restore(ctx, c, args[1], log, os.Stdout)
	}
	return errors.New("usage: orrery [admin EMAIL | backup FOLDER | restore FOLDER]")
}

// run serves until ctx ends or something that we can't do without fails. It calls listening when the port is open and requests are
// about to be answered.
func run(ctx context.Context, c config, log *slog.Logger, listening func(config, net.Addr)) (err error) {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	mailer, err := c.mailer()
	if err != nil {
		return err
	}
	traces, endTraces, err := telemetry.OpenTraces(ctx, os.Getenv, log)
	if err != nil {
		return err
	}
	defer func() {
		late, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		_ = endTraces(late) // what can't be sent now is lost
	}()
	if err := c.checkAddress(); err != nil { // before the database starts, which takes a while
		return err
	}
	b, err := openBackend(ctx, c, log, traces)
	if err != nil {
		return err
	}
	defer b.close()
	go func() {
		<-b.lost
		fail(fmt.Errorf("the embedded PostgreSQL ended by itself: %w", b.why()))
	}()
	store, accounts := b.store, b.accounts
	if err := store.Seed(ctx); err != nil {
		return err
	}
	if c.demo {
		for _, a := range demoAccounts {
			if err := accounts.EnsureUser(ctx, a.name, a.email, a.role, a.password); err != nil {
				return err
			}
		}
	}
	go sweep(ctx, b, log)

	listener, err := c.listen()
	if err != nil {
		return err
	}
	if c.publicURL == "" {
		c.publicURL = "http://" + listener.Addr().String()
	}
	bucket, err := blob.Open(c.blobURL)
	if err != nil {
		return fmt.Errorf("open BLOB_URL: %w", err)
	}
	working := make(chan struct{})
	runner := jobs.New(jobs.Config{
		Store: store, Mailer: mailer, From: c.mailFrom, Contact: c.contactTo, PublicURL: c.publicURL,
		Brand: shop.DefaultBrand(), Log: log, Webhooks: jobs.NewWebhookClient(c.privateWebhooks), Traces: traces,
	})
	go func() {
		defer close(working)
		runner.Run(ctx, stopTimeout)
	}()
	defer func() {
		fail(nil)
		<-working
	}()
	// Subscriptions end when no more requests are accepted, so that they are resumed elsewhere; the server would wait for them otherwise.
	stopping, stopStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer stopStreams()
	feed, err := store.Outbox.Follow(stopping, log)
	if err != nil {
		return err
	}
	accounts.AfterHashing(debug.FreeOSMemory)
	streams := &graph.Streams{Feed: feed, Stopping: stopping, Confirm: confirmStreams}
	known := respcache.New(store.Changes, time.Now, cacheLimit)
	observers := telemetry.Observers{Log: log, Traces: traces,
		Metrics: telemetry.NewMetrics(store.Ops.Metrics(), runner.Metrics(), streams.Metrics(), known.Metrics())}
	ready := func(asking context.Context) error {
		if ctx.Err() != nil {
			return errors.New("stopping")
		}
		return store.Ready(asking)
	}
	if err := accounts.Connect(c.publicURL, c.providers); err != nil {
		return err
	}
	handler, err := parts{c, store, bucket, accounts, streams, known, ready, observers}.routes()
	if err != nil {
		return err
	}
	go store.Ops.ShareCounts(ctx, log)
	listening(c, listener.Addr())
	// Seeding, hashing passwords and whatever is read once have taken memory that serving does not need.
	go debug.FreeOSMemory()
	return serve(ctx, listener, handler, c.drain, stopStreams, log)
}

// serve answers until ctx ends. Then it accepts requests for the time of drain, each on a connection that ends with it, tells
// subscribers to go elsewhere, and leaves when what has begun is answered.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, drain time.Duration, stopStreams func(), log *slog.Logger) error {
	server := &http.Server{
		Handler:           leaving(ctx, handler),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	cause := context.Cause(ctx)
	asked := errors.Is(cause, context.Canceled)
	if asked {
		time.Sleep(drain)
	}
	stopStreams()
	last, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := server.Shutdown(last); asked {
		return err
	}
	return cause
}

// leaving ends connections with the answer that is given on them once ctx has ended, so that nobody sends the next request on one
// that is about to be closed.
func leaving(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// sweep forgets what has expired, now and then, and seals anew what another key has sealed.
func sweep(ctx context.Context, b backend, log *slog.Logger) {
	ticks := time.NewTicker(sweepEvery)
	defer ticks.Stop()
	for {
		if err := errors.Join(b.store.Ops.Sweep(ctx), b.accounts.Reseal(ctx)); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "sweep", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// greet tells whoever started us where everything is.
func greet(c config, address net.Addr) {
	at := "http://" + address.String()
	if c.port != "0" && c.host == "127.0.0.1" {
		at = "http://localhost:" + c.port
	}
	fmt.Println("Orrery is at", at)
	if c.demo {
		for _, a := range demoAccounts {
			fmt.Printf("  %-5s  %s  %s\n", a.role, a.email, a.password)
		}
	}
	fmt.Println("Data is kept in", c.dataDir)
	fmt.Println("Ctrl-C stops everything.")
}
