package user

import (
	"context"
	"fmt"
	"slices"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// customerColumns are the selected columns of users AS u for administrators.
const customerColumns = `u.id, u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.role,
	u.created_at, u.blocked_at, u.was_staff,
	(SELECT to_jsonb(s) FROM (SELECT ` + roleColumns + ` FROM staff_roles r
		WHERE r.id = u.staff_role_id) s) AS staff_role`

var customerByID = pg.Prepared(`SELECT ` + customerColumns + `,
		(SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expires_at > $2) AS sessions
	FROM users u WHERE u.id = $1`)

var (
	lockCustomer = pg.Prepared(`SELECT ` + customerColumns + `, 0 AS sessions FROM users u WHERE u.id = $1
		FOR UPDATE OF u`)
	updateCustomer = pg.Changing(base.SessionsTopic, `UPDATE users AS u SET role = coalesce($2, u.role),
			staff_role_id = CASE WHEN $2 = 'admin' THEN NULL ELSE u.staff_role_id END,
			blocked_at = CASE WHEN $3::boolean IS NULL THEN u.blocked_at WHEN $3 THEN coalesce(u.blocked_at, $4) END
		WHERE u.id = $1`)
)

// customerRow is a row of customerColumns.
type customerRow struct {
	ID            string     `db:"id"`
	Name          string     `db:"name"`
	Email         string     `db:"email"`
	EmailVerified bool       `db:"email_verified"`
	Role          string     `db:"role"`
	CreatedAt     time.Time  `db:"created_at"`
	BlockedAt     *time.Time `db:"blocked_at"`
	WasStaff      bool       `db:"was_staff"`
	Sessions      int        `db:"sessions"`

	StaffRole pg.JSON[*roleRow] `db:"staff_role"`
}

// customer returns the row as a shop.Customer.
func (r customerRow) customer() shop.Customer {
	c := shop.Customer{ID: r.ID, Name: r.Name, Email: r.Email, EmailVerified: r.EmailVerified,
		Role: shop.Role(r.Role), CreatedAt: r.CreatedAt, BlockedAt: r.BlockedAt, WasStaff: r.WasStaff,
		Sessions: r.Sessions}
	if r.StaffRole.V != nil && c.Role != shop.RoleAdmin {
		c.StaffRole = new(r.StaffRole.V.role())
	}
	return c
}

var (
	customerIDs = pg.IDs[shop.Customer]{
		Column: "u.id", Kind: "uuid", Of: func(c shop.Customer) string { return c.ID },
	}
	registeredAt  = func(c shop.Customer) time.Time { return c.CreatedAt }
	customerSorts = map[shop.CustomerSort]pg.Sort[shop.Customer]{
		shop.CustomersNewest: pg.ByTime("u.created_at", true, registeredAt),
		shop.CustomersOldest: pg.ByTime("u.created_at", false, registeredAt),
		shop.CustomersName:   pg.ByText("u.name", func(c shop.Customer) string { return c.Name }),
	}
)

// customersListing returns the query for the accounts that match the filter, if the actor may list them.
func customersListing(actor shop.Actor, filter shop.CustomerFilter) (pg.List, error) {
	l := pg.List{From: "users u"}
	if err := actor.Need(shop.ReadCustomers); err != nil {
		return l, err
	}
	search, err := shop.Searched(filter.Search)
	l.AndContains("lower(u.name) || ' ' || u.email", search)
	pg.AndIf(&l, "u.role = %s", filter.Role)
	const isStaff = "(u.role = 'admin' OR u.staff_role_id IS NOT NULL)" // as in the index of staff
	switch {
	case filter.Staff == nil:
	case *filter.Staff:
		l.Where(isStaff)
	default:
		l.Where("NOT " + isStaff)
	}
	return l, err
}

// Customer returns an account. Requires ReadCustomers.
func (s *Store) Customer(ctx context.Context, actor shop.Actor, id string) (shop.Customer, error) {
	if err := actor.Need(shop.ReadCustomers); err != nil {
		return shop.Customer{}, err
	}
	if !pg.IsUUID(id) {
		return shop.Customer{}, shop.Unknown("Customer")
	}
	var row customerRow
	switch err := s.db.Pool().Get(ctx, &row, customerByID, id, s.db.Now()); {
	case pg.NoRows(err):
		return shop.Customer{}, shop.Unknown("Customer")
	case err != nil:
		return shop.Customer{}, fmt.Errorf("read customer: %w", err)
	}
	return row.customer(), nil
}

// Customers returns a page of the accounts. Requires ReadCustomers.
func (s *Store) Customers(
	ctx context.Context, actor shop.Actor, filter shop.CustomerFilter, sort shop.CustomerSort, args shop.PageArgs,
) (shop.Page[shop.Customer], error) {
	l, err := customersListing(actor, filter)
	if err != nil {
		return shop.Page[shop.Customer]{}, err
	}
	columns := customerColumns + `, (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expires_at > ` +
		l.Value(s.db.Now()) + `) AS sessions`
	return pg.ReadList(ctx, s.db.DB, columns, l, customerSorts[sort], customerIDs,
		args.In("customers", string(sort)), pg.Each(customerRow.customer))
}

// UpdateCustomer changes an account's role, or blocks or unblocks it; a blocked user is signed out everywhere. Requires
// WriteCustomers; only administrators may change the role, and the accounts of present and former administrators and
// staff. Errors: shop.Errors for the input, FORBIDDEN when the actor is not an administrator any more.
func (s *Store) UpdateCustomer(
	ctx context.Context, actor shop.Actor, in shop.CustomerUpdateInput,
) (shop.Customer, error) {
	refusal := actor.Need(shop.WriteCustomers)
	if refusal == nil {
		refusal = in.Check(actor)
	}
	return s.changeCustomer(ctx, actor, refusal, "id", in.ID, func(tx pg.Querier, _ shop.Customer) error {
		if _, err := tx.Exec(ctx, updateCustomer, in.ID, in.Role, in.Blocked, s.db.Now()); err != nil {
			return err
		}
		if in.Blocked != nil && *in.Blocked {
			if err := s.EndSessions(ctx, tx, in.ID); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, deleteInvitationsOf, in.ID); err != nil {
				return err
			}
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventUserChanged, in.ID))
	})
}

