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

// webhookTimeout is how long a receiver may take for its answer, connecting included.
const webhookTimeout = 10 * time.Second

// errPrivate is why an address is not connected to.
var errPrivate = errors.New("the address is not a public one")

// NewWebhookClient makes the client that events are sent with. It follows no redirect, and unless private addresses are allowed
// it connects to public ones only: that is checked of the very address that is connected to, so that a name that leads elsewhere
// the next time gains nothing.
func NewWebhookClient(allowPrivate bool) *http.Client {
	dialer := &net.Dialer{Timeout: webhookTimeout}
	if !allowPrivate {
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !shop.IsPublic(at.Addr().Unmap()) {
				return errPrivate
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: webhookTimeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: webhookTimeout, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
			MaxResponseHeaderBytes: 16 << 10, // no proxy: it would connect in our place, unchecked
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// message is what a receiver gets (Standard Webhooks: type, timestamp, data).
type message struct {
	ID        string         `json:"id"`
	Type      shop.EventKind `json:"type"`
	Timestamp time.Time      `json:"timestamp"`
	Object    string         `json:"object"`
	ObjectID  string         `json:"objectId"`
	Sequence  int            `json:"sequence"`
	Data      map[string]any `json:"data"`
}

// deliver tries one delivery. Its log lines hold neither the address nor what is sent.
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
	var answered *int
	if status != 0 {
		answered = &status
	}
	if failErr := record(func() error { return r.Store.Outbox.FailDelivery(ctx, d, answered, reason(err)) }); failErr != nil {
		log.ErrorContext(ctx, "delivery failed", "postponing", failErr)
	}
}

// post sends an event and returns the status of the answer, 0 when there was none. Every status but those of success is an error.
func (r *Runner) post(ctx context.Context, d outbox.DueDelivery) (status int, err error) {
	e := d.Event
	body, err := json.Marshal(message{e.ID, e.Kind, e.CreatedAt.UTC(), e.Object(), e.ObjectID, e.Sequence, e.Data})
	if err != nil {
		return 0, err
	}
	signer, err := standardwebhooks.NewWebhook(d.Secret)
	if err != nil {
		return 0, err
	}
	sent := time.Now()
	signature, err := signer.Sign(e.ID, sent, body)
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Orrery-Webhooks")
	h.Set(standardwebhooks.HeaderWebhookID, e.ID)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(sent.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, signature)
	telemetry.Carry(ctx, h)
	answer, err := r.Webhooks.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // so that the connection can be used again
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return answer.StatusCode, fmt.Errorf("the receiver answered %d", answer.StatusCode)
	}
	return answer.StatusCode, nil
}

// reason is an error in words that say nothing of our network.
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
