package agent_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"orrery/agent"
	"orrery/auth"
	"orrery/jobs"
	"orrery/shop"
)

// Each row is a forgery of a signed request; none is accepted, each for its own reason.
func TestForgedSignatures(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	victim, attacker := s.newPlatform(), s.newPlatform()
	id := victim.call("create_checkout", "", lines).textAt("id")
	// without states that a signature does not cover a component.
	without := func(name string) func(sent) {
		return func(r sent) {
			input := r.Header.Get("Signature-Input")
			changed := strings.Replace(input, `"`+name+`"`, "", 1)
			if changed == input {
				t.Errorf("%s is not covered: %s", name, input)
			}
			r.Header.Set("Signature-Input", changed)
		}
	}
	for name, row := range map[string]struct {
		forge  func(sent)
		status int
		code   string
	}{
		"no signature": {func(r sent) { r.Header.Del("Signature"); r.Header.Del("Signature-Input") }, 401, "signature_missing"},
		"no input":     {func(r sent) { r.Header.Del("Signature-Input") }, 401, "signature_missing"},
		"no value":     {func(r sent) { r.Header.Del("Signature") }, 401, "signature_missing"},
		"another label": {func(r sent) {
			r.Header.Set("Signature", "other="+strings.TrimPrefix(r.Header.Get("Signature"), "sig1="))
		}, 401, "signature_invalid"},
		"not structured": {func(r sent) { r.Header.Set("Signature-Input", "sig1=(((") }, 401, "signature_missing"},
		"an empty value": {func(r sent) { r.Header.Set("Signature", "sig1=::") }, 401, "signature_invalid"},
		"a DER encoding": {func(r sent) {
			raw, _ := base64.StdEncoding.DecodeString(strings.Trim(strings.TrimPrefix(r.Header.Get("Signature"), "sig1="), ":"))
			der := append([]byte{0x30, 0x44, 2, 32}, append(append([]byte{}, raw[:32]...), append([]byte{2, 32}, raw[32:]...)...)...)
			r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(der)+":")
		}, 401, "signature_invalid"},
		"the attacker's key": {func(r sent) {
			if err := (agent.Signer{ID: victim.signer.ID, Key: attacker.signer.Key}).SignRequest(r.Request, r.body, s.Clock.Now()); err != nil {
				t.Fatal(err)
			}
		}, 401, "signature_invalid"},
		"an unknown key": {func(r sent) {
			r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), `keyid="key-1"`, `keyid="key-9"`, 1))
		}, 401, "key_not_found"},
		"no key": {func(r sent) {
			r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), `;keyid="key-1"`, "", 1))
		}, 401, "signature_invalid"},
		"another digest":         {func(r sent) { r.Header.Set("Content-Digest", "sha-256=:AAAA:") }, 400, "digest_mismatch"},
		"a weak digest":          {func(r sent) { r.Header.Set("Content-Digest", "md5=:AAAA:") }, 400, "digest_mismatch"},
		"another media type":     {func(r sent) { r.Header.Set("Content-Type", "application/json; a=b") }, 401, "signature_invalid"},
		"an uncovered method":    {without("@method"), 401, "signature_invalid"},
		"an uncovered host":      {without("@authority"), 401, "signature_invalid"},
		"an uncovered path":      {without("@path"), 401, "signature_invalid"},
		"an uncovered agent":     {without("ucp-agent"), 401, "signature_invalid"},
		"an uncovered body":      {without("content-digest"), 401, "signature_invalid"},
		"an uncovered media":     {without("content-type"), 401, "signature_invalid"},
		"an added key":           {func(r sent) { r.Header.Set("Idempotency-Key", "added-after-signing-0001") }, 401, "signature_invalid"},
		"a component twice":      {func(r sent) { replaceInput(r, `"@method"`, `"@method" "@method"`) }, 401, "signature_invalid"},
		"a component with flags": {func(r sent) { replaceInput(r, `"@path"`, `"@path";req`) }, 401, "signature_invalid"},
		"an absent header":       {func(r sent) { replaceInput(r, `"@path"`, `"@path" "x-absent"`) }, 401, "signature_invalid"},
		"many components": {func(r sent) {
			replaceInput(r, `"@path"`, `"@path"`+strings.Repeat(` "x-many"`, 100))
		}, 401, "signature_invalid"},
		"an expired one": {func(r sent) {
			replaceInput(r, ";keyid", fmt.Sprintf(";expires=%d;keyid", s.Clock.Now().Unix()-1))
		}, 401, "signature_invalid"},
		"one of tomorrow": {func(r sent) {
			if err := victim.signer.SignRequest(r.Request, r.body, s.Clock.Now().Add(24*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}, 401, "signature_invalid"},
		"many signatures": {func(r sent) {
			var inputs, values []string
			for i := range 9 {
				inputs = append(inputs, fmt.Sprintf("sig%d=%s", i, strings.TrimPrefix(r.Header.Get("Signature-Input"), "sig1=")))
				values = append(values, fmt.Sprintf("sig%d=:AAAA:", i))
			}
			r.Header.Set("Signature-Input", strings.Join(inputs, ", "))
			r.Header.Set("Signature", strings.Join(values, ", "))
		}, 401, "signature_invalid"},
		"the attacker's profile": {func(r sent) {
			r.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", attacker.profile))
		}, 401, "signature_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			request := victim.request("update_checkout", id, lines)
			row.forge(request)
			got := s.send("update_checkout", request)
			got.t = t
			got.refused(row.status, row.code)
		})
	}

	// What was signed can't be sent elsewhere.
	signed := victim.request("cancel_checkout", id, "")
	elsewhere := s.plain("POST", "/ucp/v1/checkout-sessions/other/cancel", "")
	elsewhere.Header = signed.Header
	s.send("", elsewhere).refused(401, "signature_invalid")
	asPut := s.plain("PUT", "/ucp/v1/checkout-sessions/"+id, lines)
	asPut.Header = victim.request("complete_checkout", id, lines).Header
	s.send("", asPut).refused(401, "signature_invalid")
	withQuery := s.plain("POST", "/ucp/v1/checkout-sessions/"+id+"/cancel?a=b", "")
	withQuery.Header = signed.Header
	s.send("", withQuery).refused(401, "signature_invalid")
	body := victim.request("update_checkout", id, lines)
	changed := s.plain("PUT", "/ucp/v1/checkout-sessions/"+id, strings.Replace(lines, "2", "9", 1))
	changed.Header = body.Header
	s.send("", changed).refused(400, "digest_mismatch")
	// A request that was signed for another shop.
	other := newServer(t, options{})
	relayed := other.plain("POST", "/ucp/v1/checkout-sessions", lines)
	relayed.Header = victim.request("create_checkout", "", lines).Header
	other.send("", relayed).refused(401, "signature_invalid")

	victim.call("get_checkout", id, "").is("status", "requires_escalation")
	victim.call("get_checkout", id, "").is("line_items.0.quantity", 2)
}

