package pg

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"time"

	"github.com/jmoiron/sqlx"
)

// Querier runs statements on the pool, in one transaction, or on the replica.
type Querier struct {
	db      *DB
	tx      *sqlx.Tx
	changed *topicSet // in the transaction
	replica *replica  // nil if it must not be read
	standIn *replica  // read while the primary is unavailable; nil if it must not be
}

// Pool returns a querier that runs each statement outside of a transaction, on the primary.
func (db *DB) Pool() Querier { return Querier{db: db} }

// Reader returns a querier for data of the replicated topic. It reads from the replica when that is recent enough, and
// while the primary is unavailable.
func (db *DB) Reader() Querier {
	if db.replica.isCurrent() {
		return Querier{db: db, replica: db.replica, standIn: db.replica}
	}
	return db.PrimaryFirst()
}

// PrimaryFirst returns a querier that reads from the replica only while the primary is unavailable. What is read may be
// old then; it is not cached as current, since the versions of all topics change.
func (db *DB) PrimaryFirst() Querier { return Querier{db: db, standIn: db.replica} }

// InTransaction reports whether the querier runs statements in a transaction.
func (q Querier) InTransaction() bool { return q.tx != nil }

// Changed records that the transaction changes a topic when it is committed.
func (q Querier) Changed(t Topic) { *q.changed |= setOf(t) }

// run calls do with the prepared statement and counts the changes that it makes: at once, or when the transaction is
// committed. All access to prepared statements of the primary goes through run, so that no change is missed.
func (q Querier) run(ctx context.Context, s Statement, do func(context.Context, *sqlx.Stmt) error) error {
	if q.tx != nil {
		*q.changed |= s.changes
	} else if s.changes != 0 {
		defer q.db.begin(s.changes)()
	}
	return q.ask(ctx, func(ctx context.Context) error {
		stmt, err := q.prepared(ctx, s)
		if err != nil {
			return err
		}
		return do(ctx, stmt)
	})
}

// prepared returns the prepared statement. While half of all connections are in use, a transaction prepares an unknown
// one on its own, for itself: if all waited for a second connection, none would get it.
func (q Querier) prepared(ctx context.Context, s Statement) (*sqlx.Stmt, error) {
	stmt := q.db.prepared.known(s)
	var err error
	if stmt == nil {
		if q.tx != nil && q.db.pool.Stats().InUse > maxConns/2 {
			return q.tx.PreparexContext(ctx, s.text)
		}
		stmt, err = q.db.prepared.prepare(ctx, s)
	}
	if err == nil && q.tx != nil {
		stmt = q.tx.StmtxContext(ctx, stmt)
	}
	return stmt, err
}

