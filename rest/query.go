package rest

import (
	"net/url"
	"strconv"

	"orrery/shop"
)

// whole reads a whole number of a query; fallback when it is absent or empty.
func whole(query url.Values, name string, fallback int) (int, error) {
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

// defaultList is how many entries a list has that is not read by page numbers.
const defaultList = shop.MaxPage

// part reads limit and after: lists that may grow go on after the value of next.
func part(query url.Values) (shop.PageArgs, error) {
	limit, err := whole(query, "limit", defaultList)
	args := shop.PageArgs{First: limit}
	if after := query.Get("after"); after != "" {
		args.After = &after
	}
	return args, err
}

// partFields are what such a list calls its arguments.
var partFields = map[string]string{"first": "limit"}

// next is where the list goes on; null at its end.
func next[T any](page shop.Page[T]) *string {
	if !page.HasNext {
		return nil
	}
	return new(page.Cursor(len(page.Nodes) - 1))
}
