package graph_test

import (
	"fmt"
	"testing"

	"orrery/shop"
)

// unverify makes an account one whose address was never verified, as those are that an older version let go further.
func (d *testServer) unverify(email string) {
	d.t.Helper()
	d.exec(`UPDATE users SET email_verified_at = NULL WHERE email = $1`, email)
}

func (d *testServer) exec(statement string, args ...any) {
	d.t.Helper()
	if _, err := d.SQL.Exec(statement, args...); err != nil {
		d.t.Fatal(err)
	}
}

// Nobody can lock the owner of an address out of an account by registering it first.
func TestSecondFactorNeedsAVerifiedAddress(t *testing.T) {
	d := newServer(t)
	squatter := d.register("ada@example.org")
	r := d.must(squatter, `mutation { secondFactorBegin { setup { secret } userErrors { code message } } }`, nil)
	r.is("secondFactorBegin.setup", nil)
	r.is("secondFactorBegin.userErrors.0.code", "NOT_ALLOWED")
	r.is("secondFactorBegin.userErrors.0.message", "Verify your email address first.")

	// What was begun before counts for nothing either.
	d.exec(`UPDATE users SET email_verified_at = now()`)
	phone := app{d, d.must(squatter, factorBegin, nil).at("secondFactorBegin.setup.secret").(string)}
	d.unverify("ada@example.org")
	r = d.must(squatter, factorConfirm, proof(factorPassword, phone.code()))
	r.is("secondFactorConfirm.userErrors.0.message", "Verify your email address first.")
	r.is("secondFactorConfirm.recoveryCodes", []any{})

	if code := d.verify("", d.verificationLink("ada@example.org")); code != "" {
		t.Fatal(code)
	}
	d.secondFactor(squatter)
}

// Who resets the password by mail of an account whose address was never verified is the first to prove that it is
// theirs: nobody who was there before gets in any more, by whatever way.
func TestResetTakesAnUnverifiedAccountBack(t *testing.T) {
	d := newServer(t)
	squatter := d.register("ada@example.org")
	d.preOrder("", "ada@example.org")
	d.must(squatter, add, vars{"input": vars{"productId": "3"}})
	d.must(squatter, place, checkout("k", nil)).is("orderPlace.userErrors", []any{})
	d.must(squatter, add, vars{"input": vars{"productId": "3"}})
	phone, codes := d.secondFactor(squatter)
	d.exec(`INSERT INTO identities (provider, subject, user_id, email, linked_at) SELECT 'google', 'eve', id, 'eve@example.org', $1 FROM users`, d.Clock.Now())
	d.exec(`UPDATE users SET role = 'admin'`)
	key := d.must(squatter, `mutation { apiKeyCreate(input: {name: "K", scopes: [READ_ORDERS]}) { secret userErrors { message } } }`, nil).
		at("apiKeyCreate.secret").(string)
	d.must(squatter, `mutation { webhookCreate(input: {url: "https://partner.example/"}) { secret userErrors { message } } }`, nil)
	d.unverify("ada@example.org")
	pending := d.verificationLinkOf(squatter, "eve@example.org")
	challenge := d.challenge("ada@example.org")

	d.reset(d.resetLink("ada@example.org"), "bB2@bB2@").is("passwordReset.userErrors", []any{})
	r := d.must("", stepOne, vars{"input": vars{"email": "ada@example.org", "password": "bB2@bB2@"}})
	owner, ok := r.at("userLogin.token").(string)
	if !ok {
		t.Fatalf("the owner does not get in: %v", r.Data)
	}
	r = d.must(owner, `{ me { email emailVerified pendingEmail hasPassword secondFactor { since } identities { provider } sessions { current }
		orders { totalCount } cart { items { id } } preOrders { totalCount } } }`, nil)
	r.is("me.emailVerified", true)
	r.is("me.pendingEmail", nil)
	r.is("me.hasPassword", true)
	r.is("me.secondFactor", nil)
	r.is("me.identities", []any{})
	r.is("me.sessions", []any{map[string]any{"current": true}})
	// What was ordered in the owner's name, and told to this very address, is for the owner to see and to cancel.
	r.is("me.orders.totalCount", 1)
	r.is("me.preOrders.totalCount", 1)
	if n := len(r.at("me.cart.items").([]any)); n != 1 {
		t.Errorf("%d cart lines", n)
	}

	d.must(squatter, whoAmI, nil).is("me", nil)
	for what, code := range map[string]string{"an app's code": phone.next(), "a recovery code": fmt.Sprint(codes[0])} {
		if in := d.confirm(challenge, code); in.at("userLoginConfirm.token") != nil {
			t.Errorf("a challenge of before and %s sign in", what)
		}
	}
	if code := d.verify("", pending); code != "INVALID_TOKEN" {
		t.Errorf("the link to the squatter's own address is answered %q", code)
	}
	if answer := d.ask(key, `{ orders { totalCount } }`, nil); answer.code() != "UNAUTHENTICATED" {
		t.Errorf("a key of before is answered %s", answer.code())
	}
	var paused bool
	if err := d.SQL.QueryRow(`SELECT bool_and(paused_at IS NOT NULL) FROM webhooks`).Scan(&paused); err != nil || !paused {
		t.Errorf("a webhook of before gets events (%v)", err)
	}

	// The next reset is one of a verified account: it leaves the second step as it is.
	d.Clock.Advance(shop.PasswordReset.Life())
	d.exec(`DELETE FROM attempts`)
	owner = d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "bB2@bB2@"}}).at("userLogin.token").(string)
	mine := app{d, d.must(owner, factorBegin, nil).at("secondFactorBegin.setup.secret").(string)}
	d.must(owner, factorConfirm, proof("bB2@bB2@", mine.code())).is("secondFactorConfirm.userErrors", []any{})
	d.reset(d.resetLink("ada@example.org"), factorPassword).is("passwordReset.reset", true)
	d.confirm(d.challenge("ada@example.org"), mine.next()).is("userLoginConfirm.user.email", "ada@example.org")
}

