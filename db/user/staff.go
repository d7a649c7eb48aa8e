package user

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// permissionColumns are the columns of permissions, for users AS u.
const permissionColumns = `u.role, (SELECT r.scopes FROM staff_roles r WHERE r.id = u.staff_role_id) AS scopes,
	coalesce((SELECT r.needs_factor FROM staff_roles r WHERE r.id = u.staff_role_id), false) AS needs_factor`

// permissions are what an account may do.
type permissions struct {
	Role        string         `db:"role"`
	Scopes      pq.StringArray `db:"scopes"`
	NeedsFactor bool           `db:"needs_factor"`
}

// scopes returns the scopes of the staff role; none for administrators, who need none.
func (p permissions) scopes() []shop.Scope {
	if p.Role == string(shop.RoleAdmin) {
		return nil
	}
	return scopesOf(p.Scopes)
}

// needsFactor reports whether the permissions require a second factor.
func (s *Store) needsFactor(p permissions) bool {
	if p.Role == string(shop.RoleAdmin) {
		return s.db.AdminFactor
	}
	return p.NeedsFactor
}

func scopesOf(names []string) []shop.Scope {
	scopes := make([]shop.Scope, len(names))
	for i, name := range names {
		scopes[i] = shop.Scope(name)
	}
	return scopes
}

func scopeNames(scopes []shop.Scope) pq.StringArray {
	names := make(pq.StringArray, len(scopes))
	for i, scope := range scopes {
		names[i] = string(scope)
	}
	return names
}

// roleColumns are the columns of a roleRow, for staff_roles AS r.
const roleColumns = `r.id, r.name, r.scopes, r.needs_factor, r.created_at,
	(SELECT count(*) FROM users p WHERE p.staff_role_id = r.id) AS people`

type roleRow struct {
	ID          string         `db:"id" json:"id"`
	Name        string         `db:"name" json:"name"`
	Scopes      pq.StringArray `db:"scopes" json:"scopes"`
	NeedsFactor bool           `db:"needs_factor" json:"needs_factor"`
	CreatedAt   time.Time      `db:"created_at" json:"created_at"`
	People      int            `db:"people" json:"people"`
}

func (r roleRow) role() shop.StaffRole {
	return shop.StaffRole{ID: r.ID, Name: r.Name, Scopes: scopesOf(r.Scopes), NeedsFactor: r.NeedsFactor,
		CreatedAt: r.CreatedAt, People: r.People}
}

var (
	allRoles   = pg.Prepared(`SELECT ` + roleColumns + ` FROM staff_roles r ORDER BY lower(r.name)`)
	insertRole = pg.Prepared(`INSERT INTO staff_roles AS r (id, name, scopes, needs_factor, created_at)
		SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM staff_roles) < $6 RETURNING ` + roleColumns)
	updateRole = pg.Changing(base.SessionsTopic, `UPDATE staff_roles AS r SET name = coalesce($2, r.name),
		scopes = coalesce($3, r.scopes), needs_factor = coalesce($4, r.needs_factor) WHERE r.id = $1
		RETURNING `+roleColumns)
	deleteRole = pg.Prepared(`DELETE FROM staff_roles WHERE id = $1`)
	shareRole  = pg.Prepared(`SELECT true FROM staff_roles WHERE id = $1 FOR KEY SHARE`)
	assignRole = pg.Changing(base.SessionsTopic, `UPDATE users SET staff_role_id = $2 WHERE id = $1`)
	// What was offered before is no way back to a role that an account has lost.
	deleteInvitationsOf = pg.Prepared(`DELETE FROM staff_invitations
		WHERE email = (SELECT email FROM users WHERE id = $1)`)
)

