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
	providerTimeout = 5 * time.Second // for each request to a provider
	maxProviderBody = 1 << 20         // bytes of a response that are read
	callbackPath    = "/callback"
	// SignInPath, followed by the name of a provider, starts a sign-in.
	SignInPath = "/auth/"
)

var (
	errProviderAway = errors.New("the provider does not answer")
	errUnverified   = errors.New("the provider has not verified the address")
)

// ProviderSettings configures an identity provider.
type ProviderSettings struct {
	Provider   shop.Provider
	ID, Secret string // client credentials of the shop at the provider
	URL        string // another OpenID provider in place of Google, or a GitHub Enterprise Server; "" for the defaults
}

// provider is an identity provider.
type provider interface {
	// address returns the authorization URL to which the browser is redirected.
	address(ctx context.Context, f shop.SignInFlow) (string, error)
	// identify exchanges the code that the browser returned with for the user's identity.
	identify(ctx context.Context, f shop.SignInFlow, code string) (shop.Identity, error)
}

// Connect enables sign-in with providers, which redirect browsers back to origin. Call it before the first request.
func (a *Auth) Connect(origin string, settings []ProviderSettings) error {
	u, err := url.Parse(origin)
	if err != nil {
		return fmt.Errorf("read the origin: %w", err)
	}
	a.secure = u.Scheme == "https"
	a.providers = map[shop.Provider]provider{}
	for _, s := range settings {
		if err := s.Check(); err != nil {
			return err
		}
		client := newProviderClient(s.URL)
		config := oauth2.Config{ClientID: s.ID, ClientSecret: s.Secret,
			RedirectURL: origin + SignInPath + string(s.Provider) + callbackPath}
		if s.Provider == shop.GitHub {
			a.providers[s.Provider] = newGitHub(client, config, s.URL)
		} else {
			a.providers[s.Provider] = &openID{client: client, config: config,
				issuer: cmp.Or(s.URL, "https://accounts.google.com"), now: a.now}
		}
	}
	return nil
}

// local reports whether an address is on this machine, which tests use.
func local(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host, _ := netip.ParseAddr(u.Hostname())
	return host.IsLoopback() || u.Hostname() == "localhost"
}

// Check returns an error for a URL to which secrets must not be sent.
func (s ProviderSettings) Check() error {
	u, err := url.Parse(s.URL)
	if s.URL != "" && (err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		u.Scheme != "https" && (u.Scheme != "http" || !local(s.URL))) {
		return fmt.Errorf("must be an address that begins with https://, or of this machine, not %q", s.URL)
	}
	return nil
}

// newProviderClient returns a client for the provider at an address. It requires TLS and a public IP address, unless
// the provider is on this machine.
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
		Transport: providerTransport{local: local, next: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: providerTimeout,
			MaxResponseHeaderBytes: 16 << 10, IdleConnTimeout: time.Minute,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// providerTransport requires TLS, limits the size of responses, and marks errors of an unavailable provider with
// errProviderAway, as opposed to a refusal.
type providerTransport struct {
	local bool
	next  http.RoundTripper
}

func (c providerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !c.local {
		return nil, errors.New("the provider names an address without TLS")
	}
	response, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, errors.Join(errProviderAway, err)
	}
	if response.StatusCode >= http.StatusInternalServerError {
		_ = response.Body.Close()
		return nil, fmt.Errorf("%w: status %d", errProviderAway, response.StatusCode)
	}
	response.Body = http.MaxBytesReader(nil, response.Body, maxProviderBody)
	return response, nil
}

// openID is Google, or another provider of OpenID Connect 1.0.
type openID struct {
	client *http.Client
	config oauth2.Config
	issuer string
	now    func() time.Time

	discovering singleflight.Group
	found       atomic.Pointer[oidc.Provider] // nil until discovery has succeeded
}

// discover fetches the provider's metadata on first use, so that the shop starts without the provider.
func (o *openID) discover(ctx context.Context) (*oidc.Provider, oauth2.Config, error) {
	found, config := o.found.Load(), o.config
	if found == nil {
		result, err, _ := o.discovering.Do("", func() (any, error) {
			return oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), o.client), o.issuer)
		})
		if err != nil {
			return nil, config, fmt.Errorf("discover the provider: %w", err)
		}
		found = result.(*oidc.Provider)
		u, err := url.Parse(found.Endpoint().AuthURL)
		if local := o.client.Transport.(providerTransport).local; err != nil || u.Scheme != "https" && !local {
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
		return shop.Identity{}, exchangeError(err)
	}
	raw, _ := granted.Extra("id_token").(string)
	// Verify checks issuer, audience, signature, its algorithm, and the time.
	token, err := provider.VerifierContext(ctx, &oidc.Config{ClientID: config.ClientID, Now: o.now}).Verify(ctx, raw)
	if err != nil {
		return shop.Identity{}, fmt.Errorf("verify the ID token: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(f.Nonce)) != 1 {
		return shop.Identity{}, errors.New("the ID token is of another sign-in")
	}
	// A token with several audiences could have been issued for a sign-in at another audience and forwarded by it
	// (OpenID Connect Core, 3.1.3.7). No other audience is trusted.
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
	if claims.Email == "" { // providers may return it only here (OpenID Connect, 5.4)
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

// exchangeError returns the error of a failed code exchange without the response body, which must not be logged.
func exchangeError(err error) error {
	var retrieveError *oauth2.RetrieveError
	if errors.As(err, &retrieveError) {
		return fmt.Errorf("exchange the code: status %d", retrieveError.Response.StatusCode)
	}
	return fmt.Errorf("exchange the code: %w", err)
}

// gitHub uses OAuth 2.0 and GitHub's API to identify the user.
type gitHub struct {
	client *http.Client
	config oauth2.Config
	api    string
}

func newGitHub(client *http.Client, config oauth2.Config, address string) *gitHub {
	base, api := "https://github.com", "https://api.github.com"
	if address != "" { // GitHub Enterprise Server
		base = strings.TrimSuffix(address, "/")
		api = base + "/api/v3"
	}
	config.Endpoint = oauth2.Endpoint{AuthURL: base + "/login/oauth/authorize",
		TokenURL: base + "/login/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams}
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
		return shop.Identity{}, exchangeError(err)
	}
	var user struct {
		ID          int64
		Login, Name string
	}
	if err := g.get(ctx, granted, "/user", &user); err != nil {
		return shop.Identity{}, err
	}
	if user.ID == 0 {
		return shop.Identity{}, errors.New("the account has no number")
	}
	var emails []struct {
		Email             string
		Primary, Verified bool
	}
	if err := g.get(ctx, granted, "/user/emails?per_page=100", &emails); err != nil {
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

func (g *gitHub) get(ctx context.Context, granted *oauth2.Token, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, g.api+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/vnd.github+json")
	granted.SetAuthHeader(request)
	response, err := g.client.Do(request)
	if err != nil {
		return fmt.Errorf("ask for the account: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("ask for the account: status %d", response.StatusCode)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	return nil
}
