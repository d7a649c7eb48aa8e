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
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql/handler/transport"

	"orrery/shop"
)

// Close codes of graphql-transport-ws. Clients decide by them whether to reconnect.
const (
	closeBadMessage   = 4400
	closeUnauthorized = 4401
	closeSubprotocol  = 4406
	closeInitTimeout  = 4408
	closeSameID       = 4409
	closeSecondInit   = 4429
	closePolicy       = 1008 // defined in RFC 6455
	closeTryAgain     = 1013 // in the IANA registry for RFC 6455
)

const (
	transportWS = "graphql-transport-ws"
	// Messages are read as they arrive, so that the close of a socket is detected while messages are queued; these are
	// then dropped. A socket is closed when its client sends more than this while another message is being processed.
	maxWaiting      = 1000    // queued messages
	maxWaitingBytes = maxBody // total size of the queued messages; an empty queue accepts any message
)

// errProtocol ends a socket whose client has violated the protocol. The close frame has been sent before.
var errProtocol = errors.New("the client broke the protocol")

// protocolSockets accepts WebSockets and enforces graphql-transport-ws. gqlgen's transport closes the connection with
// 1002 for each violation or ignores it: a second connection_init results in 1002, and a second subscribe with the same
// ID replaces the first.
type protocolSockets struct {
	transport.WebsocketImplementation
}

func (s protocolSockets) Accept(
	w http.ResponseWriter, r *http.Request, options transport.WebsocketAcceptOptions,
) (transport.WebsocketConn, error) {
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
	return &protocolSocket{
		limitedConn: conn,
		arrived:     make(chan struct{}, 1),
		closed:      make(chan struct{}),
		serverIDs:   map[string]string{},
		clientIDs:   map[string]string{},
	}
}

type limitedConn interface {
	transport.WebsocketConn
	transport.WebsocketReadLimiter
	transport.WebsocketReadDeadliner
}

// protocolSocket is one connection. NextReader must be called by one goroutine at a time.
//
// gqlgen receives an ID for each subscription that is unique for the connection, in place of the client's ID. A late
// message of a subscription is therefore never attributed to a later one for which the client has reused the ID.
type protocolSocket struct {
	limitedConn

	reading sync.Once
	arrived chan struct{} // receives a value after a message has been queued
	closed  chan struct{} // closed when no more messages can be read
	readErr error         // the reason, assigned before closed is closed
	end     sync.Once

	initialised bool // connection_init was received

	mu        sync.Mutex
	frames    [][]byte          // queued messages
	waiting   int               // bytes in frames
	lastID    int               // server ID of the last subscription
	serverIDs map[string]string // server IDs of the running subscriptions by client ID
	clientIDs map[string]string // client IDs by server ID
}

// socketMessage is a message of the protocol.
type socketMessage struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// NextReader returns the next message for gqlgen. It closes the connection if the client violates the protocol.
func (s *protocolSocket) NextReader() (int, io.Reader, error) {
	s.reading.Do(func() { go s.readAll() })
	for {
		select {
		case <-s.closed: // takes precedence: queued messages are dropped
			return 0, nil, s.readErr
		default:
		}
		frame := s.dequeue()
		if frame == nil {
			select {
			case <-s.closed:
			case <-s.arrived:
			}
			continue
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

// readAll queues messages until the connection ends.
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
		if !s.enqueue(frame) {
			_ = s.limitedConn.WriteClose(closePolicy, "Too many messages wait")
			s.finish(errProtocol)
			return
		}
	}
}

// enqueue queues a message. It returns false if too many wait already.
func (s *protocolSocket) enqueue(frame []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.frames) == maxWaiting || s.waiting > 0 && s.waiting+len(frame) > maxWaitingBytes {
		return false
	}
	s.frames, s.waiting = append(s.frames, frame), s.waiting+len(frame)
	select {
	case s.arrived <- struct{}{}:
	default:
	}
	return true
}

// dequeue returns the oldest queued message, nil if there is none.
func (s *protocolSocket) dequeue() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.frames) == 0 {
		s.frames = nil // most clients send no more after they have subscribed
		return nil
	}
	frame := s.frames[0]
	s.frames, s.waiting = s.frames[1:], s.waiting-len(frame)
	return frame
}

func (s *protocolSocket) finish(err error) {
	s.end.Do(func() {
		s.readErr = err
		close(s.closed)
	})
}

// breach is the close code and reason for a violation of the protocol.
type breach struct {
	code   int
	reason string
}

