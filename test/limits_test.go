package test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"orrery/web"
)

// manyRequests is the rate limit of these tests, in requests a minute.
const manyRequests = 20

// limited is a shop with a rate limit behind a proxy, so that tests choose the addresses of clients.
type limited struct {
	server
	admin string // token of an administrator
}

// Requests of a network, an account or an API key are counted together over all APIs.
func TestRateLimits(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"RATE_LIMIT": strconv.Itoa(manyRequests),
		"TRUSTED_PROXIES": "127.0.0.0/8, ::1/128"})
	admin := s.loginDemoAdmin()
	for _, part := range []struct {
		name string
		run  func(limited)
	}{
		{"an IPv6 network", limited.ipv6Network}, {"customers of one address", limited.customersOfOneAddress},
		{"requests of a key", limited.keyRequests}, {"cost of a key", limited.keyCost}, {"operations over a WebSocket", limited.socketOperations},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(limited{s.with(t), admin}) })
	}
}

// allowed sends at most the given number of requests, until one is refused, and returns how many were accepted. One
// more may be accepted if a new minute begins meanwhile.
func allowed(most int, send func(i int) (status int)) int {
	for i := range most {
		if send(i) == http.StatusTooManyRequests {
			return i
		}
	}
	return most
}

// from returns the headers of a request from an address.
func from(address, token string) map[string]string {
	headers := map[string]string{"X-Forwarded-For": address}
	if token != "" {
		headers["Authorization"] = "Bearer " + token
	}
	return headers
}

func (c limited) ipv6Network() {
	asked := allowed(2*manyRequests, func(i int) int {
		status, _ := c.send("GET", "/api/v1/products", "", from(fmt.Sprintf("2001:db8:1:2::%x", i+1), ""))
		return status
	})
	if asked < manyRequests || asked > manyRequests+1 {
		c.Errorf("addresses of one /64 may ask %d times, want %d", asked, manyRequests)
	}
	if status, _ := c.send("GET", "/api/v1/products", "", from("2001:db8:1:3::1", "")); status != http.StatusOK {
		c.Errorf("the next network gets %d", status)
	}
}

func (c limited) customersOfOneAddress() {
	const address = "192.0.2.50"
	var tokens []string
	for i := range 8 { // registered from other addresses
		email := fmt.Sprintf("crowd%d@example.org", i)
		_, answer := c.send("POST", "/graphql", fmt.Sprintf(`{"query": "mutation { userRegister(input: {name: \"C\", email: \"%s\", password: \"aA1!aA1!\"}) { token } }"}`, email),
			from(fmt.Sprintf("198.51.100.%d", i), ""))
		var made struct {
			Data struct{ UserRegister struct{ Token string } }
		}
		if err := json.Unmarshal([]byte(answer), &made); err != nil || made.Data.UserRegister.Token == "" {
			c.Fatal(answer, err)
		}
		tokens = append(tokens, made.Data.UserRegister.Token)
	}
	sum, began := 0, time.Now()
	for _, token := range tokens {
		sum += allowed(2*manyRequests, func(int) int {
			status, _ := c.send("GET", "/api/v1/auth/me", "", from(address, token))
			return status
		})
	}
	// The limit slides: it lets some more through while the requests are made.
	if more := int(math.Ceil(manyRequests * 5 * time.Since(began).Minutes())); sum < 5*manyRequests || sum > 5*manyRequests+2+more {
		c.Errorf("eight accounts at one address may ask %d times, want %d", sum, 5*manyRequests)
	}
	// Other callers at the address, and the same accounts at other addresses, are not limited.
	for who, headers := range map[string]map[string]string{"a visitor there": from(address, ""), "an administrator there": from(address, c.admin),
		"a customer elsewhere": from("192.0.2.51", tokens[7])} {
		if status, answer := c.send("GET", "/api/v1/products", "", headers); status != http.StatusOK {
			c.Errorf("%s gets %d %s", who, status, answer)
		}
	}
}

// limitedKey creates an API key with limits per minute, and returns its secret.
func (c limited) limitedKey(requests, cost int) string {
	made := c.execute(c.admin, fmt.Sprintf(`mutation { apiKeyCreate(input: {name: "Limited", scopes: [READ_ORDERS], requests: %d, cost: %d}) { secret } }`,
		requests, cost), nil)
	return made.Data["apiKeyCreate"].(map[string]any)["secret"].(string)
}

// requests returns functions that each send another kind of request with an API key.
func (c limited) requests(secret string) []func() (int, string) {
	var all []func() (int, string)
	for _, request := range [][3]string{
		{"POST", "/graphql", `{"query": "{ __typename }"}`}, {"GET", "/graphql?query=" + url.QueryEscape("{ __typename }"), ""},
		{"GET", "/api/v1/products", ""}, {"GET", "/api/v1/exports/orders.csv", ""}, {"GET", "/schema.graphql", ""}, {"GET", "/quotes/Q-1.pdf", ""},
	} {
		all = append(all, func() (int, string) { return c.send(request[0], request[1], request[2], bearer(secret)) })
	}
	return all
}