// begin marks changes of several topics as pending, and returns a function to call after the commit or its failure.
func (db *DB) begin(changes topicSet) (end func()) {
	var ends []func()
	for i := range db.topics {
		if changes.has(Topic(i)) {
			ends = append(ends, db.topics[i].begin())
		}
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// ask runs do under the circuit breaker and the statement timeout. In a transaction only the outcome is recorded.
func (q Querier) ask(ctx context.Context, do func(context.Context) error) error {
	if q.tx != nil {
		return q.db.breaker.outcome(ctx, do(ctx))
	}
	return q.db.breaker.run(ctx, statementTimeout, do)
}

// read runs a statement on the replica if that may be read and responds, otherwise on the primary. If that is
// unavailable, it runs the statement on the replica even if that is not up to date, and changes all versions, so that
// what the caller makes of it is not cached as current.
func (q Querier) read(ctx context.Context, s Statement, read func(context.Context, *sqlx.Stmt) error) error {
	if q.replica != nil && s.changes == 0 {
		if done, err := q.replica.read(ctx, s, read); done {
			return q.db.breaker.outcome(ctx, err)
		}
	}
	err := q.run(ctx, s, read)
	if q.standIn != nil && s.changes == 0 && errors.As(err, new(unavailableError)) && q.standIn.mayStandIn() {
		q.db.standIns.Add(1)
		if done, err := q.standIn.read(ctx, s, read); done {
			return q.db.breaker.outcome(ctx, err)
		}
	}
	return err
}

// Get reads one row into dest; sql.ErrNoRows when there is none.
func (q Querier) Get(ctx context.Context, dest any, s Statement, args ...any) error {
	return q.read(ctx, s, func(ctx context.Context, stmt *sqlx.Stmt) error {
		return stmt.GetContext(ctx, dest, args...)
	})
}

// Select reads all rows into dest, a pointer to an empty slice.
func (q Querier) Select(ctx context.Context, dest any, s Statement, args ...any) error {
	return q.read(ctx, s, func(ctx context.Context, stmt *sqlx.Stmt) error {
		reflect.ValueOf(dest).Elem().SetLen(0) // a failed read of the replica may have added rows
		return stmt.SelectContext(ctx, dest, args...)
	})
}

// Exec runs a statement and returns the number of rows that it changed.
func (q Querier) Exec(ctx context.Context, s Statement, args ...any) (changed int64, err error) {
	err = q.run(ctx, s, func(ctx context.Context, stmt *sqlx.Stmt) error {
		result, err := stmt.ExecContext(ctx, args...)
		if err != nil {
			return err
		}
		changed, err = result.RowsAffected()
		return err
	})
	return changed, err
}

// Rows calls read with the rows of a statement. It may call read twice: for the replica, and if that fails for the
// primary.
func (q Querier) Rows(ctx context.Context, s Statement, read func(*sqlx.Rows) error, args ...any) error {
	return q.read(ctx, s, func(ctx context.Context, stmt *sqlx.Stmt) error {
		rows, err := stmt.QueryxContext(ctx, args...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		if err := read(rows); err != nil {
			return err
		}
		return rows.Err()
	})
}

// InTx runs do in a transaction, which is committed unless do returns an error. The end of ctx does not interrupt the
// commit: PostgreSQL would stop waiting for its synchronous standby and show others a change that a failover can lose.
func (db *DB) InTx(ctx context.Context, do func(tx Querier) error) error {
	caller := ctx
	ctx, cancel := context.WithCancel(context.WithoutCancel(caller))
	defer cancel()
	detach := context.AfterFunc(caller, cancel)
	defer detach()
	tx, err := db.beginTx(ctx, cancel, nil)
	if err != nil && caller.Err() != nil {
		return db.breaker.outcome(caller, caller.Err())
	}
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var changed topicSet
	if err := do(Querier{db: db, tx: tx, changed: &changed}); err != nil {
		return err
	}
	if !detach() {
		return db.breaker.outcome(caller, caller.Err())
	}
	defer db.begin(changed)()
	return db.breaker.outcome(ctx, tx.Commit())
}

// InSnapshot runs do in a read-only transaction with isolation level REPEATABLE READ, which sees the data of one point
// in time.
func (db *DB) InSnapshot(ctx context.Context, do func(tx Querier) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tx, err := db.beginTx(ctx, cancel, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return do(Querier{db: db, tx: tx, changed: new(topicSet)})
}

// beginTx begins a transaction. It waits for a connection for at most statementTimeout; the transaction itself is
// bounded by ctx only.
func (db *DB) beginTx(ctx context.Context, cancel func(), options *sql.TxOptions) (*sqlx.Tx, error) {
	if err := db.breaker.check(); err != nil {
		return nil, err
	}
	late := time.AfterFunc(statementTimeout, cancel)
	tx, err := db.pool.BeginTxx(ctx, options)
	if !late.Stop() {
		return nil, db.breaker.outcome(context.Background(), context.DeadlineExceeded)
	}
	if isStandby(err) {
		return nil, unavailableError{err}
	}
	return tx, db.breaker.outcome(ctx, err)
}
