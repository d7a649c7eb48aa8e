package test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"orrery/shop"
)

// restAccess has a row for each operation of /api/v1 whose access openapi.yaml does not say in the words that promised
// knows.
var restAccess = map[string]access{
	"POST /auth/login":              everybody,
	"POST /auth/register":           everybody,
	"GET /exports/contacts.csv":     admins.or(shop.ReadContacts),
	"GET /exports/customers.csv":    admins.orStaffWith(shop.ReadCustomers),
	"GET /exports/newsletter.csv":   admins.orStaffWith(shop.ReadCustomers),
	"GET /exports/orders.csv":       admins.or(shop.ReadOrders),
	"GET /exports/preorders.csv":    admins.or(shop.ReadPreOrders),
	"GET /exports/products.csv":     admins.or(shop.WriteProducts),
	"GET /exports/products.json":    admins.or(shop.WriteProducts),
	"GET /exports/reviews.csv":      admins.or(shop.WriteContent),
	"GET /exports/stock-alerts.csv": admins.orStaffWith(shop.ReadCustomers),
	"GET /openapi.json":             everybody,
	"GET /order/{id}":               owners(shop.ReadOrders),
	"GET /orders/{id}/invoice":      owners(shop.ReadOrders),
	"POST /uploads":                 access{visitor: shop.Unauthenticated, owner: shop.Forbidden, other: shop.Forbidden, key: shop.Forbidden, scope: shop.WriteProducts, orScope: shop.WriteContent, orStaff: shop.WriteSettings},
}

// restAccessTo returns who may request an operation: everybody if its response is cached for all, and users if it has
// security without saying more.
func (s server) restAccessTo(name string, operation *openapi3.Operation) (row access, ok bool) {
	s.Helper()
	row, ok = promised(operation.Summary)
	switch isProtected := operation.Security != nil; {
	case ok:
		if isProtected == (row == everybody) {
			s.Errorf("%s: its summary and its security differ in openapi.yaml", name)
		}
	case isProtected && !strings.Contains(operation.Summary, "API key"):
		row, ok = users, true
	case !isProtected && operation.Responses.Value("304") != nil:
		row, ok = everybody, true
	}
	listed, isListed := restAccess[name]
	if isListed && ok && listed == row {
		s.Errorf("%s is in restAccess, which repeats openapi.yaml", name)
	}
	if isListed {
		return listed, true
	}
	return row, ok
}

// restBodies are valid request bodies. All other operations receive an empty object.
var restBodies = map[string]string{
	"POST /auth/login":        `{"email": "nobody@example.org", "password": "x"}`,
	"PUT /contact/{id}":       `{"status": "resolved"}`,
	"POST /imports/products":  "name\n",
	"POST /statements":        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>`,
	"POST /admin/product/new": form("name", "A", "price", "1", "stock", "1"),
	"PUT /admin/product/{id}": form("name", "A"),
	"POST /team":              form("name", "A", "role", "B"),
	"PUT /team/{id}":          form("name", "A"),
	"POST /uploads":           form(),
}

// form returns a multipart body of text fields, which are given as pairs of name and value.
func form(fields ...string) string {
	var text strings.Builder
	for pair := range slices.Chunk(fields, 2) {
		fmt.Fprintf(&text, "--b\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", pair[0], pair[1])
	}
	return text.String() + "--b--\r\n"
}

// expand replaces a parameter that is an enum, such as the list of an export, by each of its values.
func expand(path string, parameters openapi3.Parameters) (paths []string) {
	for _, parameter := range parameters {
		for _, value := range parameter.Value.Schema.Value.Enum {
			paths = append(paths, strings.Replace(path, "{"+parameter.Value.Name+"}", fmt.Sprint(value), 1))
		}
	}
	if paths == nil {
		return []string{path}
	}
	return paths
}

func (s server) checkREST(c accounts) {
	_, text := s.send("GET", "/api/v1/openapi.json", "", nil)
	document, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		s.Fatal(err)
	}
	known := map[string]bool{}
	paths := document.Paths.InMatchingOrder()
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) })
	for _, path := range paths {
		for method, operation := range document.Paths.Value(path).Operations() {
			for _, path := range expand(path, document.Paths.Value(path).Parameters) {
				name := method + " " + path
				known[name] = true
				row, ok := s.restAccessTo(name, operation)
				if !ok {
					s.Errorf("%s: who may request it? Write \"Requires an administrator or an API key with SCOPE.\" into "+
						"its summary, or add it to restAccess", name)
					continue
				}
				kind, body := "application/json", cmp.Or(restBodies[name], "{}")
				if operation.RequestBody != nil {
					kind = slices.Collect(maps.Keys(operation.RequestBody.Value.Content))[0]
				}
				if strings.HasPrefix(body, "--") {
					kind += "; boundary=b"
				}
				if path == "/auth/logout" {
					c.signIn(s)
				}
				owned := strings.HasPrefix(path, "/order")
				id := unknownID
				if owned {
					id = c.order
				}
				for _, caller := range c.callers(row) {
					header := map[string]string{"Content-Type": kind}
					maps.Copy(header, bearer(caller.token))
					status, answer := s.send(method, "/api/v1"+strings.Replace(path, "{id}", id, 1), body, header)
					if status >= 500 {
						s.Errorf("%s by %s: %d", name, caller.name, status)
					}
					if got := refusal(answer, "", owned); got != caller.want {
						s.Errorf("%s by %s: %q, want %q: %d %.200s", name, caller.name, got, caller.want, status, answer)
					}
				}
			}
		}
	}
	for name := range restAccess {
		if !known[name] {
			s.Errorf("%s is in restAccess and not in the document", name)
		}
	}
}
