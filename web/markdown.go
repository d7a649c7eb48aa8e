package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"orrery/respcache"
	"orrery/shop"
)

const (
	markdownSuffix = ".md" // of the path of a page, for its Markdown
	markdownType   = "text/markdown; charset=utf-8"
)

// textPages are the pages whose Markdown is the text of that name.
var textPages = map[string]shop.TextName{
	"/privacy": shop.TextPrivacy, "/software": shop.TextSoftware, "/technologies": shop.TextTechnologies,
	"/terms": shop.TextTerms,
}

// markdownAt returns the function that writes the Markdown of the page at a path, nil for a page without one.
func (s *site) markdownAt(path string) func(*site, context.Context) (string, error) {
	if name, ok := textPages[path]; ok {
		return func(s *site, ctx context.Context) (string, error) { return s.textMarkdown(ctx, path, name) }
	}
	if path == "/faq" {
		return (*site).faqMarkdown
	}
	if r, _ := s.routeAt(path); r.Path == productPattern {
		return func(s *site, ctx context.Context) (string, error) {
			return s.productMarkdown(ctx, strings.TrimPrefix(path, "/products/"))
		}
	}
	return nil
}

// prefersMarkdown reports whether an Accept header names Markdown with at least the weight of HTML.
func prefersMarkdown(header string) bool {
	weights := respcache.Weights(header)
	return weights["text/markdown"] > 0 && weights["text/markdown"] >= weights["text/html"]
}

// serveMarkdown serves the Markdown of the page at a path.
func (s *site) serveMarkdown(w http.ResponseWriter, r *http.Request, path string) {
	h := w.Header()
	h.Set("Link", fmt.Sprintf(`<%s>; rel="canonical"`, s.address(path)))
	h.Set("Content-Location", path+markdownSuffix)
	s.serveShared(w, r, "markdown "+path, s.markdownAt(path))
}

// serveShared serves text in Markdown that is the same for all callers, from the response cache. It is as current as
// the REST API, which uses the same cache.
func (s *site) serveShared(w http.ResponseWriter, r *http.Request, key string,
	write func(*site, context.Context) (string, error)) {
	cached := s.Cache.Find(key)
	if cached == nil {
		var err error
		if cached, err = s.share(r, key, write); err != nil {
			s.failShared(w, r, err)
			return
		}
	}
	w.Header().Set("Content-Type", markdownType)
	cached.Serve(w, r)
}

// slot waits for a slot; leave must be called.
func (s *site) slot(ctx context.Context, r *http.Request) (held context.Context, leave func(), err error) {
	if s.Slots == nil {
		return ctx, func() {}, nil
	}
	return s.Slots.Acquire(ctx, s.Who(r))
}

func (s *site) share(r *http.Request, key string, write func(*site, context.Context) (string, error)) (
	*respcache.Response, error,
) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	ctx, leave, err := s.slot(ctx, r)
	if err != nil {
		return nil, err
	}
	defer leave()
	cached, err := s.Cache.Share(ctx, key, func(ctx context.Context) (*respcache.Response, error) {
		text, err := write(s.current(ctx), ctx)
		if err != nil {
			return nil, err
		}
		return respcache.NewResponse([]byte(text), false), nil
	})
	if shop.IsUnavailable(err) {
		if last := s.Cache.Last(key); last != nil {
			return last, nil
		}
	}
	return cached, err
}

func (s *site) failShared(w http.ResponseWriter, r *http.Request, err error) {
	for _, name := range []string{"Link", "Content-Location"} {
		w.Header().Del(name)
	}
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.NotFound {
		report(w, http.StatusNotFound, "not found")
		return
	}
	s.Log.ErrorContext(r.Context(), "text for machines failed", "path", r.URL.Path, "error", err)
	w.Header().Set("Retry-After", retryAfter)
	report(w, http.StatusServiceUnavailable, "not available at the moment")
}

