package agent

import (
	"context"
	"net/http"
	"time"

	"orrery/shop"
)

type (
	confirmation struct {
		ID        string `json:"id"`
		Label     string `json:"label"`
		Permalink string `json:"permalink_url"`
	}
	checkoutBody struct {
		UCP         metadata      `json:"ucp"`
		ID          string        `json:"id"`
		LineItems   []lineItem    `json:"line_items"`
		Status      string        `json:"status"`
		Currency    string        `json:"currency"`
		Totals      []total       `json:"totals"`
		Messages    []message     `json:"messages,omitempty"`
		Links       []link        `json:"links"`
		ExpiresAt   time.Time     `json:"expires_at"`
		ContinueURL string        `json:"continue_url,omitempty"`
		Order       *confirmation `json:"order,omitempty"`
	}
)

func (a *api) createCheckout(ctx context.Context, asked request) (answer, error) {
	in, err := a.sessionInput(asked, shop.AgentCheckout)
	if err != nil {
		return answer{}, err
	}
	if in.CartID != "" && !asked.platform.has(cartCapability) {
		return answer{}, invalidRequest("cart_id needs the capability " + cartCapability)
	}
	made, err := a.Store.Agents.Create(ctx, asked.actor, in)
	switch {
	case isCode(err, shop.NotFound):
		return a.notFound(checkoutCapability, "Cart not found or has expired")
	case err != nil:
		return answer{}, err
	case made.ID == "":
		return a.nothingAvailable(checkoutCapability, made)
	}
	return answer{http.StatusCreated, a.checkout(made)}, nil
}

func (a *api) getCheckout(ctx context.Context, asked request) (answer, error) {
	found, err := a.Store.Agents.Get(ctx, asked.actor, shop.AgentCheckout, asked.id)
	return a.checkoutAnswer(found, err)
}

func (a *api) updateCheckout(ctx context.Context, asked request) (answer, error) {
	in, err := a.sessionInput(asked, shop.AgentCheckout)
	if err != nil {
		return answer{}, err
	}
	if in.CartID != "" {
		return answer{}, invalidRequest("cart_id is accepted on create only")
	}
	changed, err := a.Store.Agents.Update(ctx, asked.actor, asked.id, in)
	return a.checkoutAnswer(changed, err)
}

// completeCheckout returns the checkout, whose messages say that a person has to order. What the request says about a
// payment is not read.
func (a *api) completeCheckout(ctx context.Context, asked request) (answer, error) {
	if _, err := decode[struct{}](asked.payload); err != nil {
		return answer{}, err
	}
	return a.getCheckout(ctx, asked)
}

func (a *api) cancelCheckout(ctx context.Context, asked request) (answer, error) {
	canceled, err := a.Store.Agents.Cancel(ctx, asked.actor, shop.AgentCheckout, asked.id)
	return a.checkoutAnswer(canceled, err)
}

// checkoutAnswer returns the response with a checkout, or without one if there is none, or it can't be changed.
func (a *api) checkoutAnswer(s shop.AgentSession, err error) (answer, error) {
	switch {
	case isCode(err, shop.NotFound):
		return a.notFound(checkoutCapability, "Checkout not found or has expired")
	case isCode(err, shop.NotAllowed):
		return ok(a.refusal(checkoutCapability, message{Type: "error", Code: "checkout_closed", Content: err.Error(),
			Severity: "unrecoverable"}), nil)
	}
	return ok(a.checkout(s), err)
}

// checkout returns a checkout. An open one whose lines are available only lacks a person.
func (a *api) checkout(s shop.AgentSession) checkoutBody {
	body := checkoutBody{UCP: succeeded(checkoutCapability), ID: s.ID, LineItems: a.lineItems(s.Cart),
		Currency: s.Cart.Total.Currency, Totals: totals(s.Cart.Subtotal, s.Cart.Shipping, s.Cart.Tax, s.Cart.TaxPercent,
			s.Cart.Total), Messages: sessionMessages(s), Links: a.links(), ExpiresAt: s.ExpiresAt.UTC()}
	body.UCP.PaymentHandlers = &struct{}{}
	switch {
	case s.Status == shop.AgentSessionCanceled:
		body.Status, body.Messages = "canceled", nil
	case s.Status == shop.AgentSessionCompleted:
		body.Status, body.Messages = "completed", nil
		if s.Order != nil {
			body.Order = &confirmation{s.Order.ID, s.Order.Number, a.PublicURL + "/orders/" + s.Order.ID}
		}
	case len(s.Problems) > 0 || len(s.Cart.Items) == 0:
		body.Status, body.ContinueURL = "incomplete", a.continueURL(s)
		if len(s.Lines) == 0 {
			body.Messages = append(body.Messages, message{Type: "error", Code: "field_required", Path: "$.line_items",
				Severity: "recoverable", Content: "The checkout has no items"})
		}
	default:
		body.Status, body.ContinueURL = "requires_escalation", a.continueURL(s)
		body.Messages = append(body.Messages, message{Type: "error", Code: "buyer_review_required",
			Severity: "requires_buyer_review",
			Content:  "The buyer signs in at continue_url, checks and changes everything, and places the order."})
	}
	if body.ContinueURL != "" && len(body.LineItems) > 0 {
		body.Messages = append(body.Messages, untrusted("$.line_items"))
	}
	return body
}
