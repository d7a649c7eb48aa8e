package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

const customerColumns = `u.id, u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.role, u.created_at, u.blocked_at`

// customers is planned anew for its arguments each time, so that each choice of conditions uses its index.
const (
	customers = `SELECT ` + customerColumns + `,
			(SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expires_at > $7) AS sessions
		FROM users u WHERE (u.created_at, u.id) <
			(coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
		AND ($5::text IS NULL OR lower(u.name) || ' ' || u.email LIKE $5) AND ($6::text IS NULL OR u.role = $6)
		ORDER BY u.created_at DESC, u.id DESC LIMIT $1 OFFSET $2`
	countCustomers = `SELECT count(*) FROM users u
		WHERE ($1::text IS NULL OR lower(u.name) || ' ' || u.email LIKE $1) AND ($2::text IS NULL OR u.role = $2)`
)

var (
	updateCustomer = prepared(`UPDATE users AS u SET role = coalesce($2, u.role),
			blocked_at = CASE WHEN $3::boolean IS NULL THEN u.blocked_at WHEN $3 THEN coalesce(u.blocked_at, $4) END
		WHERE u.id = $1 RETURNING ` + customerColumns + `, 0 AS sessions`)
	endSessions   = prepared(`DELETE FROM sessions WHERE user_id = $1`)
	countSessions = prepared(`SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at > $2`)
)

type customerRow struct {
	ID            string     `db:"id"`
	Name          string     `db:"name"`
	Email         string     `db:"email"`
	EmailVerified bool       `db:"email_verified"`
	Role          string     `db:"role"`
	CreatedAt     time.Time  `db:"created_at"`
	BlockedAt     *time.Time `db:"blocked_at"`
	Sessions      int        `db:"sessions"`
}

// somewhere is the pattern of a text that is contained, nil for none.
func somewhere(text *string) *string {
	if text == nil {
		return nil
	}
	return new(contains(*text))
}

func (r customerRow) customer() shop.Customer {
	return shop.Customer{ID: r.ID, Name: r.Name, Email: r.Email, EmailVerified: r.EmailVerified, Role: shop.Role(r.Role),
		CreatedAt: r.CreatedAt, BlockedAt: r.BlockedAt, Sessions: r.Sessions}
}

// Customers returns a page of the accounts, newest first. Admins only.
func (s *Store) Customers(ctx context.Context, actor shop.Actor, filter shop.CustomerFilter,
	args shop.PageArgs) (shop.Page[shop.Customer], error) {
	var none shop.Page[shop.Customer]
	if err := actor.NeedAdmin(); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	at, id, err := decodeTimeCursor(args.After)
	if err != nil {
		return none, err
	}
	filter = filter.Normal()
	var rows []customerRow
	if err := s.db.SelectContext(ctx, &rows, customers, args.First+1, args.Skip(), at, id, somewhere(filter.Search), filter.Role,
		s.now()); err != nil {
		return none, fmt.Errorf("read customers: %w", err)
	}
	found := make([]shop.Customer, len(rows))
	for i, r := range rows {
		found[i] = r.customer()
	}
	return page(args, found, func(c shop.Customer) cursor { return timeCursor(c.CreatedAt, c.ID) }), nil
}

// CountCustomers returns how many accounts there are. Admins only.
func (s *Store) CountCustomers(ctx context.Context, actor shop.Actor, filter shop.CustomerFilter) (count int, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return 0, err
	}
	filter = filter.Normal()
	if err := s.db.GetContext(ctx, &count, countCustomers, somewhere(filter.Search), filter.Role); err != nil {
		return 0, fmt.Errorf("count customers: %w", err)
	}
	return count, nil
}

// UpdateCustomer gives an account another role, blocks it, or lets it in again; who is blocked is signed out everywhere. Admins
// only. Errors: shop.Errors for the input.
func (s *Store) UpdateCustomer(ctx context.Context, actor shop.Actor, in shop.CustomerUpdateInput) (shop.Customer, error) {
	return s.changeCustomer(ctx, actor, in.ID, func(tx runner) (row customerRow, err error) {
		if err := in.Check(actor); err != nil {
			return row, err
		}
		if err := tx.get(ctx, &row, updateCustomer, in.ID, in.Role, in.Blocked, s.now()); err != nil {
			return row, err
		}
		if row.BlockedAt != nil {
			_, err = tx.exec(ctx, endSessions, in.ID)
		}
		return row, err
	})
}

// EndCustomerSessions signs an account out everywhere. Admins only.
func (s *Store) EndCustomerSessions(ctx context.Context, actor shop.Actor, in shop.CustomerSessionsEndInput) (shop.Customer, error) {
	return s.changeCustomer(ctx, actor, in.ID, func(tx runner) (row customerRow, err error) {
		if err := tx.get(ctx, &row, updateCustomer, in.ID, nil, nil, s.now()); err != nil {
			return row, err
		}
		_, err = tx.exec(ctx, endSessions, in.ID)
		return row, err
	})
}

func (s *Store) changeCustomer(ctx context.Context, actor shop.Actor, id string,
	change func(runner) (customerRow, error)) (shop.Customer, error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.Customer{}, err
	}
	if !isUUID(id) {
		return shop.Customer{}, shop.Unknown("Customer")
	}
	var row customerRow
	err := s.inTxOf(ctx, actor, func(tx runner) (err error) {
		row, err = change(tx)
		if noRows(err) {
			return shop.Unknown("Customer")
		}
		if err != nil {
			return err
		}
		return tx.get(ctx, &row.Sessions, countSessions, id, s.now())
	})
	if err != nil {
		return shop.Customer{}, fmt.Errorf("change customer: %w", err)
	}
	return row.customer(), nil
}