func replaceInput(r sent, old, with string) {
	r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), old, with, 1))
}

// Keys of P-384 are accepted, and those that no one here can verify are named as such.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	large, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p.signer = agent.Signer{ID: "key-384", Key: large}
	p.served.body = p.document(version, "dev.ucp.shopping.cart")
	p.call("create_cart", "", lines).is("ucp.status", "success")

	rsa := s.newPlatform()
	rsa.served.body = `{"ucp": {"version": "2026-04-08", "capabilities": {"dev.ucp.shopping.cart": [{"version": "2026-04-08"}]}},
		"signing_keys": [{"kid": "key-1", "kty": "RSA", "n": "AQAB", "e": "AQAB"}]}`
	rsa.call("create_cart", "", lines).refused(400, "algorithm_unsupported")

	// A new key is found once the profile may be fetched again, a removed one is refused once the cache has expired.
	rotating := s.newPlatform()
	cart := rotating.call("create_cart", "", lines).textAt("id")
	before := *rotating
	fresh, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rotating.signer = agent.Signer{ID: "key-2", Key: fresh}
	rotating.served.set(func(o *served) { o.body = rotating.document(version, "dev.ucp.shopping.cart") })
	rotating.call("get_cart", cart, "").refused(401, "key_not_found")
	if n := rotating.served.fetched.Load(); n != 1 {
		t.Errorf("fetched %d times within a minute", n)
	}
	s.Clock.Advance(2 * time.Minute)
	rotating.call("get_cart", cart, "").is("id", cart)
	before.call("get_cart", cart, "").refused(401, "key_not_found")
}

