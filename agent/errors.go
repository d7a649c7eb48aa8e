package agent

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"orrery/shop"
)

// failure is an error of the transport: the operation did not run. Other outcomes are messages of a response.
type failure struct {
	status  int // HTTP status, in both bindings
	rpc     int // code of the JSON-RPC error
	code    string
	content string
	wait    time.Duration // Retry-After; 0 if a repetition is of no use
}

func (f *failure) Error() string { return f.code + ": " + f.content }

// Codes of JSON-RPC errors.
const (
	rpcParse          = -32700
	rpcInvalidRequest = -32600
	rpcUnknownMethod  = -32601
	rpcInvalidParams  = -32602
	rpcInternal       = -32603
	rpcProtocol       = -32000 // authentication, conflicts, limits
	rpcDiscovery      = -32001 // the profile of the platform
)

func invalidRequest(content string) *failure {
	return &failure{status: http.StatusBadRequest, rpc: rpcInvalidParams, code: "invalid_request", content: content}
}

func tooLarge(content string) *failure {
	return &failure{status: http.StatusBadRequest, rpc: rpcInvalidParams, code: "request_too_large", content: content}
}

func discovery(status int, code, content string) *failure {
	return &failure{status: status, rpc: rpcDiscovery, code: code, content: content}
}

func badProfileURL(content string) *failure {
	return discovery(http.StatusBadRequest, "invalid_profile_url", content)
}

func unsigned(code, content string) *failure {
	return &failure{status: http.StatusUnauthorized, rpc: rpcProtocol, code: code, content: content}
}

func badSignature(content string) *failure { return unsigned("signature_invalid", content) }

// failureOf returns the failure that an error of a store is, nil if it is an internal error.
func failureOf(err error) *failure {
	var failed *failure
	if errors.As(err, &failed) {
		return failed
	}
	var refusals shop.Errors
	var refusal *shop.Error
	if errors.As(err, &refusals) && len(refusals) > 0 {
		refusal = refusals[0]
	}
	if refusal == nil && !errors.As(err, &refusal) {
		return nil
	}
	f := &failure{status: http.StatusBadRequest, rpc: rpcInvalidParams, code: "invalid_request",
		content: refusal.Message, wait: refusal.RetryAfter}
	switch refusal.Code {
	case shop.RateLimited:
		f.status, f.rpc, f.code = http.StatusTooManyRequests, rpcProtocol, "rate_limited"
	case shop.Unavailable:
		f.status, f.rpc, f.code = http.StatusServiceUnavailable, rpcProtocol, "unavailable"
	case shop.Unauthenticated:
		f.status, f.rpc, f.code = http.StatusUnauthorized, rpcProtocol, "unauthenticated"
	case shop.Forbidden:
		f.status, f.rpc, f.code = http.StatusForbidden, rpcProtocol, "insufficient_scope"
	case shop.KeyReused, shop.Conflict:
		f.status, f.rpc, f.code = http.StatusConflict, rpcProtocol, "idempotency_conflict"
	}
	return f
}

// internal hides the cause of an error, which the log contains.
func internal() *failure {
	return &failure{status: http.StatusInternalServerError, rpc: rpcInternal, code: "internal_error",
		content: "Something went wrong. Please try again later."}
}

// writeHeaders sets the headers of an error response.
func (f *failure) writeHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	wait := f.wait
	if wait == 0 && (f.status == http.StatusServiceUnavailable || f.status == http.StatusTooManyRequests) {
		wait = shop.RetryUnavailable
	}
	if wait > 0 && h.Get("Retry-After") == "" {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
}
