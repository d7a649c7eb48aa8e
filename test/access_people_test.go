package test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// notPersonal lists, by type, the text fields that API keys can select and that are neither @personal nor @public. A new
// field with personal data is marked in the schema instead.
var notPersonal = map[string]string{
	"ShownAnnouncement": "link text",
	// Products, the company, figures and cursors.
	"Answer": "text title", "CartItem": "name", "CartWarning": "message", "DeliveryChange": "changedBy reason",
	"Event": "data kind object",
	"Order": "number preparedBy", "OrderItem": "productName",
	"PaymentInstructions": "accountHolder bic iban reference",
	"ProductChange":       "after before name", "ProductConflict": "field theirs yours",
	"PreOrder": "productName", "PreOrderMovePreview": "previewed", "PreOrderQueue": "productName",
	"QuoteLine": "leadTime model productName", "Shipment": "carrier",
	"TextChange": "after before name", "TextDocument": "summary title", "TextDocumentSection": "anchor body label title",
	"TextLayout": "anchor items", "TextPlaceholder": "description name",
	"UserError": "field message",
	// Shown to everybody on the pages.
	// The caller that created the quote has sent this data.
	"Quote": "company email name number", "QuoteCreatePayload": "page url",
	"BillingInfo": "address city company country postalCode purchaseOrderNumber recipient vatNumber",
	// Kept by the caller.
	"SavedCellPlan": "cell name",
	// Saved by the caller; in orders they are @personal.
	"ShippingInfo": "address city company country notes phone postalCode recipient",
	// Data of the caller, who signs in, registers or uses a mailed link in the same operation.
	"EmailChangeUndoPayload": "email passwordResetToken", "LinkedIdentity": "email", "NewsletterTokenPayload": "email", "Session": "browser system", "StockAlertTokenPayload": "email", "User": "email name pendingEmail",
	"UserLoginPayload": "challenge token", "UserRegisterPayload": "token",
	// Null or empty for all callers except administrators, as is DeliveryChange.changedBy.
	"OrderNote": "author text", "ProductDraft": "author", "ProductVersion": "author", "TextDraft": "author", "FaqDraft": "author", "TextVersion": "author",
}

// checkPersonalFields selects every field that is marked @personal, on every path that an API key can select, with keys
// that lack the scope, and expects a refusal that names it. It fails for text fields that are neither @personal, @public
// nor in notPersonal.
func (s server) checkPersonalFields(c accounts) {
	_, sdl := s.send("GET", "/schema.graphql", "", bearer(c.tokens["admin"]))
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: sdl})
	if err != nil {
		s.Fatal(err)
	}
	asked := map[shop.Scope]int{}
	seen := map[string]bool{}
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		for _, field := range root.Fields {
			row, ok := s.accessTo(root.Name+"."+field.Name, field)
			if !ok || row.key != "" && (row.scope == "" || row.inPerson) {
				continue
			}
			callers := map[shop.Scope]string{"": c.tokens["bare"]}
			if row.key != "" {
				callers = map[shop.Scope]string{row.scope: c.keys[row.scope]}
			}
			walker{schema, seen}.fields(field, nil, func(selection string, personal shop.Scope, owner string) {
				for scope, token := range callers {
					if scope == personal {
						continue
					}
					asked[scope]++
					kind := map[string]ast.Operation{"Query": ast.Query, "Mutation": ast.Mutation, "Subscription": ast.Subscription}[root.Name]
					text, variables := generator{schema, unknownID}.document(kind, field)
					text = strings.Replace(text, "__typename", selection, 1)
					body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
					if err != nil {
						s.Fatal(err)
					}
					_, answer := s.send("POST", "/graphql", string(body), bearer(token))
					want := fmt.Sprintf(`%s requires the scope %s"`, owner, strings.ToUpper(string(personal)))
					if !strings.Contains(answer, `"FORBIDDEN"`) || !strings.Contains(answer, want) || strings.Contains(answer, `"data"`) {
						s.Errorf("%s with a key for %q: %s", text, scope, answer)
					}
				}
			})
		}
	}
	for _, scope := range []shop.Scope{"", shop.WriteOrders, shop.WritePreOrders, shop.WriteContacts} {
		if asked[scope] == 0 {
			s.Errorf("no personal field was selected with %q", scope)
		}
	}
	for name := range seen {
		owner, field, _ := strings.Cut(name, ".")
		if !slices.Contains(strings.Fields(notPersonal[owner]), field) {
			s.Errorf("%s can be read with an API key: mark it @personal or @public, or add it to notPersonal", name)
		}
	}
	for owner, fields := range notPersonal {
		for _, field := range strings.Fields(fields) {
			if !seen[owner+"."+field] {
				s.Errorf("%s.%s is in notPersonal for no reason", owner, field)
			}
		}
	}
}

// walker visits the fields below a field of the schema.
type walker struct {
	schema *ast.Schema
	seen   map[string]bool // text fields that are neither @personal nor @public, as Type.field
}

// fields calls found for each field below that is marked @personal, with the selection of it.
func (w walker) fields(of *ast.FieldDefinition, types []string, found func(selection string, scope shop.Scope, owner string)) {
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
			isPublic := object.Directives.ForName("public") != nil || field.Directives.ForName("public") != nil
			isCursor := field.Name == "cursor" || object.Name == "PageInfo"
			if of := field.Type.Name(); (of == "String" || of == "JSON") && !isPublic && !isCursor {
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

// checkWriteScopes changes objects with personal data, using keys that may only write, and expects no personal data in
// the responses.
func (s server) checkWriteScopes(c accounts) {
	const person, address = "Ada Reader", "ada.reader@example.org"
	made := s.execute("", `mutation ($name: String!, $email: String!) {
		preOrderCreate(input: {name: $name, email: $email, phone: "+31 20 7654321", productId: "2"}) { preOrder { id } }
		contactMessageCreate(input: {name: $name, email: $email, subject: "Subject of Ada", message: "Text of Ada"}) { received } }`,
		map[string]any{"name": person, "email": address}).Data
	preOrder := made["preOrderCreate"].(map[string]any)["preOrder"].(map[string]any)["id"].(string)
	messages := s.execute(c.tokens["admin"], `{ contactMessages(filter: {search: "ada.reader"}) { nodes { id } } }`, nil).Data
	message := messages["contactMessages"].(map[string]any)["nodes"].([]any)[0].(map[string]any)["id"].(string)
	graph := func(document string, id string) string {
		body, err := json.Marshal(map[string]any{"query": document, "variables": map[string]any{"id": id}})
		if err != nil {
			s.Fatal(err)
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
		header := bearer(c.keys[row.scope])
		header["Content-Type"] = "application/json"
		_, answer := s.send(row.method, row.path, row.body, header)
		if !strings.Contains(answer, row.want) {
			s.Errorf("%s with %s: %s", row.body, row.scope, answer)
		}
		for _, personal := range []string{person, address, "+31 20 7654321", "of Ada", "owner@example.org", "Damrak"} {
			if strings.Contains(answer, personal) {
				s.Errorf("%s %s %s with %s alone reveals %q: %s", row.method, row.path, row.body, row.scope, personal, answer)
			}
		}
	}
}
