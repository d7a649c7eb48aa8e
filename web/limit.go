package web

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"orrery/auth"
	"orrery/shop"
	"orrery/telemetry"
)

// crowdCallers is how many callers' worth of requests the customers of one network may send together: enough for an office behind one
// address, and a bound for somebody who makes accounts.
const crowdCallers = 5

// Limiter is what callers may ask for in a minute, over all APIs and connections together: people by their account, visitors by their
// network, and API keys as often and as much as each may. A nil Limiter limits nothing.
type Limiter struct {
	perMinute int
	requests  *httprate.RateLimiter // nil: any number
	costs     *httprate.RateLimiter
}

// NewLimiter limits callers to perMinute requests, 0 for any number, and API keys to their budget of cost. Nil counters count in this
// process alone.
func NewLimiter(perMinute int, requests, costs httprate.LimitCounter) *Limiter {
	l := &Limiter{perMinute: perMinute, costs: httprate.NewRateLimiter(1, time.Minute, httprate.WithLimitCounter(costs),
		httprate.WithResponseHeaders(httprate.ResponseHeaders{
			Limit: "X-Cost-Limit", Remaining: "X-Cost-Remaining", Reset: "X-Cost-Reset", RetryAfter: "Retry-After"}))}
	if perMinute > 0 {
		l.requests = httprate.NewRateLimiter(perMinute, time.Minute, httprate.WithLimitCounter(requests))
	}
	return l
}

// Handler counts each request, which costs an API key so much but no more than its whole budget, and says in X-RateLimit and X-Cost
// headers how much is left. A request beyond that is answered by refuse, with Retry-After.
func (l *Limiter) Handler(cost int, refuse auth.Refuse, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		refusal, reason := l.Count(ctx, w.Header()), telemetry.RateLimited
		if key := auth.Actor(ctx).Key; refusal == nil && key != nil {
			refusal, reason = l.Spend(ctx, w.Header(), min(cost, key.Cost)), telemetry.CostLimited
		}
		if refusal != nil {
			telemetry.Of(ctx).Refused = reason
			refuse(w, refusal)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Count counts a request of whoever asks; RATE_LIMITED when it is one too many. What is left is written into the headers.
func (l *Limiter) Count(ctx context.Context, headers http.Header) *shop.Error {
	if l == nil || l.requests == nil {
		return nil
	}
	actor, limit := auth.Actor(ctx), l.perMinute
	if actor.Key != nil {
		limit = actor.Key.Requests
	}
	allowed := take(l.requests, headers, actor.Caller(), limit, 1)
	if crowd := actor.Crowd(); allowed && crowd != "" && !take(l.requests, http.Header{}, crowd, crowdCallers*limit, 1) {
		headers.Set("Retry-After", "60")
		allowed = false
	}
	if !allowed {
		return shop.TooMany()
	}
	return nil
}

// Spend takes a cost from the budget of an API key; RATE_LIMITED when too little is left.
func (l *Limiter) Spend(ctx context.Context, headers http.Header, cost int) *shop.Error {
	key := auth.Actor(ctx).Key
	if l == nil || key == nil || cost == 0 || take(l.costs, headers, key.ID, key.Cost, cost) {
		return nil
	}
	return shop.CostExceeded()
}

func take(from *httprate.RateLimiter, headers http.Header, caller string, limit, amount int) bool {
	ctx := httprate.WithIncrement(httprate.WithRequestLimit(context.Background(), limit), amount)
	return !from.OnLimit(headersOnly(headers), (&http.Request{}).WithContext(ctx), caller)
}

// headersOnly is a ResponseWriter for httprate, which writes nothing but headers as long as counting works, and db.Counts never fails.
type headersOnly http.Header

func (h headersOnly) Header() http.Header          { return http.Header(h) }
func (headersOnly) Write(text []byte) (int, error) { return len(text), nil }
func (headersOnly) WriteHeader(int)                {}
