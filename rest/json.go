package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"orrery/shop"
)

// maxBody bounds a JSON body, in bytes.
const maxBody = 256 << 10

// read decodes a body of exactly one JSON object. Members that P does not have are ignored (spec 7: extras).
func read[P any](w http.ResponseWriter, r *http.Request) (payload P, err error) {
	media, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset := options["charset"]; media != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return payload, &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must be application/json in UTF-8"}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return payload, &shop.Error{Code: shop.TooLarge, Message: "The body must have at most 256 KiB"}
	case err != nil:
		return payload, unreadable(err)
	case !utf8.Valid(text):
		return payload, badRequest("The body must be UTF-8")
	case !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")):
		return payload, badRequest("The body must be a JSON object")
	}
	err = json.Unmarshal(text, &payload)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return payload, &shop.Error{Code: shop.Invalid, Field: wrong.Field, Message: wrong.Field + " has the wrong type"}
	case err != nil:
		return payload, badRequest("The body is not valid JSON")
	}
	return payload, nil
}

// fields are what an answer holds beside success.
type fields map[string]any

// give answers what was asked for.
func give(w http.ResponseWriter, status int, f fields) error { return answer(w, status, success(f)) }

func success(f fields) fields {
	f["success"] = true
	return f
}

// money is an amount as a JSON number with all its decimals, exact because it never is a float.
func money(m shop.Money) json.Number { return json.Number(m.Decimal()) }

// optionalMoney is money, or null.
func optionalMoney(m *shop.Money) *json.Number {
	if m == nil {
		return nil
	}
	amount := money(*m)
	return &amount
}

// address is where a picture or a film is; null when there is none.
func address(m *shop.Media) *string {
	if m == nil {
		return nil
	}
	return &m.URL
}

// each turns a list into its bodies; an empty one is [] and not null.
func each[T, B any](list []T, body func(T) B) []B {
	bodies := make([]B, len(list))
	for i, one := range list {
		bodies[i] = body(one)
	}
	return bodies
}
