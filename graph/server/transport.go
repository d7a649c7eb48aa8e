package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/shop"
	"orrery/telemetry"
)

// keepAlive is how often something is sent when nothing happens, so that nothing in between takes the connection for dead.
const keepAlive = 15 * time.Second

// stream tells a subscriber by server-sent events, as GraphQL over SSE has it for one subscription in one request.
func stream(ctx context.Context, w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor, op *graphql.OperationContext) {
	if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		(&badRequest{status: http.StatusNotAcceptable, message: "a subscription needs Accept: text/event-stream, or a WebSocket"}).write(w)
		return
	}
	to := http.NewResponseController(w)
	if err := to.SetWriteDeadline(time.Time{}); err != nil {
		(&badRequest{status: http.StatusNotImplemented, message: "this connection can't be kept open"}).write(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // proxies shall pass each event on at once
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var end gqlerror.List
	ctx = context.WithValue(ctx, endKey{}, &end)
	next, ctx := exec.DispatchOperation(ctx, op)
	answers := make(chan []byte)
	go func() {
		defer close(answers)
		for answer := next(ctx); ; answer = next(ctx) {
			if answer == nil {
				if end == nil {
					return
				}
				answer, end = &graphql.Response{Errors: end}, nil
			}
			text, err := json.Marshal(answer) // at once: the next answer takes the place of this one
			if err != nil {
				return
			}
			select {
			case answers <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	_, _ = fmt.Fprint(w, ":\n\n")
	for to.Flush() == nil {
		select {
		case answer, more := <-answers:
			if !more {
				_, _ = fmt.Fprint(w, "event: complete\ndata:\n\n")
				_ = to.Flush()
				return
			}
			_, _ = fmt.Fprintf(w, "event: next\ndata: %s\n\n", answer)
		case <-time.After(keepAlive):
			_, _ = fmt.Fprint(w, ":\n\n")
		}
	}
}

type endKey struct{}

// EndSubscription says why a subscription ends before its subscriber has left.
func EndSubscription(ctx context.Context, why *shop.Error) {
	err := asGraphQLError(why)
	if end, ok := ctx.Value(endKey{}).(*gqlerror.List); ok {
		*end = gqlerror.List{err}
	} else {
		transport.AddSubscriptionError(ctx, err)
	}
}

// socket is graphql-transport-ws. Whoever asks says so in the payload of connection_init, for browsers can't send headers with a
// WebSocket; no cookie is ever looked at. Pages of other sites are refused, programs send no origin.
func socket(recognise func(context.Context, string) (context.Context, error), origins []string) transport.Websocket {
	limit := int64(maxBody)
	return transport.Websocket{
		Implementation: transport.CoderWebsocketImplementation{AcceptOptions: websocket.AcceptOptions{OriginPatterns: origins}},
		InitFunc: func(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
			telemetry.Of(ctx).Stream = true
			header := payload.Authorization()
			if header == "" {
				return ctx, nil, nil // as whom the request itself came
			}
			known, err := recognise(ctx, header)
			if err != nil {
				return refusedSocket(ctx, err), nil, err
			}
			return known, nil, nil
		},
		InitTimeout:      5 * time.Second,
		PingPongInterval: keepAlive,
		PayloadReadLimit: &limit,
	}
}

// socketOperations keeps queries and mutations to HTTP, which limits their time, and has API keys pay for subscriptions.
type socketOperations struct{ limits Limits }

func (socketOperations) ExtensionName() string { return "SocketOperations" }

func (socketOperations) Validate(graphql.ExecutableSchema) error { return nil }

func (s socketOperations) InterceptOperation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if ctx.Value(socketKey{}) == nil {
		return next(ctx)
	}
	op := graphql.GetOperationContext(ctx)
	if op.Operation.Operation != ast.Subscription {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{coded(codeBadRequest, "a WebSocket is for subscriptions: send this by POST")}})
	}
	if err := asGraphQLError(s.limits.Spend(ctx, http.Header{}, max(1, costOf(op)))); err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{err}})
	}
	return next(ctx)
}

// asGraphQLError is a refusal as an error of GraphQL, nil for none.
func asGraphQLError(refusal *shop.Error) *gqlerror.Error {
	if refusal == nil {
		return nil
	}
	return coded(string(refusal.Code), "%s", refusal.Message)
}
