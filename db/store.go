// Package db keeps things in PostgreSQL. An exported method of Store is one use case and one transaction; it takes the
// Actor who asks and lets the rules of shop decide.
package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"

	"orrery/db/pg"
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

// Store is the shop's memory. It is safe for concurrent use.
type Store struct {
	pg     *pg.DB
	terms  shop.Terms
	now    func() time.Time
	told   chan struct{}
	worker atomic.Int32 // number of the lock by which others know that this process lives; 0: it has none

	adminFactor bool // administrators need the second factor
	working     shop.WorkingDays

	categories *pg.Cache[struct{}, []categoryRow] // in every filter and in every total
	meanings   *pg.Cache[string, []meaning]       // of the words of a text to search for
	sessions   *pg.Cache[sessionKey, session]

	carts      *pg.Batcher[cartWish, cartState]
	cartWrites *pg.Batcher[cartWrite, bool]
	byID       *pg.Batcher[string, *shop.Product]
	pages      map[catalogueKey]*pg.Batcher[pageWish, []shop.Product]

	counts []*Counts
	sold   sold
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open connects, brings the schema up to date and prepares every statement, so that a wrong one stops the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	s := &Store{terms: c.Terms, now: c.Now, told: make(chan struct{}, 1), sold: newSold(), adminFactor: c.AdminFactor, working: c.Working}
	s.sold.orders.WithLabelValues(c.Terms.Currency)
	s.sold.value.WithLabelValues(c.Terms.Currency)
	s.byID = pg.NewBatcher(s.readByID)
	s.pages = s.newPages()
	s.carts = pg.NewBatcher(func(ctx context.Context, wishes []cartWish) ([]cartState, error) {
		return s.readCarts(ctx, s.pg.Pool(), wishes)
	})
	s.cartWrites = pg.NewBatcher(func(ctx context.Context, writes []cartWrite) ([]bool, error) {
		return s.putCartLines(ctx, s.pg.Pool(), writes)
	})
	s.categories = pg.NewCache[struct{}, []categoryRow](1, s.Changes)
	s.meanings = pg.NewCache[string, []meaning](keptSearches, s.Changes)
	s.sessions = pg.NewCache[sessionKey, session](keptSessions, func() (uint64, bool) { return s.pg.Version(sessionsTopic) })
	var err error
	s.pg, err = pg.Open(pg.Config{URL: c.URL, Direct: c.Direct, Read: c.Read, Replicated: publicTopic, Required: editsTopic, Traces: c.Traces})
	if err != nil {
		return nil, err
	}
	s.pg.OnChange(workTopic, s.notifyWorkers)
	if err := s.start(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) start(ctx context.Context) error {
	if err := s.pg.Ping(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := s.pg.Migrate(ctx, files); err != nil {
		return err
	}
	return s.pg.Prepare(ctx)
}

// Close lets go of all connections.
func (s *Store) Close() error { return s.pg.Close() }

// Ready tells whether the database answers. Anybody may ask.
func (s *Store) Ready(ctx context.Context) error { return s.pg.Ping(ctx) }

// Changes counts the changes of what everybody may read, by whoever they were made. It is not known while one of ours is being
// committed, while those of others would not reach us, nor while a replica is read that has not all of them. Anybody may ask.
func (s *Store) Changes() (count uint64, known bool) { return s.pg.Version(publicTopic) }

// Told gets a value when there is work to do since this process has committed some. Only the process itself listens.
func (s *Store) Told() <-chan struct{} { return s.told }

func (s *Store) notifyWorkers() {
	select {
	case s.told <- struct{}{}:
	default: // the last notification has not been received yet
	}
}
