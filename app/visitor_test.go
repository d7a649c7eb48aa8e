package app

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// visitor uses the shop as people do.
type visitor struct {
	*testing.T
	origin string
}

func (v visitor) send(method, path, body string, header map[string]string) (status int, answer string) {
	v.Helper()
	request, err := http.NewRequestWithContext(v.Context(), method, v.origin+path, strings.NewReader(body))
	if err != nil {
		v.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		v.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

func (v visitor) soon(what string, is func() bool) {
	v.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			v.Fatalf("%s: not within 20 s", what)
		}
	}
}
