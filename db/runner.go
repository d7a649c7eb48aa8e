package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"time"

	"github.com/jmoiron/sqlx"

	"orrery/shop"
)

// statement is SQL that is prepared once: a prepared statement costs one round trip, another one two.
type statement struct {
	index int
	text  string
	ends  bool // sessions, or changes who they belong to
	owes  bool // work that the process has to do once it is committed
}

// statements are all that there are; index is the place of each.
var statements []statement

func declare(q statement) statement {
	q.index = len(statements)
	statements = append(statements, q)
	return q
}

func prepared(text string) statement { return declare(statement{text: text}) }

// ending is prepared for a statement after which somebody who is signed in may no longer be, or no longer as the same.
func ending(text string) statement { return declare(statement{text: text, ends: true}) }

// owing is prepared for a statement that leaves something to do: a job, a delivery, or an event to publish.
func owing(text string) statement { return declare(statement{text: text, owes: true}) }

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

// run runs a statement by whatever do calls, and invalidates what it changes: at once, or when the transaction commits.
// Nothing else reaches a prepared statement of the primary, so that no way of running one can forget to.
func (r runner) run(ctx context.Context, q statement, do func(context.Context, *sqlx.Stmt) error) error {
	stmt := r.store.prepared[q.index]
	if r.tx != nil {
		r.wrote.endings = r.wrote.endings || q.ends
		r.wrote.work = r.wrote.work || q.owes
		stmt = r.tx.StmtxContext(ctx, stmt)
	} else {
		if q.ends {
			defer r.store.endings.begin()()
		}
		if q.owes {
			defer r.store.tellOfWork()
		}
	}
	return r.ask(ctx, func(ctx context.Context) error { return do(ctx, stmt) })
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
	if r.replica != nil && !q.ends && !q.owes {
		if done, err := r.replica.read(ctx, q, read); done {
			return r.store.outage.outcome(ctx, err)
		}
	}
	return r.run(ctx, q, read)
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

// fold reads all rows, each into the places that columns gives, and adds them to what begin makes. It is list for what is read most:
// without reflection, and with one row in memory.
func fold[Row, All any](ctx context.Context, r runner, q statement, columns func(*Row) []any, begin func() All,
	add func(All, *Row) (All, error), args ...any) (all All, err error) {
	err = r.read(ctx, q, func(ctx context.Context, stmt *sqlx.Stmt) error {
		all = begin() // whoever did not answer may have added to it
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
			if all, err = add(all, &row); err != nil {
				return err
			}
			row = *new(Row) // the next one shares no memory with it
		}
		return rows.Err()
	})
	return all, err
}

// scan reads all rows as fold does, and keeps them.
func scan[Row any](ctx context.Context, r runner, q statement, columns func(*Row) []any, args ...any) ([]Row, error) {
	return fold(ctx, r, q, columns, func() []Row { return nil }, func(all []Row, row *Row) ([]Row, error) { return append(all, *row), nil }, args...)
}

// exec changes rows and returns how many.
func (r runner) exec(ctx context.Context, q statement, args ...any) (changed int64, err error) {
	err = r.run(ctx, q, func(ctx context.Context, stmt *sqlx.Stmt) error {
		result, err := stmt.ExecContext(ctx, args...)
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
