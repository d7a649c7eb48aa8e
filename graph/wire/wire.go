// Package wire replaces functions of gqlgen's runtime in the generated code. They are cheaper because they resolve
// fields sequentially: all values are either in memory or loaded with one statement for all elements of a list.
package wire

import (
	"context"
	"io"

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

// FieldSet is an object of the response. Unlike graphql.FieldSet, it is written without a map of its field names.
type FieldSet struct {
	graphql.FieldSet
	fields []graphql.CollectedField
}

// NewFieldSet returns an object with fields whose values are not yet set.
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

// repeats reports whether an earlier field has the same response name. This happens if __typename is selected both on a
// union and on one of its types.
func (s *FieldSet) repeats(i int) bool {
	field := s.fields[i]
	for _, before := range s.fields[:i] {
		if before.ObjectDefinition != field.ObjectDefinition && before.Alias == field.Alias {
			return true
		}
	}
	return false
}
