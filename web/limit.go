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

// networkFactor is the limit for all customers of one network, as a multiple of the limit of one caller: enough for an
// office behind one address, and a bound for a client that creates many accounts.
const networkFactor = 5

// Limiter limits the requests of a caller per minute, over all APIs and connections: customers by account, visitors by
// network, and API keys by their own limits of requests and cost. A nil Limiter has no limits.
type Limiter struct {
	perMinute int
	requests  *httprate.RateLimiter // nil if unlimited
	costs     *httprate.RateLimiter
}

// NewLimiter returns a Limiter of perMinute requests per caller (0 is unlimited) and of the cost budget of API keys.
// With nil counters, the limits apply to this process only.
func NewLimiter(perMinute int, requests, costs httprate.LimitCounter) *Limiter {
	l := &Limiter{perMinute: perMinute, costs: httprate.NewRateLimiter(1, time.Minute, httprate.WithLimitCounter(costs),
		httprate.WithResponseHeaders(httprate.ResponseHeaders{
			Limit: "X-Cost-Limit", Remaining: "X-Cost-Remaining", Reset: "X-Cost-Reset", RetryAfter: "Retry-After"}))}
	if perMinute > 0 {
		l.requests = httprate.NewRateLimiter(perMinute, time.Minute, httprate.WithLimitCounter(requests))
	}
	return l
}

// Handler counts each request and charges cost to an API key, but at most its whole budget. It reports the remaining
// limits in X-RateLimit and X-Cost headers. A request beyond a limit is passed to refuse, with Retry-After set.
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

// Count counts a request of the caller and writes the remaining limit into headers. The error is RATE_LIMITED when the
// limit is exceeded.
func (l *Limiter) Count(ctx context.Context, headers http.Header) *shop.Error {
	if l == nil || l.requests == nil {
		return nil
	}
	actor, limit := auth.Actor(ctx), l.perMinute
	if actor.Key != nil {
		limit = actor.Key.Requests
	}
	allowed := take(l.requests, headers, actor.Caller(), limit, 1)
	if network := actor.NetworkKey(); allowed && network != "" &&
		!take(l.requests, http.Header{}, network, networkFactor*limit, 1) {
		headers.Set("Retry-After", "60")
		allowed = false
	}
	if !allowed {
		return shop.TooMany()
	}
	return nil
}

// Spend charges cost to the budget of an API key. The error is RATE_LIMITED when too little is left.
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

// headersOnly is a ResponseWriter for httprate, which writes only headers unless counting fails, and db.Counts never
// fails.
type headersOnly http.Header

func (h headersOnly) Header() http.Header          { return http.Header(h) }
func (headersOnly) Write(text []byte) (int, error) { return len(text), nil }
func (headersOnly) WriteHeader(int)                {}
