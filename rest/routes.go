package rest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"orrery/shop"
)

// requestTimeout is the timeout of all requests except forms and exports, from the request header to the response.
const requestTimeout = 10 * time.Second

// handler writes a response, or returns an error and writes nothing.
type handler func(http.ResponseWriter, *http.Request) error

// route is a method and path with its handler. The path is relative to /api/v1.
type route struct {
	method, path string
	do           handler
}

func (a api) routes() []route {
	return []route{
		{"POST", "/auth/login", a.login},
		{"POST", "/auth/register", a.register},
		{"GET", "/auth/logout", a.logout},
		{"POST", "/auth/logout", a.logout},
		{"GET", "/auth/me", a.me},
		{"PUT", "/auth/me/update", a.updateMe},
		{"POST", "/auth/me/delete", a.deleteMe},

		{"GET", "/attributes", a.cached(a.attributes)},
		{"GET", "/products", a.cached(a.products)},
		{"GET", "/product/{id}", a.cached(a.product)},
		{"GET", "/products/{id}/datasheet.pdf", a.dataSheet},
		{"POST", "/product/{id}/review", a.reviewProduct},
		{"DELETE", "/admin/product/{id}", a.deleteProduct},

		{"GET", "/addresses", a.addresses},
		{"POST", "/addresses", a.createAddress},
		{"PUT", "/addresses/{id}", a.updateAddress},
		{"DELETE", "/addresses/{id}", a.deleteAddress},

		{"GET", "/cart", a.cart},
		{"POST", "/cart", a.addCartItem},
		{"DELETE", "/cart", a.clearCart},
		{"PUT", "/cart/{id}", a.setCartItem},
		{"DELETE", "/cart/{id}", a.removeCartItem},

		{"POST", "/preorders", a.createPreOrder},
		{"GET", "/preorders", a.preOrders},
		{"GET", "/preorders/my", a.ownPreOrders},
		{"PATCH", "/preorders/{id}", a.updatePreOrderStatus},
		{"GET", "/order/{id}", a.order},
		{"GET", "/orders/{id}/invoice", a.invoice},
		{"GET", "/statements", a.statements},
		{"GET", "/transfers", a.transfers},

		{"GET", "/team", a.cached(a.teamMembers)},
		{"DELETE", "/team/{id}", a.deleteTeamMember},
		{"GET", "/milestones", a.cached(a.milestones)},
		{"POST", "/milestones", a.createMilestone},
		{"PUT", "/milestones/{id}", a.updateMilestone},
		{"DELETE", "/milestones/{id}", a.deleteMilestone},
		{"GET", "/contact", a.contacts},
		{"POST", "/contact", a.createContact},
		{"PUT", "/contact/{id}", a.updateContact},
		{"DELETE", "/contact/{id}", a.deleteContact},

		{"GET", "/openapi.json", a.openAPI},
	}
}

// formRoutes returns the routes with large bodies, which may arrive over a slow connection.
func (a api) formRoutes() []route {
	return []route{
		{"POST", "/admin/product/new", a.createProduct},
		{"PUT", "/admin/product/{id}", a.updateProduct},
		{"POST", "/team", a.createTeamMember},
		{"PUT", "/team/{id}", a.updateTeamMember},
		{"POST", "/imports/products", a.importProducts},
		{"POST", "/statements", a.importStatement},
	}
}

// uploadRoutes returns the route with the largest bodies.
func (a api) uploadRoutes() []route {
	return []route{{"POST", "/uploads", a.upload}}
}

// exportRoutes returns the routes that stream complete lists of any length.
func (a api) exportRoutes() []route {
	return []route{
		{"GET", "/exports/{list}", a.export},
		{"GET", "/auth/me/data", a.ownData},
	}
}

// methods maps the methods of one path to their handlers.
type methods map[string]http.Handler

// byMethod dispatches by method, and responds to other methods with METHOD_NOT_ALLOWED and an Allow header.
func (a api) byMethod(m methods) http.Handler {
	if get, ok := m[http.MethodGet]; ok {
		m[http.MethodHead] = get
	}
	allowed := strings.Join(slices.Sorted(maps.Keys(m)), ", ")
	refuse := a.handle(requestTimeout, func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Allow", allowed)
		return &shop.Error{Code: codeMethodNotAllowed, Message: "Use one of these methods: " + allowed}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if do, ok := m[r.Method]; ok {
			do.ServeHTTP(w, r)
			return
		}
		refuse.ServeHTTP(w, r)
	})
}
