// Package shop says what things are and which rules they keep. It is pure: no input or output, no clock, no randomness.
package shop

import (
	"errors"
	"strings"
	"time"
)

// Code names a broken rule for programs. Callers of every door see it.
type Code string

// Codes that concern a whole request.
const (
	Unauthenticated Code = "UNAUTHENTICATED" // a visitor asked for what needs an account
	Forbidden       Code = "FORBIDDEN"       // the account lacks the role
	NotFound        Code = "NOT_FOUND"       // there is no such thing, or none that the caller may see
	Conflict        Code = "CONFLICT"        // somebody else changed it in the meantime
	RateLimited     Code = "RATE_LIMITED"    // too many attempts; see Error.RetryAfter
	Unavailable     Code = "UNAVAILABLE"     // a part that the shop depends on does not answer

	SecondFactorRequired Code = "SECOND_FACTOR_REQUIRED" // the password is right, and a code is needed, too
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

// Error is a refusal that the caller may see.
type Error struct {
	Code    Code
	Field   string // dotted path of the input field, empty when no single field is to blame
	Message string // a sentence for people

	RetryAfter time.Duration // with RateLimited and Unavailable: how long to wait
}

func (e *Error) Error() string { return e.Message }

// Path returns the field as a list, nil when there is none.
func (e *Error) Path() []string {
	if e.Field == "" {
		return nil
	}
	return strings.Split(e.Field, ".")
}

// Mendable reports whether the caller can mend the error in the input, so that it belongs beside the form.
func (e *Error) Mendable() bool {
	switch e.Code {
	case Required, Invalid, TooLong, OutOfRange, Taken, InvalidCredentials, NotForSale, CartEmpty, OutOfStock, PriceChanged,
		KeyReused, NotAllowed, InvalidToken, Expired:
		return true
	case NotFound, Conflict:
		return e.Field != ""
	}
	return false
}

// Errors are all refusals of one input, in the order of its fields.
type Errors []*Error

func (e Errors) Error() string {
	messages := make([]string, len(e))
	for i, one := range e {
		messages[i] = one.Message
	}
	return strings.Join(messages, "; ")
}

// Err returns nil when there is no refusal.
func (e Errors) Err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// Mendable returns the refusals in err that the caller can mend in the input, and nil when err is anything else.
func Mendable(err error) Errors {
	var many Errors
	if errors.As(err, &many) {
		return many
	}
	var one *Error
	if errors.As(err, &one) && one.Mendable() {
		return Errors{one}
	}
	return nil
}

// Unknown refuses a thing that the input names by its id and that is not there.
func Unknown(thing string) *Error {
	return &Error{Code: NotFound, Field: "id", Message: thing + " not found"}
}

// RetryUnavailable is when to come back after a failure that ends by itself.
const RetryUnavailable = 5 * time.Second

// IsUnavailable reports whether an error ends by itself, so that asking again later helps.
func IsUnavailable(err error) bool {
	var refusal *Error
	var refusals Errors
	if errors.As(err, &refusals) && len(refusals) > 0 {
		refusal = refusals[0]
	}
	return (refusal != nil || errors.As(err, &refusal)) && refusal.Code == Unavailable
}

// Unreachable tells that nothing can be found out for the time being.
func Unreachable() *Error {
	return &Error{Code: Unavailable, RetryAfter: RetryUnavailable, Message: "The shop is not reachable at the moment. Please try again."}
}

// Crowded turns a request away because there are too many at the moment.
func Crowded() *Error {
	return &Error{Code: Unavailable, RetryAfter: time.Second, Message: "The shop is very busy at the moment. Please try again."}
}
