// Package telemetry provides log lines, metrics and traces of the running shop, without personal data.
package telemetry

import (
	"context"
	"strings"
)

// Reasons for refusing a request before it is processed.
const (
	RateLimited = "rate_limited" // the caller sent too many requests
	CostLimited = "cost_limited" // the operations of the API key cost too much
	Shed        = "shed"         // the server is overloaded
)

// Request describes a request. Handlers fill it in, and the middleware around them passes it to the log, the metrics
// and the trace. Only the goroutine that serves the request writes to it.
type Request struct {
	ID string
	// Route is the pattern of the path, such as /products/{id}: there are few routes, and none contains input of a
	// user.
	Route string
	// Operation is the name of a GraphQL operation in a document of the shop's own client, and Other for any other
	// document. It is empty for requests to other APIs.
	Operation string
	Cost      int      // of the GraphQL operation; 0 when its response was cached
	Codes     []string // of the errors in the GraphQL response
	Refused   string   // reason for refusing the request; empty if it was not refused
	Stream    bool     // the response lasts until the client disconnects
}

// Other is the label of methods, routes, statuses and operations that have no label of their own in the metrics.
const Other = "other"

type requestKey struct{}

// With returns a context that carries a request.
func With(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// Of returns the request that ctx belongs to, for handlers to fill in. Outside of requests it returns one that is
// discarded.
func Of(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Apart returns a context for work that a request causes and that may outlive it, such as an internal GraphQL query.
// The work has the ID of the request and is not recorded as part of it.
func Apart(ctx context.Context) context.Context { return With(ctx, &Request{ID: Of(ctx).ID}) }

// RequestID returns the id of the request that ctx belongs to, and "" outside of requests.
func RequestID(ctx context.Context) string {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r.ID
	}
	return ""
}

// Path returns the path for the log: the route, with the numbers and identifiers of the path inserted. Nothing else
// that the client sent is part of it.
func (r *Request) Path(path string) string {
	if r.Route == path || !strings.Contains(r.Route, "{") {
		return r.Route
	}
	route, segments := strings.Split(r.Route, "/"), strings.Split(path, "/")
	for i := range route {
		if strings.HasPrefix(route[i], "{") && i < len(segments) && isID(segments[i]) {
			route[i] = segments[i]
		}
	}
	return strings.Join(route, "/")
}

// isID reports whether text is a number of at most nine digits, which is too short for a phone number, or has the form
// of a UUID.
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
