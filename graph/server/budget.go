package server

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/extension"

	"orrery/shop"
)

// Limits are what callers may ask for in a minute, over all APIs together. What is left is written into the headers.
type Limits interface {
	// Count counts a request; RATE_LIMITED when it is one too many.
	Count(ctx context.Context, headers http.Header) *shop.Error
	// Spend takes a cost from the budget of an API key; RATE_LIMITED when too little is left.
	Spend(ctx context.Context, headers http.Header, cost int) *shop.Error
}

// unlimited is for those who give no limits.
type unlimited struct{}

func (unlimited) Count(context.Context, http.Header) *shop.Error { return nil }

func (unlimited) Spend(context.Context, http.Header, int) *shop.Error { return nil }

// costOf is what an operation costs, 0 where no limit has measured it.
func costOf(op *graphql.OperationContext) int {
	if stats := extension.GetComplexityStats(graphql.WithOperationContext(context.Background(), op)); stats != nil {
		return stats.Complexity
	}
	return 0
}
