package graph_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

const (
	eventAdded     = `subscription ($after: String, $kinds: [String!]) { eventAdded(after: $after, kinds: $kinds) { cursor node { kind objectId sequence } } }`
	orderChanged   = `subscription ($id: ID!) { orderChanged(id: $id) { status } }`
	productChanged = `subscription ($ids: [ID!]!) { productChanged(ids: $ids) { id name stock } }`
)

// subscribe opens a stream of server-sent events. What it is told comes as the text of "data", and the end closes the channel.
func (d *testServer) subscribe(token, query string, variables vars) (told <-chan string, leave func()) {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		d.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, bytes.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("X-Forwarded-For", d.address)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
		d.t.Fatalf("the stream is %s %s", response.Status, kind)
	}
	out := make(chan string, 100)
	lines := bufio.NewScanner(response.Body)
	lines.Scan() // the comment that a stream begins with: from now on nothing is missed
	go func() {
		defer close(out)
		defer func() { _ = response.Body.Close() }()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				out <- text
			}
		}
	}()
	d.t.Cleanup(cancel)
	return out, cancel
}

func (d *testServer) publish() {
	d.t.Helper()
	if _, err := d.Store.Outbox.PublishEvents(context.Background()); err != nil {
		d.t.Fatal(err)
	}
}

// next is what a subscriber is told next; "" when the stream has ended.
func next(t *testing.T, told <-chan string) string {
	t.Helper()
	select {
	case text := <-told:
		return text
	case <-time.After(10 * time.Second):
		t.Fatal("nothing came")
		return ""
	}
}

// A partner is told what happens, and goes on with the last cursor after a break: nothing is missing and nothing comes twice.
func TestSubscriptionResumes(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	_, partner := d.key(admin, "READ_EVENTS")
	d.publish()
	rename := func(name string) {
		d.must(admin, renameProduct, vars{"input": vars{"id": "1", "name": name}})
		d.publish()
	}

	told, leave := d.subscribe(partner, eventAdded, vars{"kinds": []any{"product.changed"}})
	rename("A")
	first := next(t, told)
	if !strings.Contains(first, `"kind":"product.changed"`) || !strings.Contains(first, `"sequence":1`) {
		t.Errorf("told %s", first)
	}
	leave()
	for i := range 10 {
		rename(fmt.Sprint("B", i))
	}
	var answer struct {
		Data struct{ EventAdded struct{ Cursor string } }
	}
	if err := json.Unmarshal([]byte(first), &answer); err != nil {
		t.Fatal(err)
	}
	told, _ = d.subscribe(partner, eventAdded, vars{"after": answer.Data.EventAdded.Cursor})
	for i := range 10 {
		if text := next(t, told); !strings.Contains(text, fmt.Sprintf(`"sequence":%d`, i+2)) {
			t.Errorf("missed event %d came as %s", i+2, text)
		}
	}
	rename("C")
	if text := next(t, told); !strings.Contains(text, `"sequence":12`) {
		t.Errorf("then came %s", text)
	}
}

func TestSubscriptionsAreGuarded(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("ada@example.org")
	order := d.must(d.buyers(1, map[int]int{1: 1})[0], place, checkout("k", nil)).at("orderPlace.order.id")
	for name, c := range map[string]struct {
		token, query string
		variables    vars
		code         string
	}{
		"a visitor and the feed":    {"", eventAdded, nil, "UNAUTHENTICATED"},
		"a customer and the feed":   {user, eventAdded, nil, "FORBIDDEN"},
		"a broken cursor":           {admin, eventAdded, vars{"after": "x"}, "INVALID"},
		"unknown kinds":             {admin, eventAdded, vars{"kinds": []any{"order.placed", "order.paced"}}, "INVALID"},
		"somebody else's order":     {user, orderChanged, vars{"id": order}, "NOT_FOUND"},
		"a visitor and an order":    {"", orderChanged, vars{"id": order}, "UNAUTHENTICATED"},
		"too many products at once": {"", productChanged, vars{"ids": strings.Split(strings.Repeat("1,", 20)+"1", ",")}, "OUT_OF_RANGE"},
	} {
		told, leave := d.subscribe(c.token, c.query, c.variables)
		if text := next(t, told); !strings.Contains(text, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %s, want %s", name, text, c.code)
		}
		leave()
	}
	// Without the promise to read events there is no stream.
	if r := d.ask("", productChanged, vars{"ids": []any{"1"}}); r.Status != http.StatusNotAcceptable {
		t.Errorf("a subscription by plain POST gets %d", r.Status)
	}
}

