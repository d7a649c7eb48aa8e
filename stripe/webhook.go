package stripe

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"orrery/shop"
)

// WebhookPath is where Stripe sends its events.
const WebhookPath = "/webhooks/stripe"

// maxEvent is the maximum size of an event in bytes. Those that are handled take 3 to 8 KB.
const maxEvent = 256 << 10

// The prefixes of the kinds of events that are handled.
const (
	sessionEvents = "checkout.session."
	refundEvents  = "refund."
	disputeEvents = "charge.dispute."
)

// The metadata of objects that the shop makes.
const (
	orderKey   = "order"
	requestKey = "refund"
)

var (
	refundStates = map[stripe.RefundStatus]shop.OnlineState{
		stripe.RefundStatusPending: shop.OnlinePending, stripe.RefundStatusRequiresAction: shop.OnlinePending,
		stripe.RefundStatusSucceeded: shop.OnlineSucceeded,
		stripe.RefundStatusFailed:    shop.OnlineFailed, stripe.RefundStatusCanceled: shop.OnlineFailed,
	}
	// Money is withdrawn when a dispute opens, and returned when it is won. A warning withdraws nothing.
	disputeStates = map[stripe.DisputeStatus]shop.OnlineState{
		stripe.DisputeStatusWarningNeedsResponse: shop.OnlinePending,
		stripe.DisputeStatusWarningUnderReview:   shop.OnlinePending,
		stripe.DisputeStatusNeedsResponse:        shop.OnlineSucceeded,
		stripe.DisputeStatusUnderReview:          shop.OnlineSucceeded,
		stripe.DisputeStatusLost:                 shop.OnlineSucceeded,
		stripe.DisputeStatusWon:                  shop.OnlineFailed,
		stripe.DisputeStatusWarningClosed:        shop.OnlineFailed,
		stripe.DisputeStatusPrevented:            shop.OnlineFailed,
	}
)

// Webhook receives Stripe's events and passes on what they say about payments, refunds and disputes. Events without a
// valid signature get 400, other kinds 204. When record fails, the response is 500, and Stripe repeats the event.
func (c *Client) Webhook(log *slog.Logger, record func(context.Context, shop.OnlineMovement) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEvent))
		if err != nil {
			http.Error(w, "the event can't be read", http.StatusBadRequest)
			return
		}
		event, err := webhook.ConstructEventWithOptions(body, r.Header.Get("Stripe-Signature"), c.secret,
			webhook.ConstructEventOptions{Tolerance: webhook.DefaultTolerance, IgnoreAPIVersionMismatch: true})
		if err != nil {
			http.Error(w, "the signature is not valid", http.StatusBadRequest)
			return
		}
		if err := pass(r.Context(), event, record); err != nil {
			log.ErrorContext(r.Context(), "payment event", "event", event.ID, "type", event.Type, "error", err)
			http.Error(w, "the event was not recorded", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// pass passes on what an event says about a payment of this shop, if it does.
func pass(ctx context.Context, event stripe.Event, record func(context.Context, shop.OnlineMovement) error) error {
	movement, known, err := read(event)
	if err != nil || !known {
		return err
	}
	return record(ctx, movement)
}

// read returns what an event says, and whether it concerns a payment of this shop.
func read(event stripe.Event) (m shop.OnlineMovement, known bool, err error) {
	kind := string(event.Type)
	switch {
	case strings.HasPrefix(kind, sessionEvents):
		return readSession(event)
	case strings.HasPrefix(kind, refundEvents):
		var r stripe.Refund
		if err := json.Unmarshal(event.Data.Raw, &r); err != nil || r.PaymentIntent == nil {
			return m, false, err
		}
		state, known := refundStates[r.Status]
		return shop.OnlineMovement{ID: r.ID, Kind: shop.OnlineRefund, State: state, PaymentID: r.PaymentIntent.ID,
			RequestID: r.Metadata[requestKey], Amount: money(r.Amount, r.Currency)}, known, nil
	case strings.HasPrefix(kind, disputeEvents):
		var d stripe.Dispute
		if err := json.Unmarshal(event.Data.Raw, &d); err != nil || d.PaymentIntent == nil {
			return m, false, err
		}
		state, known := disputeStates[d.Status]
		return shop.OnlineMovement{ID: d.ID, Kind: shop.OnlineDispute, State: state, PaymentID: d.PaymentIntent.ID,
			Amount: money(d.Amount, d.Currency)}, known, nil
	}
	return m, false, nil
}

// readSession returns the payment of a page. Slow methods, such as debits, complete the page before the money moves.
func readSession(event stripe.Event) (m shop.OnlineMovement, known bool, err error) {
	var s stripe.CheckoutSession
	if err := json.Unmarshal(event.Data.Raw, &s); err != nil || s.PaymentIntent == nil || s.Metadata[orderKey] == "" {
		return m, false, err
	}
	m = shop.OnlineMovement{ID: s.PaymentIntent.ID, PaymentID: s.PaymentIntent.ID, Kind: shop.OnlinePayment,
		OrderID: s.Metadata[orderKey], Amount: money(s.AmountTotal, s.Currency), State: shop.OnlinePending}
	switch {
	case event.Type == stripe.EventTypeCheckoutSessionAsyncPaymentFailed,
		event.Type == stripe.EventTypeCheckoutSessionExpired:
		m.State = shop.OnlineFailed
	case s.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid:
		m.State = shop.OnlineSucceeded
	}
	return m, true, nil
}

func money(minor int64, currency stripe.Currency) shop.Money {
	return shop.Money{Minor: minor, Currency: strings.ToUpper(string(currency))}
}