// A challenge says that somebody knew the password of its time. It is good for one session, and for no more guesses
// than an account has.
func TestChallengesEnd(t *testing.T) {
	d := newServer(t)
	session := d.register("ada@example.org")
	phone, codes := d.secondFactor(session)
	spent := d.challenge("ada@example.org")
	d.confirm(spent, phone.next()).is("userLoginConfirm.user.email", "ada@example.org")
	for what, code := range map[string]string{"an app's code": phone.next(), "a recovery code": fmt.Sprint(codes[0])} {
		if r := d.confirm(spent, code); r.at("userLoginConfirm.token") != nil {
			t.Errorf("a challenge that was used signs in again with %s", what)
		}
	}

	before := d.challenge("ada@example.org")
	d.must(session, changePass, vars{"input": vars{"currentPassword": factorPassword, "newPassword": "bB2@bB2@"}}).is("userPasswordChange.userErrors", []any{})
	d.confirm(before, phone.next()).is("userLoginConfirm.userErrors.0.code", "INVALID_TOKEN")
	d.must(session, changePass, vars{"input": vars{"currentPassword": "bB2@bB2@", "newPassword": factorPassword}})
	before = d.challenge("ada@example.org")
	d.reset(d.resetLink("ada@example.org"), factorPassword).is("passwordReset.reset", true)
	d.confirm(before, phone.next()).is("userLoginConfirm.userErrors.0.code", "INVALID_TOKEN")

	// Many challenges are no more guesses than one.
	var open []string
	for range 3 {
		open = append(open, d.challenge("ada@example.org"))
	}
	for i := range shop.SecondFactorPerAccount.Max {
		d.confirm(open[i%len(open)], "000000").is("userLoginConfirm.userErrors.0.code", "INVALID_CREDENTIALS")
	}
	for _, challenge := range append(open, d.challenge("ada@example.org")) {
		if code := d.ask("", stepTwo, vars{"input": vars{"challenge": challenge, "code": phone.next()}}).code(); code != "RATE_LIMITED" {
			t.Errorf("one guess too many gets %s", code)
		}
	}
}
