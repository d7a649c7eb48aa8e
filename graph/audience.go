package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/auth"
)

// publicFields are the fields of Query that say the same to everybody.
var publicFields = map[string]bool{
	"__typename": true, "product": true, "products": true, "productsByIds": true, "faqEntries": true, "teamMembers": true, "milestones": true,
	"planBreakEven": true,
	"fitCheck":      true,
}

// personalFields are fields below these that say something else to somebody who is signed in.
var personalFields = map[string]bool{"Product.myReview": true}

// audience tells whether an operation has the same answer for all visitors, and whether somebody who is signed in may get another
// one.
func audience(op *graphql.OperationContext) (public, personal bool) {
	if op.Operation.Operation != ast.Query {
		return false, false
	}
	for _, field := range graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Query"}) {
		if !publicFields[field.Name] {
			return false, false
		}
	}
	return true, selects(op.Operation.SelectionSet, personalFields)
}

// mayShare tells whether the caller gets the answer of all others. Keys pay for each of theirs.
func mayShare(ctx context.Context, personal bool) bool {
	actor := auth.Actor(ctx)
	return actor.Key == nil && !(personal && (actor.SignedIn() || actor.Unknown))
}
