package shop

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// MaxCount is the limit up to which administrators' long lists are counted. Their numbered pages end there, too.
const MaxCount = maxOffset + 1

// OrderFilter selects orders. All conditions must match.
type OrderFilter struct {
	Status *OrderStatus
	Search *string // in number, buyer's name and email address, and city, or a creditor reference; case-insensitive
	From   *time.Time
	Until  *time.Time // exclusive
}

// OrderSort is a sort order of orders.
type OrderSort string

// The sort orders; the first is the default.
const (
	OrdersNewest    OrderSort = "newest"
	OrdersOldest    OrderSort = "oldest"
	OrdersTotalDesc OrderSort = "totalDesc"
	OrdersTotalAsc  OrderSort = "totalAsc"
)

// PreOrderFilter selects pre-orders. All conditions must match.
type PreOrderFilter struct {
	Status    *PreOrderStatus
	Confirmed *bool   // whether the customer has confirmed it, or needs not to
	Search    *string // in name, email address, company and product; case-insensitive
}

// PreOrderSort is a sort order of pre-orders.
type PreOrderSort string

// The sort orders; the first is the default.
const (
	PreOrdersNewest  PreOrderSort = "newest"
	PreOrdersOldest  PreOrderSort = "oldest"
	PreOrdersName    PreOrderSort = "name"
	PreOrdersProduct PreOrderSort = "product"
	PreOrdersDue     PreOrderSort = "due" // those awaiting a reply first, earliest due first
)

// ContactMessageFilter selects contact messages. All conditions must match.
type ContactMessageFilter struct {
	Status *ContactStatus
	Search *string // in name, email address, subject and text; case-insensitive
}

// ContactMessageSort is a sort order of contact messages.
type ContactMessageSort string

// The sort orders; the first is the default.
const (
	ContactMessagesNewest ContactMessageSort = "newest"
	ContactMessagesOldest ContactMessageSort = "oldest"
	ContactMessagesDue    ContactMessageSort = "due" // those awaiting a reply first, earliest due first
)

// QuoteFilter selects quotes. All conditions must match.
type QuoteFilter struct {
	Answered *bool
	Search   *string // in number, name, email address and company; case-insensitive
}

// QuoteSort is a sort order of quotes.
type QuoteSort string

// The sort orders; the first is the default.
const (
	QuotesNewest QuoteSort = "newest"
	QuotesOldest QuoteSort = "oldest"
	QuotesDue    QuoteSort = "due" // those awaiting a reply first, earliest due first
)

// CustomerFilter selects accounts. All conditions must match.
type CustomerFilter struct {
	Search *string // in name or email address; case-insensitive
	Role   *Role
	Staff  *bool // administrators and staff, or the others
}

// CustomerSort is a sort order of accounts.
type CustomerSort string

// The sort orders; the first is the default.
const (
	CustomersNewest CustomerSort = "newest"
	CustomersOldest CustomerSort = "oldest"
	CustomersName   CustomerSort = "name"
)

// ReviewFilter selects reviews. All conditions must match.
type ReviewFilter struct {
	Hidden    *bool
	ProductID *string
	Rating    *int
	Search    *string // in name or text; case-insensitive
}

// Normal returns the filter with a normalised search, and refuses values that can't match.
func (f ReviewFilter) Normal() (ReviewFilter, error) {
	search, err := Searched(f.Search)
	if err != nil {
		return f, err
	}
	f.Search = search
	var c checker
	if f.Rating != nil {
		c.number("filter.rating", "Rating", *f.Rating, 1, 5)
	}
	return f, c.found.Err()
}

// ReviewSort is a sort order of reviews.
type ReviewSort string

// The sort orders; the first is the default.
const (
	ReviewsNewest ReviewSort = "newest"
	ReviewsOldest ReviewSort = "oldest"
)

// StockAlertFilter selects stock alerts.
type StockAlertFilter struct {
	ProductID *string
}

// NewsletterFilter selects newsletter subscribers. All conditions must match.
type NewsletterFilter struct {
	Status *NewsletterStatus
	Search *string // in the email address; case-insensitive
}

// NewsletterSort is a sort order of newsletter subscribers.
type NewsletterSort string

// The sort orders; the first is the default.
const (
	NewsletterNewest NewsletterSort = "newest"
	NewsletterOldest NewsletterSort = "oldest"
)

// InventoryFilter selects products, including unlisted ones. All conditions must match.
type InventoryFilter struct {
	Search     *string // in name, short description and tags; case-insensitive
	Name       *string // substring of the name; case-insensitive
	Category   *string // substring of the category path; case-insensitive
	Listed     *bool
	ComingSoon *bool
	MaxStock   *int // inclusive
	LowStock   *bool
}

// InventorySort is a sort order of the inventory.
type InventorySort string

// The sort orders; the first is the default.
const (
	InventoryNewest    InventorySort = "newest"
	InventoryName      InventorySort = "name"
	InventoryStock     InventorySort = "stock"
	InventoryPriceAsc  InventorySort = "priceAsc"
	InventoryPriceDesc InventorySort = "priceDesc"
)

// Searched returns a search text trimmed and in lower case, as lists compare it; nil if it is absent or blank. It
// refuses text that can't match.
func Searched(text *string) (*string, error) { return searched("filter.search", "Search", text) }

// Normal returns the filter with normalised texts, and refuses values that can't match.
func (f InventoryFilter) Normal() (InventoryFilter, error) {
	search, err := Searched(f.Search)
	if err != nil {
		return f, err
	}
	name, err := searched("filter.name", "Name", f.Name)
	if err != nil {
		return f, err
	}
	category, err := searched("filter.category", "Category", f.Category)
	if err != nil {
		return f, err
	}
	f.Search, f.Name, f.Category = search, name, category
	var c checker
	if f.MaxStock != nil {
		c.number("filter.maxStock", "Stock", *f.MaxStock, 0, maxStock)
	}
	return f, c.found.Err()
}

func searched(field, label string, text *string) (*string, error) {
	if text == nil {
		return nil, nil
	}
	var c checker
	found := strings.ToLower(c.text(field, label, *text, maxFilter, false))
	if found == "" {
		return nil, c.found.Err()
	}
	return &found, c.found.Err()
}

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
			c.add(Invalid, "after", "Use either after or offset, not both")
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
	Understood  []UnderstoodFigure                 // of a search: the conditions that its text states
}

// BadCursor refuses a cursor that this list did not issue.
func BadCursor(field string) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf("%s is not a cursor of this list", field)}
}
