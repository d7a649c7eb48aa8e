package agent_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"orrery/agent"
	"orrery/auth"
	"orrery/db/dbtest"
	"orrery/jobs"
	"orrery/shop"
	"orrery/telemetry"
	"orrery/web"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

const version = "2026-04-08"

// testServer serves the API for agents with a seeded database of its own.
type testServer struct {
	t testing.TB
	*dbtest.Database
	url      string
	accounts *auth.Auth
}

// options change the server of a test.
type options struct {
	perMinute int // requests of one caller; 0: unlimited
	strict    bool
	tls       *http.Client // fetches profiles, instead of a client without rules
}

func newServer(t testing.TB, o options) *testServer {
	t.Helper()
	database := dbtest.New(t)
	accounts, err := auth.New(database.Store, []byte(strings.Repeat("k", auth.MinSecret)), database.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := accounts.MessageKeys()
	if err != nil {
		t.Fatal(err)
	}
	var lines syncBuffer
	log := slog.New(slog.NewTextHandler(&lines, nil))
	server := httptest.NewUnstartedServer(nil)
	limits := web.NewLimiter(o.perMinute, nil, nil)
	client := jobs.NewWebhookClient(true)
	if o.tls != nil {
		client = o.tls
	}
	handler, err := agent.New(agent.Config{Store: database.Store, PublicURL: "http://" + server.Listener.Addr().String(),
		Log: log, Client: client, Local: !o.strict, Keys: keys, Count: limits.Count})
	if err != nil {
		t.Fatal(err)
	}
	behind := accounts.Middleware(log, agent.Refuse, limits.Handler(shop.RequestCost, agent.Refuse, handler))
	server.Config.Handler = web.Middleware(telemetry.Observers{Log: log}, "http://localhost", behind)
	server.Start()
	t.Cleanup(func() {
		server.Close()
		if text := lines.String(); strings.Contains(text, "level=ERROR") {
			t.Errorf("the log has errors: %s", text)
		}
	})
	return &testServer{t: t, Database: database, url: server.URL, accounts: accounts}
}

type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// platform is an agent with a profile that is served on this machine.
type platform struct {
	s       *testServer
	profile string // URL
	signer  agent.Signer
	served  *served
	binding binding
}

// served is what the server of a profile responds.
type served struct {
	mu      sync.Mutex
	status  int
	control string
	body    string
	fetched atomic.Int64
}

func (s *served) set(change func(*served)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

var profileNumber atomic.Int64

// newPlatform returns a platform with all capabilities of the protocol.
func (s *testServer) newPlatform() *platform {
	s.t.Helper()
	return s.platformWith("dev.ucp.shopping.catalog.search", "dev.ucp.shopping.catalog.lookup", "dev.ucp.shopping.cart",
		"dev.ucp.shopping.checkout", "dev.ucp.shopping.order")
}

func (s *testServer) platformWith(capabilities ...string) *platform {
	s.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	p := &platform{s: s, signer: agent.Signer{ID: "key-1", Key: key}, served: &served{status: 200,
		control: "public, max-age=600"}, binding: overREST}
	p.served.body = p.document(version, capabilities...)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.served.fetched.Add(1)
		p.served.mu.Lock()
		defer p.served.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", p.served.control)
		if p.served.status/100 == 3 {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(p.served.status)
		_, _ = io.WriteString(w, p.served.body)
	}))
	s.t.Cleanup(server.Close)
	p.profile = fmt.Sprintf("%s/profile-%d.json", server.URL, profileNumber.Add(1))
	return p
}

