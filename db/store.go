// Package db keeps things in PostgreSQL. An exported method of Store is one use case and one transaction; it takes the
// Actor who asks and lets the rules of shop decide.
package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"go.opentelemetry.io/otel/trace"

	"orrery/db/account"
	"orrery/db/base"
	"orrery/db/cart"
	"orrery/db/catalogue"
	"orrery/db/content"
	"orrery/db/ops"
	"orrery/db/order"
	"orrery/db/outbox"
	"orrery/db/partner"
	"orrery/db/pg"
	"orrery/db/preorder"
	"orrery/db/quote"
	"orrery/db/user"
	"orrery/shop"
)

// Config says which database and by which terms.
type Config struct {
	URL string // of PostgreSQL, as lib/pq takes it; of a pooler in transaction mode as well
	// Direct leads to PostgreSQL itself where URL leads to a pooler: migrations, notifications and lists of administrators need a
	// connection of their own. Empty: URL.
	Direct string
	Read   string // of a replica for what everybody may read; empty: none
	Terms  shop.Terms
	Now    func() time.Time

	Traces trace.TracerProvider // of statements; nil: none

	AdminFactor bool // administrators need the second factor

	Working shop.WorkingDays // on which replies are promised
}

// Store is the shop in PostgreSQL. It is safe for concurrent use.
type Store struct {
	Catalogue *catalogue.Store
	Carts     *cart.Store
	Content   *content.Store
	Users     *user.Store
	Orders    *order.Store
	PreOrders *preorder.Store
	Quotes    *quote.Store
	Accounts  *account.Store
	Partners  *partner.Store
	Outbox    *outbox.Store
	Ops       *ops.Store

	base *base.DB
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open connects, brings the schema up to date and prepares every statement, so that a wrong one stops the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	database, err := pg.Open(pg.Config{URL: c.URL, Direct: c.Direct, Read: c.Read, Replicated: base.PublicTopic, Required: base.EditsTopic, Traces: c.Traces})
	if err != nil {
		return nil, err
	}
	s := newStore(&base.DB{DB: database, Terms: c.Terms, Now: c.Now, AdminFactor: c.AdminFactor, WorkingDays: c.Working})
	if err := s.start(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func newStore(d *base.DB) *Store {
	s := &Store{base: d}
	s.Outbox = outbox.New(d)
	s.Catalogue = catalogue.New(d)
	s.Content = content.New(d, s.Catalogue)
	s.Users = user.New(d)
	s.Carts = cart.New(d, s.Catalogue)
	s.Orders = order.New(d, s.Catalogue, s.Carts, s.Users)
	s.PreOrders = preorder.New(d, s.Users)
	s.Quotes = quote.New(d, s.Catalogue, s.Orders)
	s.Accounts = account.New(d, s.Users, s.Carts, s.Content, s.Orders, s.PreOrders, s.Quotes)
	s.Partners = partner.New(d)
	s.Ops = ops.New(d, s.Catalogue, s.Content, s.Orders, s.PreOrders, s.Users)
	return s
}

func (s *Store) start(ctx context.Context) error {
	if err := s.base.Ping(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := s.base.Migrate(ctx, files); err != nil {
		return err
	}
	return s.base.Prepare(ctx)
}

// Close lets go of all connections.
func (s *Store) Close() error { return s.base.Close() }

// Ready tells whether the database answers. Anybody may ask.
func (s *Store) Ready(ctx context.Context) error { return s.base.Ping(ctx) }

// Changes counts the changes of what everybody may read, by whoever they were made. It is not known while one of ours is being
// committed, while those of others would not reach us, nor while a replica is read that has not all of them. Anybody may ask.
func (s *Store) Changes() (count uint64, known bool) { return s.base.Version(base.PublicTopic) }

// CountAttempt counts one attempt of the subject, of an address as shop.Network; RATE_LIMITED when it is one too many. It counts before
// the attempt is made, so that many at once gain nothing. Anybody may.
func (s *Store) CountAttempt(ctx context.Context, actor shop.Actor, rate shop.Rate, subject string) error {
	return s.base.CountAttempt(ctx, actor, rate, subject)
}

// FullDisk reports whether the disk of PostgreSQL is full.
func FullDisk(err error) bool { return pg.FullDisk(err) }
