package graph_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

const (
	requestReset  = `mutation ($input: PasswordResetRequestInput!) { passwordResetRequest(input: $input) { received userErrors { code field message } } }`
	resetPassword = `mutation ($input: PasswordResetInput!) { passwordReset(input: $input) { reset userErrors { code field } } }`
	resetValid    = `query ($token: String!) { passwordResetValid(token: $token) }`
	changePass    = `mutation ($input: UserPasswordChangeInput!) { userPasswordChange(input: $input) { user { email } userErrors { code field message } } }`
)

// lastMail is the newest letter of a kind that waits.
func lastMail[M shop.Mail](d *testServer) M {
	d.t.Helper()
	var mail M
	waiting := d.Mails(d.t, mail.Kind())
	if len(waiting) == 0 {
		d.t.Fatalf("no letter %s waits", mail.Kind())
	}
	if err := json.Unmarshal(waiting[len(waiting)-1], &mail); err != nil {
		d.t.Fatal(err)
	}
	return mail
}

// sent completes the newest letter of a kind as the queue does when it sends it; false when nobody is owed it.
func sent[M shop.Mail](d *testServer) (M, bool) {
	d.t.Helper()
	mail, owed, err := d.Store.Accounts.IssueLink(context.Background(), lastMail[M](d))
	if err != nil {
		d.t.Fatal(err)
	}
	return mail.(M), owed
}

// resetLink asks for a link and returns the token that the letter carries.
func (d *testServer) resetLink(email string) string {
	d.t.Helper()
	d.must("", requestReset, vars{"input": vars{"email": email}}).is("passwordResetRequest.received", true)
	mail, owed := sent[shop.PasswordResetMail](d)
	if !owed || mail.To.Email != email || len(mail.Token) != 43 {
		d.t.Fatalf("the letter goes to %q with a token of %d characters", mail.To.Email, len(mail.Token))
	}
	return mail.Token
}

func (d *testServer) reset(token, password string) reply {
	d.t.Helper()
	return d.must("", resetPassword, vars{"input": vars{"token": token, "newPassword": password}})
}

// refusesLink proves that a reset by the token fails.
func (d *testServer) refusesLink(token, why string) {
	d.t.Helper()
	d.must("", resetValid, vars{"token": token}).is("passwordResetValid", false)
	r := d.reset(token, "xX9?xX9!")
	if r.at("passwordReset.reset") != false || r.at("passwordReset.userErrors.0.code") != "INVALID_TOKEN" {
		d.t.Errorf("%s: the link answers %v", why, r.Data)
	}
}

func (d *testServer) canLogin(email, password string) bool {
	d.t.Helper()
	return d.must("", login, vars{"input": vars{"email": email, "password": password}}).at("userLogin.token") != nil
}

func TestPasswordReset(t *testing.T) {
	d := newServer(t)
	session := d.register("ada@example.org")
	other := d.register("eve@example.org")
	for range 10 { // somebody guesses, which locks the account
		d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "guess"}})
	}

	old := d.resetLink("ada@example.org")
	token := d.resetLink("ada@example.org")
	d.refusesLink(old, "replaced by a newer one")
	d.refusesLink(strings.Repeat("A", 43), "made up")
	weak := d.reset(token, "password")
	weak.is("passwordReset.userErrors.0.code", "INVALID")
	weak.is("passwordReset.userErrors.0.field.0", "newPassword")
	easy := d.reset(token, "Test-Person-1!") // the account's name; the link stays good
	easy.is("passwordReset.userErrors.0.code", "INVALID")
	easy.is("passwordReset.userErrors.0.field.0", "newPassword")

	d.Clock.Advance(time.Hour - time.Second)
	d.must(other, resetValid, vars{"token": token}).is("passwordResetValid", true)
	d.reset(token, "bB2@bB2@").is("passwordReset.reset", true)
	d.refusesLink(token, "used")
	if d.canLogin("ada@example.org", "aA1!aA1!") || !d.canLogin("ada@example.org", "bB2@bB2@") {
		t.Error("the new password does not replace the old one, or guesses still lock the account")
	}
	d.must(session, me, nil).is("me", nil)
	d.must(other, me, nil).is("me.email", "eve@example.org")
	if m := lastMail[shop.PasswordChangedMail](d); m.To.Email != "ada@example.org" || !m.At.Equal(d.Clock.Now()) {
		t.Errorf("the notice goes to %q at %v", m.To.Email, m.At)
	}

	late := d.resetLink("ada@example.org")
	d.Clock.Advance(time.Hour)
	d.refusesLink(late, "an hour old")
}

