package rest

import (
	"encoding/json"
	"net/http"
	"time"

	"orrery/auth"
	"orrery/shop"
)

// productForm are the text fields of the administrators' form, which also has a picture.
var productForm = []string{"name", "price", "category", "stock"}

// productBody is a product in a list.
type productBody struct {
	ID               string       `json:"_id"`
	Name             string       `json:"name"`
	Price            *json.Number `json:"price"`
	Category         string       `json:"category"`
	Stock            int          `json:"stock"`
	Image            *string      `json:"image"`
	Ratings          float64      `json:"ratings"`
	NumOfReviews     int          `json:"numOfReviews"`
	IsPreorder       bool         `json:"isPreorder"`
	ComingSoon       bool         `json:"comingSoon"`
	ExpectedDelivery *time.Time   `json:"expectedDelivery"`
	ShortDesc        string       `json:"shortDesc"`
	Tags             []string     `json:"tags"`
	CreatedAt        time.Time    `json:"createdAt"`
}

// fullProductBody is a single product with all its details.
type fullProductBody struct {
	productBody
	Model       *string               `json:"model"`
	Video       *string               `json:"video"`
	Description string                `json:"description"`
	Highlights  []string              `json:"highlights"`
	Specs       []shop.SpecGroup      `json:"specs"`
	Modules     []string              `json:"modules"`
	Features    []shop.Feature        `json:"features"`
	Pricing     shop.Pricing          `json:"pricing"`
	Technical   []shop.TechnicalGroup `json:"technical"`
	Reviews     []reviewBody          `json:"reviews"`
}

func productOf(p shop.Product) productBody {
	return productBody{ID: p.ID, Name: p.Name, Price: optionalMoney(p.Price), Category: p.Category, Stock: p.Stock,
		Image: mediaURL(p.Image), Ratings: p.Ratings(), NumOfReviews: p.NumOfReviews, IsPreorder: p.IsPreorder,
		ComingSoon: p.ComingSoon, ExpectedDelivery: p.ExpectedDelivery, ShortDesc: p.ShortDesc, Tags: nonNil(p.Tags),
		CreatedAt: p.CreatedAt}
}

func fullProductOf(p shop.Product, reviews []shop.Review) fullProductBody {
	return fullProductBody{productBody: productOf(p), Model: p.Model, Video: mediaURL(p.Video),
		Description: p.Description, Highlights: nonNil(p.Highlights), Specs: nonNil(p.Specs),
		Modules: nonNil(p.Modules), Features: nonNil(p.Features), Pricing: p.Pricing, Technical: nonNil(p.Technical),
		Reviews: mapSlice(reviews, reviewOf)}
}

// sortOrders maps the values of sortBy.
var sortOrders = map[string]shop.ProductSort{
	"":          shop.SortCreatedAt,
	"createdAt": shop.SortCreatedAt,
	"price":     shop.SortPriceAsc,
	"-price":    shop.SortPriceDesc,
	"name":      shop.SortName,
	"rating":    shop.SortRating,
	"relevance": shop.SortRelevance,
}

func (a api) products(r *http.Request) (fields, error) {
	query := r.URL.Query()
	category, search := query.Get("category"), query.Get("q")
	sort, known := sortOrders[query.Get("sortBy")]
	if !known {
		return nil, &shop.Error{Code: shop.Invalid, Field: "sortBy",
			Message: "sortBy must be createdAt, price, -price, name, rating or relevance"}
	}
	page, err := intParam(query, "page", 1)
	if err != nil {
		return nil, err
	}
	limit, err := intParam(query, "limit", shop.DefaultPage)
	if err != nil {
		return nil, err
	}
	args, err := shop.NumberedPage(page, limit)
	if err != nil {
		return nil, err
	}
	names := map[string]string{"filter.category": "category", "filter.search": "q"}
	filter := shop.ProductFilter{Category: &category, Search: &search}
	actor := auth.Actor(r.Context())
	found, err := a.Store.Catalogue.Products(r.Context(), actor, filter, sort, args, shop.CardParts)
	if err != nil {
		return nil, renameFields(err, names)
	}
	total, err := found.Count(r.Context())
	if err != nil {
		return nil, err
	}
	return fields{"products": mapSlice(found.Nodes, productOf), "page": page,
		"totalPages": (total + limit - 1) / limit, "totalProducts": total}, nil
}

func (a api) product(r *http.Request) (fields, error) {
	id, actor := r.PathValue("id"), auth.Actor(r.Context())
	found, err := a.Store.Catalogue.ProductsByID(r.Context(), actor, []string{id})
	if err != nil {
		return nil, err
	}
	product, ok := found[id]
	if !ok {
		return nil, shop.Unknown("Product")
	}
	reviews, err := a.reviewsOf(r, id)
	if err != nil {
		return nil, err
	}
	return fields{"product": fullProductOf(product, reviews)}, nil
}

// productPathFields maps productId to its name in paths.
var productPathFields = map[string]string{"productId": "id"}

// nonNil returns an empty slice for nil, so that it is encoded as [] and not as null.
func nonNil[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
