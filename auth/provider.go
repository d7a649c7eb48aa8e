package auth

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"orrery/shop"
)

const (
	providerTimeout = 5 * time.Second // of each question to a provider
	providerAnswer  = 1 << 20         // bytes of its answer that are read
	callbackPath    = "/callback"
	// SignInPath is where the way to a provider begins, followed by its name.
	SignInPath = "/auth/"
)

var (
	errProviderAway = errors.New("the provider does not answer")
	errUnverified   = errors.New("the provider has not verified the address")
)

// ProviderSettings connect the shop to a provider.
type ProviderSettings struct {
	Provider   shop.Provider
	ID, Secret string // of the shop at the provider
	URL        string // another OpenID provider in Google's place, or another GitHub; empty: their own
}

// provider is where people prove who they are.
type provider interface {
	// address is where the browser goes.
	address(ctx context.Context, f shop.SignInFlow) (string, error)
	// identify asks whose the code is that the browser came back with.
	identify(ctx context.Context, f shop.SignInFlow, code string) (shop.Identity, error)
}

// Connect lets people sign in at providers, who send them back to the origin. Call it before the first request.
func (a *Auth) Connect(origin string, settings []ProviderSettings) error {
	at, err := url.Parse(origin)
	if err != nil {
		return fmt.Errorf("read the origin: %w", err)
	}
	a.secure = at.Scheme == "https"
	a.providers = map[shop.Provider]provider{}
	for _, s := range settings {
		if err := s.Check(); err != nil {
			return err
		}
		client := newProviderClient(s.URL)
		config := oauth2.Config{ClientID: s.ID, ClientSecret: s.Secret, RedirectURL: origin + SignInPath + string(s.Provider) + callbackPath}
		if s.Provider == shop.GitHub {
			a.providers[s.Provider] = newGitHub(client, config, s.URL)
		} else {
			a.providers[s.Provider] = &openID{client: client, config: config, issuer: cmp.Or(s.URL, "https://accounts.google.com"), now: a.now}
		}
	}
	return nil
}

// local tells whether an address is of this machine, where tests run.
func local(address string) bool {
	at, err := url.Parse(address)
	if err != nil {
		return false
	}
	host, _ := netip.ParseAddr(at.Hostname())
	return host.IsLoopback() || at.Hostname() == "localhost"
}

// Check refuses an address that secrets must not be sent to.
func (s ProviderSettings) Check() error {
	at, err := url.Parse(s.URL)
	if s.URL != "" && (err != nil || at.Host == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "" ||
		at.Scheme != "https" && (at.Scheme != "http" || !local(s.URL))) {
		return fmt.Errorf("must be an address that begins with https://, or of this machine, not %q", s.URL)
	}
	return nil
}

// newProviderClient asks the provider at an address: by TLS and in the public network, unless it is on this machine.
func newProviderClient(address string) *http.Client {
	local := local(address)
	dialer := &net.Dialer{Timeout: providerTimeout}
	if !local {
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			if to, err := netip.ParseAddrPort(address); err != nil || !shop.IsPublic(to.Addr().Unmap()) {
				return errors.New("the provider's address is not a public one")
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: providerTimeout,
		Transport: careful{local: local, next: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: providerTimeout,
			MaxResponseHeaderBytes: 16 << 10, IdleConnTimeout: time.Minute}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// careful asks by TLS, reads a bounded answer, and tells a provider that is away from one that says no.
type careful struct {
	local bool
	next  http.RoundTripper
}

func (c careful) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !c.local {
		return nil, errors.New("the provider names an address without TLS")
	}
	answer, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, errors.Join(errProviderAway, err)
	}
	if answer.StatusCode >= http.StatusInternalServerError {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("%w: status %d", errProviderAway, answer.StatusCode)
	}
	answer.Body = http.MaxBytesReader(nil, answer.Body, providerAnswer)
	return answer, nil
}

// openID is Google, or another provider of OpenID Connect 1.0.
type openID struct {
	client *http.Client
	config oauth2.Config
	issuer string
	now    func() time.Time

	asking singleflight.Group
	found  atomic.Pointer[oidc.Provider] // once it was asked
}

// discover asks the provider about itself the first time that it is needed, so that the shop starts without it.
func (o *openID) discover(ctx context.Context) (*oidc.Provider, oauth2.Config, error) {
	found, config := o.found.Load(), o.config
	if found == nil {
		asked, err, _ := o.asking.Do("", func() (any, error) {
			return oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), o.client), o.issuer)
		})
		if err != nil {
			return nil, config, fmt.Errorf("discover the provider: %w", err)
		}
		found = asked.(*oidc.Provider)
		at, err := url.Parse(found.Endpoint().AuthURL)
		if local := o.client.Transport.(careful).local; err != nil || at.Scheme != "https" && !local {
			return nil, config, errors.New("the provider sends people to an address without TLS")
		}
		o.found.Store(found)
	}
	config.Endpoint = found.Endpoint()
	config.Scopes = []string{oidc.ScopeOpenID, "email", "profile"}
	return found, config, nil
}

