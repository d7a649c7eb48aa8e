package web

import (
	"context"
	"net/http"
	"strings"
)

// noindex keeps a page out of search engines.
const noindex = "noindex"

// routes are the pages of the client (spec 2, route table) beside those of the products.
var routes = map[string]Head{
	"/": {},
	"/products": {
		Title: "All Products",
		Description: "Robotic arms, mobile robots, grippers, rails and vision systems with their prices, stock and full " +
			"specifications.",
	},
	"/preorder": {
		Title:       "Pre-order",
		Description: "Reserve one of the first units of a coming robot. Nothing is charged until we have talked to you.",
	},
	"/login": {
		Title:       "Sign in",
		Description: "Sign in to see your cart, your orders and your pre-orders.",
	},
	"/register": {
		Title:       "Create account",
		Description: "Create an account to keep a cart, to order, and to follow what you have pre-ordered.",
	},
	"/cart":    {Title: "Your cart", Robots: noindex},
	"/profile": {Title: "Your profile", Robots: noindex},
}

// find says what the page at a path is about, and with which status it is served.
func (s *site) find(ctx context.Context, path string) (Head, int) {
	if path != "/" {
		path = strings.TrimSuffix(path, "/")
	}
	if head, ok := routes[path]; ok {
		return s.complete(head, path), http.StatusOK
	}
	if id, ok := strings.CutPrefix(path, "/products/"); ok && isSegment(id) {
		head, found, err := s.Product(ctx, id)
		switch {
		case err != nil:
			s.Log.ErrorContext(ctx, "head of a product failed", "error", err)
			return s.complete(Head{Robots: noindex}, path), http.StatusServiceUnavailable
		case found:
			return s.complete(head, path), http.StatusOK
		}
		return s.complete(Head{Title: "Product not found", Robots: noindex}, path), http.StatusNotFound
	}
	return s.complete(Head{Title: "Page not found", Robots: noindex}, path), http.StatusNotFound
}
