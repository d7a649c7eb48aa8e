package graph_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	customerList = `query ($filter: CustomerFilter, $first: Int! = 20, $after: String) { customers(filter: $filter, first: $first, after: $after) {
		nodes { id name email role blockedAt sessions } totalCount pageInfo { hasNextPage endCursor } } }`
	customerUpdate = `mutation ($input: CustomerUpdateInput!) { customerUpdate(input: $input) {
		customer { id role blockedAt sessions } userErrors { code field message } } }`
	customerSessionsEnd = `mutation ($input: CustomerSessionsEndInput!) { customerSessionsEnd(input: $input) { customer { sessions } userErrors { code } } }`
	customerOne         = `query ($id: ID!) { customer(id: $id) { email sessions blockedAt } }`
	whoAmI              = `{ me { id } }`
)

func TestCustomersAreFound(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for i := range 5 {
		d.register(fmt.Sprintf("Ada%d@example.org", i))
	}
	for search, want := range map[string]int{"": 6, "  ADA ": 5, "ada3@": 1, "%": 0, "nobody": 0} {
		d.must(admin, customerList, vars{"filter": vars{"search": search}}).is("customers.totalCount", want)
	}
	d.must(admin, customerList, vars{"filter": vars{"role": "ADMIN"}}).is("customers.nodes.0.email", "root@example.org")
	var walked []string
	var after any
	for more := true; more; {
		r := d.must(admin, customerList, vars{"filter": vars{"search": "ada"}, "first": 2, "after": after})
		for i := range r.at("customers.nodes").([]any) {
			walked = append(walked, r.at(fmt.Sprintf("customers.nodes.%d.email", i)).(string)[3:4])
		}
		after, more = r.at("customers.pageInfo.endCursor"), r.at("customers.pageInfo.hasNextPage").(bool)
	}
	if got := strings.Join(walked, ""); len(got) != 5 || !strings.ContainsAny(got, "01234") {
		t.Errorf("walked through %s", got)
	}
}

// Whoever is blocked is out at once and can't come back; nobody shuts themselves out.
func TestCustomersAreBlocked(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("ada@example.org")
	id := d.must(user, whoAmI, nil).at("me.id")
	signIn := vars{"input": vars{"email": "ada@example.org", "password": "aA1!aA1!"}}
	d.must("", login, signIn).is("userLogin.userErrors", []any{})
	d.must(admin, customerList, vars{"filter": vars{"search": "ada"}}).is("customers.nodes.0.sessions", 2)
	d.must(admin, customerSessionsEnd, vars{"input": vars{"id": id}}).is("customerSessionsEnd.customer.sessions", 0)
	d.must(user, whoAmI, nil).is("me", nil)
	d.must(admin, customerOne, vars{"id": id}).is("customer.email", "ada@example.org")
	d.must(admin, customerOne, vars{"id": "x"}).is("customer", nil)

	again := d.must("", login, signIn).at("userLogin.token").(string)
	d.must(admin, customerUpdate, vars{"input": vars{"id": id, "blocked": true}}).is("customerUpdate.customer.sessions", 0)
	d.must(again, whoAmI, nil).is("me", nil)
	r := d.must("", login, signIn)
	r.is("userLogin.token", nil)
	r.is("userLogin.userErrors.0.message", "This account is blocked. Please contact us.")
	d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "wrong"}}).is("userLogin.userErrors.0.code", "INVALID_CREDENTIALS")
	d.must(admin, customerUpdate, vars{"input": vars{"id": id, "blocked": false, "role": "ADMIN"}}).is("customerUpdate.customer.role", "ADMIN")
	promoted := d.must("", login, signIn).at("userLogin.token").(string)
	_, secret := d.key(promoted, "READ_ORDERS")
	d.must(secret, orderList, nil)
	d.must(admin, customerUpdate, vars{"input": vars{"id": id, "blocked": true}})
	if code := d.ask(secret, orderList, nil).code(); code != "UNAUTHENTICATED" {
		t.Errorf("the key of a blocked administrator gets %s", code)
	}

	self := d.must(admin, whoAmI, nil).at("me.id")
	d.must(admin, customerUpdate, vars{"input": vars{"id": self, "role": "USER"}}).is("customerUpdate.userErrors.0.field", []any{"role"})
	d.must(admin, customerUpdate, vars{"input": vars{"id": self, "blocked": true}}).is("customerUpdate.userErrors.0.field", []any{"blocked"})
	d.must(admin, customerUpdate, vars{"input": vars{"id": "x"}}).is("customerUpdate.userErrors.0.code", "NOT_FOUND")
	entries := d.must(admin, auditEntries, vars{"filter": vars{"object": "USER"}})
	if text := fmt.Sprint(entries.at("auditEntries.nodes")); strings.Contains(text, "example.org") || !strings.Contains(text, "blocked_at") {
		t.Errorf("the audit log says %s", text)
	}
}
