// Package db keeps things in PostgreSQL. An exported method of Store is one use case and one transaction; it takes the
// Actor who asks and lets the rules of shop decide.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
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
}

// Store is the shop's memory. It is safe for concurrent use.
type Store struct {
	db       *sqlx.DB // plans what is prepared once
	lists    *sqlx.DB // plans every statement for its arguments
	terms    shop.Terms
	now      func() time.Time
	prepared []*sqlx.Stmt // by statement.index
	told     chan struct{}
	direct   string   // URL of PostgreSQL, for those who listen to it
	replica  *replica // nil without one

	adminFactor bool // administrators need the second factor

	outage  *outage
	hearing hearing
	changes changes // of what everybody may read
	edits   changes // those of them that change more than stock
	endings changes // of sessions, and of who they belong to

	categories *memo[struct{}, []categoryRow] // in every filter and in every total
	meanings   *memo[string, []meaning]       // of the words of a text to search for
	sessions   *memo[sessionKey, session]

	counts []*Counts
	sold   sold
}

// Open connects, brings the schema up to date and prepares every statement, so that a wrong one stops the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	s := &Store{terms: c.Terms, now: c.Now, told: make(chan struct{}, 1), direct: cmp.Or(c.Direct, c.URL), sold: newSold(),
		adminFactor: c.AdminFactor}
	s.sold.orders.WithLabelValues(c.Terms.Currency)
	s.sold.value.WithLabelValues(c.Terms.Currency)
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

// connectorTo makes connections with PostgreSQL's plan_cache_mode. They fail when nothing is heard of it for the given time; 0: never.
func connectorTo(url, planning string, within time.Duration) (*pq.Connector, error) {
	config, err := pq.NewConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if config.Runtime == nil {
		config.Runtime = map[string]string{}
	}
	config.Runtime["plan_cache_mode"] = planning
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	if within > 0 {
		connector.Dialer(patient{within: within})
	}
	return connector, nil
}

