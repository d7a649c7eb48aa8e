package shop

import (
	"fmt"
	"slices"
)

// Limits of values that administrators may enter. Prices are in whole units of the shop's currency.
const (
	maxPrice = 100_000_000
	maxStock = 1_000_000
	maxTags  = 30
	// maxGallery allows twelve pictures including the main one.
	maxGallery = 11
)

// ProductCreateInput is a new product. Price is a decimal number of major units.
type ProductCreateInput struct {
	Name        string
	Price       *string
	Stock       int
	Category    *string
	ImageID     *string
	GalleryIDs  []string
	ShortDesc   *string
	Description *string
	Tags        []string
	IsPreorder  bool
	ComingSoon  bool
	Engineering *EngineeringInput
}

// ProductUpdateInput changes a product; nil fields stay unchanged. Price is a decimal number of major units.
type ProductUpdateInput struct {
	ID          string
	Name        *string
	Price       *string
	Stock       *int
	Category    *string
	ImageID     *string
	GalleryIDs  []string
	ShortDesc   *string
	Description *string
	Tags        []string
	IsPreorder  *bool
	ComingSoon  *bool
	Listed      *bool
	Engineering *EngineeringInput
}

// ProductDeleteInput names a product to delete.
type ProductDeleteInput struct {
	ID string
}

// ProductEdit is a checked change of a product; nil fields stay unchanged.
type ProductEdit struct {
	Name        *string
	Price       *Money
	Stock       *int
	Category    *string
	ImageID     *string
	GalleryIDs  []string
	ShortDesc   *string
	Description *string
	Tags        []string
	IsPreorder  *bool
	ComingSoon  *bool
	Listed      *bool
	Engineering *Engineering
}

// Normal returns the product as a change of an empty one, or all its errors.
func (in ProductCreateInput) Normal(t Terms) (ProductEdit, error) {
	return ProductUpdateInput{
		Name: &in.Name, Price: in.Price, Stock: &in.Stock, Category: in.Category, ImageID: in.ImageID,
		GalleryIDs: in.GalleryIDs, ShortDesc: in.ShortDesc,
		Description: in.Description, Tags: in.Tags, IsPreorder: &in.IsPreorder, ComingSoon: &in.ComingSoon,
		Engineering: in.Engineering,
	}.Normal(t)
}

// Normal returns the change trimmed, or all its errors.
func (in ProductUpdateInput) Normal(t Terms) (ProductEdit, error) {
	var c checker
	edit := ProductEdit{
		Name:        c.textIfSet("name", "Name", in.Name, 200, true),
		Price:       c.price("price", in.Price, t),
		Stock:       in.Stock,
		Category:    c.textIfSet("category", "Category", in.Category, 200, false),
		ImageID:     in.ImageID,
		GalleryIDs:  c.gallery("galleryIds", in.GalleryIDs),
		ShortDesc:   c.textIfSet("shortDesc", "Short description", in.ShortDesc, 500, false),
		Description: c.textIfSet("description", "Description", in.Description, 20_000, false),
		Tags:        c.tags("tags", in.Tags),
		IsPreorder:  in.IsPreorder,
		ComingSoon:  in.ComingSoon,
		Listed:      in.Listed,
		Engineering: c.engineering(in.Engineering),
	}
	if in.Stock != nil {
		c.number("stock", "Stock", *in.Stock, 0, maxStock)
	}
	return edit, c.found.Err()
}

// textIfSet checks an optional text. Unlike optional, it keeps blank text as an empty value.
func (c *checker) textIfSet(field, label string, value *string, limit int, required bool) *string {
	if value == nil {
		return nil
	}
	text := c.text(field, label, *value, limit, required)
	return &text
}

func (c *checker) price(field string, value *string, t Terms) *Money {
	if value == nil {
		return nil
	}
	price, ok := t.Parse(*value)
	switch {
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
		tag := c.text(fmt.Sprintf("%s.%d", field, i), "Tag", value, 50, false)
		if tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if len(tags) > maxTags {
		c.add(OutOfRange, field, fmt.Sprintf("A product has at most %d tags", maxTags))
	}
	return tags
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
