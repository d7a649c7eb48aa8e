package shop

import (
	"fmt"
	"strings"
)

// MaxPage is the largest page that any list gives.
const MaxPage = 100

// DefaultPage is how many products a page of the catalogue has (spec 9).
const DefaultPage = 12

// maxOffset keeps numbered pages from reading the whole catalogue.
const maxOffset = 10_000

// MaxRanked is how many products a search by relevance puts into that order.
const MaxRanked = maxOffset

// PageArgs say which part of a list is wanted.
type PageArgs struct {
	First  int
	After  *string // opaque cursor
	Offset *int    // numbered pages, instead of After
	List   string  // the list and its order, which cursors belong to; the Store fills it in
}

// In returns the arguments for a list in an order.
func (p PageArgs) In(list ...string) PageArgs {
	p.List = strings.Join(list, " ")
	return p
}

// NumberedPage is a page of a list that is read by page and limit; pages count from 1.
func NumberedPage(page, limit int) (PageArgs, error) {
	var c checker
	c.number("limit", "limit", limit, 1, MaxPage)
	if len(c.found) == 0 {
		c.number("page", "page", page, 1, maxOffset/limit+1)
	}
	offset := (page - 1) * limit
	return PageArgs{First: limit, Offset: &offset}, c.found.Err()
}

// Check refuses sizes and offsets out of range.
func (p PageArgs) Check() error {
	var c checker
	c.number("first", "first", p.First, 1, MaxPage)
	if p.Offset != nil {
		c.number("offset", "offset", *p.Offset, 0, maxOffset)
		if p.After != nil {
			c.add(Invalid, "after", "after and offset exclude each other")
		}
	}
	return c.found.Err()
}

// Skip is how many nodes come before the page, when it is a numbered one.
func (p PageArgs) Skip() int {
	if p.Offset == nil {
		return 0
	}
	return *p.Offset
}

// Page is a part of a list.
type Page[T any] struct {
	Nodes       []T
	Cursor      func(i int) string // of a node; it is made when it is asked for
	HasNext     bool
	HasPrevious bool
	Total       *int    // of the whole list, where reading the page has shown it
	Corrected   *string // of a search: the text that was searched for instead
}

// BadCursor refuses a cursor that this list did not give out.
func BadCursor(field string) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf("%s is not a cursor of this list", field)}
}
