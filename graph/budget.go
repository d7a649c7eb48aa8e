package graph

import (
	"context"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/go-chi/httprate"

	"orrery/auth"
)

// budget bounds what the operations of one API key may cost in a minute, and tells callers in headers how much is left.
type budget struct{ limiter *httprate.RateLimiter }

func newBudget(counter httprate.LimitCounter) budget {
	return budget{httprate.NewRateLimiter(1, time.Minute, httprate.WithLimitCounter(counter), httprate.WithResponseHeaders(httprate.ResponseHeaders{
		Limit: "X-Cost-Limit", Remaining: "X-Cost-Remaining", Reset: "X-Cost-Reset", RetryAfter: "Retry-After"}))}
}

// spend takes the cost of an operation from the key's budget and reports whether that was possible.
func (b budget) spend(w http.ResponseWriter, r *http.Request, op *graphql.OperationContext) bool {
	ctx := r.Context()
	key := auth.Actor(ctx).Key
	if key == nil {
		return true
	}
	ctx = httprate.WithIncrement(httprate.WithRequestLimit(ctx, key.Cost), max(1, costOf(op)))
	return !b.limiter.OnLimit(w, r.WithContext(ctx), key.ID)
}

// costOf is what an operation costs, 0 where no limit has measured it.
func costOf(op *graphql.OperationContext) int {
	if stats := extension.GetComplexityStats(graphql.WithOperationContext(context.Background(), op)); stats != nil {
		return stats.Complexity
	}
	return 0
}
