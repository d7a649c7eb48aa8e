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

// maxAnswer bounds what a browser may bring back from a provider, in bytes.
const maxAnswer = 4096

// Providers are those that people can sign in at.
func (a *Auth) Providers() []shop.Provider {
	return slices.DeleteFunc(shop.Providers(), func(p shop.Provider) bool { return a.providers[p] == nil })
}

// cookieName begins with __Host- behind TLS: no other site, not even one of a neighbouring name, can set that.
func (a *Auth) cookieName() string {
	if a.secure {
		return "__Host-sign-in"
	}
	return "sign-in"
}

// Cookie binds a sign-in by a provider to the browser in which it was begun. An empty secret takes it away.
func (a *Auth) Cookie(secret string, life time.Duration) *http.Cookie {
	age := int(life / time.Second)
	if secret == "" {
		age = -1
	}
	return &http.Cookie{Name: a.cookieName(), Value: secret, Path: "/", MaxAge: age, Secure: a.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

func (a *Auth) browser(r *http.Request) string {
	cookie, err := r.Cookie(a.cookieName())
	if err != nil || len(cookie.Value) > maxAnswer {
		return ""
	}
	return cookie.Value
}

func browser(ctx context.Context) string {
	who, _ := ctx.Value(askingKey{}).(asking)
	return who.browser
}

// Refused is why somebody comes back from a provider with nothing; Cause is for the log.
type Refused struct {
	Problem shop.SignInProblem
	Cause   error
}

func (e *Refused) Error() string { return "sign in by a provider: " + string(e.Problem) }

func (e *Refused) Unwrap() error { return e.Cause }

// refused finds the problem for an error; otherwise is for those that say nothing.
func refused(err error, otherwise shop.SignInProblem) error {
	var known *shop.Error
	problem := otherwise
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

// BeginSignIn returns where a browser goes to sign in at a provider, and the secret that it has to come back with within
// shop.SignInLife. Errors: Refused.
func (a *Auth) BeginSignIn(ctx context.Context, actor shop.Actor, p shop.Provider, back string, link bool) (address, secret string, err error) {
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

// Answer is what a browser brings back from a provider (RFC 6749, 4.1.2).
type Answer struct {
	State, Code string
	Failure     string // the provider's error, such as access_denied
}

// EndSignIn asks the provider whose the answer is, and returns a new secret by which the browser can ExchangeLogin, or else LinkIdentity.
// What the browser has begun is used up in any case, and returned as far as it is known. Errors: Refused.
func (a *Auth) EndSignIn(ctx context.Context, actor shop.Actor, p shop.Provider, answer Answer) (f shop.SignInFlow, secret string, err error) {
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
	case answer.Failure != "", answer.Code == "", len(answer.Code) > maxAnswer:
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

// ExchangeLogin signs in whoever has just proven an identity in this browser, once; whose account has a second factor gets a challenge,
// as after a password. Errors: INVALID_TOKEN, NOT_ALLOWED when the address has an account that the identity is not linked to, or the account
// is blocked, RATE_LIMITED.
func (a *Auth) ExchangeLogin(ctx context.Context, actor shop.Actor) (SignIn, error) {
	if err := a.store.CountAttempt(ctx, actor, shop.LoginPerAddress, actor.Address); err != nil {
		return SignIn{}, err
	}
	user, known, factor, err := a.store.Users.EnterProven(ctx, actor, browser(ctx), unknowable())
	if err != nil {
		return SignIn{}, err
	}
	return a.enter(ctx, actor, user, known, factor)
}

// ProvenIdentity returns what LinkIdentity would link; nil when there is nothing.
func (a *Auth) ProvenIdentity(ctx context.Context, actor shop.Actor) (*shop.Identity, error) {
	return a.store.Users.ProvenIdentity(ctx, actor, browser(ctx))
}

// LinkIdentity lets the actor sign in by the identity that was proven in this browser. Errors: shop.Errors for the input, INVALID_TOKEN,
// INVALID_CREDENTIALS, NOT_ALLOWED, TAKEN, RATE_LIMITED.
func (a *Auth) LinkIdentity(ctx context.Context, actor shop.Actor, in shop.IdentityLinkInput) error {
	known, err := a.store.Accounts.PasswordHash(ctx, actor)
	if err != nil {
		return err
	}
	if in, err = in.Normal(); err != nil {
		return err
	}
	if err := a.confirmPassword(ctx, actor, in.Password, known, shop.NotThePassword()); err != nil {
		return err
	}
	return a.store.Users.LinkProven(ctx, actor, browser(ctx))
}
