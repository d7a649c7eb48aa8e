package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"orrery/shop"
)

// maxBody is the maximum size of a JSON body, in bytes.
const maxBody = 256 << 10

// decode decodes a body of exactly one JSON object. Members that P does not have are ignored.
func decode[P any](w http.ResponseWriter, r *http.Request) (payload P, err error) {
	media, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset := options["charset"]; media != "application/json" ||
		charset != "" && !strings.EqualFold(charset, "utf-8") {
		return payload, &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must be application/json in UTF-8"}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return payload, &shop.Error{Code: shop.TooLarge, Message: "The body must have at most 256 KiB"}
	case err != nil:
		return payload, bodyError(err)
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
		return payload, &shop.Error{Code: shop.Invalid, Field: wrong.Field,
			Message: wrong.Field + " has the wrong type"}
	case err != nil:
		return payload, badRequest("The body is not valid JSON")
	}
	return payload, nil
}

// nulIn returns the path of the first string in a JSON object that contains a NUL character, which PostgreSQL can't
// store.
func nulIn(text []byte) (field string, found bool) {
	if !bytes.Contains(text, []byte(`\u0000`)) { // the only JSON encoding of NUL
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

// checkHead returns an error if the query can't be parsed, is not UTF-8 or repeats a parameter, if it or an ID in the
// path contains a NUL character, or if the body is compressed. Handlers can therefore use URL.Query, which drops what
// it can't parse.
func checkHead(r *http.Request) error {
	if strings.ContainsRune(r.PathValue("id"), 0) {
		return hasNUL("id")
	}
	if r.Pattern == "/" { // responds with NOT_FOUND
		return nil
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" && r.ContentLength != 0 {
		return &shop.Error{Code: shop.UnsupportedMedia, Message: "The body must not be compressed"}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return badRequest("The query of the URL can't be read: separate parameters with & and encode ; and %")
	}
	for name, values := range query {
		text := strings.Join(values, " ")
		switch {
		case !utf8.ValidString(name + text):
			return &shop.Error{Code: codeBadRequest, Field: name, Message: "The query of the URL must be UTF-8"}
		case len(values) > 1 && name != figureParam:
			return &shop.Error{Code: codeBadRequest, Field: name, Message: name + " is there twice"}
		case strings.ContainsRune(text, 0):
			return hasNUL(name)
		}
	}
	return nil
}

// fields holds the members of a response beside success.
type fields map[string]any

// writeSuccess writes a successful response with these members.
func writeSuccess(w http.ResponseWriter, status int, f fields) error {
	return writeJSON(w, status, success(f))
}

func success(f fields) fields {
	f["success"] = true
	return f
}

// money returns an amount as a JSON number with all its decimals. It is exact, because no float is involved.
func money(m shop.Money) json.Number { return json.Number(m.Decimal()) }

// optionalMoney is like money, with nil for nil.
func optionalMoney(m *shop.Money) *json.Number {
	if m == nil {
		return nil
	}
	amount := money(*m)
	return &amount
}

// mediaURL returns the URL of a picture or video, or nil.
func mediaURL(m *shop.Media) *string {
	if m == nil {
		return nil
	}
	return &m.URL
}

// mapSlice applies body to each element. An empty list becomes [], not null.
func mapSlice[T, B any](list []T, body func(T) B) []B {
	bodies := make([]B, len(list))
	for i, one := range list {
		bodies[i] = body(one)
	}
	return bodies
}