// EndCustomerSessions ends all sessions of an account, and sign-ins that wait for their second step. Requires
// WriteCustomers; only administrators may end those of present and former administrators and staff.
func (s *Store) EndCustomerSessions(
	ctx context.Context, actor shop.Actor, in shop.CustomerSessionsEndInput,
) (shop.Customer, error) {
	return s.changeCustomer(ctx, actor, actor.Need(shop.WriteCustomers), "id", in.ID,
		func(tx pg.Querier, _ shop.Customer) error {
			return s.EndSessions(ctx, tx, in.ID)
		})
}

// stillAdmin locks all administrators, so that at least one remains when several take the role from each other
// concurrently, and returns an error if the actor is not an administrator any more.
func (s *Store) stillAdmin(ctx context.Context, tx pg.Querier, actor shop.Actor) error {
	var admins []string
	if err := tx.Select(ctx, &admins, lockAdmins); err != nil {
		return err
	}
	if !slices.Contains(admins, actor.UserID) {
		return shop.Actor{UserID: actor.UserID, Role: shop.RoleUser}.NeedAdmin()
	}
	return nil
}

// changeCustomer runs change with an account, which it locks, and returns it as it is then. field is the field of the
// input that holds its ID. A caller whose actor is not authorised passes the error as authErr.
func (s *Store) changeCustomer(
	ctx context.Context, actor shop.Actor, authErr error, field, id string,
	change func(pg.Querier, shop.Customer) error,
) (shop.Customer, error) {
	if authErr != nil {
		return shop.Customer{}, authErr
	}
	if !pg.IsUUID(id) {
		return shop.Customer{}, shop.UnknownIn(field, "Customer")
	}
	var row customerRow
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if actor.Role == shop.RoleAdmin {
			if err := s.stillAdmin(ctx, tx, actor); err != nil {
				return err
			}
		}
		switch err := tx.Get(ctx, &row, lockCustomer, id); {
		case pg.NoRows(err):
			return shop.UnknownIn(field, "Customer")
		case err != nil:
			return err
		}
		if err := row.customer().MayBeChangedBy(actor); err != nil {
			return err
		}
		if err := change(tx, row.customer()); err != nil {
			return err
		}
		row = customerRow{}
		return tx.Get(ctx, &row, customerByID, id, s.db.Now())
	})
	if err != nil {
		return shop.Customer{}, fmt.Errorf("change customer: %w", err)
	}
	return row.customer(), nil
}

var lockAdmins = pg.Prepared(`SELECT id FROM users WHERE role = 'admin' AND blocked_at IS NULL
	ORDER BY id FOR UPDATE`)

// ExportCustomers calls do with every account that matches, newest first, without the number of its sessions.
// Requires ReadCustomers.
func (s *Store) ExportCustomers(
	ctx context.Context, actor shop.Actor, filter shop.CustomerFilter, do func(shop.Customer) error,
) error {
	l, err := customersListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, customerColumns+`, 0 AS sessions`, l, customerSorts[shop.CustomersNewest],
		customerIDs, pg.Each(customerRow.customer), do)
}

// LockAdmins locks all administrators who are not blocked, and returns their ids.
func (s *Store) LockAdmins(ctx context.Context, tx pg.Querier) (ids []string, err error) {
	err = tx.Select(ctx, &ids, lockAdmins)
	return ids, err
}