// document returns a profile with the platform's key.
func (p *platform) document(version string, capabilities ...string) string {
	point, err := p.signer.Key.PublicKey.Bytes()
	if err != nil {
		p.s.t.Fatal(err)
	}
	size := (p.signer.Key.Curve.Params().BitSize + 7) / 8
	encode := base64.RawURLEncoding.EncodeToString
	offered := map[string]any{}
	for _, name := range capabilities {
		offered[name] = []any{map[string]any{"version": version, "spec": "https://ucp.dev/specification",
			"schema": "https://ucp.dev/schema.json"}}
	}
	text, err := json.Marshal(map[string]any{
		"ucp": map[string]any{"version": version, "services": map[string]any{}, "payment_handlers": map[string]any{},
			"capabilities": offered},
		"signing_keys": []any{map[string]any{"kid": p.signer.ID, "kty": "EC", "crv": p.signer.Key.Curve.Params().Name,
			"x": encode(point[1 : 1+size]), "y": encode(point[1+size:]), "use": "sig"}},
	})
	if err != nil {
		p.s.t.Fatal(err)
	}
	return string(text)
}

// over returns the same platform over a binding.
func (p *platform) over(b binding) *platform {
	other := *p
	other.binding = b
	return &other
}

// binding is a way to call an operation.
type binding string

const (
	overREST binding = "REST"
	overMCP  binding = "MCP"
)

// operations are the routes of the REST binding, and where the arguments of the MCP tools hold the payload.
var operations = map[string]struct{ method, path, payload, requestSchema string }{
	"search_catalog":    {"POST", "/catalog/search", "catalog", "catalog_search_request"},
	"lookup_catalog":    {"POST", "/catalog/lookup", "catalog", "catalog_lookup_request"},
	"get_product":       {"POST", "/catalog/product", "catalog", "catalog_get_product_request"},
	"create_cart":       {"POST", "/carts", "cart", ""},
	"get_cart":          {"GET", "/carts/{id}", "", ""},
	"update_cart":       {"PUT", "/carts/{id}", "cart", ""},
	"cancel_cart":       {"POST", "/carts/{id}/cancel", "", ""},
	"create_checkout":   {"POST", "/checkout-sessions", "checkout", ""},
	"get_checkout":      {"GET", "/checkout-sessions/{id}", "", ""},
	"update_checkout":   {"PUT", "/checkout-sessions/{id}", "checkout", ""},
	"complete_checkout": {"POST", "/checkout-sessions/{id}/complete", "checkout", ""},
	"cancel_checkout":   {"POST", "/checkout-sessions/{id}/cancel", "", ""},
	"get_order":         {"GET", "/orders/{id}", "", ""},
}

// sent is a request before it is sent.
type sent struct {
	*http.Request
	body []byte
}

// reply is a response.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	text   string
	body   map[string]any // of the operation; nil after a transport error
	code   string         // of a transport error
	rpc    int            // of a JSON-RPC error
}

