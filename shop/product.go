package shop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Product is an item of the catalogue, which may not be for sale yet. The tags db name its columns in the database, the
// tags json its ProductFields. Its fields outside of Card and Content are those of LineParts.
type Product struct {
	ID            string    `db:"id" json:"_id"` // decimal number
	Name          string    `db:"name" json:"name"`
	Model         *string   `db:"model" json:"model"`
	Category      string    `db:"category" json:"category"`
	Price         *Money    `db:"price_minor" json:"price"` // net, of one unit; nil if not set yet
	Stock         int       `db:"stock" json:"stock"`
	PreorderLimit int       `db:"preorder_limit" json:"preorderLimit"` // maximum units of a pre-order item in one cart
	IsPreorder    bool      `db:"is_preorder" json:"isPreorder"`
	ComingSoon    bool      `db:"coming_soon" json:"comingSoon"`
	Listed        bool      `db:"listed" json:"listed"`  // whether it is shown in the catalogue
	Rating        float64   `db:"rating" json:"ratings"` // mean of 1 to 5, one decimal; 0 without reviews
	NumOfReviews  int       `db:"rating_count" json:"numOfReviews"`
	CreatedAt     time.Time `db:"created_at" json:"createdAt"`

	// ExpectedDelivery is set for pre-order items only.
	ExpectedDelivery *time.Time `db:"expected_delivery" json:"expectedDelivery"`

	// PriceWithTax is calculated from Price.
	PriceWithTax *Money `json:"priceWithTax"`

	// Delivery is estimated for a unit ordered now. Of a product without Content only the lines of a cart have it.
	Delivery *DeliveryEstimate `json:"delivery"`

	Image *Media `db:"image" json:"image"`
	Card
	Content `db:"content" json:"content"`
}

// Card is the part of a product that lists of products display and lines of a cart don't.
type Card struct {
	ShortDesc string   `db:"short_desc" json:"shortDesc"`
	Tags      []string `db:"tags" json:"tags"`
	Gallery   []Media  `db:"gallery" json:"gallery"` // pictures after the main one
	Video     *Media   `db:"video" json:"video"`

	// FeaturedPlace is the place among the featured products of the home page, from 1; 0 if it has none.
	FeaturedPlace int `db:"featured_place" json:"featuredPlace"`
}

// ProductInput is what an administrator enters of a product; without an ID it is a new one. Nil fields stay unchanged.
// The tag db names the column that changes; a field without one is part of ContentEdit. The tag json names the field of
// ProductFields, which versions and drafts hold. The tag csv names the column of the product file, whose columns have
// this order, before those of Content.
type ProductInput struct {
	ID          string            `json:"-" csv:"id"`
	Name        *string           `db:"name" json:"name,omitzero" csv:"name"`
	Category    *string           `db:"category" json:"category,omitzero" csv:"category"`
	Price       *string           `db:"price_minor" json:"price,omitzero" csv:"price"` // decimal number of major units
	Stock       *int              `db:"stock" json:"-" csv:"stock"`
	StockBefore *int              `json:"-" csv:"stock_before"` // the stock that Stock is to replace
	ShortDesc   *string           `db:"short_desc" json:"shortDesc,omitzero" csv:"short_desc"`
	Description *string           `json:"description,omitzero" csv:"description"`
	Tags        []string          `db:"tags" json:"tags,omitzero" csv:"tags"`
	IsPreorder  *bool             `db:"is_preorder" json:"isPreorder,omitzero" csv:"is_preorder"`
	ComingSoon  *bool             `db:"coming_soon" json:"comingSoon,omitzero" csv:"coming_soon"`
	Listed      *bool             `db:"listed" json:"listed,omitzero" csv:"listed"`
	ImageID     *string           `db:"image" json:"image,omitzero"`
	GalleryIDs  []string          `db:"gallery" json:"gallery,omitzero"`
	Engineering *EngineeringInput `json:"engineering,omitzero"`

	// Model is the model code, such as FS-60. PreorderLimit is the maximum units of a pre-order item in one cart.
	Model         *string            `db:"model" json:"model,omitzero" csv:"model"`
	PreorderLimit *int               `db:"preorder_limit" json:"preorderLimit,omitzero" csv:"preorder_limit"`
	FeaturedPlace *int               `db:"featured_place" json:"featuredPlace,omitzero" csv:"featured_place"`
	Video         *ProductVideoInput `db:"video" json:"video,omitzero"`
	RemoveVideo   bool               `json:"-"`
	// Pictures are all pictures, the main one first, instead of ImageID and GalleryIDs.
	Pictures  []ProductPictureInput  `json:"-"`
	Documents []ProductDocumentInput `json:"documents,omitzero"`
	Content   *ContentInput          `json:"-"`
}

