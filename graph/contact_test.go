package graph_test

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

func letter(change vars) vars {
	input := vars{"name": " Bob ", "email": "Bob@Example.org", "subject": "Rail", "message": "How long\nis it?"}
	for key, value := range change {
		input[key] = value
	}
	return vars{"input": input}
}

func TestContactMessages(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.must("", messageCreate, letter(nil)).is("contactMessageCreate.received", true)

	// The company hears of it by mail, because both are written together.
	mails := d.Mails(t, "contact-notice")
	if len(mails) != 1 {
		t.Fatalf("%d notices", len(mails))
	}
	var notice shop.ContactMail
	if err := json.Unmarshal(mails[0], &notice); err != nil {
		t.Fatal(err)
	}
	want := shop.ContactMail{From: shop.Recipient{Name: "Bob", Email: "bob@example.org"}, Subject: "Rail", Message: "How long\nis it?",
		ReplyBy: new(time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC))}
	if !reflect.DeepEqual(notice, want) {
		t.Errorf("the notice says %+v", notice)
	}

	r := d.must(admin, `{ contactMessages { totalCount nodes { id name email subject message status createdAt } } }`, nil)
	r.is("contactMessages.totalCount", 1)
	r.is("contactMessages.nodes.0.email", "bob@example.org")
	r.is("contactMessages.nodes.0.status", "PENDING")
	r.is("contactMessages.nodes.0.createdAt", "2026-03-02T09:00:00Z")
	id := r.at("contactMessages.nodes.0.id")

	for range 2 {
		r = d.must(admin, messageResolve, vars{"id": id})
		r.is("contactMessageResolve.contactMessage.status", "RESOLVED")
		r.is("contactMessageResolve.contactMessage.subject", "Rail")
	}
	d.must(admin, messageDelete, vars{"id": id}).is("contactMessageDelete.deletedId", id)
	for _, id := range []any{id, "x"} {
		d.must(admin, messageDelete, vars{"id": id}).gone("contactMessageDelete", "Contact message not found")
		d.must(admin, messageResolve, vars{"id": id}).gone("contactMessageResolve", "Contact message not found")
	}
}

// Sent again after a lost answer, also at the same time, a message arrives once.
func TestAMessageArrivesOnceWithAKey(t *testing.T) {
	d := newServer(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			d.must("", promised, letter(vars{"idempotencyKey": "one"})).is("contactMessageCreate.replyBy", "2026-03-03T09:00:00Z")
		})
	}
	all.Wait()
	d.must("", promised, letter(vars{"idempotencyKey": "one", "subject": "Belt"}))
	d.must("", promised, letter(vars{"idempotencyKey": "two"}))
	if n := d.count(`SELECT count(*) FROM contact_messages`); n != 3 || len(d.Mails(t, "contact-notice")) != 3 {
		t.Errorf("%d messages, %d notices; want 3", n, len(d.Mails(t, "contact-notice")))
	}
	d.Clock.Advance(24 * time.Hour)
	d.must("", promised, letter(vars{"idempotencyKey": "one"})).is("contactMessageCreate.replyBy", "2026-03-03T09:00:00Z")
	r := d.must("", messageCreate, letter(vars{"idempotencyKey": " "}))
	r.is("contactMessageCreate.userErrors.0.code", "REQUIRED")
	r.is("contactMessageCreate.userErrors.0.field.0", "idempotencyKey")
}

func TestContactRefuses(t *testing.T) {
	d := newServer(t)
	for field, value := range map[string]string{"name": " ", "email": "bob", "subject": "", "message": "\n"} {
		r := d.must("", messageCreate, letter(vars{field: value}))
		r.is("contactMessageCreate.received", false)
		r.is("contactMessageCreate.userErrors.0.field.0", field)
	}
	if mails := d.Mails(t, "contact-notice"); len(mails) != 0 {
		t.Errorf("%d notices of refused messages", len(mails))
	}
}

func TestContactMessagesOfStrangersAreBounded(t *testing.T) {
	d := newServer(t)
	for range 30 {
		d.must("", messageCreate, letter(nil))
	}
	if code := d.ask("", messageCreate, letter(nil)).code(); code != "RATE_LIMITED" {
		t.Errorf("the 31st message in an hour gets %s", code)
	}
	if mails := d.Mails(t, "contact-notice"); len(mails) != 30 {
		t.Errorf("%d notices, want 30", len(mails))
	}
	d.Clock.Advance(time.Hour)
	d.must("", messageCreate, letter(nil))
}
