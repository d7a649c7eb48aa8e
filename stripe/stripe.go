// Package stripe takes payments on Stripe's hosted page, and returns them. No card data reaches this process.
package stripe

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"

	"orrery/shop"
)

// timeout of a request to Stripe. A request is tried twice; both take less time than a response of the shop may.
const timeout = 10 * time.Second

// What Stripe lists at once.
const (
	refundsOfPayment = 100
	eventsOfPage     = 100
)

// Config configures a Client.
type Config struct {
	Key           string // secret API key
	WebhookSecret string // signing secret of the webhook endpoint
	URL           string // of the API; empty: Stripe's
}

// Check returns an error unless the configuration is complete or empty.
func (c Config) Check() error {
	if (c.Key == "") != (c.WebhookSecret == "") {
		return errors.New("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET stand together")
	}
	if c.URL == "" {
		return nil
	}
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" || at.Scheme != "https" && (at.Scheme != "http" || at.Hostname() != "127.0.0.1") {
		return fmt.Errorf("STRIPE_URL must be an address with https, or http at 127.0.0.1, not %q", c.URL)
	}
	return nil
}

// Client is a db/payment.Provider. It is safe for concurrent use.
type Client struct {
	// Calls go to the backend: the library's own client would add 6 MB of services to the program.
	api         stripe.Backend
	key, secret string
}

// New returns a Client. It makes no request.
func New(c Config) *Client {
	config := &stripe.BackendConfig{
		HTTPClient: &http.Client{Timeout: timeout}, MaxNetworkRetries: stripe.Int64(1),
		EnableTelemetry: stripe.Bool(false), LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	}
	if c.URL != "" {
		config.URL = &c.URL
	}
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, config)
	return &Client{api: backend, key: c.Key, secret: c.WebhookSecret}
}

// OpenPage returns a page on which the amount is paid. The error is UNAVAILABLE if Stripe does not respond.
func (c *Client) OpenPage(ctx context.Context, r shop.PaymentPageRequest) (shop.PaymentPage, error) {
	about := map[string]string{orderKey: r.OrderID}
	params := &stripe.CheckoutSessionCreateParams{
		Mode: stripe.String(string(stripe.CheckoutSessionModePayment)), ClientReferenceID: &r.OrderID,
		CustomerEmail: &r.Email, SuccessURL: &r.PaidURL, CancelURL: &r.CancelURL,
		ExpiresAt: stripe.Int64(r.ExpiresAt.Unix()), Metadata: about,
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: about,
			Description: stripe.String("Order " + r.Number)},
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripe.String(strings.ToLower(r.Amount.Currency)), UnitAmount: &r.Amount.Minor,
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{
					Name: stripe.String("Order " + r.Number)}}}},
	}
	params.Context = ctx
	params.SetIdempotencyKey(r.Key)
	page := &stripe.CheckoutSession{}
	err := c.api.Call(http.MethodPost, "/v1/checkout/sessions", c.key, params, page)
	if err != nil {
		return shop.PaymentPage{}, refusal("open a payment page", "id", err)
	}
	if !strings.HasPrefix(page.URL, "https://") {
		return shop.PaymentPage{}, fmt.Errorf("open a payment page: its address is %q", page.URL)
	}
	return shop.PaymentPage{URL: page.URL, ExpiresAt: r.ExpiresAt}, nil
}

// Refund returns a part of a payment. A repeated request with the same ID returns nothing again. The error is
// UNAVAILABLE if the outcome is unknown, and NOT_ALLOWED if Stripe refuses.
func (c *Client) Refund(ctx context.Context, r shop.RefundRequest) (shop.OnlineMovement, error) {
	params := &stripe.RefundCreateParams{PaymentIntent: &r.PaymentID, Amount: &r.Amount.Minor,
		Metadata: map[string]string{requestKey: r.ID}}
	params.SetIdempotencyKey(refundKey(r.ID))
	params.Context = ctx
	made := &stripe.Refund{}
	err := c.api.Call(http.MethodPost, "/v1/refunds", c.key, params, made)
	if err != nil {
		return shop.OnlineMovement{}, refusal("refund", "amount", err)
	}
	return movement(made, r), nil
}

