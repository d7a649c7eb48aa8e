package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"orrery/shop"
)

// operation is an operation of the protocol, which both bindings offer.
type operation struct {
	name         string // of the MCP tool
	title        string
	description  string
	method, path string // of the REST binding, below restPath
	capability   string
	scope        shop.Scope // empty: it needs no signature
	payload      string     // member of the arguments of the MCP tool with the JSON that is the body over REST
	schema       schema     // of the payload
	changes      bool
	do           func(ctx context.Context, asked request) (answer, error)
	// refused returns the body of a response without the object; nil: refusal.
	refusal func(a *api, m message) any
}

// answer is a response with the body of an operation.
type answer struct {
	status int
	body   any
}

func ok(body any, err error) (answer, error) { return answer{http.StatusOK, body}, err }

func (a *api) listOperations() []operation {
	return []operation{
		{name: "search_catalog", title: "Search the catalogue", method: http.MethodPost, path: "/catalog/search",
			description: "Finds products by words, category and price. Prices are in minor units, without tax.",
			capability:  searchCapability, payload: "catalog", schema: searchSchema, do: a.searchCatalog,
			refusal: noProducts(searchCapability)},
		{name: "lookup_catalog", title: "Look up products", method: http.MethodPost, path: "/catalog/lookup",
			description: "Returns up to 20 products by their IDs, as a search or an address /products/{id} names them.",
			capability:  lookupCapability, payload: "catalog", schema: lookupSchema, do: a.lookupCatalog,
			refusal: noProducts(lookupCapability)},
		{name: "get_product", title: "Get a product", method: http.MethodPost, path: "/catalog/product",
			description: "Returns one product with its description, data sheet figures, price and availability.",
			capability:  lookupCapability, payload: "catalog", schema: productSchema, do: a.getProduct},

		{name: "create_cart", title: "Create a cart", method: http.MethodPost, path: "/carts", changes: true,
			description: "Collects products for a person, with totals. Nothing is reserved.",
			capability:  cartCapability, scope: shop.PrepareCheckouts, payload: "cart", schema: linesSchema,
			do: a.createCart},
		{name: "get_cart", title: "Get a cart", method: http.MethodGet, path: "/carts/{id}",
			description: "Returns a cart of yours at current prices.",
			capability:  cartCapability, scope: shop.PrepareCheckouts, do: a.getCart},
		{name: "update_cart", title: "Change a cart", method: http.MethodPut, path: "/carts/{id}", changes: true,
			description: "Replaces all lines of a cart of yours.",
			capability:  cartCapability, scope: shop.PrepareCheckouts, payload: "cart", schema: linesSchema,
			do: a.updateCart},
		{name: "cancel_cart", title: "Cancel a cart", method: http.MethodPost, path: "/carts/{id}/cancel",
			description: "Deletes a cart of yours, and returns it as it was.", changes: true,
			capability: cartCapability, scope: shop.PrepareCheckouts, do: a.cancelCart},

		{name: "create_checkout", title: "Prepare a checkout", method: http.MethodPost, path: "/checkout-sessions",
			description: "Prepares an order, of lines or of a cart by its cart_id. A person completes it: give them " +
				"the continue_url.", changes: true,
			capability: checkoutCapability, scope: shop.PrepareCheckouts, payload: "checkout", schema: checkoutSchema,
			do: a.createCheckout},
		{name: "get_checkout", title: "Get a checkout", method: http.MethodGet, path: "/checkout-sessions/{id}",
			description: "Returns a checkout of yours at current prices, or the order that a person has made of it.",
			capability:  checkoutCapability, scope: shop.PrepareCheckouts, do: a.getCheckout},
		{name: "update_checkout", title: "Change a checkout", method: http.MethodPut, path: "/checkout-sessions/{id}",
			description: "Replaces all lines of a checkout of yours.", changes: true,
			capability: checkoutCapability, scope: shop.PrepareCheckouts, payload: "checkout", schema: linesSchema,
			do: a.updateCheckout},
		{name: "complete_checkout", title: "Hand a checkout over", method: http.MethodPost,
			path: "/checkout-sessions/{id}/complete", changes: true,
			description: "Returns the checkout with its continue_url. Only a person can order, at that address.",
			capability:  checkoutCapability, scope: shop.PrepareCheckouts, payload: "checkout", schema: anySchema,
			do: a.completeCheckout},
		{name: "cancel_checkout", title: "Cancel a checkout", method: http.MethodPost,
			path: "/checkout-sessions/{id}/cancel", description: "Cancels a checkout of yours.", changes: true,
			capability: checkoutCapability, scope: shop.PrepareCheckouts, do: a.cancelCheckout},

		{name: "get_order", title: "Get an order", method: http.MethodGet, path: "/orders/{id}",
			description: "Returns the order that a person has made of a checkout of yours, and its progress.",
			capability:  orderCapability, scope: shop.ReadPreparedOrders, do: a.getOrder},
	}
}

// refused returns the body of a response without the object that the operation is about.
func (op operation) refused(a *api, m message) any {
	if op.refusal != nil {
		return op.refusal(a, m)
	}
	return a.refusal(op.capability, m)
}

// metadata is the member ucp of a response.
type metadata struct {
	Version      string           `json:"version"`
	Status       string           `json:"status"`
	Capabilities map[string][]any `json:"capabilities,omitempty"`
	// PaymentHandlers are part of checkouts only, which have none: a person pays.
	PaymentHandlers *struct{} `json:"payment_handlers,omitempty"`
}

func succeeded(capability string) metadata {
	return metadata{Version: version, Status: "success", Capabilities: relevant(capability)}
}

func refusedWith(capability string) metadata {
	return metadata{Version: version, Status: "error", Capabilities: relevant(capability)}
}

// message is an error, a warning or an information.
type message struct {
	Type     string `json:"type"`
	Code     string `json:"code"`
	Path     string `json:"path,omitempty"` // RFC 9535
	Content  string `json:"content"`
	Severity string `json:"severity,omitempty"` // of errors
}

// errorBody is the body of a response without the object that the operation is about.
type errorBody struct {
	UCP         metadata  `json:"ucp"`
	Messages    []message `json:"messages"`
	ContinueURL string    `json:"continue_url"`
}

func (a *api) refusal(capability string, m message) any {
	return errorBody{refusedWith(capability), []message{m}, a.PublicURL + "/products"}
}

// notFound is the response about an object that does not exist, or is not the platform's.
func (a *api) notFound(capability, content string) (answer, error) {
	return ok(a.refusal(capability, message{Type: "error", Code: "not_found", Content: content,
		Severity: "unrecoverable"}), nil)
}

// decode decodes a payload into P. Members that P does not have are ignored.
func decode[P any](text []byte) (payload P, err error) {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return payload, invalidRequest("The payload must be a JSON object")
	}
	err = json.Unmarshal(text, &payload)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return payload, invalidRequest(wrong.Field + " has the wrong type")
	case err != nil:
		return payload, invalidRequest("The payload is not valid JSON")
	}
	return payload, nil
}
