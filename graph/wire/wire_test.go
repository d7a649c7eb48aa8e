package wire_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/graph/wire"
)

func field(of *ast.Definition, alias string) graphql.CollectedField {
	return graphql.CollectedField{Field: &ast.Field{Alias: alias, ObjectDefinition: of}}
}

func TestFieldSetWritesAnObject(t *testing.T) {
	source, product := &ast.Definition{Name: "Source"}, &ast.Definition{Name: "Product"}
	for want, fields := range map[string][]graphql.CollectedField{
		`{}`:                {},
		`{"a":"0"}`:         {field(product, "a")},
		`{"a":"0","b":"1"}`: {field(product, "a"), field(product, "b"), field(source, "a")},
	} {
		set := wire.NewFieldSet(fields)
		for i := range fields {
			set.Values[i] = graphql.MarshalString(string(rune('0' + i)))
		}
		var got bytes.Buffer
		if set.MarshalGQL(&got); got.String() != want {
			t.Errorf("got %s, want %s", got.String(), want)
		}
	}
}

func TestPathsGoThroughListsAndFields(t *testing.T) {
	ctx := wire.Within(context.Background(), field(&ast.Definition{Name: "Query"}, "products"))
	var paths []string
	wire.List(ctx, 2, 0, false, func(ctx context.Context, _ int) graphql.Marshaler {
		paths = append(paths, graphql.GetPath(wire.Within(ctx, field(&ast.Definition{Name: "Product"}, "price"))).String())
		return graphql.Null
	})
	if len(paths) != 2 || paths[0] != "products[0].price" || paths[1] != "products[1].price" {
		t.Errorf("got %q", paths)
	}
}
