package graph_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
)

// privateTypes hold what only its owner, and in part an admin, may see.
var privateTypes = []string{"User", "Cart", "CartItem", "Order", "OrderChange", "OrderItem", "Shipment", "PreOrder", "DeliveryChange", "Session", "SecondFactor",
	"Address", "ShippingInfo", "BillingInfo"}

// neverRead are fields of theirs that have no value when they are read: one comes only in the answer to a change, the others are for
// administrators and staff alone.
var neverRead = []string{"Cart.warnings", "Order.notes", "DeliveryChange.changedBy", "User.scopes"}

const noSuchID = "019a0000-0000-7000-8000-00000000dead"

var anyID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// reader asks for whole types of the schema, so that a new field takes part without anybody thinking of it.
type reader struct {
	*testServer
	schema *ast.Schema
}

// all selects every field of a type. Products are everybody's, only their number is of interest.
func (d reader) all(of string, above ...string) string {
	fields := d.schema.Types[of].Fields
	switch {
	case len(fields) == 0:
		return ""
	case of == "Product":
		return " { id }"
	}
	var names []string
	for _, field := range fields {
		if slices.Contains(above, field.Type.Name()) {
			continue
		}
		name := field.Name
		if field.Arguments.ForName("first") != nil {
			name += "(first: 2)"
		}
		names = append(names, name+d.all(field.Type.Name(), append(above, of)...))
	}
	return " { " + strings.Join(names, " ") + " }"
}

// walk calls leaf for every text in a value of that type, and marks the fields that have a value in seen.
func (d reader) walk(of string, value any, seen map[string]bool, leaf func(field, text string)) {
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			d.walk(of, one, seen, leaf)
		}
	case map[string]any:
		if len(d.schema.Types[of].Fields) == 0 { // JSON
			leaf(of, fmt.Sprint(value))
			return
		}
		for name, inside := range value {
			field := of + "." + name
			list, isList := inside.([]any)
			if inside != nil && (!isList || len(list) > 0) {
				seen[field] = true
			}
			if text, ok := inside.(string); ok {
				leaf(field, text)
			}
			d.walk(d.schema.Types[of].Fields.ForName(name).Type.Name(), inside, seen, leaf)
		}
	}
}

// person makes an account that has something of everything; two people differ in all that they say.
func (d reader) person(word string) (token string) {
	d.t.Helper()
	token = d.register(word + "@example.org")
	d.must(token, `mutation ($input: UserUpdateInput!) { userUpdate(input: $input) { userErrors { code } } }`,
		vars{"input": vars{"name": word + " Person", "email": word + ".new@example.org"}})
	fill := func() {
		for _, id := range []string{"2", "3"} { // 2 is a pre-order
			d.must(token, add, vars{"input": vars{"productId": id}})
		}
	}
	for i := range 3 {
		d.Clock.Advance(time.Minute)
		fill()
		d.must(token, place, checkout(fmt.Sprint(word, i), vars{"shippingInfo": vars{"address": word + " Street 1", "city": word + "stad",
			"postalCode": "1012 LG", "country": "NL", "recipient": word + " Recipient", "company": word + " B.V.", "phone": word + " 1", "notes": word + " gate"},
			"billingInfo": vars{"address": word + " Weg 1", "city": word + "burg", "postalCode": "10115", "country": "DE", "company": word + " GmbH",
				"recipient": word + " Books", "purchaseOrderNumber": word + "-1"}})).is("orderPlace.userErrors", []any{})
		d.must(token, preOrder, wish(vars{"name": word + " Person", "email": word + "@wish.example", "phone": "+31 " + fmt.Sprint(len(word)*1111111),
			"company": word + " Company", "message": word + " waits"})).is("preOrderCreate.userErrors", []any{})
	}
	d.must(token, addressCreate, vars{"input": vars{"shippingInfo": vars{"address": word + " Kade 2", "city": word + "stad", "postalCode": "1012 LG",
		"country": "NL"}}}).is("addressCreate.userErrors", []any{})
	d.must(token, `mutation ($name: String!) { cellPlanCreate(input: {name: $name, cell: {armId: "3", part: {mass: 1, length: 1, width: 1, height: 1},
		pick: {x: 1, y: 1, z: 1}, place: {x: 1, y: 1, z: 1}}}) { userErrors { code } } }`, vars{"name": word + " cell"}).is("cellPlanCreate.userErrors", []any{})
	fill()
	d.secondFactor(token)
	if _, err := d.SQL.Exec(`INSERT INTO identities (provider, subject, user_id, email, linked_at)
		SELECT 'google', $1, id, $1 || '@google.example', $2 FROM users WHERE email = $1 || '@example.org'`, word, d.Clock.Now()); err != nil {
		d.t.Fatal(err)
	}
	return token
}

