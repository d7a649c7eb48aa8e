package rest

// Operations are the routes of the door as the document writes them, and the lists that can be exported.
func Operations() (routes, lists []string) {
	d := door{}
	for _, group := range [][]route{d.routes(), d.formRoutes(), d.exportRoutes()} {
		for _, route := range group {
			routes = append(routes, route.method+" "+route.path)
		}
	}
	for name := range d.exports() {
		lists = append(lists, name+".csv")
	}
	return routes, lists
}
