package shop

import (
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
)

// looseEmail matches addresses of the form x@y.z. Accounts sign in with any.
var looseEmail = regexp.MustCompile(`^[^\s@]+@[^\s@]+\.[^\s@]+$`)

const maxEmail = 254

// checker collects the errors of an input, field by field.
type checker struct{ found Errors }

func (c *checker) add(code Code, field, message string) {
	c.found = append(c.found, &Error{Code: code, Field: field, Message: message})
}

// newlines makes all line breaks LF: CSV files lose CR.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// text trims and checks a text of at most limit characters, with LF as line breaks. NUL is refused because PostgreSQL
// can't store it in text.
func (c *checker) text(field, label, value string, limit int, required bool) string {
	value = newlines.Replace(strings.TrimSpace(strings.ToValidUTF8(value, "")))
	switch {
	case value == "" && required:
		c.add(Required, field, label+" is required")
	case strings.ContainsRune(value, 0):
		c.add(Invalid, field, label+" must not contain NUL characters")
	case utf8.RuneCountInString(value) > limit:
		c.add(TooLong, field, fmt.Sprintf("%s must have at most %d characters", label, limit))
	}
	return value
}

// line checks a text of one line, in which something must be visible unless it is empty.
func (c *checker) line(field, label, value string, limit int, required bool) string {
	before := len(c.found)
	value = c.text(field, label, value, limit, required)
	switch {
	case value == "" || len(c.found) > before:
	case strings.ContainsFunc(value, unicode.IsControl):
		c.add(Invalid, field, label+" must be a single line without control characters")
	case strings.TrimFunc(value, isInvisible) == "":
		c.add(Invalid, field, label+" must have visible characters")
	}
	return value
}

// textIfSet checks a text like text, and returns nil for nil, which leaves the stored text unchanged.
func (c *checker) textIfSet(field, label string, value *string, limit int, required bool) *string {
	if value == nil {
		return nil
	}
	return new(c.text(field, label, *value, limit, required))
}

// lineIfSet checks a text like line, and returns nil for nil, which leaves the stored text unchanged.
func (c *checker) lineIfSet(field, label string, value *string, limit int, required bool) *string {
	if value == nil {
		return nil
	}
	return new(c.line(field, label, *value, limit, required))
}

// httpsURL checks a line of at most 500 characters that must be an https URL unless it is empty.
func (c *checker) httpsURL(field, label, value string, required bool) string {
	value = c.line(field, label, value, 500, required)
	if value != "" && (!isLink(value) || strings.HasPrefix(value, "/")) {
		c.add(Invalid, field, label+" must begin with https://")
	}
	return value
}

// email checks a text that must also be an address that can be mailed, and returns it in lower case.
func (c *checker) email(field, value string) string {
	before := len(c.found)
	value = strings.ToLower(c.text(field, "Email", value, maxEmail, true))
	if len(c.found) == before && !mailable(value) {
		c.add(Invalid, field, "Please enter a valid email address")
	}
	return value
}

// mailable reports whether emails can be sent to a bare address.
func mailable(address string) bool {
	parsed, err := mail.ParseAddress(address)
	return err == nil && parsed.Address == address && looseEmail.MatchString(address) &&
		!strings.ContainsFunc(address, isInvisible)
}

// isInvisible reports whether a character shows nothing by itself, such as a space or a control character.
func isInvisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point)
}

// number checks an integer against a range, both ends inclusive.
func (c *checker) number(field, label string, value, low, high int) {
	if value < low || value > high {
		c.add(OutOfRange, field, fmt.Sprintf("%s must be between %d and %d", label, low, high))
	}
}

// formats validates country codes and postal codes.
var formats = validator.New()

// country checks the code of a country, and returns it in upper case.
func (c *checker) country(field, value string) string {
	before := len(c.found)
	value = strings.ToUpper(c.line(field, "Country", value, 2, true))
	if len(c.found) == before && formats.Var(value, "iso3166_1_alpha2") != nil {
		c.add(Invalid, field, "Country must be the ISO 3166 code of a country, such as NL")
	}
	return value
}