// StaffRoles returns all staff roles by name. The actor must be an administrator.
func (s *Store) StaffRoles(ctx context.Context, actor shop.Actor) ([]shop.StaffRole, error) {
	if err := actor.NeedAdmin(); err != nil {
		return nil, err
	}
	var rows []roleRow
	if err := s.db.Pool().Select(ctx, &rows, allRoles); err != nil {
		return nil, fmt.Errorf("read staff roles: %w", err)
	}
	roles := make([]shop.StaffRole, len(rows))
	for i, r := range rows {
		roles[i] = r.role()
	}
	return roles, nil
}

// CreateStaffRole creates a role. The actor must be an administrator. Errors: shop.Errors for the input, TAKEN,
// NOT_ALLOWED when there are too many.
func (s *Store) CreateStaffRole(
	ctx context.Context, actor shop.Actor, in shop.StaffRoleCreateInput,
) (role shop.StaffRole, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return role, err
	}
	if in, err = in.Normal(); err != nil {
		return role, err
	}
	id, err := pg.NewID()
	if err != nil {
		return role, err
	}
	var row roleRow
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, insertRole, id, in.Name, scopeNames(in.Scopes), in.NeedsFactor, s.db.Now(),
			shop.MaxStaffRoles); {
		case pg.NoRows(err):
			return shop.TooManyStaffRoles()
		case err != nil:
			return base.Refusal(err)
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventStaffRoleCreated, id))
	})
	if err != nil {
		return role, fmt.Errorf("create staff role: %w", err)
	}
	return row.role(), nil
}

// UpdateStaffRole changes a role; the permissions of its people change immediately. The actor must be an administrator.
// Errors: shop.Errors for the input, NOT_FOUND, TAKEN.
func (s *Store) UpdateStaffRole(
	ctx context.Context, actor shop.Actor, in shop.StaffRoleUpdateInput,
) (shop.StaffRole, error) {
	refusal := actor.NeedAdmin()
	if refusal == nil {
		in, refusal = in.Normal()
	}
	var scopes any
	if in.Scopes != nil {
		scopes = scopeNames(in.Scopes)
	}
	row, err := base.ChangeOne[roleRow](ctx, s.db, actor, refusal, updateRole, "Role", in.ID,
		func(r roleRow) shop.Event { return shop.Happened(shop.EventStaffRoleChanged, r.ID) },
		in.Name, scopes, in.NeedsFactor)
	return row.role(), err
}

// DeleteStaffRole deletes a role that no account has, and its invitations. The actor must be an administrator. Errors:
// NOT_FOUND, NOT_ALLOWED when an account has the role.
func (s *Store) DeleteStaffRole(ctx context.Context, actor shop.Actor, in shop.StaffDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.NeedAdmin(), deleteRole, "Role", in.ID,
		shop.Happened(shop.EventStaffRoleDeleted, in.ID))
}

// AssignStaffRole gives an account a staff role, or takes it away. The account's permissions change immediately. The
// actor must be an administrator. Errors: NOT_FOUND, NOT_ALLOWED for an administrator's account, FORBIDDEN when the
// actor is not an administrator any more.
func (s *Store) AssignStaffRole(
	ctx context.Context, actor shop.Actor, in shop.StaffRoleAssignInput,
) (shop.Customer, error) {
	assign := func(tx pg.Querier, account shop.Customer) error {
		if in.RoleID != nil {
			if err := account.MayHaveRole(); err != nil {
				return err
			}
			if err := s.holdRole(ctx, tx, *in.RoleID); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, assignRole, in.AccountID, in.RoleID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteInvitationsOf, in.AccountID); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventUserChanged, in.AccountID))
	}
	return s.changeCustomer(ctx, actor, actor.NeedAdmin(), "accountId", in.AccountID, assign)
}

// holdRole keeps a role from being deleted until the end of the transaction; NOT_FOUND when there is none.
func (s *Store) holdRole(ctx context.Context, tx pg.Querier, id string) error {
	if !pg.IsUUID(id) {
		return shop.UnknownStaffRole()
	}
	var exists bool
	err := tx.Get(ctx, &exists, shareRole, id)
	if pg.NoRows(err) {
		return shop.UnknownStaffRole()
	}
	return err
}
