package graph

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

// contentFields are the fields of Product that shop.CardParts leaves out. They have the names of the stored content.
var contentFields = func() map[string]bool {
	fields := map[string]bool{}
	for field := range reflect.TypeFor[shop.Content]().Fields() {
		fields[field.Tag.Get("json")] = true
	}
	return fields
}()

// partsOf is how much of the products below the current field is selected, perhaps more.
func partsOf(ctx context.Context) shop.ProductParts {
	return partsIn(graphql.GetFieldContext(ctx).Field.Selections)
}

func partsIn(set ast.SelectionSet) shop.ProductParts {
	for _, selection := range set {
		parts := shop.CardParts
		switch selection := selection.(type) {
		case *ast.Field:
			if selection.ObjectDefinition.Name == "Product" && contentFields[selection.Name] {
				return shop.AllParts
			}
			parts = partsIn(selection.SelectionSet)
		case *ast.InlineFragment:
			parts = partsIn(selection.SelectionSet)
		case *ast.FragmentSpread:
			parts = partsIn(selection.Definition.SelectionSet)
		}
		if parts == shop.AllParts {
			return parts
		}
	}
	return shop.CardParts
}
