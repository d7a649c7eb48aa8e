package rest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"orrery/shop"
)

// requestTimeout is for everything but forms, from the head of the request to the answer.
const requestTimeout = 10 * time.Second

// handler answers a request, or returns why not.
type handler func(http.ResponseWriter, *http.Request) error

// route is a row of spec 7; its path comes after /api/v1.
type route struct {
	method, path string
	do           handler
}

func (d door) routes() []route {
	return []route{
		{"POST", "/auth/login", d.login},
		{"POST", "/auth/register", d.register},
		{"GET", "/auth/logout", d.logout},
		{"POST", "/auth/logout", d.logout},
		{"GET", "/auth/me", d.me},
		{"PUT", "/auth/me/update", d.updateMe},
		{"POST", "/auth/me/delete", d.deleteMe},

		{"GET", "/products", d.shared(d.products)},
		{"GET", "/product/{id}", d.shared(d.product)},
		{"POST", "/product/{id}/review", d.reviewProduct},
		{"DELETE", "/admin/product/{id}", d.deleteProduct},

		{"GET", "/cart", d.cart},
		{"POST", "/cart", d.addCartItem},
		{"DELETE", "/cart", d.clearCart},
		{"PUT", "/cart/{id}", d.setCartItem},
		{"DELETE", "/cart/{id}", d.removeCartItem},

		{"POST", "/preorders", d.createPreOrder},
		{"GET", "/preorders", d.preOrders},
		{"GET", "/preorders/my", d.ownPreOrders},
		{"PATCH", "/preorders/{id}", d.updatePreOrderStatus},
		{"GET", "/order/{id}", d.order},
		{"GET", "/orders/{id}/invoice", d.invoice},

		{"GET", "/team", d.shared(d.teamMembers)},
		{"DELETE", "/team/{id}", d.deleteTeamMember},
		{"GET", "/milestones", d.shared(d.milestones)},
		{"POST", "/milestones", d.createMilestone},
		{"PUT", "/milestones/{id}", d.updateMilestone},
		{"DELETE", "/milestones/{id}", d.deleteMilestone},
		{"GET", "/contact", d.contacts},
		{"POST", "/contact", d.createContact},
		{"PUT", "/contact/{id}", d.updateContact},
		{"DELETE", "/contact/{id}", d.deleteContact},

		{"GET", "/openapi.json", d.openAPI},
	}
}

// formRoutes take multipart bodies, which may come over a slow line.
func (d door) formRoutes() []route {
	return []route{
		{"POST", "/admin/product/new", d.createProduct},
		{"PUT", "/admin/product/{id}", d.updateProduct},
		{"POST", "/team", d.createTeamMember},
		{"PUT", "/team/{id}", d.updateTeamMember},
		{"POST", "/uploads", d.upload},
		{"POST", "/imports/products", d.importProducts},
	}
}

// exportRoutes give whole lists, however long.
func (d door) exportRoutes() []route {
	return []route{
		{"GET", "/exports/{list}", d.export},
		{"GET", "/auth/me/data", d.ownData},
	}
}

// methods are what may be done at one path.
type methods map[string]http.Handler

// byMethod refuses methods that a path does not have, and says which it has.
func (d door) byMethod(m methods) http.Handler {
	if get, ok := m[http.MethodGet]; ok {
		m[http.MethodHead] = get
	}
	allowed := strings.Join(slices.Sorted(maps.Keys(m)), ", ")
	refuse := d.handle(requestTimeout, func(w http.ResponseWriter, _ *http.Request) error {
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
