package agent

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"orrery/shop"
)

type (
	// figure is a value that a product states of an attribute: as filters accept it, and with its unit.
	figure struct {
		ID    string `json:"id"`
		Label string `json:"label"`
		Value string `json:"value"`
		Text  string `json:"text"`
	}
	// period is when goods arrive, as days.
	period struct {
		From  string `json:"from"`
		Until string `json:"until"`
		PayBy string `json:"payBy,omitempty"`
		Text  string `json:"text"`
	}
	offer struct {
		ID           string       `json:"id"`
		Name         string       `json:"name"`
		URL          string       `json:"url"`
		Category     string       `json:"category"`
		Model        *string      `json:"model"`
		Price        *price       `json:"price"`
		PriceWithTax *price       `json:"priceWithTax"`
		Stock        int          `json:"stock"`
		Availability availability `json:"availability"`
		LeadTime     *string      `json:"leadTime"`
		Delivery     *period      `json:"delivery"`
		Warranty     *string      `json:"warranty"`
		Figures      []figure     `json:"figures"`
	}
	sheet struct {
		offer
		Plate       []shop.SpecItem   `json:"plate"`
		Specs       []shop.SpecGroup  `json:"specs"`
		Engineering *shop.Engineering `json:"engineering"`
	}
	comparison struct {
		answered
		Products []sheet  `json:"products"`
		Unknown  []string `json:"unknown"`
	}
	attribute struct {
		ID      string   `json:"id"`
		Label   string   `json:"label"`
		Kind    string   `json:"kind"`
		Unit    string   `json:"unit,omitempty"`
		Choices []string `json:"choices,omitempty"`
	}
	finding struct {
		answered
		Products   []offer     `json:"products"`
		Understood []string    `json:"understood"`
		EndCursor  string      `json:"endCursor,omitempty"`
		Attributes []attribute `json:"attributes"`
	}
	arrival struct {
		ProductID string  `json:"productId"`
		Name      string  `json:"name"`
		URL       string  `json:"url"`
		Delivery  *period `json:"delivery"`
		LeadTime  *string `json:"leadTime"`
		Reason    string  `json:"reason,omitempty"`
	}
	arrivals struct {
		answered
		Deliveries []arrival `json:"deliveries"`
		Unknown    []string  `json:"unknown"`
	}
	breakEven struct {
		ServiceIncluded bool     `json:"serviceIncluded"`
		RentPerMonth    price    `json:"rentPerMonth"`
		Purchase        price    `json:"purchase"`
		ServicePerMonth price    `json:"servicePerMonth"`
		BreakEvenMonths *float64 `json:"breakEvenMonths"`
		Months          int      `json:"months"`
		Rented          price    `json:"rented"`
		Bought          price    `json:"bought"`
	}
	rentOrBuyBody struct {
		answered
		Comparison *breakEven `json:"comparison"`
		Reason     string     `json:"reason,omitempty"`
	}
)

// productPath returns the path of the page of a product.
func productPath(id string) string { return "/products/" + id }

// maxCompared is how many products the page /compare shows.
const maxCompared = 3

// comparePath returns the path of the page that compares products and shows whether they fit together, "" if they are
// too many for it.
func comparePath(ids []string) string {
	if len(ids) > maxCompared {
		return ""
	}
	escaped := make([]string, len(ids))
	for i, id := range ids {
		escaped[i] = url.QueryEscape(id)
	}
	return "/compare?products=" + strings.Join(escaped, ",")
}

