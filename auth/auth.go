// Package auth authenticates callers: passwords, tokens, sessions, and the middleware that turns them into a
// shop.Actor.
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

// Auth signs users in and authenticates requests.
type Auth struct {
	store  *db.Store
	now    func() time.Time
	hasher *hasher
	tokens tokens
	sealer sealer

	providers map[shop.Provider]provider
	secure    bool // browsers connect only by TLS, so that cookies have the Secure attribute

	// Proxies are the reverse proxies whose X-Forwarded-For is trusted; none by default. Set it before the first
	// request.
	Proxies Proxies
}

// New returns an Auth that signs tokens with secret, and also accepts tokens that were signed with a previous secret.
// Each has at least MinSecret bytes.
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

// Register creates an account and signs it in. Errors: shop.Errors for the input, TAKEN, RATE_LIMITED.
func (a *Auth) Register(ctx context.Context, actor shop.Actor, in shop.UserRegisterInput) (shop.User, string, error) {
	in, err := in.Normal()
	if err != nil {
		return shop.User{}, "", err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.RegisterPerAddress, actor.Address); err != nil {
		return shop.User{}, "", err
	}
	hash, err := a.hashNew(ctx, "password", in.Password)
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

// Login signs in. An unknown address and a wrong password result in the same error after the same time:
// INVALID_CREDENTIALS. An account with a second factor gets a challenge for ConfirmLogin. Other errors: shop.Errors for
// the input, RATE_LIMITED.
func (a *Auth) Login(ctx context.Context, actor shop.Actor, in shop.UserLoginInput) (SignIn, error) {
	in, err := in.Normal()
	if err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	from := shop.LoginSubject(in.Email, actor.Address)
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAccount, from); err != nil {
		return SignIn{}, err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LoginFromAnywhere, in.Email); err != nil {
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
	return a.signIn(ctx, actor, user, hash, factor)
}

// signIn creates a session for a user who has proven the first factor, or a challenge if the account has a second one.
// currentHash is the password hash at the time of the proof.
func (a *Auth) signIn(ctx context.Context, actor shop.Actor, user shop.User, currentHash string,
	factor bool) (SignIn, error) {
	if factor {
		challenge, err := a.store.Users.CreateChallenge(ctx, user, currentHash)
		return SignIn{Challenge: challenge}, err
	}
	end := a.now().Add(sessionLife)
	sessionID, err := a.store.Users.CreateSession(ctx, actor, user, currentHash, end)
	if err != nil {
		return SignIn{}, err
	}
	token, err := a.tokens.issue(user.ID, sessionID, a.now(), end)
	return SignIn{User: &user, Token: token}, err
}

// ChangePassword sets the actor's password and returns the account; its other sessions end. Errors: shop.Errors for the
// input, INVALID_CREDENTIALS, RATE_LIMITED.
func (a *Auth) ChangePassword(ctx context.Context, actor shop.Actor,
	in shop.UserPasswordChangeInput) (shop.User, error) {
	currentHash, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return shop.User{}, err
	}
	if in, err = in.Normal(); err != nil {
		return shop.User{}, err
	}
	if err := a.confirmPassword(ctx, actor, in.CurrentPassword, currentHash, shop.WrongPassword()); err != nil {
		return shop.User{}, err
	}
	hash, err := a.hashNew(ctx, "newPassword", in.NewPassword)
	if err != nil {
		return shop.User{}, err
	}
	return a.store.Accounts.ChangePassword(ctx, actor, in, currentHash, hash)
}

// hashNew hashes a new password, and refuses one that is little more than a name of the shop.
func (a *Auth) hashNew(ctx context.Context, field, password string) (string, error) {
	settings, err := a.store.Content.Settings(ctx)
	if err == nil {
		err = settings.RefusesPassword(field, password)
	}
	if err != nil {
		return "", err
	}
	return a.hasher.hash(ctx, password)
}

// confirmPassword counts an attempt and returns wrong if the password does not match the hash, which is that of the
// actor.
func (a *Auth) confirmPassword(ctx context.Context, actor shop.Actor, password, currentHash string,
	wrong *shop.Error) error {
	if err := a.store.CountAttempt(ctx, actor, shop.PasswordChangePerAccount, actor.UserID); err != nil {
		return err
	}
	switch matches, err := a.hasher.matches(ctx, password, currentHash); {
	case err != nil:
		return err
	case !matches:
		return wrong
	}
	return nil
}

// ResetPassword sets a new password with the token of a link; all sessions of the account end. Errors: shop.Errors for
// the input, INVALID_TOKEN, RATE_LIMITED.
func (a *Auth) ResetPassword(ctx context.Context, actor shop.Actor, in shop.PasswordResetInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := a.store.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return err
	}
	hash, err := a.hashNew(ctx, "newPassword", in.NewPassword)
	if err != nil {
		return err
	}
	return a.store.Accounts.ResetPassword(ctx, actor, in, hash)
}

// UndoEmailChange restores the email address that an account had before a change, with the token of the link that was
// mailed to that address. The account has no valid password until the returned token has set one. Errors: those of
// Accounts.UndoEmailChange.
func (a *Auth) UndoEmailChange(ctx context.Context, actor shop.Actor,
	in shop.EmailChangeUndoInput) (shop.UndoneEmailChange, error) {
	return a.store.Accounts.UndoEmailChange(ctx, actor, in, unmatchableHash())
}

// MakeAdmin gives the account of the email address the role admin, creating the account if necessary, and returns the
// token of a link to set its password. A new account has a random password until then. Only this process calls it,
// never a client. Errors: shop.Errors for the address.
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

// EnsureUser creates an account unless its email address has one. Only this process calls it, at the start of a demo,
// never a client.
func (a *Auth) EnsureUser(ctx context.Context, name, email string, role shop.Role, password string) error {
	// Hashing takes longer than the rest of the start, so it is skipped if the account exists.
	var unknown *shop.Error
	if _, _, _, err := a.store.Users.Credentials(ctx, shop.Actor{}, email); !errors.As(err, &unknown) ||
		unknown.Code != shop.NotFound {
		return err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.store.Users.Ensure(ctx, name, email, role, hash)
}
