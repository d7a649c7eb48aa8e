// Package shop defines the types and rules of the shop. It is pure: it does no I/O and uses no clock and no random
// numbers.
package shop

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Code identifies the kind of an error for programs. Clients of all APIs receive it.
type Code string

// Codes that concern a whole request.
const (
	Unauthenticated Code = "UNAUTHENTICATED" // a visitor requested an operation that needs an account
	Forbidden       Code = "FORBIDDEN"       // the account lacks the role
	NotFound        Code = "NOT_FOUND"       // the object does not exist, or the caller may not see it
	Conflict        Code = "CONFLICT"        // another request changed the object in the meantime
	RateLimited     Code = "RATE_LIMITED"    // too many attempts; see Error.RetryAfter
	Unavailable     Code = "UNAVAILABLE"     // a dependency of the shop does not respond

	SecondFactorRequired Code = "SECOND_FACTOR_REQUIRED" // the password is correct, and a code is also required
	SecondFactorMissing  Code = "SECOND_FACTOR_MISSING"  // an administrator has to set up the second factor first
)

// Codes that concern a field of the input.
const (
	Required           Code = "REQUIRED"
	Invalid            Code = "INVALID"
	TooLong            Code = "TOO_LONG"
	OutOfRange         Code = "OUT_OF_RANGE"
	Taken              Code = "TAKEN"
	InvalidCredentials Code = "INVALID_CREDENTIALS"
	NotForSale         Code = "NOT_FOR_SALE"
	CartEmpty          Code = "CART_EMPTY"
	OutOfStock         Code = "OUT_OF_STOCK"
	PriceChanged       Code = "PRICE_CHANGED"
	KeyReused          Code = "KEY_REUSED"
	NotAllowed         Code = "NOT_ALLOWED"
	InvalidToken       Code = "INVALID_TOKEN"
	Expired            Code = "EXPIRED"
)

// Error is an error that may be shown to the caller.
type Error struct {
	Code    Code
	Field   string // dotted path of the input field, empty if no single field is the cause
	Message string // a sentence for users

	RetryAfter time.Duration // with RateLimited and Unavailable: how long to wait
}

func (e *Error) Error() string { return e.Message }

// Path returns the field as a list, nil if there is none.
func (e *Error) Path() []string {
	if e.Field == "" {
		return nil
	}
	return strings.Split(e.Field, ".")
}

// IsUserError reports whether the caller can correct the error in the input, so that it is displayed in the form.
func (e *Error) IsUserError() bool {
	switch e.Code {
	case Required, Invalid, TooLong, OutOfRange, Taken, InvalidCredentials, NotForSale, CartEmpty, OutOfStock,
		PriceChanged, KeyReused, NotAllowed, InvalidToken, Expired:
		return true
	case NotFound, Conflict:
		return e.Field != ""
	}
	return false
}

// Errors holds all errors of one input, in the order of its fields.
type Errors []*Error

// Error returns the messages, each of them once.
func (e Errors) Error() string {
	var messages []string
	for _, one := range e {
		if !slices.Contains(messages, one.Message) {
			messages = append(messages, one.Message)
		}
	}
	return strings.Join(messages, "; ")
}

// Err returns nil if there are no errors.
func (e Errors) Err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// UserErrors returns the errors in err that the caller can correct in the input, or nil if err is another error.
func UserErrors(err error) Errors {
	var many Errors
	if errors.As(err, &many) {
		return many
	}
	var one *Error
	if errors.As(err, &one) && one.IsUserError() {
		return Errors{one}
	}
	return nil
}

// Unknown refuses an object that the input names by ID and that does not exist.
func Unknown(thing string) *Error { return UnknownIn("id", thing) }

// UnknownIn is like Unknown for an object that another field of the input names.
func UnknownIn(field, thing string) *Error {
	return &Error{Code: NotFound, Field: field, Message: thing + " not found"}
}

// RetryUnavailable is the retry delay after a temporary failure.
const RetryUnavailable = 5 * time.Second

// IsUnavailable reports whether an error is temporary, so that the request may be retried later.
func IsUnavailable(err error) bool {
	var refusal *Error
	var refusals Errors
	if errors.As(err, &refusals) && len(refusals) > 0 {
		refusal = refusals[0]
	}
	return (refusal != nil || errors.As(err, &refusal)) && refusal.Code == Unavailable
}

// Unreachable reports that the data can't be read at the moment.
func Unreachable() *Error {
	return &Error{Code: Unavailable, RetryAfter: RetryUnavailable,
		Message: "The shop is unavailable right now. Please try again."}
}

// Crowded refuses a request because too many are in progress.
func Crowded() *Error {
	return &Error{Code: Unavailable, RetryAfter: time.Second,
		Message: "The shop is very busy right now. Please try again."}
}
