package user

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// invitationColumns are the columns of an invitationRow, for staff_invitations AS i.
const invitationColumns = `i.id, i.email, i.created_at, i.expires_at,
	(SELECT to_jsonb(s) FROM (SELECT ` + roleColumns + ` FROM staff_roles r WHERE r.id = i.role_id) s) AS role`

// inviterIsAdmin is the condition that the inviting account may still do so.
const inviterIsAdmin = `EXISTS (SELECT FROM users a WHERE a.id = i.inviter_id AND a.role = 'admin'
	AND a.blocked_at IS NULL)`

var (
	openInvitations = pg.Prepared(`SELECT ` + invitationColumns + ` FROM staff_invitations i
		ORDER BY i.email LIMIT $1`)
	addressIsAdmin   = pg.Prepared(`SELECT EXISTS (SELECT FROM users WHERE email = $1 AND role = 'admin')`)
	upsertInvitation = pg.Prepared(`INSERT INTO staff_invitations AS i
			(id, email, role_id, created_at, expires_at, inviter_id)
		SELECT $1, $2, $3, $4, $5, $7 WHERE (SELECT count(*) FROM staff_invitations WHERE email <> $2) < $6
		ON CONFLICT (email) DO UPDATE SET role_id = excluded.role_id, created_at = excluded.created_at,
			expires_at = excluded.expires_at, inviter_id = excluded.inviter_id, hash = NULL
		RETURNING ` + invitationColumns)
	deleteInvitation  = pg.Prepared(`DELETE FROM staff_invitations WHERE id = $1`)
	setInvitationHash = pg.Prepared(`UPDATE staff_invitations SET hash = $2 WHERE id = $1 AND expires_at > $3`)
	invitationByHash  = pg.Prepared(`SELECT i.email, r.name AS role_name, r.needs_factor,
			EXISTS (SELECT FROM users u WHERE u.email = i.email) AS has_account
		FROM staff_invitations i JOIN staff_roles r ON r.id = i.role_id WHERE i.hash = $1 AND i.expires_at > $2
			AND ` + inviterIsAdmin)
	// The role is locked before the invitation, as when it is deleted.
	shareInvitedRole = pg.Prepared(`SELECT true FROM staff_invitations i JOIN staff_roles r ON r.id = i.role_id
		WHERE i.hash = $1 FOR KEY SHARE OF r`)
	takeInvitation = pg.Prepared(`DELETE FROM staff_invitations i WHERE i.hash = $1 AND i.expires_at > $2
		AND ` + inviterIsAdmin + ` RETURNING email, role_id`)
	acceptRole = pg.Changing(base.SessionsTopic, `UPDATE users
		SET staff_role_id = $2, email_verified_at = coalesce(email_verified_at, $3) WHERE id = $1`)
	insertInvited = pg.Named(invitedRow{}, `INSERT INTO users AS u
		(id, name, email, role, password_hash, created_at, email_verified_at, staff_role_id)
		VALUES (:id, :name, :email, :role, :password_hash, :created_at, :created_at, :staff_role_id)
		RETURNING `+Columns)
)

type invitationRow struct {
	ID        string           `db:"id"`
	Email     string           `db:"email"`
	Role      pg.JSON[roleRow] `db:"role"`
	CreatedAt time.Time        `db:"created_at"`
	ExpiresAt time.Time        `db:"expires_at"`
}

func (r invitationRow) invitation() shop.StaffInvitation {
	return shop.StaffInvitation{ID: r.ID, Email: r.Email, Role: r.Role.V.role(), CreatedAt: r.CreatedAt,
		ExpiresAt: r.ExpiresAt}
}

type invitedRow struct {
	accountRow
	StaffRoleID string `db:"staff_role_id"`
}

// StaffInvitations returns the invitations that nobody has accepted yet. The actor must be an administrator.
func (s *Store) StaffInvitations(ctx context.Context, actor shop.Actor) ([]shop.StaffInvitation, error) {
	if err := actor.NeedAdmin(); err != nil {
		return nil, err
	}
	var rows []invitationRow
	if err := s.db.Pool().Select(ctx, &rows, openInvitations, shop.MaxStaffInvitations); err != nil {
		return nil, fmt.Errorf("read staff invitations: %w", err)
	}
	invitations := make([]shop.StaffInvitation, len(rows))
	for i, r := range rows {
		invitations[i] = r.invitation()
	}
	return invitations, nil
}

// InviteStaff mails an invitation to a staff role; it replaces an open one to the address, whose links stop working.
// The actor must be an administrator. Errors: shop.Errors for the input, NOT_FOUND for the role, NOT_ALLOWED,
// RATE_LIMITED.
func (s *Store) InviteStaff(
	ctx context.Context, actor shop.Actor, in shop.StaffInviteInput,
) (invitation shop.StaffInvitation, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return invitation, err
	}
	if in, err = in.Normal(); err != nil {
		return invitation, err
	}
	id, err := pg.NewID()
	if err != nil {
		return invitation, err
	}
	var row invitationRow
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if err := s.holdRole(ctx, tx, in.RoleID); err != nil {
			return err
		}
		var isAdmin bool
		switch err := tx.Get(ctx, &isAdmin, addressIsAdmin, in.Email); {
		case err != nil:
			return err
		case isAdmin:
			return shop.AlreadyAdministrator()
		}
		now := s.db.Now()
		switch err := tx.Get(ctx, &row, upsertInvitation, id, in.Email, in.RoleID, now,
			now.Add(shop.StaffInvitationLife), shop.MaxStaffInvitations, actor.UserID); {
		case pg.NoRows(err):
			return shop.TooManyInvitations()
		case err != nil:
			return err
		}
		within, err := s.db.EnqueueWithin(ctx, tx, shop.StaffInvitationMail{To: shop.Recipient{Email: row.Email},
			InvitationID: row.ID, RoleName: row.Role.V.Name})
		if err == nil && !within {
			err = shop.MailsPerAddress.Exceeded(shop.MailsPerAddress.Window)
		}
		return err
	})
	if err != nil {
		return invitation, fmt.Errorf("invite staff: %w", err)
	}
	return row.invitation(), nil
}

