package graph_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
)

// origin is where people find the shop of these tests: behind TLS.
const origin = "https://shop.example"

// people are the accounts at the providers, by name.
type people map[string]*storage.User

func (p people) GetUserByID(id string) *storage.User         { return p[id] }
func (p people) GetUserByUsername(name string) *storage.User { return p[name] }
func (people) ExampleClientID() string                       { return storage.ServiceUserID }

func person(id, email string, verified bool) *storage.User {
	return &storage.User{ID: id, Username: id, Password: "secret", FirstName: "Ada", LastName: "Lovelace", Email: email, EmailVerified: verified}
}

// openIDProvider is a certified implementation of OpenID Connect on this machine.
type openIDProvider struct {
	t       *testing.T
	url     string
	storage *storage.Storage

	mu     sync.Mutex
	tamper func(w http.ResponseWriter, r *http.Request) bool // answers in its place where it likes
	forge  func(jwt.MapClaims) string                        // makes another ID token
}

// oneProvider is there at a time: each writes its addresses into a variable of the library, which all of them read.
var oneProvider sync.Mutex

func newOpenIDProvider(t *testing.T, accounts people) *openIDProvider {
	t.Helper()
	oneProvider.Lock()
	t.Cleanup(oneProvider.Unlock)
	p := &openIDProvider{t: t}
	before := slog.Default()
	server := httptest.NewUnstartedServer(nil)
	p.url = "http://" + server.Listener.Addr().String()
	p.storage = storage.NewStorageWithClients(accounts, map[string]*storage.Client{
		"shop": storage.WebClient("shop", "shop's secret", origin+"/auth/google/callback")})
	real := exampleop.SetupServer(p.url, p.storage, slog.New(slog.DiscardHandler), false)
	slog.SetDefault(before)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		tamper, forge := p.tamper, p.forge
		p.mu.Unlock()
		switch {
		case tamper != nil && tamper(w, r):
		case forge != nil && r.URL.Path == "/oauth/token":
			answer := httptest.NewRecorder()
			real.ServeHTTP(answer, r)
			var said map[string]any
			if err := json.Unmarshal(answer.Body.Bytes(), &said); err != nil {
				t.Error(err)
			}
			claims := jwt.MapClaims{}
			if _, _, err := jwt.NewParser().ParseUnverified(said["id_token"].(string), claims); err != nil {
				t.Error(err)
			}
			said["id_token"] = forge(claims)
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(said)
		default:
			real.ServeHTTP(w, r)
		}
	})
	server.Start()
	t.Cleanup(server.Close)
	return p
}

// sabotage changes what the provider does, until it is called with nothing.
func (p *openIDProvider) sabotage(tamper func(http.ResponseWriter, *http.Request) bool, forge func(jwt.MapClaims) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tamper, p.forge = tamper, forge
}

// sign signs claims as the provider does.
func (p *openIDProvider) sign(claims jwt.MapClaims) string {
	key, err := p.storage.SigningKey(context.Background())
	if err != nil {
		p.t.Error(err)
		return ""
	}
	return p.signWith(claims, key.Key().(*rsa.PrivateKey), key.ID())
}

func (p *openIDProvider) signWith(claims jwt.MapClaims, key any, id string) string {
	method := jwt.SigningMethod(jwt.SigningMethodRS256)
	switch key.(type) {
	case []byte:
		method = jwt.SigningMethodHS256
	case nil:
		method, key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType
	}
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = id
	text, err := token.SignedString(key)
	if err != nil {
		p.t.Error(err)
	}
	return text
}

func otherKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// signIn is what a person does at the provider's page, whose address the shop gave; it returns where the browser is sent back to.
func (p *openIDProvider) signIn(address, name string) string {
	p.t.Helper()
	browser := &http.Client{CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "shop.example" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	form, err := browser.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	text, _ := io.ReadAll(form.Body)
	_ = form.Body.Close()
	id := form.Request.URL.Query().Get("authRequestID")
	if id == "" || !bytes.Contains(text, []byte(id)) {
		p.t.Fatalf("the provider shows no form for %s: %s", address, text)
	}
	back, err := browser.PostForm(p.url+"/login/username", url.Values{"username": {name}, "password": {"secret"}, "id": {id}})
	if err != nil {
		p.t.Fatal(err)
	}
	_ = back.Body.Close()
	return back.Header.Get("Location")
}

// gitHubStandIn answers as GitHub does at its three addresses (docs.github.com: authorizing OAuth apps, users, emails), by the
// layout of GitHub Enterprise Server. A code begins with the name of the person, and is good once.
type gitHubStandIn struct {
	url       string
	mu        sync.Mutex
	challenge string // of PKCE, by the last sign-in
	emails    string // JSON in place of the verified primary address
	broken    int    // status in place of every answer
}

func newGitHubStandIn(t *testing.T) *gitHubStandIn {
	t.Helper()
	g := &gitHubStandIn{emails: `[{"email":"old@example.org","primary":false,"verified":true},{"email":"Grace@Example.org","primary":true,"verified":true}]`}
	spent := map[string]bool{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login/oauth/access_token", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
		code := r.FormValue("code")
		switch {
		case r.FormValue("client_id") != "shop" || r.FormValue("client_secret") != "shop's secret":
			_, _ = io.WriteString(w, "error=incorrect_client_credentials")
		case spent[code] || challengeOf(r.FormValue("code_verifier")) != g.challenge || r.FormValue("redirect_uri") != origin+"/auth/github/callback":
			_, _ = io.WriteString(w, "error=bad_verification_code&error_description=The+code+passed+is+incorrect+or+expired.")
		default:
			spent[code] = true
			name, _, _ := strings.Cut(code, "-")
			_, _ = io.WriteString(w, "access_token=gho_"+name+"&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer")
		}
	})
	api := func(text func() string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer gho_grace" {
				http.Error(w, `{"message":"Bad credentials"}`, http.StatusUnauthorized)
				return
			}
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = io.WriteString(w, text())
		}
	}
	mux.HandleFunc("GET /api/v3/user", api(func() string { return `{"login":"grace","id":4711,"name":null,"email":null}` }))
	mux.HandleFunc("GET /api/v3/user/emails", api(func() string { return g.emails }))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.broken != 0 {
			http.Error(w, "unicorn", g.broken)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	g.url = server.URL
	return g
}

// signIn is what a person does at GitHub; it returns where the browser is sent back to.
func (g *gitHubStandIn) signIn(t *testing.T, address, code string) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	asked := at.Query()
	if at.Path != "/login/oauth/authorize" || asked.Get("client_id") != "shop" || asked.Get("scope") != "read:user user:email" ||
		asked.Get("code_challenge_method") != "S256" {
		t.Errorf("the shop sends people to %s", address)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.challenge = asked.Get("code_challenge")
	return asked.Get("redirect_uri") + "?" + url.Values{"code": {code}, "state": {asked.Get("state")}}.Encode()
}

func (g *gitHubStandIn) set(emails string, broken int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.emails, g.broken = emails, broken
}
