package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"orrery/shop"
)

type (
	item struct {
		ID    string `json:"id"`
		Title string `json:"title"`
		Price int64  `json:"price"`
		Image string `json:"image_url,omitempty"`
	}
	total struct {
		Type   string `json:"type"`
		Text   string `json:"display_text,omitempty"`
		Amount int64  `json:"amount"`
	}
	lineItem struct {
		ID       string  `json:"id"`
		Item     item    `json:"item"`
		Quantity int     `json:"quantity"`
		Totals   []total `json:"totals"`
	}
	cartBody struct {
		UCP         metadata   `json:"ucp"`
		ID          string     `json:"id"`
		LineItems   []lineItem `json:"line_items"`
		Currency    string     `json:"currency"`
		Totals      []total    `json:"totals"`
		Messages    []message  `json:"messages,omitempty"`
		Links       []link     `json:"links"`
		ContinueURL string     `json:"continue_url"`
		ExpiresAt   time.Time  `json:"expires_at"`
	}
)

// linesInput is what a request says about lines. Buyer, context and signals are not read: the buyer signs in, and
// enters an address in the shop.
type linesInput struct {
	CartID    string      `json:"cart_id"`
	LineItems *[]lineSent `json:"line_items"`
}

type lineSent struct {
	Item *struct {
		ID string `json:"id"`
	} `json:"item"`
	Quantity *int `json:"quantity"`
}

// sessionInput returns the input of a store for a payload.
func (a *api) sessionInput(asked request, kind shop.AgentSessionKind) (in shop.AgentSessionInput, err error) {
	sent, err := decode[linesInput](asked.payload)
	if err != nil {
		return in, err
	}
	in = shop.AgentSessionInput{Kind: kind, Webhook: asked.platform.webhook}
	if kind == shop.AgentCheckout && sent.CartID != "" {
		in.CartID = sent.CartID
		return in, nil // the lines of the cart win
	}
	if sent.LineItems == nil {
		return in, invalidRequest("line_items is required")
	}
	for i, line := range *sent.LineItems {
		if line.Item == nil || line.Quantity == nil {
			return in, invalidRequest(fmt.Sprintf("line_items[%d] needs item.id and quantity", i))
		}
		in.Lines = append(in.Lines, shop.AgentLine{ProductID: line.Item.ID, Quantity: *line.Quantity})
	}
	return in, nil
}

func (a *api) createCart(ctx context.Context, asked request) (answer, error) {
	in, err := a.sessionInput(asked, shop.AgentCart)
	if err != nil {
		return answer{}, err
	}
	made, err := a.Store.Agents.Create(ctx, asked.actor, in)
	switch {
	case err != nil:
		return answer{}, err
	case made.ID == "":
		return a.nothingAvailable(cartCapability, made)
	}
	return answer{http.StatusCreated, a.cart(made)}, nil
}

// nothingAvailable is the response to a request for lines of which none is available.
func (a *api) nothingAvailable(capability string, made shop.AgentSession) (answer, error) {
	body := errorBody{refusedWith(capability), nil, a.PublicURL + "/products"}
	for i := range made.Problems {
		m := problem(made, i)
		m.Severity = "unrecoverable"
		body.Messages = append(body.Messages, m)
	}
	return ok(body, nil)
}

func (a *api) getCart(ctx context.Context, asked request) (answer, error) {
	found, err := a.Store.Agents.Get(ctx, asked.actor, shop.AgentCart, asked.id)
	return a.cartAnswer(found, err)
}

func (a *api) updateCart(ctx context.Context, asked request) (answer, error) {
	in, err := a.sessionInput(asked, shop.AgentCart)
	if err != nil {
		return answer{}, err
	}
	changed, err := a.Store.Agents.Update(ctx, asked.actor, asked.id, in)
	return a.cartAnswer(changed, err)
}

func (a *api) cancelCart(ctx context.Context, asked request) (answer, error) {
	canceled, err := a.Store.Agents.Cancel(ctx, asked.actor, shop.AgentCart, asked.id)
	return a.cartAnswer(canceled, err)
}

// cartAnswer returns the response with a cart, or without one if there is none.
func (a *api) cartAnswer(s shop.AgentSession, err error) (answer, error) {
	if isCode(err, shop.NotFound) {
		return a.notFound(cartCapability, "Cart not found or has expired")
	}
	return ok(a.cart(s), err)
}

func isCode(err error, code shop.Code) bool {
	var refusal *shop.Error
	return errors.As(err, &refusal) && refusal.Code == code
}

func (a *api) cart(s shop.AgentSession) cartBody {
	body := cartBody{UCP: succeeded(cartCapability), ID: s.ID, LineItems: a.lineItems(s.Cart),
		Currency: s.Cart.Total.Currency, Totals: totals(s.Cart.Subtotal, s.Cart.Shipping, s.Cart.Tax, s.Cart.TaxPercent,
			s.Cart.Total), Messages: sessionMessages(s), Links: a.links(), ContinueURL: a.continueURL(s),
		ExpiresAt: s.ExpiresAt.UTC()}
	if len(body.LineItems) > 0 {
		body.Messages = append(body.Messages, untrusted("$.line_items"))
	}
	return body
}

// continueURL returns the address of the page where a person takes over what an agent has prepared.
func (a *api) continueURL(s shop.AgentSession) string { return a.PublicURL + shop.PreparedPage + s.ID }

func (a *api) lineItems(c shop.Cart) []lineItem {
	lines := make([]lineItem, len(c.Items))
	for i, of := range c.Items {
		lines[i] = lineItem{lineID(of.ProductID()), a.item(of.ProductID(), of.Name(), of.Price(), of.Image()),
			of.Quantity, lineTotals(of.LineTotal())}
	}
	return lines
}

// lineID returns the ID of the line of a product, of which a cart has one.
func lineID(productID string) string { return "line_" + productID }

func (a *api) item(id, title string, price shop.Money, image *shop.Media) item {
	i := item{ID: id, Title: title, Price: price.Minor}
	if image != nil {
		i.Image = a.absolute(image.URL)
	}
	return i
}

func lineTotals(of shop.Money) []total {
	return []total{{Type: "subtotal", Amount: of.Minor}, {Type: "total", Amount: of.Minor}}
}

func totals(subtotal, shipping, tax shop.Money, percent string, all shop.Money) []total {
	return []total{{"subtotal", "Subtotal", subtotal.Minor}, {"fulfillment", "Shipping", shipping.Minor},
		{"tax", shop.TaxLabel(percent), tax.Minor}, {"total", "Total", all.Minor}}
}

// sessionMessages returns what is wrong with the requested lines.
func sessionMessages(s shop.AgentSession) []message {
	var messages []message
	for i := range s.Problems {
		messages = append(messages, problem(s, i))
	}
	for _, w := range s.Cart.Warnings {
		messages = append(messages, message{Type: "warning", Code: "maximum_quantity", Content: w.Message,
			Path: fmt.Sprintf("$.line_items[?@.item.id=='%s'].quantity", w.ProductID)})
	}
	return messages
}

// problem returns the message about a line that can't be ordered, which is not among the line_items.
func problem(s shop.AgentSession, i int) message {
	p := s.Problems[i]
	code := "item_unavailable"
	if p.Code == shop.OutOfStock {
		code = "out_of_stock"
	}
	return message{Type: "error", Code: code, Path: "$.line_items", Severity: "recoverable",
		Content: shortened(p.ProductID) + ": " + p.Message}
}
