package web

import (
	"context"
	"net/http"

	"orrery/shop"
)

const llmsPath = "/llms.txt"

// serveLLMs serves a summary of the shop for language models (llmstxt.org): what it is, its pages, its newest products
// and its APIs.
func (s *site) serveLLMs(w http.ResponseWriter, r *http.Request) {
	s.serveShared(w, r, "markdown "+llmsPath, (*site).llms)
}

func (s *site) llms(ctx context.Context) (string, error) {
	newest, err := s.Store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{}, shop.SortCreatedAt,
		shop.PageArgs{First: shop.DefaultPage}, shop.CardParts)
	if err != nil {
		return "", err
	}
	var m markdown
	m.opening(s.shop.Name, s.shop.Description, s.address("/"))
	var about []shop.SpecItem
	for _, fact := range []shop.SpecItem{{Label: "Company", Value: s.shop.Company()},
		{Label: "Address", Value: s.shop.Address()}, {Label: "Email", Value: s.shop.Email},
		{Label: "Phone", Value: s.shop.Phone}, {Label: "Currency", Value: s.Store.Terms().Currency},
		{Label: "Prices", Value: "Net. Orders add tax of " + s.Store.Terms().TaxPercent() + "%."}} {
		if fact.Value != "" {
			about = append(about, fact)
		}
	}
	m.table("Company", about)
	products := []link{{"All products", s.address("/products"), "Filter with ?category= and ?q="}}
	for _, p := range newest.Nodes {
		if !p.IsPlaceholder() {
			products = append(products, link{p.Name, s.address(productPath(p.ID) + markdownSuffix), p.ShortDesc})
		}
	}
	m.links("Products", products)
	var pages []link
	for _, r := range s.routes {
		if !r.Indexed || r.Access != "" || r.Path == productPattern || r.Path == "/" || r.Path == "/products" {
			continue
		}
		path := r.Path
		if s.markdownAt(path) != nil {
			path += markdownSuffix
		}
		pages = append(pages, link{r.Title, s.address(path), r.Description})
	}
	m.links("Pages", pages)
	m.links("APIs", []link{
		{"GraphQL", s.address("/graphql"), "Products, fit check, cost of renting and buying, quotes and orders. The " +
			"catalogue is public by GET and POST, everything else needs a key."},
		{"REST", s.address("/api/v1/openapi.json"), "The same data below /api/v1, described by OpenAPI."},
		{"Universal Commerce Protocol", s.address("/.well-known/ucp"), "For assistants that shop for somebody: the " +
			"profile names the REST and MCP endpoints of catalogue, carts, checkouts and tools."},
		{"Merchant feed", s.address(feedPath), "Everything that is for sale, as RSS 2.0 with Google's attributes."},
		{"Sitemap", s.address(sitemapPath), "Every page that search engines may show."},
	})
	m.heading("Markdown")
	m.WriteString("The page of a product, such as <" + s.address("/products/1") + ">, is available as Markdown with " +
		"`.md` after its path or with `Accept: text/markdown`.\n")
	return m.String(), nil
}
