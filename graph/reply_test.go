package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orrery/db"
	"orrery/shop"
)

const (
	promised    = `mutation ($input: ContactMessageCreateInput!) { contactMessageCreate(input: $input) { replyBy userErrors { code } } }`
	quoteAnswer = `mutation ($number: String!) { quoteAnswer(input: {number: $number}) { quote { number replyBy repliedAt } userErrors { message code field } } }`
	promises    = `{ dashboard(from: "2026-03-01T00:00:00Z", until: "2026-03-02T00:00:00Z") { promises { kept late overdue } } }`
)

// at moves the clock on to a time.
func (d *testServer) at(moment string) {
	d.t.Helper()
	to, err := time.Parse(time.RFC3339, moment)
	if err != nil || to.Before(d.Clock.Now()) {
		d.t.Fatal(moment, err)
	}
	d.Clock.Advance(to.Sub(d.Clock.Now()))
}

// Whoever writes is told when there is a reply, and finds the same time again; it stays what it was when holidays are entered later.
func TestReplyBy(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("root@example.org"), d.register("ada@example.org")
	d.at("2026-03-06T14:00:00Z") // Friday, 15:00 CET
	due := "2026-03-09T14:00:00Z"
	d.must("", promised, letter(nil)).is("contactMessageCreate.replyBy", due)
	d.must("", promised, letter(vars{"email": "no"})).is("contactMessageCreate.replyBy", nil)
	r := d.must(admin, `{ contactMessages { nodes { id replyBy dueAt repliedAt } } }`, nil)
	r.is("contactMessages.nodes.0.replyBy", due)
	r.is("contactMessages.nodes.0.dueAt", due)
	r.is("contactMessages.nodes.0.repliedAt", nil)
	message := r.at("contactMessages.nodes.0.id")

	d.must(ada, preOrder, wish(nil))
	d.must(ada, `{ me { preOrders { nodes { replyBy repliedAt } } } }`, nil).is("me.preOrders.nodes.0.replyBy", due)
	r = d.must(ada, `mutation ($input: QuoteCreateInput!) { quoteCreate(input: $input) { quote { number replyBy repliedAt } userErrors { code } } }`, quoted(nil))
	r.is("quoteCreate.quote.replyBy", due)
	r.is("quoteCreate.quote.repliedAt", nil)
	number := r.at("quoteCreate.quote.number")

	// A process that knows of a holiday on that Monday promises Tuesday, and leaves what was promised.
	var err error
	closed := *d
	if closed.Store, err = db.Open(t.Context(), db.Config{URL: d.URL, Terms: shop.DefaultTerms(), Now: d.Clock.Now, Fixed: shop.FixedSettings{Holidays: []string{"2026-03-09"}}}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closed.Store.Close() }()
	later, err := closed.Store.Content.CreateContactMessage(t.Context(), shop.Actor{}, shop.ContactMessageCreateInput{Name: "B", Email: "b@example.org", Subject: "S", Message: "M"})
	if err != nil || later.Format(time.RFC3339) != "2026-03-10T14:00:00Z" {
		t.Errorf("around the holiday: %s, %v", later, err)
	}
	if err := closed.Store.Ops.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.must(admin, `{ contactMessages(sort: OLDEST) { nodes { replyBy } } }`, nil).is("contactMessages.nodes.0.replyBy", due)

	// The first reply counts, to the second.
	d.at(due)
	for range 2 {
		r = d.must(admin, quoteAnswer, vars{"number": number})
		r.is("quoteAnswer.quote.repliedAt", due)
		d.Clock.Advance(time.Hour)
	}
	r = d.must(admin, quoteAnswer, vars{"number": "QU-1"})
	r.is("quoteAnswer.quote", nil)
	r.is("quoteAnswer.userErrors.0.message", "Quote not found")
	r.is("quoteAnswer.userErrors.0.field.0", "number")
	d.must(admin, messageResolve, vars{"id": message})
	d.must(admin, `{ contactMessages(sort: OLDEST) { nodes { repliedAt } } }`, nil).is("contactMessages.nodes.0.repliedAt", "2026-03-09T16:00:00Z")
	id := d.must(admin, `{ preOrders { nodes { id } } }`, nil).at("preOrders.nodes.0.id")
	for _, status := range []string{"CONTACTED", "PENDING", "CLOSED"} {
		d.must(admin, preOrderStatus, vars{"input": vars{"id": id, "status": status}})
		d.Clock.Advance(time.Hour)
	}
	d.must(admin, `{ preOrders { nodes { repliedAt } } }`, nil).is("preOrders.nodes.0.repliedAt", "2026-03-09T16:00:00Z")

	// The quote was answered when it was due, message and pre-order later; the other message is due on Tuesday.
	r = d.must(admin, promises, nil)
	r.is("dashboard.promises.kept", 1)
	r.is("dashboard.promises.late", 2)
	r.is("dashboard.promises.overdue", 0)
	d.at("2026-03-10T14:00:00Z")
	d.must(admin, promises, nil).is("dashboard.promises.overdue", 0) // this very moment is still in time
	d.Clock.Advance(time.Second)
	d.must(admin, promises, nil).is("dashboard.promises.overdue", 1)
	d.at("2026-04-09T00:00:00Z")
	r = d.must(d.admin("late@example.org"), promises, nil)
	r.is("dashboard.promises.kept", 0) // due more than 30 days ago
	r.is("dashboard.promises.late", 0)
	r.is("dashboard.promises.overdue", 1)
}

