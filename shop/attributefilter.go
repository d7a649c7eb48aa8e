package shop

import (
	"fmt"
	"slices"
	"strings"
)

// FigureFilterInput selects products by a value that they state. Min and Max are inclusive and may have a unit; Values
// are those of a choice, or true for a flag.
type FigureFilterInput struct {
	Attribute string
	Min       *string
	Max       *string
	Values    []string
}

// PriceRangeInput selects products by their net price, both ends inclusive, as decimal numbers.
type PriceRangeInput struct {
	Min *string
	Max *string
}

// Limits of a filter by figures.
const (
	MaxFigures      = 10
	maxFilterValues = 20
	maxDeliveryDays = 3650
)

// FigureRange is a checked condition: the value of an attribute between Min and Max, or one of Values.
type FigureRange struct {
	Attribute Attribute
	Min, Max  *int64
	Values    []string
}

// HasFigures reports whether there are conditions on anything but a category and a search text.
func (f ProductFilter) HasFigures() bool {
	return len(f.Figures) > 0 || f.Price != nil || f.Available != nil || f.DeliveryDays != nil || f.Fits != nil
}

// FigureRanges returns the conditions of the filter on the attributes of products, or all their errors.
func (f ProductFilter) FigureRanges(attributes []Attribute, t Terms) ([]FigureRange, error) {
	var c checker
	ranges := []FigureRange{}
	if len(f.Figures) > MaxFigures {
		c.add(OutOfRange, "filter.figures", fmt.Sprintf("A filter has at most %d figures", MaxFigures))
		return nil, c.found.Err()
	}
	for i, figure := range f.Figures {
		field := fmt.Sprintf("filter.figures.%d", i)
		a := attributeByID(attributes, figure.Attribute)
		if a == nil || !a.Filterable {
			c.add(Invalid, field+".attribute", "There is no such attribute to filter by")
			continue
		}
		ranges = append(ranges, c.figureRange(field, *a, figure, t))
	}
	add := func(id string, r FigureRange) {
		if a := attributeByID(attributes, id); a != nil {
			r.Attribute = *a
			ranges = append(ranges, r)
		}
	}
	if f.Price != nil {
		price := Attribute{Label: "Price", Kind: NumberAttribute, Unit: UnitMoney}
		r := c.figureRange("filter.price", price, FigureFilterInput{Min: f.Price.Min, Max: f.Price.Max}, t)
		add(attributePrice, r)
	}
	if f.Available != nil && *f.Available {
		add(attributeAvailable, FigureRange{Min: new(int64(1))})
	}
	if f.DeliveryDays != nil {
		c.number("filter.deliveryDays", "Delivery time in days", *f.DeliveryDays, 0, maxDeliveryDays)
		add(attributeDelivery, FigureRange{Max: new(int64(*f.DeliveryDays))})
	}
	return ranges, c.found.Err()
}

func (c *checker) figureRange(field string, a Attribute, in FigureFilterInput, t Terms) FigureRange {
	r := FigureRange{Attribute: a}
	if a.Kind == NumberAttribute {
		if len(in.Values) > 0 {
			c.add(NotAllowed, field+".values", a.Label+" is filtered by a range: its lowest value, its highest or both")
		}
		if in.Min != nil {
			r.Min = c.figureText(field+".min", a, *in.Min, t)
		}
		if in.Max != nil {
			r.Max = c.figureText(field+".max", a, *in.Max, t)
		}
		if r.Min != nil && r.Max != nil && *r.Min > *r.Max {
			c.add(OutOfRange, field+".max", fmt.Sprintf("The highest value of %s must not be less than the lowest",
				strings.ToLower(a.Label)))
		}
		return r
	}
	if in.Min != nil || in.Max != nil {
		c.add(NotAllowed, field+".min", a.Label+" is filtered by values")
	}
	if len(in.Values) == 0 || len(in.Values) > maxFilterValues {
		c.add(OutOfRange, field+".values",
			fmt.Sprintf("The number of values must be between 1 and %d", maxFilterValues))
		return r
	}
	if a.Kind == FlagAttribute {
		if !slices.Equal(in.Values, []string{"true"}) {
			c.add(Invalid, field+".values", a.Label+" is filtered by the value true")
		}
		r.Min = new(int64(1))
		return r
	}
	for i, value := range in.Values {
		r.Values = append(r.Values, c.text(fmt.Sprintf("%s.values.%d", field, i), "Value", value, maxWord, true))
	}
	return r
}

// Text returns the condition as displayed to users, such as `Payload at least 5 kg`.
func (r FigureRange) Text(t Terms) string {
	format := func(value *int64) string { return r.Attribute.Unit.Format(*value, t) }
	switch {
	case r.Attribute.Kind == FlagAttribute:
		return r.Attribute.Label
	case r.Values != nil:
		return r.Attribute.Label + " " + strings.Join(r.Values, " or ")
	case r.Min != nil && r.Max != nil:
		return r.Attribute.Label + " " + format(r.Min) + " to " + format(r.Max)
	case r.Min != nil:
		return r.Attribute.Label + " at least " + format(r.Min)
	case r.Max != nil:
		return r.Attribute.Label + " at most " + format(r.Max)
	}
	return r.Attribute.Label
}

// Input returns the condition as an input.
func (r FigureRange) Input(t Terms) FigureFilterInput {
	in := FigureFilterInput{Attribute: r.Attribute.ID, Values: r.Values}
	if r.Attribute.Kind == FlagAttribute {
		in.Values = []string{"true"}
		return in
	}
	if r.Min != nil {
		in.Min = new(r.Attribute.Unit.text(*r.Min, t))
	}
	if r.Max != nil {
		in.Max = new(r.Attribute.Unit.text(*r.Max, t))
	}
	return in
}

// AttributeSort sorts a list by the values of an attribute. Products that don't state it come last.
type AttributeSort struct {
	Attribute  string
	Descending bool
}

// UnderstoodFigure is a condition or a sort order that a search text states in words.
type UnderstoodFigure struct {
	Words string // of the search text
	Range FigureRange
	Sort  *AttributeSort // in place of Range
	Text  string         // as displayed to users
}

// AttributeID returns the ID of the attribute of the condition or sort order.
func (u UnderstoodFigure) AttributeID() string {
	if u.Sort != nil {
		return u.Sort.Attribute
	}
	return u.Range.Attribute.ID
}