// request returns the signed request of an operation; change may alter it before it is signed.
func (p *platform) request(op, id, payload string, change ...func(*http.Request)) sent {
	p.s.t.Helper()
	o := operations[op]
	method, path, body := o.method, "/ucp/v1"+strings.Replace(o.path, "{id}", id, 1), payload
	if p.binding == overMCP {
		arguments := []string{fmt.Sprintf(`"meta":{"ucp-agent":{"profile":%q}}`, p.profile)}
		if strings.Contains(o.path, "{id}") {
			arguments = append(arguments, fmt.Sprintf(`"id":%q`, id))
		}
		if o.payload != "" && payload != "" {
			arguments = append(arguments, fmt.Sprintf("%q:%s", o.payload, payload))
		}
		method, path = "POST", "/ucp/mcp"
		body = fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{%s}}}`, op,
			strings.Join(arguments, ","))
	}
	return p.signed(p.s.plain(method, path, body), append([]func(*http.Request){func(r *http.Request) {
		r.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", p.profile))
	}}, change...)...)
}

// plain returns a request without a signature.
func (s *testServer) plain(method, path, body string) sent {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return sent{r, []byte(body)}
}

func (p *platform) signed(r sent, change ...func(*http.Request)) sent {
	p.s.t.Helper()
	for _, c := range change {
		c(r.Request)
	}
	if err := p.signer.SignRequest(r.Request, r.body, p.s.Clock.Now()); err != nil {
		p.s.t.Fatal(err)
	}
	return r
}

// call runs an operation, and checks the response against the schema of the operation.
func (p *platform) call(op, id, payload string, change ...func(*http.Request)) reply {
	p.s.t.Helper()
	return p.s.send(op, p.request(op, id, payload, change...))
}

// send sends a request of an operation.
func (s *testServer) send(op string, r sent) reply {
	s.t.Helper()
	response, err := http.DefaultClient.Do(r.Request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	got := reply{t: s.t, status: response.StatusCode, header: response.Header, text: string(text)}
	if got.status >= 500 && got.status != 503 {
		s.t.Errorf("%s: status %d: %s", op, got.status, text)
	}
	got.read(r.URL.Path == "/ucp/mcp")
	if got.body != nil && op != "" {
		checkSchema(s.t, "services/shopping/rest.openapi.json#/components/schemas/"+responseSchema(op), got.body)
	}
	return got
}

// read reads the body of an operation, or the error.
func (r *reply) read(isMCP bool) {
	var body map[string]any
	numbers := json.NewDecoder(strings.NewReader(r.text))
	numbers.UseNumber()
	if numbers.Decode(&body) != nil {
		return
	}
	if !isMCP {
		if r.status < 300 {
			r.body = body
		} else {
			r.code, _ = body["code"].(string)
		}
		return
	}
	if failed, ok := body["error"].(map[string]any); ok {
		code, _ := failed["code"].(json.Number).Int64()
		r.rpc = int(code)
		if data, ok := failed["data"].(map[string]any); ok {
			r.code, _ = data["code"].(string)
		}
		return
	}
	if result, ok := body["result"].(map[string]any); ok {
		r.body, _ = result["structuredContent"].(map[string]any)
	}
}

func responseSchema(op string) string {
	switch op {
	case "search_catalog":
		return "catalog_search_response"
	case "lookup_catalog":
		return "catalog_lookup_response"
	case "get_product":
		return "catalog_get_product_response"
	case "get_order":
		return "order_response"
	}
	_, object, _ := strings.Cut(op, "_")
	return object + "_response"
}

// at returns the value at a path of the body, such as "products.0.title"; nil if there is none.
func (r reply) at(path string) any {
	r.t.Helper()
	var value any = r.body
	for _, step := range strings.Split(path, ".") {
		switch held := value.(type) {
		case map[string]any:
			value = held[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(held) {
				return nil
			}
			value = held[i]
		default:
			return nil
		}
	}
	return value
}

// is compares the value at a path of the body.
func (r reply) is(path string, want any) {
	r.t.Helper()
	if got := r.at(path); fmt.Sprint(got) != fmt.Sprint(want) {
		r.t.Errorf("%s = %v, want %v, in %d %s", path, got, want, r.status, r.start())
	}
}

// refused compares the status and the code of a transport error.
func (r reply) refused(status int, code string) {
	r.t.Helper()
	if r.status != status || r.code != code {
		r.t.Errorf("refused with %d %s, want %d %s: %s", r.status, r.code, status, code, r.start())
	}
}

// start is the beginning of the response.
func (r reply) start() string { return r.text[:min(len(r.text), 600)] }

// schemas are the schemas of the specification.
var schemas = sync.OnceValue(func() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(files{})
	return c
})

var schemasLock sync.Mutex

// files loads the schemas by their place in the specification. Without their IDs, references are relative to it.
type files struct{}

const schemaRoot = "https://specification.test/"

func (files) Load(at string) (any, error) {
	text, err := os.ReadFile(filepath.Join("testdata", "ucp-"+version, strings.TrimPrefix(at, schemaRoot)))
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if fields, ok := document.(map[string]any); ok {
		delete(fields, "$id")
	}
	return document, err
}

// checkSchema checks a body against a schema.
func checkSchema(t testing.TB, schema string, body any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	schemasLock.Lock()
	compiled, err := schemas().Compile(schemaRoot + schema)
	schemasLock.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", schema, err, text)
	}
}
