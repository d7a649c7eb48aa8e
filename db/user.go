package db

import (
	"context"
	"fmt"
	"time"

	"orrery/shop"
)

const userColumns = `u.id, u.name, u.email, u.role, u.created_at`

type userRow struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Role      string    `db:"role"`
	CreatedAt time.Time `db:"created_at"`
}

func (r userRow) user() shop.User {
	return shop.User{ID: r.ID, Name: r.Name, Email: r.Email, Role: shop.Role(r.Role), CreatedAt: r.CreatedAt}
}

var insertUser = prepared(`INSERT INTO users AS u (id, name, email, role, password_hash, created_at)
	VALUES ($1, $2, $3, $4, $5, $6) RETURNING ` + userColumns)

// CreateUser makes an account with the role user and its first session; TAKEN when the address has one. Anybody may; the
// caller has normalised the input and hashed the password.
func (s *Store) CreateUser(ctx context.Context, _ shop.Actor, in shop.UserRegisterInput, hash string,
	sessionEnd time.Time) (user shop.User, sessionID string, err error) {
	id, err := newID()
	if err != nil {
		return user, "", err
	}
	err = s.inTx(ctx, func(tx runner) error {
		var row userRow
		if err := tx.get(ctx, &row, insertUser, id, in.Name, in.Email, shop.RoleUser, hash, s.now()); err != nil {
			return refusal(err)
		}
		user = row.user()
		sessionID, err = s.insertSession(ctx, tx, user.ID, sessionEnd)
		return err
	})
	if err != nil {
		return shop.User{}, "", fmt.Errorf("create user: %w", err)
	}
	return user, sessionID, nil
}

var credentials = prepared(`SELECT ` + userColumns + `, u.password_hash FROM users u WHERE u.email = $1`)

// Credentials returns the account of an address and its password hash; NOT_FOUND when there is none. For signing in only.
func (s *Store) Credentials(ctx context.Context, _ shop.Actor, email string) (shop.User, string, error) {
	var row struct {
		userRow
		PasswordHash string `db:"password_hash"`
	}
	switch err := s.pool().get(ctx, &row, credentials, email); {
	case noRows(err):
		return shop.User{}, "", &shop.Error{Code: shop.NotFound, Message: "No account with this address"}
	case err != nil:
		return shop.User{}, "", fmt.Errorf("read credentials: %w", err)
	}
	return row.user(), row.PasswordHash, nil
}

var userByID = prepared(`SELECT ` + userColumns + ` FROM users u WHERE u.id = $1`)

// Me returns the actor's own account.
func (s *Store) Me(ctx context.Context, actor shop.Actor) (shop.User, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.User{}, err
	}
	var row userRow
	if err := s.pool().get(ctx, &row, userByID, actor.UserID); err != nil {
		return shop.User{}, fmt.Errorf("read own account: %w", err)
	}
	return row.user(), nil
}

var upsertDemoUser = prepared(`INSERT INTO users (id, name, email, role, password_hash, created_at)
	VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`)

// EnsureUser makes an account unless its address has one. Only the process itself calls it, at the start of a demo.
func (s *Store) EnsureUser(ctx context.Context, name, email string, role shop.Role, hash string) error {
	id, err := newID()
	if err != nil {
		return err
	}
	if _, err := s.pool().exec(ctx, upsertDemoUser, id, name, email, role, hash, s.now()); err != nil {
		return fmt.Errorf("create demo account: %w", err)
	}
	return nil
}
