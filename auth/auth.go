// Package auth says who is asking: passwords, tokens, sessions and the middleware that turns them into a shop.Actor.
package auth

import (
	"context"
	"crypto/rand"
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
	sealer sealer

	providers map[shop.Provider]provider
	secure    bool // browsers reach us by TLS only, so that cookies may say so

	// Proxies are believed about who has sent a request; none at first. Set them before the first request.
	Proxies Proxies
}

// New makes an Auth that signs tokens with secret, and takes those that were signed with a previous one, too. Each has at least
// MinSecret bytes.
func New(store *db.Store, secret []byte, now func() time.Time, previous ...[]byte) (*Auth, error) {
	for _, key := range append(previous, secret) {
		if len(key) < MinSecret {
			return nil, fmt.Errorf("a signing key must have at least %d bytes", MinSecret)
		}
	}
	tokens := newTokens(secret, previous, now)
	sealer, err := newSealer(tokens.signing, tokens.keys)
	if err != nil {
		return nil, fmt.Errorf("derive keys: %w", err)
	}
	return &Auth{store: store, now: now, hasher: newHasher(), tokens: tokens, sealer: sealer}, nil
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
	user, sessionID, err := a.store.Users.Create(ctx, actor, in, hash, end)
	if err != nil {
		return shop.User{}, "", err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return user, token, err
}

// Login signs in. An unknown address and a wrong password get the same answer after the same time: INVALID_CREDENTIALS.
// Whose account has a second factor gets a challenge for ConfirmLogin. Other errors: shop.Errors for the input, RATE_LIMITED.
func (a *Auth) Login(ctx context.Context, actor shop.Actor, in shop.UserLoginInput) (SignIn, error) {
	in, err := in.Normal()
	if err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAccount, in.Email); err != nil {
		return SignIn{}, err
	}
	user, hash, factor, err := a.store.Users.Credentials(ctx, actor, in.Email)
	var unknown *shop.Error
	switch {
	case errors.As(err, &unknown) && unknown.Code == shop.NotFound:
		hash = a.hasher.dummy
	case err != nil:
		return SignIn{}, err
	}
	matches, err := a.hasher.matches(ctx, in.Password, hash)
	if err != nil {
		return SignIn{}, err
	}
	if !matches || unknown != nil {
		return SignIn{}, shop.WrongCredentials()
	}
	return a.enter(ctx, actor, user, hash, factor)
}

// enter begins a session of somebody who has proven everything, or the second step of signing in. The password hash is
// that of the time of the proof.
func (a *Auth) enter(ctx context.Context, actor shop.Actor, user shop.User, known string, factor bool) (SignIn, error) {
	if factor {
		challenge, err := a.store.Users.CreateChallenge(ctx, user, known)
		return SignIn{Challenge: challenge}, err
	}
	end := a.now().Add(sessionLife)
	sessionID, err := a.store.Users.CreateSession(ctx, actor, user, known, end)
	if err != nil {
		return SignIn{}, err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return SignIn{User: &user, Token: token}, err
}

// ChangePassword gives the actor a new password and returns the account; its other sessions end. Errors: shop.Errors for the
// input, INVALID_CREDENTIALS, RATE_LIMITED.
func (a *Auth) ChangePassword(ctx context.Context, actor shop.Actor, in shop.UserPasswordChangeInput) (shop.User, error) {
	known, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return shop.User{}, err
	}
	if in, err = in.Normal(); err != nil {
		return shop.User{}, err
	}
	if err := a.confirmPassword(ctx, actor, in.CurrentPassword, known, shop.WrongPassword()); err != nil {
		return shop.User{}, err
	}
	hash, err := a.hasher.hash(ctx, in.NewPassword)
	if err != nil {
		return shop.User{}, err
	}
	return a.store.Accounts.ChangePassword(ctx, actor, in, known, hash)
}

// confirmPassword counts an attempt and refuses with wrong when the password is not that of the hash, the actor's own.
func (a *Auth) confirmPassword(ctx context.Context, actor shop.Actor, password, known string, wrong *shop.Error) error {
	if err := a.store.CountAttempt(ctx, actor, shop.PasswordChangePerAccount, actor.UserID); err != nil {
		return err
	}
	switch matches, err := a.hasher.matches(ctx, password, known); {
	case err != nil:
		return err
	case !matches:
		return wrong
	}
	return nil
}

// ResetPassword sets a new password by a link; all sessions of the account end. Errors: shop.Errors for the input,
// INVALID_TOKEN, RATE_LIMITED.
func (a *Auth) ResetPassword(ctx context.Context, actor shop.Actor, in shop.PasswordResetInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return err
	}
	hash, err := a.hasher.hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	return a.store.Accounts.ResetPassword(ctx, actor, in, hash)
}

// UndoEmailChange gives an account the address back that it had before a change, by the link that was mailed there;
// nobody knows a password of it until the returned token has set one. Errors: those of Store.UndoEmailChange.
func (a *Auth) UndoEmailChange(ctx context.Context, actor shop.Actor, in shop.EmailChangeUndoInput) (shop.UndoneEmailChange, error) {
	return a.store.Accounts.UndoEmailChange(ctx, actor, in, unknowable())
}

// MakeAdmin gives the address an account with the role admin and returns the token of a link to set its password; nobody
// knows the password that a new one has until then. Only the process itself calls it. Errors: shop.Errors for the address.
func (a *Auth) MakeAdmin(ctx context.Context, email string) (token string, err error) {
	in, err := shop.PasswordResetRequestInput{Email: email}.Normal()
	if err != nil {
		return "", err
	}
	hash, err := a.hasher.hash(ctx, rand.Text())
	if err != nil {
		return "", err
	}
	return a.store.Accounts.MakeAdmin(ctx, in.Email, hash)
}

// EnsureUser makes an account unless its address has one. Only the process itself calls it, at the start of a demo.
func (a *Auth) EnsureUser(ctx context.Context, name, email string, role shop.Role, password string) error {
	// Hashing takes longer than the rest of the start, so it is done only where it may be needed.
	var unknown *shop.Error
	if _, _, _, err := a.store.Users.Credentials(ctx, shop.Actor{}, email); !errors.As(err, &unknown) || unknown.Code != shop.NotFound {
		return err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.store.Users.Ensure(ctx, name, email, role, hash)
}
