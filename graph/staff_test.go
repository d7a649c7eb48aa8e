package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

const (
	roleCreate = `mutation ($input: StaffRoleCreateInput!) { staffRoleCreate(input: $input) { staffRole { id name scopes needsFactor people }
		userErrors { code field message } } }`
	roleUpdate = `mutation ($input: StaffRoleUpdateInput!) { staffRoleUpdate(input: $input) { staffRole { name scopes needsFactor }
		userErrors { code field } } }`
	roleDelete = `mutation ($id: ID!) { staffRoleDelete(input: {id: $id}) { deletedId userErrors { code field } } }`
	roleAssign = `mutation ($account: ID!, $role: ID) { staffRoleAssign(input: {accountId: $account, roleId: $role}) {
		customer { role staffRole { name people } } userErrors { code field } } }`
	staffInvite = `mutation ($email: String!, $role: ID!) { staffInvite(input: {email: $email, roleId: $role}) {
		staffInvitation { id email role { name } expiresAt } userErrors { code field } } }`
	inviteAccept = `mutation ($input: StaffInvitationAcceptInput!) { staffInvitationAccept(input: $input) {
		token user { email emailVerified role scopes secondFactorMissing } userErrors { code field } } }`
	inviteOffer = `query ($token: String!) { staffInvitationOffer(token: $token) { email roleName needsFactor hasAccount } }`
	myScopes    = `{ me { role scopes } }`
)

// role creates a staff role and returns its ID.
func (d *testServer) role(admin, name string, scopes ...any) string {
	d.t.Helper()
	r := d.must(admin, roleCreate, vars{"input": vars{"name": name, "scopes": scopes, "needsFactor": false}})
	return r.at("staffRoleCreate.staffRole.id").(string)
}

// staff registers an account with a role and returns its token and ID.
func (d *testServer) staff(admin, email, role string) (token, id string) {
	d.t.Helper()
	token = d.register(email)
	id = d.must(token, `{ me { id } }`, nil).at("me.id").(string)
	// An account gets the role only after it has proved that the address is its own.
	d.must(admin, roleAssign, vars{"account": id, "role": role}).is("staffRoleAssign.userErrors", "[map[code:NOT_ALLOWED field:[accountId]]]")
	d.exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, id)
	d.must(admin, roleAssign, vars{"account": id, "role": role}).is("staffRoleAssign.userErrors", "[]")
	return token, id
}

// invite invites an address and returns the token of the link that it gets.
func (d *testServer) invite(admin, email, role string) string {
	d.t.Helper()
	d.must(admin, staffInvite, vars{"email": email, "role": role}).is("staffInvite.staffInvitation.email", strings.ToLower(email))
	mail, owed := sent[shop.StaffInvitationMail](d)
	if !owed || mail.To.Email != strings.ToLower(email) || len(mail.Token) != 43 {
		d.t.Fatalf("the mail is %+v (%v)", mail, owed)
	}
	return mail.Token
}

