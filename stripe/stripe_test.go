package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"

	"orrery/shop"
)

var (
	page = shop.PaymentPageRequest{OrderID: "019a0000-0000-7000-8000-000000000001", Number: "OR-100001",
		Amount: shop.Money{Minor: 2859890, Currency: "USD"}, Email: "ada@example.com",
		PaidURL: "https://shop.example/orders/019a?payment=made", CancelURL: "https://shop.example/orders/019a", ExpiresAt: time.Now().Add(shop.PaymentPageLife), Key: "page-1"}
	returned = shop.RefundRequest{ID: "019a0000-0000-7000-8000-0000000000aa", PaymentID: "pi_1",
		Amount: shop.Money{Minor: 2500, Currency: "USD"}}
)

// mock starts Stripe's own mock, which checks each request against Stripe's OpenAPI description, and records requests.
func mock(t *testing.T) (*Client, *[]*http.Request) {
	t.Helper()
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	stub, err := server.NewStubServer(fixtures, spec, false, false)
	if err != nil {
		t.Fatal(err)
	}
	var requests []*http.Request
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		kept := r.Clone(context.Background())
		kept.Form, _ = url.ParseQuery(string(body))
		requests = append(requests, kept)
		stub.HandleRequest(w, r)
	}))
	t.Cleanup(s.Close)
	return New(Config{Key: "sk_test_123", WebhookSecret: "whsec_1", URL: s.URL}), &requests
}

func TestRequestsAreStripes(t *testing.T) {
	c, requests := mock(t)
	got, err := c.OpenPage(t.Context(), page)
	if err != nil || !strings.HasPrefix(got.URL, "https://") {
		t.Fatalf("page %+v, %v", got, err)
	}
	made, err := c.Refund(t.Context(), returned)
	if err != nil || made.ID == "" || made.RequestID != returned.ID || made.Kind != shop.OnlineRefund {
		t.Fatalf("refund %+v, %v", made, err)
	}
	if _, _, err := c.FindRefund(t.Context(), returned); err != nil {
		t.Fatal(err)
	}
	if err := c.Undelivered(t.Context(), time.Now(), func(context.Context, shop.OnlineMovement) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if query := (*requests)[2].URL.Query(); query.Get("payment_intent") != returned.PaymentID {
		t.Errorf("refunds are looked for by %v", query)
	}
	for i, want := range []map[string]string{
		{"mode": "payment", "client_reference_id": page.OrderID, "metadata[order]": page.OrderID,
			"line_items[0][price_data][unit_amount]": "2859890", "line_items[0][price_data][currency]": "usd",
			"customer_email": page.Email, "success_url": page.PaidURL, "cancel_url": page.CancelURL},
		{"payment_intent": "pi_1", "amount": "2500", "metadata[refund]": returned.ID},
	} {
		r := (*requests)[i]
		for field, value := range want {
			if r.Form.Get(field) != value {
				t.Errorf("request %d: %s is %q, want %q", i, field, r.Form.Get(field), value)
			}
		}
		if key := r.Header.Get("Idempotency-Key"); key != []string{page.Key, refundKey(returned.ID)}[i] {
			t.Errorf("request %d: idempotency key %q", i, key)
		}
	}
}

func TestFindRefund(t *testing.T) {
	one := `{"id":"re_1","payment_intent":"pi_1","amount":2500,"status":"pending","metadata":{"refund":"` + returned.ID + `"}}`
	for name, c := range map[string]struct {
		status       int
		body         string
		found, fails bool
	}{
		"made":           {200, `{"data":[{"id":"re_0"},` + one + `]}`, true, false},
		"another one":    {200, `{"data":[{"id":"re_0","metadata":{"refund":"x"}}]}`, false, false},
		"none":           {200, `{"data":[]}`, false, false},
		"perhaps behind": {200, `{"data":[{"id":"re_0"}],"has_more":true}`, false, true},
		"failure":        {500, `{}`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			t.Cleanup(s.Close)
			made, found, err := New(Config{Key: "sk_test_123", URL: s.URL}).FindRefund(t.Context(), returned)
			if found != c.found || (err != nil) != c.fails {
				t.Fatalf("found %t, %v", found, err)
			}
			if found && (made.ID != "re_1" || made.RequestID != returned.ID || made.State != shop.OnlinePending) {
				t.Errorf("%+v", made)
			}
		})
	}
}

