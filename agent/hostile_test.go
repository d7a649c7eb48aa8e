package agent_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Whatever is sent, the answer is never a server error.
func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	cart, checkout := p.call("create_cart", "", lines).textAt("id"), p.call("create_checkout", "", lines).textAt("id")
	random := rand.New(rand.NewPCG(27, 2026))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	names := []string{}
	for name := range operations {
		names = append(names, name)
	}
	slices.Sort(names)
	values := []string{`null`, `0`, `-1`, `1e999`, `1.5`, `true`, `""`, `"\u0000"`, `"x"`, `[]`, `{}`, `[[]]`, `{"id": {}}`,
		`"` + strings.Repeat("ä", 5000) + `"`, `99999999999999999999`, `"' OR 1=1 --"`, `"\ud800"`, strings.Repeat("[", 5000)}
	payloads := []string{lines, `{"query": "arm"}`, `{"ids": ["1"]}`, `{"id": "1"}`, `{"cart_id": "x", "line_items": []}`}
	mutate := func(text string) string {
		switch random.IntN(6) {
		case 0: // cut off
			return text[:random.IntN(len(text)+1)]
		case 1: // another byte
			raw := []byte(text)
			if len(raw) > 0 {
				raw[random.IntN(len(raw))] = byte(random.IntN(256))
			}
			return string(raw)
		case 2: // another value
			return strings.Replace(text, pick(`"3"`, `2`, `"arm"`, `["1"]`, `"1"`), pick(values...), 1)
		case 3: // another member
			return strings.Replace(text, "{", `{`+pick(`"filters"`, `"pagination"`, `"context"`, `"line_items"`, `"buyer"`, `"payment"`)+`: `+pick(values...)+`,`, 1)
		case 4:
			return pick(values...)
		}
		return text
	}
	statuses := map[int]int{}
	for i := range 2000 {
		op := names[random.IntN(len(names))]
		over := p.over([]binding{overREST, overMCP}[random.IntN(2)])
		id := pick(cart, checkout, "x", "..", "%00", strings.Repeat("a", 3000), "é", "' OR 1=1", "chk_"+strings.Repeat("A", 26))
		id = strings.NewReplacer("/", "", `"`, "").Replace(id)
		if over.binding == overREST {
			id = strings.NewReplacer(" ", "%20", "'", "%27", "é", "%C3%A9", "..", "%2e%2e").Replace(id)
		}
		r := over.request(op, id, pick(payloads...))
		method, path, text := r.Method, r.URL.EscapedPath(), string(r.body)
		if random.IntN(4) > 0 {
			text = mutate(text)
		}
		if random.IntN(10) == 0 {
			method = pick("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE")
		}
		sending := s.plain(method, path, text)
		sending.Header.Set("UCP-Agent", r.Header.Get("UCP-Agent"))
		sending.Header.Set("Content-Type", pick("application/json", "application/json", "application/json", "text/plain", "application/json; charset=\"", ""))
		switch random.IntN(5) {
		case 0: // as it was signed before
			for _, name := range []string{"Signature", "Signature-Input", "Content-Digest"} {
				sending.Header.Set(name, r.Header.Get(name))
			}
		case 1: // broken headers
			name := pick("Signature", "Signature-Input", "Content-Digest", "UCP-Agent", "Idempotency-Key", "MCP-Protocol-Version", "Authorization")
			sending.Header.Set(name, pick("", "(", `sig1=("@method")`, "sig1=:AA:", strings.Repeat("a=1,", 2000), "\"", "Bearer x", "é", "0", `profile=""`, "sig1=?1"))
		default:
			sending = p.signed(sending)
		}
		response, err := http.DefaultClient.Do(sending.Request)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		_ = response.Body.Close()
		statuses[response.StatusCode]++
		if response.StatusCode >= 500 {
			t.Errorf("status %d after %s %s %.200q with %v", response.StatusCode, method, path, text, sending.Header)
		}
	}
	t.Log(fmt.Sprint("statuses: ", statuses))
	if statuses[200]+statuses[201] == 0 || statuses[400] == 0 || statuses[401] == 0 {
		t.Errorf("the requests are of one kind: %v", statuses)
	}
	// Messages that are no request of MCP.
	for _, text := range []string{`[]`, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `null`, `3`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":1}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_cart","arguments":[]}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_cart","arguments":{"meta":3}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}`} {
		got := s.send("", s.plain("POST", "/ucp/mcp", text))
		if got.status < 400 || got.status >= 500 || got.rpc == 0 {
			t.Errorf("%s: %d %s", text, got.status, got.text)
		}
	}
	if got := s.send("", s.plain("POST", "/ucp/mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)); got.rpc != -32601 {
		t.Errorf("an unknown method: %s", got.text)
	}
	if got := s.send("", s.plain("POST", "/ucp/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)); got.status != 202 {
		t.Errorf("a notification: %d", got.status)
	}
	large := s.send("", s.plain("POST", "/ucp/v1/carts", `"`+strings.Repeat("a", 300<<10)+`"`))
	large.refused(413, "request_too_large")
}

// Every operation of the specification is offered, over both bindings, and no other.
func TestOperationsOfTheSpecification(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	rest := specified(t, "services/shopping/rest.openapi.json")
	found := map[string]bool{}
	for path, methods := range rest["paths"].(map[string]any) {
		for method, operation := range methods.(map[string]any) {
			if described, ok := operation.(map[string]any); ok {
				name := described["operationId"].(string)
				found[name] = true
				if o := operations[name]; o.path != path || !strings.EqualFold(o.method, method) {
					t.Errorf("%s is %s %s, tested is %s %s", name, method, path, o.method, o.path)
				}
				response := s.send("", s.plain(strings.ToUpper(method), "/ucp/v1"+strings.Replace(path, "{id}", "x", 1), `{}`))
				if response.code != "invalid_profile_url" {
					t.Errorf("%s: %d %s", name, response.status, response.text)
				}
			}
		}
	}
	tools := map[string]bool{}
	got := s.send("", s.plain("POST", "/ucp/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	for _, one := range listed(t, got.text) {
		tools[one] = true
	}
	for _, method := range specified(t, "services/shopping/mcp.openrpc.json")["methods"].([]any) {
		if name := method.(map[string]any)["name"].(string); !found[name] || !tools[name] {
			t.Errorf("%s is offered over REST: %v, over MCP: %v", name, found[name], tools[name])
		}
	}
	if len(found) != len(operations) {
		t.Errorf("%d operations are specified, %d tested", len(found), len(operations))
	}
}

// specified reads a document of the specification.
func specified(t *testing.T, name string) (document map[string]any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "ucp-"+version, name))
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// listed returns the names of the tools in a response to tools/list.
func listed(t *testing.T, text string) (names []string) {
	t.Helper()
	var body struct {
		Result struct {
			Tools []struct{ Name, Description string }
		}
	}
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		t.Fatal(err)
	}
	for _, one := range body.Result.Tools {
		names = append(names, one.Name)
		if one.Description == "" {
			t.Errorf("%s has no description", one.Name)
		}
	}
	return names
}
