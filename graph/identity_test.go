package graph_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"orrery/auth"
	"orrery/shop"
	"orrery/web"
)

const (
	exchange   = `mutation { userLoginExchange { token challenge user { name email emailVerified hasPassword } userErrors { code message } } }`
	proven     = `{ provenIdentity { provider email } }`
	link       = `mutation ($input: IdentityLinkInput!) { identityLink(input: $input) { user { identities { provider email } } userErrors { code field message } } }`
	leave      = `mutation ($input: UserDeleteInput!) { userDelete(input: $input) { deletedId userErrors { message } } }`
	unlink     = `mutation ($input: IdentityUnlinkInput!) { identityUnlink(input: $input) { user { identities { provider } } userErrors { code } } }`
	identities = `{ me { hasPassword identities { provider email } } }`
)

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// connected is a shop that is connected to both providers, at the time of the day: the provider signs by that.
type connected struct {
	*testServer
	google *openIDProvider
	gitHub *gitHubStandIn
	mux    http.Handler
}

func openConnected(t *testing.T, accounts people) *connected {
	t.Helper()
	d := &connected{testServer: newServer(t), google: newOpenIDProvider(t, accounts), gitHub: newGitHubStandIn(t)}
	d.Clock.Advance(time.Since(d.Clock.Now()))
	if err := d.auth.Connect(origin, []auth.ProviderSettings{
		{Provider: shop.Google, ID: "shop", Secret: "shop's secret", URL: d.google.url},
		{Provider: shop.GitHub, ID: "shop", Secret: "shop's secret", URL: d.gitHub.url}}); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	mux := http.NewServeMux()
	mux.Handle(auth.SignInPath, d.auth.Middleware(log, web.RefuseSignIn, web.SignIn(log, d.auth)))
	mux.Handle("/graphql", d.handler)
	d.mux = mux
	return d
}

// tab is a browser with its cookies.
type tab struct {
	d       *connected
	cookies map[string]string
}

func (d *connected) open() *tab { return &tab{d, map[string]string{}} }

// get follows a link of the shop and returns where it leads.
func (b *tab) get(path string) string {
	b.d.t.Helper()
	answer := b.send(httptest.NewRequest(http.MethodGet, strings.TrimPrefix(path, origin), nil))
	if answer.Code != http.StatusFound || answer.Header().Get("Cache-Control") != "no-store" {
		b.d.t.Errorf("%s answers %d, %v", path, answer.Code, answer.Header())
	}
	return answer.Header().Get("Location")
}

func (b *tab) send(r *http.Request) *httptest.ResponseRecorder {
	b.d.t.Helper()
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer := httptest.NewRecorder()
	b.d.mux.ServeHTTP(answer, r)
	for _, c := range answer.Result().Cookies() {
		if c.Name != "__Host-sign-in" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			b.d.t.Errorf("the shop sets %s", c)
		}
		if delete(b.cookies, c.Name); c.MaxAge > 0 {
			b.cookies[c.Name] = c.Value
		}
	}
	return answer
}

// asks is a question to the graph with the browser's cookies.
func (b *tab) asks(token, query string, variables vars) reply {
	b.d.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query, "variables": variables})
	r := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	said := reply{t: b.d.t}
	if err := json.Unmarshal(b.send(r).Body.Bytes(), &said); err != nil {
		b.d.t.Fatal(err)
	}
	return said
}

// viaGoogle goes there and back as somebody, and returns where that ends.
func (b *tab) viaGoogle(name, query string) string {
	b.d.t.Helper()
	return b.get(b.d.google.signIn(b.get("/auth/google"+query), name))
}

// problem is what the page is told, "" when there is none.
func problem(address string) string {
	at, _ := url.Parse(address)
	return at.Query().Get("problem")
}

