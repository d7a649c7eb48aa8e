// Package agent implements the Universal Commerce Protocol, version 2026-04-08, for agents such as assistants: the
// profile of the shop, and the REST and MCP bindings of catalogue, cart, checkout and order. It decodes a request,
// calls the same Store method as the other APIs, and encodes the response. Nothing is bought without a person: a
// checkout ends with the address of a page where its buyer signs in and orders.
package agent

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"orrery/admission"
	"orrery/auth"
	"orrery/db"
	"orrery/shop"
	"orrery/telemetry"
)

// version is the version of the protocol and of its capabilities.
const version = "2026-04-08"

// Capabilities of the protocol.
const (
	searchCapability   = "dev.ucp.shopping.catalog.search"
	lookupCapability   = "dev.ucp.shopping.catalog.lookup"
	cartCapability     = "dev.ucp.shopping.cart"
	checkoutCapability = "dev.ucp.shopping.checkout"
	orderCapability    = "dev.ucp.shopping.order"
)

// capabilityNames are the capabilities of the shop.
var capabilityNames = []string{searchCapability, lookupCapability, cartCapability, checkoutCapability, orderCapability}

const (
	// maxBody is the maximum size of a body, in bytes.
	maxBody = 256 << 10
	// requestTimeout is the timeout of a request, including the discovery of the profile.
	requestTimeout = 10 * time.Second

	// ProfilePath is the path of the profile of the shop.
	ProfilePath = "/.well-known/ucp"

	restPath = "/ucp/v1"
	mcpPath  = "/ucp/mcp"
)

// Config holds the dependencies of the API. Slots may be nil.
type Config struct {
	Store     *db.Store
	PublicURL string
	Log       *slog.Logger
	// Client fetches the profiles of platforms. It must connect only to addresses that strangers may name.
	Client *http.Client
	Local  bool                // profiles of this machine may be fetched without TLS
	Keys   []*ecdsa.PrivateKey // sign messages; the first is current
	// Origins are the origins of pages that may call the MCP endpoint, besides the shop itself.
	Origins []string
	// Count counts a request of the actor of ctx that was identified as an agent's. The error is RATE_LIMITED when the
	// limit is exceeded.
	Count func(ctx context.Context, headers http.Header) *shop.Error
	Slots *admission.Limiter
}

type api struct {
	Config
	authority  string
	namespace  string // of the capabilities of the shop's own tools; empty if its host can't be one
	directory  *directory
	keys       []jwk
	operations []operation
	tools      []tool
}

// New returns the handler of /.well-known/ucp and /ucp/. auth.Middleware must wrap it, and counts each request by its
// network.
func New(c Config) (http.Handler, error) {
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return nil, err
	}
	a := &api{Config: c, authority: authorityOf(public), namespace: namespaceOf(public.Hostname()),
		directory: newDirectory(c.Client, c.Local, c.Store.Now)}
	for _, key := range c.Keys {
		published, err := jwkOf(key)
		if err != nil {
			return nil, err
		}
		a.keys = append(a.keys, published)
	}
	a.operations = a.listOperations()
	a.tools = a.listTools()
	mux := http.NewServeMux()
	mux.Handle("GET "+ProfilePath, http.HandlerFunc(a.profile))
	mux.Handle(mcpPath, a.mcp())
	mux.HandleFunc("GET "+schemasPath+"{name}", a.serveSchema)
	a.routeREST(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
		defer cancel()
		mux.ServeHTTP(w, r.WithContext(ctx))
	}), nil
}

// request is a request of an agent that was identified.
type request struct {
	actor    shop.Actor
	platform *platform
	signed   bool
	key      string // idempotency key; empty if there is none
	id       string // of the object, from the path or the arguments
	payload  []byte // JSON; nil if the operation has none
}