func TestStaffRoles(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	r := d.must(admin, roleCreate, vars{"input": vars{"name": " Warehouse ", "scopes": []any{"WRITE_PAYMENTS", "WRITE_ORDERS"}, "needsFactor": true}})
	r.is("staffRoleCreate.staffRole.name", "Warehouse")
	r.is("staffRoleCreate.staffRole.scopes", "[READ_ORDERS WRITE_ORDERS WRITE_PAYMENTS]")
	id := r.at("staffRoleCreate.staffRole.id").(string)
	for want, in := range map[string]vars{
		"[map[code:REQUIRED field:[name] message:Name is required]]":                                  {"name": " ", "scopes": []any{}, "needsFactor": false},
		"[map[code:TAKEN field:[name] message:A role with this name already exists]]":                 {"name": "wareHOUSE", "scopes": []any{}, "needsFactor": false},
		"[map[code:NOT_ALLOWED field:[scopes] message:Staff roles can't have the scope READ_EVENTS]]": {"name": "A", "scopes": []any{"READ_EVENTS"}, "needsFactor": false},
		"[map[code:TOO_LONG field:[name] message:Name must have at most 100 characters]]":             {"name": strings.Repeat("x", 101), "scopes": []any{}, "needsFactor": false},
	} {
		r := d.must(admin, roleCreate, vars{"input": in})
		r.is("staffRoleCreate.userErrors", want)
		r.is("staffRoleCreate.staffRole", nil)
	}
	r = d.must(admin, `mutation { apiKeyCreate(input: {name: "K", scopes: [READ_CUSTOMERS]}) { secret userErrors { code field } } }`, nil)
	r.is("apiKeyCreate.userErrors", "[map[code:NOT_ALLOWED field:[scopes]]]")
	r = d.must(admin, roleUpdate, vars{"input": vars{"id": id, "scopes": []any{"WRITE_QUOTES"}, "needsFactor": false}})
	r.is("staffRoleUpdate.staffRole", "map[name:Warehouse needsFactor:false scopes:[READ_QUOTES WRITE_QUOTES]]")
	d.must(admin, roleUpdate, vars{"input": vars{"id": "x", "name": "A"}}).is("staffRoleUpdate.userErrors", "[map[code:NOT_FOUND field:[id]]]")

	token, account := d.staff(admin, "ada@example.org", id)
	d.must(token, myScopes, nil).is("me", "map[role:USER scopes:[READ_QUOTES WRITE_QUOTES]]")
	d.must(admin, `{ staffRoles { name people } }`, nil).is("staffRoles", "[map[name:Warehouse people:1]]")
	d.must(admin, `{ customers(filter: {staff: true}) { nodes { email staffRole { name } } } }`, nil).
		is("customers.nodes", "[map[email:ada@example.org staffRole:map[name:Warehouse]] map[email:root@example.org staffRole:<nil>]]")
	d.must(admin, `{ customers(filter: {staff: false}) { totalCount } }`, nil).is("customers.totalCount", 0)
	d.must(admin, roleDelete, vars{"id": id}).is("staffRoleDelete.userErrors", "[map[code:NOT_ALLOWED field:[id]]]")
	d.must(admin, roleAssign, vars{"account": account, "role": noSuchID}).is("staffRoleAssign.userErrors", "[map[code:NOT_FOUND field:[roleId]]]")
	me := d.must(admin, `{ me { id scopes } }`, nil)
	if got := len(me.at("me.scopes").([]any)); got != len(shop.StaffScopes()) {
		t.Errorf("an administrator has %d scopes", got)
	}
	d.must(admin, roleAssign, vars{"account": me.at("me.id"), "role": id}).is("staffRoleAssign.userErrors", "[map[code:NOT_ALLOWED field:[accountId]]]")
	r = d.must(admin, roleAssign, vars{"account": account})
	r.is("staffRoleAssign.customer.staffRole", nil)
	d.must(token, myScopes, nil).is("me.scopes", "[]")
	d.must(admin, roleDelete, vars{"id": id}).is("staffRoleDelete.deletedId", id)
	d.must(admin, roleDelete, vars{"id": id}).is("staffRoleDelete.userErrors", "[map[code:NOT_FOUND field:[id]]]")

	d.publish()
	kinds := ""
	for _, node := range d.must(admin, `{ events(first: 100) { nodes { kind } } }`, nil).at("events.nodes").([]any) {
		kinds += fmt.Sprint(node.(map[string]any)["kind"], " ")
	}
	if want := "user.registered staff_role.created staff_role.changed user.registered user.changed user.changed staff_role.deleted "; kinds != want {
		t.Errorf("published %s, want %s", kinds, want)
	}
	d.must(admin, `{ auditEntries { nodes { action object changes { name } } } }`, nil).is("auditEntries.nodes.0",
		"map[action:DELETED changes:[map[name:created_at] map[name:id] map[name:name] map[name:needs_factor] map[name:scopes]] object:STAFF_ROLE]")
	d.must(admin, `{ auditEntries(filter: {object: USER}) { nodes { changes { name after } } } }`, nil).
		is("auditEntries.nodes", fmt.Sprintf(`[map[changes:[map[after:null name:staff_role_id]]] map[changes:[map[after:%q name:staff_role_id]]]]`, id))
}

