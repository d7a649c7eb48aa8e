package web

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"orrery/shop"
)

// A thing is an object of schema.org, whose root type is Thing; things are the structured data of a page, as JSON-LD.
// Only the server generates it: its consumers need not run scripts, and the client only removes it when the visitor
// leaves the page.
type (
	thing  map[string]any
	things []thing
)

// maxReviews is the maximum number of reviews of verified buyers in the structured data of a product.
const maxReviews = 10

// text returns JSON that is safe inside a script element: json.Marshal escapes <, > and &, so that no value can end the
// element.
func (t things) text() string {
	text, err := json.Marshal(thing{"@context": "https://schema.org", "@graph": t})
	if err != nil {
		panic(err) // maps, strings and numbers always encode
	}
	return string(text)
}

// crumb is a breadcrumb.
type crumb struct{ name, path string }

// breadcrumbs returns the path from the home page.
func (s *site) breadcrumbs(crumbs ...crumb) thing {
	steps := things{}
	for i, c := range append([]crumb{{"Home", "/"}}, crumbs...) {
		steps = append(steps, thing{"@type": "ListItem", "position": i + 1, "name": c.name, "item": s.address(c.path)})
	}
	return thing{"@type": "BreadcrumbList", "itemListElement": steps}
}

func (s *site) organizationID() string { return s.address("/") + "#organization" }

func (s *site) organization() thing {
	b := s.shop
	about := thing{
		"@type": "Organization", "@id": s.organizationID(), "name": b.Name, "url": s.address("/"),
		"logo": s.address(largeIcon),
	}
	if b.Logo != nil {
		about["logo"] = s.address(b.Logo.URL)
	}
	for name, text := range map[string]string{"email": b.Email, "telephone": b.Phone, "legalName": b.LegalName,
		"vatID": b.VatNumber} {
		if text != "" {
			about[name] = text
		}
	}
	if b.Retail != "" {
		about["brand"] = thing{"@type": "Brand", "name": b.Retail}
	}
	if b.Office != (shop.Office{}) {
		about["address"] = thing{
			"@type": "PostalAddress", "streetAddress": b.Office.Street, "postalCode": b.Office.PostalCode,
			"addressLocality": b.Office.City, "addressCountry": b.Office.Country,
		}
	}
	if len(b.Social) > 0 {
		pages := []string{}
		for _, link := range b.Social {
			pages = append(pages, link.URL)
		}
		about["sameAs"] = pages
	}
	return about
}

func (s *site) homeThings(context.Context, Head) (things, error) {
	return things{s.organization(), {
		"@type": "WebSite", "name": s.shop.Name, "url": s.address("/"), "inLanguage": "en",
		"publisher": thing{"@id": s.organizationID()},
		"potentialAction": thing{
			"@type": "SearchAction", "query-input": "required name=search_term_string",
			"target": thing{"@type": "EntryPoint", "urlTemplate": s.address("/products") + "?q={search_term_string}"},
		},
	}}, nil
}

// aboutThings and contactThings describe the company.
func (s *site) aboutThings(_ context.Context, h Head) (things, error) {
	return things{s.webPage("AboutPage", h)}, nil
}

func (s *site) contactThings(ctx context.Context, h Head) (things, error) {
	questions, err := s.questions(ctx, shop.FaqContact)
	return append(things{s.webPage("ContactPage", h)}, questions...), err
}

func (s *site) webPage(kind string, h Head) thing {
	return thing{
		"@type": kind, "url": h.canonical, "name": h.Title, "description": h.Description,
		"mainEntity": s.organization(),
	}
}

func (s *site) faqThings(ctx context.Context, _ Head) (things, error) { return s.questions(ctx, "") }

func (s *site) resourcesThings(ctx context.Context, _ Head) (things, error) {
	return s.questions(ctx, shop.FaqResources)
}

// questions returns the FAQ entries of a topic, or all if topic is empty. It returns nothing for an empty list.
func (s *site) questions(ctx context.Context, topic shop.FaqTopic) (things, error) {
	var only *shop.FaqTopic
	if topic != "" {
		only = &topic
	}
	entries, err := s.Store.Content.FaqEntries(ctx, shop.Actor{}, shop.FaqFilter{Topic: only})
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	questions := things{}
	for _, e := range entries {
		questions = append(questions, thing{
			"@type": "Question", "name": e.Question, "acceptedAnswer": thing{"@type": "Answer", "text": e.Answer},
		})
	}
	return things{{"@type": "FAQPage", "mainEntity": questions}}, nil
}

// catalogueThings lists the first page of the catalogue.
func (s *site) catalogueThings(ctx context.Context, h Head) (things, error) {
	page, err := s.Store.Catalogue.Products(ctx, shop.Actor{}, shop.ProductFilter{}, shop.SortCreatedAt,
		shop.PageArgs{First: shop.DefaultPage}, shop.CardParts)
	if err != nil {
		return nil, err
	}
	listed := things{}
	for i, p := range page.Nodes {
		item := thing{"@type": "ListItem", "position": i + 1, "name": p.Name, "url": s.address(productPath(p.ID))}
		if p.Image != nil {
			item["image"] = s.address(p.Image.URL)
		}
		listed = append(listed, item)
	}
	questions, err := s.questions(ctx, shop.FaqProducts)
	list := thing{"@type": "ItemList", "name": "All Products", "numberOfItems": len(listed), "itemListElement": listed}
	return append(things{list}, questions...), err
}