// RevokeStaffInvitation deletes an invitation, whose link stops working. The actor must be an administrator.
func (s *Store) RevokeStaffInvitation(ctx context.Context, actor shop.Actor, in shop.StaffDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.NeedAdmin(), deleteInvitation, "Invitation", in.ID)
}

// IssueInvitationLink returns a new token for the link of an invitation, which invalidates the previous one. It returns
// false when the invitation was accepted or revoked.
func (s *Store) IssueInvitationLink(ctx context.Context, id string) (token string, send bool, err error) {
	token, hash := base.NewToken()
	n, err := s.db.Pool().Exec(ctx, setInvitationHash, id, hash, s.db.Now())
	if err != nil {
		return "", false, fmt.Errorf("issue the link of an invitation: %w", err)
	}
	return token, n == 1, nil
}

// InvitationOffer returns the invitation of a link; INVALID_TOKEN when the link is not valid any more. Any client that
// has the link may call it.
func (s *Store) InvitationOffer(
	ctx context.Context, _ shop.Actor, token string,
) (offer shop.StaffInvitationOffer, err error) {
	var row struct {
		Email       string `db:"email"`
		RoleName    string `db:"role_name"`
		NeedsFactor bool   `db:"needs_factor"`
		HasAccount  bool   `db:"has_account"`
	}
	switch err := s.db.Pool().Get(ctx, &row, invitationByHash, base.HashToken(token), s.db.Now()); {
	case pg.NoRows(err):
		return offer, shop.BadLink()
	case err != nil:
		return offer, fmt.Errorf("read an invitation: %w", err)
	}
	return shop.StaffInvitationOffer(row), nil
}

// AcceptInvitation consumes an invitation and gives its role to the actor's account, which must have the invited
// address. Errors: INVALID_TOKEN, NOT_ALLOWED.
func (s *Store) AcceptInvitation(
	ctx context.Context, actor shop.Actor, in shop.StaffInvitationAcceptInput,
) (user shop.User, err error) {
	if err := actor.NeedUser(); err != nil {
		return user, err
	}
	err = s.consumeInvitation(ctx, actor, in.Token, func(tx pg.Querier, email, roleID string) error {
		account, err := s.Lock(ctx, tx, actor.UserID)
		switch {
		case err != nil:
			return err
		case account.Email != email:
			return shop.InvitedOther(email)
		case account.Role == shop.RoleAdmin:
			return shop.AlreadyAdministrator()
		}
		if _, err := tx.Exec(ctx, acceptRole, account.ID, roleID, s.db.Now()); err != nil {
			return err
		}
		if user, err = s.ByID(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventUserChanged, account.ID))
	})
	return user, err
}

// CreateInvited consumes an invitation and creates an account for the invited address, with the invited role and its
// first session. Any visitor who has the link may call it; the caller has normalised the input and hashed the password.
// Errors: INVALID_TOKEN, NOT_ALLOWED when the address has an account.
func (s *Store) CreateInvited(
	ctx context.Context, actor shop.Actor, token, name, hash string, sessionEnd time.Time,
) (user shop.User, sessionID string, err error) {
	id, err := pg.NewID()
	if err != nil {
		return user, "", err
	}
	by := shop.Actor{UserID: id, Address: actor.Address, Agent: actor.Agent}
	err = s.consumeInvitation(ctx, by, token, func(tx pg.Querier, email, roleID string) error {
		row := invitedRow{s.newAccount(id, name, email, shop.RoleUser, hash), roleID}
		if err := tx.Get(ctx, &row, insertInvited, insertInvited.Args(row)...); err != nil {
			if pg.Violated(err) == "users_email_key" {
				return shop.InvitedHasAccount()
			}
			return err
		}
		user = row.User()
		switch free, err := s.EmailFree(ctx, tx, id, email); {
		case err != nil:
			return err
		case !free:
			return shop.EmailTaken("token")
		}
		if err := s.JoinPreOrders(ctx, tx, id, email); err != nil {
			return err
		}
		if sessionID, err = s.insertSession(ctx, tx, actor, id, sessionEnd); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventUserRegistered, id))
	})
	return user, sessionID, err
}

// consumeInvitation deletes an invitation and runs do in the same transaction, which is in the audit log of the account
// that accepts.
func (s *Store) consumeInvitation(
	ctx context.Context, by shop.Actor, token string, do func(tx pg.Querier, email, roleID string) error,
) error {
	err := s.db.InAuditedTx(ctx, by, func(tx pg.Querier) error {
		var exists bool
		var taken struct {
			Email  string `db:"email"`
			RoleID string `db:"role_id"`
		}
		err := tx.Get(ctx, &exists, shareInvitedRole, base.HashToken(token))
		if err == nil {
			err = tx.Get(ctx, &taken, takeInvitation, base.HashToken(token), s.db.Now())
		}
		switch {
		case pg.NoRows(err):
			return shop.BadLink()
		case err != nil:
			return err
		}
		return do(tx, taken.Email, taken.RoleID)
	})
	if err != nil {
		return fmt.Errorf("accept an invitation: %w", err)
	}
	return nil
}