// markdown is a document in CommonMark with tables (GFM). What its methods write is plain text, which they escape.
type markdown struct{ strings.Builder }

// plainly returns text as Markdown that means the text itself, on one line.
func plainly(text string) string {
	return markdownSigns.Replace(strings.Join(strings.Fields(text), " "))
}

var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`,
	">", `\>`, "|", `\|`, "#", `\#`, "~", `\~`)

// heading begins a section.
func (m *markdown) heading(text string) { fmt.Fprintf(m, "\n## %s\n\n", plainly(text)) }

// table writes labels and values under a heading, nothing if there are none.
func (m *markdown) table(heading string, items []shop.SpecItem) {
	if len(items) == 0 {
		return
	}
	m.heading(heading)
	m.WriteString("| | |\n|---|---|\n")
	for _, item := range items {
		fmt.Fprintf(m, "| %s | %s |\n", plainly(item.Label), plainly(item.Value))
	}
}

// list writes a list under a heading, nothing if it is empty.
func (m *markdown) list(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	m.heading(heading)
	for _, item := range items {
		fmt.Fprintf(m, "- %s\n", plainly(item))
	}
}

// link is an entry of a list of links.
type link struct{ title, address, note string }

// links writes a list of links under a heading, nothing if it is empty.
func (m *markdown) links(heading string, links []link) {
	if len(links) == 0 {
		return
	}
	m.heading(heading)
	for _, l := range links {
		fmt.Fprintf(m, "- [%s](<%s>)", plainly(l.title), l.address)
		if l.note != "" {
			m.WriteString(": " + plainly(l.note))
		}
		m.WriteByte('\n')
	}
}

// opening writes the title of a document, a summary, and where people read the same.
func (m *markdown) opening(title, summary, address string) {
	fmt.Fprintf(m, "# %s\n", plainly(title))
	if summary != "" {
		fmt.Fprintf(m, "\n> %s\n", plainly(summary))
	}
	fmt.Fprintf(m, "\nPage: <%s>\n", address)
}

const markdownDate = "January 2, 2006"

// productMarkdown writes what the page of a product says, without its reviews: these are the words of strangers.
func (s *site) productMarkdown(ctx context.Context, id string) (string, error) {
	products, err := s.Store.Catalogue.ProductsByID(ctx, shop.Actor{}, []string{id})
	if err != nil {
		return "", err
	}
	p, ok := products[id]
	if !ok {
		return "", shop.UnknownProduct()
	}
	var m markdown
	m.opening(p.Name, p.ShortDesc, s.address(productPath(id)))
	m.table("Offer", s.offerFacts(p))
	if p.Description != "" {
		m.heading("Description")
		m.WriteString(strings.TrimSpace(p.Description) + "\n")
	}
	m.list("Highlights", p.Highlights)
	m.table("Data plate", p.Plate)
	if p.Engineering != nil {
		m.table("Engineering figures", p.Engineering.Figures())
	}
	for _, group := range p.Specs {
		m.table(group.Title, group.Items)
	}
	var features []shop.SpecItem
	for _, f := range p.Features {
		features = append(features, shop.SpecItem{Label: f.Title, Value: f.Description})
	}
	m.table("Features", features)
	for _, group := range p.Technical {
		m.list(group.Title, group.Items)
	}
	m.list("Included modules and parts", p.Modules)
	m.table("Plans", planFacts(p.Pricing))
	m.links("Documents", s.documentLinks(p))
	return m.String(), nil
}