// Staff manages customers, but no administrators, staff or roles.
func TestStaffChangesNoStaff(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	role := d.role(admin, "Support", "WRITE_CUSTOMERS")
	token, self := d.staff(admin, "ada@example.org", role)
	_, colleague := d.staff(admin, "bob@example.org", role)
	root := d.must(admin, `{ me { id } }`, nil).at("me.id")
	customer := d.must(d.register("eve@example.org"), `{ me { id } }`, nil).at("me.id")
	const update = `mutation ($input: CustomerUpdateInput!) { customerUpdate(input: $input) { customer { blockedAt } userErrors { code field } } }`
	const end = `mutation ($id: ID!) { customerSessionsEnd(input: {id: $id}) { customer { sessions } userErrors { code field } } }`
	for _, id := range []any{root, self, colleague} {
		if id != self {
			d.must(token, update, vars{"input": vars{"id": id, "blocked": true}}).is("customerUpdate.userErrors", "[map[code:NOT_ALLOWED field:[id]]]")
		}
		d.must(token, end, vars{"id": id}).is("customerSessionsEnd.userErrors", "[map[code:NOT_ALLOWED field:[id]]]")
	}
	for _, id := range []any{self, customer} {
		if code := d.ask(token, update, vars{"input": vars{"id": id, "role": "ADMIN"}}).code(); code != "FORBIDDEN" {
			t.Errorf("staff makes an administrator: %s", code)
		}
	}
	if code := d.ask(token, roleAssign, vars{"account": customer, "role": role}).code(); code != "FORBIDDEN" {
		t.Errorf("staff gives a role: %s", code)
	}
	d.must(token, end, vars{"id": customer}).is("customerSessionsEnd.customer.sessions", 0)
	if at := d.must(token, update, vars{"input": vars{"id": customer, "blocked": true}}).at("customerUpdate.customer.blockedAt"); at == nil {
		t.Error("a customer is not blocked")
	}
	d.must(admin, `{ auditEntries(filter: {object: USER, search: "ada"}) { nodes { actorName } } }`, nil).is("auditEntries.nodes.0.actorName", "Test Person")
	// An administrator needs no staff role, and has none after the role admin is taken away.
	d.must(admin, `mutation ($id: ID!) { customerUpdate(input: {id: $id, role: ADMIN}) { customer { staffRole { id } } userErrors { code } } }`,
		vars{"id": colleague}).is("customerUpdate.customer.staffRole", nil)
	d.must(admin, `mutation ($id: ID!) { customerUpdate(input: {id: $id, role: USER}) { customer { staffRole { id } } userErrors { code } } }`,
		vars{"id": colleague}).is("customerUpdate.customer.staffRole", nil)
	// Nor does staff admit former colleagues, whom administrators have blocked.
	_, former := d.staff(admin, "dan@example.org", role)
	d.must(admin, roleAssign, vars{"account": former, "role": nil}).is("staffRoleAssign.userErrors", "[]")
	for _, id := range []any{former, colleague} {
		d.must(admin, update, vars{"input": vars{"id": id, "blocked": true}}).is("customerUpdate.userErrors", "[]")
		d.must(token, update, vars{"input": vars{"id": id, "blocked": false}}).is("customerUpdate.userErrors", "[map[code:NOT_ALLOWED field:[id]]]")
		r := d.must(token, `query ($id: ID!) { customer(id: $id) { blockedAt wasStaff staffRole { id } } }`, vars{"id": id})
		r.is("customer.wasStaff", true)
		r.is("customer.staffRole", nil)
		if r.at("customer.blockedAt") == nil {
			t.Errorf("%s is admitted", id)
		}
		d.must(admin, update, vars{"input": vars{"id": id, "blocked": false}}).is("customerUpdate.customer.blockedAt", nil)
	}
	d.must(token, update, vars{"input": vars{"id": customer, "blocked": false}}).is("customerUpdate.customer.blockedAt", nil)
	d.must(admin, update, vars{"input": vars{"id": root, "role": "USER"}}).is("customerUpdate.userErrors", "[map[code:NOT_ALLOWED field:[role]]]")
	d.must(admin, update, vars{"input": vars{"id": root, "blocked": true}}).is("customerUpdate.userErrors", "[map[code:NOT_ALLOWED field:[blocked]]]")
}

