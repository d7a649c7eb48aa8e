package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"

	"orrery/auth"
	"orrery/db"
	"orrery/db/embedded"
	"orrery/shop"
)

const (
	// databaseTimeout is how long the database may take to answer at the start: it may be starting at the same time, or
	// failing over.
	databaseTimeout       = time.Minute
	databaseRetryInterval = time.Second
)

// backend is the database and the accounts, which every command needs.
type backend struct {
	store    *db.Store
	accounts *auth.Auth
	lost     <-chan struct{} // closed when the embedded PostgreSQL stopped unexpectedly; nil for an external one
	why      func() error    // how it ended, once lost is closed
	close    func()
}

// openBackend opens the database, and starts it when it is the embedded one.
func openBackend(ctx context.Context, c Config, log *slog.Logger, traces trace.TracerProvider) (b backend, err error) {
	b.close = func() {}
	// Report an unusable signing key before anything is started.
	_, err = c.storedKey()
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return b, err
	}
	if c.databaseURL == "" {
		begun := embedded.Holds(c.dataDir)
		postgres, err := embedded.Start(ctx, embedded.Options{DataDir: c.dataDir, Durable: true, Log: log,
			NPMDir: "client/node_modules"})
		if err != nil {
			return b, err
		}
		if missing && begun {
			log.Warn("the signing key of this database is missing, and a new one was made: everyone has to sign in "+
				"again, and two-step sign-in needs recovery codes until the old file is restored", "file", c.keyFile())
		}
		b.lost, b.why = postgres.Done(), postgres.Err
		b.close = func() { _ = postgres.Stop() }
		c.databaseURL = postgres.URL("orrery")
	}
	if b.store, err = openStore(ctx, db.Config{URL: c.databaseURL, Direct: c.directURL, Read: c.readURL, Terms: c.terms,
		Now: time.Now, Traces: traces, AdminFactor: c.adminFactor, PrivateWebhooks: c.privateWebhooks,
		Fixed: c.fixed,
	}, databaseTimeout, log); err != nil {
		b.close()
		return b, err
	}
	stop := b.close
	b.close = func() {
		_ = b.store.Close()
		stop()
	}
	key, err := c.signingKey()
	if err != nil {
		b.close()
		return b, err
	}
	if b.accounts, err = auth.New(b.store, key, time.Now, c.previousKeys()...); err != nil {
		b.close()
		return b, err
	}
	b.accounts.Proxies = c.proxies
	return b, nil
}

// openStore opens the database. While it is unavailable, openStore retries for the duration of within.
func openStore(ctx context.Context, c db.Config, within time.Duration, log *slog.Logger) (*db.Store, error) {
	for end := time.Now().Add(within); ; {
		store, err := db.Open(ctx, c)
		if !shop.IsUnavailable(err) || ctx.Err() != nil {
			return store, err
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("waited %v: %w", within, err)
		}
		log.WarnContext(ctx, "waiting for the database", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(databaseRetryInterval):
		}
	}
}