// FindRefund returns the refund that a request has made, and whether there is one. The error is UNAVAILABLE if Stripe
// does not say.
func (c *Client) FindRefund(ctx context.Context, r shop.RefundRequest) (made shop.OnlineMovement, found bool,
	err error) {
	query := url.Values{"payment_intent": {r.PaymentID}, "limit": {strconv.Itoa(refundsOfPayment)}}.Encode()
	var list stripe.RefundList
	err = c.api.CallRaw(http.MethodGet, "/v1/refunds", c.key, []byte(query), &stripe.Params{Context: ctx}, &list)
	if err != nil {
		return made, false, refusal("look for a refund", "amount", err)
	}
	for _, one := range list.Data {
		if one.Metadata[requestKey] == r.ID {
			return movement(one, r), true, nil
		}
	}
	if list.HasMore {
		return made, false, fmt.Errorf("look for a refund: %s has more than %d", r.PaymentID, refundsOfPayment)
	}
	return made, false, nil
}

// Undelivered passes on what events since a time said that Stripe could not deliver to Webhook, newest first. It goes
// on when record fails, and returns all errors. Stripe keeps events for 30 days.
func (c *Client) Undelivered(ctx context.Context, since time.Time,
	record func(context.Context, shop.OnlineMovement) error) error {
	var errs []error
	for _, kinds := range []string{sessionEvents, refundEvents, disputeEvents} {
		query := url.Values{"type": {kinds + "*"}, "delivery_success": {"false"},
			"created[gte]": {strconv.FormatInt(since.Unix(), 10)}, "limit": {strconv.Itoa(eventsOfPage)}}
		for more := true; more; {
			var page stripe.EventList
			err := c.api.CallRaw(http.MethodGet, "/v1/events", c.key, []byte(query.Encode()),
				&stripe.Params{Context: ctx}, &page)
			if err != nil {
				return errors.Join(append(errs, refusal("list undelivered events", "", err))...)
			}
			for _, event := range page.Data {
				if err := pass(ctx, *event, record); err != nil {
					errs = append(errs, fmt.Errorf("event %s: %w", event.ID, err))
				}
			}
			if more = page.HasMore && len(page.Data) > 0; more {
				query.Set("starting_after", page.Data[len(page.Data)-1].ID)
			}
		}
	}
	return errors.Join(errs...)
}

func movement(made *stripe.Refund, r shop.RefundRequest) shop.OnlineMovement {
	return shop.OnlineMovement{ID: made.ID, Kind: shop.OnlineRefund, State: refundStates[made.Status],
		PaymentID: r.PaymentID, RequestID: r.ID, Amount: r.Amount}
}

// refundKey returns the idempotency key of a refund: its ID may have characters that a header can't have.
func refundKey(id string) string { return fmt.Sprintf("refund-%x", sha256.Sum256([]byte(id))) }

// refusal returns the error of a request. Only when Stripe says that the request itself is at fault is its outcome
// certain.
func refusal(what, field string, err error) error {
	var said *stripe.Error
	if errors.As(err, &said) {
		switch said.HTTPStatusCode {
		case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
			return &shop.Error{Code: shop.NotAllowed, Field: field, Message: "Stripe refuses: " + said.Msg}
		}
		// The message of other errors, such as that of a wrong key, is for the operator.
		err = fmt.Errorf("stripe: status %d, request %s: %s", said.HTTPStatusCode, said.RequestID, said.Msg)
	}
	return fmt.Errorf("%s: %w", what, &unavailable{err})
}

// unavailable is an UNAVAILABLE error with a cause to log.
type unavailable struct{ cause error }

func (e *unavailable) Error() string { return e.cause.Error() }

func (e *unavailable) Unwrap() []error {
	return []error{&shop.Error{Code: shop.Unavailable, RetryAfter: time.Minute,
		Message: "The payment service does not respond. Try again in a minute."}, e.cause}
}
