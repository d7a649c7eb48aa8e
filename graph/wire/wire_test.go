package wire_test

import (
	"context"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/graph/wire"
)

func field(object, alias string) graphql.CollectedField {
	return graphql.CollectedField{Field: &ast.Field{Alias: alias, ObjectDefinition: &ast.Definition{Name: object}}}
}

func TestPathsGoThroughListsAndFields(t *testing.T) {
	ctx := wire.Within(context.Background(), field("Query", "products"))
	var paths []string
	wire.List(ctx, 2, 0, false, func(ctx context.Context, _ int) graphql.Marshaler {
		paths = append(paths, graphql.GetPath(wire.Within(ctx, field("Product", "price"))).String())
		return graphql.Null
	})
	if len(paths) != 2 || paths[0] != "products[0].price" || paths[1] != "products[1].price" {
		t.Errorf("got %q", paths)
	}
}
