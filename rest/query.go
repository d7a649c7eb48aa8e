package rest

import (
	"net/url"
	"strconv"

	"orrery/shop"
)

// intParam reads an integer from a query; fallback if it is absent or empty.
func intParam(query url.Values, name string, fallback int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, &shop.Error{Code: shop.Invalid, Field: name, Message: name + " must be a whole number"}
	}
	return n, nil
}

// flagParam reads a parameter that says whether a request only tries something: false if it is absent. An empty one is
// refused, since taking it for absent would write.
func flagParam(query url.Values, name string) (bool, error) {
	value := query.Get(name)
	if query.Has(name) && value != "true" && value != "false" {
		return false, &shop.Error{Code: shop.Invalid, Field: name, Message: name + " must be true or false"}
	}
	return value == "true", nil
}

// defaultList is the default number of entries of a list that has no page numbers.
const defaultList = shop.MaxPage

// pageArgs reads limit and after, the arguments of cursor pagination. A response's next is the following request's
// after.
func pageArgs(query url.Values) (shop.PageArgs, error) {
	limit, err := intParam(query, "limit", defaultList)
	args := shop.PageArgs{First: limit}
	if after := query.Get("after"); after != "" {
		args.After = &after
	}
	return args, err
}

// pageArgFields maps fields of shop.PageArgs to query parameters.
var pageArgFields = map[string]string{"first": "limit"}

// next returns the cursor of the following page, or nil on the last page.
func next[T any](page shop.Page[T]) *string {
	if !page.HasNext {
		return nil
	}
	return new(page.Cursor(len(page.Nodes) - 1))
}
