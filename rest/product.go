package rest

import (
	"encoding/json"
	"net/http"
	"reflect"
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
	Category         string       `json:"category"`
	Stock            int          `json:"stock"`
	IsPreorder       bool         `json:"isPreorder"`
	ComingSoon       bool         `json:"comingSoon"`
	Ratings          float64      `json:"ratings"`
	NumOfReviews     int          `json:"numOfReviews"`
	CreatedAt        time.Time    `json:"createdAt"`
	ExpectedDelivery *time.Time   `json:"expectedDelivery"`
	ShortDesc        string       `json:"shortDesc"`
	Tags             []string     `json:"tags"`
	Price            *json.Number `json:"price"`
	Image            *string      `json:"image"`
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
	Documents   []shop.Document       `json:"documents"`
	Reviews     []reviewBody          `json:"reviews"`
	Attributes  []attributeBody       `json:"attributes"`
}

func productOf(p shop.Product) productBody {
	body := productBody{ID: p.ID, Name: p.Name, Category: p.Category, Stock: p.Stock, IsPreorder: p.IsPreorder,
		ComingSoon: p.ComingSoon, Ratings: p.Rating, NumOfReviews: p.NumOfReviews, CreatedAt: p.CreatedAt,
		ExpectedDelivery: p.ExpectedDelivery, ShortDesc: p.ShortDesc, Tags: p.Tags, Price: optionalMoney(p.Price),
		Image: mediaURL(p.Image)}
	fillSlices(&body)
	return body
}

func fullProductOf(p shop.Product, reviews []shop.Review, attributes []shop.ProductAttribute) fullProductBody {
	body := fullProductBody{productBody: productOf(p), Model: p.Model, Video: mediaURL(p.Video),
		Description: p.Description, Highlights: p.Highlights, Specs: p.Specs, Modules: p.Modules, Features: p.Features,
		Pricing: p.Pricing, Technical: p.Technical, Documents: p.Documents,
		Reviews: mapSlice(reviews, reviewOf), Attributes: mapSlice(attributes, attributeOf)}
	fillSlices(&body)
	return body
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
	filter := shop.ProductFilter{Category: &category, Search: &search}
	if err := figureParams(query, &filter); err != nil {
		return nil, err
	}
	actor := auth.Actor(r.Context())
	order := query.Get("sortOrder")
	if order != "" && order != "asc" && order != "desc" {
		return nil, &shop.Error{Code: shop.Invalid, Field: "sortOrder", Message: "sortOrder must be asc or desc"}
	}
	var found shop.Page[shop.Product]
	if by := query.Get("sortAttribute"); by != "" {
		found, err = a.Store.Catalogue.ProductsByAttribute(r.Context(), actor, filter,
			shop.AttributeSort{Attribute: by, Descending: order == "desc"}, args, shop.CardParts)
	} else {
		found, err = a.Store.Catalogue.Products(r.Context(), actor, filter, sort, args, shop.CardParts)
	}
	if err != nil {
		return nil, renameFields(err, figureNames(filter))
	}
	total, err := found.Count(r.Context())
	if err != nil {
		return nil, err
	}
	return fields{"products": mapSlice(found.Nodes, productOf), "page": page,
		"totalPages": (total + limit - 1) / limit, "totalProducts": total, "corrected": found.Corrected}, nil
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
	attributes, err := a.Store.Catalogue.ProductAttributes(r.Context(), actor, product)
	if err != nil {
		return nil, err
	}
	return fields{"product": fullProductOf(product, reviews, attributes)}, nil
}

// productPathFields maps productId to its name in paths.
var productPathFields = map[string]string{"productId": "id"}

// fillSlices replaces the nil slices of a struct by empty ones, which are encoded as [] and not as null.
func fillSlices[T any](body *T) {
	of := reflect.ValueOf(body).Elem()
	for _, field := range reflect.VisibleFields(of.Type()) {
		if list := of.FieldByIndex(field.Index); list.Kind() == reflect.Slice && list.IsNil() {
			list.Set(reflect.MakeSlice(field.Type, 0, 0))
		}
	}
}
