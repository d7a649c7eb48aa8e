package graph_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"orrery/auth"
	"orrery/shop"
)

const undoChange = `mutation ($input: EmailChangeUndoInput!) { emailChangeUndo(input: $input) { email passwordResetToken userErrors { code field message } } }`

// undoLink is the token of the mail to the former address, which must be the given one.
func (d *testServer) undoLink(former string) string {
	d.t.Helper()
	mail, owed := sent[shop.EmailChangedMail](d)
	if !owed || mail.To.Email != former || len(mail.Token) != 43 {
		d.t.Fatalf("the mail goes to %q (%v) with a token of %d characters, want %q", mail.To.Email, owed, len(mail.Token), former)
	}
	return mail.Token
}

// undo opens a link and returns the token to set a password, and the code of the refusal.
func (d *testServer) undo(token string) (resetToken, code string) {
	d.t.Helper()
	r := d.must("", undoChange, vars{"input": vars{"token": token}})
	if r.at("emailChangeUndo.passwordResetToken") == nil {
		r.is("emailChangeUndo.userErrors.0.field.0", "token")
		return "", r.at("emailChangeUndo.userErrors.0.code").(string)
	}
	r.is("emailChangeUndo.userErrors", []any{})
	return r.at("emailChangeUndo.passwordResetToken").(string), ""
}

// changeOfAddress gives an account another address and returns the link that undoes it.
func (d *testServer) changeOfAddress(session, from, to string) string {
	d.t.Helper()
	if code := d.verify("", d.verificationLinkOf(session, to)); code != "" {
		d.t.Fatalf("%s to %s is refused: %s", from, to, code)
	}
	return d.undoLink(from)
}

// customer is somebody whose address is verified.
func (d *testServer) customer(email string) (session string) {
	d.t.Helper()
	session = d.register(email)
	if code := d.verify("", d.verificationLink(email)); code != "" {
		d.t.Fatal(code)
	}
	d.Clock.Advance(time.Hour)
	return session
}

// Whoever has stolen a session can't keep the account by changing its address.
func TestAChangeOfAddressIsUndone(t *testing.T) {
	d := newServer(t)
	thief := d.customer("ada@example.org")
	before := d.Clock.Now().Add(-time.Minute)
	d.exec(`INSERT INTO identities (provider, subject, user_id, email, linked_at) SELECT 'github', 'ada', id, email, $1 FROM users`, before)
	link := d.changeOfAddress(thief, "ada@example.org", "eve@example.org")
	d.Clock.Advance(time.Hour)

	// The thief goes on to all ways in that there are, and to one in the middle of signing in.
	d.reset(d.resetLink("eve@example.org"), factorPassword).is("passwordReset.reset", true)
	thief = d.must("", login, vars{"input": vars{"email": "eve@example.org", "password": factorPassword}}).at("userLogin.token").(string)
	phone, codes := d.secondFactor(thief)
	d.exec(`INSERT INTO identities (provider, subject, user_id, email, linked_at) SELECT 'google', 'eve', id, email, $1 FROM users`, d.Clock.Now())
	pending := d.verificationLinkOf(thief, "mallory@example.org")
	challenge, reset := d.challenge("eve@example.org"), d.resetLink("eve@example.org")
	d.Clock.Advance(shop.EmailUndoLife - 2*time.Hour)

	token, code := d.undo(link)
	if code != "" {
		t.Fatalf("the link is refused: %s", code)
	}
	d.must(thief, whoAmI, nil).is("me", nil)
	for what, code := range map[string]string{"an app's code": phone.next(), "a recovery code": fmt.Sprint(codes[0])} {
		if d.confirm(challenge, code).at("userLoginConfirm.token") != nil {
			t.Errorf("a challenge and %s sign in", what)
		}
	}
	for _, email := range []string{"ada@example.org", "eve@example.org"} {
		if d.canLogin(email, factorPassword) {
			t.Errorf("the password of before signs in with %s", email)
		}
	}
	d.refusesLink(reset, "sent to the thief")
	if code := d.verify("", pending); code != "INVALID_TOKEN" {
		t.Errorf("the thief's next change is answered %q", code)
	}
	if m := lastMail[shop.EmailChangeUndoneMail](d); m.To.Email != "eve@example.org" {
		t.Errorf("the notice goes to %q", m.To.Email)
	}
	if _, code := d.undo(link); code != "NOT_ALLOWED" {
		t.Errorf("the second time is answered %q", code)
	}

	d.reset(token, "bB2@bB2@").is("passwordReset.userErrors", []any{})
	r := d.must("", stepOne, vars{"input": vars{"email": "ada@example.org", "password": "bB2@bB2@"}})
	owner, in := r.at("userLogin.token").(string)
	if !in {
		t.Fatalf("the owner does not get in: %v", r.Data)
	}
	r = d.must(owner, `{ me { email emailVerified pendingEmail hasPassword secondFactor { since } identities { provider } } }`, nil)
	r.is("me", map[string]any{"email": "ada@example.org", "emailVerified": true, "pendingEmail": nil, "hasPassword": true, "secondFactor": nil,
		"identities": []any{map[string]any{"provider": "GITHUB"}}})
	d.must(owner, leave, vars{"input": vars{"password": "bB2@bB2@"}}).is("userDelete.userErrors", []any{})
}