// argument is a value for a type of the schema, with id wherever an identifier goes; nil for what can be left out.
func (d reader) argument(t *ast.Type, name, id string) any {
	definition := d.schema.Types[t.Name()]
	switch {
	case t.Name() == "ID" && t.Elem != nil:
		return []string{id}
	case t.Name() == "ID":
		return id
	case definition.Kind == ast.InputObject && t.Elem == nil:
		object := vars{}
		for _, field := range definition.Fields {
			if value := d.argument(field.Type, field.Name, id); value != nil {
				object[field.Name] = value
			}
		}
		return object
	case !t.NonNull:
		return nil
	case t.Elem != nil:
		return []any{}
	case definition.Kind == ast.Enum:
		return definition.EnumValues[0].Name
	case t.Name() == "Int":
		return 1
	case t.Name() == "Boolean":
		return false
	case name == "email":
		return "somebody@example.org"
	}
	return "1"
}

// takesID reports whether an identifier goes somewhere into an argument.
func (d reader) takesID(t *ast.Type) bool {
	return t.Name() == "ID" || d.schema.Types[t.Name()].Kind == ast.InputObject &&
		slices.ContainsFunc(d.schema.Types[t.Name()].Fields, func(f *ast.FieldDefinition) bool { return d.takesID(f.Type) })
}

