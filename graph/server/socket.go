package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql/handler/transport"

	"orrery/shop"
)

// Close codes of graphql-transport-ws, by which clients know whether to try again.
const (
	closeBadMessage   = 4400
	closeUnauthorized = 4401
	closeInitTimeout  = 4408
	closeSameID       = 4409
	closeSecondInit   = 4429
	closePolicy       = 1008 // of RFC 6455, as the next
	closeTryAgain     = 1013
)

const (
	transportWS = "graphql-transport-ws"
	// All that comes is read at once, so that the close of a socket is seen while messages wait; they are dropped then. Who sends more than
	// this while something else is worked on is refused.
	maxWaiting      = 1000    // messages
	maxWaitingBytes = maxBody // of all of them together, beside one that may be as large alone
)

// errProtocol ends a socket whose client has broken the protocol. The close code is on its way by then.
var errProtocol = errors.New("the client broke the protocol")

// protocolSockets accepts WebSockets and holds their clients to graphql-transport-ws. gqlgen's transport closes with 1002
// for each breach, or overlooks it: a second connection_init ends as 1002, and a second subscribe with the same id replaces the first.
type protocolSockets struct {
	transport.WebsocketImplementation
}

func (s protocolSockets) Accept(w http.ResponseWriter, r *http.Request, options transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	conn, err := s.WebsocketImplementation.Accept(w, r, options)
	if err != nil {
		return nil, err
	}
	limited, ok := conn.(limitedConn)
	if !ok {
		return nil, errors.New("the WebSocket can't be limited")
	}
	return newProtocolSocket(limited), nil
}

func newProtocolSocket(conn limitedConn) *protocolSocket {
	return &protocolSocket{limitedConn: conn, frames: make(chan []byte, maxWaiting), gone: make(chan struct{}),
		numbers: map[string]string{}, ids: map[string]string{}}
}

type limitedConn interface {
	transport.WebsocketConn
	transport.WebsocketReadLimiter
	transport.WebsocketReadDeadliner
}

// protocolSocket is one connection. Its NextReader is called by one goroutine at a time.
//
// gqlgen knows each subscription by a number that is never used again, so that what it still says about one cannot be taken for the next one
// to which the client has given the same id.
type protocolSocket struct {
	limitedConn

	reading sync.Once
	frames  chan []byte
	waiting atomic.Int64  // bytes in frames
	gone    chan struct{} // closed once nothing can be read any more
	readErr error         // why, set before gone is closed
	end     sync.Once

	begun bool // connection_init has come

	mu      sync.Mutex
	last    int               // the number of the last subscription
	numbers map[string]string // of the subscriptions that run, by their ids
	ids     map[string]string // the other way round
}

// socketMessage is what a client sends.
type socketMessage struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// NextReader returns the next message for gqlgen. It closes a connection whose client breaks the protocol.
func (s *protocolSocket) NextReader() (int, io.Reader, error) {
	s.reading.Do(func() { go s.readAll() })
	for {
		select {
		case <-s.gone: // what waits in frames is dropped
			return 0, nil, s.readErr
		default:
		}
		select {
		case <-s.gone:
			return 0, nil, s.readErr
		case frame := <-s.frames:
			s.waiting.Add(-int64(len(frame)))
			if s.Subprotocol() != transportWS {
				return 1, bytes.NewReader(frame), nil
			}
			message, breach := s.receive(frame)
			if breach != nil {
				_ = s.limitedConn.WriteClose(breach.code, breach.reason)
				return 0, nil, errProtocol
			}
			if message != nil {
				return 1, bytes.NewReader(message), nil
			}
		}
	}
}

// readAll reads until the connection ends.
func (s *protocolSocket) readAll() {
	for {
		_, from, err := s.limitedConn.NextReader()
		var frame []byte
		if err == nil {
			frame, err = io.ReadAll(from)
		}
		if err != nil {
			s.finish(err)
			return
		}
		size := int64(len(frame))
		if before := s.waiting.Add(size) - size; before > 0 && before+size > maxWaitingBytes || len(s.frames) == maxWaiting {
			_ = s.limitedConn.WriteClose(closePolicy, "Too many messages wait")
			s.finish(errProtocol)
			return
		}
		s.frames <- frame // has room: nobody else sends
	}
}

func (s *protocolSocket) finish(err error) {
	s.end.Do(func() {
		s.readErr = err
		close(s.gone)
	})
}

