package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

func TestTokens(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	secret, previous, strange := []byte(strings.Repeat("k", MinSecret)), []byte(strings.Repeat("p", MinSecret)), []byte(strings.Repeat("x", MinSecret))
	ours := newTokens(secret, [][]byte{previous}, func() time.Time { return now })

	good := func() claims {
		return claims{jwt.RegisteredClaims{Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: "user",
			ExpiresAt: jwt.NewNumericDate(now.Add(time.Minute))}, "session"}
	}
	sign := func(method jwt.SigningMethod, kid, key any, change func(*claims)) string {
		c := good()
		if change != nil {
			change(&c)
		}
		token := jwt.NewWithClaims(method, c)
		if kid != nil {
			token.Header["kid"] = kid
		}
		text, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}

	for name, c := range map[string]struct {
		token string
		ok    bool
	}{
		"ours":                               {sign(jwt.SigningMethodHS256, nil, secret, nil), true},
		"ours by name":                       {sign(jwt.SigningMethodHS256, keyName(secret), secret, nil), true},
		"a previous key":                     {sign(jwt.SigningMethodHS256, nil, previous, nil), true},
		"a previous key by name":             {sign(jwt.SigningMethodHS256, keyName(previous), previous, nil), true},
		"a previous key by the name of ours": {sign(jwt.SigningMethodHS256, keyName(secret), previous, nil), false},
		"a strange key by the name of ours":  {sign(jwt.SigningMethodHS256, keyName(secret), strange, nil), false},
		"a strange key by its name":          {sign(jwt.SigningMethodHS256, keyName(strange), strange, nil), false},
		"a name that is no text":             {sign(jwt.SigningMethodHS256, 1, secret, nil), false},
		"no name":                            {sign(jwt.SigningMethodHS256, "", secret, nil), false},
		"no algorithm by the name of ours":   {sign(jwt.SigningMethodNone, keyName(secret), jwt.UnsafeAllowNoneSignatureType, nil), false},
		"another key":                        {sign(jwt.SigningMethodHS256, nil, strange, nil), false},
		"another hash":                       {sign(jwt.SigningMethodHS512, nil, secret, nil), false},
		"no algorithm":                       {sign(jwt.SigningMethodNone, nil, jwt.UnsafeAllowNoneSignatureType, nil), false},
		"another issuer":                     {sign(jwt.SigningMethodHS256, nil, secret, func(c *claims) { c.Issuer = "x" }), false},
		"another audience":                   {sign(jwt.SigningMethodHS256, nil, secret, func(c *claims) { c.Audience = jwt.ClaimStrings{"x"} }), false},
		"without an end":                     {sign(jwt.SigningMethodHS256, nil, secret, func(c *claims) { c.ExpiresAt = nil }), false},
		"expired":                            {sign(jwt.SigningMethodHS256, nil, secret, func(c *claims) { c.ExpiresAt = jwt.NewNumericDate(now) }), false},
		"empty":                              {"", false},
	} {
		if user, session, ok := ours.read(c.token); ok != c.ok || (ok && (user != "user" || session != "session")) {
			t.Errorf("%s: read %q, %q, %v; want %v", name, user, session, ok, c.ok)
		}
	}

	issued, err := ours.issue("user", "session", now, now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if user, session, ok := ours.read(issued); !ok || user != "user" || session != "session" {
		t.Errorf("our own token reads %q, %q, %v", user, session, ok)
	}
	now = now.Add(time.Hour)
	if _, _, ok := ours.read(issued); ok {
		t.Error("a token that was read before does not expire")
	}
}

// BenchmarkTokens reads a token, which every request of somebody who is signed in pays for.
func BenchmarkTokens(b *testing.B) {
	ours := newTokens([]byte(strings.Repeat("k", MinSecret)), nil, time.Now)
	token, err := ours.issue("0198c2f0-0000-7000-8000-000000000001", "0198c2f0-0000-7000-8000-000000000002", time.Now(), time.Now().Add(time.Hour))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, ok := ours.read(token); !ok {
			b.Fatal("our own token is not read")
		}
	}
}
