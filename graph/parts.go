package graph

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// contentFields are the fields that shop.CardParts leaves out. They have the names of the stored content.
var contentFields = func() map[string]bool {
	fields := map[string]bool{}
	for field := range reflect.TypeFor[shop.Content]().Fields() {
		fields["Product."+field.Tag.Get("json")] = true
	}
	return fields
}()

// partsOf is how much of the products below the current field is selected, perhaps more.
func partsOf(ctx context.Context) shop.ProductParts {
	if selects(graphql.GetFieldContext(ctx).Field.Selections, contentFields) {
		return shop.AllParts
	}
	return shop.CardParts
}

// selects tells whether any of the fields, named as Type.field, stands in a selection or below it. The number of fields that a
// document unfolds to is limited.
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
