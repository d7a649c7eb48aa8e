package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"orrery/shop"
)

// noindex keeps a page out of search engines.
const noindex = "noindex"

// routes are the pages of the client except those of products. /sitemap.xml lists those without noindex.
var routes = map[string]Head{
	"/": {},
	"/products": {
		Title: "All Products",
		Description: "Robotic arms, mobile robots, grippers, rails and vision systems with their prices, stock and " +
			"full specifications.",
	},
	"/preorder": {
		Title: "Pre-order",
		Description: "Reserve one of the first units of a coming robot. Nothing is charged until we have talked to " +
			"you.",
	},
	"/login": {
		Title:       "Sign in",
		Description: "Sign in to see your cart, your orders and your pre-orders.",
	},
	"/register": {
		Title:       "Create account",
		Description: "Create an account to keep a cart, to order, and to follow what you have pre-ordered.",
	},
	"/about": {
		Title: "About us",
		Description: "Who builds the robots: the story of the company, what it stands for, who leads it, and its way " +
			"from the first arm to a catalogue of ten products.",
	},
	"/resources": {
		Title: "Support and resources",
		Description: "Documentation, video tutorials, technical support and answers for owners and integrators of " +
			"our robots.",
	},
	"/software": {
		Title: "Software",
		Description: "Control library, visual IDE and mobile app: sample code, features, dependencies and system " +
			"requirements.",
	},
	"/technologies": {
		Title: "Technologies",
		Description: "What is inside the machines: on-board AI, processors, vision, manipulation, connectivity and " +
			"power management, with figures.",
	},
	"/compare": {
		Title:       "Compare products",
		Description: "Up to three robots or components side by side: data plates, specifications, prices and plans.",
	},
	"/contact": {
		Title: "Contact us",
		Description: "Write to our engineers in Amsterdam or call them. You get an answer within 24 hours, Monday to " +
			"Friday.",
	},
	"/faq": {
		Title: "Frequently asked questions",
		Description: "Orders, pre-orders, prices, payment, programming and support: the questions we are asked most, " +
			"answered.",
	},
	"/chat": {
		Title:       "Chat with Robot",
		Description: "An automatic search through catalogue, specifications and frequent questions, with its sources.",
	},
	"/privacy": {
		Title: "Privacy",
		Description: "Which personal data this shop keeps, what for, for how long, who sees it, and what you can ask " +
			"of us.",
	},
	"/terms": {
		Title:       "Terms",
		Description: "The terms of sale: offers, prices, payment, delivery, pre-orders, warranty and liability.",
	},
	"/sitemap": {
		Title:       "Sitemap",
		Description: "Every page of this site on one page.",
	},
	"/forgot-password": {
		Title:       "Reset your password",
		Description: "Ask for a link that sets a new password.",
	},
	"/reset-password":         {Title: "Set a new password", Robots: noindex},
	"/verify-email":           {Title: "Verify your email address", Robots: noindex},
	"/undo-email":             {Title: "Undo the change of your email address", Robots: noindex},
	"/newsletter/confirm":     {Title: "Confirm your subscription", Robots: noindex},
	"/newsletter/unsubscribe": {Title: "Leave the newsletter", Robots: noindex},
	"/preorders/confirm":      {Title: "Confirm your pre-order", Robots: noindex},
	"/preorders/keep":         {Title: "Keep your pre-order", Robots: noindex},
	"/preorders/change":       {Title: "Change your pre-order", Robots: noindex},
	"/preorders/cancel":       {Title: "Cancel your pre-order", Robots: noindex},
	"/cart":                   {Title: "Your cart", Robots: noindex},
	"/checkout":               {Title: "Checkout", Robots: noindex},
	"/profile":                {Title: "Your profile", Robots: noindex},
	"/update-profile":         {Title: "Update profile", Robots: noindex},
	"/change-password":        {Title: "Change password", Robots: noindex},
	"/second-factor":          {Title: "Two-step sign-in", Robots: noindex},
	"/admin":                  {Title: "Dashboard", Robots: noindex},
	"/admin/preorders":        {Title: "Pre-orders", Robots: noindex},
	"/admin/orders":           {Title: "Orders", Robots: noindex},
	"/admin/products":         {Title: "Products", Robots: noindex},
	"/admin/reviews":          {Title: "Reviews", Robots: noindex},
	"/admin/customers":        {Title: "Customers", Robots: noindex},
	"/admin/contacts":         {Title: "Contacts", Robots: noindex},
	"/admin/faq":              {Title: "FAQ", Robots: noindex},
	"/admin/quotes":           {Title: "Quotes", Robots: noindex},
	"/admin/newsletter":       {Title: "Newsletter", Robots: noindex},
	"/admin/team":             {Title: "Team", Robots: noindex},
	"/admin/milestones":       {Title: "Milestones", Robots: noindex},
	"/admin/keys":             {Title: "API keys", Robots: noindex},
	"/admin/webhooks":         {Title: "Webhooks", Robots: noindex},
	"/admin/audit":            {Title: "Audit log", Robots: noindex},
	"/playground":             {Title: "Playground", Robots: noindex},
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
	status  int
	things  things
	unknown bool // its data could not be read because the database is unavailable
}

func productPath(id string) string { return "/products/" + url.PathEscape(id) }

// find returns the head and the status of the page at a path.
func (s *site) find(ctx context.Context, path string, v view) page {
	if head, ok := routes[path]; ok {
		return s.route(ctx, path, head, v)
	}
	if id, ok := strings.CutPrefix(path, "/orders/"); ok && isSegment(id) {
		return page{Head: s.completeHead(Head{Title: "Order details", Robots: noindex}, path, v), status: http.StatusOK}
	}
	if shop.IsQuotePage(path) {
		return page{Head: s.completeHead(Head{Title: "Written quote", Robots: noindex}, path, v), status: http.StatusOK}
	}
	if id, ok := strings.CutPrefix(path, "/products/"); ok && isSegment(id) {
		return s.product(ctx, path, id, v)
	}
	return page{Head: s.completeHead(Head{Title: "Page not found", Robots: noindex}, path, v),
		status: http.StatusNotFound}
}

func (s *site) route(ctx context.Context, path string, head Head, v view) page {
	p := page{Head: s.completeHead(head, path, v), status: http.StatusOK}
	if head.Robots == noindex {
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
		p.things = append(p.things, s.breadcrumbs(crumb{head.Title, path}))
	}
	return p
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
