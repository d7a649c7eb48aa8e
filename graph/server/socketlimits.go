package server

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/auth"
	"orrery/shop"
	"orrery/telemetry"
)

const (
	// maxFrames is the maximum number of messages of any kind that a client may send over a WebSocket in a minute. Its
	// operations also count as requests.
	maxFrames = 300
	// closeForbidden is the close code of graphql-transport-ws for a connection whose key or session is no longer
	// valid.
	closeForbidden = 4403
)

// sockets limits the number of WebSockets, of their operations and of their messages.
type sockets struct {
	transport.Websocket
	streams *StreamLimits
	limits  Limits
}

func (s sockets) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx := r.Context()
	if s.streams != nil {
		end, err := s.streams.connect(auth.Actor(ctx))
		if err != nil {
			Refuse(w, shop.TooMany())
			return
		}
		defer end()
	}
	link := &socketLink{WebsocketImplementation: s.Implementation}
	s.Implementation = protocolSockets{link}
	s.Websocket.Do(w, r.WithContext(context.WithValue(ctx, socketKey{}, link)), countedOperations{exec, s.limits})
}

type socketKey struct{}

// CloseSocket closes the WebSocket of the subscription that ctx belongs to, with all of its subscriptions. It does
// nothing for a subscription over HTTP.
func CloseSocket(ctx context.Context, why *shop.Error) {
	if link, ok := ctx.Value(socketKey{}).(*socketLink); ok {
		link.close(closeForbidden, why.Message)
	}
}

// countedOperations counts each operation as a request of the connection's actor before it is parsed.
type countedOperations struct {
	graphql.GraphExecutor
	limits Limits
}

func (c countedOperations) CreateOperationContext(
	ctx context.Context, params *graphql.RawParams,
) (*graphql.OperationContext, gqlerror.List) {
	if err := asGraphQLError(c.limits.Count(ctx, http.Header{})); err != nil {
		telemetry.Of(ctx).Refused = telemetry.RateLimited // no race: operations are read sequentially
		return &graphql.OperationContext{}, gqlerror.List{err}
	}
	return c.GraphExecutor.CreateOperationContext(ctx, params)
}

// socketLink accepts one WebSocket and holds its connection. It is safe for concurrent use.
type socketLink struct {
	transport.WebsocketImplementation
	conn atomic.Pointer[boundedConn]
}

func (l *socketLink) Accept(
	w http.ResponseWriter, r *http.Request, options transport.WebsocketAcceptOptions,
) (transport.WebsocketConn, error) {
	conn, err := l.WebsocketImplementation.Accept(w, r, options)
	if err != nil {
		return nil, err
	}
	bounded := &boundedConn{WebsocketConn: conn}
	l.conn.Store(bounded)
	return bounded, nil
}

func (l *socketLink) close(code int, why string) {
	if conn := l.conn.Load(); conn != nil {
		_ = conn.WriteClose(code, why)
	}
}

// boundedConn is a WebSocket that is closed when its client exceeds maxFrames.
type boundedConn struct {
	transport.WebsocketConn
	minute time.Time
	frames int

	closing atomic.Bool // the close frame is on its way
}

// WriteClose closes the connection. The implementation writes the close frame in the background, so that messages are
// dropped from now on: a "complete" before the frame would tell the client that its subscription ended well.
func (c *boundedConn) WriteClose(code int, reason string) error {
	c.closing.Store(true)
	return c.WebsocketConn.WriteClose(code, reason)
}

// WriteJSON sends a message unless the connection is being closed.
func (c *boundedConn) WriteJSON(v any) error {
	if c.closing.Load() {
		return transport.ErrWebsocketClosed
	}
	return c.WebsocketConn.WriteJSON(v)
}

func (c *boundedConn) NextReader() (int, io.Reader, error) {
	kind, r, err := c.WebsocketConn.NextReader()
	if err != nil {
		return kind, r, err
	}
	if now := time.Now(); now.Sub(c.minute) > time.Minute {
		c.minute, c.frames = now, 0
	}
	if c.frames++; c.frames > maxFrames {
		_ = c.WriteClose(int(websocket.StatusPolicyViolation), shop.TooMany().Message)
		return kind, nil, transport.ErrWebsocketClosed
	}
	return kind, r, nil
}

func (c *boundedConn) SetReadLimit(limit int64) {
	if conn, ok := c.WebsocketConn.(transport.WebsocketReadLimiter); ok {
		conn.SetReadLimit(limit)
	}
}

func (c *boundedConn) SetReadDeadline(deadline time.Time) error {
	if conn, ok := c.WebsocketConn.(transport.WebsocketReadDeadliner); ok {
		return conn.SetReadDeadline(deadline)
	}
	return nil
}
