package test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"orrery/client"
	"orrery/telemetry"
)

// Personal data and secrets, which must not appear in logs, traces or metrics.
const (
	personName    = "Zaphodine Beeblebrox"
	personEmail   = "zaphodine@beeblebrox.example"
	personPhone   = "0031698765432"
	personAddress = "Heartofgoldstraat 42"
	personText    = "slartibartfast"
	personToken   = "Qm9ndXNUb2tlbk9mU29tZWJvZHlXaG9BcwBogusTok0"
	personIP      = "203.0.113.77"
)

// syncBuffer is a buffer that is safe for concurrent use.
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

// traceCollector receives traces over OTLP.
type traceCollector struct {
	mu    sync.Mutex
	spans []*trace.Span
}

func (c *traceCollector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
		http.Error(w, "no traces", http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

// of returns the spans of a trace.
func (c *traceCollector) of(traceID string) []*trace.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []*trace.Span
	for _, span := range c.spans {
		if hex.EncodeToString(span.TraceId) == traceID {
			found = append(found, span)
		}
	}
	return found
}

func (c *traceCollector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.spans)
}

// Log, traces and metrics describe requests without personal data, and dashboard, alerts and runbooks match the
// metrics.
func TestObservability(t *testing.T) {
	traces := &traceCollector{}
	collectorServer := httptest.NewServer(traces)
	t.Cleanup(collectorServer.Close) // after the shop has stopped
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collectorServer.URL)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	log := &syncBuffer{}
	s := start(t, telemetry.NewLog(log, true, slog.LevelDebug), map[string]string{"DRAIN": "6"})

	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if !regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-01$`).MatchString(r.Header.Get("Traceparent")) {
			t.Errorf("a webhook gets the traceparent %q", r.Header.Get("Traceparent"))
		}
	}))
	t.Cleanup(hook.Close)
	s.execute(s.loginDemoAdmin(), `mutation ($url: String!) { webhookCreate(input: {url: $url}) { userErrors { message } } }`, map[string]any{"url": hook.URL})

	token := s.useEveryAPI()
	s.causeFaults()
	const parent = "4bf92f3577b34da6a3ce929d0e0e4736"
	s.placeTracedOrder(token, parent)

	var metrics string
	s.eventually("the mail, the delivery and the spans", func() bool {
		_, metrics = s.send("GET", "/metrics", "", nil)
		return !strings.Contains(metrics, `orrery_tries_total{outcome="done",queue="mails"} 0`) &&
			!strings.Contains(metrics, `orrery_tries_total{outcome="done",queue="deliveries"} 0`) && len(traces.of(parent)) > 10 &&
			slices.ContainsFunc(traces.of(parent), func(s *trace.Span) bool { return s.Name == "POST /graphql" }) // ends last
	})
	t.Run("log", func(t *testing.T) { checkLog(t, log.String(), token) })
	t.Run("traces", func(t *testing.T) { checkTraces(t, traces, log.String(), parent) })
	t.Run("metrics", func(t *testing.T) { s.with(t).checkMetrics(metrics) })
	t.Run("dashboard", func(t *testing.T) { checkDashboard(t, metrics) })
	t.Run("alerts", func(t *testing.T) { checkAlerts(t, metrics) })
	t.Run("health", func(t *testing.T) { s.with(t).checkHealth() })
}

// useEveryAPI sends personal data to every route and operation that accepts input, and returns the token of an account.
func (s server) useEveryAPI() (token string) {
	ask := func(token, query string) result {
		fill := strings.NewReplacer("NAME", personName, "EMAIL", personEmail, "PHONE", personPhone, "WORDS", personText, "TOKEN", personToken,
			"PASSWORD", password, "ADDRESS", personAddress)
		return s.execute(token, fill.Replace(query), nil)
	}
	made := ask("", `mutation { userRegister(input: {name: "NAME", email: "EMAIL", password: "PASSWORD"}) { token userErrors { message } } }`)
	token = made.Data["userRegister"].(map[string]any)["token"].(string)
	for _, query := range []string{
		`mutation { userRegister(input: {name: "NAME", email: "EMAIL", password: "PASSWORD"}) { userErrors { message } } }`,
		`mutation { userLogin(input: {email: "EMAIL", password: "PASSWORD wrong"}) { userErrors { message } } }`,
		`mutation { userUpdate(input: {name: "NAME"}) { userErrors { message } } }`,
		`mutation { passwordResetRequest(input: {email: "EMAIL"}) { userErrors { message } } }`,
		`mutation { passwordReset(input: {token: "TOKEN", password: "PASSWORD"}) { userErrors { message } } }`,
		`mutation { contactMessageCreate(input: {name: "NAME", email: "EMAIL", subject: "WORDS", message: "WORDS"}) { userErrors { message } } }`,
		`mutation { newsletterSubscribe(input: {email: "EMAIL"}) { userErrors { message } } }`,
		`mutation { newsletterConfirm(input: {token: "TOKEN"}) { userErrors { message } } }`,
		`mutation { stockAlertCreate(input: {productId: "1", email: "EMAIL"}) { userErrors { message } } }`,
		`mutation { stockAlertConfirm(input: {token: "TOKEN"}) { userErrors { message } } }`,
		`mutation { preOrderCreate(input: {name: "NAME", email: "EMAIL", phone: "PHONE", productName: "WORDS"}) { userErrors { message } } }`,
		`mutation { productReview(input: {productId: "3", rating: 5, comment: "WORDS"}) { userErrors { message } } }`,
		`mutation { cartItemAdd(input: {productId: "EMAIL"}) { userErrors { message } } }`,
		`{ slartibartfast: products(filter: {search: "WORDS"}) { totalCount } }`,
		`{ answers(question: "WORDS") { nodes { __typename } } }`,
		`{ order(id: "EMAIL") { id } slartibartfast: orders(filter: {search: "EMAIL"}) { totalCount } }`,
		`{ slartibartfast`,
		`query slartibartfast { me { slartibartfast } }`,
	} {
		ask(token, query)
	}
	quote := ask(token, `mutation { quoteCreate(input: {name: "NAME", email: "EMAIL", idempotencyKey: "k", lines: [{productId: "3", quantity: 1}]})
		{ url userErrors { message } } }`)
	link := quote.Data["quoteCreate"].(map[string]any)["url"].(string)

	header := map[string]string{"Authorization": "Bearer " + token, "X-Forwarded-For": personIP, "User-Agent": personText, "Referer": "https://x.example/" + personText}
	email, words := url.QueryEscape(personEmail), url.QueryEscape(personText)
	variables := url.QueryEscape(`{"t": "` + personText + `"}`)
	for _, line := range []string{
		"GET " + link, "GET " + strings.Replace(link, ".pdf", "x.pdf", 1), "GET /quotes/" + personText,
		"GET /graphql?query=" + url.QueryEscape(`query slartibartfast($t: String) { products(filter: {search: $t}) { totalCount } }`) + "&variables=" + variables,
		"GET /graphql?operationName=" + words + "&extensions=" + email, "GET /schema.graphql?" + words,
		"GET /api/v1/products?keyword=" + words, "GET /api/v1/product/" + email, "GET /api/v1/order/" + email, "GET /api/v1/orders/" + email + "/invoice",
		"GET /api/v1/" + email, "GET /api/v1/exports/" + words, "PUT /api/v1/cart/" + email + ` {"quantity": 1}`,
		`POST /api/v1/auth/login {"email": "` + personEmail + `", "password": "` + password + `"}`,
		`POST /api/v1/contact {"name": "` + personName + `", "email": "` + personEmail + `", "subject": "x", "message": "` + personText + `"}`,
		`POST /api/v1/contact {"name": ` + personText, `POST /api/v1/product/3/review {"rating": 5, "comment": "` + personText + `"}`,
		`POST /api/v1/preorders {"name": "` + personName + `", "email": "` + personEmail + `", "phone": "` + personPhone + `", "product": "x"}`,
		"POST /api/v1/uploads " + personText, "GET /media/" + words + ".jpg", "GET /media/" + email,
		"GET /reset-password?token=" + personToken, "GET /verify-email?token=" + personToken, "GET /newsletter/unsubscribe?token=" + personToken,
		"GET /stock-alert?token=" + personToken,
		"GET /products?search=" + words, "GET /products/" + email, "GET /orders/" + email, "GET /product/" + email, "GET /" + email, "GET /" + words + "/",
		"GET /assets/" + words + ".js", "GET /chat?q=" + words, "GET /livez?" + words, "GET /readyz?" + words, "GET /sitemap.xml?" + words,
		strings.ToUpper(personText) + " /", "GET /metrics?" + words,
	} {
		method, rest, _ := strings.Cut(line, " ")
		path, body, _ := strings.Cut(rest, " ")
		s.send(method, path, body, header)
	}

	socket, _, err := websocket.Dial(s.Context(), s.url+"/graphql?"+words, &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = socket.CloseNow() }()
	type message map[string]any
	for _, m := range []message{{"type": "connection_init", "payload": message{"Authorization": "Bearer " + token}},
		{"type": "subscribe", "id": personText, "payload": message{"query": `subscription slartibartfast { orderChanged(id: "` + personEmail + `") { id } }`}}} {
		if err := wsjson.Write(s.Context(), socket, m); err != nil {
			s.Fatal(err)
		}
		var reply message
		if err := wsjson.Read(s.Context(), socket, &reply); err != nil {
			s.Fatal(err)
		}
	}
	return token
}

// causeFaults makes PostgreSQL fail with messages that quote input.
func (s server) causeFaults() {
	if _, err := s.database("orrery").ExecContext(s.Context(), `CREATE FUNCTION misread() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM NEW.name::int; RETURN NEW; END $$;
		CREATE TRIGGER misread BEFORE INSERT ON contact_messages FOR EACH ROW EXECUTE FUNCTION misread();
		ALTER TABLE preorders ADD CONSTRAINT nobody CHECK (name = '') NOT VALID`); err != nil {
		s.Fatal(err)
	}
	person := `{"name": "` + personName + `", "email": "` + personEmail + `", `
	for path, rest := range map[string]string{"contact": `"subject": "x", "message": "` + personText + `"}`,
		"preorders": `"phone": "` + personPhone + `", "product": "x", "quantity": 1}`} {
		if status, answer := s.send("POST", "/api/v1/"+path, person+rest, nil); status != http.StatusInternalServerError {
			s.Fatalf("%s: %d %s, want a failure", path, status, answer)
		}
	}
	if failed := s.execute("", `mutation { slartibartfast: contactMessageCreate(input: {name: "`+personName+`", email: "`+personEmail+`", subject: "x", message: "y"})
		{ userErrors { message } } }`, nil); len(failed.Errors) != 1 || failed.Errors[0].Extensions.Code != "INTERNAL" {
		s.Fatalf("got %+v, want a failure", failed)
	}
}

// placeTracedOrder places an order with the client's persisted documents, as part of a trace.
func (s server) placeTracedOrder(token, traceID string) {
	var documents map[string]string
	if err := json.Unmarshal(client.Operations, &documents); err != nil {
		s.Fatal(err)
	}
	for _, step := range []struct{ name, input string }{
		{"CartItemAdd", `{"productId": "3"}`},
		{"OrderPlace", `{"idempotencyKey": "traced", "shippingInfo": {"address": "` + personAddress + `", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}}`},
	} {
		for hash, text := range documents {
			if !strings.HasPrefix(text, "mutation "+step.name+"(") {
				continue
			}
			status, answer := s.send("POST", "/graphql", `{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "`+hash+`"}}, "variables": {"input": `+step.input+`}}`,
				map[string]string{"Authorization": "Bearer " + token, "Traceparent": "00-" + traceID + "-00f067aa0ba902b7-01"})
			if status != http.StatusOK || strings.Contains(answer, `"errors"`) || !strings.Contains(answer, `"userErrors":[]`) {
				s.Fatalf("%s: %d %s", step.name, status, answer)
			}
		}
	}
}

// personalData returns what logs and traces must not contain.
func personalData(token string) []string {
	return []string{personName, "Zaphodine", "Beeblebrox", personEmail, url.QueryEscape(personEmail), "beeblebrox", personPhone, personAddress, "Heartofgold",
		personText, strings.ToUpper(personText), personToken, personIP, password, token, strings.Split(token, ".")[2]}
}

func checkLog(t *testing.T, log, token string) {
	for _, secret := range personalData(token) {
		for line := range strings.Lines(log) {
			if strings.Contains(line, secret) {
				t.Errorf("the log contains %q: %s", secret, line)
			}
		}
	}
	if strings.Contains(log, "127.0.0.1:") {
		t.Error("the log contains addresses of clients")
	}
	for _, want := range []string{
		`"error":"create contact message: pq: invalid_text_representation (22P02)"`, `"field":"Mutation.contactMessageCreate"`,
		`violates check constraint \"nobody\"`, `"path":"/quotes/"`, `"path":"/api/v1/product/3/review"`, `"path":"/reset-password"`,
		`"path":"/products/{id}"`, `"path":"/graphql","status":200`, `"operation":"OrderPlace"`, `"operation":"other"`, `"method":"other"`,
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	if t.Failed() {
		t.Log(log)
	}
}

