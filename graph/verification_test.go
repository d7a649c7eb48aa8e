package graph_test

import (
	"testing"
	"time"

	"orrery/shop"
)

const (
	verifyEmail = `mutation ($input: EmailVerifyInput!) { emailVerify(input: $input) { verified userErrors { code field message } } }`
	resend      = `mutation { emailVerificationResend { verified userErrors { code } } }`
	updateUser  = `mutation ($input: UserUpdateInput!) { userUpdate(input: $input) { user { name email emailVerified pendingEmail } userErrors { code field message } } }`
	address     = `{ me { name email emailVerified pendingEmail preOrders { totalCount } } }`
)

// verificationLink is the token of the newest verification letter, which must go to the address.
func (d *testServer) verificationLink(to string) string {
	d.t.Helper()
	mail, owed := sent[shop.VerificationMail](d)
	if !owed || mail.To.Email != to {
		d.t.Fatalf("the letter goes to %q (%v), want %q", mail.To.Email, owed, to)
	}
	return mail.Token
}

// verify opens a link and returns the code of its refusal, "" for none.
func (d *testServer) verify(session, token string) string {
	d.t.Helper()
	r := d.must(session, verifyEmail, vars{"input": vars{"token": token}})
	if r.at("emailVerify.verified") == true {
		return ""
	}
	r.is("emailVerify.userErrors.0.field.0", "token")
	return r.at("emailVerify.userErrors.0.code").(string)
}

func (d *testServer) update(session string, input vars) reply {
	d.t.Helper()
	return d.ask(session, updateUser, vars{"input": input})
}

func (d *testServer) preOrder(session, email string) {
	d.t.Helper()
	d.must(session, `mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { preOrder { id } } }`,
		vars{"input": vars{"name": "A", "email": email, "phone": "1", "productId": "1"}})
}

func TestVerificationOfARegistration(t *testing.T) {
	d := newServer(t)
	d.preOrder("", "Ada@Example.org")
	ada := d.register("ada@example.org")
	link := d.verificationLink("ada@example.org")
	eve := d.register("eve@example.org")
	d.preOrder("", "ada@example.org")
	d.preOrder("", "somebody@example.org")
	d.preOrder(eve, "ada@example.org")
	d.must(ada, address, nil).is("me.emailVerified", false)
	d.must(ada, address, nil).is("me.preOrders.totalCount", 0)

	// Whoever opens it, it is about its own account.
	if code := d.verify(eve, link); code != "" {
		t.Fatalf("the link is refused: %s", code)
	}
	d.must(ada, address, nil).is("me.emailVerified", true)
	d.must(ada, address, nil).is("me.preOrders.totalCount", 2)
	d.must(eve, address, nil).is("me.emailVerified", false)
	d.must(eve, address, nil).is("me.preOrders.totalCount", 1)
	if code := d.verify("", link); code != "INVALID_TOKEN" {
		t.Errorf("the link works twice: %q", code)
	}
}

func TestVerificationLinksEnd(t *testing.T) {
	d := newServer(t)
	ada := d.register("ada@example.org")
	first := d.verificationLink("ada@example.org")
	second := d.verificationLink("ada@example.org")
	for token, why := range map[string]string{first: "replaced", d.resetLink("ada@example.org"): "for another purpose", "": "empty"} {
		if code := d.verify("", token); code != "INVALID_TOKEN" {
			t.Errorf("a link that is %s is answered %q", why, code)
		}
	}
	d.refusesLink(second, "for a verification")
	d.Clock.Advance(24*time.Hour - time.Second)
	if code := d.verify("", second); code != "" {
		t.Errorf("a link of almost a day is refused: %s", code)
	}

	d.update(ada, vars{"email": "countess@example.org"})
	late := d.verificationLink("countess@example.org")
	d.Clock.Advance(24 * time.Hour)
	if code := d.verify("", late); code != "INVALID_TOKEN" {
		t.Errorf("a link that is a day old is answered %q", code)
	}
}

func TestVerificationIsResent(t *testing.T) {
	d := newServer(t)
	ada := d.register("ada@example.org")
	if code := d.ask("", resend, nil).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	for range 5 {
		d.must(ada, resend, nil).is("emailVerificationResend.verified", false)
	}
	if n := len(d.Mails(t, "email-verification")); n != 6 {
		t.Errorf("%d letters wait, want 6", n)
	}
	if code := d.ask(ada, resend, nil).code(); code != "RATE_LIMITED" {
		t.Errorf("the sixth time gets %s", code)
	}
	if code := d.verify("", d.verificationLink("ada@example.org")); code != "" {
		t.Errorf("the letter's link is refused: %s", code)
	}
	d.must(ada, resend, nil).is("emailVerificationResend.verified", true)
	if _, owed := sent[shop.VerificationMail](d); owed {
		t.Error("a letter that waited until its address was verified is sent")
	}
}

