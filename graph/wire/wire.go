// Package wire is what the generated code calls where gqlgen's own would cost more than the answer is worth: everything that
// can be asked for is either in memory or comes in one statement for all.
package wire

import (
	"context"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// List answers a list one element after the other, in place of graphql.MarshalSliceConcurrently with a goroutine for each.
func List(ctx context.Context, length int, _ int64, _ bool, marshal func(ctx context.Context, i int) graphql.Marshaler) graphql.Array {
	list, places, indexes := make(graphql.Array, length), make([]graphql.FieldContext, length), make([]int, length)
	for i := range list {
		indexes[i] = i
		places[i].Index = &indexes[i]
		list[i] = marshal(graphql.WithFieldContext(ctx, &places[i]), i)
	}
	return list
}

// Within is the context of what is below a field: errors tell their path from it.
func Within(ctx context.Context, field graphql.CollectedField) context.Context {
	return graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: field.ObjectDefinition.Name, Field: field})
}

// FieldSet is an object of the answer, written without a map of its names.
type FieldSet struct {
	graphql.FieldSet
	fields []graphql.CollectedField
}

// NewFieldSet makes an object of these fields, without values yet.
func NewFieldSet(fields []graphql.CollectedField) *FieldSet {
	return &FieldSet{*graphql.NewFieldSet(fields), fields}
}

// MarshalGQL writes the object as JSON.
func (s *FieldSet) MarshalGQL(w io.Writer) {
	_, _ = io.WriteString(w, "{")
	separator := `"`
	for i := range s.fields {
		if s.repeats(i) {
			continue
		}
		for _, text := range []string{separator, s.fields[i].Alias, `":`} {
			_, _ = io.WriteString(w, text)
		}
		s.Values[i].MarshalGQL(w)
		separator = `,"`
	}
	_, _ = io.WriteString(w, "}")
}

// repeats tells whether a field stands there already: __typename does when it was asked of a union and of the type in it.
func (s *FieldSet) repeats(i int) bool {
	field := s.fields[i]
	for _, before := range s.fields[:i] {
		if before.ObjectDefinition != field.ObjectDefinition && before.Alias == field.Alias {
			return true
		}
	}
	return false
}