func TestSignInByAProvider(t *testing.T) {
	d := openConnected(t, people{"ada": person("ada", "Ada@Example.org", true), "eve": person("eve", "eve@example.org", false)})
	d.must("", `{ signInProviders }`, nil).is("signInProviders", []any{"GOOGLE", "GITHUB"})

	// A new account: its address is verified, and nobody knows a password of it.
	ada := d.open()
	if to := ada.viaGoogle("ada", "?to=/cart%3Fa%3Db"); to != "/login?enter=google&to=%2Fcart%3Fa%3Db" {
		t.Fatalf("the way ends at %s", to)
	}
	r := ada.asks("", exchange, nil)
	r.is("userLoginExchange.userErrors", []any{})
	r.is("userLoginExchange.user", map[string]any{"name": "Ada Lovelace", "email": "ada@example.org", "emailVerified": true, "hasPassword": false})
	session := r.at("userLoginExchange.token").(string)
	d.must(session, identities, nil).is("me.identities", []any{map[string]any{"provider": "GOOGLE", "email": "ada@example.org"}})
	d.must(session, me, nil).is("me.email", "ada@example.org")
	ada.asks("", exchange, nil).is("userLoginExchange.userErrors.0.code", "INVALID_TOKEN") // once

	// The same identity is the same account, also when its address has changed; a browser that took none part gets nothing.
	again, other := d.open(), d.open()
	again.viaGoogle("ada", "")
	other.asks("", exchange, nil).is("userLoginExchange.userErrors.0.code", "INVALID_TOKEN")
	again.asks("", exchange, nil).is("userLoginExchange.user.email", "ada@example.org")
	if n := d.count(`SELECT count(*) FROM users WHERE email = 'ada@example.org'`); n != 1 {
		t.Errorf("%d accounts", n)
	}
	late := d.open()
	late.viaGoogle("ada", "")
	d.Clock.Advance(shop.ProvenLife)
	late.asks("", exchange, nil).is("userLoginExchange.userErrors.0.code", "INVALID_TOKEN")
	d.Clock.Advance(-shop.ProvenLife)

	// No password lets anybody in until a link to reset it has set one. Then the second step is asked for here, too.
	d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": factorPassword}}).is("userLogin.userErrors.0.code", "INVALID_CREDENTIALS")
	d.must(session, unlink, vars{"input": vars{"provider": "GOOGLE"}}).is("identityUnlink.userErrors.0.code", "NOT_ALLOWED")
	for _, guess := range []string{"", factorPassword} { // nor can anything be proven by one
		d.must(session, leave, vars{"input": vars{"password": guess}}).is("userDelete.userErrors.0.message", shop.PasswordFirst().Message)
		d.must(session, changePass, vars{"input": vars{"currentPassword": guess, "newPassword": "Rooks-Fly-2!"}}).
			is("userPasswordChange.userErrors.0.message", shop.PasswordFirst().Message)
	}
	d.reset(d.resetLink("ada@example.org"), factorPassword)
	session = d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": factorPassword}}).at("userLogin.token").(string)
	d.must(session, identities, nil).is("me.hasPassword", true)
	phone, _ := d.secondFactor(session)
	ada.viaGoogle("ada", "")
	r = ada.asks("", exchange, nil)
	r.is("userLoginExchange.token", nil)
	r.is("userLoginExchange.user", nil)
	d.confirm(r.at("userLoginExchange.challenge").(string), phone.next()).is("userLoginConfirm.user.email", "ada@example.org")

	if to := d.open().viaGoogle("eve", ""); problem(to) != "unverified" {
		t.Errorf("an address that nobody has verified ends at %s", to)
	}
	if n := d.count(`SELECT count(*) FROM users WHERE email = 'eve@example.org'`); n != 0 {
		t.Error("it has an account")
	}

	// Who is blocked stays out.
	if _, err := d.SQL.Exec(`UPDATE users SET blocked_at = now()`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`DELETE FROM second_factors`); err != nil {
		t.Fatal(err)
	}
	again.viaGoogle("ada", "")
	again.asks("", exchange, nil).is("userLoginExchange.userErrors.0.message", shop.Blocked().Message)
}