// receive processes a message of the client and returns the message to pass to gqlgen, nil if there is none.
func (s *protocolSocket) receive(frame []byte) ([]byte, *breach) {
	if s.Subprotocol() != transportWS { // gqlgen also accepts its predecessor
		return nil, &breach{closeSubprotocol, "Subprotocol not acceptable"}
	}
	var message socketMessage
	if !utf8.Valid(frame) || json.Unmarshal(frame, &message) != nil {
		return nil, &breach{closeBadMessage, "Invalid message received"}
	}
	switch message.Type {
	case "connection_init":
		if s.initialised {
			return nil, &breach{closeSecondInit, "Too many initialisation requests"}
		}
		s.initialised = true
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
		serverID, runs := s.serverIDs[message.ID]
		if !runs {
			return nil, nil
		}
		s.remove(serverID)
		return mustMarshal(socketMessage{Type: message.Type, ID: serverID}), nil
	case "ping":
		if !s.initialised { // gqlgen accepts no message before connection_init
			_ = s.limitedConn.WriteJSON(socketMessage{Type: "pong", Payload: message.Payload})
			return nil, nil
		}
		return frame, nil
	case "pong":
		if !s.initialised {
			return nil, nil
		}
		return frame, nil
	}
	return nil, &breach{closeBadMessage, "Invalid message received"}
}

func (s *protocolSocket) subscribe(message socketMessage) ([]byte, *breach) {
	var payload struct {
		Query                 *string
		OperationName         string
		Variables, Extensions map[string]any
	}
	switch {
	case !s.initialised:
		return nil, &breach{closeUnauthorized, "Unauthorized"}
	case message.ID == "" || json.Unmarshal(message.Payload, &payload) != nil || payload.Query == nil:
		return nil, &breach{closeBadMessage, "subscribe needs an id, and a payload of a GraphQL request"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, runs := s.serverIDs[message.ID]; runs {
		return nil, &breach{closeSameID, "Subscriber for this id already exists"}
	}
	s.lastID++
	serverID := strconv.Itoa(s.lastID)
	s.serverIDs[message.ID], s.clientIDs[serverID] = serverID, message.ID
	message.ID = serverID
	return mustMarshal(message), nil
}

// remove deletes a subscription, so that its client ID can be reused. Callers must hold mu.
func (s *protocolSocket) remove(serverID string) {
	delete(s.serverIDs, s.clientIDs[serverID])
	delete(s.clientIDs, serverID)
}

// WriteJSON sends a message with the client's ID of its subscription. Messages of ended subscriptions are dropped.
func (s *protocolSocket) WriteJSON(v any) error {
	message := reflect.Indirect(reflect.ValueOf(v)) // a struct of an unexported type of gqlgen
	if message.Kind() != reflect.Struct {
		return s.limitedConn.WriteJSON(v)
	}
	if id := message.FieldByName("ID"); id.Kind() == reflect.String && id.String() != "" {
		s.mu.Lock()
		serverID := id.String()
		clientID, runs := s.clientIDs[serverID]
		kind := message.FieldByName("Type").String()
		if kind == "complete" || kind == "error" {
			s.remove(serverID)
		}
		s.mu.Unlock()
		if !runs {
			return nil
		}
		id.SetString(clientID)
	}
	return s.limitedConn.WriteJSON(v)
}

// WriteClose closes the connection. It replaces the code of gqlgen with that of the protocol where they differ.
func (s *protocolSocket) WriteClose(code int, reason string) error {
	if code == transport.WebsocketCloseProtocolError && reason == "connection initialisation timeout" {
		code, reason = closeInitTimeout, "Connection initialisation timeout"
	}
	return s.limitedConn.WriteClose(code, reason)
}

// Close closes the connection and ends readAll.
func (s *protocolSocket) Close() error {
	s.finish(transport.ErrWebsocketClosed)
	return s.limitedConn.Close()
}

// refusedSocket returns the context with which gqlgen closes a socket whose credentials were rejected: with
// closeForbidden, or closeTryAgain if they could not be checked at the moment.
func refusedSocket(ctx context.Context, err error) context.Context {
	var refusal *shop.Error
	if errors.As(err, &refusal) && refusal.Code == shop.Unavailable {
		return transport.WithWebsocketCloseCode(transport.AppendCloseReason(ctx, "Try again later"), closeTryAgain)
	}
	return transport.WithWebsocketCloseCode(transport.AppendCloseReason(ctx, "Forbidden"), closeForbidden)
}