// What was there before the change stays.
func TestUndoingLeavesASecondStepOfBefore(t *testing.T) {
	d := newServer(t)
	session := d.customer("ada@example.org")
	phone, _ := d.secondFactor(session)
	d.Clock.Advance(time.Hour)
	token, _ := d.undo(d.changeOfAddress(session, "ada@example.org", "eve@example.org"))
	d.reset(token, factorPassword).is("passwordReset.reset", true)
	d.confirm(d.challenge("ada@example.org"), phone.next()).is("userLoginConfirm.user.email", "ada@example.org")
}

// Nothing that a thief does meanwhile keeps the owner out.
func TestWhatAThiefDoesMeanwhile(t *testing.T) {
	for name, do := range map[string]func(d *testServer, thief string){
		"a reset": func(d *testServer, _ string) {
			d.reset(d.resetLink("eve@example.org"), "eE5%eE5%").is("passwordReset.reset", true)
		},
		"another password": func(d *testServer, thief string) {
			d.must(thief, changePass, vars{"input": vars{"currentPassword": factorPassword, "newPassword": "eE5%eE5%"}}).is("userPasswordChange.userErrors", []any{})
		},
		"another change": func(d *testServer, thief string) { d.changeOfAddress(thief, "eve@example.org", "mallory@example.org") },
		"a change undone": func(d *testServer, thief string) {
			if _, code := d.undo(d.changeOfAddress(thief, "eve@example.org", "mallory@example.org")); code != "" {
				d.t.Errorf("the link of an address between is refused: %s", code)
			}
		},
		"the account deleted": func(d *testServer, thief string) {
			d.must(thief, leave, vars{"input": vars{"password": factorPassword}}).is("userDelete.userErrors.0.message",
				shop.LeavesAfter(d.Clock.Now().Add(shop.EmailUndoLife)).Message)
		},
		"the address registered": func(d *testServer, _ string) {
			r := d.must("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token userErrors { code } } }`,
				vars{"input": vars{"name": "Eve", "email": "ada@example.org", "password": factorPassword}})
			r.is("userRegister.token", nil)
			r.is("userRegister.userErrors.0.code", "TAKEN")
		},
		"the address taken by another account": func(d *testServer, _ string) {
			other := d.customer("other@example.org")
			d.update(other, vars{"email": "ada@example.org"}).is("userUpdate.userErrors.0.code", "TAKEN")
			// Who asked for it before it was reserved does not get it either.
			link := d.verificationLinkOf(other, "free@example.org")
			d.exec(`UPDATE users SET pending_email = 'ada@example.org' WHERE email = 'other@example.org'`)
			d.exec(`UPDATE one_time_tokens SET email = 'ada@example.org' WHERE email = 'free@example.org'`)
			if code := d.verify("", link); code != "TAKEN" {
				d.t.Errorf("another account gets the address: %q", code)
			}
		},
		"the newsletter, the file of the data, other sessions": func(d *testServer, thief string) {
			d.must("", `mutation { newsletterSubscribe(input: {email: "ada@example.org"}) { userErrors { code } } }`, nil)
			d.must(thief, `mutation { sessionsEndOthers { userErrors { code } } }`, nil)
			if err := d.Store.Accounts.OwnData(context.Background(), d.actor(thief), func(shop.DataPart, any) error { return nil }); err != nil {
				d.t.Error(err)
			}
		},
		"more letters of the same change": func(d *testServer, _ string) { d.undoLink("ada@example.org") },
	} {
		t.Run(name, func(t *testing.T) {
			d := newServer(t)
			thief := d.customer("ada@example.org")
			link := d.changeOfAddress(thief, "ada@example.org", "eve@example.org")
			do(d, thief)
			token, code := d.undo(link)
			if code != "" {
				t.Fatalf("the link is refused: %s", code)
			}
			d.must(thief, whoAmI, nil).is("me", nil)
			d.reset(token, "bB2@bB2@").is("passwordReset.reset", true)
			if !d.canLogin("ada@example.org", "bB2@bB2@") || d.canLogin("eve@example.org", "eE5%eE5%") {
				t.Error("the owner does not get in, or the thief does")
			}
		})
	}
}

