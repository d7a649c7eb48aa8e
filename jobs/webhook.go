package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"orrery/db/outbox"
	"orrery/shop"
	"orrery/telemetry"
)

// webhookTimeout is how long a receiver may take to respond, including connecting.
const webhookTimeout = 10 * time.Second

// errPrivate is returned instead of connecting to an address that is not public.
var errPrivate = errors.New("the address is not a public one")

// NewWebhookClient returns the client that delivers events. Unless private addresses are allowed, it connects to public
// addresses only.
func NewWebhookClient(allowPrivate bool) *http.Client {
	return NewClient(func(at netip.Addr) bool { return allowPrivate || shop.IsPublic(at) })
}

// NewClient returns a client for URLs that strangers name. It follows no redirects, and connects only to addresses for
// which allowed returns true. The check applies to the address of the connection itself, so that a host name that
// resolves to another address the next time (DNS rebinding) doesn't circumvent it.
func NewClient(allowed func(netip.Addr) bool) *http.Client {
	dialer := &net.Dialer{Timeout: webhookTimeout, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !allowed(at.Addr().Unmap()) {
			return errPrivate
		}
		return nil
	}}
	return &http.Client{
		Timeout: webhookTimeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: webhookTimeout, MaxIdleConnsPerHost: 2,
			IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
			// No proxy is used: it would connect to addresses that were not checked.
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// message is the body of a delivery (Standard Webhooks: type, timestamp, data).
type message struct {
	ID        string         `json:"id"`
	Type      shop.EventKind `json:"type"`
	Timestamp time.Time      `json:"timestamp"`
	Object    string         `json:"object"`
	ObjectID  string         `json:"objectId"`
	Sequence  int            `json:"sequence"`
	Data      map[string]any `json:"data"`
}

// deliver attempts one delivery. Its log lines contain neither the address nor the data.
func (r *Runner) deliver(ctx context.Context, d outbox.DueDelivery) {
	ctx, span := telemetry.Begin(ctx, r.Traces, "deliver "+string(d.Event.Kind))
	defer span.End()
	log := r.Log.With("delivery", d.ID, "kind", d.Event.Kind, "attempt", d.Attempts)
	status, err := r.post(ctx, d)
	if err == nil {
		r.done.WithLabelValues("deliveries", outcomeDone).Inc()
		if err := record(func() error { return r.Store.Outbox.FinishDelivery(ctx, d, status) }); err != nil {
			log.ErrorContext(ctx, "delivered, but not recorded: it will be delivered again", "error", err)
		}
		return
	}
	r.done.WithLabelValues("deliveries", outcomeFailed).Inc()
	var received *int
	if status != 0 {
		received = &status
	}
	if failErr := record(func() error {
		return r.Store.Outbox.FailDelivery(ctx, d, received, reason(err))
	}); failErr != nil {
		log.ErrorContext(ctx, "delivery failed", "postponing", failErr)
	}
}

// post sends an event and returns the status of the response, 0 when there was none. Any status other than 2xx is an
// error.
func (r *Runner) post(ctx context.Context, d outbox.DueDelivery) (status int, err error) {
	makeRequest, client := r.eventRequest, r.Webhooks
	if d.Agent != "" {
		makeRequest, client = r.AgentRequest, r.Agents
	}
	request, err := makeRequest(ctx, d)
	if err != nil {
		return 0, err
	}
	if request == nil {
		return http.StatusNoContent, nil
	}
	telemetry.Carry(ctx, request.Header)
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection can be reused
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return response.StatusCode, fmt.Errorf("the receiver answered %d", response.StatusCode)
	}
	return response.StatusCode, nil
}

// eventRequest returns the request that sends an event to a webhook.
func (r *Runner) eventRequest(ctx context.Context, d outbox.DueDelivery) (*http.Request, error) {
	e := d.Event
	body, err := json.Marshal(message{e.ID, e.Kind, e.CreatedAt.UTC(), e.Object(), e.ObjectID, e.Sequence, e.Data})
	if err != nil {
		return nil, err
	}
	signer, err := standardwebhooks.NewWebhook(d.Secret)
	if err != nil {
		return nil, err
	}
	sent := time.Now()
	signature, err := signer.Sign(e.ID, sent, body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Orrery-Webhooks")
	h.Set(standardwebhooks.HeaderWebhookID, e.ID)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(sent.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, signature)
	return request, nil
}

// reason returns the text of an error without details of the internal network.
func reason(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, errPrivate):
		return errPrivate.Error()
	case errors.As(err, &dns):
		return "the host was not found"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "no answer within 10 seconds"
	}
	var refused *net.OpError
	if errors.As(err, &refused) {
		return "no connection"
	}
	return err.Error()
}
