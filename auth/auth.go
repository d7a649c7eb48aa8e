// Package auth says who is asking: passwords, tokens, sessions and the middleware that turns them into a shop.Actor.
package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orrery/db"
	"orrery/shop"
)

// sessionLife is how long a session lasts without a new sign-in.
const sessionLife = 30 * 24 * time.Hour

// Auth signs people in and recognises them.
type Auth struct {
	store  *db.Store
	now    func() time.Time
	hasher *hasher
	tokens tokens
}

// New makes an Auth that signs tokens with secret, of at least MinSecret bytes.
func New(store *db.Store, secret []byte, now func() time.Time) (*Auth, error) {
	if len(secret) < MinSecret {
		return nil, fmt.Errorf("the signing key must have at least %d bytes", MinSecret)
	}
	h, err := newHasher()
	if err != nil {
		return nil, err
	}
	return &Auth{store, now, h, newTokens(secret, now)}, nil
}

// Register makes an account and signs it in. Errors: shop.Errors for the input, TAKEN, RATE_LIMITED.
func (a *Auth) Register(ctx context.Context, actor shop.Actor, in shop.UserRegisterInput) (shop.User, string, error) {
	in, err := in.Normal()
	if err != nil {
		return shop.User{}, "", err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.RegisterPerAddress, actor.Address); err != nil {
		return shop.User{}, "", err
	}
	hash, err := a.hasher.hash(ctx, in.Password)
	if err != nil {
		return shop.User{}, "", err
	}
	end := a.now().Add(sessionLife)
	user, sessionID, err := a.store.CreateUser(ctx, actor, in, hash, end)
	if err != nil {
		return shop.User{}, "", err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return user, token, err
}

// Login signs in. An unknown address and a wrong password get the same answer after the same time: INVALID_CREDENTIALS.
// Other errors: shop.Errors for the input, RATE_LIMITED.
func (a *Auth) Login(ctx context.Context, actor shop.Actor, in shop.UserLoginInput) (shop.User, string, error) {
	in, err := in.Normal()
	if err != nil {
		return shop.User{}, "", err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return shop.User{}, "", err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAccount, in.Email); err != nil {
		return shop.User{}, "", err
	}
	user, hash, err := a.store.Credentials(ctx, actor, in.Email)
	var unknown *shop.Error
	switch {
	case errors.As(err, &unknown) && unknown.Code == shop.NotFound:
		hash = a.hasher.dummy
	case err != nil:
		return shop.User{}, "", err
	}
	matches, err := a.hasher.matches(ctx, in.Password, hash)
	if err != nil {
		return shop.User{}, "", err
	}
	if !matches || unknown != nil {
		return shop.User{}, "", shop.WrongCredentials()
	}
	end := a.now().Add(sessionLife)
	sessionID, err := a.store.CreateSession(ctx, actor, user, end)
	if err != nil {
		return shop.User{}, "", err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return user, token, err
}

// EnsureUser makes an account unless its address has one. Only the process itself calls it, at the start of a demo.
func (a *Auth) EnsureUser(ctx context.Context, name, email string, role shop.Role, password string) error {
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.store.EnsureUser(ctx, name, email, role, hash)
}
