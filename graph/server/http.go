package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"orrery/admission"
	"orrery/auth"
	"orrery/respcache"
	"orrery/shop"
	"orrery/telemetry"
)

const (
	mediaJSON    = "application/json"
	mediaGraphQL = "application/graphql-response+json"
)

// overHTTP is the transport for GraphQL over HTTP with GET and POST. gqlgen's own transports respond with 422 and
// `"data": null` where the standard requires something else, accept requests without a query, and echo invalid bodies.
type overHTTP struct {
	limits  Limits
	cache   *respcache.Cache
	slots   *admission.Limiter
	trusted trusted
	names   *documents
}

func (overHTTP) Supports(r *http.Request) bool { return r.Header.Get("Upgrade") == "" }

// Do implements graphql.Transport.
func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	parent := r.Context()
	ctx, cancel := context.WithTimeout(parent, requestTimeout)
	defer cancel()
	media, errorStatus := mediaJSON, http.StatusOK
	if wantsGraphQLMedia(r.Header.Get("Accept")) {
		media, errorStatus = mediaGraphQL, http.StatusBadRequest
	}
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept")

	text, refusal := readText(r)
	if refusal != nil {
		refusal.write(w)
		return
	}
	cacheKey := r.Method + " " + string(text)
	info := telemetry.Of(ctx)
	info.Operation = telemetry.Other
	if cached := t.cache.Find(cacheKey); cached != nil && mayShare(ctx, cached.Personal) {
		info.Operation = cached.Name
		cached.Serve(w, r)
		return
	}
	ctx, release, err := t.slots.Acquire(ctx, auth.Actor(ctx).Caller())
	if err != nil {
		Refuse(w, shop.Crowded())
		return
	}
	defer release()
	params, refusal := t.readParams(r, text)
	if refusal != nil {
		refusal.write(w)
		return
	}
	op, errs := exec.CreateOperationContext(ctx, params)
	info.Operation = t.names.name(op)
	if len(errs) > 0 {
		errs = errs[:min(len(errs), maxErrors)]
		recordCodes(info, errs)
		write(w, errorStatus, exec.DispatchError(graphql.WithOperationContext(ctx, op), errs))
		return
	}
	if r.Method == http.MethodGet && op.Operation.Operation != ast.Query {
		(&badRequest{status: http.StatusMethodNotAllowed, allow: "POST", message: "GET is for queries only"}).write(w)
		return
	}
	info.Cost = costOf(op)
	if refusal := t.limits.Spend(ctx, w.Header(), max(1, info.Cost)); refusal != nil {
		info.Refused = telemetry.CostLimited
		Refuse(w, refusal)
		return
	}
	if op.Operation.Operation == ast.Subscription {
		info.Stream = true
		release()
		stream(parent, w, r, exec, op)
		return
	}
	execute := func(ctx context.Context) (int, *graphql.Response) { return run(ctx, exec, op, info) }
	if public, personal := audience(op); public && mayShare(ctx, personal) {
		shared, err := t.share(ctx, cacheKey, info.Operation, personal, execute)
		if err != nil {
			setRetryAfter(w, shop.RetryUnavailable)
		}
		shared.Serve(w, r)
		return
	}
	status, response := execute(ctx)
	if status != http.StatusOK {
		setRetryAfter(w, shop.RetryUnavailable)
	}
	write(w, status, response)
}

// share executes an operation once for all callers with the same request, and caches its response if it has no errors.
// While the database is unavailable, it returns the last response that was cached; if there is none, also an error.
func (t overHTTP) share(
	ctx context.Context, key, name string, personal bool, execute func(context.Context) (int, *graphql.Response),
) (*respcache.Response, error) {
	shared, err := t.cache.Share(ctx, key, func(ctx context.Context) (*respcache.Response, error) {
		status, response := execute(ctx)
		if status != http.StatusOK {
			return respcache.Uncacheable(status, encode(response)), shop.Unreachable()
		}
		if len(response.Errors) > 0 {
			return respcache.Uncacheable(status, encode(response)), nil
		}
		entry := respcache.NewResponse(encode(response), personal)
		entry.Name = name
		return entry, nil
	})
	if err != nil {
		if last := t.cache.Last(key); last != nil {
			return last, nil
		}
	}
	return shared, err
}

