// Package db stores the data of the shop in PostgreSQL. Each exported method of a store is one use case and one
// transaction. It takes the Actor on whose behalf it runs, and package shop decides whether the Actor is authorised.
package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"

	"orrery/db/account"
	"orrery/db/agent"
	"orrery/db/base"
	"orrery/db/cart"
	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/ops"
	"orrery/db/order"
	"orrery/db/outbox"
	"orrery/db/partner"
	"orrery/db/payment"
	"orrery/db/pg"
	"orrery/db/preorder"
	"orrery/db/quote"
	"orrery/db/user"
	"orrery/shop"
)

// Config configures a Store.
type Config struct {
	URL string // of PostgreSQL, in a format that lib/pq accepts; may be that of a pooler in transaction mode
	// Direct is the URL of PostgreSQL itself when URL is that of a pooler: migrations, notifications and the lists of
	// administrators need a dedicated connection. Empty: URL.
	Direct string
	Read   string // URL of a replica for public data; empty: none
	Terms  shop.Terms
	Now    func() time.Time

	Traces trace.TracerProvider // of statements; nil: none

	AdminFactor     bool // administrators need the second factor
	PrivateWebhooks bool // webhooks may have addresses that are not public

	Fixed shop.FixedSettings // override the stored settings

	// Unprepared leaves statements to their first use. It is for tests, which open many databases for little.
	Unprepared bool
}

// Store contains the stores of all entities over one database. It is safe for concurrent use.
type Store struct {
	Catalogue *catalogue.Store
	Carts     *cart.Store
	Content   *content.Store
	Users     *user.Store
	Orders    *order.Store
	PreOrders *preorder.Store
	Quotes    *quote.Store
	Payments  *payment.Store
	Accounts  *account.Store
	Partners  *partner.Store
	Agents    *agent.Store
	Outbox    *outbox.Store
	Ops       *ops.Store

	base *base.DB
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open connects, migrates the schema and prepares every statement, so that an invalid statement is found at the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	database, err := pg.Open(pg.Config{URL: c.URL, Direct: c.Direct, Read: c.Read,
		Replicated: base.PublicTopic, Required: base.EditsTopic, Traces: c.Traces})
	if err != nil {
		return nil, err
	}
	d := base.New(database)
	d.Terms, d.Now, d.Fixed = c.Terms, c.Now, c.Fixed
	d.AdminFactor, d.PrivateWebhooks = c.AdminFactor, c.PrivateWebhooks
	s := newStore(d)
	err = s.start(ctx)
	if err == nil && !c.Unprepared {
		err = d.Prepare(ctx)
	}
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func newStore(d *base.DB) *Store {
	s := &Store{base: d}
	s.Outbox = outbox.New(d)
	s.Catalogue = catalogue.New(d, sync.OnceValues(s.seededProducts))
	s.Content = content.New(d, s.Catalogue)
	s.Users = user.New(d)
	s.Carts = cart.New(d, s.Catalogue)
	s.Orders = order.New(d, s.Catalogue, s.Carts, s.Users)
	s.PreOrders = preorder.New(d, s.Users)
	s.Quotes = quote.New(d, s.Catalogue, s.Orders)
	s.Payments = payment.New(d, s.Orders)
	s.Accounts = account.New(d, s.Users, s.Carts, s.Catalogue, s.Content, s.Orders, s.PreOrders, s.Quotes)
	s.Partners = partner.New(d)
	s.Agents = agent.New(d, s.Carts)
	s.Ops = ops.New(d, s.Catalogue, s.Content, s.Orders)
	return s
}

func (s *Store) start(ctx context.Context) error {
	if err := s.base.Ping(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	return s.base.Migrate(ctx, Migrations())
}

// Migrations returns the files that Open applies.
func Migrations() fs.FS {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the name is valid
	}
	return files
}

// Close closes all connections.
func (s *Store) Close() error { return s.base.Close() }

// Ready returns an error unless the database responds. It needs no authorisation.
func (s *Store) Ready(ctx context.Context) error { return s.base.Ping(ctx) }

// Changes returns the number of changes of public data, including those of other processes. It is unknown while this
// process is committing a change, while notifications of other processes don't arrive, and while a replica is read that
// doesn't have all changes. It needs no authorisation.
func (s *Store) Changes() (count uint64, known bool) {
	s.Content.CountDueTexts()
	return s.base.Version(base.PublicTopic)
}

// Terms returns the shop's commercial settings. It needs no authorisation.
func (s *Store) Terms() shop.Terms { return s.base.Terms }

// Now returns the present time. It needs no authorisation.
func (s *Store) Now() time.Time { return s.base.Now() }

// CountAttempt counts one attempt of the subject, which for an IP address is its shop.Network. The error is
// RATE_LIMITED when the attempt exceeds the rate. An attempt is counted before it is made, so that concurrent attempts
// can't exceed the rate. It needs no authorisation.
func (s *Store) CountAttempt(ctx context.Context, actor shop.Actor, rate shop.Rate, subject string) error {
	return s.base.CountAttempt(ctx, actor, rate, subject)
}

// FullDisk reports whether the disk of PostgreSQL is full.
func FullDisk(err error) bool { return pg.FullDisk(err) }