func TestReplyByElsewhere(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.at("2026-03-06T14:00:00Z") // Friday, 9:00 EST; summer time begins on Sunday
	const update = `mutation ($input: SettingsInput!) { settingsUpdate(input: $input) { settings { timeZone }
		published { timeZone zoneNames { offset name } } userErrors { code field } } }`
	input := vars{"version": d.must(admin, `{ siteSettings { version } }`, nil).at("siteSettings.version"), "name": "A", "short": "A", "title": "A",
		"email": "a@b.example", "office": vars{}, "bank": vars{}, "opens": 9, "closes": 18, "country": "US", "orderPrefix": "A-", "quotePrefix": "Q-"}
	input["timeZone"] = "New York"
	d.must(admin, update, vars{"input": input}).is("settingsUpdate.userErrors.0.field.0", "timeZone")
	input["timeZone"] = "America/New_York"
	r := d.must(admin, update, vars{"input": input})
	r.is("settingsUpdate.settings.timeZone", "America/New_York")
	r.is("settingsUpdate.published.zoneNames", []any{map[string]any{"offset": "GMT-5", "name": "EST"}, map[string]any{"offset": "GMT-4", "name": "EDT"}})
	d.must("", promised, letter(nil)).is("contactMessageCreate.replyBy", "2026-03-09T13:00:00Z")
	d.must("", `{ settings { timeZone } }`, nil).is("settings.timeZone", "America/New_York")

	// A program that doesn't know the field leaves it.
	delete(input, "timeZone")
	input["version"], input["name"] = d.must(admin, `{ siteSettings { version } }`, nil).at("siteSettings.version"), "B"
	d.must(admin, update, vars{"input": input}).is("settingsUpdate.settings.timeZone", "America/New_York")
	d.must(admin, `{ settingsHistory(first: 2) { nodes { changes { name after } } } }`, nil).
		is("settingsHistory.nodes.0.changes", []any{map[string]any{"name": "name", "after": `"B"`}})
}

// What waits comes first, the soonest due at the top; what was answered comes behind it.
func TestListsByDueTime(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	var numbers []string
	for i := range 4 {
		d.Clock.Advance(time.Hour)
		email := fmt.Sprintf("p%d@example.org", i)
		d.must("", promised, letter(vars{"email": email, "subject": email}))
		d.must("", preOrder, wish(vars{"email": email}))
		numbers = append(numbers, d.must("", quoteCreate, quoted(vars{"email": email, "idempotencyKey": email})).at("quoteCreate.quote.number").(string))
	}
	message := d.must(admin, `{ contactMessages(filter: {search: "p1@"}) { nodes { id } } }`, nil).at("contactMessages.nodes.0.id")
	d.must(admin, messageResolve, vars{"id": message})
	waiting := d.must(admin, `{ preOrders(filter: {search: "p1@"}) { nodes { id } } }`, nil).at("preOrders.nodes.0.id")
	d.must(admin, preOrderStatus, vars{"input": vars{"id": waiting, "status": "CONTACTED"}})
	d.must(admin, quoteAnswer, vars{"number": numbers[1]})
	people := "p0@example.org p2@example.org p3@example.org p1@example.org"
	quotes := strings.Join([]string{numbers[0], numbers[2], numbers[3], numbers[1]}, " ")
	for _, c := range []struct {
		list   string
		filter vars
		want   string
	}{
		{"contactMessages", nil, people}, {"contactMessages", vars{"status": "PENDING"}, strings.TrimSuffix(people, " p1@example.org")},
		{"preOrders", nil, people}, {"preOrders", vars{"status": "CONTACTED"}, "p1@example.org"},
		{"quotes", nil, quotes}, {"quotes", vars{"answered": true}, numbers[1]}, {"quotes", vars{"answered": false, "search": "P2@"}, numbers[2]},
	} {
		if got := d.listed(admin, c.list, "DUE", c.filter); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.list, c.filter, got, c.want)
		}
	}
	if got := d.listed(admin, "quotes", "NEWEST", vars{"search": numbers[3]}); got != numbers[3] {
		t.Errorf("found %q", got)
	}
}