// No token lies anywhere but in the letter.
func TestTokensAreNotKept(t *testing.T) {
	d := newServer(t)
	d.register("ada@example.org")
	tokens := []string{d.resetLink("ada@example.org")}
	mail, _ := sent[shop.VerificationMail](d)
	tokens = append(tokens, mail.Token)
	for _, table := range []string{"jobs", "one_time_tokens", "users"} {
		var text string
		if err := d.SQL.QueryRow(`SELECT coalesce(string_agg(t::text, ' '), '') FROM ` + table + ` t`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		if text == "" {
			t.Errorf("%s is empty, so that it proves nothing", table)
		}
		for _, token := range tokens {
			if strings.Contains(text, token) {
				t.Errorf("a token lies in %s", table)
			}
		}
	}
}

func TestPasswordResetRequestTellsNothing(t *testing.T) {
	d := newServer(t)
	d.register("ada@example.org")
	ask := func(email string) (reply, int) {
		before := d.Statements(t)
		r := d.ask("", requestReset, vars{"input": vars{"email": email}})
		return r, d.Statements(t) - before
	}
	known, work := ask("ADA@example.org")
	unknown, same := ask("nobody@example.org")
	known.is("passwordResetRequest.received", true)
	known.is("passwordResetRequest", unknown.at("passwordResetRequest"))
	if work != same || work == 0 {
		t.Errorf("%d statements for an account, %d for none", work, same)
	}
	if n := len(d.Mails(t, "password-reset")); n != 2 {
		t.Errorf("%d letters wait, want one for each address", n)
	}
	if _, owed := sent[shop.PasswordResetMail](d); owed {
		t.Error("an address without an account gets a letter")
	}

	for _, email := range []string{"ada@example.org", "nobody@example.org"} {
		for range 4 {
			r, _ := ask(email)
			r.is("passwordResetRequest.received", true)
		}
		if r, _ := ask(email); r.code() != "RATE_LIMITED" {
			t.Errorf("the sixth request for %s is answered %v", email, r.Data)
		}
	}
	d.Clock.Advance(time.Hour)
	for i := range 20 {
		r, _ := ask(string(rune('a'+i)) + "@example.org")
		r.is("passwordResetRequest.received", true)
	}
	if r, _ := ask("z@example.org"); r.code() != "RATE_LIMITED" {
		t.Errorf("the 21st request from one address is answered %v", r.Data)
	}
	d.must("", requestReset, vars{"input": vars{"email": "x"}}).is("passwordResetRequest.userErrors.0.code", "INVALID")
}

func TestPasswordChange(t *testing.T) {
	d := newServer(t)
	session := d.register("ada@example.org")
	elsewhere := d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "aA1!aA1!"}}).at("userLogin.token").(string)
	link := d.resetLink("ada@example.org")
	change := func(token, current, next string) reply {
		return d.ask(token, changePass, vars{"input": vars{"currentPassword": current, "newPassword": next}})
	}
	if code := change("", "aA1!aA1!", "bB2@bB2@").code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor changes a password: %s", code)
	}
	wrong := change(session, "aA1!aA1?", "bB2@bB2@")
	wrong.is("userPasswordChange.user", nil)
	wrong.is("userPasswordChange.userErrors.0.code", "INVALID_CREDENTIALS")
	wrong.is("userPasswordChange.userErrors.0.field.0", "currentPassword")
	change(session, "aA1!aA1!", "weak").is("userPasswordChange.userErrors.0.field.0", "newPassword")

	change(session, "aA1!aA1!", "bB2@bB2@").is("userPasswordChange.user.email", "ada@example.org")
	d.must(session, me, nil).is("me.email", "ada@example.org")
	d.must(elsewhere, me, nil).is("me", nil)
	d.refusesLink(link, "sent for the password before")
	if d.canLogin("ada@example.org", "aA1!aA1!") || !d.canLogin("ada@example.org", "bB2@bB2@") {
		t.Error("the new password does not replace the old one")
	}
	if m := lastMail[shop.PasswordChangedMail](d); m.To.Email != "ada@example.org" {
		t.Errorf("the notice goes to %q", m.To.Email)
	}

	for range 10 {
		change(session, "guess", "cC3#cC3#").is("userPasswordChange.userErrors.0.code", "INVALID_CREDENTIALS")
	}
	if code := change(session, "bB2@bB2@", "cC3#cC3#").code(); code != "RATE_LIMITED" {
		t.Errorf("the eleventh guess gets %s, even with the right password", code)
	}
	d.Clock.Advance(15 * time.Minute)
	change(session, "bB2@bB2@", "cC3#cC3#").is("userPasswordChange.userErrors", []any{})
}
