package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// manyRequests is how many requests a minute a caller may send in these tests.
const manyRequests = 20

// crowded is a shop that is reached from many networks through a proxy, and its administrator.
type crowded struct {
	visitor
	admin string
}

// What strangers and partners may ask for is counted together, whichever way they come.
func TestAllowances(t *testing.T) {
	t.Parallel()
	c := demoConfig(t.TempDir())
	c.rateLimit, c.proxies = manyRequests, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	origin, _ := servingWith(t, c, slog.New(slog.DiscardHandler))
	admin := signIn(t, origin)
	for _, part := range []struct {
		name string
		run  func(crowded)
	}{
		{"an IPv6 network", crowded.ipv6Network}, {"customers of one address", crowded.customersOfOneAddress},
		{"requests of a key", crowded.keyRequests}, {"cost of a key", crowded.keyCost}, {"operations over a WebSocket", crowded.socketOperations},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(crowded{visitor{t, origin}, admin}) })
	}
}

// allowed sends requests until one is refused, at most so many, and returns how many were not. A minute that turns meanwhile may let one
// more through.
func allowed(most int, send func(i int) (status int)) int {
	for i := range most {
		if send(i) == http.StatusTooManyRequests {
			return i
		}
	}
	return most
}

// from is the headers of a request from an address.
func from(address, token string) map[string]string {
	headers := map[string]string{"X-Forwarded-For": address}
	if token != "" {
		headers["Authorization"] = "Bearer " + token
	}
	return headers
}

func (c crowded) ipv6Network() {
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

func (c crowded) customersOfOneAddress() {
	const address = "192.0.2.50"
	var tokens []string
	for i := range 8 { // accounts are made from elsewhere
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
	sum := 0
	for _, token := range tokens {
		sum += allowed(2*manyRequests, func(int) int {
			status, _ := c.send("GET", "/api/v1/auth/me", "", from(address, token))
			return status
		})
	}
	if sum < 5*manyRequests || sum > 5*manyRequests+2 {
		c.Errorf("eight accounts at one address may ask %d times, want %d", sum, 5*manyRequests)
	}
	// Others there, and the same accounts elsewhere, are not kept out.
	for who, headers := range map[string]map[string]string{"a visitor there": from(address, ""), "an administrator there": from(address, c.admin),
		"a customer elsewhere": from("192.0.2.51", tokens[7])} {
		if status, answer := c.send("GET", "/api/v1/products", "", headers); status != http.StatusOK {
			c.Errorf("%s gets %d %s", who, status, answer)
		}
	}
}

// limitedKey makes an API key that may do so much in a minute.
func (c crowded) limitedKey(requests, cost int) string {
	made := post(c.T, c.origin, c.admin, fmt.Sprintf(`mutation { apiKeyCreate(input: {name: "Limited", scopes: [READ_ORDERS], requests: %d, cost: %d}) { secret } }`,
		requests, cost), nil)
	return made.Data["apiKeyCreate"].(map[string]any)["secret"].(string)
}

// ways are requests of every kind that an API key can send.
func (c crowded) ways(secret string) []func() (int, string) {
	headers := map[string]string{"Authorization": "Bearer " + secret}
	var all []func() (int, string)
	for _, way := range [][3]string{
		{"POST", "/graphql", `{"query": "{ __typename }"}`}, {"GET", "/graphql?query=" + url.QueryEscape("{ __typename }"), ""},
		{"GET", "/api/v1/products", ""}, {"GET", "/api/v1/exports/orders.csv", ""}, {"GET", "/schema.graphql", ""}, {"GET", "/quotes/Q-1.pdf", ""},
	} {
		all = append(all, func() (int, string) { return c.send(way[0], way[1], way[2], headers) })
	}
	return all
}

func (c crowded) keyRequests() {
	ways := c.ways(c.limitedKey(5, 100_000))
	asked := allowed(20, func(i int) int { status, _ := ways[i%len(ways)](); return status })
	if asked < 5 || asked > 6 {
		c.Errorf("a key with 5 requests a minute may send %d over all APIs", asked)
	}
}

func (c crowded) keyCost() {
	ways := c.ways(c.limitedKey(1000, 1500))
	// Four requests outside of GraphQL and an export cost 1,400, and __typename costs little.
	spent := 0
	asked := allowed(60, func(i int) int {
		status, answer := ways[i%len(ways)]()
		if status != http.StatusTooManyRequests {
			spent++
		} else if !strings.Contains(answer, "budget") {
			c.Errorf("refused with %s", answer)
		}
		return status
	})
	if asked < 6 || asked > 10 {
		c.Errorf("a key with a budget of 1,500 may send %d requests over all APIs", asked)
	}
}

// message is one of graphql-transport-ws.
type message struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// socket opens a WebSocket from an address and begins the protocol.
func (c crowded) socket(address, token string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, c.origin+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"},
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

// Each operation over a WebSocket is a request, of a visitor's network and of a key.
func (c crowded) socketOperations() {
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