// What an older version has taken in gets the time that it would have got, once; what was dealt with before gets none.
func TestOlderRowsGetTheirDueTimes(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for _, email := range []string{"open@example.org", "settled@example.org"} {
		d.must("", promised, letter(vars{"email": email}))
		d.must("", preOrder, wish(vars{"email": email}))
	}
	if _, err := d.SQL.Exec(`UPDATE contact_messages SET reply_by = NULL, status = CASE WHEN email LIKE 'open%' THEN 'pending' ELSE 'resolved' END;
		UPDATE preorders SET reply_by = NULL, status = CASE WHEN email LIKE 'open%' THEN 'Pending' ELSE 'Closed' END`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.Store.Ops.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := d.must(admin, `{ contactMessages(sort: DUE) { nodes { email replyBy } } preOrders(sort: DUE) { nodes { email replyBy } } }`, nil)
		for _, list := range []string{"contactMessages", "preOrders"} {
			r.is(list+".nodes.0.email", "open@example.org")
			r.is(list+".nodes.0.replyBy", "2026-03-03T09:00:00Z")
			r.is(list+".nodes.1.replyBy", nil)
		}
		d.Clock.Advance(48 * time.Hour)
	}
}

// Whoever cancels waits for nothing, until it is undone; a quote that has become an order needs no reply.
func TestRepliesThatNobodyWaitsFor(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("root@example.org"), d.register("ada@example.org")
	id := d.must(ada, preOrder, wish(nil)).at("preOrderCreate.preOrder.id")
	const repliedAt = `{ preOrders { nodes { repliedAt } } }`
	d.Clock.Advance(time.Minute)
	d.must(ada, cancelIt, vars{"input": vars{"id": id}}).is("answer.userErrors", []any{})
	d.must(admin, repliedAt, nil).is("preOrders.nodes.0.repliedAt", "2026-03-02T09:01:00Z")
	d.must(ada, `mutation ($input: PreOrderReopenInput!) { preOrderReopen(input: $input) { userErrors { code } } }`, vars{"input": vars{"id": id}}).
		is("preOrderReopen.userErrors", []any{})
	d.must(admin, repliedAt, nil).is("preOrders.nodes.0.repliedAt", nil)
	d.must(ada, cancelIt, vars{"input": vars{"id": id}}).is("answer.userErrors", []any{})

	r := d.must(ada, quoteCreate, quoted(nil))
	number := r.at("quoteCreate.quote.number")
	if _, err := d.SQL.Exec(`UPDATE products SET stock = 100`); err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(time.Hour)
	d.must(ada, `mutation ($input: QuoteOrderInput!) { quoteOrder(input: $input) { userErrors { code field } } }`, vars{"input": vars{"number": number,
		"shippingInfo": vars{"address": "Damrak 1", "city": "Amsterdam", "postalCode": "1012 LG", "country": "NL"}}}).is("quoteOrder.userErrors", []any{})
	d.must(admin, `{ quotes { nodes { repliedAt } } }`, nil).is("quotes.nodes.0.repliedAt", "2026-03-02T10:01:00Z")
	d.at("2026-03-05T09:00:00Z")
	r = d.must(d.admin("late@example.org"), promises, nil)
	r.is("dashboard.promises.kept", 1)
	r.is("dashboard.promises.overdue", 0)
	r.is("dashboard.promises.late", 0)
}
