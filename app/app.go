// Package app reads the configuration, wires the packages, and serves requests until it receives a signal to stop. It
// also implements the commands init, admin, backup and restore.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"orrery/agent"
	"orrery/blob"
	"orrery/db"
	"orrery/graph"
	"orrery/jobs"
	"orrery/respcache"
	"orrery/shop"
	"orrery/stripe"
	"orrery/telemetry"
)

const (
	stopTimeout    = 10 * time.Second
	confirmStreams = 10 * time.Second // how long a subscription may outlive its session or key
	sweepInterval  = time.Hour
	cacheLimit     = 8 << 20 // size of the response cache in bytes
	// minSlots and slotsPerCore limit how many requests each of the GraphQL API, the REST API and the pages processes
	// concurrently. Four per core keep the processors busy while statements run; with more, requests take turns and the
	// slowest take longer.
	minSlots, slotsPerCore = 8, 4
	// memoryLimit is the soft memory limit of the Go runtime in bytes. It keeps the process, including its executable,
	// below 250 MB even while an image is decoded. GOMEMLIMIT overrides it.
	memoryLimit = 180 << 20
	// Each subscription over a WebSocket needs about 100 KB, most of it the stacks of its goroutines. The limit leaves
	// room for freeStreams of them and is raised by streamMemory bytes for each further one: near the limit, the
	// process would do little else than collect garbage.
	freeStreams, streamMemory = 1000, 100 << 10
	fitMemoryInterval         = time.Second
	// gcPercent is how much garbage may accumulate before a collection, in per cent of the live heap, which is small.
	// GOGC overrides it.
	gcPercent = 150
)

// demoAccounts exist only in the demo.
var demoAccounts = []struct {
	name, email, password string
	role                  shop.Role
}{
	{"Orrery Admin", "admin@orrery.example", "Orrery-Admin-1!", shop.RoleAdmin},
	{"Orrery Customer", "customer@orrery.example", "Orrery-Customer-1!", shop.RoleUser},
}

// Main runs the command that the arguments of the process name, and exits with status 1 when it fails.
func Main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "orrery:", err)
		os.Exit(1)
	}
}

// withRemedy adds what to do about a full disk to an error, which by itself names a file at most.
func withRemedy(c Config, err error) error {
	if errors.Is(err, syscall.ENOSPC) || db.FullDisk(err) {
		return fmt.Errorf("disk full (DATA_DIR is %s): free some space and start again: %w", c.dataDir, err)
	}
	return err
}

// command runs the command that the arguments name; without arguments it serves.
func command(ctx context.Context, args []string) (err error) {
	c, err := ReadConfig(os.Getenv)
	defer func() { err = withRemedy(c, err) }()
	log := telemetry.NewLog(os.Stderr, c.logJSON, slog.LevelInfo)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return Run(ctx, c, log, c.greet)
	case args[0] == "init":
		return setUp(ctx, c, args[1:], isTerminal(os.Stdin), log, os.Stdin, os.Stdout)
	case len(args) == 2 && args[0] == "admin":
		return admin(ctx, c, args[1], log, os.Stdout)
	case len(args) == 2 && args[0] == "backup":
		return backup(ctx, c, args[1], log, os.Stdout)
	case len(args) == 2 && args[0] == "restore":
		return restore(ctx, c, args[1], log, os.Stdout)
	}
	return errors.New("usage: orrery [init [-FLAG VALUE]... | admin EMAIL | backup FOLDER | restore FOLDER]")
}

