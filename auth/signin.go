package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"slices"
	"time"

	"golang.org/x/oauth2"

	"orrery/shop"
)

// maxCallbackValue is the maximum length of a cookie or code that a browser returns from a provider, in bytes.
const maxCallbackValue = 4096

// Providers returns the providers with which users can sign in.
func (a *Auth) Providers() []shop.Provider {
	return slices.DeleteFunc(shop.Providers(), func(p shop.Provider) bool { return a.providers[p] == nil })
}

// cookieName returns the name of the sign-in cookie. With TLS it has the prefix __Host-: no other site, not even a
// sibling domain, can set such a cookie.
func (a *Auth) cookieName() string {
	if a.secure {
		return "__Host-sign-in"
	}
	return "sign-in"
}

// Cookie returns the cookie that binds a sign-in by a provider to the browser in which it began. An empty secret
// deletes the cookie.
func (a *Auth) Cookie(secret string, life time.Duration) *http.Cookie {
	age := int(life / time.Second)
	if secret == "" {
		age = -1
	}
	return &http.Cookie{Name: a.cookieName(), Value: secret, Path: "/", MaxAge: age, Secure: a.secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
}

func (a *Auth) browser(r *http.Request) string {
	cookie, err := r.Cookie(a.cookieName())
	if err != nil || len(cookie.Value) > maxCallbackValue {
		return ""
	}
	return cookie.Value
}

func browser(ctx context.Context) string {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c.browser
}

// Refused is the error of a sign-in by a provider. Problem is for the user, Cause for the log.
type Refused struct {
	Problem shop.SignInProblem
	Cause   error
}

func (e *Refused) Error() string { return "sign in by a provider: " + string(e.Problem) }

func (e *Refused) Unwrap() error { return e.Cause }

// refused converts an error to Refused; fallback is the problem for unknown errors.
func refused(err error, fallback shop.SignInProblem) error {
	var known *shop.Error
	problem := fallback
	switch {
	case errors.Is(err, errProviderAway), errors.Is(err, context.DeadlineExceeded):
		problem = shop.SignInUnreachable
	case errors.Is(err, errUnverified):
		problem = shop.SignInUnverified
	case errors.As(err, &known) && known.Code == shop.RateLimited:
		problem = shop.SignInCrowded
	case errors.As(err, &known) && known.Code == shop.InvalidToken:
		problem = shop.SignInExpired
	}
	return &Refused{problem, err}
}

// BeginSignIn returns the URL at which a browser signs in at a provider, and the secret that it must return with within
// shop.SignInLife. Errors: Refused.
func (a *Auth) BeginSignIn(ctx context.Context, actor shop.Actor, p shop.Provider, back string,
	link bool) (address, secret string, err error) {
	provider := a.providers[p]
	if provider == nil {
		return "", "", &Refused{Problem: shop.SignInOff}
	}
	if err := a.store.CountAttempt(ctx, actor, shop.SignInPerAddress, actor.Address); err != nil {
		return "", "", refused(err, shop.SignInFailed)
	}
	flow := shop.SignInFlow{Provider: p, State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		Back: shop.SafePath(back), Link: link}
	if address, err = provider.address(ctx, flow); err != nil {
		return "", "", refused(err, shop.SignInInvalid)
	}
	secret = rand.Text()
	if err := a.store.Users.BeginSignIn(ctx, actor, secret, flow); err != nil {
		return "", "", refused(err, shop.SignInFailed)
	}
	return address, secret, nil
}

// Answer holds the parameters with which a browser returns from a provider (RFC 6749, 4.1.2).
type Answer struct {
	State, Code string
	Failure     string // the provider's error, such as access_denied
}

// EndSignIn queries the provider for the identity of the answer, and returns a new secret with which the browser can
// call ExchangeLogin or LinkIdentity. The flow that the browser began is consumed in any case, and returned if it is
// known. Errors: Refused.
func (a *Auth) EndSignIn(ctx context.Context, actor shop.Actor, p shop.Provider,
	answer Answer) (f shop.SignInFlow, secret string, err error) {
	provider := a.providers[p]
	if provider == nil {
		return f, "", &Refused{Problem: shop.SignInOff}
	}
	if f, err = a.store.Users.TakeSignIn(ctx, actor, browser(ctx)); err != nil {
		return f, "", refused(err, shop.SignInFailed)
	}
	switch {
	case f.Provider != p, subtle.ConstantTimeCompare([]byte(f.State), []byte(answer.State)) != 1:
		return f, "", &Refused{Problem: shop.SignInExpired}
	case answer.Failure == "access_denied":
		return f, "", &Refused{Problem: shop.SignInDenied}
	case answer.Failure != "", answer.Code == "", len(answer.Code) > maxCallbackValue:
		return f, "", &Refused{shop.SignInInvalid, errors.New("the provider has sent no code")}
	}
	identity, err := provider.identify(ctx, f, answer.Code)
	if err != nil {
		return f, "", refused(err, shop.SignInInvalid)
	}
	if identity, err = identity.Normal(); err != nil {
		return f, "", refused(err, shop.SignInInvalid)
	}
	secret = rand.Text()
	if err := a.store.Users.KeepProven(ctx, actor, secret, identity, f.Link); err != nil {
		return f, "", refused(err, shop.SignInFailed)
	}
	return f, secret, nil
}

// ExchangeLogin signs in the user who has just proven an identity in this browser, once; an account with a second
// factor gets a challenge, as after a password. Errors: INVALID_TOKEN, NOT_ALLOWED if the address has an account that
// the identity is not linked to or the account is blocked, RATE_LIMITED.
func (a *Auth) ExchangeLogin(ctx context.Context, actor shop.Actor) (SignIn, error) {
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	user, currentHash, factor, err := a.store.Users.EnterProven(ctx, actor, browser(ctx), unmatchableHash())
	if err != nil {
		return SignIn{}, err
	}
	return a.signIn(ctx, actor, user, currentHash, factor)
}

// ProvenIdentity returns the identity that LinkIdentity would link, or nil.
func (a *Auth) ProvenIdentity(ctx context.Context, actor shop.Actor) (*shop.Identity, error) {
	return a.store.Users.ProvenIdentity(ctx, actor, browser(ctx))
}

// LinkIdentity links the identity that was proven in this browser to the actor's account for signing in. Errors:
// shop.Errors for the input, INVALID_TOKEN, INVALID_CREDENTIALS, NOT_ALLOWED, TAKEN, RATE_LIMITED.
func (a *Auth) LinkIdentity(ctx context.Context, actor shop.Actor, in shop.IdentityLinkInput) error {
	currentHash, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return err
	}
	if in, err = in.Normal(); err != nil {
		return err
	}
	if err := a.confirmPassword(ctx, actor, in.Password, currentHash, shop.NotThePassword()); err != nil {
		return err
	}
	return a.store.Users.LinkProven(ctx, actor, browser(ctx), currentHash)
}