func (c limited) keyRequests() {
	requests := c.requests(c.limitedKey(5, 100_000))
	asked := allowed(20, func(i int) int { status, _ := requests[i%len(requests)](); return status })
	if asked < 5 || asked > 6 {
		c.Errorf("a key with 5 requests a minute may send %d over all APIs", asked)
	}
}

func (c limited) keyCost() {
	requests := c.requests(c.limitedKey(1000, 1500))
	// Four requests outside of GraphQL and an export cost 1,400 together; __typename costs little.
	asked := allowed(60, func(i int) int {
		status, answer := requests[i%len(requests)]()
		if status == http.StatusTooManyRequests && !strings.Contains(answer, "budget") {
			c.Errorf("refused with %s", answer)
		}
		return status
	})
	if asked < 6 || asked > 10 {
		c.Errorf("a key with a budget of 1,500 may send %d requests over all APIs", asked)
	}
}

// message is a message of the protocol graphql-transport-ws.
type message struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// socket opens a WebSocket from an address and initialises the connection.
func (c limited) socket(address, token string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, c.url+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"},
		HTTPHeader: http.Header{"X-Forwarded-For": {address}}})
	if err != nil {
		return nil, err
	}
	c.Cleanup(func() { _ = socket.CloseNow() })
	hello := message{Type: "connection_init"}
	if token != "" {
		hello.Payload = json.RawMessage(`{"Authorization": "Bearer ` + token + `"}`)
	}
	var ack message
	if err := wsjson.Write(ctx, socket, hello); err != nil {
		return nil, err
	}
	return socket, wsjson.Read(ctx, socket, &ack)
}

// socketOperations checks that each operation over a WebSocket counts as a request.
func (c limited) socketOperations() {
	for who, row := range map[string]struct {
		address, token string
		most           int
	}{"a visitor": {"203.0.113.80", "", manyRequests}, "a key": {"203.0.113.81", c.limitedKey(7, 100_000), 7}} {
		socket, err := c.socket(row.address, row.token)
		if err != nil {
			c.Fatal(err)
		}
		asked := allowed(3*row.most, func(i int) int {
			if err := wsjson.Write(c.Context(), socket, message{Type: "subscribe", ID: fmt.Sprint(i), Payload: json.RawMessage(`{"query": "{ products { totalCount } }"}`)}); err != nil {
				c.Fatal(err)
			}
			for {
				var answer message
				if err := wsjson.Read(c.Context(), socket, &answer); err != nil {
					c.Fatal(err)
				}
				switch {
				case answer.ID != fmt.Sprint(i):
				case strings.Contains(string(answer.Payload), "RATE_LIMITED"):
					return http.StatusTooManyRequests
				case answer.Type == "complete" || answer.Type == "error":
					return http.StatusOK
				}
			}
		})
		if asked < row.most-1 || asked > row.most+1 {
			c.Errorf("%s may send %d operations over a WebSocket, want %d", who, asked, row.most)
		}
	}
}

// A network that reads documents slowly holds a bounded number of connections, and nobody else notices.
func TestDownloadsOfANetworkAreLimited(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"TRUSTED_PROXIES": "127.0.0.0/8, ::1/128"})
	const hash = "0123456789abcdef0123456789abcdef"
	media := filepath.Join(s.dataDir, "media")
	if err := os.MkdirAll(media, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{hash + ".pdf": 20 << 20, hash + "-320.jpg": 1000} { // more than sockets buffer
		if err := os.WriteFile(filepath.Join(media, name), make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// begin requests a file and reads no more than the head of the response.
	begin := func(address, name string) (*http.Response, io.Closer) {
		t.Helper()
		connection, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close() })
		_ = connection.(*net.TCPConn).SetReadBuffer(4096)
		_ = connection.SetDeadline(time.Now().Add(20 * time.Second))
		if _, err := fmt.Fprintf(connection, "GET /media/%s HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: %s\r\n\r\n", name, address); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReaderSize(connection, 512), nil)
		if err != nil {
			t.Fatal(err)
		}
		return response, connection
	}
	var last io.Closer
	for i := range web.MaxDownloads {
		response, connection := begin(fmt.Sprintf("2001:db8::%x", i+1), hash+".pdf") // addresses of one network
		if last = connection; response.StatusCode != http.StatusOK {
			t.Fatalf("download %d: %d", i+1, response.StatusCode)
		}
	}
	refused, _ := begin("2001:db8::1", hash+".pdf")
	words, err := io.ReadAll(refused.Body)
	if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" || err != nil ||
		!strings.Contains(string(words), "too many files") || refused.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("one more: %d %v %q", refused.StatusCode, refused.Header, words)
	}
	for what, request := range map[string][2]string{"a picture": {"2001:db8::1", hash + "-320.jpg"}, "another network": {"192.0.2.1", hash + ".pdf"}} {
		if response, _ := begin(request[0], request[1]); response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", what, response.StatusCode)
		}
	}
	_ = last.Close()
	s.eventually("a place is free", func() bool {
		response, connection := begin("2001:db8::1", hash+".pdf")
		if response.StatusCode != http.StatusOK {
			_ = connection.Close()
		}
		return response.StatusCode == http.StatusOK
	})
}