// Whoever may process orders marks none as paid or refunded without the permission for payments.
func TestStaffAndPayments(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	warehouse, _ := d.staff(admin, "ada@example.org", d.role(admin, "Warehouse", "WRITE_ORDERS"))
	books, _ := d.staff(admin, "bob@example.org", d.role(admin, "Books", "WRITE_PAYMENTS"))
	buyer := d.register("eve@example.org")
	d.must(buyer, `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } } }`, nil)
	id := d.must(buyer, `mutation { orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) {
		order { id } } }`, nil).at("orderPlace.order.id")
	const step = `mutation ($id: ID!, $to: OrderStatus!, $version: Int!) { orderStatusUpdate(input: {id: $id, status: $to, version: $version}) {
		order { status } userErrors { code } } }`
	refused := func(token, to string, version int) {
		t.Helper()
		r := d.ask(token, step, vars{"id": id, "to": to, "version": version})
		if code := r.code(); code != "FORBIDDEN" || !strings.Contains(r.Errors[0].Message, "WRITE_PAYMENTS") {
			t.Errorf("%s: %+v", to, r.Errors)
		}
	}
	refused(warehouse, "PAID", 1)
	d.must(books, step, vars{"id": id, "to": "PAID", "version": 1}).is("orderStatusUpdate.order.status", "PAID")
	d.must(warehouse, step, vars{"id": id, "to": "PROCESSING", "version": 2}).is("orderStatusUpdate.order.status", "PROCESSING")
	refused(warehouse, "REFUNDED", 3)
	d.must(books, step, vars{"id": id, "to": "REFUNDED", "version": 3}).is("orderStatusUpdate.order.status", "REFUNDED")
}