func checkTraces(t *testing.T, traces *traceCollector, log, traceID string) {
	for _, secret := range personalData("no.token.atall") {
		if strings.Contains(traces.String(), secret) {
			t.Errorf("a trace contains %q", secret)
		}
	}
	spans := traces.of(traceID)
	byName := func(name string) *trace.Span {
		i := slices.IndexFunc(spans, func(s *trace.Span) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("no span %q in %v", name, spans)
		}
		return spans[i]
	}
	operation := byName("mutation OrderPlace")
	request := spans[slices.IndexFunc(spans, func(s *trace.Span) bool { return bytes.Equal(s.SpanId, operation.ParentSpanId) })]
	if request.Name != "POST /graphql" || hex.EncodeToString(request.ParentSpanId) != "00f067aa0ba902b7" {
		t.Errorf("the operation is part of %v", request)
	}
	statements := 0
	for _, span := range spans {
		if span.Name != "PREPARE" && bytes.Equal(span.ParentSpanId, operation.SpanId) && strings.Contains(fmt.Sprint(span.Attributes), "INSERT INTO orders (") {
			statements++
		}
	}
	if statements != 1 {
		t.Errorf("%d statements store the order in %v", statements, spans)
	}
	line := regexp.MustCompile(`"operation":"OrderPlace".*"trace_id":"` + traceID + `"`)
	if !line.MatchString(log) {
		t.Error("the order's line has no trace_id")
	}
}