func TestUserUpdate(t *testing.T) {
	d := newServer(t)
	ada := d.register("ada@example.org")
	d.register("eve@example.org")
	if code := d.update("", vars{"name": "Eve"}).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	r := d.update(ada, vars{"name": " Countess "})
	r.is("userUpdate.user.name", "Countess")
	r.is("userUpdate.user.pendingEmail", nil)
	d.update(ada, vars{}).is("userUpdate.user.name", "Countess")
	d.update(ada, vars{"name": " "}).is("userUpdate.userErrors.0.field.0", "name")

	taken := d.update(ada, vars{"name": "Not", "email": "EVE@example.org"})
	taken.is("userUpdate.user", nil)
	taken.is("userUpdate.userErrors.0.code", "TAKEN")
	taken.is("userUpdate.userErrors.0.message", "An account with this email address already exists")
	d.must(ada, address, nil).is("me.name", "Countess")

	if code := d.verify("", d.verificationLinkOf(ada, "first@example.org")); code != "" {
		t.Fatal(code)
	}
	r = d.update(ada, vars{"email": "Second@example.org"})
	r.is("userUpdate.user.email", "first@example.org")
	r.is("userUpdate.user.emailVerified", true)
	r.is("userUpdate.user.pendingEmail", "second@example.org")
	if m := lastMail[shop.EmailChangeMail](d); m.To.Email != "first@example.org" {
		t.Errorf("the notice goes to %q", m.To.Email)
	}
	if !d.canLogin("first@example.org", "aA1!aA1!") || d.canLogin("second@example.org", "aA1!aA1!") {
		t.Error("the new address counts before it is verified")
	}
	reset := d.resetLink("first@example.org")
	d.preOrder("", "second@example.org")
	if code := d.verify("", d.verificationLink("second@example.org")); code != "" {
		t.Errorf("the link to the new address is refused: %s", code)
	}
	r = d.must(ada, address, nil)
	r.is("me.email", "second@example.org")
	r.is("me.pendingEmail", nil)
	r.is("me.preOrders.totalCount", 1)
	d.refusesLink(reset, "sent to the former address")
	if d.canLogin("first@example.org", "aA1!aA1!") || !d.canLogin("second@example.org", "aA1!aA1!") {
		t.Error("the new address does not replace the old one")
	}

	// Asking tells which addresses have accounts, and sends letters to strangers: it is bounded.
	for range 2 {
		d.update(ada, vars{"email": "third@example.org"}).is("userUpdate.userErrors", []any{})
	}
	if code := d.update(ada, vars{"email": "eve@example.org"}).code(); code != "RATE_LIMITED" {
		t.Errorf("the sixth change gets %s", code)
	}
	d.update(ada, vars{"name": "Ada", "email": "second@example.org"}).is("userUpdate.user.name", "Ada")
}

// verificationLinkOf asks for another address and returns the token of the letter to it.
func (d *testServer) verificationLinkOf(session, email string) string {
	d.t.Helper()
	d.update(session, vars{"email": email}).is("userUpdate.user.pendingEmail", email)
	return d.verificationLink(email)
}

// What a link to a new address can't survive.
func TestChangeOfAddressIsCalledOff(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(d *testServer, session string)
		want      string
	}{
		"by the present address": {func(d *testServer, session string) {
			d.update(session, vars{"email": "ada@example.org"}).is("userUpdate.user.pendingEmail", nil)
		}, "INVALID_TOKEN"},
		"by another new address": {func(d *testServer, session string) {
			d.update(session, vars{"email": "other@example.org"})
		}, "INVALID_TOKEN"},
		"by a new password": {func(d *testServer, session string) {
			d.must(session, changePass, vars{"input": vars{"currentPassword": "aA1!aA1!", "newPassword": "bB2@bB2@"}})
		}, "INVALID_TOKEN"},
		"by a reset": {func(d *testServer, _ string) {
			d.reset(d.resetLink("ada@example.org"), "bB2@bB2@").is("passwordReset.reset", true)
		}, "INVALID_TOKEN"},
		"by an account that was faster": {func(d *testServer, _ string) { d.register("new@example.org") }, "TAKEN"},
		"not by a new name": {func(d *testServer, session string) {
			d.update(session, vars{"name": "Countess"}).is("userUpdate.user.pendingEmail", "new@example.org")
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newServer(t)
			session := d.register("ada@example.org")
			link := d.verificationLinkOf(session, "new@example.org")
			c.meanwhile(d, session)
			if code := d.verify("", link); code != c.want {
				t.Errorf("the link is answered %q, want %q", code, c.want)
			}
		})
	}
}
