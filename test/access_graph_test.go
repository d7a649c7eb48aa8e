package test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// graphAccess has a row for each field of Query, Mutation and Subscription whose access its description does not say
// in the words that promised knows.
var graphAccess = map[string]access{
	"Mutation.addressDelete":         access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.addressUpdate":         access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.cellPlanDelete":        access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.cellPlanQuote":         everybody,
	"Mutation.cellPlanUpdate":        access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.emailChangeUndo":       everybody,
	"Mutation.emailVerify":           everybody,
	"Mutation.newsletterConfirm":     everybody,
	"Mutation.newsletterUnsubscribe": everybody,
	"Mutation.orderAddressUpdate":    owners(shop.WriteOrders),
	"Mutation.orderCancel":           owners(shop.WriteOrders),
	"Mutation.passwordReset":         everybody,
	"Mutation.preOrderCancel":        users,
	"Mutation.preOrderChange":        users,
	"Mutation.preOrderConfirm":       users,
	"Mutation.preOrderKeep":          users,
	"Mutation.preOrderReopen":        users,
	"Mutation.quoteCreate":           everybody,
	"Mutation.secondFactorBegin":     users,
	"Mutation.sessionEnd":            access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.userLogin":             everybody,
	"Mutation.userLoginConfirm":      everybody,
	"Mutation.userLogout":            everybody,
	"Mutation.userRegister":          everybody,
	"Mutation.stockAlertCancel":      everybody,
	"Mutation.stockAlertConfirm":     everybody,
	"Query.preparedCheckout":         access{visitor: shop.Unauthenticated, owner: shop.NotFound, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden}, // nobody knows its ID
	"Query.me":                       access{visitor: shop.NotFound, key: shop.NotFound},
	"Query.order":                    owners(shop.ReadOrders),
	"Query.preOrderOfLink":           access{visitor: shop.NotFound, owner: shop.NotFound, other: shop.NotFound, admin: shop.NotFound, key: shop.NotFound},
	"Query.provenIdentity":           access{visitor: shop.Unauthenticated, owner: shop.NotFound, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden}, // nothing was proven
	"Query.quote":                    access{visitor: shop.NotFound, other: shop.NotFound, key: shop.NotFound}.orStaffWith(shop.ReadQuotes),
	"Query.savedCellPlan":            access{visitor: shop.Unauthenticated, other: shop.NotFound, admin: shop.NotFound, key: shop.Forbidden},
	"Query.signInProviders":          everybody,
	"Query.webhook":                  access{visitor: shop.Unauthenticated, owner: shop.Forbidden, other: shop.Forbidden, admin: shop.NotFound, key: shop.Forbidden},
	"Mutation.staffInvitationAccept": everybody,
	"Query.staffInvitationOffer":     access{visitor: shop.NotFound, owner: shop.NotFound, other: shop.NotFound, admin: shop.NotFound, key: shop.NotFound},
	"Subscription.eventAdded":        admins.or(shop.ReadEvents).orAnyStaff(),
	"Subscription.orderChanged":      owners(shop.ReadOrders),
}

// accessTo returns who may request a field of an operation type: everybody if it is @public.
func (s server) accessTo(name string, field *ast.FieldDefinition) (row access, ok bool) {
	s.Helper()
	row, ok = promised(field.Description)
	if !ok && field.Directives.ForName("public") != nil {
		row, ok = everybody, true
	}
	listed, isListed := graphAccess[name]
	if isListed && ok && listed == row {
		s.Errorf("%s is in graphAccess, which repeats its description", name)
	}
	if isListed {
		return listed, true
	}
	return row, ok
}

// unknownID is the ID of no object.
const unknownID = "019a0000-0000-7000-8000-00000000dead"

// generator generates operations with valid arguments.
type generator struct {
	schema *ast.Schema
	id     string // the value of required IDs
}

// document returns an operation that selects a field, with its required arguments and the smallest possible selection.
func (g generator) document(kind ast.Operation, field *ast.FieldDefinition) (text string, variables map[string]any) {
	variables = map[string]any{}
	var heads, arguments []string
	for _, a := range field.Arguments {
		if value := g.value(a.Type, a.Name); value != nil {
			variables[a.Name] = value
			heads = append(heads, "$"+a.Name+": "+a.Type.String())
			arguments = append(arguments, a.Name+": $"+a.Name)
		}
	}
	text = string(kind)
	if len(heads) > 0 {
		text += " (" + strings.Join(heads, ", ") + ")"
	}
	text += " { " + field.Name
	if len(arguments) > 0 {
		text += "(" + strings.Join(arguments, ", ") + ")"
	}
	if of := g.schema.Types[field.Type.Name()]; of.Kind == ast.Object {
		text += " { __typename"
		if of.Fields.ForName("userErrors") != nil {
			text += " userErrors { code }"
		}
		text += " }"
	}
	return text + " }", variables
}

// value returns a value of a type, or nil if it is optional.
func (g generator) value(t *ast.Type, name string) any {
	of := g.schema.Types[t.Name()]
	switch {
	case !t.NonNull:
		return nil
	case t.Elem != nil && of.Name == "ID":
		return []any{"1"}
	case t.Elem != nil:
		return []any{}
	case of.Kind == ast.InputObject:
		object := map[string]any{}
		for _, field := range of.Fields {
			if value := g.value(field.Type, field.Name); value != nil {
				object[field.Name] = value
			}
		}
		return object
	case of.Kind == ast.Enum:
		return of.EnumValues[0].Name
	}
	switch of.Name {
	case "ID":
		return g.id
	case "Int":
		return 1
	case "Boolean":
		return false
	case "DateTime":
		return map[string]string{"from": "2026-01-01T00:00:00Z", "until": "2026-01-08T00:00:00Z", "expectedDelivery": "2026-01-01T00:00:00Z"}[name]
	}
	return map[string]string{"email": "somebody@example.org", "url": "https://partner.example", "number": g.id,
		"address": "Main Street 1", "city": "Delft", "postalCode": "2611 AB", "country": "NL"}[name]
}