// cataloguePath returns the path of the page that shows the first products of a filter and a sort order.
func cataloguePath(f shop.ProductFilter, sortBy string) string {
	q := url.Values{}
	set := func(name string, value *string) {
		if value != nil && *value != "" {
			q.Set(name, *value)
		}
	}
	between := func(attribute string, least, most *string) {
		q.Add("figure", attribute+":"+value(least)+".."+value(most))
	}
	set("category", f.Category)
	set("q", f.Search)
	for _, figure := range f.Figures {
		if len(figure.Values) > 0 {
			q.Add("figure", figure.Attribute+":"+strings.Join(figure.Values, ","))
		} else {
			between(figure.Attribute, figure.Min, figure.Max)
		}
	}
	if f.Price != nil {
		between("price", f.Price.Min, f.Price.Max)
	}
	if f.Available != nil && *f.Available {
		q.Add("figure", "available:true")
	}
	if f.DeliveryDays != nil {
		between("delivery", nil, new(strconv.Itoa(*f.DeliveryDays)))
	}
	if f.Fits != nil {
		q.Add("figure", "fits:"+*f.Fits)
	}
	if sort := catalogueSorts[sortBy]; sort != "" {
		q.Set("sort", sort)
	}
	if len(q) == 0 {
		return "/products"
	}
	return "/products?" + q.Encode()
}

// value returns the text that a pointer points at, "" for nil.
func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func amountOf(m shop.Money) price { return price{m.Minor, m.Currency} }

func amountIf(m *shop.Money) *price {
	if m == nil {
		return nil
	}
	return new(amountOf(*m))
}

func periodOf(d *shop.DeliveryEstimate) *period {
	if d == nil {
		return nil
	}
	day := func(at time.Time) string { return at.UTC().Format(time.DateOnly) }
	p := &period{From: day(d.From), Until: day(d.Until), Text: d.Words()}
	if d.PayBy != nil {
		p.PayBy = day(*d.PayBy)
	}
	return p
}

func (a *api) offer(ctx context.Context, actor shop.Actor, p shop.Product) (offer, error) {
	stated, err := a.Store.Catalogue.ProductAttributes(ctx, actor, p)
	of := offer{ID: p.ID, Name: p.Name, URL: a.PublicURL + productPath(p.ID), Category: p.Category, Model: p.Model,
		Price: amountIf(p.Price), PriceWithTax: amountIf(p.PriceWithTax), Stock: p.Stock,
		Availability: availabilityOf(p), LeadTime: p.LeadTime(), Delivery: periodOf(p.Delivery),
		Warranty: p.Warranty(), Figures: []figure{}}
	for _, s := range stated {
		of.Figures = append(of.Figures, figure{s.Attribute.ID, s.Attribute.Label, s.Value, s.Text})
	}
	return of, err
}

// named returns the products with the IDs, each once, and the IDs that no product has. It refuses more IDs than most.
func (a *api) named(ctx context.Context, actor shop.Actor, ids []string, most int) (
	products []shop.Product, unknown []string, err error,
) {
	if len(ids) == 0 || len(ids) > most {
		return nil, nil, &shop.Error{Code: shop.OutOfRange, Field: "productIds",
			Message: fmt.Sprintf("The number of productIds must be between 1 and %d", most)}
	}
	found, err := a.Store.Catalogue.ProductsByID(ctx, actor, ids)
	unknown = []string{}
	for i, id := range ids {
		p, known := found[id]
		switch {
		case slices.Contains(ids[:i], id):
		case known:
			products = append(products, p)
		default:
			unknown = append(unknown, shortened(id))
		}
	}
	return products, unknown, err
}

type idsInput struct {
	ProductIDs []string `json:"productIds"`
}

var (
	idsSchema     = closed([]string{"productIds"}, map[string]schema{"productIds": productIDs(shop.MaxProductIDs)})
	compareSchema = closed([]string{"productIds"}, map[string]schema{"productIds": productIDs(maxCompared)})
)

func (a *api) compareProducts(ctx context.Context, asked request, in idsInput) (any, error) {
	products, unknown, err := a.named(ctx, asked.actor, in.ProductIDs, maxCompared)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range products {
		ids = append(ids, p.ID)
	}
	body := comparison{answered: a.answered("compare_products", comparePath(ids), "$.products"),
		Products: []sheet{}, Unknown: unknown}
	for _, p := range products {
		of, err := a.offer(ctx, asked.actor, p)
		if err != nil {
			return nil, err
		}
		body.Products = append(body.Products, sheet{of, append([]shop.SpecItem{}, p.Plate...),
			append([]shop.SpecGroup{}, p.Specs...), p.Engineering})
	}
	return body, nil
}

