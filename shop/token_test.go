package shop

import (
	"strings"
	"testing"
	"time"
)

func TestLinksLive(t *testing.T) {
	for purpose, want := range map[Purpose]time.Duration{PasswordReset: time.Hour, EmailVerification: 24 * time.Hour} {
		if got := purpose.Life(); got != want {
			t.Errorf("a link for %s lives %v, want %v", purpose, got, want)
		}
	}
}

func TestTokensOfLinks(t *testing.T) {
	good := strings.Repeat("aZ0-_", 8) + "xyz"
	for token, want := range map[string]string{
		good:               "",
		" " + good + "\n":  "",
		"":                 "token INVALID_TOKEN",
		good[1:]:           "token INVALID_TOKEN",
		good + "a":         "token INVALID_TOKEN",
		good[1:] + "=":     "token INVALID_TOKEN",
		good[1:] + "\x00":  "token INVALID_TOKEN",
		good[2:] + "é":     "token INVALID_TOKEN",
		good[1:] + "+":     "token INVALID_TOKEN",
		good + "\n" + good: "token INVALID_TOKEN",
	} {
		verify, err := EmailVerifyInput{token}.Normal()
		if codes(err) != want || (err == nil && verify.Token != good) {
			t.Errorf("verification by %q: %q, %q; want %q", token, verify.Token, codes(err), want)
		}
		reset, err := PasswordResetInput{token, "aA1!aA1!"}.Normal()
		if codes(err) != want || (err == nil && reset.Token != good) {
			t.Errorf("reset by %q: %q, %q; want %q", token, reset.Token, codes(err), want)
		}
	}
}

func TestPasswordResetInputs(t *testing.T) {
	token := strings.Repeat("a", 43)
	for password, want := range map[string]string{
		"aA1!aA1!":                 "",
		"":                         "newPassword REQUIRED",
		"password":                 "newPassword INVALID",
		strings.Repeat("aA1!", 65): "newPassword TOO_LONG",
	} {
		if _, err := (PasswordResetInput{token, password}).Normal(); codes(err) != want {
			t.Errorf("password %q: %q, want %q", password, codes(err), want)
		}
	}
	for email, want := range map[string]string{
		" Ada@Example.ORG ": "", "": "email REQUIRED", "ada": "email INVALID", "a\x00@b.c": "email INVALID",
		strings.Repeat("a", 250) + "@b.org": "email TOO_LONG",
	} {
		in, err := PasswordResetRequestInput{email}.Normal()
		if codes(err) != want || (err == nil && in.Email != "ada@example.org") {
			t.Errorf("address %q: %q, %q; want %q", email, in.Email, codes(err), want)
		}
	}
}
