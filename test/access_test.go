package test

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

// access is the code with which each kind of caller is refused, empty for callers that are let in. What they send may
// still be invalid.
type access struct {
	visitor, owner, other, admin, key shop.Code
	scope, orScope, orStaff           shop.Scope // API keys and staff with one of them are treated like administrators
	inPerson                          bool       // but not API keys
	anyStaff                          bool       // staff with any scope is treated like administrators
}

var (
	everybody = access{}
	// users are signed in; an API key belongs to no account.
	users = access{visitor: shop.Unauthenticated, key: shop.Forbidden}
	// admins are administrators, and not API keys.
	admins = access{visitor: shop.Unauthenticated, owner: shop.Forbidden, other: shop.Forbidden, key: shop.Forbidden}
)

// or also lets in API keys and staff with a scope.
func (a access) or(scope shop.Scope) access {
	a.scope = scope
	return a
}

// orStaffWith also lets in staff with a scope.
func (a access) orStaffWith(scope shop.Scope) access {
	a.scope, a.inPerson = scope, true
	return a
}

// orAnyStaff also lets in staff.
func (a access) orAnyStaff() access {
	a.anyStaff = true
	return a
}

// owners are the owner of an object and administrators. Other users get the response for an object that does not exist.
func owners(scope shop.Scope) access {
	return access{visitor: shop.Unauthenticated, other: shop.NotFound, key: shop.Forbidden, scope: scope}
}

var required = regexp.MustCompile("Requires (an administrator|a signed-in user|no sign-in)(?: or (an API key|staff) with `?([A-Z_]+)`?| or staff)?\\.")

// promised returns the access that the description of an operation promises in a sentence such as "Requires an
// administrator or an API key with `READ_ORDERS`.", and whether it has one.
func promised(description string) (access, bool) {
	found := required.FindStringSubmatch(strings.Join(strings.Fields(description), " "))
	switch {
	case found == nil, found[1] != "an administrator" && strings.Contains(found[0], " or "):
		return access{}, false
	case found[1] == "no sign-in":
		return everybody, true
	case found[1] == "a signed-in user":
		return users, true
	case found[2] == "staff":
		return admins.orStaffWith(shop.Scope(strings.ToLower(found[3]))), true
	case found[2] != "":
		return admins.or(shop.Scope(strings.ToLower(found[3]))), true
	case strings.HasSuffix(found[0], "or staff."):
		return admins.orAnyStaff(), true
	}
	return admins, true
}

// accounts holds the credentials of the callers, and what the owner has.
type accounts struct {
	tokens                 map[string]string     // by role
	keys                   map[shop.Scope]string // API keys with one scope
	staff                  map[shop.Scope]string // tokens of staff whose role was given one scope
	user, session, address string                // of the owner
	order, quote, link     string                // of the owner
	plan                   string                // of the owner
}

// newAccounts creates the callers in a shop without accounts, and an order and a quote of the owner.
func newAccounts(s server) accounts {
	s.Helper()
	c := accounts{tokens: map[string]string{"visitor": ""}, keys: map[shop.Scope]string{}, staff: map[shop.Scope]string{}}
	for _, role := range []string{"ended", "owner", "other"} {
		c.tokens[role] = s.register(role, role+"@example.org")
	}
	s.execute(c.tokens["ended"], `mutation { userLogout { loggedOut } }`, nil)
	c.tokens["admin"] = s.createAdmin()
	c.tokens["bare"] = s.createKey(c.tokens["admin"], "")
	for _, scope := range shop.KeyScopes() {
		c.keys[scope] = s.createKey(c.tokens["admin"], strings.ToUpper(string(scope)))
	}
	for _, scope := range shop.StaffScopes() {
		s.createStaff(c.tokens["admin"], string(scope)+"@example.org", scope)
	}
	made := s.execute(c.tokens["owner"], `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } }
		quoteCreate(input: {name: "A", email: "a@b.example", idempotencyKey: "k", lines: [{productId: "3", quantity: 1}]}) { quote { number } url }
		addressCreate(input: {shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { address { id } }
		cellPlanCreate(input: {name: "Bench", cell: {armId: "3", part: {mass: 1, length: 1, width: 1, height: 1}, pick: {x: 1, y: 1, z: 1}, place: {x: 1, y: 1, z: 1}}}) { plan { id } } }`, nil).Data
	at := func(path ...string) string {
		var value any = made
		for _, step := range path {
			value = value.(map[string]any)[step]
		}
		return value.(string)
	}
	c.order, c.quote, c.link = at("orderPlace", "order", "id"), at("quoteCreate", "quote", "number"), at("quoteCreate", "url")
	c.address, c.plan = at("addressCreate", "address", "id"), at("cellPlanCreate", "plan", "id")
	return c
}

