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

// ProductDeleteInput names a product to delete.
type ProductDeleteInput struct {
	ID string
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
