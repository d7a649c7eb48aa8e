package test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// target is a shop that is not a demo, has a public https URL and allows one other origin.
type target struct {
	server
	accounts
}

const (
	targetURL     = "https://shop.example"
	partnerOrigin = "https://partner.example"
)

// Each subtest is a class of attacks, none of which may succeed.
func TestAttacks(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), map[string]string{"DEMO": "0", "PRIVATE_WEBHOOKS": "0",
		"PUBLIC_URL": targetURL, "ALLOWED_ORIGINS": partnerOrigin})
	c := newAccounts(s)
	c.signIn(s)
	for _, attack := range []struct {
		name string
		run  func(target)
	}{
		{"forged tokens", target.forgedTokens}, {"session fixation", target.sessionFixation},
		{"squatted addresses", target.squattedAddresses}, {"stolen sessions", target.stolenSessions}, {"hostile documents", target.hostileDocuments},
		{"other sites", target.otherSites}, {"broken requests", target.brokenRequests}, {"headers", target.headers}, {"paths", target.paths},
		{"hosts", target.hosts}, {"webhooks into the network", target.webhooks}, {"texts", target.texts}, {"line breaks", target.lineBreaks},
		{"guesses", target.guesses}, // last, since it uses up the attempts of the address
	} {
		t.Run(attack.name, func(t *testing.T) {
			attack.run(target{s.with(t), c})
		})
	}
}

// ask sends a GraphQL operation and returns the response as text.
func (a target) ask(token, query string, variables map[string]any) string {
	a.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		a.Fatal(err)
	}
	_, answer := a.send("POST", "/graphql", string(body), bearer(token))
	return answer
}

