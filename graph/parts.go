package graph

import (
	"context"
	"reflect"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// cardFields are the fields that shop.LineParts leaves out; images contains the gallery. contentFields are those that
// shop.CardParts leaves out; the named fields follow from the content.
var (
	cardFields    = fieldsOf(reflect.TypeFor[shop.Card](), "images")
	contentFields = fieldsOf(reflect.TypeFor[shop.Content](), "descriptionHtml", "leadTime", "warranty", "delivery")
)

// fieldsOf returns the fields of Product that are fields of a Go type, and further ones.
func fieldsOf(part reflect.Type, further ...string) map[string]bool {
	fields := map[string]bool{}
	for field := range part.Fields() {
		further = append(further, strings.ToLower(field.Name[:1])+field.Name[1:])
	}
	for _, name := range further {
		fields["Product."+name] = true
	}
	return fields
}

// partsOf returns which parts of the products below the current field are selected. It may return more than is
// selected.
func partsOf(ctx context.Context) shop.ProductParts {
	switch set := graphql.GetFieldContext(ctx).Field.Selections; {
	case selects(set, contentFields):
		return shop.AllParts
	case selects(set, cardFields):
		return shop.CardParts
	}
	return shop.LineParts
}

// selects reports whether a selection set contains any of the fields, named as Type.field, at any depth. The limit of
// the number of fields of an operation bounds its time.
func selects(set ast.SelectionSet, fields map[string]bool) bool {
	for _, selection := range set {
		var below ast.SelectionSet
		switch selection := selection.(type) {
		case *ast.Field:
			if fields[selection.ObjectDefinition.Name+"."+selection.Name] {
				return true
			}
			below = selection.SelectionSet
		case *ast.InlineFragment:
			below = selection.SelectionSet
		case *ast.FragmentSpread:
			below = selection.Definition.SelectionSet
		}
		if selects(below, fields) {
			return true
		}
	}
	return false
}