// offerFacts returns whether, when and at which price a product can be bought.
func (s *site) offerFacts(p shop.Product) []shop.SpecItem {
	facts := []shop.SpecItem{{Label: "Product ID", Value: p.ID}}
	add := func(label, value string) { facts = append(facts, shop.SpecItem{Label: label, Value: value}) }
	if p.Model != nil {
		add("Model", *p.Model)
	}
	add("Category", p.Category)
	if p.Price != nil {
		add("Price without tax", p.Price.Decimal()+" "+p.Price.Currency)
		add("Price with tax", p.PriceWithTax.Decimal()+" "+p.PriceWithTax.Currency)
	}
	switch {
	case p.ComingSoon || p.Price == nil:
		add("Availability", "Not for sale yet. It can be pre-ordered without payment at "+s.address("/preorder"))
	case p.MaxQuantity() == 0:
		add("Availability", "Out of stock")
	case p.IsPreorder:
		add("Availability", "Pre-order")
	default:
		add("Availability", fmt.Sprintf("%d in stock", p.Stock))
	}
	if lead := p.LeadTime(); lead != nil {
		add("Lead time after payment", *lead)
	}
	if d := p.Delivery; d != nil {
		words := d.Words()
		if d.PayBy != nil {
			words += ", if paid by " + d.PayBy.UTC().Format(markdownDate)
		}
		add("Delivery if ordered now", words)
	}
	if warranty := p.Warranty(); warranty != nil {
		add("Warranty", *warranty)
	}
	if p.NumOfReviews > 0 {
		add("Rating", fmt.Sprintf("%.1f of 5, number of reviews: %d", p.Rating, p.NumOfReviews))
	}
	return facts
}

func planFacts(pricing shop.Pricing) []shop.SpecItem {
	var plans []shop.SpecItem
	for _, plan := range []*shop.Plan{pricing.Purchase, pricing.Rental, pricing.Service} {
		if plan != nil {
			value := strings.Join(slices.Concat([]string{strings.TrimSpace(plan.Price + " " + plan.Period)},
				plan.Features), "; ")
			plans = append(plans, shop.SpecItem{Label: plan.Title, Value: value})
		}
	}
	return plans
}

func (s *site) documentLinks(p shop.Product) []link {
	links := []link{{"Data sheet (PDF)", s.address(p.DataSheet()), ""},
		{"The same data as JSON", s.address("/api/v1/product/" + p.ID), ""}}
	for _, d := range p.Documents {
		links = append(links, link{d.Title + " (" + string(d.Format) + ")", s.address(d.URL), ""})
	}
	for _, picture := range p.Images() {
		links = append(links, link{"Picture", s.address(picture.URL), picture.Alt})
	}
	return links
}

// faqMarkdown writes the questions with their answers.
func (s *site) faqMarkdown(ctx context.Context) (string, error) {
	entries, err := s.Store.Content.FaqEntries(ctx, shop.Actor{}, shop.FaqFilter{})
	if err != nil {
		return "", err
	}
	var m markdown
	r, _ := s.routeAt("/faq")
	m.opening(r.Title, r.Description, s.address("/faq"))
	for _, e := range entries {
		m.heading(e.Question)
		for paragraph := range strings.SplitSeq(e.Answer, "\n\n") {
			m.WriteString(plainly(paragraph) + "\n\n")
		}
	}
	return strings.TrimSpace(m.String()) + "\n", nil
}

// textMarkdown writes the current version of a text.
func (s *site) textMarkdown(ctx context.Context, path string, name shop.TextName) (string, error) {
	text, err := s.Store.Content.Text(ctx, shop.Actor{}, name, nil)
	if err != nil {
		return "", err
	}
	r, _ := s.routeAt(path)
	var m markdown
	m.opening(text.Title, r.Description, s.address(path))
	fmt.Fprintf(&m, "\nVersion %d, valid from %s.\n", text.Version, text.ValidFrom.UTC().Format(markdownDate))
	m.list("Summary", text.Summary)
	for _, section := range text.Sections {
		if section.Title != "" {
			m.heading(section.Title)
		}
		m.WriteString(section.Markdown + "\n")
		for _, item := range section.Items {
			if item.Title != "" || item.Text != "" {
				m.WriteString("- " + plainly(strings.TrimSpace(item.Title+" "+item.Text)) + "\n")
			}
		}
	}
	return m.String(), nil
}
