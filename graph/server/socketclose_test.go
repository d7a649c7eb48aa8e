package server

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/handler/transport"
)

// closingConn has some messages to read, and ends when close is closed.
type closingConn struct {
	limitedConn
	message  string
	messages int
	read     int
	last     chan struct{} // closed when nothing is left to read
	close    chan struct{}
	code     int // that it was closed with
}

func (c *closingConn) WriteClose(code int, _ string) error {
	c.code = code
	return nil
}

func (c *closingConn) Subprotocol() string { return transportWS }

func (c *closingConn) NextReader() (int, io.Reader, error) {
	if c.read == c.messages {
		close(c.last)
		<-c.close
		return 0, nil, transport.ErrWebsocketClosed
	}
	c.read++
	return 1, strings.NewReader(c.message), nil
}

// What waits when a socket closes is not worked on any more.
func TestMessagesWaitNoLongerThanTheirSocket(t *testing.T) {
	conn := &closingConn{message: `{"type":"connection_init"}`, messages: 500, last: make(chan struct{}), close: make(chan struct{})}
	s := newProtocolSocket(conn)
	if _, _, err := s.NextReader(); err != nil {
		t.Fatal(err)
	}
	<-conn.last
	close(conn.close)
	<-s.closed
	if _, _, err := s.NextReader(); !errors.Is(err, transport.ErrWebsocketClosed) {
		t.Errorf("499 messages waited when the socket closed, and one was worked on: %v", err)
	}
}

// A client who sends much faster than it is worked on is refused; nothing is kept for it without bounds.
func TestFewMessagesWait(t *testing.T) {
	for name, message := range map[string]string{"large": strings.Repeat("x", maxWaitingBytes/4+1), "many": "{}"} {
		conn := &closingConn{message: message, messages: maxWaiting + 2, last: make(chan struct{}), close: make(chan struct{})}
		s := newProtocolSocket(conn)
		s.readAll()
		if conn.code != closePolicy || len(s.frames) > maxWaiting || s.waiting > 2*maxWaitingBytes {
			t.Errorf("%s: closed with %d, %d messages and %d bytes wait", name, conn.code, len(s.frames), s.waiting)
		}
	}
}

// writingConn counts the messages that are sent.
type writingConn struct {
	transport.WebsocketConn
	messages int
}

func (c *writingConn) WriteJSON(any) error { c.messages++; return nil }

func (c *writingConn) WriteClose(int, string) error { return nil }

// The close frame is written in the background: a message after it could reach the client first, and end a subscription as completed.
func TestNoMessageFollowsTheClose(t *testing.T) {
	conn := &writingConn{}
	bounded := &boundedConn{WebsocketConn: conn}
	if err := bounded.WriteJSON("before"); err != nil {
		t.Fatal(err)
	}
	if err := bounded.WriteClose(closeBadMessage, "Invalid message received"); err != nil {
		t.Fatal(err)
	}
	if err := bounded.WriteJSON("after"); !errors.Is(err, transport.ErrWebsocketClosed) || conn.messages != 1 {
		t.Errorf("%d messages were sent, %v", conn.messages, err)
	}
}
