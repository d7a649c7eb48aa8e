package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	if field, found := nulIn(text); found {
		return payload, hasNUL(field)
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

// nulIn returns the path of the first text of a JSON object with a NUL character, which PostgreSQL has no room for.
func nulIn(text []byte) (field string, found bool) {
	if !bytes.Contains(text, []byte(`\u0000`)) { // the only way to write one
		return "", false
	}
	var body map[string]any
	if json.Unmarshal(text, &body) != nil {
		return "", false
	}
	return nulBelow("", body)
}

func nulBelow(path string, value any) (field string, found bool) {
	switch value := value.(type) {
	case string:
		return path, strings.ContainsRune(value, 0)
	case []any:
		for i, entry := range value {
			if field, found = nulBelow(fmt.Sprintf("%s.%d", path, i), entry); found {
				return field, true
			}
		}
	case map[string]any:
		for name, member := range value {
			if field, found = nulBelow(strings.TrimPrefix(path+"."+name, "."), member); found {
				return field, true
			}
		}
	}
	return "", false
}

func hasNUL(field string) error {
	return &shop.Error{Code: shop.Invalid, Field: field, Message: field + " must not contain NUL characters"}
}

// nulInAddress refuses addresses with a NUL character in an id or in a parameter.
func nulInAddress(r *http.Request) error {
	if strings.ContainsRune(r.PathValue("id"), 0) {
		return hasNUL("id")
	}
	if r.Pattern == "/" || !strings.Contains(r.URL.RawQuery, "%00") { // nothing is at an address of the pattern "/"
		return nil
	}
	for name, values := range r.URL.Query() {
		if strings.ContainsRune(strings.Join(values, ""), 0) {
			return hasNUL(name)
		}
	}
	return nil
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