func (a *api) deliveryDate(ctx context.Context, asked request, in idsInput) (any, error) {
	products, unknown, err := a.named(ctx, asked.actor, in.ProductIDs, shop.MaxProductIDs)
	if err != nil {
		return nil, err
	}
	page := "" // each product has its own
	if len(products) == 1 {
		page = productPath(products[0].ID)
	}
	body := arrivals{answered: a.answered("delivery_date", page, "$.deliveries"), Deliveries: []arrival{},
		Unknown: unknown}
	for _, p := range products {
		one := arrival{ProductID: p.ID, Name: p.Name, URL: a.PublicURL + productPath(p.ID),
			Delivery: periodOf(p.Delivery), LeadTime: p.LeadTime()}
		if refusal := p.NotForSale(); refusal != nil {
			one.Reason = refusal.Message
		} else if p.Delivery == nil {
			one.Reason = "The data sheet states no delivery time in days, weeks or months"
		}
		body.Deliveries = append(body.Deliveries, one)
	}
	return body, nil
}

type rentOrBuyInput struct {
	ProductID       string `json:"productId"`
	ServiceIncluded bool   `json:"serviceIncluded"`
	Months          int    `json:"months"`
}

var rentOrBuySchema = closed([]string{"productId"}, map[string]schema{"productId": productID,
	"serviceIncluded": {"type": "boolean", "default": false, "description": "Whether the rent includes service. If " +
		"so, the service contract is added to the cost of buying, so that both include it."},
	"months": {"type": "integer", "minimum": 1, "maximum": shop.MaxHorizon, "default": defaultMonths,
		"description": "Months of use for which both are added up. Months that have begun are charged in full."}})

const defaultMonths = 12

func (a *api) rentOrBuy(ctx context.Context, asked request, in rentOrBuyInput) (any, error) {
	if err := shop.CheckHorizon(in.Months); err != nil {
		return nil, err
	}
	found, err := a.Store.Catalogue.ProductsByID(ctx, asked.actor, []string{in.ProductID})
	if err != nil {
		return nil, err
	}
	p, known := found[in.ProductID]
	if !known {
		return nil, &shop.Error{Code: shop.NotFound, Field: "productId", Message: "Product not found"}
	}
	body := rentOrBuyBody{answered: a.answered("rent_or_buy", productPath(p.ID), ""),
		Comparison: breakEvenOf(p.Pricing.BreakEven(in.ServiceIncluded, in.Months))}
	if body.Comparison == nil {
		body.Reason = "The product has no plans with a monthly rent and a single price in one currency"
	}
	return body, nil
}

func breakEvenOf(b *shop.BreakEven) *breakEven {
	if b == nil {
		return nil
	}
	return &breakEven{b.ServiceIncluded, amountOf(b.Rent), amountOf(b.Purchase), amountOf(b.Service), b.Months,
		b.Horizon, amountOf(b.Rented), amountOf(b.Bought)}
}

type findInput struct {
	Filter shop.ProductFilter `json:"filter"`
	SortBy string             `json:"sortBy"`
	First  int                `json:"first"`
	After  *string            `json:"after"`
}

// maxFound limits the products of a page, which have all their figures.
const maxFound = 20

var sorts = map[string]shop.ProductSort{"RELEVANCE": shop.SortRelevance, "PRICE_ASC": shop.SortPriceAsc,
	"PRICE_DESC": shop.SortPriceDesc, "NAME": shop.SortName, "RATING": shop.SortRating,
	"CREATED_AT": shop.SortCreatedAt}

