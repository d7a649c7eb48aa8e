package db_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// preOrdering is a shop in which people pre-order product 2.
type preOrdering struct {
	*testing.T
	*dbtest.Database
	callers
}

func openPreOrdering(t *testing.T) *preOrdering {
	t.Helper()
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	if _, err := d.SQL.Exec(`DELETE FROM preorders; DELETE FROM jobs; DELETE FROM attempts`); err != nil {
		t.Fatal(err)
	}
	return &preOrdering{t, d, who}
}

func (p *preOrdering) do(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *preOrdering) place(who shop.Actor, email string, quantity int) shop.PreOrder {
	p.Helper()
	placed, err := p.Store.PreOrders.Create(p.Context(), who, shop.PreOrderCreateInput{Name: "A", Email: email, Phone: "1", ProductID: new("2"), Quantity: quantity})
	p.do(err)
	return placed
}

// link is what stands in the newest mail of that pre-order.
func (p *preOrdering) link(o shop.PreOrder) string {
	p.Helper()
	for _, args := range p.Mails(p.T, "preorder-confirmation") {
		var mail shop.PreOrderConfirmationMail
		p.do(json.Unmarshal(args, &mail))
		if mail.PreOrderID == o.ID {
			complete, owed, err := p.Store.Accounts.IssueLink(p.Context(), mail)
			if p.do(err); !owed {
				p.Fatal("no link is owed")
			}
			return complete.(shop.PreOrderConfirmationMail).Token
		}
	}
	p.Fatal("there is no mail")
	return ""
}

// queued is how many pre-orders and units wait for product 2.
func (p *preOrdering) queued() (preOrders, units int) {
	p.Helper()
	queues, err := p.Store.PreOrders.Queues(p.Context(), p.admin)
	p.do(err)
	for _, q := range queues {
		preOrders, units = preOrders+q.PreOrders, units+q.Units
	}
	return preOrders, units
}

func (p *preOrdering) waits(preOrders, units int) {
	p.Helper()
	if n, u := p.queued(); n != preOrders || u != units {
		p.Errorf("%d pre-orders of %d units in the queue, want %d of %d", n, u, preOrders, units)
	}
}

// codeOf is the code of a refusal.
func codeOf(err error) shop.Code {
	var refused *shop.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func TestPreOrdersWithAStrangersAddress(t *testing.T) {
	p := openPreOrdering(t)
	for range 60 {
		p.place(p.visitor, "victim@example.org", 100)
	}
	mails := len(p.Mails(t, "preorder-confirmation"))
	n, units := p.queued()
	t.Logf("60 pre-orders of 100 units by one visitor: %d mails, %d pre-orders of %d units in the queue", mails, n, units)
	if mails != shop.MailsPerAddress.Max || units != 0 {
		t.Errorf("want %d mails and no unit", shop.MailsPerAddress.Max)
	}
}

func TestPreOrderCountsOnceConfirmed(t *testing.T) {
	p := openPreOrdering(t)
	first := p.place(p.visitor, "ada@example.org", 3)
	if first.Delivery.Place != nil || first.ConfirmBy == nil || !first.ConfirmBy.Equal(p.Clock.Now().Add(shop.PreOrderConfirmLife)) {
		t.Errorf("it has the place %v and is to be confirmed by %v", first.Delivery.Place, first.ConfirmBy)
	}
	if _, err := p.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, p.other.UserID); err != nil {
		t.Fatal(err)
	}
	second := p.place(p.other, "d@e.f", 2)
	if second.ConfirmBy != nil || second.Delivery.Place == nil || second.Delivery.Place.Position != 1 {
		t.Errorf("that of a verified account: %v, place %v", second.ConfirmBy, second.Delivery.Place)
	}
	p.waits(1, 2)

	token := p.link(first)
	p.Clock.Advance(shop.PreOrderConfirmLife - 1)
	confirmed, err := p.Store.PreOrders.Confirm(t.Context(), p.visitor, shop.PreOrderConfirmInput{Token: &token})
	p.do(err)
	if confirmed.ConfirmBy != nil || confirmed.Delivery.Place == nil || confirmed.Delivery.Place.Position != 1 ||
		!confirmed.ReplyBy.After(p.Clock.Now()) {
		t.Errorf("confirmed it has the place %v, to be replied to by %v", confirmed.Delivery.Place, confirmed.ReplyBy)
	}
	p.waits(2, 5)
	if _, err := p.Store.PreOrders.Confirm(t.Context(), p.visitor, shop.PreOrderConfirmInput{Token: &token}); err != nil {
		t.Errorf("once more: %v", err)
	}
	var events int
	p.do(p.SQL.QueryRow(`SELECT count(*) FROM events WHERE kind = 'preorder.confirmed' AND object_id = $1`, first.ID).Scan(&events))
	if events != 1 {
		t.Errorf("told %d times", events)
	}
}

func TestUnconfirmedPreOrdersAreForgotten(t *testing.T) {
	p := openPreOrdering(t)
	late, kept := p.place(p.visitor, "ada@example.org", 1), p.place(p.visitor, "eve@example.org", 1)
	token := p.link(late)
	// Whom the company has reached needs to confirm nothing.
	_, err := p.Store.PreOrders.UpdateStatus(t.Context(), p.admin, shop.PreOrderStatusUpdateInput{ID: kept.ID, Status: shop.PreOrderContacted})
	p.do(err)
	p.waits(1, 1)
	p.Clock.Advance(shop.PreOrderConfirmLife)
	if _, err := p.Store.PreOrders.Confirm(t.Context(), p.visitor, shop.PreOrderConfirmInput{Token: &token}); codeOf(err) != shop.InvalidToken {
		t.Errorf("an expired link: %v", err)
	}
	p.do(p.Store.Ops.Sweep(t.Context()))
	if n := count(t, p.SQL, "preorders"); n != 1 {
		t.Errorf("%d pre-orders are left, want the confirmed one", n)
	}
	var events int
	p.do(p.SQL.QueryRow(`SELECT count(*) FROM events WHERE kind = 'preorder.deleted' AND object_id = $1`, late.ID).Scan(&events))
	if events != 1 {
		t.Errorf("told %d times", events)
	}
}

// Verifying an account confirms what the account itself placed with that address, and nothing that a stranger did.
func TestVerifyingConfirmsOwnPreOrders(t *testing.T) {
	p := openPreOrdering(t)
	p.place(p.user, "a@b.c", 1)
	p.place(p.user, "else@example.org", 10)
	strangers := p.place(p.visitor, "a@b.c", 100)
	p.waits(0, 0)
	complete, _, err := p.Store.Accounts.IssueLink(t.Context(), shop.VerificationMail{UserID: p.user.UserID})
	p.do(err)
	by := shop.PreOrderConfirmInput{ID: &strangers.ID}
	p.do(p.Store.Accounts.VerifyEmail(t.Context(), p.visitor, shop.EmailVerifyInput{Token: complete.(shop.VerificationMail).Token}))
	p.waits(1, 1)
	if _, err := p.Store.PreOrders.Confirm(t.Context(), p.other, by); codeOf(err) != shop.NotFound {
		t.Errorf("somebody else confirms: %v", err)
	}
	_, err = p.Store.PreOrders.Confirm(t.Context(), p.user, by)
	p.do(err)
	p.waits(2, 101)
}

// Mails of all kinds to an address that nobody has proved are bounded together; those to a verified account are not, unless somebody else
// may have typed its address.
func TestMailsToAnUnverifiedAddressAreBounded(t *testing.T) {
	p := openPreOrdering(t)
	total := func() (n int) {
		p.do(p.SQL.QueryRow(`SELECT count(*) FROM jobs`).Scan(&n))
		return n
	}
	resend := func() shop.Code {
		_, err := p.Store.Accounts.ResendVerification(t.Context(), p.user)
		return codeOf(err)
	}
	for i := range 4 {
		p.place(p.visitor, fmt.Sprintf("a+%d@b.c", i), 1) // all of these lead to one mailbox
	}
	p.do(p.Store.Content.SubscribeNewsletter(t.Context(), p.visitor, shop.NewsletterSubscribeInput{Email: "a@b.c"}))
	for range 3 {
		p.do(p.Store.Accounts.RequestPasswordReset(t.Context(), p.visitor, shop.PasswordResetRequestInput{Email: "a@b.c"}))
	}
	for range 2 {
		if code := resend(); code != "" {
			t.Errorf("within the bound: %s", code)
		}
	}
	if n := total(); n != 10 {
		t.Fatalf("%d mails, want 10", n)
	}
	p.place(p.visitor, "a@b.c", 1)
	p.do(p.Store.Accounts.RequestPasswordReset(t.Context(), p.visitor, shop.PasswordResetRequestInput{Email: "a@b.c"}))
	p.do(p.Store.Content.SubscribeNewsletter(t.Context(), p.visitor, shop.NewsletterSubscribeInput{Email: "a@b.c"}))
	if code := resend(); code != shop.RateLimited {
		t.Errorf("one verification too many: %q", code)
	}
	if n := total(); n != 10 {
		t.Errorf("%d mails beyond the bound", n-10)
	}
	p.place(p.visitor, "other@b.c", 1)
	if n := total(); n != 11 {
		t.Error("another address has a bound of its own")
	}

	if _, err := p.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, p.user.UserID); err != nil {
		t.Fatal(err)
	}
	p.do(p.Store.Accounts.RequestPasswordReset(t.Context(), p.visitor, shop.PasswordResetRequestInput{Email: "a@b.c"}))
	if n := total(); n != 12 {
		t.Error("a verified account gets no reset")
	}
	p.place(p.user, "a@b.c", 1)
	if n := total(); n != 13 {
		t.Error("a verified account gets no confirmation of its own pre-order")
	}
	p.place(p.visitor, "a@b.c", 1)
	if n := total(); n != 13 {
		t.Error("a stranger writes to a verified account without bounds")
	}
	p.Clock.Advance(shop.MailsPerAddress.Window)
	p.place(p.visitor, "a@b.c", 1)
	if n := total(); n != 14 {
		t.Error("the bound does not end after a day")
	}
}

func TestMailbox(t *testing.T) {
	for email, want := range map[string]string{"a@b.c": "a@b.c", "a+x@b.c": "a@b.c", "a+x+y@b.c": "a@b.c", "none": "none"} {
		if got := shop.Mailbox(email); got != want {
			t.Errorf("%s counts as %s, want %s", email, got, want)
		}
	}
}
