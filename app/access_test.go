package app

import (
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orrery/shop"
)

// access is what becomes of those who ask; empty is getting through, which may still be a refusal for what was asked.
type access struct {
	visitor, owner, other, admin, key shop.Code
	scope, orScope                    shop.Scope // with which a key gets what administrators get
}

var (
	everybody = access{}
	// people have accounts; keys are nobody's.
	people = access{visitor: shop.Unauthenticated, key: shop.Forbidden}
	// admins alone; no key.
	admins = access{visitor: shop.Unauthenticated, owner: shop.Forbidden, other: shop.Forbidden, key: shop.Forbidden}
)

// or lets in keys with a scope as well.
func (a access) or(scope shop.Scope) access {
	a.scope = scope
	return a
}

// owners are whoever it belongs to, and administrators; to others it is as if it were not there.
func owners(scope shop.Scope) access {
	return access{visitor: shop.Unauthenticated, other: shop.NotFound, key: shop.Forbidden, scope: scope}
}

// crew are those who ask, by their tokens.
type crew struct {
	tokens                            map[string]string     // by role
	only                              map[shop.Scope]string // keys with one scope
	user, session, order, quote, link string                // of the owner
}

// crewOf makes the people of a shop that has nobody yet, and something of the owner's.
func crewOf(v visitor, folder string) crew {
	v.Helper()
	c := crew{tokens: map[string]string{}, only: map[shop.Scope]string{}}
	register := func(name string) string {
		return v.register(name, name+"@example.org")
	}
	c.tokens["visitor"], c.tokens["ended"], c.tokens["owner"], c.tokens["other"] = "", register("ended"), register("owner"), register("other")
	post(v.T, v.origin, c.tokens["ended"], `mutation { userLogout { loggedOut } }`, nil)
	c.tokens["admin"] = v.admin(folder)
	c.tokens["bare"] = key(v.T, v.origin, c.tokens["admin"], "")
	for _, scope := range shop.Scopes() {
		c.only[scope] = key(v.T, v.origin, c.tokens["admin"], strings.ToUpper(string(scope)))
	}
	made := post(v.T, v.origin, c.tokens["owner"], `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } }
		quoteCreate(input: {name: "A", email: "a@b.example", idempotencyKey: "k", lines: [{productId: "3", quantity: 1}]}) { quote { number } url } }`, nil).Data
	at := func(path ...string) string {
		var value any = made
		for _, step := range path {
			value = value.(map[string]any)[step]
		}
		return value.(string)
	}
	c.order, c.quote, c.link = at("orderPlace", "order", "id"), at("quoteCreate", "quote", "number"), at("quoteCreate", "url")
	return c
}

// signIn gives people new sessions, of which the owner's is known.
func (c *crew) signIn(v visitor) {
	v.Helper()
	for _, role := range []string{"owner", "other", "admin"} {
		c.tokens[role] = v.login(role + "@example.org")
	}
	me := post(v.T, v.origin, c.tokens["owner"], `{ me { id sessions { id current } } }`, nil).Data["me"].(map[string]any)
	c.user = me["id"].(string)
	for _, session := range me["sessions"].([]any) {
		if session := session.(map[string]any); session["current"] == true {
			c.session = session["id"].(string)
		}
	}
}

// register makes an account and returns its token.
func (v visitor) register(name, email string) string {
	v.Helper()
	made := post(v.T, v.origin, "", `mutation ($name: String!, $email: String!, $password: String!) { userRegister(input: {name: $name, email: $email, password: $password}) { token } }`,
		map[string]any{"name": name, "email": email, "password": password})
	token, ok := made.Data["userRegister"].(map[string]any)["token"].(string)
	if !ok {
		v.Fatalf("not registered: %+v", made)
	}
	return token
}

// login signs in and returns the token.
func (v visitor) login(email string) string {
	v.Helper()
	in := post(v.T, v.origin, "", `mutation ($email: String!, $password: String!) { userLogin(input: {email: $email, password: $password}) { token } }`,
		map[string]any{"email": email, "password": password})
	token, ok := in.Data["userLogin"].(map[string]any)["token"].(string)
	if !ok {
		v.Fatalf("not signed in: %+v", in)
	}
	return token
}

// admin makes an administrator and returns a token.
func (v visitor) admin(folder string) string {
	v.Helper()
	v.register("admin", "admin@example.org")
	if _, err := v.database(folder, "orrery").ExecContext(v.Context(), `UPDATE users SET role = 'admin' WHERE email = 'admin@example.org'`); err != nil {
		v.Fatal(err)
	}
	return v.login("admin@example.org")
}

// caller is one of those who ask, with what becomes of it.
type caller struct {
	who, token string
	want       shop.Code
}