// Who has stolen a session and changed the address gets no account at a provider's word for the former one either, and
// nobody else does.
func TestAProviderGivesNoAddressThatIsReserved(t *testing.T) {
	d := openConnected(t, people{"eve": person("eve", "ada@example.org", true)})
	thief := d.customer("ada@example.org")
	link := d.changeOfAddress(thief, "ada@example.org", "eve@example.org")
	d.Clock.Advance(time.Since(d.Clock.Now())) // the provider's clock is the real one
	b := d.open()
	b.viaGoogle("eve", "")
	b.asks("", exchange, nil).is("userLoginExchange.userErrors.0.code", "NOT_ALLOWED")
	if _, code := d.undo(link); code != "" {
		t.Errorf("the link is refused: %s", code)
	}
}

func (d *connected) count(query string) (n int) {
	d.t.Helper()
	if err := d.SQL.QueryRow(query).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// Nobody takes an account over by its address; who is in it connects the provider with the password.
func TestAProviderIsConnectedInTheProfile(t *testing.T) {
	d := openConnected(t, people{"ada": person("ada", "ada@example.org", true), "bob": person("bob", "bob@example.org", true)})
	session := d.register("ada@example.org")
	b := d.open()
	b.viaGoogle("ada", "")
	r := b.asks("", exchange, nil)
	r.is("userLoginExchange.token", nil)
	r.is("userLoginExchange.userErrors.0.message", "An account with this email address already exists. Sign in with its password, then connect Google in your profile.")

	connect := func(token, password string) reply {
		return b.asks(token, link, vars{"input": vars{"password": password}})
	}
	if to := b.viaGoogle("bob", "?link=1"); to != "/profile?connect=google" {
		t.Fatalf("the way ends at %s", to)
	}
	b.asks("", exchange, nil).is("userLoginExchange.userErrors.0.code", "INVALID_TOKEN") // it was proven for something else
	b.asks(session, proven, nil).is("provenIdentity", map[string]any{"provider": "GOOGLE", "email": "bob@example.org"})
	d.must(session, proven, nil).is("provenIdentity", nil)
	connect(session, "").is("identityLink.userErrors.0.field.0", "password")
	connect(session, "guess").is("identityLink.userErrors.0.code", "INVALID_CREDENTIALS")
	connect(session, factorPassword).is("identityLink.userErrors.0.message", "Verify your email address first.")
	d.verify(session, d.verificationLink("ada@example.org"))
	if code := connect("", factorPassword).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	connect(session, factorPassword).is("identityLink.user.identities", []any{map[string]any{"provider": "GOOGLE", "email": "bob@example.org"}})
	if m := lastMail[shop.IdentityMail](d.testServer); m.To.Email != "ada@example.org" || !m.Linked || m.Provider != shop.Google {
		t.Errorf("the letter tells %+v", m)
	}
	connect(session, factorPassword).is("identityLink.userErrors.0.code", "INVALID_TOKEN")
	b.viaGoogle("bob", "")
	b.asks("", exchange, nil).is("userLoginExchange.user.email", "ada@example.org")

	b.viaGoogle("ada", "?link=1")
	connect(session, factorPassword).is("identityLink.userErrors.0.code", "NOT_ALLOWED") // one of each
	other := d.register("carol@example.org")
	d.verify(other, d.verificationLink("carol@example.org"))
	b.viaGoogle("bob", "?link=1")
	connect(other, factorPassword).is("identityLink.userErrors.0.code", "TAKEN")

	gone := d.must(session, unlink, vars{"input": vars{"provider": "GOOGLE"}})
	gone.is("identityUnlink.user.identities", []any{})
	if m := lastMail[shop.IdentityMail](d.testServer); m.Linked {
		t.Errorf("the letter tells %+v", m)
	}
	d.must(session, unlink, vars{"input": vars{"provider": "GOOGLE"}}).is("identityUnlink.userErrors.0.code", "NOT_ALLOWED")
	b.viaGoogle("bob", "")
	b.asks("", exchange, nil).is("userLoginExchange.user.email", "bob@example.org") // an account of its own now
}

// Only an answer to what this browser has begun, once and in time, counts.
func TestAnAnswerBelongsToItsBrowser(t *testing.T) {
	d := openConnected(t, people{"ada": person("ada", "ada@example.org", true)})
	begun := func() (b *tab, back string) {
		b = d.open()
		return b, d.google.signIn(b.get("/auth/google"), "ada")
	}
	with := func(address, name, value string) string {
		at, _ := url.Parse(address)
		q := at.Query()
		q.Set(name, value)
		if value == "" {
			q.Del(name)
		}
		at.RawQuery = q.Encode()
		return at.String()
	}
	for name, c := range map[string]struct {
		want string
		do   func(b *tab, back string) string
	}{
		"no state":         {"expired", func(b *tab, back string) string { return b.get(with(back, "state", "")) }},
		"a forged state":   {"expired", func(b *tab, back string) string { return b.get(with(back, "state", "A")) }},
		"another browser":  {"expired", func(_ *tab, back string) string { return d.open().get(back) }},
		"another sign-in":  {"expired", func(_ *tab, back string) string { b, _ := begun(); return b.get(back) }},
		"another provider": {"expired", func(b *tab, back string) string { return b.get(strings.Replace(back, "google", "github", 1)) }},
		"another code":     {"invalid", func(b *tab, back string) string { return b.get(with(back, "code", "A")) }},
		"no code":          {"invalid", func(b *tab, back string) string { return b.get(with(back, "code", "")) }},
		"somebody else's": {"invalid", func(b *tab, back string) string {
			_, other := begun()
			return b.get(with(back, "code", query(other, "code")))
		}},
		"it was refused":    {"denied", func(b *tab, back string) string { return b.get(with(back, "error", "access_denied")) }},
		"it failed":         {"invalid", func(b *tab, back string) string { return b.get(with(back, "error", "server_error")) }},
		"an unknown one":    {"off", func(b *tab, _ string) string { return b.get("/auth/facebook") }},
		"one of its answer": {"off", func(b *tab, _ string) string { return b.get("/auth/facebook/callback?code=a&state=b") }},
		"replayed": {"expired", func(b *tab, back string) string {
			cookie := b.cookies["__Host-sign-in"]
			if to := b.get(back); problem(to) != "" {
				t.Errorf("the first time ends at %s", to)
			}
			b.cookies["__Host-sign-in"] = cookie
			return b.get(back)
		}},
		"under the name of http": {"expired", func(b *tab, back string) string {
			b.cookies = map[string]string{"sign-in": b.cookies["__Host-sign-in"]}
			return b.get(back)
		}},
		"too late": {"expired", func(b *tab, back string) string {
			d.Clock.Advance(shop.SignInLife)
			defer d.Clock.Advance(-shop.SignInLife)
			return b.get(back)
		}},
	} {
		b, back := begun()
		if to := c.do(b, back); problem(to) != c.want || !strings.HasPrefix(to, "/login?") {
			t.Errorf("%s ends at %s, want %s", name, to, c.want)
		}
	}

	// Nobody is led to another site in the end.
	for _, to := range []string{"https://evil.example/", "//evil.example", "/\\evil.example", "/%09/evil.example", "/\t/evil.example", "evil", "javascript:alert(1)",
		"/" + strings.Repeat("a", 2000), "http:/profile", "///evil.example"} {
		if end := d.open().viaGoogle("ada", "?to="+url.QueryEscape(to)); end != "/login?enter=google" && end != "/login?enter=google&to=%2F%2509%2Fevil.example" {
			t.Errorf("%q is kept: %s", to, end)
		}
	}

	// A stranger begins a bounded number of times. What nobody came back for is swept.
	for range shop.SignInPerAddress.Max {
		d.open().get("/auth/google")
	}
	if to := d.open().get("/auth/google"); problem(to) != "crowded" {
		t.Errorf("one time too many leads to %s", to)
	}
	d.Clock.Advance(shop.SignInLife)
	if err := d.Store.Ops.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := d.count(`SELECT (SELECT count(*) FROM sign_ins) + (SELECT count(*) FROM proven_identities)`); n != 0 {
		t.Errorf("%d are left", n)
	}
}

func query(address, name string) string {
	at, _ := url.Parse(address)
	return at.Query().Get(name)
}

// What the provider says is believed only when it is signed by it, for us, for this sign-in and for now.
func TestWhatAProviderSaysIsVerified(t *testing.T) {
	d := openConnected(t, people{"ada": person("ada", "ada@example.org", true)})
	p, stranger := d.google, otherKey(t)
	changed := func(name string, value any) func(jwt.MapClaims) string {
		return func(c jwt.MapClaims) string {
			c[name] = value
			return p.sign(c)
		}
	}
	answers := func(path string, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != path {
				return false
			}
			answer(w, r)
			return true
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", code) }
	}
	text := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(text))
		}
	}
	for name, c := range map[string]struct {
		want   string
		tamper func(http.ResponseWriter, *http.Request) bool
		forge  func(jwt.MapClaims) string
	}{
		"as it is":                       {"", nil, p.sign},
		"another nonce":                  {"invalid", nil, changed("nonce", "another")},
		"no nonce":                       {"invalid", nil, changed("nonce", "")},
		"of long ago":                    {"invalid", nil, changed("exp", time.Now().Add(-time.Minute).Unix())},
		"for another":                    {"invalid", nil, changed("aud", "another")},
		"for us alone, in a list":        {"", nil, changed("aud", []string{"shop"})},
		"for an untrusted one beside us": {"invalid", nil, changed("aud", []string{"shop", "another"})},
		"for an untrusted one beside us, granted to us": {"invalid", nil, func(c jwt.MapClaims) string {
			c["aud"], c["azp"] = []string{"shop", "another"}, "shop"
			return p.sign(c)
		}},
		"granted to us":      {"", nil, changed("azp", "shop")},
		"granted to another": {"invalid", nil, changed("azp", "another")},
		"of another":         {"invalid", nil, changed("iss", "https://accounts.google.com")},
		"unsigned":           {"invalid", nil, func(c jwt.MapClaims) string { return p.signWith(c, nil, "") }},
		"a secret's":         {"invalid", nil, func(c jwt.MapClaims) string { return p.signWith(c, []byte("shop's secret"), "") }},
		"a stranger's":       {"invalid", nil, func(c jwt.MapClaims) string { return p.signWith(c, stranger, "stranger") }},
		"in its name": {"invalid", nil, func(c jwt.MapClaims) string {
			key, _ := p.storage.SigningKey(t.Context())
			return p.signWith(c, stranger, key.ID())
		}},
		"no token": {"invalid", nil, func(jwt.MapClaims) string { return "" }},
		"unverified": {"unverified", nil, func(c jwt.MapClaims) string {
			c["email"], c["email_verified"] = "ada@example.org", false
			return p.sign(c)
		}},
		"silent on that": {"unverified", nil, func(c jwt.MapClaims) string {
			c["email"] = "ada@example.org"
			delete(c, "email_verified")
			return p.sign(c)
		}},
		"another's address": {"invalid", answers("/userinfo", text(`{"sub":"bob","email":"bob@example.org","email_verified":true}`)), nil},
		"no address":        {"invalid", answers("/userinfo", text(`{"sub":"ada","email":"ada","email_verified":true}`)), nil},
		"broken":            {"unreachable", answers("/oauth/token", status(http.StatusBadGateway)), nil},
		"garbage":           {"invalid", answers("/oauth/token", text(`{"access_token":`)), nil},
		"endless": {"invalid", answers("/oauth/token", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"access_token":"a","token_type":"Bearer","id_token":"%s"}`, strings.Repeat("a", 2<<20))
		}), nil},
		"led elsewhere": {"invalid", answers("/oauth/token", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}), nil},
		"cut off": {"unreachable", answers("/oauth/token", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), nil},
	} {
		p.sabotage(nil, nil)
		b := d.open()
		back := p.signIn(b.get("/auth/google"), "ada")
		p.sabotage(c.tamper, c.forge)
		if to := b.get(back); problem(to) != c.want {
			t.Errorf("%s ends at %s, want %q", name, to, c.want)
		}
	}
}

// A provider that is away, slow or senseless keeps nobody from anything but itself, and comes back by itself.
func TestAProviderThatIsAway(t *testing.T) {
	d := openConnected(t, people{"ada": person("ada", "ada@example.org", true)})
	slow := make(chan struct{})
	t.Cleanup(func() { close(slow) })
	for name, c := range map[string]struct {
		want   string
		answer http.HandlerFunc
	}{
		"broken":    {"unreachable", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusServiceUnavailable) }},
		"senseless": {"invalid", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }},
		"another's": {"invalid", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"issuer":"https://accounts.google.com"}`))
		}},
		"silent": {"unreachable", func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-slow:
			case <-r.Context().Done():
			}
		}},
	} {
		d.google.sabotage(func(w http.ResponseWriter, r *http.Request) bool { c.answer(w, r); return true }, nil)
		began := time.Now()
		if to := d.open().get("/auth/google?link=1"); problem(to) != c.want || !strings.HasPrefix(to, "/profile?") {
			t.Errorf("%s ends at %s, want %s", name, to, c.want)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
	}
	d.google.sabotage(nil, nil)
	if to := d.open().viaGoogle("ada", ""); problem(to) != "" {
		t.Errorf("after that it ends at %s", to)
	}
}

