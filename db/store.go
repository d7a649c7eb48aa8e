// Package db keeps things in PostgreSQL. An exported method of Store is one use case and one transaction; it takes the
// Actor who asks and lets the rules of shop decide.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"orrery/shop"
)

const (
	// maxConns bounds the pool; PostgreSQL gains nothing from more on the machines we run on.
	maxConns = 16
	// maxListConns bounds the pool for lists of administrators, so that these leave room for everybody else.
	maxListConns = 4
	// starters prepare the statements at the start, which the first answer waits for.
	starters = 4
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
	db       *sqlx.DB // plans what is prepared once
	lists    *sqlx.DB // plans every statement for its arguments
	terms    shop.Terms
	now      func() time.Time
	prepared []*sqlx.Stmt // by statement.index
	told     chan struct{}
	worker   atomic.Int32 // number of the lock by which others know that this process lives; 0: it has none
	direct   string       // URL of PostgreSQL, for those who listen to it
	replica  *replica     // nil without one

	adminFactor bool // administrators need the second factor
	working     shop.WorkingDays

	outage  *outage
	hearing hearing
	changes changes // of what everybody may read
	edits   changes // those of them that change more than stock
	endings changes // of sessions, and of who they belong to

	categories *memo[struct{}, []categoryRow] // in every filter and in every total
	meanings   *memo[string, []meaning]       // of the words of a text to search for
	sessions   *memo[sessionKey, session]

	carts      *gather[cartWish, cartState]
	cartWrites *gather[cartWrite, bool]
	byID       *gather[string, *shop.Product]
	pages      map[catalogueKey]*gather[pageWish, []shop.Product]

	counts []*Counts
	sold   sold
}

// Open connects, brings the schema up to date and prepares every statement, so that a wrong one stops the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	s := &Store{terms: c.Terms, now: c.Now, told: make(chan struct{}, 1), direct: cmp.Or(c.Direct, c.URL), sold: newSold(),
		adminFactor: c.AdminFactor, working: c.Working}
	s.sold.orders.WithLabelValues(c.Terms.Currency)
	s.sold.value.WithLabelValues(c.Terms.Currency)
	s.byID = newGather(s.readByID)
	s.pages = s.newPages()
	s.carts = newGather(func(ctx context.Context, wishes []cartWish) ([]cartState, error) {
		return s.readCarts(ctx, s.pool(), wishes)
	})
	s.cartWrites = newGather(func(ctx context.Context, writes []cartWrite) ([]bool, error) {
		return s.putCartLines(ctx, s.pool(), writes)
	})
	s.hearing.wanted = make(chan struct{}, 1)
	s.changes.hearing, s.edits.hearing, s.endings.hearing = &s.hearing, &s.hearing, &s.hearing
	s.categories = newMemo[struct{}, []categoryRow](1, s.Changes)
	s.meanings = newMemo[string, []meaning](keptSearches, s.Changes)
	s.sessions = newMemo[sessionKey, session](keptSessions, s.endings.counted)
	// Planning costs more than most of our statements, and each is written so that it needs no other plan for other arguments.
	serving, err := connectorTo(c.URL, "force_generic_plan", silentWithin)
	if err != nil {
		return nil, err
	}
	listing, err := connectorTo(s.direct, "force_custom_plan", listWithin)
	if err != nil {
		return nil, err
	}
	s.outage = newOutage(serving)
	s.db, s.lists = openPool(serving, maxConns, c.Traces), openPool(listing, maxListConns, c.Traces)
	if c.Read != "" {
		if s.replica, err = openReplica(c, &s.changes, &s.edits); err != nil {
			return nil, err
		}
	}
	if err := s.start(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) start(ctx context.Context) error {
	if err := s.db.PingContext(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", s.outage.outcome(ctx, err))
	}
	if err := s.migrate(ctx); err != nil {
		return s.outage.outcome(ctx, err)
	}
	s.prepared = make([]*sqlx.Stmt, len(statements))
	var all errgroup.Group
	all.SetLimit(starters)
	for i, q := range statements {
		all.Go(func() (err error) {
			if s.prepared[i], err = s.db.PreparexContext(ctx, q.text); err != nil {
				return fmt.Errorf("prepare %q: %w", q.text, err)
			}
			return nil
		})
	}
	return s.outage.outcome(ctx, all.Wait())
}

// migrate has connections of its own, since a migration may take long.
func (s *Store) migrate(ctx context.Context) error {
	connector, err := connectorTo(s.direct, "auto", 0)
	if err != nil {
		return err
	}
	pool := sql.OpenDB(connector)
	defer func() { _ = pool.Close() }()
	return migrate(ctx, pool)
}

// Close lets go of all connections.
func (s *Store) Close() error {
	s.outage.end()
	err := errors.Join(s.db.Close(), s.lists.Close())
	if s.replica != nil {
		err = errors.Join(err, s.replica.pool.Close())
	}
	return err
}

// Ready tells whether the database answers. Anybody may ask.
func (s *Store) Ready(ctx context.Context) error {
	return s.pool().ask(ctx, func(ctx context.Context) error { return s.db.PingContext(ctx) })
}

// Told gets a value when there is work to do since this process has committed some. Only the process itself listens.
func (s *Store) Told() <-chan struct{} { return s.told }

func (s *Store) tellOfWork() {
	select {
	case s.told <- struct{}{}:
	default: // whoever listens has not come to the last one yet
	}
}

// newID makes an identifier that sorts by time.
func newID() (string, error) {
	id, err := uuid.NewV7()
	return id.String(), err
}

// isUUID tells whether text can be compared with a uuid column at all.
func isUUID(text string) bool {
	_, err := uuid.Parse(text)
	return err == nil && len(text) == 36
}

func noRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }
