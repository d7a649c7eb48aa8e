package server

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/shop"
)

// noNUL rejects variables with a NUL character, which PostgreSQL can't store. nulInDocument does the same for literals.
type noNUL struct{}

func (noNUL) ExtensionName() string { return "NoNUL" }

func (noNUL) Validate(graphql.ExecutableSchema) error { return nil }

func (noNUL) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for _, variable := range op.Operation.VariableDefinitions {
		if path, found := nulInValue(variable.Variable, op.Variables[variable.Variable]); found {
			return hasNUL("variable $", path)
		}
	}
	return nil
}

// hasNUL returns the error for the value at path. The first step of path is the variable or the argument, the others
// are the field of an input object.
func hasNUL(kind, path string) *gqlerror.Error {
	err := coded(string(shop.Invalid), "%s%s: must not contain NUL characters", kind, path)
	field := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
	if len(field) > 1 && strings.Contains(path, ".") {
		field = field[1:]
	}
	err.Extensions["field"] = field
	return err
}

// nulInValue returns the path of the first string with a NUL character, and whether there is one.
func nulInValue(path string, value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return path, strings.ContainsRune(value, 0)
	case map[string]any:
		for name, member := range value {
			if at, found := nulInValue(path+"."+name, member); found {
				return at, true
			}
		}
	default: // a single value given for a list has been coerced to a slice of its type
		list := reflect.ValueOf(value)
		for i := 0; list.Kind() == reflect.Slice && i < list.Len(); i++ {
			if at, found := nulInValue(fmt.Sprintf("%s[%d]", path, i), list.Index(i).Interface()); found {
				return at, true
			}
		}
	}
	return "", false
}

// nulInDocument rejects documents with a NUL character in a literal.
func nulInDocument(document *ast.QueryDocument) *gqlerror.Error {
	for _, op := range document.Operations {
		for _, variable := range op.VariableDefinitions {
			if path, found := nulInLiteral(variable.Variable, variable.DefaultValue); found {
				return hasNUL("variable $", path)
			}
		}
		if err := nulInSelections(op.SelectionSet); err != nil {
			return err
		}
	}
	for _, fragment := range document.Fragments {
		if err := nulInSelections(fragment.SelectionSet); err != nil {
			return err
		}
	}
	return nil
}

func nulInSelections(set ast.SelectionSet) (err *gqlerror.Error) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			for _, argument := range selection.Arguments {
				if path, found := nulInLiteral(argument.Name, argument.Value); found {
					err := hasNUL("argument ", path)
					err.Locations = []gqlerror.Location{{
						Line:   selection.Position.Line,
						Column: selection.Position.Column,
					}}
					return err
				}
			}
			err = nulInSelections(selection.SelectionSet)
		case *ast.InlineFragment:
			err = nulInSelections(selection.SelectionSet)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func nulInLiteral(path string, value *ast.Value) (string, bool) {
	if value == nil {
		return "", false
	}
	if strings.ContainsRune(value.Raw, 0) {
		return path, true
	}
	for i, child := range value.Children {
		below := path + "." + child.Name
		if value.Kind == ast.ListValue {
			below = fmt.Sprintf("%s[%d]", path, i)
		}
		if at, found := nulInLiteral(below, child.Value); found {
			return at, true
		}
	}
	return "", false
}