// signIn starts a new session for each account, and sets the ID of the owner's.
func (c *accounts) signIn(s server) {
	s.Helper()
	for _, role := range []string{"owner", "other", "admin"} {
		c.tokens[role] = s.login(role + "@example.org")
	}
	for _, scope := range shop.StaffScopes() {
		c.staff[scope] = s.login(string(scope) + "@example.org")
	}
	me := s.execute(c.tokens["owner"], `{ me { id sessions { id current } } }`, nil).Data["me"].(map[string]any)
	c.user = me["id"].(string)
	for _, session := range me["sessions"].([]any) {
		if session := session.(map[string]any); session["current"] == true {
			c.session = session["id"].(string)
		}
	}
}

// caller sends a request and is refused with the code want, or let in if it is empty.
type caller struct {
	name, token string
	want        shop.Code
}

// callers returns all callers with the codes of a row.
func (c accounts) callers(row access) []caller {
	all := []caller{
		{"a visitor", "", row.visitor}, {"somebody whose session has ended", c.tokens["ended"], row.visitor},
		{"another customer", c.tokens["other"], row.other}, {"a key without scopes", c.tokens["bare"], row.key},
		{"the owner", c.tokens["owner"], row.owner}, {"an administrator", c.tokens["admin"], row.admin},
	}
	lets := func(scope shop.Scope) bool { return scope == row.scope || scope == row.orScope }
	for _, scope := range shop.KeyScopes() {
		want := row.key
		if lets(scope) && !row.inPerson {
			want = row.admin
		}
		all = append(all, caller{"a key with " + string(scope), c.keys[scope], want})
	}
	for _, scope := range shop.StaffScopes() {
		role, err := shop.StaffRoleCreateInput{Name: "R", Scopes: []shop.Scope{scope}}.Normal()
		want := row.other
		if err != nil || row.anyStaff || slices.ContainsFunc(role.Scopes, func(s shop.Scope) bool { return lets(s) || s == row.orStaff }) {
			want = row.admin
		}
		all = append(all, caller{"staff with " + string(scope), c.staff[scope], want})
	}
	return all
}

// Every field of the GraphQL schema, every operation of the REST API and every other route is requested by all callers.
// The test fails if one of them has no row in the tables.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"DEMO": "0"})
	c := newAccounts(s)
	c.signIn(s)
	t.Run("other routes", func(t *testing.T) { s.with(t).checkOtherRoutes(c) })
	t.Run("REST", func(t *testing.T) { s.with(t).checkREST(c) })
	c.signIn(s)
	t.Run("personal data", func(t *testing.T) {
		s.with(t).checkWriteScopes(c)
		s.with(t).checkPersonalFields(c)
	})
	t.Run("GraphQL", func(t *testing.T) { s.with(t).checkGraphQL(c) })
}

// checkOtherRoutes requests what neither API serves. Documents and files are the same for all callers; personal data is
// only in responses of the APIs.
func (s server) checkOtherRoutes(c accounts) {
	quote := strings.TrimSuffix(c.link, ".pdf")
	rows := []struct {
		pattern, path                     string
		proxied                           bool // the request comes from another machine
		visitor, owner, other, admin, key int
	}{
		{"/schema.graphql", "/schema.graphql", false, 403, 403, 403, 200, 200},
		{"/api", "/api", false, 404, 404, 404, 404, 404},
		{"/quotes/", c.link, false, 200, 200, 200, 200, 200},
		{"/quotes/", quote[:len(quote)-1] + "_.pdf", false, 404, 200, 404, 200, 404},
		{"/ucp/", "/ucp/v1/nothing", false, 404, 404, 404, 404, 404}, // agents sign what they send; see agent's own tests
		{"/feed.xml", "/feed.xml", false, 200, 200, 200, 200, 200},
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
	known := map[string]bool{"/graphql": true, "/api/": true, "/api/v1/exports/": true} // have their own tables
	for _, row := range rows {
		known[row.pattern] = true
		// The first request may render the page, so a visitor requests it before and after the others.
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
			status, answer := s.send("GET", row.path, "", header)
			if status != caller.want {
				s.Errorf("%s by %s: %d, want %d", row.path, caller.role, status, caller.want)
			}
			if caller.role == "visitor" {
				visitors = append(visitors, answer)
			} else {
				answers[caller.role] = answer
			}
		}
		for role, answer := range answers {
			if row.pattern == "/" && !slices.Contains(visitors, answer) {
				s.Errorf("%s is not the same for %s as for a visitor", row.path, role)
			}
		}
	}
	source, err := os.ReadFile("app/routes.go")
	if err != nil {
		s.Fatal(err)
	}
	patterns := regexp.MustCompile(`mux\.Handle\("([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(patterns) < 7 {
		s.Errorf("only %d patterns were found", len(patterns))
	}
	for _, pattern := range patterns {
		if !known[pattern[1]] {
			s.Errorf("%s is served and has no row: who may request it?", pattern[1])
		}
	}
}
