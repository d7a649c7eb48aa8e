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

// overHTTP is GraphQL over HTTP by GET and POST. gqlgen's own transports answer 422 and `"data": null` where the
// standard wants something else, accept a request without a query, and repeat a bad body to its sender.
type overHTTP struct {
	limits  Limits
	cache   *respcache.Cache
	slots   *admission.Limiter
	trusted trusted
	names   *documents
}

func (overHTTP) Supports(r *http.Request) bool { return r.Header.Get("Upgrade") == "" }

func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	unhurried := r.Context()
	ctx, cancel := context.WithTimeout(unhurried, requestTimeout)
	defer cancel()
	media, faulty := mediaJSON, http.StatusOK
	if wantsGraphQLMedia(r.Header.Get("Accept")) {
		media, faulty = mediaGraphQL, http.StatusBadRequest
	}
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept")

	text, refusal := readText(r)
	if refusal != nil {
		refusal.write(w)
		return
	}
	question := r.Method + " " + string(text)
	seen := telemetry.Of(ctx)
	seen.Operation = telemetry.Other
	if known := t.cache.Find(question); known != nil && mayShare(ctx, known.Personal) {
		seen.Operation = known.Name
		known.Serve(w, r)
		return
	}
	ctx, leave, err := t.slots.Acquire(ctx, auth.Actor(ctx).Caller())
	if err != nil {
		Refuse(w, shop.Crowded())
		return
	}
	defer leave()
	params, refusal := t.readParams(r, text)
	if refusal != nil {
		refusal.write(w)
		return
	}
	op, errs := exec.CreateOperationContext(ctx, params)
	seen.Operation = t.names.name(op)
	if len(errs) > 0 {
		errs = errs[:min(len(errs), maxErrors)]
		note(seen, errs)
		write(w, faulty, exec.DispatchError(graphql.WithOperationContext(ctx, op), errs))
		return
	}
	if r.Method == http.MethodGet && op.Operation.Operation != ast.Query {
		(&badRequest{status: http.StatusMethodNotAllowed, allow: "POST", message: "GET is for queries only"}).write(w)
		return
	}
	seen.Cost = costOf(op)
	if refusal := t.limits.Spend(ctx, w.Header(), max(1, seen.Cost)); refusal != nil {
		seen.Refused = telemetry.CostLimited
		Refuse(w, refusal)
		return
	}
	if op.Operation.Operation == ast.Subscription {
		seen.Stream = true
		leave()
		stream(unhurried, w, r, exec, op)
		return
	}
	if public, personal := audience(op); public && mayShare(ctx, personal) {
		shared, err := t.cache.Share(ctx, question, func(ctx context.Context) (*respcache.Response, error) {
			status, answer := run(ctx, exec, op, seen)
			if status != http.StatusOK {
				return respcache.Uncacheable(status, encode(answer)), shop.Unreachable()
			}
			if len(answer.Errors) > 0 {
				return respcache.Uncacheable(status, encode(answer)), nil
			}
			kept := respcache.NewResponse(encode(answer), personal)
			kept.Name = seen.Operation
			return kept, nil
		})
		if err != nil {
			if last := t.cache.Last(question); last != nil {
				shared = last
			} else {
				comeBack(w, shop.RetryUnavailable)
			}
		}
		shared.Serve(w, r)
		return
	}
	status, answer := run(ctx, exec, op, seen)
	if status != http.StatusOK {
		comeBack(w, shop.RetryUnavailable)
	}
	write(w, status, answer)
}

// run executes an operation, as a part of the request's trace. An answer that says nothing but that the shop can't find out at the
// moment is 503, and has no data.
func run(ctx context.Context, exec graphql.GraphExecutor, op *graphql.OperationContext, seen *telemetry.Request) (status int, answer *graphql.Response) {
	ctx, span := telemetry.Span(ctx, string(op.Operation.Operation)+" "+seen.Operation)
	defer span.End()
	next, ctx := exec.DispatchOperation(ctx, op)
	if answer = next(ctx); answer != nil {
		note(seen, answer.Errors)
		if slices.ContainsFunc(answer.Errors, unavailable) && saysNothing(answer.Data) {
			answer.Data = nil
			return http.StatusServiceUnavailable, answer
		}
		return http.StatusOK, answer
	}
	// The time was up before anything ran.
	answer = exec.DispatchError(ctx, gqlerror.List{coded(codeTimeout, "the request took too long")})
	note(seen, answer.Errors)
	return http.StatusServiceUnavailable, answer
}

// note keeps the codes of errors, and nothing else of them, for those who watch.
func note(seen *telemetry.Request, errs gqlerror.List) {
	for _, err := range errs {
		if code, ok := err.Extensions["code"].(string); ok {
			seen.Codes = append(seen.Codes, code)
		}
	}
}

func unavailable(e *gqlerror.Error) bool { return e.Extensions["code"] == string(shop.Unavailable) }

// saysNothing tells whether every field of an answer is null.
func saysNothing(data json.RawMessage) bool {
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

// comeBack tells a caller when to try again, in whole seconds.
func comeBack(w http.ResponseWriter, in time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(in.Seconds()))))
}