// try calls a field of Query or Mutation and returns all that it answers.
func (d reader) try(token, kind string, field *ast.FieldDefinition, variables vars) string {
	d.t.Helper()
	var heads, arguments []string
	for _, argument := range field.Arguments {
		if _, ok := variables[argument.Name]; ok {
			heads = append(heads, "$"+argument.Name+": "+argument.Type.String())
			arguments = append(arguments, argument.Name+": $"+argument.Name)
		}
	}
	r := d.ask(token, fmt.Sprintf("%s (%s) { %s(%s)%s }", kind, strings.Join(heads, ", "), field.Name, strings.Join(arguments, ", "),
		d.all(field.Type.Name())), variables)
	text, err := json.Marshal([]any{r.Data, r.Errors})
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

func TestNothingOfAnAccountReachesAnother(t *testing.T) {
	d := reader{newServer(t), schema(t)}
	d.agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 100 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	ada, eve := d.person("adalovelace"), d.person("eve")
	if _, err := d.SQL.Exec(`UPDATE preorders SET status = 'Contacted', confirm_by = NULL, changed_at = created_at + interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	d.moved(d.admin("root@example.org"), vars{"queueId": "4", "days": 5, "fromPosition": 1, "reason": "Motors are late"})
	newest := d.must(ada, `{ me { preOrders(first: 1) { nodes { id } } } }`, nil).at("me.preOrders.nodes.0.id")
	d.must(ada, cancelIt, vars{"input": vars{"id": newest}}).is("answer.userErrors", []any{})
	// The last pre-order of each is not confirmed, and their last order was cancelled by the shop.
	if _, err := d.SQL.Exec(`UPDATE preorders SET confirm_by = created_at + interval '7 days'
			WHERE id IN (SELECT DISTINCT ON (user_id) id FROM preorders ORDER BY user_id, created_at DESC);
		UPDATE orders SET status = 'CANCELLED', expired_at = created_at + interval '1 day'
			WHERE id IN (SELECT DISTINCT ON (user_id) id FROM orders ORDER BY user_id, created_at DESC);
		UPDATE orders SET carrier = 'Carrier of ' || user_id, tracking_url = 'https://post.example/' || user_id;
		INSERT INTO order_changes (id, order_id, from_status, to_status, version, created_at)
			SELECT gen_random_uuid(), id, 'PROCESSING', 'SHIPPED', 4, created_at + interval '1 hour' FROM orders;
		INSERT INTO agent_orders (order_id, agent, checkout_id, prepared_at, created_at)
			SELECT id, 'https://' || user_id || '.example/profile', id, created_at - interval '1 minute', created_at FROM orders;
		INSERT INTO payments (id, order_id, source, status, amount_minor, currency, paid_at, reversed_at, created_at)
			SELECT gen_random_uuid(), id, 'MANUAL', 'REVERSED', 100, currency, created_at, created_at, created_at FROM orders`); err != nil {
		t.Fatal(err)
	}
	me := `{ me` + d.all("User") + ` }`
	before := d.must(ada, me, nil).at("me")

	// What Ada reads and Eve does not is a secret of Ada's.
	eves := map[string]bool{}
	d.walk("User", d.must(eve, me, nil).at("me"), map[string]bool{}, func(_, text string) { eves[text] = true })
	seen, secrets := map[string]bool{}, map[string]string{}
	var ids, cursors []string
	d.walk("User", before, seen, func(field, text string) {
		if eves[text] {
			return
		}
		secrets[text] = field
		switch _, name, _ := strings.Cut(field, "."); name {
		case "id":
			ids = append(ids, text)
		case "cursor", "endCursor", "startCursor":
			cursors = append(cursors, text)
		}
	})
	for _, of := range privateTypes {
		for _, field := range d.schema.Types[of].Fields {
			if name := of + "." + field.Name; !seen[name] && !slices.Contains(neverRead, name) {
				t.Errorf("%s has no value here, so that nobody knows whether it is private", name)
			}
		}
	}
	keeps := func(what, answer string) {
		t.Helper()
		for secret, field := range secrets {
			if strings.Contains(answer, secret) {
				t.Errorf("%s tells %s: %s", what, field, answer)
			}
		}
	}

	slices.Sort(ids)
	ids = slices.Compact(ids)
	tried := map[string]bool{}
	for kind, root := range map[string]*ast.Definition{"query": d.schema.Query, "mutation": d.schema.Mutation} {
		for _, field := range root.Fields {
			if !slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool { return d.takesID(a.Type) }) {
				continue
			}
			tried[field.Name] = true
			with := func(id string) vars {
				variables := vars{}
				for _, a := range field.Arguments {
					if value := d.argument(a.Type, a.Name, id); value != nil {
						variables[a.Name] = value
					}
				}
				return variables
			}
			for who, token := range map[string]string{"Eve": eve, "a visitor": ""} {
				try := func(id string) string {
					got := strings.ReplaceAll(d.try(token, kind, field, with(id)), id, noSuchID)
					if field.Name != "cellPlanCreate" {
						return got
					}
					// What is created has an ID of its own.
					return anyID.ReplaceAllStringFunc(got, func(found string) string {
						if slices.Contains(ids, found) {
							return found
						}
						return noSuchID
					})
				}
				want := try(noSuchID)
				for _, id := range ids {
					got := try(id)
					keeps(field.Name+" by "+who, got)
					if got != want {
						t.Errorf("%s by %s tells that there is an id:\n%s\n%s", field.Name, who, got, want)
					}
				}
			}
		}
	}
	for _, name := range []string{"order", "orderCancel", "orderStatusUpdate", "preOrderStatusUpdate", "preOrderCancel", "preOrderChange", "cartItemUpdate", "cartItemRemove"} {
		if !tried[name] {
			t.Errorf("%s was not tried", name)
		}
	}

	// Lists that go on after a place in Ada's.
	for _, cursor := range cursors {
		for _, field := range d.schema.Query.Fields {
			if field.Arguments.ForName("after") != nil {
				keeps(field.Name, d.try(eve, "query", field, vars{"after": cursor}))
			}
		}
		for _, list := range []string{"orders", "preOrders"} {
			of := d.schema.Types["User"].Fields.ForName(list).Type.Name()
			r := d.ask(eve, `query ($after: String) { me { `+list+`(first: 9, after: $after)`+d.all(of)+` } }`, vars{"after": cursor})
			keeps("me."+list, fmt.Sprint(r.Data, r.Errors))
		}
	}

	// The key of Ada's order is nothing to Eve.
	d.must(eve, `mutation { cartClear { cart { itemCount } } }`, nil)
	keyed := func(key string) string { return fmt.Sprint(d.must(eve, place, checkout(key, nil)).Data) }
	if got, want := keyed("adalovelace0"), keyed("unknown"); got != want {
		t.Errorf("a key of somebody else's: %s, an unknown one: %s", got, want)
	}

	if after := d.must(ada, me, nil).at("me"); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("Eve has changed what is Ada's:\n%v\n%v", after, before)
	}
	first := reply{t: t, Data: before}.at("orders.nodes.0.id")
	if got := d.try(ada, "query", d.schema.Query.Fields.ForName("order"), vars{"id": first}); !strings.Contains(got, "adalovelace Street 1") {
		t.Errorf("Ada does not reach her own order: %s", got)
	}
}