// callers are all that a row is asked by.
func (c crew) callers(row access) []caller {
	all := []caller{
		{"a visitor", "", row.visitor}, {"somebody whose session has ended", c.tokens["ended"], row.visitor},
		{"another customer", c.tokens["other"], row.other}, {"a key without scopes", c.tokens["bare"], row.key},
		{"the owner", c.tokens["owner"], row.owner}, {"an administrator", c.tokens["admin"], row.admin},
	}
	for _, scope := range shop.Scopes() {
		want := row.key
		if scope == row.scope || scope == row.orScope {
			want = row.admin
		}
		all = append(all, caller{"a key with " + string(scope), c.only[scope], want})
	}
	return all
}

// Nobody gets through a door that is not theirs: every field of the graph, every operation of REST and every other address is asked by
// everybody. What the shop serves and these tables leave out fails the test.
func TestAccess(t *testing.T) {
	t.Parallel()
	open := demoConfig(t.TempDir())
	open.demo = false
	origin, _ := servingWith(t, open, slog.New(slog.DiscardHandler))
	v := visitor{t, origin}
	c := crewOf(v, open.dataDir)
	c.signIn(v)
	t.Run("other addresses", func(t *testing.T) { visitor{t, origin}.accessAddresses(c) })
	t.Run("REST", func(t *testing.T) { visitor{t, origin}.accessREST(c) })
	c.signIn(v)
	t.Run("people", func(t *testing.T) {
		visitor{t, origin}.writersSee(c)
		visitor{t, origin}.accessPeople(c)
	})
	t.Run("graph", func(t *testing.T) { visitor{t, origin}.accessGraph(c) })
}

// accessAddresses asks for what stands beside the doors. Documents and files are the same for everybody: whatever is somebody's comes
// through a door.
func (v visitor) accessAddresses(c crew) {
	quote := strings.TrimSuffix(c.link, ".pdf")
	rows := []struct {
		pattern, path                     string
		proxied                           bool // it comes from another machine
		visitor, owner, other, admin, key int
	}{
		{"/schema.graphql", "/schema.graphql", false, 403, 403, 403, 200, 200},
		{"/api", "/api", false, 404, 404, 404, 404, 404},
		{"/quotes/", c.link, false, 200, 200, 200, 200, 200},
		{"/quotes/", quote[:len(quote)-1] + "_.pdf", false, 404, 200, 404, 200, 404},
		{"/media/", "/media/" + strings.Repeat("0", 32) + "-320.jpg", false, 404, 404, 404, 404, 404},
		{"/metrics", "/metrics", true, 404, 404, 404, 404, 404},
		{"/metrics", "/metrics", false, 200, 200, 200, 200, 200},
		{"/", "/livez", false, 200, 200, 200, 200, 200},
		{"/", "/readyz", false, 200, 200, 200, 200, 200},
		{"/", "/sitemap.xml", false, 200, 200, 200, 200, 200},
		{"/", "/robots.txt", false, 200, 200, 200, 200, 200},
		{"/", "/chat?q=arm", false, 200, 200, 200, 200, 200},
		{"/", "/playground", false, 200, 200, 200, 200, 200},
		{"/", "/profile", false, 200, 200, 200, 200, 200},
		{"/", "/orders/" + c.order, false, 200, 200, 200, 200, 200},
		{"/", "/admin/customers", false, 200, 200, 200, 200, 200},
		{"/", "/admin/nothing", false, 404, 404, 404, 404, 404},
	}
	known := map[string]bool{"/graphql": true, "/api/": true, "/api/v1/exports/": true} // have tables of their own
	for _, row := range rows {
		known[row.pattern] = true
		// A page may be rendered while others wait for it, so a visitor asks for it before and after them.
		var visitors []string
		answers := map[string]string{}
		for _, caller := range []struct {
			role string
			want int
		}{{"visitor", row.visitor}, {"ended", row.visitor}, {"owner", row.owner}, {"other", row.other}, {"admin", row.admin}, {"bare", row.key}, {"visitor", row.visitor}} {
			header := map[string]string{}
			maps.Copy(header, bearer(c.tokens[caller.role]))
			if row.proxied {
				header["X-Forwarded-For"] = "127.0.0.1"
			}
			status, answer := v.send("GET", row.path, "", header)
			if status != caller.want {
				v.Errorf("%s by %s: %d, want %d", row.path, caller.role, status, caller.want)
			}
			if caller.role == "visitor" {
				visitors = append(visitors, answer)
			} else {
				answers[caller.role] = answer
			}
		}
		for role, answer := range answers {
			if row.pattern == "/" && !slices.Contains(visitors, answer) {
				v.Errorf("%s is another for %s than for a visitor", row.path, role)
			}
		}
	}
	source, err := os.ReadFile("app/routes.go")
	if err != nil {
		v.Fatal(err)
	}
	patterns := regexp.MustCompile(`mux\.Handle\("([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(patterns) < 7 {
		v.Errorf("only %d patterns are found", len(patterns))
	}
	for _, pattern := range patterns {
		if !known[pattern[1]] {
			v.Errorf("%s is served and has no row: who may ask for it?", pattern[1])
		}
	}
}
