package shop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Attribute is a figure that products can state, such as their payload.
type Attribute struct {
	ID         string        `db:"id"`
	Label      string        `db:"label"`
	Kind       AttributeKind `db:"kind"`
	Unit       AttributeUnit `db:"unit"`       // of a number
	Choices    []string      `db:"choices"`    // of a choice
	Categories []string      `db:"categories"` // parts of the category paths of its products; empty for all
	Filterable bool          `db:"filterable"`
	Comparable bool          `db:"comparable"`
	Position   int           `db:"position"`
	BuiltIn    bool          `db:"built_in"` // its values follow from other fields of products
}

// AttributeKind is the kind of an attribute's values.
type AttributeKind string

// The kinds.
const (
	NumberAttribute AttributeKind = "NUMBER"
	ChoiceAttribute AttributeKind = "CHOICE"
	FlagAttribute   AttributeKind = "FLAG"
)

// The built-in attributes.
const (
	attributePayload   = "payload"
	attributeReach     = "reach"
	attributeMass      = "mass"
	attributePrice     = "price"
	attributeAvailable = "available"
	attributeDelivery  = "delivery"
)

// AuditAttribute is the attributes' name in the audit log.
const AuditAttribute AuditObject = "attributes"

// The events of attributes.
const (
	EventAttributeCreated EventKind = "attribute.created"
	EventAttributeChanged EventKind = "attribute.changed"
	EventAttributeDeleted EventKind = "attribute.deleted"
)

// Limits of attributes.
const (
	MaxAttributes        = 100
	MaxProductAttributes = 40 // that one product states
	// AttributeCost and FacetCost are the numbers of attributes and facets that the cost of a request assumes.
	AttributeCost = 10
	FacetCost     = 20

	maxChoices           = 50
	maxAttributePosition = 10_000
)

// AttributeValue is a value that a product states. Of a number it is an integer in the attribute's unit, of a flag
// true. As an input, a number may have any unit of the same kind.
type AttributeValue struct {
	ID    string `json:"id"`
	Value string `json:"value"`
}

// ProductAttribute is a value with its attribute.
type ProductAttribute struct {
	Attribute Attribute
	Value     string // as filters accept it
	Text      string // with its unit, as displayed to users
}

// AttributeCreateInput is a new attribute.
type AttributeCreateInput struct {
	ID         string
	Label      string
	Kind       AttributeKind
	Unit       AttributeUnit
	Choices    []string
	Categories []string
	Filterable bool
	Comparable bool
	Position   int
}

// AttributeUpdateInput changes an attribute; nil fields stay unchanged. Kind and unit never change.
type AttributeUpdateInput struct {
	ID         string
	Label      *string
	Choices    []string
	Categories []string
	Filterable *bool
	Comparable *bool
	Position   *int
}

// AttributeDeleteInput names an attribute to delete.
type AttributeDeleteInput struct {
	ID string
}

var attributeID = regexp.MustCompile(`^[a-z][a-zA-Z0-9]{0,39}$`)

// Normal returns the attribute that the input describes, or all its errors.
func (in AttributeCreateInput) Normal() (Attribute, error) {
	var c checker
	if !attributeID.MatchString(in.ID) {
		c.add(Invalid, "id", "ID must have at most 40 letters and digits and begin with a small letter")
	}
	if in.Unit == "" {
		in.Unit = UnitNone
	}
	if in.Kind != NumberAttribute && in.Unit != UnitNone {
		c.add(NotAllowed, "unit", "Only a number has a unit")
	}
	if in.Unit == UnitMoney {
		c.add(NotAllowed, "unit", "Amounts of money are not available for attributes")
	}
	a := Attribute{ID: in.ID, Kind: in.Kind, Unit: in.Unit, Filterable: in.Filterable, Comparable: in.Comparable}
	update := AttributeUpdateInput{Label: &in.Label, Position: &in.Position, Choices: in.Choices,
		Categories: in.Categories}
	return a.with(update, c)
}

// With returns the attribute with the changes of an input, or all errors of the input.
func (a Attribute) With(in AttributeUpdateInput) (Attribute, error) { return a.with(in, checker{}) }

func (a Attribute) with(in AttributeUpdateInput, c checker) (Attribute, error) {
	if in.Label != nil {
		a.Label = c.line("label", "Label", *in.Label, maxWord, true)
	}
	if in.Position != nil {
		a.Position = *in.Position
		c.number("position", "Position", a.Position, 0, maxAttributePosition)
	}
	a.Filterable, a.Comparable = valueOr(in.Filterable, a.Filterable), valueOr(in.Comparable, a.Comparable)
	if in.Categories != nil {
		a.Categories = c.words("categories", "Category", in.Categories, maxFilter)
	}
	if in.Choices != nil {
		a.Choices = c.words("choices", "Choice", in.Choices, maxWord)
	}
	switch {
	case a.Kind == ChoiceAttribute && len(a.Choices) == 0:
		c.add(Required, "choices", "A choice needs at least one value to choose")
	case a.Kind != ChoiceAttribute && len(a.Choices) > 0:
		c.add(NotAllowed, "choices", "Only a choice has values to choose")
	}
	return a, c.found.Err()
}

func valueOr[T any](value *T, otherwise T) T {
	if value != nil {
		return *value
	}
	return otherwise
}

