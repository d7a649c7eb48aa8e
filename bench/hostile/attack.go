package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// responseTimeout is longer than the slowest response of the shop takes.
const responseTimeout = 40 * time.Second

// attack is a request in its wire format, which may be one that the client of net/http refuses to send.
type attack struct {
	method, target string
	headers        []string
	body           string
	missing        int // bytes that Content-Length announces but that are never sent
}

func (a attack) String() string {
	body := a.body[:min(len(a.body), 300)]
	return fmt.Sprintf("%s %.200q, headers %.200q, %d bytes %.300q", a.method, a.target, a.headers, len(a.body), body)
}

// send sends the request on a new connection, reads the complete response and returns its status.
func (a attack) send(address string) (status int, err error) {
	conn, err := net.DialTimeout("tcp", address, responseTimeout)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(responseTimeout)); err != nil {
		return 0, err
	}
	var head strings.Builder
	fmt.Fprintf(&head, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", a.method, a.target, address)
	if a.body != "" || a.missing > 0 {
		fmt.Fprintf(&head, "Content-Length: %d\r\n", len(a.body)+a.missing)
	}
	for _, line := range a.headers {
		head.WriteString(line + "\r\n")
	}
	head.WriteString("\r\n")
	go func() { // the shop may respond before it has read all of the request; the remaining writes then fail
		_, _ = io.WriteString(conn, head.String()+a.body)
		if a.missing > 0 {
			_ = conn.(*net.TCPConn).CloseWrite()
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: a.method})
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// draw returns a random request.
func (v *victim) draw(d dice) attack {
	switch n := d.IntN(100); {
	case n < 25:
		return v.graphCall(d)
	case n < 45:
		return v.graphJunk(d)
	case n < 80:
		return v.restCall(d)
	case n < 90:
		return v.headJunk(d)
	default:
		return v.upload(d)
	}
}

// caller returns an Authorization header with a random token of v.tokens; the visitor's is empty.
func (v *victim) caller(d dice) string { return "Authorization: Bearer " + pick(d, v.tokens) }

func (v *victim) headJunk(d dice) attack {
	a := attack{method: "GET", target: pick(d, []string{
		"/", "/api/v1/auth/me", "/graphql?query={me{id}}", "/media/x.jpg", "/readyz", "/product/1"})}
	token := pick(d, v.tokens[:2])
	a.headers = []string{pick(d, []string{
		"Authorization: Bearer " + token[:len(token)-1-d.IntN(20)],
		"Authorization: Bearer " + token + token,
		"Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
		"Authorization: Bearer " + strings.Repeat("a.", 10000),
		"Authorization: Bearer \xff\xfe\x00",
		"Authorization: Basic " + token,
		"Authorization:",
		"X-Junk: " + strings.Repeat("x", 64<<10),
		"Cookie: " + strings.Repeat("a=b; ", 5000),
		strings.Repeat("X-Many: y\r\n", 3000) + "X-Last: z",
		"Accept: " + strings.Repeat("application/graphql-response+json;q=1e999,", 500),
		"Accept-Language: " + strings.Repeat("en;q=0.1,", 2000),
		"Accept-Encoding: gzip;q=nan, br;q=-1, " + text(d),
		"Content-Type: multipart/form-data; boundary=" + strings.Repeat("b", 5000),
		"Range: bytes=" + strings.Repeat("0-1,", 3000) + "5-",
		"If-None-Match: " + strings.Repeat(`"`, 9999),
		"If-Modified-Since: " + strings.Repeat("9", 200),
		"Origin: null",
		"Origin: " + strings.Repeat("http://x.example,", 500),
		"Host: evil.example",
		"Content-Length: -1",
		"Content-Length: 99999999999999999999",
		"Expect: the unexpected",
		"Upgrade: websocket\r\nConnection: Upgrade",
		"X-Forwarded-For: " + strings.Repeat("1.1.1.1,", 2000),
		": nameless",
		"Bad Name: x",
		"X-Request-Id: a\rlevel=ERROR",
	})}
	if d.chance(4) {
		// net/http closes the connection on an invalid target without reading the remaining header. A long header would
		// then lose the response, so such a target is sent without headers.
		a.target, a.headers = target(d), nil
	}
	return a
}
