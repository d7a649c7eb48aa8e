// Package telemetry is what operators learn of the running shop: log lines, metrics and traces, without personal data.
package telemetry

import (
	"context"
	"strings"
)

// Why a request was refused before anybody looked at what it wants.
const (
	RateLimited = "rate_limited" // the caller asks too often
	CostLimited = "cost_limited" // the key's operations cost too much
	Shed        = "shed"         // there is more to do than can be done
)

// Request is what is known of a request. The doors fill it in while they answer, and the middleware around them tells it to the log,
// the metrics and the trace. Only the goroutine that answers writes to it.
type Request struct {
	ID string
	// Route is the pattern of the address, such as /products/{id}: there are few, and none holds what somebody has typed.
	Route string
	// Operation is the name of the operation in one of our own documents, and Other of those of strangers. Empty outside of the graph.
	Operation string
	Cost      int      // of the operation, as the graph counts it; 0 when its answer was kept
	Codes     []string // of the errors in the graph's answer
	Refused   string   // why, if it was
	Stream    bool     // the answer goes on for as long as the caller stays
}

// Other stands for all that has no name of its own in the metrics.
const Other = "other"

type requestKey struct{}

// With returns the context of a request.
func With(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// Of returns the request that ctx belongs to, for its doors to fill in; outside of requests one that nobody reads.
func Of(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Apart returns a context for what is done on the way to an answer and may go on after it, such as a question of our own to the graph.
func Apart(ctx context.Context) context.Context { return With(ctx, &Request{ID: Of(ctx).ID}) }

// RequestID returns the id of the request that ctx belongs to, and "" outside of requests.
func RequestID(ctx context.Context) string {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r.ID
	}
	return ""
}

// Path is the address as the log may have it: the route, with the numbers and identifiers of the path and nothing else that the caller
// has put there.
func (r *Request) Path(path string) string {
	if r.Route == path || !strings.Contains(r.Route, "{") {
		return r.Route
	}
	route, given := strings.Split(r.Route, "/"), strings.Split(path, "/")
	for i := range route {
		if strings.HasPrefix(route[i], "{") && i < len(given) && isID(given[i]) {
			route[i] = given[i]
		}
	}
	return strings.Join(route, "/")
}

// isID tells whether text is a number of at most nine digits, which is too short for a phone, or has the form of a UUID.
func isID(text string) bool {
	const hex = "0123456789abcdef-"
	digits := len(text) <= 9
	if text == "" || !digits && len(text) != 36 {
		return false
	}
	for _, c := range text {
		if digits && (c < '0' || c > '9') || !strings.ContainsRune(hex, c) {
			return false
		}
	}
	return true
}
