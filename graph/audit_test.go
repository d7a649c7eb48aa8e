package graph_test

import "testing"

const (
	auditEntries = `query ($filter: AuditFilter, $first: Int! = 50) { auditEntries(filter: $filter, first: $first) {
		nodes { actorId address action object objectId createdAt changes { name before after } } pageInfo { hasNextPage } } }`
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
	r.is("auditEntries.nodes.0.changes.0.name", "name")
	r.is("auditEntries.nodes.0.changes.0.before", `"Six-Axis Fixed Arm"`)
	r.is("auditEntries.nodes.0.changes.0.after", `"Arm"`)
	r.is("auditEntries.pageInfo.hasNextPage", false)
	d.must(admin, auditEntries, vars{"first": 1}).is("auditEntries.pageInfo.hasNextPage", true)
	d.must(admin, auditEntries, vars{"filter": vars{"object": "ORDER"}}).is("auditEntries.nodes", []any{})
	if code := d.ask(admin, auditEntries, vars{"filter": vars{"objectId": "3"}}).code(); code != "REQUIRED" {
		t.Errorf("an object's identifier alone gets %s", code)
	}
}
