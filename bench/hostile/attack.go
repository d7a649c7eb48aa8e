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

// answerWithin is longer than the shop takes for its slowest answer.
const answerWithin = 40 * time.Second

// attack is a request as it goes over the wire, which the clients of the standard library would refuse to send.
type attack struct {
	method, target string
	headers        []string
	body           string
	missing        int // bytes that are announced and never sent
}

func (a attack) String() string {
	body := a.body[:min(len(a.body), 300)]
	return fmt.Sprintf("%s %.200q, headers %.200q, %d bytes %.300q", a.method, a.target, a.headers, len(a.body), body)
}

// send returns the status of the answer, once all of the answer has come.
func (a attack) send(address string) (status int, err error) {
	conn, err := net.DialTimeout("tcp", address, answerWithin)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(answerWithin)); err != nil {
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
	go func() { // an answer may come before all is sent, and then the rest can't be
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

// draw makes one request.
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

// caller is a header for one of those who may ask, or for nobody.
func (v *victim) caller(d dice) string { return "Authorization: Bearer " + pick(d, v.tokens) }

func (v *victim) headJunk(d dice) attack {
	a := attack{method: "GET", target: pick(d, []string{"/", "/api/v1/auth/me", "/graphql?query={me{id}}", "/media/x.jpg", "/readyz", "/product/1"})}
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
		// net/http closes on an address that is none without reading on: the answer to a long head would be lost.
		a.target, a.headers = target(d), nil
	}
	return a
}
