package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/shop"
	"orrery/telemetry"
)

// keepAlive is the interval of keep-alive messages on idle connections, so that proxies don't close them.
const keepAlive = 15 * time.Second

// stream serves a subscription with server-sent events, in the distinct connections mode of GraphQL over SSE: one
// subscription for each request.
func stream(
	ctx context.Context, w http.ResponseWriter, r *http.Request,
	exec graphql.GraphExecutor, op *graphql.OperationContext,
) {
	if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		(&badRequest{
			status:  http.StatusNotAcceptable,
			message: "a subscription needs Accept: text/event-stream, or a WebSocket",
		}).write(w)
		return
	}
	controller := http.NewResponseController(w)
	if err := controller.SetWriteDeadline(time.Time{}); err != nil {
		(&badRequest{status: http.StatusNotImplemented, message: "this connection can't be kept open"}).write(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer events
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var end gqlerror.List
	ctx = context.WithValue(ctx, endKey{}, &end)
	next, ctx := exec.DispatchOperation(ctx, op)
	responses := make(chan []byte)
	go func() {
		defer close(responses)
		for response := next(ctx); ; response = next(ctx) {
			if response == nil {
				if end == nil {
					return
				}
				response, end = &graphql.Response{Errors: end}, nil
			}
			text, err := json.Marshal(response) // before the next call of next, which overwrites the response
			if err != nil {
				return
			}
			select {
			case responses <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	_, _ = fmt.Fprint(w, ":\n\n")
	for controller.Flush() == nil {
		select {
		case response, more := <-responses:
			if !more {
				_, _ = fmt.Fprint(w, "event: complete\ndata:\n\n")
				_ = controller.Flush()
				return
			}
			_, _ = fmt.Fprintf(w, "event: next\ndata: %s\n\n", response)
		case <-time.After(keepAlive):
			_, _ = fmt.Fprint(w, ":\n\n")
		}
	}
}

type endKey struct{}

type sourcesKey struct{}

// BeginSource registers a goroutine that sends values of the subscription that ctx belongs to. The goroutine must call
// end when it has finished. BeginSource must be called before the resolver returns.
func BeginSource(ctx context.Context) (end func()) {
	sources, ok := ctx.Value(sourcesKey{}).(*sync.WaitGroup)
	if !ok {
		return func() {}
	}
	sources.Add(1)
	return sources.Done
}

// awaitSources ends a subscription after its sources, since the transport then reads what EndSubscription writes. They
// end soon after their context.
func awaitSources(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if graphql.GetOperationContext(ctx).Operation.Operation != ast.Subscription {
		return next(ctx)
	}
	var sources sync.WaitGroup
	responses := next(context.WithValue(ctx, sourcesKey{}, &sources))
	return func(ctx context.Context) *graphql.Response {
		response := responses(ctx)
		if response == nil {
			sources.Wait()
		}
		return response
	}
}

// EndSubscription sends why as the last message of the subscription that ctx belongs to. It is for subscriptions that
// end before the client unsubscribes, and is called by a source (BeginSource).
func EndSubscription(ctx context.Context, why *shop.Error) {
	err := asGraphQLError(why)
	if end, ok := ctx.Value(endKey{}).(*gqlerror.List); ok {
		*end = gqlerror.List{err}
	} else {
		transport.AddSubscriptionError(ctx, err)
	}
}

// socket returns the transport for graphql-transport-ws. Clients authenticate with an Authorization entry in the
// payload of connection_init, since browsers can't send headers with a WebSocket; cookies are never read. Requests with
// the Origin of another site are rejected; clients that are not browsers send no Origin.
func socket(recognise func(context.Context, string) (context.Context, error), origins []string) transport.Websocket {
	limit := int64(maxBody)
	return transport.Websocket{
		Implementation: transport.CoderWebsocketImplementation{
			AcceptOptions: websocket.AcceptOptions{OriginPatterns: origins},
		},
		InitFunc: func(
			ctx context.Context, payload transport.InitPayload,
		) (context.Context, *transport.InitPayload, error) {
			telemetry.Of(ctx).Stream = true
			header := payload.Authorization()
			if header == "" {
				return ctx, nil, nil // keep the actor of the HTTP request
			}
			recognised, err := recognise(ctx, header)
			if err != nil {
				return refusedSocket(ctx, err), nil, err
			}
			return recognised, nil, nil
		},
		InitTimeout:      5 * time.Second,
		PingPongInterval: keepAlive,
		PayloadReadLimit: &limit,
	}
}

// socketOperations rejects queries and mutations over a WebSocket, since only HTTP limits their time, and charges
// subscriptions to the budget of API keys.
type socketOperations struct{ limits Limits }

func (socketOperations) ExtensionName() string { return "SocketOperations" }

func (socketOperations) Validate(graphql.ExecutableSchema) error { return nil }

func (s socketOperations) InterceptOperation(
	ctx context.Context, next graphql.OperationHandler,
) graphql.ResponseHandler {
	if ctx.Value(socketKey{}) == nil {
		return next(ctx)
	}
	op := graphql.GetOperationContext(ctx)
	if op.Operation.Operation != ast.Subscription {
		return graphql.OneShot(&graphql.Response{
			Errors: gqlerror.List{coded(codeBadRequest, "a WebSocket is for subscriptions: send this by POST")},
		})
	}
	if err := asGraphQLError(s.limits.Spend(ctx, http.Header{}, max(1, costOf(op)))); err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{err}})
	}
	return next(ctx)
}

// asGraphQLError converts refusal to a GraphQL error. It returns nil for nil.
func asGraphQLError(refusal *shop.Error) *gqlerror.Error {
	if refusal == nil {
		return nil
	}
	return refused(&gqlerror.Error{}, refusal, refusal.Message)
}
