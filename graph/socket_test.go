package graph_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// socketText is a connection that sends texts as they are.
type socketText struct {
	t *testing.T
	*websocket.Conn
}

func (d *testServer) dial(t *testing.T, protocols ...string) socketText {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, d.url, &websocket.DialOptions{Subprotocols: protocols})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return socketText{t, conn}
}

func (s socketText) say(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if err := s.Write(s.t.Context(), websocket.MessageText, []byte(text)); err != nil {
			s.t.Fatal(err)
		}
	}
}

// hear returns the type and the id of the next message, or the code that the socket was closed with.
func (s socketText) hear() (kind, id string, code websocket.StatusCode) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	_, text, err := s.Read(ctx)
	if err != nil {
		if code = websocket.CloseStatus(err); code == -1 {
			s.t.Fatal(err)
		}
		return "", "", code
	}
	var m struct{ Type, ID string }
	if err := json.Unmarshal(text, &m); err != nil {
		s.t.Fatal(err)
	}
	return m.Type, m.ID, 0
}

// A client knows from the code of a close what it did wrong, and whether to try again.
func TestSocketsCloseWithTheProtocolsCodes(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	id, dead := d.key(admin, "READ_EVENTS")
	d.must(admin, keyRevoke, vars{"input": vars{"id": id}})
	const begin = `{"type":"connection_init"}`
	subscribe := func(id string) string {
		return `{"type":"subscribe","id":"` + id + `","payload":{"query":"subscription { productChanged(ids: [1]) { id } }"}}`
	}
	for name, c := range map[string]struct {
		say  []string
		code websocket.StatusCode
	}{
		"a dead key":                         {[]string{`{"type":"connection_init","payload":{"Authorization":"Bearer ` + dead + `"}}`}, 4403},
		"subscribe first":                    {[]string{subscribe("1")}, 4401},
		"a second init":                      {[]string{begin, begin}, 4429},
		"a second init at once":              {[]string{begin, subscribe("1"), begin}, 4429},
		"no JSON":                            {[]string{`{"type":`}, 4400},
		"no JSON after init":                 {[]string{begin, `nonsense`}, 4400},
		"Latin-1":                            {[]string{begin, `{"type":"ping","payload":{"name":"Jos` + "\xe9" + `"}}`}, 4400},
		"a list":                             {[]string{begin, `[]`}, 4400},
		"an unknown type":                    {[]string{begin, `{"type":"start","id":"1"}`}, 4400},
		"an unknown type first":              {[]string{`{"type":"start","id":"1"}`}, 4400},
		"a type of the server's":             {[]string{begin, `{"type":"next","id":"1","payload":{}}`}, 4400},
		"an init whose payload is no object": {[]string{`{"type":"connection_init","payload":7}`}, 4400},
		"subscribe without an id":            {[]string{begin, `{"type":"subscribe","payload":{"query":"{ __typename }"}}`}, 4400},
		"subscribe without a query":          {[]string{begin, `{"type":"subscribe","id":"1","payload":{}}`}, 4400},
		"subscribe without a payload":        {[]string{begin, `{"type":"subscribe","id":"1"}`}, 4400},
		"subscribe with a list of variables": {[]string{begin, `{"type":"subscribe","id":"1","payload":{"query":"{ __typename }","variables":[]}}`}, 4400},
		"a message of more than 256 KiB":     {[]string{begin, strings.Repeat(" ", 256<<10) + begin}, 1009},
		"a repeated id":                      {[]string{begin, subscribe("1"), subscribe("1")}, 4409},
	} {
		t.Run(name, func(t *testing.T) {
			s := d.dial(t, "graphql-transport-ws")
			s.say(c.say...)
			for {
				kind, _, code := s.hear()
				if kind != "" {
					continue
				}
				if code != c.code {
					t.Errorf("closed with %d, want %d", code, c.code)
				}
				return
			}
		})
	}
}

// Only one protocol is spoken: its predecessor and none are refused.
func TestSocketsNeedTheProtocol(t *testing.T) {
	d := newServer(t)
	for _, protocols := range [][]string{nil, {"graphql-ws"}} {
		s := d.dial(t, protocols...)
		s.say(`{"type":"connection_init"}`)
		if kind, _, code := s.hear(); code != 4406 {
			t.Errorf("%v: %q %d", protocols, kind, code)
		}
	}
}

// An id may be used again once its subscription is over, whoever ended it, and what is still said about the first is not said about the second.
func TestAnIDIsUsedAgain(t *testing.T) {
	d := newServer(t)
	s := d.dial(t, "graphql-transport-ws")
	const running = `{"type":"subscribe","id":"1","payload":{"query":"subscription { productChanged(ids: [1]) { id } }"}}`
	s.say(`{"type":"ping"}`, `{"type":"connection_init"}`)
	for _, want := range []string{"pong", "connection_ack"} {
		if kind, _, code := s.hear(); kind != want {
			t.Fatalf("%q %d, want %s", kind, code, want)
		}
	}
	for range 20 {
		s.say(running)
		if kind, id, code := s.hear(); kind != "next" || id != "1" {
			t.Fatalf("%q %q %d, want what is now", kind, id, code)
		}
		s.say(`{"type":"complete","id":"1"}`)
	}
	// A query ends by itself.
	for range 3 {
		s.say(`{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}`)
		for _, want := range []string{"next", "complete"} {
			if kind, id, code := s.hear(); kind != want || id != "1" {
				t.Fatalf("%q %q %d, want %s", kind, id, code, want)
			}
		}
	}
}

// A socket takes no document that POST refuses.
func TestSocketsBoundDocuments(t *testing.T) {
	d := newServer(t)
	s := d.dial(t, "graphql-transport-ws")
	s.say(`{"type":"connection_init"}`)
	s.hear()
	body, err := json.Marshal(map[string]any{"type": "subscribe", "id": "1",
		"payload": map[string]any{"query": "{ product(id: 1) { " + strings.Repeat("id ", 1900) + "} }"}})
	if err != nil {
		t.Fatal(err)
	}
	s.say(string(body))
	_, text, err := s.Read(t.Context())
	if err != nil || !strings.Contains(string(text), "COMPLEXITY_LIMIT_EXCEEDED") {
		t.Errorf("%.300s %v", text, err)
	}
}
