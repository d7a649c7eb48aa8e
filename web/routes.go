package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"orrery/shop"
)

// noindex keeps a page out of search engines.
const noindex = "noindex"

// signedOut is the access of pages for visitors who have not signed in.
const signedOut = "signedOut"

// Pages whose addresses need more than their pattern.
const (
	productPattern = "/products/:id"
	quotePattern   = "/quotes/:number/:key"
)

// missingPath is the address at which the page for all paths without one is rendered; see client/src/start/server.tsx.
const missingPath = "/404"

// adminPrefix begins the paths whose pages stand in the administration's frame, which only the client renders.
const adminPrefix = "/admin/"

// route is a page of the client as client/src/app/pages.ts describes it.
type route struct {
	Path        string // a pattern, such as /products/:id; * stands for every other path
	Title       string // "" for the shop's own title, or if it depends on data
	Description string
	Indexed     bool   // search engines may list it
	Access      string // who may open it; "" for all visitors
}

// readRoutes reads the client's table of pages, which ends with the one that stands for every other path.
func readRoutes(table []byte) ([]route, error) {
	var routes []route
	if err := json.Unmarshal(table, &routes); err != nil {
		return nil, err
	}
	if len(routes) == 0 || routes[len(routes)-1].Path != "*" {
		return nil, errors.New("no page for paths that have none")
	}
	return routes, nil
}

// head returns the parts of a page's head that don't depend on data.
func (r route) head() Head {
	h := Head{Title: r.Title, Description: r.Description}
	if !r.Indexed {
		h.Robots = noindex
	}
	return h
}

// matches reports whether a path belongs to the page.
func (r route) matches(path string) bool {
	if !strings.Contains(r.Path, ":") {
		return path == r.Path
	}
	want, given := strings.Split(r.Path, "/"), strings.Split(path, "/")
	return len(want) == len(given) && !slices.ContainsFunc(want, func(segment string) bool {
		value := given[0]
		given = given[1:]
		return value != segment && (value == "" || !strings.HasPrefix(segment, ":"))
	})
}

// label returns the path of the page as the log and the metrics show it, such as /products/{id}.
func (r route) label() string {
	segments := strings.Split(r.Path, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, ":"); ok {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

// routeAt returns the page at a path, or the page that says that there is none.
func (s *site) routeAt(path string) (r route, found bool) {
	for _, r := range s.routes {
		if r.matches(path) {
			// Any other address of that form has never been given out.
			return r, r.Path != quotePattern || shop.IsQuotePage(path)
		}
	}
	return s.routes[len(s.routes)-1], false
}

// structuredData builds the structured data of the routes that have more than breadcrumbs.
var structuredData = map[string]func(*site, context.Context, Head) (things, error){
	"/":          (*site).homeThings,
	"/products":  (*site).catalogueThings,
	"/about":     (*site).aboutThings,
	"/contact":   (*site).contactThings,
	"/faq":       (*site).faqThings,
	"/resources": (*site).resourcesThings,
}

// page holds the contents of a document.
type page struct {
	Head
	status   int
	things   things
	settings string // public settings as JSON
	missing  bool   // the path has no page of the shop
	unknown  bool   // its data could not be read because the database is unavailable
}

func productPath(id string) string { return "/products/" + url.PathEscape(id) }

// find returns the page at a path, without its markup.
func (s *site) find(ctx context.Context, path string, v view) page {
	p := s.pageAt(ctx, path, v)
	public := s.shop.Public(s.Now())
	public.ShareImage = cmp.Or(public.ShareImage, &plainImage)
	text, err := json.Marshal(public)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	p.settings = string(text)
	return p
}

// pageAt returns the head and the status of the page at a path.
func (s *site) pageAt(ctx context.Context, path string, v view) page {
	r, found := s.routeAt(path)
	switch {
	case !found:
		return page{
			Head: s.completeHead(r.head(), path, v), status: http.StatusNotFound,
			missing: !strings.HasPrefix(path, adminPrefix),
		}
	case r.Path == productPattern:
		return s.product(ctx, path, strings.TrimPrefix(path, "/products/"), v)
	}
	head := r.head()
	head.Description = cmp.Or(s.textSummary(ctx, path), head.Description)
	p := page{Head: s.completeHead(head, path, v), status: http.StatusOK}
	if !r.Indexed {
		return p
	}
	// Structured data describes the complete page: a filtered or later page of it has only breadcrumbs.
	if build, ok := structuredData[path]; ok && len(v.canonical) == 0 {
		var err error
		if p.things, err = build(s, ctx, p.Head); err != nil {
			// The page itself queries the GraphQL API again and can show the error.
			s.Log.ErrorContext(ctx, "structured data failed", "path", path, "error", err)
			p.things, p.unknown = nil, shop.IsUnavailable(err)
		}
	}
	if path != "/" {
		p.things = append(p.things, s.breadcrumbs(crumb{r.Title, path}))
	}
	return p
}

// textSummary returns the summary of the text whose page with a layout of its own is at a path, "" if there is none.
func (s *site) textSummary(ctx context.Context, path string) string {
	name := shop.TextName(cmp.Or(strings.TrimPrefix(path, "/"), string(shop.TextHome)))
	if name.Layout() == nil {
		return ""
	}
	text, err := s.Store.Content.Text(ctx, shop.Actor{}, name, nil)
	if err != nil {
		s.Log.ErrorContext(ctx, "summary of a text failed", "path", path, "error", err)
	}
	return strings.Join(text.Summary, " ")
}

func (s *site) product(ctx context.Context, path, id string, v view) page {
	products, err := s.Store.Catalogue.ProductsByID(ctx, shop.Actor{}, []string{id})
	product, found := products[id]
	if err == nil && !found {
		return page{Head: s.completeHead(Head{Title: "Product not found", Robots: noindex}, path, v),
			status: http.StatusNotFound}
	}
	var about things
	if err == nil {
		about, err = s.productThings(ctx, product)
	}
	if err != nil {
		s.Log.ErrorContext(ctx, "page of a product failed", "error", err)
		return page{Head: s.completeHead(Head{Robots: noindex}, path, v), status: http.StatusServiceUnavailable,
			unknown: shop.IsUnavailable(err)}
	}
	head := Head{
		Title:       cmp.Or(product.SeoTitle, product.Name),
		Description: cmp.Or(product.SeoDescription, product.ShortDesc),
		Keywords:    strings.Join(product.SeoKeywords, ", "),
		Image:       shareImage(product.Images()),
	}
	if product.IsPlaceholder() {
		head.Robots = noindex
	}
	return page{Head: s.completeHead(head, path, v), status: http.StatusOK, things: about}
}