// run executes an operation in a span of the request's trace. If the response has an UNAVAILABLE error and no field
// that is not null, run removes its data and returns status 503.
func run(
	ctx context.Context, exec graphql.GraphExecutor, op *graphql.OperationContext, info *telemetry.Request,
) (status int, response *graphql.Response) {
	ctx, span := telemetry.Span(ctx, string(op.Operation.Operation)+" "+info.Operation)
	defer span.End()
	next, ctx := exec.DispatchOperation(ctx, op)
	if response = next(ctx); response != nil {
		recordCodes(info, response.Errors)
		if slices.ContainsFunc(response.Errors, unavailable) && allNull(response.Data) {
			response.Data = nil
			return http.StatusServiceUnavailable, response
		}
		return http.StatusOK, response
	}
	// The timeout passed before anything ran.
	response = exec.DispatchError(ctx, gqlerror.List{coded(codeTimeout, "the request took too long")})
	recordCodes(info, response.Errors)
	return http.StatusServiceUnavailable, response
}

// recordCodes adds the codes of errors to the telemetry of the request, without messages or paths.
func recordCodes(info *telemetry.Request, errs gqlerror.List) {
	for _, err := range errs {
		if code, ok := err.Extensions["code"].(string); ok {
			info.Codes = append(info.Codes, code)
		}
	}
}

func unavailable(e *gqlerror.Error) bool { return e.Extensions["code"] == string(shop.Unavailable) }

// allNull reports whether every field of a response is null, or there is no data.
func allNull(data json.RawMessage) bool {
	var fields map[string]*json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return len(data) == 0
	}
	for _, field := range fields {
		if field != nil {
			return false
		}
	}
	return true
}

// setRetryAfter sets the Retry-After header, in seconds rounded up.
func setRetryAfter(w http.ResponseWriter, in time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(in.Seconds()))))
}

// Refuse responds to a request that is rejected before it reaches a handler: with 401 for UNAUTHENTICATED, 503 for
// UNAVAILABLE, and 429 otherwise. RetryAfter is in the header and in the extensions.
func Refuse(w http.ResponseWriter, refusal *shop.Error) {
	status := http.StatusTooManyRequests
	switch refusal.Code {
	case shop.Unauthenticated:
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", "Bearer")
	case shop.Unavailable:
		status = http.StatusServiceUnavailable
	}
	if refusal.RetryAfter > 0 {
		setRetryAfter(w, refusal.RetryAfter)
	}
	w.Header().Set("Content-Type", mediaJSON+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	write(w, status, &graphql.Response{Errors: gqlerror.List{asGraphQLError(refusal)}})
}

// badRequest is the response to a request that is not a valid GraphQL request.
type badRequest struct {
	status  int
	code    string // BAD_REQUEST if empty
	allow   string // value of the Allow header, none if empty
	message string
}

func (b *badRequest) write(w http.ResponseWriter) {
	if b.allow != "" {
		w.Header().Set("Allow", b.allow)
	}
	write(w, b.status, &graphql.Response{
		Errors: gqlerror.List{coded(cmp.Or(b.code, codeBadRequest), "%s", b.message)},
	})
}

func write(w http.ResponseWriter, status int, response *graphql.Response) {
	body := encode(response)
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only if the client has disconnected
}

// encode returns a response as JSON. Without data, as in a rejected request, the "data" member is omitted.
// response.Data must be valid JSON.
func encode(response *graphql.Response) []byte {
	body := append(make([]byte, 0, len(response.Data)+256), '{')
	member := func(name string, text []byte) {
		if len(body) > 1 {
			body = append(body, ',')
		}
		body = append(append(append(append(body, '"'), name...), `":`...), text...)
	}
	if len(response.Errors) > 0 {
		member("errors", mustMarshal(response.Errors))
	}
	if len(response.Data) > 0 {
		member("data", response.Data)
	}
	if len(response.Extensions) > 0 {
		member("extensions", mustMarshal(response.Extensions))
	}
	return append(body, '}')
}

func mustMarshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Errorf("encode answer: %w", err))
	}
	return text
}

