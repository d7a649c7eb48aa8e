package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// notPersonal are the texts that an API key can reach and that are not marked @personal, by type. A new one that tells something of a
// person is marked in the schema instead.
var notPersonal = map[string]string{
	// Goods, the company, figures and places in lists.
	"Answer": "text title", "CartItem": "name", "CartWarning": "message", "ContactMessageEdge": "cursor", "DeliveryChange": "changedBy reason",
	"Engineering": "interfaces mounting payloadNote robotFlange toolFlange toolInterfaces", "Event": "data kind object", "EventEdge": "cursor",
	"FaqEntry": "answer question", "Feature": "description icon title", "FitLine": "message unit", "FitProduct": "name",
	"Media": "alt captions poster url", "Milestone": "description title", "MilestoneEdge": "cursor", "Order": "number", "OrderEdge": "cursor", "OrderItem": "productName",
	"PageInfo": "endCursor startCursor", "PaymentInstructions": "accountHolder bic iban reference", "Plan": "features period price title",
	"PreOrder": "productName", "PreOrderEdge": "cursor", "PreOrderMovePreview": "previewed", "PreOrderQueue": "productName",
	"Product":           "category description highlights model modules name seoDescription seoKeywords seoTitle shortDesc tags",
	"ProductConnection": "corrected", "ProductEdge": "cursor", "QuoteLine": "leadTime model productName", "ReviewEdge": "cursor",
	"SpecGroup": "title", "SpecItem": "label value", "TechnicalGroup": "items title", "UserError": "field message",
	// Shown to everybody on the pages.
	"Review": "comment name", "TeamMember": "name role", "TeamMemberEdge": "cursor",
	// Who has made the quote with the key, and sent all of this with it.
	"Quote": "company email name number", "QuoteCreatePayload": "page url",
	// It belongs to the caller who signs in, registers or opens a mailed link in the same operation.
	"EmailChangeUndoPayload": "email passwordResetToken", "LinkedIdentity": "email", "NewsletterTokenPayload": "email", "Session": "browser system", "User": "email name pendingEmail",
	"UserLoginPayload": "challenge token", "UserRegisterPayload": "token",
	// Null or empty for everybody but administrators, as is DeliveryChange.changedBy.
	"OrderNote": "author text",
}

// accessPeople asks with keys for every field that is marked @personal, wherever a key gets to it, and expects a refusal that names the
// scope. A field that a key can get to and that is neither marked nor listed fails the test.
func (v visitor) accessPeople(c crew) {
	_, sdl := v.send("GET", "/schema.graphql", "", bearer(c.tokens["admin"]))
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: sdl})
	if err != nil {
		v.Fatal(err)
	}
	asked := map[shop.Scope]int{}
	seen := map[string]bool{}
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		for _, field := range root.Fields {
			row, listed := graphAccess[root.Name+"."+field.Name]
			if !listed || row.key != "" && row.scope == "" {
				continue
			}
			callers := map[shop.Scope]string{"": c.tokens["bare"]}
			if row.key != "" {
				callers = map[shop.Scope]string{row.scope: c.only[row.scope]}
			}
			walk{schema, seen}.fields(field, nil, func(selection string, personal shop.Scope, owner string) {
				for scope, token := range callers {
					if scope == personal {
						continue
					}
					asked[scope]++
					kind := map[string]ast.Operation{"Query": ast.Query, "Mutation": ast.Mutation, "Subscription": ast.Subscription}[root.Name]
					text, variables := sender{schema, noSuchID}.document(kind, field)
					text = strings.Replace(text, "__typename", selection, 1)
					body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
					if err != nil {
						v.Fatal(err)
					}
					_, answer := v.send("POST", "/graphql", string(body), bearer(token))
					want := fmt.Sprintf(`%s needs the scope %s"`, owner, strings.ToUpper(string(personal)))
					if !strings.Contains(answer, `"FORBIDDEN"`) || !strings.Contains(answer, want) || strings.Contains(answer, `"data"`) {
						v.Errorf("%s with a key for %q: %s", text, scope, answer)
					}
				}
			})
		}
	}
	for _, scope := range []shop.Scope{"", shop.WriteOrders, shop.WritePreOrders, shop.WriteContacts} {
		if asked[scope] == 0 {
			v.Errorf("no personal field is reached with %q, which proves nothing", scope)
		}
	}
	for name := range seen {
		owner, field, _ := strings.Cut(name, ".")
		if list := notPersonal[owner]; list != "*" && !slices.Contains(strings.Fields(list), field) {
			v.Errorf("%s can be read with an API key: mark it @personal, or list it in notPersonal", name)
		}
	}
}

// walk goes through the fields below one of the schema.
type walk struct {
	schema *ast.Schema
	seen   map[string]bool // texts that are not marked, named as Type.field
}