// A broken event holds up none of the others, on whichever page it is.
func TestUndelivered(t *testing.T) {
	event := func(id, kind, object string) string {
		return `{"id":"` + id + `","object":"event","type":"` + kind + `","data":{"object":` + object + `}}`
	}
	pages := map[string]string{
		"checkout.session.* ": `{"has_more":true,"data":[` + event("evt_3", "checkout.session.completed", `{"amount_total":"x","payment_intent":"pi_1"}`) + `,` +
			event("evt_2", "checkout.session.async_payment_failed", sessionOf("unpaid")) + `]}`,
		"checkout.session.* evt_2": `{"data":[` + event("evt_1", "checkout.session.completed", sessionOf("paid")) + `]}`,
		"refund.* ": `{"data":[` + event("evt_4", "refund.created",
			`{"id":"re_1","object":"refund","payment_intent":"pi_1","amount":2500,"currency":"usd","status":"succeeded"}`) + `]}`,
		"charge.dispute.* ": `{"data":[]}`,
	}
	since := time.Now().Add(-time.Hour)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		body, ok := pages[query.Get("type")+" "+query.Get("starting_after")]
		if !ok || query.Get("delivery_success") != "false" || query.Get("created[gte]") != strconv.FormatInt(since.Unix(), 10) {
			t.Errorf("asked for %v", query)
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	var got []string
	err := New(Config{Key: "sk_test_123", URL: s.URL}).Undelivered(t.Context(), since, func(_ context.Context, m shop.OnlineMovement) error {
		got = append(got, m.ID+" "+string(m.State))
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "evt_3") || strings.Contains(err.Error(), "evt_2") {
		t.Errorf("error %v", err)
	}
	if want := []string{"pi_1 FAILED", "pi_1 SUCCEEDED", "re_1 SUCCEEDED"}; !slices.Equal(got, want) {
		t.Errorf("recorded %v, want %v", got, want)
	}
}

// Callers choose the IDs of refunds.
func TestAnyRefundID(t *testing.T) {
	c, requests := mock(t)
	for _, id := range []string{"a\nb", strings.Repeat("é", 100)} {
		if made, err := c.Refund(t.Context(), shop.RefundRequest{ID: id, PaymentID: "pi_1", Amount: returned.Amount}); err != nil || made.RequestID != id {
			t.Errorf("%q: %+v, %v", id, made, err)
		}
	}
	keys := map[string]bool{}
	for _, r := range *requests {
		keys[r.Header.Get("Idempotency-Key")] = len(r.Header.Get("Idempotency-Key")) <= 255
	}
	if len(keys) != 2 || slices.Contains(slices.Collect(maps.Values(keys)), false) {
		t.Errorf("keys %v", keys)
	}
}

func TestRefusalsAndOutages(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   shop.Code
	}{
		"refused":     {400, `{"error":{"type":"invalid_request_error","message":"Charge has already been refunded."}}`, shop.NotAllowed},
		"wrong key":   {401, `{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}`, shop.Unavailable},
		"rate limit":  {429, `{"error":{"type":"invalid_request_error","message":"Too many"}}`, shop.Unavailable},
		"failure":     {500, `{"error":{"type":"api_error","message":"Oops"}}`, shop.Unavailable},
		"not Stripe":  {502, `<html>`, shop.Unavailable},
		"not a reply": {200, `<html>`, shop.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			t.Cleanup(s.Close)
			_, err := New(Config{Key: "sk_test_123", URL: s.URL}).Refund(t.Context(), returned)
			var refusal *shop.Error
			if !errors.As(err, &refusal) || refusal.Code != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestOutageEnds shows that a request to a server that does not respond ends with its context.
func TestOutageEnds(t *testing.T) {
	silent := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silent }))
	t.Cleanup(func() {
		close(silent)
		s.Close()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := New(Config{Key: "sk_test_123", URL: s.URL}).OpenPage(ctx, page); !shop.IsUnavailable(err) {
		t.Errorf("%v, want UNAVAILABLE", err)
	}
}

func sessionOf(status string) string {
	return `{"id":"cs_1","object":"checkout.session","payment_intent":"pi_1","payment_status":"` + status +
		`","amount_total":2859890,"currency":"usd","metadata":{"order":"` + page.OrderID + `"}}`
}

func TestWebhook(t *testing.T) {
	paid := shop.OnlineMovement{ID: "pi_1", PaymentID: "pi_1", Kind: shop.OnlinePayment, State: shop.OnlineSucceeded,
		OrderID: page.OrderID, Amount: page.Amount}
	in := func(m shop.OnlineMovement, state shop.OnlineState) *shop.OnlineMovement {
		m.State = state
		return &m
	}
	refund := shop.OnlineMovement{ID: "re_1", PaymentID: "pi_1", Kind: shop.OnlineRefund, RequestID: returned.ID,
		Amount: returned.Amount}
	refundOf := func(status string) string {
		return `{"id":"re_1","object":"refund","payment_intent":"pi_1","amount":2500,"currency":"usd","status":"` + status +
			`","metadata":{"refund":"` + returned.ID + `"}}`
	}
	dispute := shop.OnlineMovement{ID: "dp_1", PaymentID: "pi_1", Kind: shop.OnlineDispute, Amount: page.Amount}
	disputeOf := func(status string) string {
		return `{"id":"dp_1","object":"dispute","payment_intent":"pi_1","amount":2859890,"currency":"usd","status":"` + status + `"}`
	}
	for name, c := range map[string]struct {
		kind, object string
		want         *shop.OnlineMovement
	}{
		"paid":               {"checkout.session.completed", sessionOf("paid"), &paid},
		"debit begun":        {"checkout.session.completed", sessionOf("unpaid"), in(paid, shop.OnlinePending)},
		"debit done":         {"checkout.session.async_payment_succeeded", sessionOf("paid"), &paid},
		"debit failed":       {"checkout.session.async_payment_failed", sessionOf("unpaid"), in(paid, shop.OnlineFailed)},
		"expired":            {"checkout.session.expired", `{"id":"cs_1","object":"checkout.session","payment_intent":null}`, nil},
		"of another shop":    {"checkout.session.completed", `{"id":"cs_1","object":"checkout.session","payment_intent":"pi_9"}`, nil},
		"refund":             {"refund.created", refundOf("succeeded"), in(refund, shop.OnlineSucceeded)},
		"refund pending":     {"refund.created", refundOf("pending"), in(refund, shop.OnlinePending)},
		"refund failed":      {"refund.failed", refundOf("failed"), in(refund, shop.OnlineFailed)},
		"dispute":            {"charge.dispute.created", disputeOf("needs_response"), in(dispute, shop.OnlineSucceeded)},
		"inquiry":            {"charge.dispute.created", disputeOf("warning_needs_response"), in(dispute, shop.OnlinePending)},
		"dispute won":        {"charge.dispute.closed", disputeOf("won"), in(dispute, shop.OnlineFailed)},
		"dispute lost":       {"charge.dispute.closed", disputeOf("lost"), in(dispute, shop.OnlineSucceeded)},
		"something else":     {"customer.created", `{"id":"cus_1"}`, nil},
		"unknown state":      {"refund.updated", refundOf("later_invention"), nil},
		"refund of a charge": {"refund.created", `{"id":"re_1","object":"refund","charge":"ch_1"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got *shop.OnlineMovement
			status := send(t, signed(t, c.kind, c.object, "whsec_1", time.Now()), func(m shop.OnlineMovement) error {
				got = &m
				return nil
			})
			if status != http.StatusNoContent {
				t.Errorf("status %d", status)
			}
			if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
				t.Errorf("recorded %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestWebhookRefuses(t *testing.T) {
	event := func(secret string, at time.Time) *http.Request {
		return signed(t, "checkout.session.completed", sessionOf("paid"), secret, at)
	}
	unsigned := event("whsec_1", time.Now())
	unsigned.Header.Del("Stripe-Signature")
	large := httptest.NewRequest(http.MethodPost, WebhookPath, strings.NewReader(strings.Repeat(" ", maxEvent+1)))
	for name, c := range map[string]struct {
		request *http.Request
		want    int
	}{
		"unsigned":     {unsigned, 400},
		"another key":  {event("whsec_2", time.Now()), 400},
		"replayed":     {event("whsec_1", time.Now().Add(-time.Hour)), 400},
		"not an event": {signed(t, "checkout.session.completed", `7`, "whsec_1", time.Now()), 400},
		"too large":    {large, 400},
		"GET":          {httptest.NewRequest(http.MethodGet, WebhookPath, nil), 405},
	} {
		t.Run(name, func(t *testing.T) {
			status := send(t, c.request, func(m shop.OnlineMovement) error {
				t.Errorf("recorded %+v", m)
				return nil
			})
			if status != c.want {
				t.Errorf("status %d, want %d", status, c.want)
			}
		})
	}
	if got := send(t, event("whsec_1", time.Now()), func(shop.OnlineMovement) error { return io.EOF }); got != 500 {
		t.Errorf("status %d when the event can't be recorded, want 500", got)
	}
}

// signed returns the request of an event as Stripe sends it.
func signed(t *testing.T, kind, object, secret string, at time.Time) *http.Request {
	t.Helper()
	payload, err := json.Marshal(map[string]any{"id": "evt_1", "object": "event", "api_version": "2020-08-27", "type": kind,
		"data": map[string]any{"object": json.RawMessage(object)}})
	if err != nil {
		t.Fatal(err)
	}
	s := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: payload, Secret: secret, Timestamp: at})
	r := httptest.NewRequest(http.MethodPost, WebhookPath, strings.NewReader(string(payload)))
	r.Header.Set("Stripe-Signature", s.Header)
	return r
}

func send(t *testing.T, r *http.Request, record func(shop.OnlineMovement) error) int {
	t.Helper()
	c := New(Config{Key: "sk_test_123", WebhookSecret: "whsec_1"})
	w := httptest.NewRecorder()
	c.Webhook(slog.New(slog.DiscardHandler), func(_ context.Context, m shop.OnlineMovement) error { return record(m) }).
		ServeHTTP(w, r)
	return w.Code
}
