package agent

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"

	"orrery/shop"
)

// once runs an operation that changes something, at most once for each idempotency key of a platform. A repetition gets
// the response of the first request. Without a key, it runs in any case.
func (a *api) once(ctx context.Context, op operation, asked request) (answer, error) {
	if asked.key == "" {
		return op.do(ctx, asked)
	}
	hash := sha256.New()
	for _, part := range [][]byte{[]byte(asked.id), {0}, asked.payload} {
		hash.Write(part)
	}
	claim := shop.AgentRequest{Operation: op.name, Key: asked.key, Hash: hash.Sum(nil)}
	before, err := a.Store.Agents.Claim(ctx, asked.actor, claim)
	switch {
	case err != nil:
		return answer{}, err
	case before != nil:
		return answer{before.Status, json.RawMessage(before.Body)}, nil
	}
	done, err := op.do(ctx, asked)
	// A client that disconnects must not leave the key claimed.
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		if released := a.Store.Agents.Release(ctx, asked.actor, claim); released != nil {
			a.Log.ErrorContext(ctx, "release an idempotency key", "error", released)
		}
		return answer{}, err
	}
	text, err := json.Marshal(done.body)
	if err == nil {
		err = a.Store.Agents.Keep(ctx, asked.actor, claim, shop.AgentResponse{Status: done.status, Body: text})
	}
	if err != nil {
		// The change is made: its repetition is refused until the claim expires.
		a.Log.ErrorContext(ctx, "keep the response to an idempotency key", "error", err)
		return answer{}, &failure{status: http.StatusServiceUnavailable, rpc: rpcProtocol, code: "unavailable",
			content: "The response could not be stored. Please try again later.", wait: shop.AgentRequestTimeout}
	}
	return answer{done.status, json.RawMessage(text)}, nil
}
