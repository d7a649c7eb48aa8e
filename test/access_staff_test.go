package test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// people are the personal data of a shop, by the scopes that let staff see them.
var people = map[string][]shop.Scope{
	"Oda Owner":             {shop.ReadOrders, shop.ReadCustomers},
	"oda.owner@example.org": {shop.ReadOrders, shop.ReadCustomers},
	"Secret Street 77":      {shop.ReadOrders},
	"noted about Oda":       {shop.ReadOrders},
	"Pria Preorder":         {shop.ReadPreOrders},
	"pria@example.org":      {shop.ReadPreOrders},
	"+31 20 7654321":        {shop.ReadPreOrders},
	"Quinn Quote":           {shop.ReadQuotes},
	"quinn@example.org":     {shop.ReadQuotes},
	"Hush Holding":          {shop.ReadQuotes},
	"Conny Contact":         {shop.ReadContacts},
	"conny@example.org":     {shop.ReadContacts},
	"Text of Conny":         {shop.ReadContacts},
	"nelly@example.org":     {shop.ReadCustomers},
	"wanda@example.org":     {shop.ReadCustomers},
	"admin@example.org":     {shop.ReadCustomers},
}

// Staff sees the personal data of the objects that its role may read and no other, in every query, every REST resource
// and export, and in the events.
func TestStaffSeesOnlyItsPeople(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"DEMO": "0"})
	owner, admin := s.register("Oda Owner", "oda.owner@example.org"), s.createAdmin()
	made := s.execute(owner, `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Secret Street 77", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } } }`, nil).Data
	order := made["orderPlace"].(map[string]any)["order"].(map[string]any)["id"].(string)
	quote := s.execute("", `mutation {
		preOrderCreate(input: {name: "Pria Preorder", email: "pria@example.org", phone: "+31 20 7654321", productId: "2"}) { preOrder { id } }
		contactMessageCreate(input: {name: "Conny Contact", email: "conny@example.org", subject: "Hello", message: "Text of Conny"}) { received }
		newsletterSubscribe(input: {email: "nelly@example.org"}) { received }
		quoteCreate(input: {name: "Quinn Quote", email: "quinn@example.org", company: "Hush Holding", idempotencyKey: "k", lines: [{productId: "3", quantity: 1}]}) { quote { number } } }`,
		nil).Data["quoteCreate"].(map[string]any)["quote"].(map[string]any)["number"].(string)
	s.execute(admin, `mutation { productUpdate(input: {id: "1", stock: 0}) { product { id } }
		stockAlertCreate(input: {productId: "1", email: "wanda@example.org"}) { received } }`, nil)
	s.execute(admin, `mutation ($id: ID!) { orderNoteAdd(input: {orderId: $id, text: "noted about Oda"}) { orderNote { id } }
		orderStatusUpdate(input: {id: $id, status: PAID, version: 1}) { order { id } } }`, map[string]any{"id": order})
	account := s.execute(owner, `{ me { id } }`, nil).Data["me"].(map[string]any)["id"].(string)
	_, sdl := s.send("GET", "/schema.graphql", "", bearer(admin))
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: sdl})
	if err != nil {
		t.Fatal(err)
	}
	documents := queries{schema, map[string]any{"order": order, "customer": account, "quote": quote, "product": "1", "productDraft": "1"}}.all()
	if len(documents) < 40 {
		t.Fatalf("only %d queries", len(documents))
	}

	roles := map[string][]shop.Scope{
		"no people": {shop.WriteProducts, shop.WriteContent, shop.WriteSettings},
		"all":       shop.StaffScopes(),
	}
	for _, scope := range shop.StaffScopes() {
		roles[string(scope)] = []shop.Scope{scope}
	}
	for name, scopes := range roles {
		email := strings.ReplaceAll(name, " ", "-") + "@staff.example"
		s.createStaff(admin, email, scopes...)
		token := s.login(email)
		role, err := shop.StaffRoleCreateInput{Name: "R", Scopes: scopes}.Normal()
		if err != nil {
			t.Fatal(err)
		}
		seen := ""
		for _, q := range documents {
			seen += s.query(token, q)
		}
		for _, path := range []string{"/order/" + order, "/orders/" + order + "/invoice", "/orders", "/preorders", "/contact", "/admin/dashboard",
			"/exports/orders.csv", "/exports/preorders.csv", "/exports/contacts.csv", "/exports/customers.csv", "/exports/newsletter.csv", "/exports/stock-alerts.csv",
			"/exports/products.csv", "/exports/products.json", "/exports/reviews.csv"} {
			_, answer := s.send("GET", "/api/v1"+path, "", bearer(token))
			seen += answer
		}
		seen += s.events(token, admin)
		for person, visible := range people {
			may := slices.ContainsFunc(visible, func(scope shop.Scope) bool { return slices.Contains(role.Scopes, scope) })
			if got := strings.Contains(seen, person); got != may {
				at := strings.Index(seen, person)
				t.Errorf("staff with %s sees %q: %v, want %v: %.300s", name, person, got, may, seen[max(0, at-200):max(0, at)])
			}
		}
		for object, scope := range map[string]shop.Scope{"order": shop.ReadOrders, "preorder": shop.ReadPreOrders, "quote": shop.ReadQuotes,
			"contact": shop.ReadContacts, "user": shop.ReadCustomers} {
			if got, may := strings.Contains(seen, `"kind":"`+object+"."), slices.Contains(role.Scopes, scope); got != may {
				t.Errorf("staff with %s receives events of %s: %v, want %v", name, object, got, may)
			}
		}
		if strings.Contains(seen, `"kind":"staff_role.`) {
			t.Errorf("staff with %s receives events of staff roles", name)
		}
	}
}

