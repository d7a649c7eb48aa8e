package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/lib/pq"

	"orrery/shop"
)

// Error codes and classes of transient conditions of PostgreSQL and of a pooler in front of it, and others that are
// tested for. https://www.postgresql.org/docs/current/errcodes-appendix.html
const (
	classConnection   = "08"
	classData         = "22"
	classResources    = "53" // no disk, no memory, no connection left
	classShutdown     = "57P"
	classSystem       = "58" // the disk fails
	notSupported      = "0A000"
	queryCanceled     = "57014"
	readOnly          = "25006" // a standby, or a primary that has become one
	startingOrLeaving = "57P03"
	diskFull          = "53100"
	deadlock          = "40P01" // PostgreSQL aborts one of two transactions that wait for each other; it may be retried
)

// unavailableError is the error of a database that does not respond or accepts no changes: UNAVAILABLE for callers,
// with its cause for the log.
type unavailableError struct{ cause error }

func (e unavailableError) Error() string { return "the database is not available: " + e.cause.Error() }

func (e unavailableError) Unwrap() []error { return []error{shop.Unreachable(), e.cause} }

// isUnavailable reports whether an error means that the database is temporarily unavailable, and whether the reason is
// that it did not respond. A cancelled context is not such an error.
func isUnavailable(ctx context.Context, err error) (unavailable, silent bool) {
	var pgErr *pq.Error
	var network net.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return false, false
	case errors.As(err, &pgErr):
		code, class := string(pgErr.Code), pgErr.Code.Class()
		return class == classConnection || class == classResources || class == classSystem ||
				code[:3] == classShutdown || code == readOnly || code == queryCanceled || code == deadlock,
			code == startingOrLeaving
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, io.EOF),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.DeadlineExceeded), errors.As(err, &network):
		return true, true
	}
	return false, false
}

// isStandby reports whether a read-write transaction could not begin because the server is a standby.
func isStandby(err error) bool {
	var pgErr *pq.Error
	return errors.As(err, &pgErr) && pgErr.Code == notSupported
}

// isRefusal reports whether PostgreSQL runs and refused the connection.
func isRefusal(err error) bool {
	var pgErr *pq.Error
	return errors.As(err, &pgErr) && pgErr.Code != startingOrLeaving
}

// FullDisk reports whether the disk of PostgreSQL is full.
func FullDisk(err error) bool {
	var pgErr *pq.Error
	return errors.As(err, &pgErr) && pgErr.Code == diskFull
}

// Violated returns the name of the constraint that was violated, or "".
func Violated(err error) string {
	var pgErr *pq.Error
	if errors.As(err, &pgErr) {
		return pgErr.Constraint
	}
	return ""
}

// IsMalformed reports whether PostgreSQL could not read a parameter as the type that the statement needs.
func IsMalformed(err error) bool {
	var pgErr *pq.Error
	return errors.As(err, &pgErr) && pgErr.Code.Class() == classData
}

// NoRows reports whether a row was not found.
func NoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }
