package graph_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

const (
	subscribe   = `mutation ($email: String!) { newsletterSubscribe(input: {email: $email}) { received userErrors { code field } } }`
	confirm     = `mutation ($token: String!) { newsletterConfirm(input: {token: $token}) { email userErrors { code field } } }`
	unsubscribe = `mutation ($token: String!) { newsletterUnsubscribe(input: {token: $token}) { email userErrors { code field } } }`
)

// wishFor asks for the newsletter and returns the links of the mail that the address gets.
func (d *testServer) wishFor(email string) shop.NewsletterMail {
	d.t.Helper()
	d.must("", subscribe, vars{"email": email}).is("newsletterSubscribe.received", true)
	mail, owed := sent[shop.NewsletterMail](d)
	if !owed || !strings.EqualFold(mail.To.Email, email) || mail.Token == mail.LeaveToken {
		d.t.Fatalf("the mail is %+v (%v)", mail, owed)
	}
	return mail
}

// subscribed counts who gets the newsletter.
func (d *testServer) subscribed() (n int) {
	d.t.Helper()
	if err := d.SQL.QueryRow(`SELECT count(*) FROM newsletter_subscribers WHERE confirmed_at IS NOT NULL`).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// refusesToken expects the answer to a link that is good for nothing.
func (r reply) refusesToken(mutation string) {
	r.t.Helper()
	r.is(mutation+".email", nil)
	r.is(mutation+".userErrors.0.code", "INVALID_TOKEN")
	r.is(mutation+".userErrors.0.field.0", "token")
}

func TestNewsletter(t *testing.T) {
	d := newServer(t)
	mail := d.wishFor("Ada@Example.org")
	if n := d.subscribed(); n != 0 {
		t.Fatalf("%d subscribed by the wish alone", n)
	}

	// Each link does its own thing only.
	d.must("", confirm, vars{"token": mail.LeaveToken}).refusesToken("newsletterConfirm")
	d.must("", unsubscribe, vars{"token": mail.Token}).refusesToken("newsletterUnsubscribe")
	for _, token := range []string{"", "x", strings.Repeat("A", 43)} {
		d.must("", confirm, vars{"token": token}).refusesToken("newsletterConfirm")
		d.must("", unsubscribe, vars{"token": token}).refusesToken("newsletterUnsubscribe")
	}

	for range 2 {
		d.must("", confirm, vars{"token": mail.Token}).is("newsletterConfirm.email", "a***@example.org")
		if n := d.subscribed(); n != 1 {
			t.Fatalf("%d subscribed after confirming", n)
		}
	}

	// A subscriber is answered and treated like anybody, and stays one; the links of every mail work.
	again := d.wishFor("ada@example.org")
	if n := d.subscribed(); n != 1 {
		t.Fatalf("%d subscribed after wishing again", n)
	}
	for _, token := range []string{mail.LeaveToken, mail.LeaveToken, again.LeaveToken} {
		d.must("", unsubscribe, vars{"token": token}).is("newsletterUnsubscribe.email", "a***@example.org")
		if n := d.subscribed(); n != 0 {
			t.Fatalf("%d subscribed after leaving", n)
		}
	}

	// Whoever has left comes back by a new wish, not by an old link.
	for _, old := range []shop.NewsletterMail{mail, again} {
		d.must("", confirm, vars{"token": old.Token}).refusesToken("newsletterConfirm")
	}
	d.must("", confirm, vars{"token": d.wishFor("ada@example.org").Token}).is("newsletterConfirm.email", "a***@example.org")
	d.must("", unsubscribe, vars{"token": mail.LeaveToken}).is("newsletterUnsubscribe.email", "a***@example.org")
	if n := d.subscribed(); n != 0 {
		t.Errorf("%d subscribed after leaving by the first mail", n)
	}
}

func TestNewsletterKeepsNoToken(t *testing.T) {
	d := newServer(t)
	mail := d.wishFor("ada@example.org")
	for _, queued := range d.Mails(t, mail.Kind()) {
		if strings.Contains(strings.ToLower(string(queued)), "token") {
			t.Errorf("the queue holds %s", queued)
		}
	}
	rows, err := d.SQL.Query(`SELECT hash FROM newsletter_tokens ORDER BY purpose`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for _, token := range []string{mail.Token, mail.LeaveToken} {
		var hash []byte
		if !rows.Next() || rows.Scan(&hash) != nil {
			t.Fatal("too few tokens")
		}
		if want := sha256.Sum256([]byte(token)); !bytes.Equal(hash, want[:]) {
			t.Errorf("kept %x of %s", hash, token)
		}
	}
}

func TestNewsletterForgets(t *testing.T) {
	d := newServer(t)
	subscriber, leaver, silent := d.wishFor("subscriber@example.org"), d.wishFor("leaver@example.org"), d.wishFor("silent@example.org")
	d.must("", confirm, vars{"token": subscriber.Token})
	d.must("", confirm, vars{"token": leaver.Token})

	d.Clock.Advance(shop.NewsletterLinkLife)
	d.must("", confirm, vars{"token": silent.Token}).refusesToken("newsletterConfirm")
	d.must("", unsubscribe, vars{"token": leaver.LeaveToken})
	count := func() (n int) {
		t.Helper()
		if err := d.Store.Ops.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := d.SQL.QueryRow(`SELECT count(*) FROM newsletter_subscribers`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(); n != 3 {
		t.Fatalf("%d addresses after a week", n)
	}
	d.Clock.Advance(shop.NewsletterMemory - shop.NewsletterLinkLife)
	if n := count(); n != 2 {
		t.Errorf("%d addresses, want the unconfirmed one forgotten", n)
	}
	d.Clock.Advance(shop.NewsletterLinkLife)
	if n := count(); n != 1 {
		t.Errorf("%d addresses, want the one that left forgotten", n)
	}
	d.must("", unsubscribe, vars{"token": leaver.LeaveToken}).refusesToken("newsletterUnsubscribe")
	d.must("", unsubscribe, vars{"token": subscriber.LeaveToken}).is("newsletterUnsubscribe.email", "s***@example.org")

	// A mail that still waits for a forgotten address is owed to nobody.
	if _, err := d.SQL.Exec(`DELETE FROM newsletter_subscribers`); err != nil {
		t.Fatal(err)
	}
	if _, owed := sent[shop.NewsletterMail](d); owed {
		t.Error("a mail is owed to a forgotten address")
	}
}

func TestNewsletterIsBounded(t *testing.T) {
	d := newServer(t)
	r := d.must("", subscribe, vars{"email": "ada"})
	r.is("newsletterSubscribe.received", false)
	r.is("newsletterSubscribe.userErrors.0.code", "INVALID")
	r.is("newsletterSubscribe.userErrors.0.field.0", "email")

	// At most three mails a day for one address, whoever asks and however often at once; the answer is always the same.
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if r := d.ask("", subscribe, vars{"email": "ada@example.org"}); fmt.Sprint(r.Data) != "map[newsletterSubscribe:map[received:true userErrors:[]]]" {
				t.Errorf("answered %v %+v", r.Data, r.Errors)
			}
		})
	}
	wg.Wait()
	mails := func() int { return len(d.Mails(t, shop.NewsletterMail{}.Kind())) }
	if n := mails(); n != 3 {
		t.Errorf("%d mails for one address, want 3", n)
	}

	// And twenty wishes an hour from one place.
	for i := range 10 {
		d.must("", subscribe, vars{"email": fmt.Sprintf("p%d@example.org", i)})
	}
	if code := d.ask("", subscribe, vars{"email": "eve@example.org"}).code(); code != "RATE_LIMITED" {
		t.Errorf("the 21st wish in an hour gets %s", code)
	}
	if n := mails(); n != 13 {
		t.Errorf("%d mails, want 13", n)
	}
	d.Clock.Advance(24 * time.Hour)
	d.must("", subscribe, vars{"email": "ada@example.org"})
	if n := mails(); n != 14 {
		t.Errorf("%d mails the next day, want 14", n)
	}
}
