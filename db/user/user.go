package user

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Columns are the selected columns of users AS u.
const Columns = `u.id, u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.pending_email,
	u.created_at, u.passwordless, ` + permissionColumns

// Row is a row of Columns.
type Row struct {
	ID            string  `db:"id"`
	Name          string  `db:"name"`
	Email         string  `db:"email"`
	EmailVerified bool    `db:"email_verified"`
	PendingEmail  *string `db:"pending_email"`
	permissions
	CreatedAt    time.Time `db:"created_at"`
	Passwordless bool      `db:"passwordless"`
}

// User returns the row as a shop.User.
func (r Row) User() shop.User {
	return shop.User{ID: r.ID, Name: r.Name, Email: r.Email, EmailVerified: r.EmailVerified,
		PendingEmail: r.PendingEmail, Role: shop.Role(r.Role), Scopes: r.scopes(), NeedsFactor: r.NeedsFactor,
		CreatedAt: r.CreatedAt, Passwordless: r.Passwordless}
}

// accountRow is a row of users with what a sign-in verifies.
type accountRow struct {
	Row
	PasswordHash string `db:"password_hash"`
	SecondFactor bool   `db:"second_factor"`
}

// newAccount returns the row of a new account.
func (s *Store) newAccount(id, name, email string, role shop.Role, hash string) accountRow {
	return accountRow{PasswordHash: hash,
		Row: Row{ID: id, Name: name, Email: email, permissions: permissions{Role: string(role)}, CreatedAt: s.db.Now()}}
}

var insertUser = pg.Named(accountRow{}, `INSERT INTO users AS u `+
	pg.Values(`id, name, email, role, password_hash, created_at`)+` RETURNING `+Columns)

// Create creates an account with the role user and its first session, and queues the verification of its address;
// TAKEN when the address already has an account or is reserved. Any visitor may call it; the caller has normalised
// the input and hashed the password.
func (s *Store) Create(
	ctx context.Context, actor shop.Actor, in shop.UserRegisterInput, hash string, sessionEnd time.Time,
) (user shop.User, sessionID string, err error) {
	id, err := pg.NewID()
	if err != nil {
		return user, "", err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		row := s.newAccount(id, in.Name, in.Email, shop.RoleUser, hash)
		if err := tx.Get(ctx, &row, insertUser, insertUser.Args(row)...); err != nil {
			return base.Refusal(err)
		}
		user = row.User()
		switch free, err := s.EmailFree(ctx, tx, user.ID, user.Email); {
		case err != nil:
			return err
		case !free:
			return shop.EmailTaken("email")
		}
		if sessionID, err = s.insertSession(ctx, tx, actor, user.ID, sessionEnd); err != nil {
			return err
		}
		if err := s.db.Publish(ctx, tx, shop.Happened(shop.EventUserRegistered, user.ID)); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, shop.VerificationMail{UserID: user.ID})
	})
	if err != nil {
		return shop.User{}, "", fmt.Errorf("create user: %w", err)
	}
	return user, sessionID, nil
}

var credentials = pg.Prepared(`SELECT ` + Columns + `, u.password_hash,
	EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor
	FROM users u WHERE u.email = $1`)

// Credentials returns the account with an address, its password hash and whether it has a second factor; NOT_FOUND
// when there is no such account. It must only be used for signing in.
func (s *Store) Credentials(
	ctx context.Context, _ shop.Actor, email string,
) (user shop.User, hash string, factor bool, err error) {
	var row accountRow
	switch err := s.db.Pool().Get(ctx, &row, credentials, email); {
	case pg.NoRows(err):
		return shop.User{}, "", false, &shop.Error{Code: shop.NotFound, Message: "No account with this email address"}
	case err != nil:
		return shop.User{}, "", false, fmt.Errorf("read credentials: %w", err)
	}
	return row.User(), row.PasswordHash, row.SecondFactor, nil
}

var userByID = pg.Prepared(`SELECT ` + Columns + ` FROM users u WHERE u.id = $1`)

// Me returns the actor's own account.
func (s *Store) Me(ctx context.Context, actor shop.Actor) (shop.User, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.User{}, err
	}
	var row Row
	if err := s.db.Pool().Get(ctx, &row, userByID, actor.UserID); err != nil {
		return shop.User{}, fmt.Errorf("read own account: %w", err)
	}
	return row.User(), nil
}

var (
	updateUser = pg.Prepared(`UPDATE users AS u SET name = coalesce($2, u.name), pending_email = $3 WHERE u.id = $1
		RETURNING ` + Columns)
	emailTaken = pg.Prepared(`SELECT EXISTS (SELECT FROM users WHERE email = $1)`)
)

