package app

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"orrery/shop"
)

// restAccess has a row for every operation of /api/v1.
var restAccess = map[string]access{
	"POST /admin/product/new":     admins.or(shop.WriteProducts),
	"DELETE /admin/product/{id}":  admins.or(shop.WriteProducts),
	"PUT /admin/product/{id}":     admins.or(shop.WriteProducts),
	"POST /auth/login":            everybody,
	"GET /auth/logout":            people,
	"POST /auth/logout":           people,
	"GET /auth/me":                people,
	"GET /auth/me/data":           people,
	"POST /auth/me/delete":        people,
	"PUT /auth/me/update":         people,
	"POST /auth/register":         everybody,
	"GET /cart":                   people,
	"POST /cart":                  people,
	"DELETE /cart":                people,
	"PUT /cart/{id}":              people,
	"DELETE /cart/{id}":           people,
	"POST /contact":               everybody,
	"GET /contact":                admins.or(shop.ReadContacts),
	"PUT /contact/{id}":           admins.or(shop.WriteContacts),
	"DELETE /contact/{id}":        admins.or(shop.WriteContacts),
	"GET /exports/contacts.csv":   admins.or(shop.ReadContacts),
	"GET /exports/customers.csv":  admins,
	"GET /exports/newsletter.csv": admins,
	"GET /exports/orders.csv":     admins.or(shop.ReadOrders),
	"GET /exports/preorders.csv":  admins.or(shop.ReadPreOrders),
	"GET /exports/products.csv":   admins.or(shop.WriteProducts),
	"GET /exports/reviews.csv":    admins.or(shop.WriteContent),
	"POST /imports/products":      admins.or(shop.WriteProducts),
	"GET /milestones":             everybody,
	"POST /milestones":            admins.or(shop.WriteContent),
	"PUT /milestones/{id}":        admins.or(shop.WriteContent),
	"DELETE /milestones/{id}":     admins.or(shop.WriteContent),
	"GET /openapi.json":           everybody,
	"GET /order/{id}":             owners(shop.ReadOrders),
	"GET /orders/{id}/invoice":    owners(shop.ReadOrders),
	"POST /preorders":             everybody,
	"GET /preorders":              admins.or(shop.ReadPreOrders),
	"GET /preorders/my":           people,
	"PATCH /preorders/{id}":       admins.or(shop.WritePreOrders),
	"GET /product/{id}":           everybody,
	"POST /product/{id}/review":   people,
	"GET /products":               everybody,
	"GET /team":                   everybody,
	"POST /team":                  admins.or(shop.WriteContent),
	"PUT /team/{id}":              admins.or(shop.WriteContent),
	"DELETE /team/{id}":           admins.or(shop.WriteContent),
	"POST /uploads":               access{visitor: shop.Unauthenticated, owner: shop.Forbidden, other: shop.Forbidden, key: shop.Forbidden, scope: shop.WriteProducts, orScope: shop.WriteContent},
}

// bodies are what operations of REST get to be understood; all others get an empty object.
var bodies = map[string]string{
	"POST /auth/login":        `{"email": "nobody@example.org", "password": "x"}`,
	"PUT /contact/{id}":       `{"status": "resolved"}`,
	"POST /imports/products":  "name\n",
	"POST /admin/product/new": form("name", "A", "price", "1", "stock", "1"),
	"PUT /admin/product/{id}": form("name", "A"),
	"POST /team":              form("name", "A", "role", "B"),
	"PUT /team/{id}":          form("name", "A"),
	"POST /uploads":           form(),
}

// form is the body of a form of texts, in pairs of name and value.
func form(fields ...string) string {
	var text strings.Builder
	for pair := range slices.Chunk(fields, 2) {
		fmt.Fprintf(&text, "--b\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", pair[0], pair[1])
	}
	return text.String() + "--b--\r\n"
}

// chosen are the paths that a parameter with few values stands for, such as the lists of exports.
func chosen(path string, parameters openapi3.Parameters) (paths []string) {
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

func (v visitor) accessREST(c crew) {
	_, text := v.send("GET", "/api/v1/openapi.json", "", nil)
	document, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		v.Fatal(err)
	}
	known := map[string]bool{}
	paths := document.Paths.InMatchingOrder()
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(last(a), last(b)) })
	for _, path := range paths {
		for method, operation := range document.Paths.Value(path).Operations() {
			for _, path := range chosen(path, document.Paths.Value(path).Parameters) {
				name := method + " " + path
				known[name] = true
				row, listed := restAccess[name]
				if !listed {
					v.Errorf("%s has no row in restAccess: who may ask for it?", name)
					continue
				}
				kind, body := "application/json", cmp.Or(bodies[name], "{}")
				if operation.RequestBody != nil {
					kind = slices.Collect(maps.Keys(operation.RequestBody.Value.Content))[0]
				}
				if strings.HasPrefix(body, "--") {
					kind += "; boundary=b"
				}
				if path == "/auth/logout" {
					c.signIn(v)
				}
				owned := strings.HasPrefix(path, "/order")
				id := noSuchID
				if owned {
					id = c.order
				}
				for _, caller := range c.callers(row) {
					header := map[string]string{"Content-Type": kind}
					maps.Copy(header, bearer(caller.token))
					status, answer := v.send(method, "/api/v1"+strings.Replace(path, "{id}", id, 1), body, header)
					if status >= 500 {
						v.Errorf("%s by %s: %d", name, caller.who, status)
					}
					if got := outcome(answer, "", owned); got != caller.want {
						v.Errorf("%s by %s: %q, want %q: %d %.200s", name, caller.who, got, caller.want, status, answer)
					}
				}
			}
		}
	}
	for name := range restAccess {
		if !known[name] {
			v.Errorf("%s is in restAccess and not in the document", name)
		}
	}
}
