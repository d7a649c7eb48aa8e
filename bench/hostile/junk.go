package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// dice is the random source of a request.
type dice struct{ *rand.Rand }

// chance returns true with probability 1/n.
func (d dice) chance(n int) bool { return d.IntN(n) == 0 }

func pick[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// text returns a string that a server may fail to handle, unescaped.
func text(d dice) string {
	return pick(d, []string{
		"", " ", "x", "0", "-1", "\x00", "a\x00b", "\xff\xfe\xfd", "\xc0\xaf", "\xed\xa0\x80",
		"\u202e\u200b\ufeff", "Ǻ\u0301\u0301\u0301",
		"' OR 1=1 --", `"; DROP TABLE users; --`, "$1", "%", "%00", "%s%n%x", "{{7*7}}", "${jndi:x}",
		"<script>alert(1)</script>", "\r\nX-Injected: 1",
		"../../../../etc/passwd", "..\\..\\x", "/dev/zero", "file:///etc/passwd", "http://127.0.0.1:1/",
		"javascript:alert(1)", "a@example.org\r\nBcc: b@example.org", "x@" + strings.Repeat("a.", 3000),
		strings.Repeat("a", 70_000), strings.Repeat("\u0301", 5000), strings.Repeat("🤖", 3000),
		"1e999", "NaN", "-0", "9223372036854775808", "018f0000-0000-7000-8000-000000000000",
		"018f0000-0000-7000-8000-00000000000g", "{018f0000000070008000000000000000}", "99999999999999999999999999",
		"٣", "3", "1",
		"2026-02-30T25:61:61Z", "0000-00-00T00:00:00Z", "99999-01-01T00:00:00Z", "eyJ0IjoiMCJ9", "bnVsbA==", "AAAA",
	})
}

// quoted returns s as a JSON string, in which bytes that JSON forbids sometimes remain unescaped.
func quoted(d dice, s string) string {
	if d.chance(8) {
		return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r < ' ' || r == '"' || r == '\\' || r == 0xfffd {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}

func number(d dice) string {
	return pick(d, []string{"0", "-1", "1", "3", "100", "101", "10001", "2147483647", "2147483648", "-2147483649",
		"9223372036854775807", "9223372036854775808", "1e400", "-1e400", "1.5", "-0", "0.1", "1e-400",
		strings.Repeat("9", 4000), "1" + strings.Repeat("0", 400)})
}

// value returns a JSON value, sometimes an invalid one.
func value(d dice) string {
	switch d.IntN(12) {
	case 0, 1, 2, 3:
		return quoted(d, text(d))
	case 4, 5, 6:
		return number(d)
	case 7:
		n := pick(d, []int{50, 9_000, 50_000})
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 8:
		n := pick(d, []int{50, 9_000, 30_000})
		return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)
	case 9:
		return "[" + quoted(d, text(d)) + "," + number(d) + ",null]"
	case 10:
		return "[" + strings.Repeat("1,", 20_000) + "1]"
	}
	return pick(d, []string{"null", "true", "false", "[]", "{}", `[null]`, `[{}]`, `{"":""}`, "NaN", "Infinity",
		"undefined", "'x'", "0x10", "01", "+1", "\ufeff1", `"\ud800"`, `"\x"`})
}

// validValues are JSON values by field name that pass the first validation, so that requests reach later checks.
var validValues = map[string]string{
	"email": `"ada@example.org"`, "password": `"aA1!aA1!"`, "name": `"Ada"`, "quantity": "1", "productId": `"3"`,
	"product": `"3"`, "phone": `"+31 20 1"`, "status": `"resolved"`, "rating": "5", "comment": `"Good"`, "title": `"T"`,
	"description": `"D"`, "subject": `"S"`, "message": `"M"`, "role": `"Engineer"`,
	"productName": `"Six-Axis Fixed Arm"`, "price": "10", "stock": "1", "category": `"Grippers"`,
}

// object returns a JSON object of the fields, with valid and invalid values; some fields occur twice.
func object(d dice, fields []string) string {
	var members []string
	for _, field := range fields {
		for range 1 + d.IntN(8)/7 {
			v, ok := validValues[field]
			if !ok || d.chance(3) {
				v = value(d)
			}
			members = append(members, fmt.Sprintf("%q:%s", field, v))
		}
	}
	if d.chance(6) {
		members = append(members, quoted(d, text(d))+":"+value(d))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// corrupted returns body, sometimes truncated, repeated, wrapped, prefixed, padded or with random bytes.
func corrupted(d dice, body string) string {
	switch d.IntN(14) {
	case 0:
		return body[:d.IntN(len(body)+1)]
	case 1:
		return body + body
	case 2:
		return "[" + body + "," + body + "]"
	case 3:
		return "\ufeff" + body
	case 4:
		damaged := []byte(body)
		for range 1 + d.IntN(5) {
			if len(damaged) > 0 {
				damaged[d.IntN(len(damaged))] = byte(d.IntN(256))
			}
		}
		return string(damaged)
	case 5:
		return body + strings.Repeat(" ", 300<<10)
	}
	return body
}

// media returns a Content-Type header, mostly with the right value.
func media(d dice, right string) string {
	if !d.chance(6) {
		return "Content-Type: " + right
	}
	return "Content-Type: " + pick(d, []string{"", "text/plain", "application/x-www-form-urlencoded",
		"application/json; charset=utf-16", "application/json; charset=\"", "application/json;;;",
		"application/graphql", "multipart/form-data", "APPLICATION/JSON", "\xff", ";",
		"application/json; charset=utf-8; charset=utf-8", "multipart/form-data; boundary="})
}

// target returns a request target that is invalid, or that must not be found.
func target(d dice) string {
	return pick(d, []string{
		"/..%2f..%2fetc/passwd", "/../../etc/passwd", "//evil.example/", "/%00", "/%", "/%ff%fe",
		"/media/../../jwt-secret", "/media/..%2f..%2fjwt-secret", "/media/%2e%2e/jwt-secret",
		"/media/" + strings.Repeat("a", 9000), "/media//",
		"/assets/../index.html", "/assets/..%5c..%5cx", "/index.html%00.js",
		"/api/v1", "/api/v1/", "/api/v1//cart", "/api/v1/./cart", "/api/v1/cart/", "/api/v1/cart/%2e%2e",
		"/api/v1/product/" + strings.Repeat("9", 5000), "/api/v1/product/%00", "/api/v1/order/%ff",
		"/api/v1/products?page=-1&limit=99999999999", "/api/v1/products?page=9223372036854775807&limit=100",
		"/api/v1/products?keyword=%00", "/api/v1/products?keyword=%ff&category=%00&price[gte]=1e999",
		"/api/v1/products?%zz=%", "/api/v1/products?" + strings.Repeat("a&", 9000),
		"/api/v1/products?" + strings.Repeat(";", 100),
		"/graphql?query=%00", "/graphql/", "/product/%00", "/product/" + strings.Repeat("1", 300), "/%2e%2e/%2e%2e",
		"/api/v1/contact?limit=1&after=" + strings.Repeat("A", 8000), "/api/v1/preorders?after=%00&limit=x",
		"http://evil.example/graphql", "*", "/a b", "",
	})
}