// identify returns the platform that sends a request, whose body was read, and whether the request is signed. declared
// is the profile that the body names, "" if it names none.
func (a *api) identify(r *http.Request, body []byte, declared string) (p *platform, signed bool, failed *failure) {
	at, failed := profileOf(r.Header)
	switch {
	case failed != nil:
		return nil, false, failed
	case at == "":
		at = declared
	case declared != "" && declared != at:
		return nil, false, badProfileURL("UCP-Agent and meta name different profiles")
	}
	if at == "" {
		return nil, false, badProfileURL("Name your profile in the header UCP-Agent")
	}
	if p, failed = a.directory.find(r.Context(), at); failed != nil {
		return nil, false, failed
	}
	if p.version != version {
		return nil, false, discovery(http.StatusUnprocessableEntity, "version_unsupported",
			"Protocol version "+p.version+" is not supported. This business supports version "+version+".")
	}
	if !isSigned(r.Header) {
		return p, false, nil
	}
	failed = verify(r, body, a.authority, func(id string) (*ecdsa.PublicKey, *failure) {
		return a.directory.key(r.Context(), p, id)
	}, a.Store.Now())
	return p, failed == nil, failed
}

// admit identifies the platform of a request and counts the request.
func (a *api) admit(w http.ResponseWriter, r *http.Request, body []byte, declared, key string) (request, *failure) {
	p, signed, failed := a.identify(r, body, declared)
	if failed != nil {
		return request{}, failed
	}
	header := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = header
	}
	if header != "" && header != key || len(key) > maxText || !isPlain(key) {
		return request{}, invalidRequest("The idempotency key must be one text of at most 255 characters")
	}
	asked := request{actor: p.actor(visitor(r.Context()), signed), platform: p, signed: signed, key: key}
	if refusal := a.Count(auth.With(r.Context(), asked.actor), w.Header()); refusal != nil {
		telemetry.Of(r.Context()).Refused = telemetry.RateLimited
		return request{}, failureOf(refusal)
	}
	return asked, nil
}

// maxText limits idempotency keys and IDs, in bytes.
const maxText = 255

// isPlain reports whether a text consists of printable ASCII characters other than spaces.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// run runs an operation within a slot, or returns the response of a platform that lacks its capability.
func (a *api) run(ctx context.Context, op operation, asked request) (answer, error) {
	if !asked.platform.has(op.capability) {
		return answer{status: http.StatusOK, body: op.refused(a, message{Type: "error", Severity: "unrecoverable",
			Code: "capabilities_incompatible", Content: "Your profile does not declare " + op.capability +
				" in version " + version})}, nil
	}
	if op.scope != "" && !asked.signed {
		return answer{}, unsigned("signature_missing", "This operation requires a signed request")
	}
	if len(asked.id) > maxText || !isPlain(asked.id) {
		return answer{}, invalidRequest("The ID is malformed")
	}
	ctx, leave, err := a.Slots.Acquire(ctx, asked.actor.Caller())
	if err != nil {
		return answer{}, err
	}
	defer leave()
	if op.changes {
		return a.once(ctx, op, asked)
	}
	return op.do(ctx, asked)
}

// fail returns the failure of an error. It logs internal errors.
func (a *api) fail(ctx context.Context, err error) *failure {
	failed := failureOf(err)
	if failed == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		failed = failureOf(shop.Crowded())
	}
	if (failed == nil || failed.status >= http.StatusInternalServerError) && !errors.Is(ctx.Err(), context.Canceled) {
		a.Log.ErrorContext(ctx, "request of an agent failed", "error", err)
	}
	if failed == nil && ctx.Err() != nil {
		failed = invalidRequest("The connection was closed before we could respond.")
	}
	if failed == nil {
		failed = internal()
	}
	return failed
}

// readBody reads a JSON body.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *failure) {
	if media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(media),
		"application/json") {
		return nil, &failure{status: http.StatusUnsupportedMediaType, rpc: rpcInvalidRequest, code: "invalid_request",
			content: "The body must be application/json"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, &failure{status: http.StatusRequestEntityTooLarge, rpc: rpcInvalidRequest,
			code: "request_too_large", content: "The body must have at most 256 KiB"}
	case err != nil:
		return nil, &failure{status: http.StatusBadRequest, rpc: rpcParse, code: "invalid_request",
			content: "The body is incomplete"}
	case !utf8.Valid(body):
		return nil, &failure{status: http.StatusBadRequest, rpc: rpcParse, code: "invalid_request",
			content: "The body must be UTF-8"}
	case bytes.Contains(body, []byte(`\u0000`)):
		return nil, invalidRequest("The body must not contain NUL characters")
	}
	return body, nil
}

// mayCall reports whether a browser may send the request: it is of no page, or of one of the origins.
func (a *api) mayCall(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin == "" || origin == a.PublicURL || slices.Contains(a.Origins, origin)
}