// ProductPictureInput is a picture of a product: an upload, or one that the product has already, by its URL.
type ProductPictureInput struct {
	UploadID *string
	URL      *string
	Alt      string
}

// ProductEdit is a checked ProductInput. Its Price and Content replace those of the input.
type ProductEdit struct {
	ProductInput
	Price   *Money
	Content ContentEdit
}

// Normal returns the values trimmed, or all their errors. A product that receives a name becomes listed, unless the
// input says otherwise.
func (in ProductInput) Normal(t Terms) (ProductEdit, error) {
	var c checker
	if in.ID == "" && in.Name == nil {
		in.Name = new("")
	}
	if in.Name != nil && in.Listed == nil {
		in.Listed = new(true)
	}
	edit := ProductEdit{ProductInput: in}
	edit.Name = c.lineIfSet("name", "Name", in.Name, maxProductName, true)
	edit.Price = c.price("price", in.Price, t)
	edit.Category = c.lineIfSet("category", "Category", in.Category, 200, false)
	edit.GalleryIDs = c.gallery("galleryIds", in.GalleryIDs)
	edit.Pictures = c.pictures(in)
	edit.Documents = c.documents(in.Documents)
	edit.ShortDesc = c.textIfSet("shortDesc", "Short description", in.ShortDesc, 500, false)
	edit.Content.Description = c.description(in.Description)
	edit.Tags = c.tags("tags", in.Tags)
	edit.Content.Engineering = c.engineering(in.Engineering)
	edit.Content.ContentInput = c.content(in.Content)
	edit.Model = c.lineIfSet("model", "Model", in.Model, maxWord, false)
	edit.Video = c.video(in.Video)
	c.videoChoice(in)
	if in.PreorderLimit != nil {
		c.number("preorderLimit", "Pre-order limit", *in.PreorderLimit, 1, maxPreorderLimit)
	}
	if in.FeaturedPlace != nil {
		c.number("featuredPlace", "Featured place", *in.FeaturedPlace, 0, FeaturedProducts)
	}
	if in.Stock != nil {
		c.number("stock", "Stock", *in.Stock, 0, maxStock)
	}
	return edit, c.found.Err()
}

// StockChanged refuses a new stock that somebody entered who saw another one than the product's: units that were sold
// since would be sold again.
func (p Product) StockChanged(seen *int) *Error {
	if seen == nil || *seen == p.Stock {
		return nil
	}
	return &Error{Code: Conflict, Field: "stock",
		Message: fmt.Sprintf("The stock has changed since, to %d. Review it and try again.", p.Stock)}
}

// ProductParts selects which fields of products are read.
type ProductParts int

const (
	// LineParts are the fields for a line of a cart or list, without Card and Content.
	LineParts ProductParts = iota
	// CardParts are all fields except Content.
	CardParts
	// AllParts are all fields.
	AllParts
)

// Media is a picture or a film. Sizes are in pixels.
type Media struct {
	URL      string  `json:"url"`
	Alt      string  `json:"alt"`
	Width    *int    `json:"width,omitempty"`
	Height   *int    `json:"height,omitempty"`
	Poster   *string `json:"poster,omitempty"`
	Captions *string `json:"captions,omitempty"` // of a film: path of a WebVTT file
	Widths   []int   `json:"widths,omitempty"`   // of a picture stored in several widths: the URL ends in one of them

	// CaptionsLanguage is the ISO 639-1 code of the language of the captions; nil for English.
	CaptionsLanguage *string `json:"captionsLanguage,omitempty"`

	// Seconds and Bytes are duration and size of an uploaded film.
	Seconds *int `json:"seconds,omitempty"`
	Bytes   *int `json:"bytes,omitempty"`
}

// WithPrice returns the product at another net price, nil for none.
func (p Product) WithPrice(price *Money, t Terms) Product {
	p.Price, p.PriceWithTax = price, nil
	if price != nil {
		p.PriceWithTax = new(t.WithTax(*price))
	}
	return p
}