func TestSignInByGitHub(t *testing.T) {
	d := openConnected(t, people{})
	there := func(code string) (b *tab, to string) {
		b = d.open()
		return b, b.get(d.gitHub.signIn(t, b.get("/auth/github"), code))
	}
	b, to := there("grace")
	if to != "/login?enter=github" {
		t.Fatalf("the way ends at %s", to)
	}
	r := b.asks("", exchange, nil)
	r.is("userLoginExchange.user.name", "grace") // who tells no name goes by that of the account
	r.is("userLoginExchange.user.email", "grace@example.org")
	d.must(r.at("userLoginExchange.token").(string), identities, nil).is("me.identities.0.provider", "GITHUB")
	own := d.gitHub.emails
	for name, c := range map[string]struct {
		want, code, emails string
		broken             int
	}{
		"the same account": {"", "grace-2", own, 0},
		"a code of before": {"invalid", "grace", own, 0},
		"another's token":  {"invalid", "mallory", own, 0},
		"unverified":       {"unverified", "grace-3", `[{"email":"grace@example.org","primary":true,"verified":false},{"email":"a@example.org","primary":false,"verified":true}]`, 0},
		"no address":       {"unverified", "grace-4", `[]`, 0},
		"senseless":        {"invalid", "grace-5", `{"message":"Not Found"}`, 0},
		"away":             {"unreachable", "grace-6", own, http.StatusBadGateway},
	} {
		b := d.open()
		back := d.gitHub.signIn(t, b.get("/auth/github"), c.code)
		d.gitHub.set(c.emails, c.broken)
		if to := b.get(back); problem(to) != c.want {
			t.Errorf("%s ends at %s, want %s", name, to, c.want)
		}
		d.gitHub.set(own, 0)
	}
	if n := d.count(`SELECT count(*) FROM identities`); n != 1 {
		t.Errorf("%d identities", n)
	}
}
