package rest

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"

	"orrery/shop"
)

// Codes in addition to those of package shop.
const (
	codeBadRequest       shop.Code = "BAD_REQUEST" // the body or the query is malformed
	codeInternal         shop.Code = "INTERNAL"
	codeMethodNotAllowed shop.Code = "METHOD_NOT_ALLOWED"
	codeTimeout          shop.Code = "TIMEOUT"
)

// statuses maps codes to HTTP statuses; every other code is about the input and has status 422.
var statuses = map[shop.Code]int{
	codeBadRequest:          http.StatusBadRequest,
	codeInternal:            http.StatusInternalServerError,
	codeMethodNotAllowed:    http.StatusMethodNotAllowed,
	codeTimeout:             http.StatusServiceUnavailable,
	shop.Unauthenticated:    http.StatusUnauthorized,
	shop.InvalidCredentials: http.StatusUnauthorized,
	shop.Forbidden:          http.StatusForbidden,
	shop.NotFound:           http.StatusNotFound,
	shop.Conflict:           http.StatusConflict,
	shop.Taken:              http.StatusConflict,
	shop.TooLarge:           http.StatusRequestEntityTooLarge,
	shop.UnsupportedMedia:   http.StatusUnsupportedMediaType,
	shop.RateLimited:        http.StatusTooManyRequests,
	shop.Unavailable:        http.StatusServiceUnavailable,

	shop.SecondFactorRequired: http.StatusUnauthorized,
	shop.SecondFactorMissing:  http.StatusForbidden,
}

// failure is the body of every unsuccessful response.
type failure struct {
	Success bool              `json:"success"`
	Message string            `json:"message"`
	Code    shop.Code         `json:"code"`
	Errors  map[string]string `json:"errors"` // messages by field of the request
}

// fail responds with an error. Errors of package shop are sent as they are; any other error is logged and sent as an
// internal error.
func (a api) fail(w http.ResponseWriter, r *http.Request, err error) {
	refusals := refusalsIn(err)
	ended := r.Context().Err()
	if refusals == nil && errors.Is(ended, context.DeadlineExceeded) {
		refusals = shop.Errors{{Code: codeTimeout, Message: "The request took too long. Please try again later."}}
	}
	if (refusals == nil || statuses[refusals[0].Code] == http.StatusServiceUnavailable) &&
		(ended == nil || !errors.Is(err, context.Canceled)) {
		a.Log.ErrorContext(r.Context(), "request failed", "error", err)
	}
	if refusals == nil && errors.Is(ended, context.Canceled) {
		// A client that has closed only its sending half still reads the response.
		refusals = shop.Errors{badRequest("The connection was closed before we could respond.")}
	}
	if refusals == nil {
		refusals = shop.Errors{{Code: codeInternal, Message: "Something went wrong. Please try again later."}}
	}
	refuse(w, refusals)
}

// Refuse writes a REST error response, for middleware in front of the API.
func Refuse(w http.ResponseWriter, refusal *shop.Error) { refuse(w, shop.Errors{refusal}) }

func refuse(w http.ResponseWriter, refusals shop.Errors) {
	first := refusals[0]
	body := failure{Message: refusals.Error(), Code: first.Code, Errors: map[string]string{}}
	for _, e := range refusals {
		if e.Field != "" && body.Errors[e.Field] == "" {
			body.Errors[e.Field] = e.Message
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	wait := first.RetryAfter
	if first.Code == codeTimeout {
		wait = shop.RetryUnavailable
	}
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	if first.Code == shop.Unauthenticated {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	status, ok := statuses[first.Code]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	_ = writeJSON(w, status, body) // strings always encode
}

// refusalsIn returns the part of an error that the caller may see, or nil.
func refusalsIn(err error) shop.Errors {
	var many shop.Errors
	if errors.As(err, &many) && len(many) > 0 {
		return many
	}
	var one *shop.Error
	if errors.As(err, &one) {
		return shop.Errors{one}
	}
	return nil
}

// badRequest returns an error for a body that violates its format.
func badRequest(message string) *shop.Error {
	return &shop.Error{Code: codeBadRequest, Message: message}
}

// withField sets the field of a shop.Error that has none. It doesn't change UNAVAILABLE errors.
func withField(field string, err error) error {
	var refusal *shop.Error
	if !errors.As(err, &refusal) || refusal.Field != "" || refusal.Code == shop.Unavailable {
		return err
	}
	named := *refusal
	named.Field = field
	return renamedError{shop.Errors{&named}, err}
}

// renamedError is an error whose shop errors have other field names. It wraps the original error, which is logged.
type renamedError struct {
	refusals shop.Errors
	cause    error
}

func (e renamedError) Error() string { return e.cause.Error() }

func (e renamedError) Unwrap() []error { return []error{e.refusals, e.cause} }

// renameFields replaces the field names of shop errors, also where a message begins with one, with those of the
// request's payload.
func renameFields(err error, names map[string]string) error {
	refusals := refusalsIn(err)
	if refusals == nil {
		return err
	}
	out := make(shop.Errors, len(refusals))
	for i, refusal := range refusals {
		named := *refusal
		if name, ok := names[named.Field]; ok {
			if rest, found := strings.CutPrefix(named.Message, named.Field+" "); found {
				named.Message = name + " " + rest
			}
			named.Field = name
		}
		out[i] = &named
	}
	return renamedError{out, err}
}