// refusal returns the code with which the caller was refused; it is empty for a caller that was let in. NOT_FOUND is a
// refusal only if the request named an object that exists.
func refusal(answer, field string, owned bool) shop.Code {
	code := refusals.FindStringSubmatch(answer)
	switch {
	case code == nil && strings.Contains(answer, `{"`+field+`":null}`):
		return shop.NotFound
	case code == nil, code[1] == "NOT_FOUND" && !owned:
		return ""
	}
	return shop.Code(code[1])
}

var refusals = regexp.MustCompile(`"code":"(UNAUTHENTICATED|FORBIDDEN|NOT_FOUND)"`)

func (s server) checkGraphQL(c accounts) {
	_, sdl := s.send("GET", "/schema.graphql", "", bearer(c.tokens["admin"]))
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: sdl})
	if err != nil {
		s.Fatal(err)
	}
	owned := map[string]string{"order": c.order, "orderChanged": c.order, "orderCancel": c.order, "orderAddressUpdate": c.order, "quote": c.quote, "sessionEnd": c.session, "addressUpdate": c.address, "addressDelete": c.address,
		"savedCellPlan": c.plan, "cellPlanUpdate": c.plan, "cellPlanDelete": c.plan,
		"product": "1", "productDraft": "1", "productPreview": "1", "planBreakEven": "1", "customer": c.user}
	known := map[string]bool{}
	for _, kind := range []ast.Operation{ast.Subscription, ast.Query, ast.Mutation} {
		root := map[ast.Operation]*ast.Definition{ast.Query: schema.Query, ast.Mutation: schema.Mutation, ast.Subscription: schema.Subscription}[kind]
		fields := slices.DeleteFunc(root.Fields, func(f *ast.FieldDefinition) bool { return strings.HasPrefix(f.Name, "__") })
		slices.SortFunc(fields, func(a, b *ast.FieldDefinition) int { return strings.Compare(sortKey(a.Name), sortKey(b.Name)) })
		for _, field := range fields {
			name := root.Name + "." + field.Name
			known[name] = true
			row, ok := s.accessTo(name, field)
			if !ok {
				s.Errorf("%s: who may request it? Describe it as \"Requires an administrator or an API key with `SCOPE`.\", "+
					"mark it @public, or add it to graphAccess", name)
				continue
			}
			id, isOwned := owned[field.Name]
			if !isOwned {
				id = unknownID
			}
			text, variables := generator{schema, id}.document(kind, field)
			body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
			if err != nil {
				s.Fatal(err)
			}
			callers := c.callers(row)
			answers := make([]string, len(callers))
			if kind == ast.Subscription {
				answers = s.subscribe(c, string(body), callers)
			}
			for i, caller := range callers {
				if kind != ast.Subscription {
					_, answers[i] = s.send("POST", "/graphql", string(body), bearer(caller.token))
				}
				if strings.Contains(answers[i], "GRAPHQL_") || strings.Contains(answers[i], "INTERNAL") {
					s.Fatalf("%s: %s", body, answers[i])
				}
				if got := refusal(answers[i], field.Name, isOwned); got != caller.want {
					s.Errorf("%s by %s: %q, want %q", name, caller.name, got, caller.want)
				}
			}
		}
	}
	for name := range graphAccess {
		if !known[name] {
			s.Errorf("%s is in graphAccess and not in the schema", name)
		}
	}
}

// sortKey sorts operations that end sessions, or delete what others need, behind all others.
func sortKey(name string) string {
	return strings.Repeat("~", 1+slices.Index([]string{"addressDelete", "cellPlanDelete", "sessionsEndOthers", "sessionEnd", "userLogout", "/auth/logout"}, name)) + name
}

// subscribe subscribes for all callers and returns the first event or error that each receives. It changes an order and
// a product until all have received one.
func (s server) subscribe(c accounts, body string, callers []caller) []string {
	received := make([]string, len(callers))
	var all sync.WaitGroup
	for i, caller := range callers {
		request, err := http.NewRequestWithContext(s.Context(), http.MethodPost, s.url+"/graphql", strings.NewReader(body))
		if err != nil {
			s.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
		if caller.token != "" {
			request.Header.Set("Authorization", "Bearer "+caller.token)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			s.Fatal(err)
		}
		all.Go(func() {
			defer func() { _ = response.Body.Close() }()
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					received[i] = data
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	admin := c.tokens["admin"]
	for n := 1; ; n++ {
		order := s.execute(admin, `query ($id: ID!) { order(id: $id) { version status } }`, map[string]any{"id": c.order}).Data["order"].(map[string]any)
		next := map[any]string{"PENDING_PAYMENT": "PAID", "PAID": "PROCESSING", "PROCESSING": "SHIPPED", "SHIPPED": "DELIVERED"}[order["status"]]
		changed := s.execute(admin, `mutation ($stock: Int!, $order: OrderStatusUpdateInput!) { productUpdate(input: {id: "1", stock: $stock}) { userErrors { code } }
			orderStatusUpdate(input: $order) { userErrors { code } } }`,
			map[string]any{"stock": n, "order": map[string]any{"id": c.order, "version": order["version"], "status": next}})
		if len(changed.Errors) > 0 {
			s.Fatalf("%+v", changed.Errors)
		}
		select {
		case <-done:
			return received
		case <-time.After(20 * time.Second):
			if n == 4 {
				s.Fatalf("%s: received %q", body, received)
			}
		}
	}
}
