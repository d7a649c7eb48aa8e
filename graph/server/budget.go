package server

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/auth"
	"orrery/shop"
)

// Limits are the rate limits of callers for one minute, over all APIs. Methods write what is left to headers.
type Limits interface {
	// Count counts a request. The error is RATE_LIMITED when the limit is exceeded.
	Count(ctx context.Context, headers http.Header) *shop.Error
	// Spend takes cost from the budget of an API key. The error is RATE_LIMITED when too little is left.
	Spend(ctx context.Context, headers http.Header, cost int) *shop.Error
}

// unlimited implements Limits without any limit.
type unlimited struct{}

func (unlimited) Count(context.Context, http.Header) *shop.Error { return nil }

func (unlimited) Spend(context.Context, http.Header, int) *shop.Error { return nil }

// costOf returns the cost of an operation, 0 if the complexity limit has not measured it.
func costOf(op *graphql.OperationContext) int {
	if stats := extension.GetComplexityStats(graphql.WithOperationContext(context.Background(), op)); stats != nil {
		return stats.Complexity
	}
	return 0
}

// budgetLimit rejects operations of API keys that cost more than the whole budget of a minute: no wait would help. It
// must run after the complexity limit, which measures the cost.
type budgetLimit struct{}

func (budgetLimit) ExtensionName() string { return "BudgetLimit" }

func (budgetLimit) Validate(graphql.ExecutableSchema) error { return nil }

func (budgetLimit) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	key, cost := auth.Actor(ctx).Key, costOf(op)
	if key != nil && cost > key.Cost {
		return coded(codeComplexity,
			"operation has complexity %d, which exceeds the API key's budget of %d a minute", cost, key.Cost)
	}
	return nil
}
