package rest

import "orrery/shop"

// ProductBody returns what is encoded for a product.
func ProductBody(p shop.Product) any { return fullProductOf(p, nil, nil) }

// Operations returns the routes of the API in the notation of the OpenAPI document, and the lists that can be exported.
func Operations() (routes, lists []string) {
	a := api{}
	for _, group := range [][]route{a.routes(), a.formRoutes(), a.exportRoutes()} {
		for _, route := range group {
			routes = append(routes, route.method+" "+route.path)
		}
	}
	for name := range a.exports() {
		lists = append(lists, name+".csv")
	}
	return routes, lists
}