func (s server) checkMetrics(metrics string) {
	for _, want := range []string{
		`orrery_orders_total{currency="USD"} 1`, `orrery_graph_operation_duration_seconds_count{operation="OrderPlace"} 1`, `orrery_database_up 1`,
		`orrery_graph_errors_total{code="INTERNAL",operation="other"} 1`, `orrery_http_request_duration_seconds_count{method="GET",route="/api/v1/product/{id}",status="4xx"} 1`,
		`orrery_http_request_duration_seconds_count{method="GET",route="/media/",status="4xx"} 2`, `method="other",route="/"`, `orrery_queue_due{queue="mails"} `,
		`orrery_sql_connections{pool="main",state="idle"}`, `orrery_subscriptions_open 0`, `orrery_cache_reads_total{cache="sessions",found="yes"}`,
	} {
		if !strings.Contains(metrics, want) {
			s.Errorf("the metrics lack %s", want)
		}
	}
	if strings.Contains(metrics, personText) {
		s.Error("callers can add label values")
	}
	if status, _ := s.send("GET", "/metrics", "", map[string]string{"X-Forwarded-For": personIP}); status != http.StatusNotFound {
		s.Errorf("a client behind a proxy reads the metrics: %d", status)
	}
	if s.Failed() {
		s.Log(metrics)
	}
}

