package graph_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	auditEntries = `query ($filter: AuditFilter, $first: Int! = 50) { auditEntries(filter: $filter, first: $first) {
		nodes { actorId address action object objectId objectName createdAt changes { name before after } } pageInfo { hasNextPage } } }`
	renameProduct = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product { id } userErrors { message } } }`
)

func TestAuditIsForAdmins(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("ada@example.org")
	if code := d.ask("", auditEntries, nil).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	if code := d.ask(user, auditEntries, nil).code(); code != "FORBIDDEN" {
		t.Errorf("a customer gets %s", code)
	}

	d.must(admin, renameProduct, vars{"input": vars{"id": "3", "name": "Arm"}})
	d.must(admin, renameProduct, vars{"input": vars{"id": "4", "name": "Base"}})
	r := d.must(admin, auditEntries, vars{"filter": vars{"object": "PRODUCT", "objectId": "3"}})
	r.is("auditEntries.nodes.0.action", "CHANGED")
	r.is("auditEntries.nodes.0.object", "PRODUCT")
	r.is("auditEntries.nodes.0.objectName", "Arm")
	r.is("auditEntries.nodes.0.changes.0.name", "name")
	r.is("auditEntries.nodes.0.changes.0.before", `"Six-Axis Fixed Arm"`)
	r.is("auditEntries.nodes.0.changes.0.after", `"Arm"`)
	r.is("auditEntries.pageInfo.hasNextPage", false)
	settings := d.must(admin, `{ siteSettings { version terms { currency taxPercent shipping { amount } } } }`, nil)
	settings.is("siteSettings.terms", map[string]any{"currency": "USD", "taxPercent": "10", "shipping": map[string]any{"amount": "0.00"}})
	d.must(admin, `mutation ($input: SettingsInput!) { settingsUpdate(input: $input) { settings { version } } }`,
		vars{"input": vars{"version": settings.at("siteSettings.version"), "name": "A", "short": "A", "title": "A", "email": "a@b.example",
			"office": vars{}, "bank": vars{}, "timeZone": "UTC", "opens": 9, "closes": 18, "country": "US", "orderPrefix": "A-", "quotePrefix": "Q-"}})
	d.must(admin, auditEntries, vars{"filter": vars{"object": "SETTINGS"}}).is("auditEntries.nodes.0.objectName", "Version 2")
	d.must(admin, auditEntries, vars{"first": 1}).is("auditEntries.pageInfo.hasNextPage", true)
	d.must(admin, auditEntries, vars{"filter": vars{"object": "ORDER"}}).is("auditEntries.nodes", []any{})
	if code := d.ask(admin, auditEntries, vars{"filter": vars{"objectId": "3"}}).code(); code != "REQUIRED" {
		t.Errorf("an object's identifier alone gets %s", code)
	}
}

func TestAuditIsSearched(t *testing.T) {
	d := newServer(t)
	ada, bob := d.admin("ada@example.org"), d.admin("bob@example.org")
	d.must(bob, updateUser, vars{"input": vars{"name": "Bob 50%_Off"}})
	milestone := d.must(ada, `mutation ($input: MilestoneCreateInput!) { milestoneCreate(input: $input) { milestone { id } } }`,
		vars{"input": vars{"title": "T", "description": "D"}}).at("milestoneCreate.milestone.id").(string)
	d.must(ada, renameProduct, vars{"input": vars{"id": "3", "name": "Arm"}})
	d.must(bob, renameProduct, vars{"input": vars{"id": "10", "name": "Base"}})
	d.must(bob, `mutation ($id: ID!) { milestoneDelete(input: { id: $id }) { deletedId } }`, vars{"id": milestone})

	query := `query ($filter: AuditFilter, $after: String) { auditEntries(filter: $filter, first: 1, after: $after) {
		nodes { action object } pageInfo { hasNextPage endCursor } } }`
	for _, c := range []struct {
		filter vars
		want   string // newest first
	}{
		{vars{"search": " "}, "DELETED MILESTONE, CHANGED PRODUCT, CHANGED PRODUCT, CREATED MILESTONE"},
		{vars{"search": "ADA@example"}, "CHANGED PRODUCT, CREATED MILESTONE"},
		{vars{"search": "bob 50%_off"}, "DELETED MILESTONE, CHANGED PRODUCT"},
		{vars{"search": "%"}, "DELETED MILESTONE, CHANGED PRODUCT"},
		{vars{"search": "Changed product"}, "CHANGED PRODUCT, CHANGED PRODUCT"},
		{vars{"search": "product 10"}, "CHANGED PRODUCT"},
		{vars{"search": milestone[20:]}, "DELETED MILESTONE, CREATED MILESTONE"},
		{vars{"search": "milestone", "object": "PRODUCT"}, ""},
		{vars{"search": "ada@", "object": "MILESTONE"}, "CREATED MILESTONE"},
		{vars{"search": "order"}, ""},
	} {
		var found []string
		for at := (vars{"filter": c.filter}); at != nil; {
			page := d.must(ada, query, at)
			for _, node := range page.at("auditEntries.nodes").([]any) {
				entry := node.(map[string]any)
				found = append(found, fmt.Sprint(entry["action"], " ", entry["object"]))
			}
			if at = nil; page.at("auditEntries.pageInfo.hasNextPage").(bool) {
				at = vars{"filter": c.filter, "after": page.at("auditEntries.pageInfo.endCursor")}
			}
		}
		if got := strings.Join(found, ", "); got != c.want {
			t.Errorf("%v: %q, want %q", c.filter, got, c.want)
		}
	}
	r := d.ask(ada, query, vars{"filter": vars{"search": strings.Repeat("x", 201)}})
	if r.code() != "TOO_LONG" {
		t.Errorf("a long text gets %+v", r.Errors)
	}
}

func TestAuditNamesObjects(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.must("", preOrder, wish(vars{"name": "Ada"}))
	d.must("", messageCreate, letter(vars{"subject": "Mount"}))
	d.buyers(1, map[int]int{1: 1})
	d.key(admin, "READ_ORDERS")
	for table, object := range map[string]string{"products": "PRODUCT", "preorders": "PRE_ORDER", "contact_messages": "CONTACT_MESSAGE",
		"users": "USER", "api_keys": "API_KEY", "milestones": "MILESTONE", "attributes": "ATTRIBUTE", "reviews": "REVIEW"} {
		for _, id := range []string{"min(id::text)", "CASE WHEN min(id::text) ~ '^[0-9]+$' THEN '999999' ELSE gen_random_uuid()::text END"} {
			if _, err := d.SQL.Exec(fmt.Sprintf(`INSERT INTO audit_entries (actor_id, address, action, object, object_id, before, created_at)
				SELECT gen_random_uuid(), '', 'DELETE', '%[1]s', %[2]s, '{"name": "Gone"}', now() FROM %[1]s`, table, id)); err != nil {
				t.Fatal(err)
			}
		}
		nodes := d.must(admin, auditEntries, vars{"filter": vars{"object": object}, "first": 2})
		nodes.is("auditEntries.nodes.0.objectName", nil)
		if name, ok := nodes.at("auditEntries.nodes.1.objectName").(string); !ok || name == "" || name == "Gone" {
			t.Errorf("%s has the name %q", object, name)
		}
	}
}