// A customer sees an order move on, and everybody what is left of a product. Both are told what is now before anything happens, so
// that nothing is lost between a page and its subscription.
func TestLiveOrdersAndStock(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	buyer := d.buyers(1, map[int]int{1: 1})[0]
	r := d.must(buyer, place, checkout("k", nil))
	d.publish()
	order, stock := d.socket(buyer, orderChanged, vars{"id": r.at("orderPlace.order.id")}), d.socket("", productChanged, vars{"ids": []any{"2"}})
	for want, told := range map[string]<-chan string{`"status":"PENDING_PAYMENT"`: order, `"name":"`: stock} {
		if text := next(t, told); !strings.Contains(text, want) {
			t.Errorf("the beginning is %s, without %s", text, want)
		}
	}
	d.must(admin, move, vars{"input": vars{"id": r.at("orderPlace.order.id"), "status": "PAID", "version": r.at("orderPlace.order.version")}})
	d.must(admin, renameProduct, vars{"input": vars{"id": "2", "name": "Helper", "stock": 41}})
	d.publish()
	// What happened right before may come as well.
	for want, told := range map[string]<-chan string{`"status":"PAID"`: order, `"stock":41`: stock} {
		for text := ""; !strings.Contains(text, want); {
			if text = next(t, told); text == "" {
				t.Fatalf("nobody was told %s", want)
			}
		}
	}
}

// socket subscribes over graphql-transport-ws, and returns the payloads that come.
func (d *testServer) socket(token, query string, variables vars) <-chan string {
	d.t.Helper()
	told, _ := d.socketUntil(token, query, variables)
	return told
}