// catalogueSorts are the names of sort orders in addresses of the catalogue. RELEVANCE is its default.
var catalogueSorts = map[string]string{"PRICE_ASC": "price-up", "PRICE_DESC": "price-down", "NAME": "name",
	"RATING": "rating", "CREATED_AT": "newest"}

var findSchema = closed(nil, map[string]schema{
	"filter": closed(nil, map[string]schema{
		"search": limited(200, "Words, which may contain figures, such as `arm 5-10 kg` or `under 900 mm in "+
			"stock`. The response says in `understood` which conditions were read from them."),
		"category": limited(200, "Part of a category, such as industrial, in any case."),
		"figures": {"type": "array", "maxItems": shop.MaxFigures, "description": "Conditions, which must all be met. " +
			"Products that do not state a figure do not meet a condition on it.",
			"items": closed([]string{"attribute"}, map[string]schema{
				"attribute": text("ID of an attribute, such as payload, reach or mass. Every response lists them in " +
					"`attributes`, with their units."),
				"min": text("Lowest value of a number, with a unit, such as `5 kg`, `900 mm` or `8 h`."),
				"max": text("Highest value of a number, with a unit."),
				"values": {"type": "array", "maxItems": 20, "items": text("A choice; of a flag: true."),
					"description": "Accepted values of a choice, or [\"true\"] for a flag."},
			})},
		"price": {"type": "object", "additionalProperties": false, "properties": map[string]schema{
			"min": text("Lowest price of one unit in major units without tax, such as `2000` or `2000.50`."),
			"max": text("Highest price.")}, "description": "Price in the currency of the shop, without tax."},
		"available": {"type": "boolean", "description": "Only products in stock if true."},
		"deliveryDays": {"type": "integer", "minimum": 0, "maximum": 3650,
			"description": "Only products in stock that arrive within so many days."},
		"fits": text("ID of a product: only products that can be mounted on it, or it on them."),
	}),
	"sortBy": {"type": "string", "default": "RELEVANCE",
		"enum":        []string{"RELEVANCE", "PRICE_ASC", "PRICE_DESC", "NAME", "RATING", "CREATED_AT"},
		"description": "Sort order. Without `search`, RELEVANCE is the newest first."},
	"first": {"type": "integer", "minimum": 1, "maximum": maxFound, "default": defaultPage,
		"description": "Page size."},
	"after": limited(maxText, "`endCursor` of the previous response, with the same filter and order."),
})

func (a *api) findByFigures(ctx context.Context, asked request, in findInput) (any, error) {
	if in.First < 1 || in.First > maxFound {
		return nil, &shop.Error{Code: shop.OutOfRange, Field: "first",
			Message: fmt.Sprintf("first must be between 1 and %d", maxFound)}
	}
	page, err := a.Store.Catalogue.Products(ctx, asked.actor, in.Filter, sorts[in.SortBy],
		shop.PageArgs{First: in.First, After: in.After}, shop.AllParts)
	if err != nil {
		return nil, err
	}
	all, err := a.Store.Catalogue.Attributes(ctx, asked.actor)
	if err != nil {
		return nil, err
	}
	body := finding{answered: a.answered("find_by_figures", cataloguePath(in.Filter, in.SortBy), "$.products"),
		Products: []offer{}, Understood: []string{}, Attributes: []attribute{}}
	for i, p := range page.Nodes {
		of, err := a.offer(ctx, asked.actor, p)
		if err != nil {
			return nil, err
		}
		body.Products = append(body.Products, of)
		if i == len(page.Nodes)-1 && page.HasNext {
			body.EndCursor = page.Cursor(i)
		}
	}
	for _, one := range page.Understood {
		body.Understood = append(body.Understood, one.Text)
	}
	for _, one := range all {
		if one.Filterable {
			body.Attributes = append(body.Attributes, attribute{one.ID, one.Label, string(one.Kind), one.Symbol(),
				one.Choices})
		}
	}
	return body, nil
}