// Update changes the actor's name immediately. A new address takes effect when the link that is sent to it is opened;
// the current address is notified. Errors: shop.Errors for the input, TAKEN, RATE_LIMITED.
func (s *Store) Update(ctx context.Context, actor shop.Actor, in shop.UserUpdateInput) (shop.User, error) {
	user, err := s.Me(ctx, actor)
	if err != nil {
		return shop.User{}, err
	}
	if in, err = in.Normal(); err != nil {
		return shop.User{}, err
	}
	if in.Moves(user) {
		// The result reveals whether an address has an account, as registration does, so the same limit applies.
		if err := s.db.CountAttempt(ctx, actor, shop.RegisterPerAddress, actor.Address); err != nil {
			return shop.User{}, err
		}
		if err := s.db.CountAttempt(ctx, actor, shop.VerificationPerAccount, user.ID); err != nil {
			return shop.User{}, err
		}
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		user, err = s.updateUser(ctx, tx, actor, in)
		return err
	})
	if err != nil {
		return shop.User{}, fmt.Errorf("update user: %w", err)
	}
	return user, nil
}

func (s *Store) updateUser(
	ctx context.Context, tx pg.Querier, actor shop.Actor, in shop.UserUpdateInput,
) (shop.User, error) {
	var row Row
	if err := tx.Get(ctx, &row, lockUser, actor.UserID); err != nil {
		return shop.User{}, err
	}
	before := row.User()
	pending := before.PendingEmail
	switch {
	case in.Moves(before):
		pending = in.Email
		var taken bool
		if err := tx.Get(ctx, &taken, emailTaken, *in.Email); err != nil {
			return shop.User{}, err
		}
		free, err := s.EmailFree(ctx, tx, actor.UserID, *in.Email)
		if err != nil {
			return shop.User{}, err
		}
		if taken || !free {
			return shop.User{}, shop.EmailTaken("email")
		}
		to := shop.Recipient{Name: before.Name, Email: before.Email}
		if err := s.db.Enqueue(ctx, tx, shop.EmailChangeMail{To: to, At: s.db.Now()}); err != nil {
			return shop.User{}, err
		}
		if err := s.db.Enqueue(ctx, tx, shop.VerificationMail{UserID: before.ID}); err != nil {
			return shop.User{}, err
		}
	case in.Email != nil:
		pending = nil
	}
	if err := tx.Get(ctx, &row, updateUser, actor.UserID, in.Name, pending); err != nil {
		return shop.User{}, err
	}
	return row.User(), nil
}

var upsertDemoUser = pg.Named(accountRow{}, `INSERT INTO users
	(id, name, email, role, password_hash, created_at, email_verified_at)
	VALUES (:id, :name, :email, :role, :password_hash, :created_at, :created_at) ON CONFLICT (email) DO NOTHING`)

// Ensure creates an account with a verified address unless the address has one. It must only be called by the process
// itself, at the start of a demo.
func (s *Store) Ensure(ctx context.Context, name, email string, role shop.Role, hash string) error {
	id, err := pg.NewID()
	if err != nil {
		return err
	}
	row := s.newAccount(id, name, email, role, hash)
	if _, err := s.db.Pool().Exec(ctx, upsertDemoUser, upsertDemoUser.Args(row)...); err != nil {
		return fmt.Errorf("create demo account: %w", err)
	}
	return nil
}

// EmailFree reports whether an address is not reserved for another account that gave it up so recently that the
// change may still be undone. It must be called after the address was written: the write waits for a concurrent
// transaction that gives the address up, so its change is visible by then.
func (s *Store) EmailFree(ctx context.Context, tx pg.Querier, userID, email string) (bool, error) {
	var reserved bool
	err := tx.Get(ctx, &reserved, emailReserved, email, userID, s.db.Now())
	return !reserved, err
}

var lockUser = pg.Prepared(`SELECT ` + Columns + ` FROM users u WHERE u.id = $1 FOR NO KEY UPDATE`)

// Pre-orders are always locked in this order to avoid deadlocks.
var joinPreOrders = pg.Prepared(`UPDATE preorders SET user_id = $1 WHERE id IN (SELECT id FROM preorders
		WHERE user_id IS NULL AND email = $2 ORDER BY created_at, id FOR UPDATE)`)

// A former address stays reserved for its account as long as the change can be undone.
var emailReserved = pg.Prepared(`SELECT EXISTS (SELECT FROM email_changes
	WHERE email = $1 AND user_id <> $2 AND undone_at IS NULL AND expires_at > $3)`)

// ByID returns the user with an id. It reads with r, which may be a transaction.
func (s *Store) ByID(ctx context.Context, r pg.Querier, id string) (shop.User, error) {
	var row Row
	err := r.Get(ctx, &row, userByID, id)
	return row.User(), err
}

// JoinPreOrders assigns the pre-orders that visitors placed with an address to the account that has verified the
// address.
func (s *Store) JoinPreOrders(ctx context.Context, tx pg.Querier, userID, email string) error {
	_, err := tx.Exec(ctx, joinPreOrders, userID, email)
	return err
}

// Lock returns the user with an id and locks the account until the end of the transaction.
func (s *Store) Lock(ctx context.Context, tx pg.Querier, id string) (shop.User, error) {
	var row Row
	err := tx.Get(ctx, &row, lockUser, id)
	return row.User(), err
}