// productThings describes a product; a placeholder has only breadcrumbs.
func (s *site) productThings(ctx context.Context, p shop.Product) (things, error) {
	crumbs := s.breadcrumbs(crumb{"All Products", "/products"}, crumb{p.Name, productPath(p.ID)})
	if p.IsPlaceholder() {
		return things{crumbs}, nil
	}
	url := s.address(productPath(p.ID))
	product := thing{
		"@type": "Product", "name": p.Name, "url": url, "sku": p.ID, "category": p.Category,
		"brand": thing{"@type": "Brand", "name": s.shop.Name},
	}
	if text := cmp.Or(p.ShortDesc, p.SeoDescription); text != "" {
		product["description"] = text
	}
	if p.Model != nil {
		product["mpn"] = *p.Model
	}
	if pictures := p.Images(); len(pictures) > 0 {
		product["image"] = s.addresses(pictures)
	}
	if p.Price != nil && !p.ComingSoon {
		offer, err := s.offer(ctx, p)
		if err != nil {
			return nil, err
		}
		product["offers"] = offer
	}
	if p.Engineering != nil {
		product["additionalProperty"] = properties(p.Engineering.Figures())
		if mass := p.Engineering.MassGrams; mass != nil {
			product["weight"] = quantity(*mass, *mass, "GRM")
		}
	}
	if p.NumOfReviews > 0 {
		verified, err := s.Store.Catalogue.VerifiedReviews(ctx, shop.Actor{}, p.ID, maxReviews)
		if err != nil {
			return nil, err
		}
		if verified.Count > 0 {
			product["aggregateRating"] = thing{"@type": "AggregateRating", "ratingValue": verified.Rating,
				"reviewCount": verified.Count}
			product["review"] = reviewThings(verified.Newest)
		}
	}
	return things{product, crumbs}, nil
}

// offer describes at which terms a product with a price is sold. It names the right to return goods only if the shop's
// terms have a section about it.
func (s *site) offer(ctx context.Context, p shop.Product) (thing, error) {
	terms := s.Store.Terms()
	shipping := terms.Money(terms.ShippingMinor)
	delivery := thing{
		"@type": "OfferShippingDetails",
		"shippingRate": thing{"@type": "MonetaryAmount", "value": shipping.Decimal(),
			"currency": shipping.Currency},
		"shippingDestination": thing{"@type": "DefinedRegion", "addressCountry": s.shop.Country},
	}
	offer := thing{
		"@type": "Offer", "url": s.address(productPath(p.ID)), "price": p.Price.Decimal(),
		"priceCurrency": p.Price.Currency, "availability": "https://schema.org/" + availability(p),
		"itemCondition": "https://schema.org/NewCondition",
		"priceSpecification": thing{"@type": "UnitPriceSpecification", "price": p.Price.Decimal(),
			"priceCurrency": p.Price.Currency, "valueAddedTaxIncluded": false},
		"seller":          thing{"@type": "Organization", "@id": s.organizationID(), "name": s.shop.Name},
		"shippingDetails": delivery,
	}
	switch least, most, known := p.LeadDays(); {
	case p.IsPreorder && p.ExpectedDelivery != nil:
		offer["availabilityStarts"] = p.ExpectedDelivery.UTC().Format(time.DateOnly)
	case known:
		offer["deliveryLeadTime"] = quantity(least, most, "DAY")
		delivery["deliveryTime"] = thing{"@type": "ShippingDeliveryTime",
			"handlingTime": quantity(workingDays(least), workingDays(most), "DAY")}
	}
	text, err := s.Store.Content.Text(ctx, shop.Actor{}, shop.TextTerms, nil)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(text.Sections, func(s shop.PublicTextSection) bool { return s.Anchor == withdrawal }) {
		offer["hasMerchantReturnPolicy"] = thing{"@type": "MerchantReturnPolicy",
			"merchantReturnLink": s.address("/terms") + "#" + withdrawal}
	}
	return offer, nil
}

// workingDays converts calendar days to the days that search engines expect of handling times.
func workingDays(days int) int { return (days*5 + 6) / 7 }

// withdrawal is the anchor of the section of the terms about returning goods.
const withdrawal = "withdrawal"

// quantity returns a range of values in a unit, by its code of UN/CEFACT.
func quantity(least, most int, unit string) thing {
	q := thing{"@type": "QuantitativeValue", "unitCode": unit}
	if least == most {
		q["value"] = least
	} else {
		q["minValue"], q["maxValue"] = least, most
	}
	return q
}

func properties(items []shop.SpecItem) things {
	all := things{}
	for _, item := range items {
		all = append(all, thing{"@type": "PropertyValue", "name": item.Label, "value": item.Value})
	}
	return all
}

func (s *site) addresses(pictures []shop.Media) []string {
	all := make([]string, len(pictures))
	for i, picture := range pictures {
		all[i] = s.address(picture.URL)
	}
	return all
}

func reviewThings(reviews []shop.Review) things {
	all := things{}
	for _, r := range reviews {
		all = append(all, thing{
			"@type": "Review", "author": thing{"@type": "Person", "name": r.Name}, "reviewBody": r.Comment,
			"reviewRating":  thing{"@type": "Rating", "ratingValue": r.Rating},
			"datePublished": r.CreatedAt.UTC().Format(time.RFC3339),
		})
	}
	return all
}

// availability returns the ItemAvailability of schema.org.
func availability(p shop.Product) string {
	switch {
	case p.MaxQuantity() == 0:
		return "OutOfStock"
	case p.IsPreorder:
		return "PreOrder"
	}
	return "InStock"
}
