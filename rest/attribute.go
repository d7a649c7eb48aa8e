package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"orrery/auth"
	"orrery/shop"
)

// figureBody is an attribute, which products can state and be filtered by.
type figureBody struct {
	ID         string   `json:"id"`
	Label      string   `json:"label"`
	Kind       string   `json:"kind"`
	Unit       string   `json:"unit"`
	Symbol     string   `json:"symbol"`
	Choices    []string `json:"choices"`
	Categories []string `json:"categories"`
	Filterable bool     `json:"filterable"`
	Comparable bool     `json:"comparable"`
	BuiltIn    bool     `json:"builtIn"`
}

func figureOf(a shop.Attribute) figureBody {
	return figureBody{a.ID, a.Label, string(a.Kind), string(a.Unit), a.Symbol(), a.Choices, a.Categories, a.Filterable,
		a.Comparable, a.BuiltIn}
}

func (a api) attributes(r *http.Request) (fields, error) {
	all, err := a.Store.Catalogue.Attributes(r.Context(), auth.Actor(r.Context()))
	if err != nil {
		return nil, err
	}
	return fields{"attributes": mapSlice(all, figureOf)}, nil
}

// attributeBody is a value that a product states.
type attributeBody struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Value string `json:"value"`
	Unit  string `json:"unit"`
	Text  string `json:"text"`
}

func attributeOf(a shop.ProductAttribute) attributeBody {
	return attributeBody{a.Attribute.ID, a.Attribute.Label, a.Value, string(a.Attribute.Unit), a.Text}
}

// figureParam is the only parameter that a query may repeat.
const figureParam = "figure"

// figureParams reads the conditions on figures from a query into a filter.
func figureParams(query url.Values, filter *shop.ProductFilter) error {
	for _, text := range query[figureParam] {
		attribute, condition, ok := strings.Cut(text, ":")
		if !ok {
			return &shop.Error{Code: shop.Invalid, Field: "figure",
				Message: "figure must be an attribute and its values, such as payload:5kg..10kg"}
		}
		figure := shop.FigureFilterInput{Attribute: attribute}
		if low, high, ok := strings.Cut(condition, ".."); ok {
			figure.Min, figure.Max = optionalText(low), optionalText(high)
		} else {
			figure.Values = strings.Split(condition, ",")
		}
		filter.Figures = append(filter.Figures, figure)
	}
	low, high := optionalText(query.Get("minPrice")), optionalText(query.Get("maxPrice"))
	if low != nil || high != nil {
		filter.Price = &shop.PriceRangeInput{Min: low, Max: high}
	}
	if text := query.Get("available"); text != "" {
		available, err := strconv.ParseBool(text)
		if err != nil {
			return &shop.Error{Code: shop.Invalid, Field: "available", Message: "available must be true or false"}
		}
		filter.Available = &available
	}
	if query.Get("deliveryDays") != "" {
		days, err := intParam(query, "deliveryDays", 0)
		if err != nil {
			return err
		}
		filter.DeliveryDays = &days
	}
	filter.Fits = optionalText(query.Get("fits"))
	return nil
}

func optionalText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// figureNames maps the fields of a filter to query parameters.
func figureNames(filter shop.ProductFilter) map[string]string {
	names := map[string]string{"filter.category": "category", "filter.search": "q", "filter.figures": "figure",
		"filter.price.min": "minPrice", "filter.price.max": "maxPrice", "filter.deliveryDays": "deliveryDays",
		"filter.fits": "fits"}
	for i, figure := range filter.Figures {
		for _, part := range []string{"attribute", "min", "max", "values"} {
			names[fmt.Sprintf("filter.figures.%d.%s", i, part)] = "figure"
		}
		for n := range figure.Values {
			names[fmt.Sprintf("filter.figures.%d.values.%d", i, n)] = "figure"
		}
	}
	return names
}