func (o *openID) address(ctx context.Context, f shop.SignInFlow) (string, error) {
	_, config, err := o.discover(ctx)
	if err != nil {
		return "", err
	}
	return config.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)), nil
}

func (o *openID) identify(ctx context.Context, f shop.SignInFlow, code string) (shop.Identity, error) {
	provider, config, err := o.discover(ctx)
	if err != nil {
		return shop.Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, o.client)
	granted, err := config.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return shop.Identity{}, notGranted(err)
	}
	raw, _ := granted.Extra("id_token").(string)
	// Issuer, audience, signature, its algorithm, and the time.
	token, err := provider.VerifierContext(ctx, &oidc.Config{ClientID: config.ClientID, Now: o.now}).Verify(ctx, raw)
	if err != nil {
		return shop.Identity{}, fmt.Errorf("verify the ID token: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(f.Nonce)) != 1 {
		return shop.Identity{}, errors.New("the ID token is of another sign-in")
	}
	// A token for others, too, could have been made for a sign-in there, by one of them (OpenID Connect Core, 3.1.3.7).
	// We trust none.
	if len(token.Audience) != 1 {
		return shop.Identity{}, errors.New("the ID token is for others, too")
	}
	var claims struct {
		Party    string `json:"azp"`
		Email    string `json:"email"`
		Verified bool   `json:"email_verified"`
		Name     string `json:"name"`
	}
	if err := token.Claims(&claims); err != nil {
		return shop.Identity{}, fmt.Errorf("read the ID token: %w", err)
	}
	if claims.Party != "" && claims.Party != config.ClientID {
		return shop.Identity{}, errors.New("the ID token was granted to another")
	}
	if claims.Email == "" { // providers may tell it here only (OpenID Connect, 5.4)
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(granted))
		if err != nil {
			return shop.Identity{}, fmt.Errorf("ask for the address: %w", err)
		}
		if info.Subject != token.Subject {
			return shop.Identity{}, errors.New("the address is somebody else's")
		}
		if err := info.Claims(&claims); err != nil {
			return shop.Identity{}, fmt.Errorf("read the address: %w", err)
		}
	}
	if !claims.Verified {
		return shop.Identity{}, errUnverified
	}
	return shop.Identity{Provider: shop.Google, Subject: token.Subject, Email: claims.Email, Name: claims.Name}, nil
}

// notGranted is why a code was not exchanged, without the answer's text, which is not for the log.
func notGranted(err error) error {
	var said *oauth2.RetrieveError
	if errors.As(err, &said) {
		return fmt.Errorf("exchange the code: status %d", said.Response.StatusCode)
	}
	return fmt.Errorf("exchange the code: %w", err)
}

// gitHub speaks OAuth 2.0 and has an API of its own for who somebody is.
type gitHub struct {
	client *http.Client
	config oauth2.Config
	api    string
}

func newGitHub(client *http.Client, config oauth2.Config, address string) *gitHub {
	at, api := "https://github.com", "https://api.github.com"
	if address != "" { // GitHub Enterprise Server
		at = strings.TrimSuffix(address, "/")
		api = at + "/api/v3"
	}
	config.Endpoint = oauth2.Endpoint{AuthURL: at + "/login/oauth/authorize", TokenURL: at + "/login/oauth/access_token",
		AuthStyle: oauth2.AuthStyleInParams}
	config.Scopes = []string{"read:user", "user:email"}
	return &gitHub{client, config, api}
}

func (g *gitHub) address(_ context.Context, f shop.SignInFlow) (string, error) {
	return g.config.AuthCodeURL(f.State, oauth2.S256ChallengeOption(f.Verifier)), nil
}

func (g *gitHub) identify(ctx context.Context, f shop.SignInFlow, code string) (shop.Identity, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, g.client)
	granted, err := g.config.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return shop.Identity{}, notGranted(err)
	}
	var user struct {
		ID          int64
		Login, Name string
	}
	if err := g.ask(ctx, granted, "/user", &user); err != nil {
		return shop.Identity{}, err
	}
	if user.ID == 0 {
		return shop.Identity{}, errors.New("the account has no number")
	}
	var emails []struct {
		Email             string
		Primary, Verified bool
	}
	if err := g.ask(ctx, granted, "/user/emails?per_page=100", &emails); err != nil {
		return shop.Identity{}, err
	}
	for _, e := range emails {
		if e.Primary && e.Verified {
			return shop.Identity{Provider: shop.GitHub, Subject: strconv.FormatInt(user.ID, 10), Email: e.Email,
				Name: cmp.Or(user.Name, user.Login)}, nil
		}
	}
	return shop.Identity{}, errUnverified
}

func (g *gitHub) ask(ctx context.Context, granted *oauth2.Token, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, g.api+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/vnd.github+json")
	granted.SetAuthHeader(request)
	answer, err := g.client.Do(request)
	if err != nil {
		return fmt.Errorf("ask for the account: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("ask for the account: status %d", answer.StatusCode)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	return nil
}
