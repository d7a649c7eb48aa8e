package server

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/auth"
	"orrery/shop"
)

// scopeCheck rejects operations of API keys that select a field with @personal without having its scope. It does so
// before the operation is executed, so that a mutation whose response would be withheld changes nothing. The Store
// checks the permissions of users.
type scopeCheck struct{}

func (scopeCheck) ExtensionName() string { return "ScopeCheck" }

func (scopeCheck) Validate(graphql.ExecutableSchema) error { return nil }

func (scopeCheck) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	actor := auth.Actor(ctx)
	if actor.Key == nil {
		return nil
	}
	return outOfScope(actor, op.Operation.SelectionSet, op.Variables, map[string]bool{})
}

// outOfScope returns the error for the first personal field of a selection set whose scope the actor lacks. It visits
// each fragment once; seen holds the names of those that were visited.
func outOfScope(
	actor shop.Actor, set ast.SelectionSet, variables map[string]any, seen map[string]bool,
) *gqlerror.Error {
	for _, selection := range set {
		var below ast.SelectionSet
		switch selection := selection.(type) {
		case *ast.Field:
			if excluded(selection.Directives, variables) {
				continue
			}
			if mark := selection.Definition.Directives.ForName("personal"); mark != nil {
				scope := mark.Arguments.ForName("scope").Value.Raw
				if !actor.SeesPeople(shop.Scope(strings.ToLower(scope))) {
					err := gqlerror.ErrorPosf(
						selection.Position, "%s.%s requires the scope %s",
						selection.ObjectDefinition.Name, selection.Name, scope,
					)
					errcode.Set(err, codeForbidden)
					return err
				}
			}
			below = selection.SelectionSet
		case *ast.InlineFragment:
			if excluded(selection.Directives, variables) {
				continue
			}
			below = selection.SelectionSet
		case *ast.FragmentSpread:
			if seen[selection.Name] || excluded(selection.Directives, variables) {
				continue
			}
			seen[selection.Name] = true
			below = selection.Definition.SelectionSet
		}
		if err := outOfScope(actor, below, variables, seen); err != nil {
			return err
		}
	}
	return nil
}

// excluded reports whether @skip or @include excludes a selection.
func excluded(directives ast.DirectiveList, variables map[string]any) bool {
	is := func(name string) bool {
		directive := directives.ForName(name)
		return directive != nil && directive.ArgumentMap(variables)["if"] == true
	}
	return is("skip") || directives.ForName("include") != nil && !is("include")
}