// Images returns all pictures. The main one comes first, unless the gallery already contains it.
func (p Product) Images() []Media {
	if p.Image == nil || slices.ContainsFunc(p.Gallery, func(m Media) bool { return m.URL == p.Image.URL }) {
		return p.Gallery
	}
	return append([]Media{*p.Image}, p.Gallery...)
}

// PictureOf returns one of the product's pictures by its URL.
func (p Product) PictureOf(url string) (Media, bool) {
	for _, picture := range p.Images() {
		if picture.URL == url {
			return picture, true
		}
	}
	return Media{}, false
}

// FilmOf returns the product's film if it has this URL.
func (p Product) FilmOf(url string) (Media, bool) {
	if p.Video == nil || p.Video.URL != url {
		return Media{}, false
	}
	return *p.Video, true
}

// HasPoster reports whether the product's film has this poster, or the product this picture.
func (p Product) HasPoster(url string) bool {
	_, ok := p.PictureOf(url)
	return ok || p.Video != nil && p.Video.Poster != nil && *p.Video.Poster == url
}

// HasCaptions reports whether the product's film has these captions.
func (p Product) HasCaptions(url string) bool {
	return p.Video != nil && p.Video.Captions != nil && *p.Video.Captions == url
}

// ProductPage is a product's entry in the sitemap.
type ProductPage struct {
	ID        string
	ChangedAt time.Time // last change of the page's content
}

// IsPlaceholder reports whether the product has no content except its name.
func (p Product) IsPlaceholder() bool {
	return p.ComingSoon && p.Description == "" && p.ShortDesc == "" && len(p.Highlights)+len(p.Plate)+len(p.Specs) == 0
}

// Ratings returns Rating, under the name that the API's field has.
func (p Product) Ratings() float64 { return p.Rating }

// LeadTime returns the delivery time stated on the product's plate, nil if it states none.
func (p Product) LeadTime() *string {
	for _, item := range p.Plate {
		if strings.EqualFold(item.Label, "Lead time") {
			return &item.Value
		}
	}
	return nil
}

// Warranty returns how long the product is covered, as stated among the features of the plan to buy it, such as
// "24 months" for "Warranty of 24 months"; nil if it states none.
func (p Product) Warranty() *string {
	if p.Pricing.Purchase == nil {
		return nil
	}
	for _, feature := range p.Pricing.Purchase.Features {
		if strings.Contains(strings.ToLower(feature), "warranty") {
			covered := warrantyOf.ReplaceAllString(feature, "")
			return &covered
		}
	}
	return nil
}

var warrantyOf = regexp.MustCompile(`(?i)^warranty( of|:)? `)

// MaxQuantity returns the maximum units that one cart may hold.
func (p Product) MaxQuantity() int {
	switch {
	case p.NotForSale() != nil:
		return 0
	case p.IsPreorder:
		return p.PreorderLimit
	}
	return p.Stock
}

// NotForSale returns the reason why the product can't be added to a cart, or nil.
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

// MaxProductIDs is the maximum number of products that one request may name by ID.
const MaxProductIDs = 20

// CheckProductIDs checks the number of IDs. It does not check that the products exist.
func CheckProductIDs(ids []string) error {
	var c checker
	c.number("ids", "The number of ids", len(ids), 1, MaxProductIDs)
	return c.found.Err()
}

// PreorderDays is the number of days from a pre-order's submission to its expected delivery.
const PreorderDays = 60

// ExpectedDelivery returns the expected delivery of a pre-order placed now.
func ExpectedDelivery(now time.Time) time.Time { return now.AddDate(0, 0, PreorderDays) }

// ProductSort is a sort order of the catalogue.
type ProductSort string

// The sort orders; the first is the default.
const (
	SortCreatedAt ProductSort = "createdAt"
	SortPriceAsc  ProductSort = "priceAsc"
	SortPriceDesc ProductSort = "priceDesc"
	SortName      ProductSort = "name"
	SortRating    ProductSort = "rating"
	// SortRelevance sorts a search by best match, and is SortCreatedAt without one.
	SortRelevance ProductSort = "relevance"
)

