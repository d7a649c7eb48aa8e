package rest

import (
	"encoding/json"
	"net/http"
	"reflect"

	"orrery/auth"
	"orrery/shop"
)

// productForm are the text fields of the administrators' form, which also has a picture.
var productForm = []string{"name", "price", "category", "stock"}

// productBody is a product in a list: shop.Product by its tags, with these differences.
type productBody struct {
	shop.Product
	Price *json.Number `json:"price"`
	Image *string      `json:"image"`

	Model         omitted `json:"model,omitempty"`
	PriceWithTax  omitted `json:"priceWithTax,omitempty"`
	PreorderLimit omitted `json:"preorderLimit,omitempty"`
	Delivery      omitted `json:"delivery,omitempty"`
	Listed        omitted `json:"listed,omitempty"`
	FeaturedPlace omitted `json:"featuredPlace,omitempty"`
	Gallery       omitted `json:"gallery,omitempty"`
	Video         omitted `json:"video,omitempty"`
	Content       omitted `json:"content,omitempty"`
}

// fullProductBody is a single product with all its details.
type fullProductBody struct {
	productBody
	Model *string `json:"model"`
	Video *string `json:"video"`
	shop.Content
	Reviews    []reviewBody    `json:"reviews"`
	Attributes []attributeBody `json:"attributes"`

	Plate          omitted `json:"plate,omitempty"`
	SeoTitle       omitted `json:"seoTitle,omitempty"`
	SeoDescription omitted `json:"seoDescription,omitempty"`
	SeoKeywords    omitted `json:"seoKeywords,omitempty"`
	Engineering    omitted `json:"engineering,omitempty"`
	Motion         omitted `json:"motion,omitempty"`
}

// omitted is the type of a field that is never encoded and hides an embedded one with the same name.
type omitted *struct{}

func productOf(p shop.Product) productBody {
	body := productBody{Product: p, Price: optionalMoney(p.Price), Image: mediaURL(p.Image)}
	fillSlices(&body)
	return body
}

func fullProductOf(p shop.Product, reviews []shop.Review, attributes []shop.ProductAttribute) fullProductBody {
	body := fullProductBody{productBody: productOf(p), Model: p.Model, Video: mediaURL(p.Video), Content: p.Content,
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