func TestStaffInvitation(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	role := d.role(admin, "Warehouse", "WRITE_ORDERS")
	first := d.invite(admin, "Ada@Example.org", role)
	d.must("", inviteOffer, vars{"token": first}).is("staffInvitationOffer", "map[email:ada@example.org hasAccount:false needsFactor:false roleName:Warehouse]")
	id := d.must(admin, `{ staffInvitations { id email role { name } } }`, nil).at("staffInvitations.0.id")

	// A further email replaces the link of the one before.
	d.must(admin, staffInvite, vars{"email": "ada@example.org", "role": role}).is("staffInvite.staffInvitation.id", id)
	mail, owed := sent[shop.StaffInvitationMail](d)
	if !owed {
		t.Fatal("not sent again")
	}
	accept := func(session string, in vars) reply {
		t.Helper()
		return d.must(session, inviteAccept, vars{"input": in})
	}
	bad := "[map[code:INVALID_TOKEN field:[token]]]"
	for _, token := range []string{"", "x", first, strings.Repeat("A", 43)} {
		accept("", vars{"token": token, "name": "Ada", "password": "aA1!aA1!"}).is("staffInvitationAccept.userErrors", bad)
		d.must("", inviteOffer, vars{"token": token}).is("staffInvitationOffer", nil)
	}
	accept("", vars{"token": mail.Token}).is("staffInvitationAccept.userErrors", "[map[code:REQUIRED field:[name]] map[code:REQUIRED field:[password]]]")
	accept("", vars{"token": mail.Token, "name": "Ada", "password": "password"}).is("staffInvitationAccept.userErrors.0.field", "[password]")
	for session, code := range map[string]string{d.register("bob@example.org"): "NOT_ALLOWED", admin: "NOT_ALLOWED"} {
		accept(session, vars{"token": mail.Token}).is("staffInvitationAccept.userErrors", "[map[code:"+code+" field:[token]]]")
	}
	r := accept("", vars{"token": mail.Token, "name": "Ada", "password": "aA1!aA1!"})
	r.is("staffInvitationAccept.user", "map[email:ada@example.org emailVerified:true role:USER scopes:[READ_ORDERS WRITE_ORDERS] secondFactorMissing:false]")
	token := r.at("staffInvitationAccept.token").(string)
	d.must(token, `{ orders { totalCount } }`, nil).is("orders.totalCount", 0)
	if code := d.ask(token, `{ customers { totalCount } }`, nil).code(); code != "FORBIDDEN" {
		t.Errorf("staff without the scope reads customers: %s", code)
	}
	accept("", vars{"token": mail.Token, "name": "Ada", "password": "aA1!aA1!"}).is("staffInvitationAccept.userErrors", bad)
	d.must(admin, `{ staffInvitations { id } }`, nil).is("staffInvitations", "[]")
	d.must(admin, `{ auditEntries(filter: {object: STAFF_INVITATION}) { nodes { action actorName changes { name } } } }`, nil).
		is("auditEntries.nodes.0", "map[action:DELETED actorName:Ada changes:[map[name:created_at] map[name:expires_at] map[name:id] map[name:inviter_id] map[name:role_id]]]")

	// An address that has an account signs in to accept.
	eve := d.register("eve@example.org")
	link := d.invite(admin, "eve@example.org", role)
	d.must("", inviteOffer, vars{"token": link}).is("staffInvitationOffer.hasAccount", true)
	accept("", vars{"token": link, "name": "Eve", "password": "aA1!aA1!"}).is("staffInvitationAccept.userErrors", "[map[code:NOT_ALLOWED field:[token]]]")
	r = accept(eve, vars{"token": link})
	r.is("staffInvitationAccept.user.scopes", "[READ_ORDERS WRITE_ORDERS]")
	r.is("staffInvitationAccept.token", nil)
	d.must(eve, myScopes, nil).is("me.scopes", "[READ_ORDERS WRITE_ORDERS]")

	// Revoked and expired links, and those of a deleted role, don't work, and nobody is mailed any more.
	d.must(admin, staffInvite, vars{"email": "root@example.org", "role": role}).is("staffInvite.userErrors", "[map[code:NOT_ALLOWED field:[email]]]")
	d.must(admin, staffInvite, vars{"email": "x", "role": role}).is("staffInvite.userErrors", "[map[code:INVALID field:[email]]]")
	d.must(admin, staffInvite, vars{"email": "x@example.org", "role": noSuchID}).is("staffInvite.userErrors", "[map[code:NOT_FOUND field:[roleId]]]")
	for why, end := range map[string]func(id any){
		"revoked": func(id any) {
			d.must(admin, `mutation ($id: ID!) { staffInvitationRevoke(input: {id: $id}) { deletedId } }`, vars{"id": id}).is("staffInvitationRevoke.deletedId", id)
		},
		"expired": func(any) { d.Clock.Advance(shop.StaffInvitationLife) },
	} {
		r := d.must(admin, staffInvite, vars{"email": why + "@example.org", "role": role})
		mail, _ := sent[shop.StaffInvitationMail](d)
		end(r.at("staffInvite.staffInvitation.id"))
		accept("", vars{"token": mail.Token, "name": "Ada", "password": "aA1!aA1!"}).is("staffInvitationAccept.userErrors", bad)
		if _, owed := sent[shop.StaffInvitationMail](d); owed {
			t.Errorf("a mail is sent though the invitation is %s", why)
		}
		if why == "expired" {
			admin = d.login("root@example.org")
		}
	}
}