// ProductFilter selects products. All conditions must match; an empty filter matches all products.
type ProductFilter struct {
	Category     *string
	Search       *string
	Figures      []FigureFilterInput
	Price        *PriceRangeInput
	Available    *bool   // only products in stock, if true
	DeliveryDays *int    // at most
	Fits         *string // ID of a product that they can be combined with
}

// maxFilter limits a category or search text, in characters.
const maxFilter = 200

// Normal returns the values trimmed and in lower case, and refuses values that can't match.
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

// ProductsByID maps products by ID. Nil elements, which stand for missing products, are skipped.
func ProductsByID(products []*Product) map[string]Product {
	found := make(map[string]Product, len(products))
	for _, p := range products {
		if p != nil {
			found[p.ID] = *p
		}
	}
	return found
}

// FeaturedProducts is the number of featured products on the home page.
const FeaturedProducts = 3

// Limits of values that administrators may enter. Prices are in whole units of the shop's currency.
const (
	maxPrice       = 100_000_000
	maxStock       = 1_000_000
	maxTags        = 30
	maxProductName = 200
	maxDescription = 20_000
	// maxPreorderLimit is the maximum that a pre-order may ask for.
	maxPreorderLimit = 1000
	// maxGallery allows twelve pictures including the main one.
	maxGallery  = 11
	maxPictures = maxGallery + 1
)

// ProductDuplicateInput names a product to duplicate.
type ProductDuplicateInput struct {
	ID string
}

// ProductDeleteInput names a product to delete.
type ProductDeleteInput struct {
	ID string
}

func (c *checker) price(field string, value *string, t Terms) *Money {
	if value == nil {
		return nil
	}
	price, ok := t.Parse(*value)
	switch {
	case strings.TrimSpace(*value) == "":
		c.add(Required, field, "Price is required")
	case !ok:
		c.add(Invalid, field, fmt.Sprintf("Price must be a number such as %s", t.FromMajor(25999).Decimal()))
	case price.Minor < 0 || price.Minor > t.FromMajor(maxPrice).Minor:
		c.add(OutOfRange, field, fmt.Sprintf("Price must be between 0 and %d", maxPrice))
	}
	return &price
}

// tags trims the values and drops blank and repeated ones. It returns nil for nil.
func (c *checker) tags(field string, values []string) []string {
	if values == nil {
		return nil
	}
	tags := []string{}
	for i, value := range values {
		tag := c.line(fmt.Sprintf("%s.%d", field, i), "Tag", value, 50, false)
		if tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if len(tags) > maxTags {
		c.add(OutOfRange, field, fmt.Sprintf("A product has at most %d tags", maxTags))
	}
	return tags
}

// pictures checks the pictures of an input, and trims their texts. It returns nil for nil.
func (c *checker) pictures(in ProductInput) []ProductPictureInput {
	if in.Pictures == nil {
		return nil
	}
	c.pictureList(in)
	checked := slices.Clone(in.Pictures)
	for i, picture := range checked {
		checked[i].Alt = c.pictureText(i, picture.Alt)
	}
	return checked
}

// pictureList checks which pictures an input names, which holds for drafts, too.
func (c *checker) pictureList(in ProductInput) {
	if in.Pictures != nil && (in.ImageID != nil || in.GalleryIDs != nil) {
		c.add(NotAllowed, "pictures", "Use either pictures, or imageId and galleryIds")
	}
	if len(in.Pictures) > maxPictures {
		c.add(OutOfRange, "pictures", fmt.Sprintf("A product has at most %d pictures", maxPictures))
	}
	for i, picture := range in.Pictures {
		if (picture.UploadID == nil) == (picture.URL == nil) {
			c.add(Invalid, fmt.Sprintf("pictures.%d", i), "A picture must have either uploadId or url")
		}
	}
}

func (c *checker) pictureText(i int, text string) string {
	return c.text(fmt.Sprintf("pictures.%d.alt", i), "Description", text, maxLine, true)
}

// gallery drops repeated IDs. It returns nil for nil.
func (c *checker) gallery(field string, ids []string) []string {
	if ids == nil {
		return nil
	}
	gallery := []string{}
	for _, id := range ids {
		if !slices.Contains(gallery, id) {
			gallery = append(gallery, id)
		}
	}
	if len(gallery) > maxGallery {
		c.add(OutOfRange, field, fmt.Sprintf("A product has at most %d further pictures", maxGallery))
	}
	return gallery
}