// Carts, checkouts and orders of an agent are no other's.
func TestOtherAgents(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	owner, stranger := s.newPlatform(), s.newPlatform()
	cart := owner.call("create_cart", "", lines).textAt("id")
	checkout := owner.call("create_checkout", "", lines).textAt("id")
	if _, random, _ := strings.Cut(checkout, "_"); len(random) < 26 { // base32: 130 bits
		t.Errorf("the ID %s can be guessed", checkout)
	}
	both(t, stranger, func(_ *testing.T, p *platform) {
		for _, op := range []string{"get_cart", "cancel_cart"} {
			p.call(op, cart, "").is("messages.0.code", "not_found")
		}
		for _, op := range []string{"get_checkout", "cancel_checkout"} {
			p.call(op, checkout, "").is("messages.0.code", "not_found")
		}
		p.call("update_cart", cart, lines).is("messages.0.code", "not_found")
		p.call("update_checkout", checkout, lines).is("messages.0.code", "not_found")
		p.call("complete_checkout", checkout, `{"payment": {}}`).is("messages.0.code", "not_found")
		p.call("create_checkout", "", fmt.Sprintf(`{"cart_id": %q, "line_items": []}`, cart)).is("messages.0.code", "not_found")
		p.call("get_checkout", cart, "").is("messages.0.code", "not_found")
		p.call("get_cart", "'OR'1'='1", "").is("messages.0.code", "not_found")
	})
	owner.call("get_checkout", checkout, "").is("status", "requires_escalation")

	// An idempotency key of another agent reveals nothing.
	key := withKey("5e0a3c1e-0000-4000-8000-000000000001")
	mine := owner.call("create_cart", "", lines, key)
	if theirs := stranger.call("create_cart", "", lines, key); theirs.textAt("id") == mine.textAt("id") {
		t.Error("an idempotency key leads to another agent's cart")
	}

	// What the profile does not declare, the agent may not do.
	reader := s.platformWith("dev.ucp.shopping.catalog.search")
	for op, payload := range map[string]string{"create_cart": lines, "create_checkout": lines, "get_order": ""} {
		reader.call(op, "x", payload).is("messages.0.code", "capabilities_incompatible")
	}
	// The Store checks the scope itself.
	unsigned := shop.Actor{Platform: &shop.Platform{Profile: owner.profile}}
	if _, err := s.Store.Agents.Get(t.Context(), unsigned, shop.AgentCart, cart); !isCode(err, shop.Forbidden) {
		t.Errorf("an agent without a scope reads a cart: %v", err)
	}
	// An agent is no visitor with an account.
	signed := shop.Actor{Platform: &shop.Platform{Profile: owner.profile, Scopes: []shop.Scope{shop.PrepareCheckouts, shop.ReadPreparedOrders}}}
	if _, err := s.Store.Carts.Get(t.Context(), signed); !isCode(err, shop.Unauthenticated) {
		t.Errorf("an agent has the cart of a person: %v", err)
	}
	if _, err := s.Store.Users.Customers(t.Context(), signed, shop.CustomerFilter{}, "", shop.PageArgs{First: 1}); !isCode(err, shop.Forbidden) {
		t.Errorf("an agent reads customers: %v", err)
	}

	// A page of the web may not call the endpoint, and the profile in the arguments must be that of the header.
	foreign := owner.over(overMCP).request("get_cart", cart, "", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	s.send("", foreign).refused(403, "origin_not_allowed")
	mixed := owner.over(overMCP).request("get_cart", cart, "")
	mixed.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", stranger.profile))
	s.send("", mixed).refused(400, "invalid_profile_url")
}

// A replayed request gets the response of the first one, and changes nothing.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	first := p.request("create_checkout", "", lines, withKey("7c0a3c1e-0000-4000-8000-000000000001"))
	made := s.send("create_checkout", first)
	for range 3 {
		again := s.plain(first.Method, "/ucp/v1/checkout-sessions", lines)
		again.Header = first.Header
		if got := s.send("create_checkout", again); got.textAt("id") != made.textAt("id") {
			t.Errorf("a replay has created %s", got.textAt("id"))
		}
	}
	var count int
	if err := s.SQL.QueryRow(`SELECT count(*) FROM agent_sessions`).Scan(&count); err != nil || count != 1 {
		t.Errorf("%d checkouts: %v", count, err)
	}
}