// checkHealth makes the database unavailable for a while, and then stops the shop. Load balancers must see both in
// /readyz; /livez must not cause a restart of a process that only waits.
func (s server) checkHealth() {
	is := func(path string, want int) func() bool {
		return func() bool {
			status, _ := s.send("GET", path, "", nil)
			return status == want
		}
	}
	admin := s.database("postgres")
	for _, statement := range []string{`ALTER DATABASE orrery WITH ALLOW_CONNECTIONS false`,
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'orrery'`} {
		if _, err := admin.ExecContext(s.Context(), statement); err != nil {
			s.Fatal(err)
		}
	}
	s.eventually("not ready without a database", is("/readyz", http.StatusServiceUnavailable))
	if _, metrics := s.send("GET", "/metrics", "", nil); !strings.Contains(metrics, "orrery_database_up 0") || !is("/livez", http.StatusOK)() {
		s.Error("without a database the process is not alive, or orrery_database_up is not 0")
	}
	if _, err := admin.ExecContext(s.Context(), `ALTER DATABASE orrery WITH ALLOW_CONNECTIONS true`); err != nil {
		s.Fatal(err)
	}
	s.eventually("ready again", is("/readyz", http.StatusOK))
	s.stop()
	s.eventually("not ready while stopping", is("/readyz", http.StatusServiceUnavailable))
	if !is("/livez", http.StatusOK)() {
		s.Error("a process that is stopping and serves is not alive")
	}
}
