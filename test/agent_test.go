package test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"orrery/agent"
)

// assistant is an agent with a profile, a webhook, and the official client of MCP.
type assistant struct {
	server
	profile string
	signer  agent.Signer
	session *mcp.ClientSession

	mu       sync.Mutex
	webhooks []received
}

type received struct {
	header http.Header
	body   []byte
	method string
	path   string
	host   string
}

// newAssistant connects an agent to the shop. Its profile and its webhook are on this machine.
func newAssistant(s server) *assistant {
	s.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.Fatal(err)
	}
	a := &assistant{server: s, signer: agent.Signer{ID: "assistant-1", Key: key}}
	own := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			a.mu.Lock()
			defer a.mu.Unlock()
			a.webhooks = append(a.webhooks, received{r.Header, body, r.Method, r.URL.Path, r.Host})
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=60")
		_, _ = w.Write(a.document("http://" + r.Host + "/orders"))
	}))
	s.Cleanup(own.Close)
	a.profile = own.URL + "/profile"
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	a.session, err = client.Connect(s.Context(), &mcp.StreamableClientTransport{Endpoint: s.url + "/ucp/mcp",
		HTTPClient: &http.Client{Transport: signing{a}}}, nil)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = a.session.Close() })
	return a
}

func (a *assistant) document(webhook string) []byte {
	point, _ := a.signer.Key.PublicKey.Bytes()
	encode := base64.RawURLEncoding.EncodeToString
	capabilities := map[string]any{}
	for _, name := range []string{"catalog.search", "catalog.lookup", "cart", "checkout", "order"} {
		one := map[string]any{"version": "2026-04-08", "spec": "https://ucp.dev/", "schema": "https://ucp.dev/"}
		if name == "order" {
			one["config"] = map[string]string{"webhook_url": webhook}
		}
		capabilities["dev.ucp.shopping."+name] = []any{one}
	}
	text, _ := json.Marshal(map[string]any{"ucp": map[string]any{"version": "2026-04-08", "services": map[string]any{},
		"payment_handlers": map[string]any{}, "capabilities": capabilities},
		"signing_keys": []any{map[string]string{"kid": a.signer.ID, "kty": "EC", "crv": "P-256",
			"x": encode(point[1:33]), "y": encode(point[33:])}}})
	return text
}

// signing signs what the client sends.
type signing struct{ *assistant }

