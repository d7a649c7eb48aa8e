// Package wire replaces functions of gqlgen's runtime in the generated code. They are cheaper because they resolve
// fields sequentially: all values are either in memory or loaded with one statement for all elements of a list.
package wire

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// List marshals the elements of a list sequentially. It replaces graphql.MarshalSliceConcurrently, which starts a
// goroutine for each element.
func List(
	ctx context.Context, length int, _ int64, _ bool, marshal func(ctx context.Context, i int) graphql.Marshaler,
) graphql.Array {
	list, contexts, indexes := make(graphql.Array, length), make([]graphql.FieldContext, length), make([]int, length)
	for i := range list {
		indexes[i] = i
		contexts[i].Index = &indexes[i]
		list[i] = marshal(graphql.WithFieldContext(ctx, &contexts[i]), i)
	}
	return list
}

// Within returns the context for the fields below field. The path of errors is derived from it.
func Within(ctx context.Context, field graphql.CollectedField) context.Context {
	return graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: field.ObjectDefinition.Name, Field: field})
}