func (d *testServer) actor(session string) shop.Actor {
	d.t.Helper()
	ctx, err := d.auth.As(context.Background(), "Bearer "+session)
	if err != nil {
		d.t.Fatal(err)
	}
	return auth.Actor(ctx)
}

// Of several changes the earliest undoes all, and each of the others what came after it.
func TestEachFormerAddressHasItsLink(t *testing.T) {
	d := newServer(t)
	session := d.customer("a@example.org")
	links := map[string]string{}
	for _, step := range [][2]string{{"a", "b"}, {"b", "c"}, {"c", "d"}} {
		links[step[0]] = d.changeOfAddress(session, step[0]+"@example.org", step[1]+"@example.org")
		d.Clock.Advance(time.Hour)
	}
	token, code := d.undo(links["b"])
	if code != "" {
		t.Fatal(code)
	}
	if _, code := d.undo(links["c"]); code != "INVALID_TOKEN" {
		t.Errorf("a change after one that was undone is answered %q", code)
	}
	d.register("c@example.org") // nobody's any more
	first, code := d.undo(links["a"])
	if code != "" {
		t.Fatalf("the earliest link is refused: %s", code)
	}
	d.refusesLink(token, "of a later change")
	d.reset(first, "bB2@bB2@").is("passwordReset.reset", true)
	if !d.canLogin("a@example.org", "bB2@bB2@") {
		t.Error("the first address does not sign in")
	}
}

func TestLinksToUndoEnd(t *testing.T) {
	d := newServer(t)
	link := d.changeOfAddress(d.customer("ada@example.org"), "ada@example.org", "new@example.org")
	for why, token := range map[string]string{"made up": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "empty": "", "for a reset": d.resetLink("new@example.org")} {
		if _, code := d.undo(token); code != "INVALID_TOKEN" {
			t.Errorf("a link that is %s is answered %q", why, code)
		}
	}
	d.refusesLink(link, "to undo a change")
	if code := d.verify("", link); code != "INVALID_TOKEN" {
		t.Errorf("it verifies an address: %q", code)
	}

	// Who asks for a reset of the former address gets a link of the same kind, and the one before works on.
	d.must("", requestReset, vars{"input": vars{"email": "ada@example.org"}})
	mail, owed, err := d.Store.Accounts.IssueLink(context.Background(), lastMail[shop.PasswordResetMail](d))
	again, ok := mail.(shop.EmailChangedMail)
	if err != nil || !owed || !ok || again.To.Email != "ada@example.org" {
		t.Fatalf("a reset of the former address sends %+v, %v", mail, err)
	}

	d.Clock.Advance(shop.EmailUndoLife - time.Second)
	if _, code := d.undo(again.Token); code != "" {
		t.Errorf("a second before the end it is answered %q", code)
	}

	session := d.customer("bob@example.org")
	late := d.changeOfAddress(session, "bob@example.org", "rob@example.org")
	d.Clock.Advance(shop.EmailUndoLife)
	if _, code := d.undo(late); code != "INVALID_TOKEN" {
		t.Errorf("after a week it is answered %q", code)
	}
	if _, owed := sent[shop.EmailChangedMail](d); owed {
		t.Error("a mail that is a week late is sent")
	}
	d.register("bob@example.org")
	if err := d.Store.Ops.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	var kept int
	if err := d.SQL.QueryRow(`SELECT (SELECT count(*) FROM email_changes) + (SELECT count(*) FROM email_change_links)`).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("%d are kept (%v)", kept, err)
	}
}
