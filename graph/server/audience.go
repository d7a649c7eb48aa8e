package server

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/auth"
)

// publicDirective marks the fields of the schema that have the same value for all visitors.
const publicDirective = "public"

// audience reports whether an operation has the same response for all visitors, for which all of its fields must be
// declared public, and whether users who are signed in may get a different one.
func audience(op *graphql.OperationContext) (public, personal bool) {
	if op.Operation.Operation != ast.Query {
		return false, false
	}
	return audienceOf(op.Operation.SelectionSet, map[string]bool{})
}

// audienceOf returns the audience of a selection set. It visits each fragment once; followed holds those visited.
func audienceOf(set ast.SelectionSet, followed map[string]bool) (public, personal bool) {
	for _, selection := range set {
		fieldPublic, fieldPersonal, below := true, false, ast.SelectionSet(nil)
		switch selection := selection.(type) {
		case *ast.Field:
			fieldPublic, fieldPersonal = declared(selection.ObjectDefinition, selection.Definition)
			below = selection.SelectionSet
		case *ast.InlineFragment:
			below = selection.SelectionSet
		case *ast.FragmentSpread:
			if !followed[selection.Name] {
				followed[selection.Name] = true
				below = selection.Definition.SelectionSet
			}
		}
		if !fieldPublic {
			return false, false
		}
		belowPublic, belowPersonal := audienceOf(below, followed)
		if !belowPublic {
			return false, false
		}
		personal = personal || fieldPersonal || belowPersonal
	}
	return true, personal
}

// declared returns the audience that the schema declares for a field or for its type. Without a declaration a field is
// not public.
func declared(object *ast.Definition, field *ast.FieldDefinition) (public, personal bool) {
	if field.Name == "__typename" {
		return true, false
	}
	directive := field.Directives.ForName(publicDirective)
	if directive == nil {
		directive = object.Directives.ForName(publicDirective)
	}
	if directive == nil {
		return false, false
	}
	signedIn := directive.Arguments.ForName("signedIn")
	return true, signedIn != nil && signedIn.Value.Raw == "false"
}

// mayShare reports whether the caller may get the shared response. API keys may not, since each of their operations is
// charged.
func mayShare(ctx context.Context, personal bool) bool {
	actor := auth.Actor(ctx)
	return actor.Key == nil && !(personal && (actor.SignedIn() || actor.Unknown))
}
