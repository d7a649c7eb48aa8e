package server

import (
	"context"
	"reflect"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// exactEnums rejects variables with an enum value in the wrong case. gqlparser accepts these, and the generated code
// then converts them to the empty value, which resolvers don't expect.
type exactEnums struct {
	schema *ast.Schema
}

func (*exactEnums) ExtensionName() string { return "ExactEnums" }

func (e *exactEnums) Validate(schema graphql.ExecutableSchema) error {
	e.schema = schema.Schema()
	return nil
}

func (e *exactEnums) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for _, variable := range op.Operation.VariableDefinitions {
		if wrong, enum := e.wrong(variable.Type, op.Variables[variable.Variable]); enum != "" {
			return coded(codeBadUserInput, "variable $%s: %s is not a valid %s", variable.Variable, wrong, enum)
		}
	}
	return nil
}

// wrong returns the first value that is not a value of its enum, and the name of the enum, which is empty if there is
// none.
func (e *exactEnums) wrong(of *ast.Type, value any) (text, enum string) {
	switch value := value.(type) {
	case string:
		def := e.schema.Types[of.Name()]
		named := func(v *ast.EnumValueDefinition) bool { return v.Name == value }
		if def.Kind == ast.Enum && !slices.ContainsFunc(def.EnumValues, named) {
			return value, def.Name
		}
	case map[string]any:
		for _, field := range e.schema.Types[of.Name()].Fields {
			if text, enum = e.wrong(field.Type, value[field.Name]); enum != "" {
				return text, enum
			}
		}
	default: // a single value given for a list has been coerced to a slice of its type
		list := reflect.ValueOf(value)
		for i := 0; of.Elem != nil && list.Kind() == reflect.Slice && i < list.Len(); i++ {
			if text, enum = e.wrong(of.Elem, list.Index(i).Interface()); enum != "" {
				return text, enum
			}
		}
	}
	return "", ""
}
