package db

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

// broken says which rule of the shop a constraint stands for.
var broken = map[string]shop.Error{
	"products_stock_check": {Code: shop.OutOfStock, Message: "Somebody else was faster: this is out of stock now"},
	"users_email_key":      *shop.EmailTaken("email"),

	// The product was deleted while the transaction ran.
	"cart_items_product_id_fkey":  *shop.UnknownProduct(),
	"preorders_product_id_fkey":   *shop.UnknownProduct(),
	"quote_lines_product_id_fkey": *shop.UnknownProduct(),

	"order_notes_order_id_fkey": *shop.UnknownNoteOrder(),
}

// refusal turns a broken constraint into the shop's words; other errors stay as they are.
func refusal(err error) error {
	var pqErr *pq.Error
	if errors.As(err, &pqErr) {
		if known, ok := broken[pqErr.Constraint]; ok {
			return &known
		}
	}
	return err
}

// violated is the name of the constraint that an error says was broken.
func violated(err error) string {
	var pqErr *pq.Error
	if errors.As(err, &pqErr) {
		return pqErr.Constraint
	}
	return ""
}

// malformed tells whether PostgreSQL could not read a parameter as the type that the statement needs (class 22).
func malformed(err error) bool {
	var pqErr *pq.Error
	return errors.As(err, &pqErr) && pqErr.Code.Class() == "22"
}

// unreachable is the error of a database that does not answer, or takes nothing: UNAVAILABLE to callers, with its cause for the log.
type unreachable struct{ cause error }

func (e unreachable) Error() string { return "the database is not available: " + e.cause.Error() }

func (e unreachable) Unwrap() []error { return []error{shop.Unreachable(), e.cause} }

// Conditions of PostgreSQL, and of a pooler in front of it, that end without anybody changing the shop.
const (
	classConnection   = "08"
	classResources    = "53" // no disk, no memory, no connection left
	classShutdown     = "57P"
	classSystem       = "58" // the disk fails
	queryCanceled     = "57014"
	readOnly          = "25006" // a standby, or a primary that has become one
	startingOrLeaving = "57P03"
	diskFull          = "53100"
	deadlock          = "40P01" // of two that wait for each other PostgreSQL ends one, which may come again
)

// unavailable tells whether an error means that the database can't do its work for the time being, and silent whether it is because
// nothing was heard of it. A caller who has gone is no such failure.
func unavailable(ctx context.Context, err error) (unavailable, silent bool) {
	var said *pq.Error
	var network net.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return false, false
	case errors.As(err, &said):
		code := string(said.Code)
		return said.Code.Class() == classConnection || said.Code.Class() == classResources || said.Code.Class() == classSystem ||
			code[:3] == classShutdown || code == readOnly || code == queryCanceled || code == deadlock, code == startingOrLeaving
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, context.DeadlineExceeded), errors.As(err, &network):
		return true, true
	}
	return false, false
}

// FullDisk tells whether PostgreSQL said that its disk is full.
func FullDisk(err error) bool {
	var said *pq.Error
	return errors.As(err, &said) && said.Code == diskFull
}

// standsBy tells whether a transaction that was to write could not begin, since the server is a standby.
func standsBy(err error) bool {
	var said *pq.Error
	return errors.As(err, &said) && said.Code == "0A000"
}

// refuses tells whether PostgreSQL runs and does not want the connection that was tried.
func refuses(err error) bool {
	var said *pq.Error
	return errors.As(err, &said) && said.Code != startingOrLeaving
}
