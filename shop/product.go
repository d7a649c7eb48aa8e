package shop

import (
	"slices"
	"strings"
	"time"
)

// Product is something that the shop shows and perhaps sells.
type Product struct {
	ID            string // a number as text
	Name          string
	Model         *string
	Category      string
	Price         *Money // net, of one unit; nil when there is none yet
	Stock         int
	PreorderLimit int // most units of a pre-order item in one cart
	IsPreorder    bool
	ComingSoon    bool
	Listed        bool // whether the catalogue shows it
	ShortDesc     string
	Tags          []string
	Rating        float64 // mean of 1 to 5, one decimal; 0 without reviews
	NumOfReviews  int
	CreatedAt     time.Time

	// ExpectedDelivery is set for pre-order items only.
	ExpectedDelivery *time.Time

	Image   *Media
	Gallery []Media // pictures after the main one
	Video   *Media
	Content
}

// Content is the authored part of a product that is only ever shown.
type Content struct {
	Description    string           `json:"description"`
	Highlights     []string         `json:"highlights"`
	Plate          []SpecItem       `json:"plate"`
	Specs          []SpecGroup      `json:"specs"`
	Modules        []string         `json:"modules"`
	Features       []Feature        `json:"features"`
	Pricing        Pricing          `json:"pricing"`
	Technical      []TechnicalGroup `json:"technical"`
	SeoTitle       string           `json:"seoTitle"`
	SeoDescription string           `json:"seoDescription"`
	SeoKeywords    []string         `json:"seoKeywords"`
	Engineering    *Engineering     `json:"engineering"` // nil when nothing is stated
}

// ProductParts says how much of products is wanted.
type ProductParts int

const (
	// LineParts are what a line of a cart or of a list shows: no text but the name, no tags, and of the media the main picture.
	LineParts ProductParts = iota
	// CardParts is all but the Content.
	CardParts
	// AllParts is everything.
	AllParts
)

// Media is a picture or a film; sizes in pixels.
type Media struct {
	URL      string  `json:"url"`
	Alt      string  `json:"alt"`
	Width    *int    `json:"width,omitempty"`
	Height   *int    `json:"height,omitempty"`
	Poster   *string `json:"poster,omitempty"`
	Captions *string `json:"captions,omitempty"` // of a film: the path of a WebVTT file
	Widths   []int   `json:"widths,omitempty"`   // of a picture that is kept in several: the URL ends in one of them
}

// SpecItem is a value with its label.
type SpecItem struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// SpecGroup is a headed list of specifications.
type SpecGroup struct {
	Title string     `json:"title"`
	Items []SpecItem `json:"items"`
}

// TechnicalGroup is a headed list of technical details.
type TechnicalGroup struct {
	Title string   `json:"title"`
	Items []string `json:"items"`
}

// Feature is something that a product does. Icon names one of the client's set.
type Feature struct {
	Title       string `json:"title"`
	Icon        string `json:"icon"`
	Description string `json:"description"`
}

// Pricing holds the ways to pay; nil when not offered.
type Pricing struct {
	Rental   *Plan `json:"rental,omitempty"`
	Purchase *Plan `json:"purchase,omitempty"`
	Service  *Plan `json:"service,omitempty"`
}

// Plan is one way to pay. Its price is text for people (decisions: plans keep their authored euro text).
type Plan struct {
	Title    string   `json:"title"`
	Price    string   `json:"price"`
	Period   string   `json:"period"`
	Features []string `json:"features"`
	Popular  bool     `json:"popular"`
}

// Images are all pictures. The main one comes first, unless the gallery gives it a place of its own.
func (p Product) Images() []Media {
	if p.Image == nil || slices.ContainsFunc(p.Gallery, func(m Media) bool { return m.URL == p.Image.URL }) {
		return p.Gallery
	}
	return append([]Media{*p.Image}, p.Gallery...)
}

// ProductPage is a product's page, as a list of all pages names it.
type ProductPage struct {
	ID        string
	ChangedAt time.Time // what the page says last changed
}

// IsPlaceholder tells that nothing is known of the product yet but its name (decisions: catalogue).
func (p Product) IsPlaceholder() bool {
	return p.ComingSoon && p.Description == "" && p.ShortDesc == "" && len(p.Highlights)+len(p.Plate)+len(p.Specs) == 0
}

// Ratings is Rating under the name of spec 3.
func (p Product) Ratings() float64 { return p.Rating }

// MaxQuantity is the most units that one cart may hold (decisions: cart).
func (p Product) MaxQuantity() int {
	switch {
	case p.NotForSale() != nil:
		return 0
	case p.IsPreorder:
		return p.PreorderLimit
	}
	return p.Stock
}

// NotForSale says why the product can't go into a cart, nil when it can.
func (p Product) NotForSale() *Error {
	message := ""
	switch {
	case p.ComingSoon || p.Price == nil:
		message = p.Name + " is not for sale yet"
	case !p.IsPreorder && p.Stock < 1:
		message = p.Name + " is out of stock"
	default:
		return nil
	}
	return &Error{Code: NotForSale, Field: "productId", Message: message}
}

// MaxProductIDs is how many products can be asked for by their numbers at once.
const MaxProductIDs = 20

// CheckProductIDs refuses lists of numbers out of range. What the numbers name is not looked at.
func CheckProductIDs(ids []string) error {
	var c checker
	c.number("ids", "The number of ids", len(ids), 1, MaxProductIDs)
	return c.found.Err()
}

// PreorderDays is how long after its submission a pre-order is expected (spec 9).
const PreorderDays = 60

// ExpectedDelivery is when something pre-ordered now arrives.
func ExpectedDelivery(now time.Time) time.Time { return now.AddDate(0, 0, PreorderDays) }

// ProductSort is an order of the catalogue.
type ProductSort string

// The orders; the first is the default (spec 9).
const (
	SortCreatedAt ProductSort = "createdAt"
	SortPriceAsc  ProductSort = "priceAsc"
	SortPriceDesc ProductSort = "priceDesc"
	SortName      ProductSort = "name"
	SortRating    ProductSort = "rating"
	// SortRelevance is the best match of a search first, and SortCreatedAt without one.
	SortRelevance ProductSort = "relevance"
)

// ProductFilter narrows the catalogue; all of it must match, empty matches all (spec 4: Catalogue).
type ProductFilter struct {
	Category *string
	Search   *string
}

// maxFilter is enough for any category or search text, in bytes.
const maxFilter = 200

// Normal trims the filter and refuses what can't match.
func (f ProductFilter) Normal() (category, search string, err error) {
	var c checker
	if f.Category != nil {
		category = c.text("filter.category", "Category", *f.Category, maxFilter, false)
	}
	if f.Search != nil {
		search = c.text("filter.search", "Search", *f.Search, maxFilter, false)
	}
	return strings.ToLower(category), strings.ToLower(search), c.found.Err()
}

// ProductsByID are those of products that there are, by their id; nil stands for one that there is not.
func ProductsByID(products []*Product) map[string]Product {
	found := make(map[string]Product, len(products))
	for _, p := range products {
		if p != nil {
			found[p.ID] = *p
		}
	}
	return found
}