func openPool(connector *pq.Connector, conns int, traces trace.TracerProvider) *sqlx.DB {
	pool := sqlx.NewDb(openTraced(connector, traces), "postgres")
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

func (s *Store) start(ctx context.Context) error {
	if err := s.db.PingContext(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", s.outage.outcome(ctx, err))
	}
	if err := s.migrate(ctx); err != nil {
		return s.outage.outcome(ctx, err)
	}
	s.prepared = make([]*sqlx.Stmt, len(statementTexts))
	var all errgroup.Group
	all.SetLimit(starters)
	for i, text := range statementTexts {
		all.Go(func() (err error) {
			if s.prepared[i], err = s.db.PreparexContext(ctx, text); err != nil {
				return fmt.Errorf("prepare %q: %w", text, err)
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

// statement is SQL that is prepared once: a prepared statement costs one round trip, another one two.
type statement struct {
	index int
	ends  bool // sessions, or changes who they belong to
	owes  bool // work that the process has to do once it is committed
}

var statementTexts []string

func prepared(text string) statement {
	statementTexts = append(statementTexts, text)
	return statement{index: len(statementTexts) - 1}
}

// ending is prepared for a statement after which somebody who is signed in may no longer be, or no longer as the same.
func ending(text string) statement {
	q := prepared(text)
	q.ends = true
	return q
}

// owing is prepared for a statement that leaves something to do: a job, a delivery, or an event to publish.
func owing(text string) statement {
	q := prepared(text)
	q.owes = true
	return q
}

// runner is where statements go: the pool, one transaction, or the replica.
type runner struct {
	store   *Store
	tx      *sqlx.Tx
	wrote   *wrote
	replica *replica // nil when it is not to be read
}

// wrote is what others want to know of a transaction.
type wrote struct {
	changes bool // of what everybody may read
	edits   bool // of more than stock
	endings bool // of sessions
	work    bool
}

func (s *Store) pool() runner { return runner{store: s} }

// reader is for what everybody may read, all of whose changes are counted: the replica when it has them, but for the latest of stock.
func (s *Store) reader() runner {
	if s.replica.current() {
		return runner{store: s, replica: s.replica}
	}
	return s.pool()
}

func (r runner) stmt(ctx context.Context, q statement) *sqlx.Stmt {
	stmt := r.store.prepared[q.index]
	if r.tx == nil {
		return stmt
	}
	r.wrote.endings = r.wrote.endings || q.ends
	r.wrote.work = r.wrote.work || q.owes
	return r.tx.StmtxContext(ctx, stmt)
}

// ask does something with the database. What belongs to a transaction has had its wait for a connection.
func (r runner) ask(ctx context.Context, do func(context.Context) error) error {
	if r.tx != nil {
		return r.store.outage.outcome(ctx, do(ctx))
	}
	return r.store.outage.ask(ctx, answerWithin, do)
}

// read reads with a statement: from the replica if that is to be read and answers, else from the primary.
func (r runner) read(ctx context.Context, q statement, read func(context.Context, *sqlx.Stmt) error) error {
	if r.replica != nil {
		if done, err := r.replica.read(ctx, q, read); done {
			return r.store.outage.outcome(ctx, err)
		}
	}
	return r.ask(ctx, func(ctx context.Context) error { return read(ctx, r.stmt(ctx, q)) })
}

// get reads one row into dest; sql.ErrNoRows when there is none.
func (r runner) get(ctx context.Context, dest any, q statement, args ...any) error {
	return r.read(ctx, q, func(ctx context.Context, stmt *sqlx.Stmt) error { return stmt.GetContext(ctx, dest, args...) })
}

// list reads all rows into dest, an empty slice.
func (r runner) list(ctx context.Context, dest any, q statement, args ...any) error {
	return r.read(ctx, q, func(ctx context.Context, stmt *sqlx.Stmt) error {
		reflect.ValueOf(dest).Elem().SetLen(0) // whoever did not answer may have begun to
		return stmt.SelectContext(ctx, dest, args...)
	})
}

// scan reads all rows, each into the places that columns gives. It is list for what is read most: without reflection.
func scan[Row any](ctx context.Context, r runner, q statement, columns func(*Row) []any, args ...any) (all []Row, err error) {
	err = r.read(ctx, q, func(ctx context.Context, stmt *sqlx.Stmt) error {
		all = nil
		rows, err := stmt.QueryContext(ctx, args...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		var row Row
		for places := columns(&row); rows.Next(); {
			if err := rows.Scan(places...); err != nil {
				return err
			}
			all = append(all, row)
			row = *new(Row) // the next one shares no memory with it
		}
		return rows.Err()
	})
	return all, err
}

// exec changes rows and returns how many.
func (r runner) exec(ctx context.Context, q statement, args ...any) (changed int64, err error) {
	if r.tx == nil && q.ends {
		defer r.store.endings.begin()()
	}
	if r.tx == nil && q.owes {
		defer r.store.tellOfWork()
	}
	err = r.ask(ctx, func(ctx context.Context) error {
		result, err := r.stmt(ctx, q).ExecContext(ctx, args...)
		if err != nil {
			return err
		}
		changed, err = result.RowsAffected()
		return err
	})
	return changed, err
}

// inTx runs do in a transaction: all of it happens or nothing.
func (s *Store) inTx(ctx context.Context, do func(runner) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tx, err := s.begin(ctx, cancel, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var wrote wrote
	if err := do(runner{store: s, tx: tx, wrote: &wrote}); err != nil {
		return err
	}
	if wrote.changes {
		defer s.changes.begin()()
	}
	if wrote.edits {
		defer s.edits.begin()()
	}
	if wrote.endings {
		defer s.endings.begin()()
	}
	if err := tx.Commit(); err != nil {
		return s.outage.outcome(ctx, err)
	}
	if wrote.work {
		s.tellOfWork()
	}
	return nil
}

// inSnapshot runs do in a transaction that only reads, and sees everything as it was at its beginning.
func (s *Store) inSnapshot(ctx context.Context, do func(runner) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tx, err := s.begin(ctx, cancel, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return do(runner{store: s, tx: tx, wrote: &wrote{}})
}

// begin waits for a connection no longer than a statement does. The transaction itself may take as long as ctx.
func (s *Store) begin(ctx context.Context, cancel func(), options *sql.TxOptions) (*sqlx.Tx, error) {
	if err := s.outage.check(); err != nil {
		return nil, err
	}
	late := time.AfterFunc(answerWithin, cancel)
	tx, err := s.db.BeginTxx(ctx, options)
	if !late.Stop() {
		return nil, s.outage.outcome(context.Background(), context.DeadlineExceeded)
	}
	if standsBy(err) {
		return nil, unreachable{err}
	}
	return tx, s.outage.outcome(ctx, err)
}

var markActor = prepared(`SELECT set_config('orrery.actor', $1, true)`)

// inTxOf is inTx on behalf of an actor: what an administrator or an API key changes in it is written down by the database (db/migrations:
// audit), so that no use case can forget to.
func (s *Store) inTxOf(ctx context.Context, actor shop.Actor, do func(runner) error) error {
	if actor.Role != shop.RoleAdmin && actor.Key == nil {
		return s.inTx(ctx, do)
	}
	who := map[string]any{"id": actor.Account(), "address": actor.Address, "at": s.now()}
	if actor.Key != nil {
		who["key"] = actor.Key.ID
	}
	mark, err := json.Marshal(who)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx runner) error {
		if _, err := tx.exec(ctx, markActor, string(mark)); err != nil {
			return err
		}
		return do(tx)
	})
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
