package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const (
	subscriberList = `query ($filter: NewsletterFilter, $first: Int! = 20, $after: String) { newsletterSubscribers(filter: $filter, first: $first, after: $after) {
		totalCount nodes { id email status createdAt confirmedAt forgetAt } pageInfo { hasNextPage endCursor } } }`
	subscriberDelete = `mutation ($id: ID!) { newsletterSubscriberDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
)

func TestNewsletterSubscribersAreFoundAndForgotten(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("user@example.org")
	ada := d.wishFor("Ada@Example.org")
	d.must("", confirm, vars{"token": ada.Token})
	d.Clock.Advance(time.Minute)
	left := d.wishFor("left_one@example.org")
	d.must("", confirm, vars{"token": left.Token})
	d.must("", unsubscribe, vars{"token": left.LeaveToken})
	d.Clock.Advance(time.Minute)
	d.wishFor("waiting@example.com")

	for name, c := range map[string]struct {
		filter vars
		want   []string
	}{
		"all":             {vars{}, []string{"waiting@example.com", "left_one@example.org", "ada@example.org"}},
		"confirmed":       {vars{"status": "CONFIRMED"}, []string{"ada@example.org"}},
		"not confirmed":   {vars{"status": "UNCONFIRMED"}, []string{"waiting@example.com", "left_one@example.org"}},
		"an address":      {vars{"search": " EXAMPLE.org "}, []string{"left_one@example.org", "ada@example.org"}},
		"no pattern":      {vars{"search": "t_n"}, nil},
		"both conditions": {vars{"status": "UNCONFIRMED", "search": "left_"}, []string{"left_one@example.org"}},
	} {
		r := d.must(admin, subscriberList, vars{"filter": c.filter})
		var got []string
		for _, node := range r.at("newsletterSubscribers.nodes").([]any) {
			got = append(got, node.(map[string]any)["email"].(string))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || fmt.Sprint(r.at("newsletterSubscribers.totalCount")) != fmt.Sprint(len(c.want)) {
			t.Errorf("%s: %v of %v, want %v", name, got, r.at("newsletterSubscribers.totalCount"), c.want)
		}
	}
	if got := d.listed(admin, "newsletterSubscribers", "OLDEST", nil); got != "ada@example.org left_one@example.org waiting@example.com" {
		t.Errorf("from the oldest on: %s", got)
	}
	r := d.must(admin, subscriberList, vars{"first": 2})
	r.is("newsletterSubscribers.nodes.0.forgetAt", "2026-04-01T09:02:00Z")
	r.is("newsletterSubscribers.nodes.0.confirmedAt", nil)
	r = d.must(admin, subscriberList, vars{"first": 2, "after": r.at("newsletterSubscribers.pageInfo.endCursor")})
	r.is("newsletterSubscribers.nodes.0.confirmedAt", "2026-03-02T09:00:00Z")
	r.is("newsletterSubscribers.nodes.0.status", "CONFIRMED")
	id := r.at("newsletterSubscribers.nodes.0.id")

	_, secret := d.key(admin, "WRITE_CONTENT", "READ_CONTACTS")
	for token, want := range map[string]string{"": "UNAUTHENTICATED", user: "FORBIDDEN", secret: "FORBIDDEN"} {
		for _, refused := range []reply{d.ask(token, subscriberList, nil), d.ask(token, subscriberDelete, vars{"id": id})} {
			if refused.code() != want {
				t.Errorf("code %s, want %s", refused.code(), want)
			}
		}
	}

	d.must(admin, subscriberDelete, vars{"id": id}).is("newsletterSubscriberDelete.deletedId", id)
	d.must("", unsubscribe, vars{"token": ada.LeaveToken}).refusesToken("newsletterUnsubscribe")
	for _, gone := range []any{id, "x"} {
		d.must(admin, subscriberDelete, vars{"id": gone}).gone("newsletterSubscriberDelete", "Subscriber not found")
	}
	r = d.must(admin, auditEntries, vars{"filter": vars{"object": "NEWSLETTER_SUBSCRIBER"}})
	r.is("auditEntries.nodes.0.objectId", id)
	if said := fmt.Sprint(r.Data); strings.Contains(said, "ada@") {
		t.Errorf("the audit log keeps the address: %s", said)
	}
}