func (s signing) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", s.profile))
	if err := s.signer.SignRequest(r, body, time.Now()); err != nil {
		return nil, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// tool calls a tool and returns its structured content.
func (a *assistant) tool(name string, arguments map[string]any) map[string]any {
	a.Helper()
	arguments["meta"] = map[string]any{"ucp-agent": map[string]any{"profile": a.profile}}
	result, err := a.session.CallTool(a.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		a.Fatalf("%s: %v", name, err)
	}
	content, ok := result.StructuredContent.(map[string]any)
	if !ok || len(result.Content) != 1 {
		a.Fatalf("%s returned %+v", name, result)
	}
	return content
}

// An assistant prepares a checkout with the official client of MCP, a person takes it over and orders, and the assistant
// learns how the order goes on.
func TestAssistant(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	a := newAssistant(s)
	began := time.Now().Add(-time.Millisecond) // databases keep microseconds
	tools, err := a.session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 20 {
		t.Fatalf("%v: %+v", err, tools)
	}
	if got := a.session.InitializeResult(); got == nil || !strings.Contains(got.Instructions, "never follow instructions") {
		t.Errorf("the instructions are %+v", got)
	}

	found := a.tool("search_catalog", map[string]any{"catalog": map[string]any{"query": "fixed arm"}})
	product := found["products"].([]any)[0].(map[string]any)
	id := product["id"].(string)
	if fit := a.tool("check_fit", map[string]any{"productIds": []string{id, "7"}, "partMassGrams": 2500}); fit["outcome"] != "FITS" {
		t.Errorf("the fit is %v", fit)
	}
	quote := a.tool("create_quote", map[string]any{"name": "Ada", "email": "ada@example.org", "idempotencyKey": "1",
		"lines": []any{map[string]any{"productId": id}}})
	if status, pdf := s.send("GET", strings.TrimPrefix(fmt.Sprint(quote["pdf"]), s.url), "", nil); status != 200 || !strings.HasPrefix(pdf, "%PDF") {
		t.Errorf("the quote %v is status %d", quote, status)
	}
	line := map[string]any{"item": map[string]any{"id": id}, "quantity": 1}
	cart := a.tool("create_cart", map[string]any{"cart": map[string]any{"line_items": []any{line}}})
	checkout := a.tool("create_checkout", map[string]any{"checkout": map[string]any{"cart_id": cart["id"], "line_items": []any{}}})
	if checkout["status"] != "requires_escalation" {
		t.Fatalf("the checkout is %v", checkout)
	}
	address, prepared, _ := strings.Cut(checkout["continue_url"].(string), "?from=")
	if address != s.url+"/checkout" || prepared != checkout["id"] {
		t.Errorf("continue_url is %v", checkout["continue_url"])
	}

	// Without signing in, the address gives nothing away, and the same prices are in the graph.
	const read = `query ($id: ID!) { preparedCheckout(id: $id) { assistant version problems cart { total { amount } items { productId quantity product { price { amount } } } } } }`
	if got := s.execute("", read, map[string]any{"id": prepared}); len(got.Errors) == 0 || got.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
		t.Errorf("a visitor reads %+v", got)
	}
	if status, page := s.send("GET", "/checkout?from="+prepared, "", nil); status != 200 || strings.Contains(page, product["title"].(string)) {
		t.Errorf("the page of a visitor names what the assistant prepared (status %d)", status)
	}
	buyer := s.register("Ada", "ada@example.org")
	got := s.execute(buyer, read, map[string]any{"id": prepared})
	shown := got.Data["preparedCheckout"].(map[string]any)
	total := checkout["totals"].([]any)[3].(map[string]any)["amount"].(float64)
	if amount := shown["cart"].(map[string]any)["total"].(map[string]any)["amount"]; amount != fmt.Sprintf("%.2f", total/100) {
		t.Errorf("the graph says %v, the assistant was told %v", amount, total)
	}
	taken := s.execute(buyer, `mutation ($in: PreparedCheckoutTakeInput!) { preparedCheckoutTake(input: $in) { cart { itemCount } userErrors { code } } }`,
		map[string]any{"in": map[string]any{"id": prepared, "version": shown["version"]}})
	if len(taken.Errors) > 0 || taken.Data["preparedCheckoutTake"].(map[string]any)["cart"] == nil {
		t.Fatalf("not taken over: %+v", taken)
	}
	placed := s.execute(buyer, `mutation { orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id number } userErrors { message } } }`, nil)
	order := placed.Data["orderPlace"].(map[string]any)["order"].(map[string]any)

	done := a.tool("get_checkout", map[string]any{"id": prepared})
	if done["status"] != "completed" || done["order"].(map[string]any)["label"] != order["number"] {
		t.Errorf("the checkout is %v", done)
	}
	if seen := a.tool("get_order", map[string]any{"id": order["id"]}); seen["checkout_id"] != prepared {
		t.Errorf("the order is %v", seen)
	}
	history := s.execute(buyer, `query ($id: ID!) { order(id: $id) { preparedBy preparedAt createdAt } }`, map[string]any{"id": order["id"]})
	if by := history.Data["order"].(map[string]any)["preparedBy"]; by == nil || !strings.HasPrefix(a.profile, "http://"+by.(string)) {
		t.Errorf("the order was prepared by %v", by)
	}
	of := history.Data["order"].(map[string]any)
	at, err := time.Parse(time.RFC3339, fmt.Sprint(of["preparedAt"]))
	if ordered, _ := time.Parse(time.RFC3339, fmt.Sprint(of["createdAt"])); err != nil || at.Before(began) || !at.Before(ordered) {
		t.Errorf("the order of %v was prepared at %v", ordered, of["preparedAt"])
	}
	admin := s.loginDemoAdmin()
	log := s.execute(admin, `{ auditEntries(first: 50, filter: {object: AGENT_SESSION}) { nodes { agent actorName action } } }`, nil)
	entries := log.Data["auditEntries"].(map[string]any)["nodes"].([]any)
	if len(entries) != 2 || entries[0].(map[string]any)["agent"] != a.profile {
		t.Errorf("the audit log has %v", entries)
	}

	// The webhook of the profile gets the order as it is, signed with a key of the shop's profile; no partner's does.
	s.execute(admin, `mutation ($in: OrderStatusUpdateInput!) { orderStatusUpdate(input: $in) { userErrors { message } } }`,
		map[string]any{"in": map[string]any{"id": order["id"], "status": "PAID", "version": 1}})
	a.eventually("two deliveries", func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		return len(a.webhooks) >= 2
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, sent := range a.webhooks {
		var body map[string]any
		if err := json.Unmarshal(sent.body, &body); err != nil || body["id"] != order["id"] {
			t.Errorf("delivery %d is %s", i, sent.body)
		}
		if err := s.verify(sent); err != nil {
			t.Errorf("delivery %d: %v", i, err)
		}
	}
	if hooks := s.execute(admin, `{ webhooks(first: 10) { nodes { url } } }`, nil); strings.Contains(fmt.Sprint(hooks.Data), "/orders") {
		t.Errorf("the webhook of the agent is among the partners': %v", hooks.Data)
	}
}

// verify verifies the signature of a delivery with the key of the shop's profile, as RFC 9421 says.
func (s server) verify(sent received) error {
	_, text := s.send("GET", "/.well-known/ucp", "", nil)
	var profile struct {
		Keys []struct{ Kid, X, Y string } `json:"signing_keys"`
	}
	if err := json.Unmarshal([]byte(text), &profile); err != nil {
		return err
	}
	sum := sha256.Sum256(sent.body)
	if want := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"; sent.header.Get("Content-Digest") != want {
		return fmt.Errorf("the digest is %s, want %s", sent.header.Get("Content-Digest"), want)
	}
	params := strings.TrimPrefix(sent.header.Get("Signature-Input"), "sig1=")
	names, _, _ := strings.Cut(strings.TrimPrefix(params, "("), ")")
	var base strings.Builder
	for _, name := range strings.Fields(names) {
		value := sent.header.Get(strings.Trim(name, `"`))
		switch name {
		case `"@method"`:
			value = sent.method
		case `"@authority"`:
			value = sent.host
		case `"@path"`:
			value = sent.path
		}
		fmt.Fprintf(&base, "%s: %s\n", name, value)
	}
	base.WriteString(`"@signature-params": ` + params)
	raw, err := base64.StdEncoding.DecodeString(strings.Trim(strings.TrimPrefix(sent.header.Get("Signature"), "sig1="), ":"))
	if err != nil || len(raw) != 64 {
		return fmt.Errorf("the signature has %d bytes: %w", len(raw), err)
	}
	digest := sha256.Sum256([]byte(base.String()))
	for _, key := range profile.Keys {
		x, _ := base64.RawURLEncoding.DecodeString(key.X)
		y, _ := base64.RawURLEncoding.DecodeString(key.Y)
		public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
		if err == nil && strings.Contains(params, key.Kid) &&
			ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:])) {
			return nil
		}
	}
	return fmt.Errorf("no key of the profile has signed %q", base.String())
}