func (a target) hostileDocuments() {
	repeat := func(n int, one func(int) string) string {
		var text strings.Builder
		for i := range n {
			text.WriteString(one(i))
		}
		return text.String()
	}
	const tooMuch, unread, invalid = "COMPLEXITY_LIMIT_EXCEEDED", "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED"
	for attack, row := range map[string]struct{ query, reason string }{
		"introspection":           {`{ __schema { types { name } } }`, "FORBIDDEN"},
		"a type":                  {`{ __type(name: "User") { fields { name } } }`, "FORBIDDEN"},
		"a suggestion":            {`{ produkt { id } }`, invalid},
		"deep nesting":            {"{ products { nodes { " + strings.Repeat("relatedProducts { ", 20) + "id" + strings.Repeat(" }", 23), invalid},
		"fragments in a circle":   {`{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }`, invalid},
		"a fragment in itself":    {`{ product(id: "1") { ...a } } fragment a on Product { id ...a }`, invalid},
		"thousands of aliases":    {"{ " + repeat(3000, func(i int) string { return fmt.Sprintf("a%d: __typename ", i) }) + "}", unread},
		"expensive aliases":       {"{ " + repeat(60, func(i int) string { return fmt.Sprintf("a%d: products(first: 100) { nodes { id name } } ", i) }) + "}", tooMuch},
		"thousands of directives": {"{ __typename " + strings.Repeat("@include(if: true) ", 3000) + "}", unread},
		"unknown directives":      {"{ __typename " + strings.Repeat("@a ", 500) + "}", invalid},
		"thousands of variables":  {"query (" + repeat(1500, func(i int) string { return fmt.Sprintf("$v%d: Int ", i) }) + ") { __typename }", unread},
		"a list without a bound":  {`{ products(first: 1000000) { nodes { id } } }`, "OUT_OF_RANGE"},
		"an offset without one":   {`{ products(offset: 2000000000) { nodes { id } } }`, "OUT_OF_RANGE"},
		"an object for a text":    {`mutation { userLogin(input: {email: {ne: ""}, password: {ne: ""}}) { token } }`, invalid},
		"SQL in a search":         {`{ order(id: "' OR '1'='1") { id } }`, "UNAUTHENTICATED"},
	} {
		answer := a.ask("", row.query, nil)
		if !strings.Contains(answer, row.reason) || strings.Contains(answer, "Did you mean") || strings.Contains(answer, `"data":{`) && row.reason != "OUT_OF_RANGE" && row.reason != "UNAUTHENTICATED" {
			a.Errorf("%s: %.300s, want %s", attack, answer, row.reason)
		}
	}
	// Aliases in one document count as separate attempts.
	answer := a.ask("", "mutation { "+repeat(40, func(i int) string {
		return fmt.Sprintf(`a%d: userLogin(input: {email: "alias@example.org", password: "guess%d"}) { userErrors { code } } `, i, i)
	})+"}", nil)
	if tried := strings.Count(answer, "INVALID_CREDENTIALS"); tried > 10 || !strings.Contains(answer, "RATE_LIMITED") {
		a.Errorf("%d guesses in one document: %.300s", tried, answer)
	}
	for attack, row := range map[string]struct {
		method, path, kind, body string
		status                   int
	}{
		"a batch":                   {"POST", "/graphql", "application/json", `[{"query": "{ __typename }"}, {"query": "{ __typename }"}]`, 400},
		"a change by GET":           {"GET", "/graphql?query=" + url.QueryEscape(`mutation { cartClear { userErrors { code } } }`), "", "", 405},
		"a form of another site":    {"POST", "/graphql", "application/x-www-form-urlencoded", "query=" + url.QueryEscape(`mutation { userLogout { loggedOut } }`), 415},
		"text of another site":      {"POST", "/graphql", "text/plain", `{"query": "mutation { userLogout { loggedOut } }"}`, 415},
		"a file of another site":    {"POST", "/graphql", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"operations\"\r\n\r\n{\"query\": \"{ __typename }\"}\r\n--b--\r\n", 415},
		"JSON in another charset":   {"POST", "/graphql", "application/json; charset=utf-7", `{"query": "{ __typename }"}`, 415},
		"a huge variable":           {"POST", "/graphql", "application/json", `{"query": "{ __typename }", "variables": {"a": "` + strings.Repeat("x", 2<<20) + `"}}`, 413},
		"a nested variable":         {"POST", "/graphql", "application/json", `{"query": "{ __typename }", "variables": {"a": ` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}}`, 400},
		"two values":                {"POST", "/graphql", "application/json", `{"query": "{ __typename }"}{"query": "{ __typename }"}`, 400},
		"a document by its name":    {"POST", "/graphql", "application/json", `{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "` + strings.Repeat("0", 64) + `"}}}`, 200},
		"a sign-in by a plain form": {"POST", "/api/v1/auth/login", "text/plain", `{"email": "owner@example.org", "password": "x"}`, 415},
		"REST with another method":  {"POST", "/api/v1/cart/3", "application/json", `{}`, 405},
	} {
		status, answer := a.send(row.method, row.path, row.body, map[string]string{"Content-Type": row.kind, "X-HTTP-Method-Override": "DELETE"})
		if status != row.status || strings.Contains(answer, "__typename\":\"Query") {
			a.Errorf("%s: %d %.200s, want %d", attack, status, answer, row.status)
		}
	}
}

// otherSites sends what pages of other sites can send: they may not read responses, and their requests are not
// authenticated.
func (a target) otherSites() {
	for _, origin := range []string{"null", "https://evil.example", targetURL + ".evil.example", partnerOrigin + ".evil.example", "https://evilpartner.example",
		"http://partner.example", partnerOrigin + ":444", "https://PARTNER.example", partnerOrigin + ", https://evil.example"} {
		for _, path := range []string{"/graphql", "/api/v1/auth/me", "/schema.graphql", a.link, "/metrics"} {
			for _, method := range []string{"GET", "OPTIONS"} {
				header := a.head(method, path, map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"})
				if header.Get("Access-Control-Allow-Origin") != "" || header.Get("Access-Control-Allow-Credentials") != "" {
					a.Errorf("%s %s is open to %s", method, path, origin)
				}
			}
		}
	}
	if allowed := a.head("GET", "/graphql", map[string]string{"Origin": partnerOrigin}).Get("Access-Control-Allow-Origin"); allowed != partnerOrigin {
		a.Errorf("the allowed origin is %q, want %q", allowed, partnerOrigin)
	}
	dial := func(header http.Header) (*websocket.Conn, error) {
		socket, _, err := websocket.Dial(a.Context(), a.url+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: header})
		return socket, err
	}
	for origin, opens := range map[string]bool{"https://evil.example": false, "null": false, targetURL + ".evil.example": false, "http://partner.example": false,
		targetURL: true, partnerOrigin: true} {
		socket, err := dial(http.Header{"Origin": {origin}})
		if (err == nil) != opens {
			a.Errorf("a WebSocket of %s: %v", origin, err)
		}
		if err == nil {
			_ = socket.CloseNow()
		}
	}
	// Browsers also send cookies, which do not authenticate.
	socket, err := dial(http.Header{"Cookie": {"token=" + a.tokens["admin"]}})
	if err != nil {
		a.Fatal(err)
	}
	defer func() { _ = socket.CloseNow() }()
	var received map[string]any
	for _, message := range []map[string]any{{"type": "connection_init"},
		{"type": "subscribe", "id": "1", "payload": map[string]any{"query": `subscription { eventAdded { cursor } }`}}} {
		if err := wsjson.Write(a.Context(), socket, message); err != nil {
			a.Fatal(err)
		}
		if err := wsjson.Read(a.Context(), socket, &received); err != nil {
			a.Fatal(err)
		}
	}
	if !strings.Contains(fmt.Sprint(received), "UNAUTHENTICATED") {
		a.Errorf("a cookie authenticates: %v", received)
	}
}

// head sends a request and returns the header of the response. It does not follow redirects.
func (s server) head(method, path string, header map[string]string) http.Header {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), method, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.Fatal(err)
	}
	_ = response.Body.Close()
	return response.Header
}

// raw sends bytes and returns all responses until the server closes the connection.
func (s server) raw(text string) string {
	s.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	go func() { _, _ = io.WriteString(conn, text) }()
	var answers strings.Builder
	_, _ = io.Copy(&answers, bufio.NewReader(conn))
	return answers.String()
}

// brokenRequests sends requests that a proxy and the server could parse differently. They are refused, or they are
// parsed in one way and the connection is closed.
func (a target) brokenRequests() {
	const host = "Host: shop.example\r\n"
	const smuggled = "GET /livez HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"
	for attack, row := range map[string]struct {
		text    string
		answers []string // expected status codes
	}{
		"two lengths":               {"POST /graphql HTTP/1.1\r\n" + host + "Content-Length: 0\r\nContent-Length: 80\r\n\r\n" + smuggled, []string{"400"}},
		"a length with a sign":      {"POST /graphql HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\n" + smuggled, []string{"400"}},
		"a coding that is none":     {"POST /graphql HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled, []string{"501"}},
		"two codings":               {"POST /graphql HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + smuggled, []string{"501"}},
		"a space before the colon":  {"POST /graphql HTTP/1.1\r\n" + host + "Content-Length : 5\r\n\r\n" + smuggled, []string{"400"}},
		"two hosts":                 {"GET /livez HTTP/1.1\r\n" + host + "Host: evil.example\r\n\r\n", []string{"400"}},
		"no host":                   {"GET /livez HTTP/1.1\r\n\r\n", []string{"400"}},
		"a header of 40 KB":         {"GET /livez HTTP/1.1\r\n" + host + "X: " + strings.Repeat("x", 40<<10) + "\r\n\r\n", []string{"431"}},
		"a NUL in a header":         {"GET /livez HTTP/1.1\r\n" + host + "X: a\x00b\r\n\r\n", []string{"400"}},
		"a body that ends early":    {"POST /graphql HTTP/1.1\r\n" + host + "Content-Type: application/json\r\nContent-Length: -1\r\n\r\n", []string{"400"}},
		"HTTP/2 without agreement":  {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []string{"505", "400", "405"}},
		"a tunnel":                  {"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n", []string{"404", "405", "400"}},
		"an echo":                   {"TRACE / HTTP/1.1\r\n" + host + "X-Secret: s3cr3t\r\nConnection: close\r\n\r\n", []string{"405"}},
		"an address of elsewhere":   {"GET http://evil.example/livez HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", []string{"200"}}, // the shop's own /livez: nothing is fetched
		"a line break in a path":    {"GET /products%0d%0aX-Injected:%20yes/ HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", []string{"301", "404"}},
		"a line break in a product": {"GET /product/1%0d%0aX-Injected:%20yes HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", []string{"301"}},
	} {
		answer := a.raw(row.text)
		status, _, _ := strings.Cut(strings.TrimPrefix(answer, "HTTP/1.1 "), " ")
		if !slices.Contains(row.answers, status) || strings.Count(answer, "HTTP/1.1 ") != 1 {
			a.Errorf("%s: answered %.300q, want one of %v", attack, answer, row.answers)
		}
		if strings.Contains(answer, "\nX-Injected:") || strings.Contains(answer, "s3cr3t") {
			a.Errorf("%s: %.400q", attack, answer)
		}
	}
	// Chunked encoding takes precedence over a length.
	both := a.raw("POST /api/v1/auth/login HTTP/1.1\r\n" + host + "Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n{}")
	if !strings.HasPrefix(both, "HTTP/1.1 400 ") || strings.Count(both, "HTTP/1.1 ") != 1 {
		a.Errorf("a length and chunks: %q", both)
	}
}
