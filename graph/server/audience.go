package server

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/auth"
)

// publicDirective marks the fields of the schema that say the same to everybody.
const publicDirective = "public"

// audience tells whether an operation has the same answer for all visitors, which all of its fields have to be declared for, and whether
// somebody who is signed in may get another one.
func audience(op *graphql.OperationContext) (public, personal bool) {
	if op.Operation.Operation != ast.Query {
		return false, false
	}
	return audienceOf(op.Operation.SelectionSet, map[string]bool{})
}

// audienceOf is the audience of selections; followed holds the fragments that were looked at.
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

// declared tells what the schema says of a field, or of all fields of its type. What it says nothing of is not public.
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

// mayShare tells whether the caller gets the answer of all others. Keys pay for each of theirs.
func mayShare(ctx context.Context, personal bool) bool {
	actor := auth.Actor(ctx)
	return actor.Key == nil && !(personal && (actor.SignedIn() || actor.Unknown))
}