// fields calls found for each field below that is marked @personal, with the selection that leads to it.
func (w walk) fields(of *ast.FieldDefinition, types []string, found func(selection string, scope shop.Scope, owner string)) {
	below := w.schema.Types[of.Type.Name()]
	for _, object := range append([]*ast.Definition{below}, w.schema.PossibleTypes[below.Name]...) {
		if object.Kind != ast.Object || slices.Contains(types, object.Name) {
			continue
		}
		for _, field := range object.Fields {
			step := "... on " + object.Name + " { " + field.Name
			if mark := field.Directives.ForName("personal"); mark != nil {
				name := mark.Arguments.ForName("scope").Value.Raw
				selection := step + " }"
				if w.schema.Types[field.Type.Name()].IsCompositeType() {
					selection = step + " { __typename } }"
				}
				found(selection, shop.Scope(strings.ToLower(name)), object.Name+"."+field.Name)
				continue
			}
			if of := field.Type.Name(); of == "String" || of == "JSON" {
				w.seen[object.Name+"."+field.Name] = true
			}
			if slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.NonNull && a.DefaultValue == nil }) {
				continue
			}
			w.fields(field, append(slices.Clone(types), object.Name), func(selection string, scope shop.Scope, owner string) {
				found(step+" { "+selection+" } }", scope, owner)
			})
		}
	}
}

// writersSee does what scopes that write allow, to things of a person, and expects nothing of the person in any answer.
func (v visitor) writersSee(c crew) {
	const person, address = "Ada Reader", "ada.reader@example.org"
	made := post(v.T, v.origin, "", `mutation ($name: String!, $email: String!) {
		preOrderCreate(input: {name: $name, email: $email, phone: "+31 20 7654321", productId: "2"}) { preOrder { id } }
		contactMessageCreate(input: {name: $name, email: $email, subject: "Subject of Ada", message: "Text of Ada"}) { received } }`,
		map[string]any{"name": person, "email": address}).Data
	preOrder := made["preOrderCreate"].(map[string]any)["preOrder"].(map[string]any)["id"].(string)
	messages := post(v.T, v.origin, c.tokens["admin"], `{ contactMessages(filter: {search: "ada.reader"}) { nodes { id } } }`, nil).Data
	message := messages["contactMessages"].(map[string]any)["nodes"].([]any)[0].(map[string]any)["id"].(string)
	graph := func(document string, id string) string {
		body, err := json.Marshal(map[string]any{"query": document, "variables": map[string]any{"id": id}})
		if err != nil {
			v.Fatal(err)
		}
		return string(body)
	}
	for _, row := range []struct {
		scope              shop.Scope
		method, path, body string
		want               string // in the answer
	}{
		{shop.WritePreOrders, "POST", "/graphql", graph(`mutation ($id: ID!) { preOrderStatusUpdate(input: {id: $id, status: CONTACTED}) { preOrder { id status name email phone } } }`, preOrder), "FORBIDDEN"},
		{shop.WritePreOrders, "POST", "/graphql", graph(`mutation ($id: ID!) { preOrderStatusUpdate(input: {id: $id, status: CLOSED}) { preOrder { id status } } }`, preOrder), `"CLOSED"`},
		{shop.WritePreOrders, "PATCH", "/api/v1/preorders/" + preOrder, `{"status": "Pending"}`, `"Pending"`},
		{shop.WriteContacts, "POST", "/graphql", graph(`mutation ($id: ID!) { contactMessageResolve(input: {id: $id}) { contactMessage { id status message } } }`, message), "FORBIDDEN"},
		{shop.WriteContacts, "POST", "/graphql", graph(`mutation ($id: ID!) { contactMessageResolve(input: {id: $id}) { contactMessage { id status } } }`, message), `"RESOLVED"`},
		{shop.WriteContacts, "PUT", "/api/v1/contact/" + message, `{"status": "resolved"}`, `"resolved"`},
		{shop.WriteOrders, "POST", "/graphql", graph(`mutation ($id: ID!) { orderStatusUpdate(input: {id: $id, status: PAID, version: 1}) { order { id status buyer { name email } shippingInfo { address } } } }`, c.order), "FORBIDDEN"},
		{shop.WriteOrders, "POST", "/graphql", graph(`mutation ($id: ID!) { orderStatusUpdate(input: {id: $id, status: PENDING_PAYMENT, version: 1}) { userErrors { message } order { id status } } }`, c.order), `orderStatusUpdate`},
	} {
		header := bearer(c.only[row.scope])
		header["Content-Type"] = "application/json"
		_, answer := v.send(row.method, row.path, row.body, header)
		if !strings.Contains(answer, row.want) {
			v.Errorf("%s with %s: %s", row.body, row.scope, answer)
		}
		for _, told := range []string{person, address, "+31 20 7654321", "of Ada", "owner@example.org", "Damrak"} {
			if strings.Contains(answer, told) {
				v.Errorf("%s %s %s with %s alone tells %q: %s", row.method, row.path, row.body, row.scope, told, answer)
			}
		}
	}
}