// readText returns the query string of a GET request or the body of a POST request, as readParams expects it.
func readText(r *http.Request) ([]byte, *badRequest) {
	switch r.Method {
	case http.MethodGet:
		return []byte(r.URL.RawQuery), nil
	case http.MethodPost:
		media, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if media != mediaJSON || !strings.EqualFold(options["charset"], "utf-8") && options["charset"] != "" {
			return nil, &badRequest{
				status:  http.StatusUnsupportedMediaType,
				code:    codeMediaType,
				message: "the body must be application/json in UTF-8",
			}
		}
	default:
		return nil, &badRequest{status: http.StatusMethodNotAllowed, allow: "GET, POST", message: "use GET or POST"}
	}
	text, err := io.ReadAll(r.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		message := fmt.Sprintf("the body is larger than %d bytes", tooLarge.Limit)
		return nil, &badRequest{status: http.StatusRequestEntityTooLarge, code: codeTooLarge, message: message}
	case err != nil:
		return nil, &badRequest{status: http.StatusBadRequest, message: explain(err)}
	}
	return text, nil
}

func (t overHTTP) readParams(r *http.Request, text []byte) (*graphql.RawParams, *badRequest) {
	params := &graphql.RawParams{Headers: r.Header}
	params.ReadTime.Start = graphql.Now()
	var err error
	plain := string(text)
	if r.Method == http.MethodGet {
		err = readQuery(plain, params)
		plain, _ = url.QueryUnescape(plain) // fails only if readQuery has failed
	} else {
		err = readJSON(bytes.NewReader(text), params)
	}
	params.ReadTime.End = graphql.Now()
	persisted := false
	if params.Query == "" {
		params.Query, persisted = t.trusted.text(params.Extensions)
	}
	switch {
	case !utf8.ValidString(plain): // decoders replace invalid bytes
		return nil, &badRequest{status: http.StatusBadRequest, message: "the request must be in UTF-8"}
	case err != nil:
		return nil, &badRequest{status: http.StatusBadRequest, message: explain(err)}
	case params.Query == "" && persisted:
		return nil, &badRequest{
			status:  http.StatusOK,
			code:    codeUnknownDocument,
			message: "no document is known by this hash: send its text",
		}
	case params.Query == "":
		return nil, &badRequest{status: http.StatusBadRequest, message: "the parameter query is missing"}
	}
	return params, nil
}

// readQuery reads the parameters of a GET request from its query string.
func readQuery(raw string, params *graphql.RawParams) error {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return err
	}
	params.Query = values.Get("query")
	params.OperationName = values.Get("operationName")
	if text := values.Get("variables"); text != "" && readJSON(strings.NewReader(text), &params.Variables) != nil {
		return wrongType("variables")
	}
	if text := values.Get("extensions"); text != "" && readJSON(strings.NewReader(text), &params.Extensions) != nil {
		return wrongType("extensions")
	}
	return nil
}

// wrongType is the error for a parameter of the wrong type. Its value is the name of the parameter.
type wrongType string

func (name wrongType) Error() string { return "the parameter " + string(name) + " has the wrong type" }

// readJSON reads exactly one JSON value. Numbers become json.Number, since their GraphQL type is not known yet.
func readJSON(from io.Reader, into any) error {
	decoder := json.NewDecoder(from)
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// explain returns the message for a decoding error. It contains nothing of the body.
func explain(err error) string {
	var parameter wrongType
	var value *json.UnmarshalTypeError
	switch {
	case errors.As(err, &parameter):
		return parameter.Error()
	case errors.As(err, &value) && value.Field != "":
		return wrongType(value.Field).Error()
	case errors.As(err, &value) && value.Value == "array":
		return "batches are not accepted: send one request at a time"
	}
	return "the request could not be decoded"
}

// wantsGraphQLMedia reports whether the client prefers application/graphql-response+json, with which the status code
// shows whether the request was valid. Clients without a preference get application/json.
func wantsGraphQLMedia(accept string) bool {
	weights := respcache.Weights(accept)
	graphQL := weights[mediaGraphQL]
	return graphQL > 0 && graphQL >= max(weights[mediaJSON], weights["application/*"], weights["*/*"])
}