// An invitation ends when its sender loses the right to invite, or when its recipient loses the role.
func TestStaffInvitationsEnd(t *testing.T) {
	d := newServer(t)
	root, other := d.admin("root@example.org"), d.admin("other@example.org")
	role := d.role(root, "Warehouse", "WRITE_ORDERS")
	otherID := d.must(other, `{ me { id } }`, nil).at("me.id").(string)
	accept := `mutation ($in: StaffInvitationAcceptInput!) { staffInvitationAccept(input: $in) { user { email } userErrors { code } } }`
	refused := func(token, link string) {
		t.Helper()
		in := vars{"token": link}
		if token == "" {
			in["name"], in["password"] = "Ada", "aA1!aA1!"
		}
		d.must(token, accept, vars{"in": in}).is("staffInvitationAccept.userErrors", "[map[code:INVALID_TOKEN]]")
	}

	link := d.invite(other, "ada@example.org", role)
	d.must(root, `mutation ($id: ID!) { customerUpdate(input: {id: $id, role: USER}) { userErrors { code } } }`, vars{"id": otherID}).
		is("customerUpdate.userErrors", "[]")
	refused("", link)

	link = d.invite(root, "eve@example.org", role)
	token, id := d.staff(root, "eve@example.org", role)
	refused(token, link)
	link = d.invite(root, "eve@example.org", role)
	d.must(root, roleAssign, vars{"account": id, "role": nil}).is("staffRoleAssign.userErrors", "[]")
	refused(token, link)
	d.must(token, myScopes, nil).is("me", "map[role:USER scopes:[]]")
}

// A role that requires a second factor permits nothing until its people have one.
func TestStaffNeedsItsFactor(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	role := d.role(admin, "Warehouse", "WRITE_ORDERS")
	token, _ := d.staff(admin, "ada@example.org", role)
	d.must(token, `{ orders { totalCount } }`, nil)
	d.must(admin, roleUpdate, vars{"input": vars{"id": role, "needsFactor": true}}).is("staffRoleUpdate.staffRole.needsFactor", true)
	for _, q := range []string{`{ orders { totalCount } }`, `{ dashboard(from: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z") { orders } }`} {
		if code := d.ask(token, q, nil).code(); code != string(shop.SecondFactorMissing) {
			t.Errorf("%s without the factor: %s", q, code)
		}
	}
	d.must(token, `{ me { secondFactorMissing } }`, nil).is("me.secondFactorMissing", true)
	d.secondFactor(token)
	d.must(token, `{ me { secondFactorMissing } }`, nil).is("me.secondFactorMissing", false)
	d.must(token, `{ orders { totalCount } }`, nil).is("orders.totalCount", 0)
}

// The dashboard of staff has the parts that its scopes permit.
func TestStaffDashboard(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	buyer := d.register("eve@example.org")
	d.must(buyer, `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } }
		contactMessageCreate(input: {name: "A", email: "a@b.example", subject: "S", message: "M"}) { received }
		preOrderCreate(input: {name: "A", email: "eve@example.org", phone: "1", productId: "2"}) { preOrder { id } } }`, nil)
	d.exec(`UPDATE preorders SET confirm_by = NULL`)
	d.exec(`UPDATE products SET stock = 0 WHERE id = 1`)
	day := d.Clock.Now().Truncate(24 * time.Hour)
	for scope, want := range map[string]string{
		"READ_ORDERS":    "1 1 0 0 0",
		"READ_PREORDERS": "0 0 1 0 0",
		"WRITE_PRODUCTS": "0 0 0 1 0",
		"READ_CONTACTS":  "0 0 0 0 1",
		"WRITE_CONTENT":  "0 0 0 0 0",
	} {
		token, _ := d.staff(admin, strings.ToLower(scope)+"@example.org", d.role(admin, scope, scope))
		r := d.must(token, `query ($from: DateTime!, $until: DateTime!) { dashboard(from: $from, until: $until) { orders ordersByStatus { count }
			preOrdersByStatus { count } lowStock { id } unansweredMessages { name } } }`, vars{"from": day, "until": day.AddDate(0, 0, 1)})
		low := min(1, len(r.at("dashboard.lowStock").([]any)))
		got := fmt.Sprint(r.at("dashboard.orders"), " ", r.at("dashboard.ordersByStatus.0.count"), " ", r.at("dashboard.preOrdersByStatus.0.count"), " ",
			low, " ", len(r.at("dashboard.unansweredMessages").([]any)))
		if got != want {
			t.Errorf("the dashboard with %s is %s, want %s", scope, got, want)
		}
	}
}