// query is a query that selects all that is below one field.
type query struct {
	field     string
	documents []string // of decreasing depth
	variables map[string]any
}

// queries generates queries.
type queries struct {
	schema *ast.Schema
	ids    map[string]any // by field
}

func (g queries) all() (all []query) {
	for _, field := range g.schema.Query.Fields {
		if strings.HasPrefix(field.Name, "__") {
			continue
		}
		id, _ := g.ids[field.Name].(string)
		if id == "" {
			id = unknownID
		}
		q := query{field: field.Name, variables: map[string]any{}}
		var heads, arguments []string
		for _, a := range field.Arguments {
			value := generator{g.schema, id}.value(a.Type, a.Name)
			if a.Name == "first" {
				value = 5
			}
			if value == nil {
				continue
			}
			if a.Name == "number" {
				value = id
			}
			q.variables[a.Name] = value
			heads = append(heads, "$"+a.Name+": "+a.Type.String())
			arguments = append(arguments, a.Name+": $"+a.Name)
		}
		head, call := "", ""
		if len(heads) > 0 {
			head, call = "("+strings.Join(heads, ", ")+")", "("+strings.Join(arguments, ", ")+")"
		}
		for depth := 5; depth > 0; depth-- {
			q.documents = append(q.documents, "query "+head+" { "+field.Name+call+g.below(field, depth)+" }")
		}
		all = append(all, q)
	}
	return all
}

// below returns a selection of all that is below a field, down to a depth.
func (g queries) below(of *ast.FieldDefinition, depth int) string {
	object := g.schema.Types[of.Type.Name()]
	if !object.IsCompositeType() {
		return ""
	}
	selection := " { __typename"
	for _, possible := range g.schema.GetPossibleTypes(object) {
		selection += " ... on " + possible.Name + " {"
		for i, field := range possible.Fields {
			call := ""
			if field.Arguments.ForName("first") != nil {
				call = "(first: 2)"
			}
			if strings.HasPrefix(field.Name, "__") || g.schema.Types[field.Type.Name()].IsCompositeType() && depth == 1 ||
				field.Name == "edges" || slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.NonNull && a.DefaultValue == nil }) {
				continue
			}
			selection += fmt.Sprintf(" %s%d: %s%s%s", possible.Name, i, field.Name, call, g.below(field, depth-1))
		}
		selection += " __typename }"
	}
	return selection + " }"
}

// query returns the response to the deepest document that is within the limits.
func (s server) query(token string, q query) string {
	s.Helper()
	for _, document := range q.documents {
		body, err := json.Marshal(map[string]any{"query": document, "variables": q.variables})
		if err != nil {
			s.Fatal(err)
		}
		_, answer := s.send("POST", "/graphql", string(body), bearer(token))
		if strings.Contains(answer, "token limit") {
			continue
		}
		if strings.Contains(answer, "GRAPHQL_") || strings.Contains(answer, "INTERNAL") {
			s.Fatalf("%s: %.500s", document, answer)
		}
		if !strings.Contains(answer, "LIMIT") {
			return answer
		}
	}
	s.Fatalf("%s: all of %q exceed the limits", q.field, q.documents)
	return ""
}

// events returns what a subscriber has received of all events so far, of which one of a product is the last.
func (s server) events(token, admin string) string {
	s.Helper()
	const body = `{"query": "subscription { eventAdded(after: \"CURSOR\") { node { id kind object objectId data } } }"}`
	first := s.execute(admin, `{ events(first: 1) { pageInfo { endCursor } } }`, nil).Data["events"].(map[string]any)["pageInfo"].(map[string]any)["endCursor"].(string)
	request, err := http.NewRequestWithContext(s.Context(), http.MethodPost, s.url+"/graphql", strings.NewReader(strings.Replace(body, "CURSOR", first, 1)))
	if err != nil {
		s.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + token}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	made := s.execute(admin, `mutation { productDuplicate(input: {id: "1"}) { product { id } userErrors { message } } }`, nil)
	product := made.Data["productDuplicate"].(map[string]any)["product"].(map[string]any)["id"].(string)
	received := ""
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		received += lines.Text()
		if strings.Contains(lines.Text(), `"product.created"`) && strings.Contains(lines.Text(), `"objectId":"`+product+`"`) {
			return received
		}
	}
	s.Fatalf("the subscription has ended: %.500s", received)
	return ""
}
