package graph_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	keyCreate = `mutation ($input: APIKeyCreateInput!) { apiKeyCreate(input: $input) {
		apiKey { id name hint scopes requests cost expiresAt lastUsedAt revokedAt } secret userErrors { code field message } } }`
	keyRevoke = `mutation ($input: APIKeyRevokeInput!) { apiKeyRevoke(input: $input) { apiKey { revokedAt } userErrors { code } } }`
	keyList   = `{ apiKeys { nodes { id name lastUsedAt revokedAt } } }`
	orderList = `{ orders { nodes { id } } }`
)

func (d *testServer) key(admin string, scopes ...any) (id, secret string) {
	d.t.Helper()
	r := d.must(admin, keyCreate, vars{"input": vars{"name": "Partner", "scopes": append([]any{}, scopes...)}})
	return r.at("apiKeyCreate.apiKey.id").(string), r.at("apiKeyCreate.secret").(string)
}

// A key does what its scopes say and what everybody may, and nothing that belongs to a person.
func TestKeyDoesWhatItsScopesSay(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	_, secret := d.key(admin, "READ_ORDERS")

	d.must(secret, orderList, nil)
	d.must(secret, `{ products(first: 2) { nodes { id } } __schema { queryType { name } } }`, nil)
	for query, message := range map[string]string{
		preOrders:                              "PreOrder.name requires the scope READ_PREORDERS",
		`{ preOrders { nodes { id } } }`:       "This requires the scope READ_PREORDERS",
		`{ contactMessages { nodes { id } } }`: "This requires the scope READ_CONTACTS",
		`{ auditEntries { nodes { id } } }`:    "API keys can't do this. Sign in instead.",
		keyList:                                "API keys can't do this. Sign in instead.",
		`{ cart { items { id } } }`:            "API keys can't do this. Sign in instead.",
	} {
		r := d.ask(secret, query, nil)
		if r.code() != "FORBIDDEN" || r.Errors[0].Message != message {
			t.Errorf("%s gets %+v", query, r.Errors)
		}
	}
	if r := d.ask(secret, renameProduct, vars{"input": vars{"id": "1", "name": "Mine"}}); r.code() != "FORBIDDEN" {
		t.Errorf("a key that may read writes: %+v", r.Errors)
	}
	if code := d.ask(secret, keyCreate, vars{"input": vars{"name": "More", "scopes": []any{"WRITE_PRODUCTS"}}}).code(); code != "FORBIDDEN" {
		t.Errorf("a key makes a key: %s", code)
	}
}

// What a key changes is written down under its maker's name and its own.
func TestKeyIsAudited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	id, secret := d.key(admin, "WRITE_PRODUCTS")
	d.must(secret, renameProduct, vars{"input": vars{"id": "1", "name": "Renamed"}})
	r := d.must(admin, `{ auditEntries(filter: { object: PRODUCT }) { nodes { actorId keyId } } me { id } }`, nil)
	r.is("auditEntries.nodes.0.keyId", id)
	r.is("auditEntries.nodes.0.actorId", r.at("me.id"))
	made := d.must(admin, `{ auditEntries(filter: { object: API_KEY }) { nodes { action objectId changes { name after } } } }`, nil)
	made.is("auditEntries.nodes.0.objectId", id)
	for _, change := range made.at("auditEntries.nodes.0.changes").([]any) {
		if name := change.(map[string]any)["name"]; name == "hash" {
			t.Error("the hash of a key is in the audit log")
		}
	}
}

// A key ends when it is revoked, when it expires, and when its maker is an administrator no more; a program is told.
func TestKeyEnds(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	refused := func(secret, why string) {
		t.Helper()
		r := d.ask(secret, `{ products { totalCount } }`, nil)
		if r.code() != "UNAUTHENTICATED" || r.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d %+v", why, r.Status, r.Errors)
		}
	}
	refused("orrery_made-up", "a key that never was")

	id, secret := d.key(admin)
	d.must(secret, `{ products { totalCount } }`, nil)
	d.must(admin, keyRevoke, vars{"input": vars{"id": id}}).is("apiKeyRevoke.apiKey.revokedAt", d.Clock.Now().Format(time.RFC3339))
	refused(secret, "a revoked key")
	d.must(admin, keyRevoke, vars{"input": vars{"id": "x"}}).is("apiKeyRevoke.userErrors.0.code", "NOT_FOUND")

	r := d.must(admin, keyCreate, vars{"input": vars{"name": "Short", "scopes": []any{}, "expiresAt": d.Clock.Now().Add(time.Hour).Format(time.RFC3339)}})
	short := r.at("apiKeyCreate.secret").(string)
	d.must(short, `{ products { totalCount } }`, nil)
	d.Clock.Advance(time.Hour)
	refused(short, "an expired key")

	_, last := d.key(admin)
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'user' WHERE email = 'root@example.org'`); err != nil {
		t.Fatal(err)
	}
	refused(last, "a key whose maker is an administrator no more")
}

func TestKeyIsShownOnceAndKeptAsHash(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	_, secret := d.key(admin, "READ_EVENTS", "READ_EVENTS")
	var kept int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM api_keys k WHERE k::text LIKE '%' || $1 || '%'`, strings.TrimPrefix(secret, "orrery_")).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("the secret is kept in %d rows (%v)", kept, err)
	}
	d.must(admin, keyList, nil).is("apiKeys.nodes.0.lastUsedAt", nil)
	d.must(secret, `{ products { totalCount } }`, nil)
	d.must(admin, keyList, nil).is("apiKeys.nodes.0.lastUsedAt", d.Clock.Now().Format(time.RFC3339))

	for field, bad := range map[string]vars{
		"name":      {"name": " ", "scopes": []any{}},
		"requests":  {"name": "A", "scopes": []any{}, "requests": 0},
		"cost":      {"name": "A", "scopes": []any{}, "cost": 1_000_001},
		"expiresAt": {"name": "A", "scopes": []any{}, "expiresAt": d.Clock.Now().Format(time.RFC3339)},
	} {
		r := d.must(admin, keyCreate, vars{"input": bad})
		r.is("apiKeyCreate.userErrors.0.field", []any{field})
		r.is("apiKeyCreate.secret", nil)
	}
}

// A key has a budget of what its operations may cost in a minute.
func TestKeyHasABudget(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	r := d.must(admin, keyCreate, vars{"input": vars{"name": "Small", "scopes": []any{}, "cost": 40}})
	secret := r.at("apiKeyCreate.secret").(string)
	list := `{ products(first: 12) { nodes { id } } }`
	first := d.ask(secret, list, nil)
	if len(first.Errors) > 0 || first.Header.Get("X-Cost-Limit") != "40" || first.Header.Get("X-Cost-Remaining") == "" {
		t.Errorf("the first one gets %+v, %v", first.Errors, first.Header)
	}
	second := d.ask(secret, list, nil)
	if second.code() != "RATE_LIMITED" || second.Status != http.StatusTooManyRequests || second.Header.Get("Retry-After") == "" {
		t.Errorf("the second one gets %d %+v %v", second.Status, second.Errors, second.Header)
	}
	never := d.ask(secret, `{ products(first: 100) { nodes { id } } }`, nil)
	if never.code() != "COMPLEXITY_LIMIT_EXCEEDED" ||
		never.Errors[0].Message != "operation has complexity 201, which exceeds the API key's budget of 40 a minute" {
		t.Errorf("more than the whole budget gets %d %+v", never.Status, never.Errors)
	}
	if other := d.ask(admin, list, nil); other.Header.Get("X-Cost-Limit") != "" {
		t.Error("somebody who has signed in has a budget")
	}
}