// Run serves until ctx ends or an essential component fails. It calls listening with the server's URL, and whether it
// serves the demo, when the port is open, just before it accepts requests.
func Run(ctx context.Context, c Config, log *slog.Logger, listening func(url string, demo bool)) (err error) {
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
		flushCtx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		_ = endTraces(flushCtx) // spans that can't be sent now are lost
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
		fail(fmt.Errorf("the embedded PostgreSQL stopped unexpectedly: %w", b.why()))
	}()
	store, accounts := b.store, b.accounts
	if c.demo, err = prepareShop(ctx, c, b, log); err != nil {
		return err
	}
	bucket, err := blob.Open(c.blobURL)
	if err != nil {
		return fmt.Errorf("open BLOB_URL: %w", err)
	}
	go sweep(ctx, b, bucket, log)

	listener, err := c.listen()
	if err != nil {
		return err
	}
	url := "http://" + listener.Addr().String()
	c.publicURL = cmp.Or(c.publicURL, url)
	if c.stripe.Key != "" {
		store.Payments.TakeOnline(stripe.New(c.stripe), c.publicURL)
	}
	keys, err := accounts.MessageKeys()
	if err != nil {
		return err
	}
	agents := jobs.NewClient(c.reachable)
	runnerDone := make(chan struct{})
	runner := jobs.New(jobs.Config{
		Store: store, Mailer: mailer, From: c.mailFrom(), PublicURL: c.publicURL, Log: log,
		Webhooks: jobs.NewWebhookClient(c.privateWebhooks), Traces: traces,
		AgentRequest: agent.Notifier{Store: store, PublicURL: c.publicURL, Key: keys[0]}.Request, Agents: agents,
	})
	go func() {
		defer close(runnerDone)
		runner.Run(ctx, stopTimeout)
	}()
	defer func() {
		fail(nil)
		<-runnerDone
	}()
	// Subscriptions end when no more requests are accepted, so that clients resume them at another instance; Shutdown
	// would otherwise wait for them.
	stopping, stopStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer stopStreams()
	feed, err := store.Outbox.Follow(stopping, log)
	if err != nil {
		return err
	}
	accounts.AfterHashing(debug.FreeOSMemory)
	streams := &graph.Streams{Feed: feed, Stopping: stopping, Confirm: confirmStreams}
	cache := respcache.New(store.Changes, time.Now, cacheLimit)
	observers := telemetry.Observers{Log: log, Traces: traces,
		Metrics: telemetry.NewMetrics(store.Ops.Metrics(), runner.Metrics(), streams.Metrics(), cache.Metrics())}
	ready := func(requestCtx context.Context) error {
		if ctx.Err() != nil {
			return errors.New("stopping")
		}
		return store.Ready(requestCtx)
	}
	if err := accounts.Connect(c.publicURL, c.providers); err != nil {
		return err
	}
	handler, err := dependencies{c, store, bucket, accounts, keys, agents, streams, cache, ready, observers}.routes()
	if err != nil {
		return err
	}
	go store.Ops.ShareCounts(ctx, log)
	if os.Getenv("GOMEMLIMIT") == "" {
		go fitMemory(ctx, streams)
	}
	// Return the memory that seeding, password hashing and one-time reads took, and that serving doesn't need.
	go debug.FreeOSMemory()
	listening(url, c.demo)
	return serve(ctx, listener, handler, c.drain, stopStreams, log)
}

// reachable reports whether agents may name an address for their profile or webhook.
func (c Config) reachable(at netip.Addr) bool {
	return c.privateWebhooks || c.demo && at.IsLoopback() || shop.IsPublic(at)
}

// prepareShop loads the seeds and, in the demo, creates demoAccounts. It reports whether this is the demo, which a shop
// that the command init has set up is only on request.
func prepareShop(ctx context.Context, c Config, b backend, log *slog.Logger) (demo bool, err error) {
	if err := b.store.Seed(ctx); err != nil {
		return false, err
	}
	own, err := b.store.IsSetUp(ctx)
	if err != nil {
		return false, err
	}
	if c.demo && (c.demoRequested || !own) {
		for _, a := range demoAccounts {
			if err := b.accounts.EnsureUser(ctx, a.name, a.email, a.role, a.password); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	lacking, err := b.store.LacksBank(ctx)
	if lacking {
		log.Warn("buyers are told no bank account of yours: set it at /admin/settings, or BANK_ACCOUNT")
	}
	return false, err
}

// serve serves requests until ctx ends. It then accepts requests for the duration of drain, closing each connection
// after its response, ends the subscriptions, so that clients resume them elsewhere, and returns when the requests in
// flight are done.
func serve(
	ctx context.Context, listener net.Listener, handler http.Handler, drain time.Duration, stopStreams func(),
	log *slog.Logger,
) error {
	server := &http.Server{
		Handler:           closeConnections(ctx, handler),
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
	requested := errors.Is(cause, context.Canceled)
	if requested {
		time.Sleep(drain)
	}
	stopStreams()
	shutdownCtx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := server.Shutdown(shutdownCtx); requested {
		return err
	}
	return cause
}

// closeConnections closes each connection after its response once ctx has ended, so that clients and proxies send no
// further request on a connection that is about to be closed.
func closeConnections(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// fitMemory fits the soft memory limit to the number of open subscriptions, in steps of a hundred.
func fitMemory(ctx context.Context, streams *graph.Streams) {
	ticks := time.NewTicker(fitMemoryInterval)
	defer ticks.Stop()
	for raised := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if further := max(0, streams.Open()-freeStreams) / 100 * 100; further != raised {
			raised = further
			debug.SetMemoryLimit(memoryLimit + int64(further)*streamMemory)
		}
	}
}

// sweep periodically deletes expired data and unused uploads, and encrypts the secrets of second factors with the
// current key where a previous one was used.
func sweep(ctx context.Context, b backend, bucket blob.Bucket, log *slog.Logger) {
	ticks := time.NewTicker(sweepInterval)
	defer ticks.Stop()
	for {
		err := errors.Join(b.store.Ops.Sweep(ctx), b.store.Catalogue.SweepUploads(ctx, bucket.Delete),
			b.accounts.Reseal(ctx))
		if err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "sweep", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// greet prints the URL of the shop, the accounts of the demo and the folder of its data.
func (c Config) greet(url string, demo bool) {
	if c.port != "0" && c.host == "127.0.0.1" {
		url = "http://localhost:" + c.port
	}
	fmt.Println("Orrery is at", url)
	if demo {
		for _, a := range demoAccounts {
			fmt.Printf("  %-5s  %s  %s\n", a.role, a.email, a.password)
		}
	}
	fmt.Println("Data directory:", c.dataDir)
	fmt.Println("Press Ctrl-C to stop.")
}
