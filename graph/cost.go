package graph

import (
	"context"
	"math"

	"github.com/99designs/gqlgen/graphql"

	"orrery/shop"
)

// schema is the generated schema with the costs of lists.
type schema struct{ graphql.ExecutableSchema }

// Complexity returns the cost of a field with an argument first, and of other lists of objects that may be long. It
// reports false for all others, which cost one more than the fields below them.
func (schema) Complexity(_ context.Context, object, field string, each int, args map[string]any) (int, bool) {
	switch object + "." + field {
	case "Query.productsByIds":
		return listCost(each, len(graphql.CoerceList(args["ids"]))), true
	case "Query.fitCheck": // checks each arm with each of the others
		products := len(graphql.CoerceList(args["productIds"]))
		return listCost(each, max(products, products*products/4)), true
	case "Query.preOrderQueues":
		return listCost(each, shop.MaxQueues), true
	case "User.sessions":
		return listCost(each, shop.MaxSessions), true
	case "PreOrder.expectedDeliveryChanges":
		return listCost(each, shop.MaxDeliveryChanges), true
	case "PreOrderMovePreview.preOrders", "PreOrderMovePayload.preOrders": // may be longer than a page
		return listCost(listCost(each, shop.MaxPage), shop.MaxMove/shop.MaxPage), true
	}
	value, ok := args["first"]
	first, err := graphql.UnmarshalInt(value)
	if !ok || err != nil {
		return 0, false
	}
	return listCost(each, first), true
}

// listCost returns the maximum cost of a list. Resolvers reject sizes out of range later; here they must not cause an
// integer overflow.
func listCost(each, first int) int {
	first = max(1, min(first, shop.MaxPage))
	if each > math.MaxInt32/first {
		return math.MaxInt32
	}
	return 1 + each*first
}