// words trims the texts of a list and drops repeated ones.
func (c *checker) words(field, label string, list []string, limit int) []string {
	if len(list) > maxChoices {
		c.add(OutOfRange, field, fmt.Sprintf("At most %d entries are allowed", maxChoices))
		return nil
	}
	words := []string{}
	for i, word := range list {
		word = c.line(fmt.Sprintf("%s.%d", field, i), label, word, limit, true)
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// Deletable refuses the deletion of a built-in attribute.
func (a Attribute) Deletable() error {
	if a.BuiltIn {
		return &Error{Code: NotAllowed, Field: "id",
			Message: a.Label + " is built in. Make it neither filterable nor comparable instead."}
	}
	return nil
}

// AttributeTaken refuses an ID or a label that another attribute has.
func AttributeTaken(field string) *Error {
	return &Error{Code: Taken, Field: field, Message: "Another attribute has this " + field}
}

// TooManyAttributes refuses a further attribute.
func TooManyAttributes() *Error {
	return &Error{Code: NotAllowed, Message: fmt.Sprintf("A shop has at most %d attributes", MaxAttributes)}
}

// Suits reports whether the attribute is one for products of a category.
func (a Attribute) Suits(category string) bool {
	return len(a.Categories) == 0 || slices.ContainsFunc(a.Categories, func(of string) bool {
		return strings.Contains(strings.ToLower(category), strings.ToLower(of))
	})
}

// attributeByID returns an attribute of a list; nil if there is none.
func attributeByID(attributes []Attribute, id string) *Attribute {
	for i := range attributes {
		if attributes[i].ID == id {
			return &attributes[i]
		}
	}
	return nil
}

// attributeValues checks the number and the lengths of values. Which attributes there are only the store knows.
func (c *checker) attributeValues(field string, in []AttributeValue) []AttributeValue {
	return eachOf(c, field, in, MaxProductAttributes, func(c *checker, field string, v AttributeValue) AttributeValue {
		return AttributeValue{
			ID:    c.line(field+".id", "Attribute", v.ID, maxWord, true),
			Value: c.line(field+".value", "Value", v.Value, maxWord, true),
		}
	})
}

// CheckAttributeValues returns the values of a product as they are stored, or all their errors. A flag that is false is
// dropped, and so is a value that was there before, of an attribute that no longer exists.
func CheckAttributeValues(attributes []Attribute, in, before []AttributeValue, t Terms) ([]AttributeValue, error) {
	var c checker
	values := []AttributeValue{}
	for i, v := range in {
		field := fmt.Sprintf("content.attributes.%d", i)
		a := attributeByID(attributes, v.ID)
		switch {
		case a == nil && slices.Contains(before, v):
			continue
		case a == nil:
			c.add(NotFound, field+".id", fmt.Sprintf("There is no attribute %q", v.ID))
			continue
		case a.BuiltIn:
			c.add(NotAllowed, field+".id", a.Label+" follows from other fields of the product")
			continue
		case slices.ContainsFunc(values, func(o AttributeValue) bool { return o.ID == v.ID }):
			c.add(Invalid, field+".id", a.Label+" is stated twice")
			continue
		}
		switch a.Kind {
		case NumberAttribute:
			if number := c.figureText(field+".value", *a, v.Value, t); number != nil {
				values = append(values, AttributeValue{v.ID, a.Unit.text(*number, t)})
			}
		case ChoiceAttribute:
			if !slices.Contains(a.Choices, v.Value) {
				c.add(Invalid, field+".value",
					fmt.Sprintf("%s must be one of: %s", a.Label, strings.Join(a.Choices, ", ")))
			}
			values = append(values, v)
		case FlagAttribute:
			if v.Value != "true" && v.Value != "false" {
				c.add(Invalid, field+".value", a.Label+" must be true or false")
			}
			if v.Value == "true" {
				values = append(values, v)
			}
		}
	}
	return values, c.found.Err()
}

// ProductAttributes returns the values that the product states, in the order of the attributes.
func (p Product) ProductAttributes(attributes []Attribute, t Terms) []ProductAttribute {
	stated := []ProductAttribute{}
	for _, a := range attributes {
		value, number := "", (*int64)(nil)
		if a.BuiltIn {
			number = p.builtIn(a.ID)
		} else {
			i := slices.IndexFunc(p.Attributes, func(v AttributeValue) bool { return v.ID == a.ID })
			if i < 0 {
				continue
			}
			value = p.Attributes[i].Value
			if a.Kind == NumberAttribute {
				if parsed, ok := a.Unit.Parse(value, t); ok { // a draft has the value as it was entered
					number = &parsed
				}
			}
		}
		switch {
		case a.Kind == NumberAttribute && number != nil:
			stated = append(stated, ProductAttribute{a, a.Unit.text(*number, t), a.Unit.Format(*number, t)})
		case a.Kind == FlagAttribute && (number != nil || value == "true"):
			stated = append(stated, ProductAttribute{a, "true", "yes"})
		case a.Kind == ChoiceAttribute && value != "":
			stated = append(stated, ProductAttribute{a, value, value})
		}
	}
	return stated
}

// builtIn returns the value of a built-in attribute, nil if the product does not state it. The function product_values
// in db/migrations has the same rules.
func (p Product) builtIn(id string) *int64 {
	of := func(n *int) *int64 {
		if n == nil {
			return nil
		}
		return new(int64(*n))
	}
	engineering := Engineering{}
	if p.Engineering != nil {
		engineering = *p.Engineering
	}
	available := p.NotForSale() == nil && !p.IsPreorder
	switch id {
	case attributePayload:
		return of(engineering.PayloadGrams)
	case attributeReach:
		return of(engineering.ReachMM)
	case attributeMass:
		return of(engineering.MassGrams)
	case attributePrice:
		if p.Price != nil {
			return new(p.Price.Minor)
		}
	case attributeAvailable:
		if available {
			return new(int64(1))
		}
	case attributeDelivery:
		if lead := p.LeadTime(); available && lead != nil {
			if _, most, ok := leadDays(*lead); ok {
				return new(int64(most))
			}
		}
	}
	return nil
}