// breach is how a connection is closed whose client has broken the protocol.
type breach struct {
	code   int
	reason string
}

// receive returns a message as gqlgen shall have it, nil when it needs none.
func (s *protocolSocket) receive(frame []byte) ([]byte, *breach) {
	var message socketMessage
	if json.Unmarshal(frame, &message) != nil {
		return nil, &breach{closeBadMessage, "Invalid message received"}
	}
	switch message.Type {
	case "connection_init":
		if s.begun {
			return nil, &breach{closeSecondInit, "Too many initialisation requests"}
		}
		s.begun = true
		var payload map[string]any
		if len(message.Payload) > 0 && json.Unmarshal(message.Payload, &payload) != nil {
			return nil, &breach{closeBadMessage, "The payload of connection_init must be an object"}
		}
		return frame, nil
	case "subscribe":
		return s.subscribe(message)
	case "complete":
		s.mu.Lock()
		defer s.mu.Unlock()
		number, runs := s.numbers[message.ID]
		if !runs {
			return nil, nil
		}
		s.forget(number)
		return mustMarshal(socketMessage{Type: message.Type, ID: number}), nil
	case "ping":
		if !s.begun { // gqlgen takes nothing before connection_init
			_ = s.limitedConn.WriteJSON(socketMessage{Type: "pong", Payload: message.Payload})
			return nil, nil
		}
		return frame, nil
	case "pong":
		if !s.begun {
			return nil, nil
		}
		return frame, nil
	}
	return nil, &breach{closeBadMessage, "Invalid message received"}
}

func (s *protocolSocket) subscribe(message socketMessage) ([]byte, *breach) {
	var payload struct {
		Query *string `json:"query"`
	}
	switch {
	case !s.begun:
		return nil, &breach{closeUnauthorized, "Unauthorized"}
	case message.ID == "" || json.Unmarshal(message.Payload, &payload) != nil || payload.Query == nil:
		return nil, &breach{closeBadMessage, "subscribe needs an id, and a payload with a query"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, runs := s.numbers[message.ID]; runs {
		return nil, &breach{closeSameID, "Subscriber for this id already exists"}
	}
	s.last++
	number := strconv.Itoa(s.last)
	s.numbers[message.ID], s.ids[number] = number, message.ID
	message.ID = number
	return mustMarshal(message), nil
}

// forget lets the id of a subscription be used again. Callers hold mu.
func (s *protocolSocket) forget(number string) {
	delete(s.numbers, s.ids[number])
	delete(s.ids, number)
}

// WriteJSON sends a message, unless it is about a subscription that is over.
func (s *protocolSocket) WriteJSON(v any) error {
	message := reflect.Indirect(reflect.ValueOf(v)) // a struct of a type that gqlgen does not export
	if s.Subprotocol() != transportWS || message.Kind() != reflect.Struct {
		return s.limitedConn.WriteJSON(v)
	}
	if id := message.FieldByName("ID"); id.Kind() == reflect.String && id.String() != "" {
		s.mu.Lock()
		number := id.String()
		theirs, runs := s.ids[number]
		kind := message.FieldByName("Type").String()
		if kind == "complete" || kind == "error" {
			s.forget(number)
		}
		s.mu.Unlock()
		if !runs {
			return nil
		}
		id.SetString(theirs)
	}
	return s.limitedConn.WriteJSON(v)
}

// WriteClose closes with the code of the protocol where gqlgen has another one.
func (s *protocolSocket) WriteClose(code int, reason string) error {
	if code == transport.WebsocketCloseProtocolError && reason == "connection initialisation timeout" && s.Subprotocol() == transportWS {
		code, reason = closeInitTimeout, "Connection initialisation timeout"
	}
	return s.limitedConn.WriteClose(code, reason)
}

// Close ends the connection, and the reading ahead of it.
func (s *protocolSocket) Close() error {
	s.finish(transport.ErrWebsocketClosed)
	return s.limitedConn.Close()
}

// refusedSocket has the socket closed of whom nobody knows, or at the moment.
func refusedSocket(ctx context.Context, err error) context.Context {
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.Unavailable {
		return transport.WithWebsocketCloseCode(transport.AppendCloseReason(ctx, "Try again later"), closeTryAgain)
	}
	return transport.WithWebsocketCloseCode(transport.AppendCloseReason(ctx, "Forbidden"), closeForbidden)
}