// Refuse answers in place of the door. Who has asked too often knows from Retry-After when to come back.
func Refuse(w http.ResponseWriter, refusal *shop.Error) {
	status := http.StatusTooManyRequests
	switch refusal.Code {
	case shop.Unauthenticated:
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", "Bearer")
	case shop.Unavailable:
		status = http.StatusServiceUnavailable
		comeBack(w, refusal.RetryAfter)
	}
	w.Header().Set("Content-Type", mediaJSON+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	write(w, status, &graphql.Response{Errors: gqlerror.List{coded(string(refusal.Code), "%s", refusal.Message)}})
}

// badRequest refuses what is not a GraphQL request.
type badRequest struct {
	status  int
	code    string // BAD_REQUEST if empty
	allow   string // methods to use instead
	message string
}

func (b *badRequest) write(w http.ResponseWriter) {
	if b.allow != "" {
		w.Header().Set("Allow", b.allow)
	}
	write(w, b.status, &graphql.Response{Errors: gqlerror.List{coded(cmp.Or(b.code, codeBadRequest), "%s", b.message)}})
}

// write sends an answer.
func write(w http.ResponseWriter, status int, answer *graphql.Response) {
	body := encode(answer)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller who has gone needs no answer
}

// encode makes the text of an answer. One without data, such as a refusal, has no "data" at all. Data is JSON already.
func encode(answer *graphql.Response) []byte {
	body := append(make([]byte, 0, len(answer.Data)+256), '{')
	member := func(name string, text []byte) {
		if len(body) > 1 {
			body = append(body, ',')
		}
		body = append(append(append(append(body, '"'), name...), `":`...), text...)
	}
	if len(answer.Errors) > 0 {
		member("errors", mustMarshal(answer.Errors))
	}
	if len(answer.Data) > 0 {
		member("data", answer.Data)
	}
	if len(answer.Extensions) > 0 {
		member("extensions", mustMarshal(answer.Extensions))
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

// readText reads what a request says, which readParams understands.
func readText(r *http.Request) ([]byte, *badRequest) {
	switch r.Method {
	case http.MethodGet:
		return []byte(r.URL.RawQuery), nil
	case http.MethodPost:
		media, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if media != mediaJSON || !strings.EqualFold(options["charset"], "utf-8") && options["charset"] != "" {
			return nil, &badRequest{status: http.StatusUnsupportedMediaType, message: "the body must be application/json in UTF-8"}
		}
	default:
		return nil, &badRequest{status: http.StatusMethodNotAllowed, allow: "GET, POST", message: "use GET or POST"}
	}
	text, err := io.ReadAll(r.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		message := fmt.Sprintf("the body is larger than %d bytes", tooLarge.Limit)
		return nil, &badRequest{status: http.StatusRequestEntityTooLarge, message: message}
	case err != nil:
		return nil, &badRequest{status: http.StatusBadRequest, message: explain(err)}
	}
	return text, nil
}

func (t overHTTP) readParams(r *http.Request, text []byte) (*graphql.RawParams, *badRequest) {
	params := &graphql.RawParams{Headers: r.Header}
	params.ReadTime.Start = graphql.Now()
	var err error
	if r.Method == http.MethodGet {
		err = readQuery(string(text), params)
	} else {
		err = readJSON(bytes.NewReader(text), params)
	}
	params.ReadTime.End = graphql.Now()
	persisted := false
	if params.Query == "" {
		params.Query, persisted = t.trusted.text(params.Extensions)
	}
	switch {
	case err != nil:
		return nil, &badRequest{status: http.StatusBadRequest, message: explain(err)}
	case params.Query == "" && persisted:
		return nil, &badRequest{status: http.StatusOK, code: codeUnknownDocument, message: "no document is known by this hash: send its text"}
	case params.Query == "":
		return nil, &badRequest{status: http.StatusBadRequest, message: "the parameter query is missing"}
	}
	return params, nil
}

// readQuery reads the parameters of a GET.
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

// wrongType names a parameter that is not of the type that it should be.
type wrongType string

func (name wrongType) Error() string { return "the parameter " + string(name) + " has the wrong type" }

// readJSON reads exactly one value. Numbers stay text until their GraphQL type is known.
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

// explain says what is wrong with a body without repeating any of it.
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

// wantsGraphQLMedia reports whether the caller prefers application/graphql-response+json, under which the status tells
// whether the request was sound. Callers who don't mind get application/json.
func wantsGraphQLMedia(accept string) bool {
	var graphQL, other float64
	for part := range strings.SplitSeq(accept, ",") {
		media, options, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		weight := 1.0
		if q, err := strconv.ParseFloat(options["q"], 64); err == nil {
			weight = q
		}
		switch media {
		case mediaGraphQL:
			graphQL = max(graphQL, weight)
		case mediaJSON, "application/*", "*/*":
			other = max(other, weight)
		}
	}
	return graphQL > 0 && graphQL >= other
}