// socketUntil is socket with the code that the server closes the connection with, -1 where the subscription ends before.
func (d *testServer) socketUntil(token, query string, variables vars) (told <-chan string, code <-chan websocket.StatusCode) {
	d.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	d.t.Cleanup(cancel)
	conn, response, err := websocket.Dial(ctx, d.url, &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	if err != nil {
		d.t.Fatal(err, response)
	}
	type message struct {
		Type    string          `json:"type"`
		ID      string          `json:"id,omitempty"`
		Payload json.RawMessage `json:"payload,omitempty"`
	}
	send := func(kind, id string, payload any) {
		text, err := json.Marshal(payload)
		if err == nil {
			err = wsjson.Write(ctx, conn, message{kind, id, text})
		}
		if err != nil {
			d.t.Fatal(err)
		}
	}
	credentials := map[string]string{}
	if token != "" {
		credentials["Authorization"] = "Bearer " + token
	}
	send("connection_init", "", credentials)
	var ack message
	if err := wsjson.Read(ctx, conn, &ack); err != nil || ack.Type != "connection_ack" {
		d.t.Fatal(ack, err)
	}
	send("subscribe", "1", map[string]any{"query": query, "variables": variables})
	out, closed := make(chan string, 100), make(chan websocket.StatusCode, 1)
	go func() {
		defer close(out)
		for {
			var m message
			if err := wsjson.Read(ctx, conn, &m); err != nil {
				closed <- websocket.CloseStatus(err)
				return
			}
			switch m.Type {
			case "next", "error":
				out <- string(m.Payload)
			case "ping":
				_ = wsjson.Write(ctx, conn, message{Type: "pong"})
			case "complete":
				closed <- -1
				return
			}
		}
	}()
	return out, closed
}

// change does something to the database that no operation does.
func (d *testServer) change(t *testing.T, statement string) {
	t.Helper()
	if _, err := d.SQL.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// Subscriptions end with what they belong to, without anybody asking again now and then, on other instances, too; and queries do not go
// over a WebSocket.
func TestSubscriptionsEndWithTheirKey(t *testing.T) {
	here := newServer(t)
	there := openInstance(t, here.Another(t), nil)
	here.streams.Confirm, there.streams.Confirm = time.Hour, time.Hour
	admin := here.admin("root@example.org")
	for name, end := range map[string]func(t *testing.T) (token string, act func()){
		"a key that is revoked": func(*testing.T) (string, func()) {
			id, secret := here.key(admin, "READ_EVENTS")
			return secret, func() { here.must(admin, keyRevoke, vars{"input": vars{"id": id}}) }
		},
		"a key whose maker is demoted": func(t *testing.T) (string, func()) {
			maker := here.admin("maker@example.org")
			_, secret := here.key(maker, "READ_EVENTS")
			return secret, func() { here.change(t, `UPDATE users SET role = 'user' WHERE email = 'maker@example.org'`) }
		},
		"an administrator who is demoted": func(t *testing.T) (string, func()) {
			token := here.admin("demoted@example.org")
			return token, func() { here.change(t, `UPDATE users SET role = 'user' WHERE email = 'demoted@example.org'`) }
		},
		"staff whose role is narrowed": func(t *testing.T) (string, func()) {
			role := here.role(admin, "Narrowed", "WRITE_ORDERS")
			token, _ := here.staff(admin, "narrowed@example.org", role)
			return token, func() { here.change(t, `UPDATE staff_roles SET scopes = '{read_orders}' WHERE id = '`+role+`'`) }
		},
		"staff whose role is taken away": func(t *testing.T) (string, func()) {
			token, _ := here.staff(admin, "former@example.org", here.role(admin, "Former", "WRITE_ORDERS"))
			return token, func() { here.change(t, `UPDATE users SET staff_role_id = NULL WHERE email = 'former@example.org'`) }
		},
		"staff whose role needs a second factor": func(t *testing.T) (string, func()) {
			role := here.role(admin, "Factor", "WRITE_ORDERS")
			token, _ := here.staff(admin, "factor@example.org", role)
			return token, func() { here.change(t, `UPDATE staff_roles SET needs_factor = true WHERE id = '`+role+`'`) }
		},
		"somebody who is blocked": func(t *testing.T) (string, func()) {
			token := here.admin("blocked@example.org")
			return token, func() { here.change(t, `UPDATE users SET blocked_at = now() WHERE email = 'blocked@example.org'`) }
		},
		"a session that is logged out": func(*testing.T) (string, func()) {
			token := here.admin("out@example.org")
			return token, func() { here.must(token, `mutation { userLogout { loggedOut } }`, nil) }
		},
		"a session before a new password": func(t *testing.T) (string, func()) {
			token := here.admin("changed@example.org")
			other := here.must("", `mutation { userLogin(input: {email: "changed@example.org", password: "aA1!aA1!"}) { token } }`, nil).at("userLogin.token").(string)
			return token, func() {
				here.must(other, `mutation { userPasswordChange(input: {currentPassword: "aA1!aA1!", newPassword: "bB2!bB2!"}) { userErrors { code } } }`, nil)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			token, act := end(t)
			type ending struct {
				told <-chan string
				code <-chan websocket.StatusCode // of a socket
			}
			var streams []ending
			for _, d := range []*testServer{here, there} {
				stream, _ := d.subscribe(token, productChanged, vars{"ids": []any{"1"}})
				socket, code := d.socketUntil(token, productChanged, vars{"ids": []any{"1"}})
				streams = append(streams, ending{stream, nil}, ending{socket, code})
			}
			for _, s := range streams {
				if text := next(t, s.told); !strings.Contains(text, `"stock"`) {
					t.Fatalf("a subscription begins with %s", text)
				}
			}
			began := time.Now()
			act()
			for _, s := range streams {
				for text := next(t, s.told); text != ""; text = next(t, s.told) {
					if !strings.Contains(text, "UNAUTHENTICATED") {
						t.Errorf("told %s", text)
					}
				}
				if s.code == nil {
					continue
				}
				if code := <-s.code; code != 4403 {
					t.Errorf("the socket is closed with %d", code)
				}
			}
			t.Logf("ended %s after", time.Since(began).Round(time.Millisecond))
		})
	}
	if text := next(t, here.socket("", `{ products { totalCount } }`, nil)); !strings.Contains(text, "by POST") {
		t.Errorf("a query over a WebSocket gets %s", text)
	}
}

// listen opens a stream over a connection of its own with as little as possible on the client's side, and returns the line of
// "data" that comes after the first, which says what is now.
func (d *testServer) listen(token, query string, variables vars) <-chan string {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		d.t.Fatal(err)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(d.url, "http://"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\n"+
		"X-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", d.address, token, len(body), body); err != nil {
		d.t.Fatal(err)
	}
	out := make(chan string, 1)
	lines := bufio.NewReaderSize(conn, 1024)
	for line := ""; !strings.HasPrefix(line, "data: "); {
		if line, err = lines.ReadString('\n'); err != nil {
			d.t.Fatal(err)
		}
	}
	go func() {
		defer close(out)
		for {
			line, err := lines.ReadString('\n')
			if text, ok := strings.CutPrefix(line, "data: "); ok {
				out <- text
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// An event reaches 1,000 subscribers of one instance.
func TestThousandSubscribers(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	memory := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := memory()
	d.streams.Confirm = time.Minute // as seldom as it is for real
	var told []<-chan string
	for caller := range 10 {
		d.comesFrom(fmt.Sprint("192.0.2.", caller/4))
		token := d.register(fmt.Sprintf("s%d@example.org", caller))
		for range 100 {
			told = append(told, d.listen(token, productChanged, vars{"ids": []any{"1"}}))
		}
		if caller == 0 {
			extra, _ := d.subscribe(token, productChanged, vars{"ids": []any{"1"}})
			if text := next(t, extra); !strings.Contains(text, "RATE_LIMITED") {
				t.Errorf("the 101st of one caller is told %s", text)
			}
		}
	}
	t.Logf("%d KiB for each idle subscriber, its client in the same process included", (memory()-before)/1024/uint64(len(told)))
	d.must(admin, renameProduct, vars{"input": vars{"id": "1", "name": "Heard by all"}})
	began := time.Now()
	d.publish()
	for _, stream := range told {
		if text := next(t, stream); !strings.Contains(text, "Heard by all") {
			t.Fatalf("told %s", text)
		}
	}
	t.Logf("%d subscribers were told within %s", len(told), time.Since(began))
}

// One network takes a tenth of what an instance has at most, however many addresses and accounts it has.
func TestSubscriptionsOfOneNetwork(t *testing.T) {
	d := newServer(t)
	d.streams.Confirm = time.Minute
	product := vars{"ids": []any{"1"}}
	refused := func(who, token string) {
		t.Helper()
		extra, leave := d.subscribe(token, productChanged, product)
		defer leave()
		if text := next(t, extra); !strings.Contains(text, "RATE_LIMITED") {
			t.Errorf("%s is told %s", who, text)
		}
	}
	for i := range 100 {
		d.comesFrom(fmt.Sprintf("2001:db8:1:2::%x", i+1))
		d.listen("", productChanged, product)
	}
	refused("one more visitor of a /64", "")
	d.comesFrom("192.0.2.1")
	tokens := d.buyers(5, nil)
	for _, token := range tokens[:4] {
		for range 100 {
			d.listen(token, productChanged, product)
		}
	}
	refused("the fifth customer of an address", tokens[4])
	admin := d.admin("root@example.org")
	for who, token := range map[string]string{"a visitor there": "", "an administrator there": admin} {
		told, leave := d.subscribe(token, productChanged, product)
		if text := next(t, told); !strings.Contains(text, `"stock"`) {
			t.Errorf("%s is told %s", who, text)
		}
		leave()
	}
	d.comesFrom("192.0.2.2")
	told, leave := d.subscribe(tokens[4], productChanged, product)
	if text := next(t, told); !strings.Contains(text, `"stock"`) {
		t.Errorf("the same customer elsewhere is told %s", text)
	}
	leave()
}

// WebSockets are bounded for a network, subscriptions or not, and what one sends is.
func TestWebSocketsAreBounded(t *testing.T) {
	d := newServer(t)
	dial := func(address string) (*websocket.Conn, int) {
		conn, response, err := websocket.Dial(t.Context(), d.url, &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"},
			HTTPHeader: http.Header{"X-Forwarded-For": {address}}})
		if err != nil {
			return nil, response.StatusCode
		}
		t.Cleanup(func() { _ = conn.CloseNow() })
		return conn, http.StatusSwitchingProtocols
	}
	d.comesFrom("")
	for i := range 501 {
		conn, status := dial(fmt.Sprintf("2001:db8:1:2::%x", i+1))
		if (status == http.StatusSwitchingProtocols) != (i < 500) {
			t.Fatalf("WebSocket %d of a /64: %d", i+1, status)
		}
		// One that says nothing for five seconds is closed, and a busy machine needs more for all of them.
		if conn != nil {
			if err := wsjson.Write(t.Context(), conn, map[string]string{"type": "connection_init"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	conn, _ := dial("192.0.2.1")
	read := func() (m struct{ Type string }, err error) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		return m, wsjson.Read(ctx, conn, &m)
	}
	kind, sent := "connection_init", 0
	for ; sent < 400; sent++ {
		if wsjson.Write(t.Context(), conn, map[string]string{"type": kind}) != nil {
			break
		}
		kind = "ping"
		if _, err := read(); err != nil {
			if code := websocket.CloseStatus(err); code != websocket.StatusPolicyViolation {
				t.Errorf("closed with %d: %v", code, err)
			}
			break
		}
	}
	if sent < 300 || sent > 301 {
		t.Errorf("a WebSocket may send %d messages", sent)
	}
}
