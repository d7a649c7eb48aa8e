package shop

import (
	"context"
	"fmt"
	"strings"
)

// MaxPage is the maximum page size of every list.
const MaxPage = 100

// DefaultPage is the default page size of the catalogue.
const DefaultPage = 12

// maxOffset prevents numbered pages from reading the whole catalogue.
const maxOffset = 10_000

// MaxRanked is the number of products that a search by relevance sorts.
const MaxRanked = maxOffset

// PageArgs selects a page of a list.
type PageArgs struct {
	First  int
	After  *string // opaque cursor
	Offset *int    // for numbered pages, instead of After
	List   string  // list and sort order that cursors belong to; set by the store
}

// In returns the arguments for a list in a sort order.
func (p PageArgs) In(list ...string) PageArgs {
	p.List = strings.Join(list, " ")
	return p
}

// NumberedPage returns the arguments for a page number and a page size. Pages are numbered from 1.
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

// Skip returns the number of nodes before the page of a numbered list, otherwise 0.
func (p PageArgs) Skip() int {
	if p.Offset == nil {
		return 0
	}
	return *p.Offset
}

// Page is a page of a list.
type Page[T any] struct {
	Nodes       []T
	Cursor      func(i int) string // of a node; computed on demand
	HasNext     bool
	HasPrevious bool
	Count       func(context.Context) (int, error) // returns the size of the whole list; nil if it is not counted
	Corrected   *string                            // of a search: the corrected text that was searched for
}

// BadCursor refuses a cursor that this list did not issue.
func BadCursor(field string) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf("%s is not a cursor of this list", field)}
}