// A profile is fetched only from where strangers may send the shop.
func TestProfilesOfTheNetwork(t *testing.T) {
	t.Parallel()
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the shop has connected") }))
	defer inside.Close()
	s := newServer(t, options{strict: true, tls: jobs.NewClient(shop.IsPublic)})
	for profile, want := range map[string]string{
		inside.URL + "/profile": "profile_unreachable", "https://localhost/": "profile_unreachable",
		"https://169.254.169.254/latest/meta-data": "profile_unreachable", "https://[::1]/": "profile_unreachable",
		"https://10.0.0.1/": "profile_unreachable", "https://[::ffff:10.0.0.1]/": "profile_unreachable",
		strings.Replace(inside.URL, "https", "http", 1): "invalid_profile_url", "file:///etc/passwd": "invalid_profile_url",
		"https://user@agent.example/": "invalid_profile_url", "//agent.example/": "invalid_profile_url",
		"https://agent.example/" + strings.Repeat("a", 2000): "invalid_profile_url",
	} {
		r := s.plain("POST", "/ucp/v1/catalog/search", `{"query": "arm"}`)
		r.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", profile))
		if got := s.send("", r); got.code != want {
			t.Errorf("%.60s: %d %s, want %s", profile, got.status, got.code, want)
		}
	}
	// TLS with a certificate that the process trusts works.
	p := s.newPlatform()
	trusted := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(p.served.body))
	}))
	defer trusted.Close()
	over := newServer(t, options{strict: true, tls: trusted.Client()})
	p.s, p.profile = over, trusted.URL+"/profile"
	p.call("search_catalog", "", `{"query": "arm"}`).is("ucp.status", "success")
}

// Twenty new profiles are normal, a thousand are an attack, which doesn't affect the agents that are known.
func TestManyProfiles(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	known := s.newPlatform()
	known.call("search_catalog", "", `{"query": "arm"}`)
	host, _, _ := strings.Cut(strings.TrimPrefix(known.profile, "http://"), "/")
	refused := 0
	for i := range 1000 {
		r := s.plain("POST", "/ucp/v1/catalog/lookup", `{"ids": ["1"]}`)
		r.Header.Set("UCP-Agent", fmt.Sprintf(`profile="http://%s/%d"`, host, i))
		switch got := s.send("lookup_catalog", r); {
		case got.status == 503 && got.code == "discovery_limited" && got.header.Get("Retry-After") != "":
			refused++
		case got.status != 200:
			t.Fatalf("profile %d: %d %s", i, got.status, got.start())
		case i >= 50:
			t.Fatalf("profile %d was fetched", i)
		}
		if i == 20 && refused > 0 {
			t.Errorf("%d of the first 20 profiles were refused", refused)
		}
	}
	if n := known.served.fetched.Load(); n > 50 {
		t.Errorf("%d profiles were fetched", n)
	}
	known.call("search_catalog", "", `{"query": "arm"}`).is("ucp.status", "success")
	s.Clock.Advance(10 * time.Second)
	s.newPlatform().call("search_catalog", "", `{"query": "arm"}`).is("ucp.status", "success")
}

// Agents are limited by the host of their profile over all networks, and networks over all agents.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{perMinute: 20})
	s.accounts.Proxies = auth.Proxies{netip.MustParsePrefix("127.0.0.0/8")}
	from := func(address string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("X-Forwarded-For", address) }
	}
	// The limit slides: it lets some more through while the requests are made.
	began := time.Now()
	check := func(who string, refused int) {
		t.Helper()
		more := int(math.Ceil(20 * time.Since(began).Minutes()))
		if refused > 10 || refused < 10-more {
			t.Errorf("%d of 30 requests of %s were refused, want 10", refused, who)
		}
		began = time.Now()
	}
	p := s.newPlatform()
	refused := 0
	for i := range 30 {
		got := p.over([]binding{overREST, overMCP}[i%2]).call("search_catalog", "", `{"query": "arm"}`, from(fmt.Sprintf("192.0.2.%d", i)))
		if got.status == 429 {
			refused++
		}
	}
	check("an agent", refused)
	refused = 0
	for range 30 {
		if s.newPlatform().call("search_catalog", "", `{"query": "arm"}`, from("198.51.100.1")).status == 429 {
			refused++
		}
	}
	check("a network", refused)

	// Changes have limits of their own.
	u := newServer(t, options{})
	writer := u.newPlatform()
	actor := shop.Actor{Address: "192.0.2.9", Platform: &shop.Platform{Profile: writer.profile, Scopes: []shop.Scope{shop.PrepareCheckouts}}}
	var err error
	for range shop.ChangesPerAgent.Max + 1 {
		if _, err = u.Store.Agents.Create(t.Context(), actor, shop.AgentSessionInput{Kind: shop.AgentCart}); err != nil {
			break
		}
	}
	if !isCode(err, shop.RateLimited) {
		t.Errorf("an agent creates any number of carts: %v", err)
	}
	writer.call("create_cart", "", lines).refused(429, "rate_limited")
	writer.over(overMCP).call("create_cart", "", lines).refused(429, "rate_limited")
}
