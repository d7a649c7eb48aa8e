package shop

import (
	"strings"
	"time"
)

// MaxCount is as far as the long lists of administrators are counted: their numbered pages end there, too.
const MaxCount = maxOffset + 1

// OrderFilter says which orders to list. All given conditions must hold.
type OrderFilter struct {
	Status *OrderStatus
	Search *string // in number, buyer's name and address, and city, whatever the case
	From   *time.Time
	Until  *time.Time // not included
}

// OrderSort is an order of a list of orders.
type OrderSort string

// The orders; the first is the default.
const (
	OrdersNewest    OrderSort = "newest"
	OrdersOldest    OrderSort = "oldest"
	OrdersTotalDesc OrderSort = "totalDesc"
	OrdersTotalAsc  OrderSort = "totalAsc"
)

// PreOrderFilter says which pre-orders to list. All given conditions must hold.
type PreOrderFilter struct {
	Status *PreOrderStatus
	Search *string // in name, address, company and product, whatever the case
}

// PreOrderSort is an order of a list of pre-orders.
type PreOrderSort string

// The orders; the first is the default.
const (
	PreOrdersNewest  PreOrderSort = "newest"
	PreOrdersOldest  PreOrderSort = "oldest"
	PreOrdersName    PreOrderSort = "name"
	PreOrdersProduct PreOrderSort = "product"
	PreOrdersDue     PreOrderSort = "due" // those that wait for an answer, the soonest due first; the others behind
)

// ContactMessageFilter says which messages to list. All given conditions must hold.
type ContactMessageFilter struct {
	Status *ContactStatus
	Search *string // in name, address, subject and text, whatever the case
}

// ContactMessageSort is an order of a list of messages.
type ContactMessageSort string

// The orders; the first is the default.
const (
	ContactMessagesNewest ContactMessageSort = "newest"
	ContactMessagesOldest ContactMessageSort = "oldest"
	ContactMessagesDue    ContactMessageSort = "due" // those that wait for an answer, the soonest due first; the others behind
)

// QuoteFilter says which quotes to list. All given conditions must hold.
type QuoteFilter struct {
	Answered *bool
	Search   *string // in number, name, address and company, whatever the case
}

// QuoteSort is an order of a list of quotes.
type QuoteSort string

// The orders; the first is the default.
const (
	QuotesNewest QuoteSort = "newest"
	QuotesOldest QuoteSort = "oldest"
	QuotesDue    QuoteSort = "due" // those that wait for an answer, the soonest due first; the others behind
)

// CustomerFilter says which accounts to list. All given conditions must hold.
type CustomerFilter struct {
	Search *string // in name or address, whatever the case
	Role   *Role
}

// CustomerSort is an order of a list of accounts.
type CustomerSort string

// The orders; the first is the default.
const (
	CustomersNewest CustomerSort = "newest"
	CustomersOldest CustomerSort = "oldest"
	CustomersName   CustomerSort = "name"
)

// ReviewFilter says which reviews to list. All given conditions must hold.
type ReviewFilter struct {
	Hidden    *bool
	ProductID *string
	Rating    *int
	Search    *string // in name or text, whatever the case
}

// Normal trims what is searched for and refuses what can't match.
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

// ReviewSort is an order of a list of reviews.
type ReviewSort string

// The orders; the first is the default.
const (
	ReviewsNewest ReviewSort = "newest"
	ReviewsOldest ReviewSort = "oldest"
)

// NewsletterFilter says which addresses to list. All given conditions must hold.
type NewsletterFilter struct {
	Status *NewsletterStatus
	Search *string // in the address, whatever the case
}

// NewsletterSort is an order of a list of addresses.
type NewsletterSort string

// The orders; the first is the default.
const (
	NewsletterNewest NewsletterSort = "newest"
	NewsletterOldest NewsletterSort = "oldest"
)

// InventoryFilter says which products to list, unlisted ones included. All given conditions must hold.
type InventoryFilter struct {
	Search   *string // in name, short description and tags, whatever the case
	Name     *string // contained in the name, whatever the case
	Category *string // contained in the category path, whatever the case
	Listed   *bool
	MaxStock *int // at most so many units
}

// InventorySort is an order of the inventory.
type InventorySort string

// The orders; the first is the default.
const (
	InventoryNewest    InventorySort = "newest"
	InventoryName      InventorySort = "name"
	InventoryStock     InventorySort = "stock"
	InventoryPriceAsc  InventorySort = "priceAsc"
	InventoryPriceDesc InventorySort = "priceDesc"
)

// Searched is a search as lists compare it; nil when there is none. It is refused when nothing can match it.
func Searched(text *string) (*string, error) { return searched("filter.search", "Search", text) }

// Normal trims what is searched for and refuses what can't match.
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
