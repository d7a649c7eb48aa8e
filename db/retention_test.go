package db_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// Keys of orders are forgotten after a day, and what was delivered to a webhook after 30; what was not waits.
func TestSweepForgetsKeysAndDeliveries(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s, who := context.Background(), d.Store, cast(t, d)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Carts.AddItem(ctx, who.user, shop.CartItemAddInput{ProductID: "3", Quantity: 1})
	must(err)
	_, err = s.Orders.Place(ctx, who.user, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
		Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
	must(err)
	_, _, err = s.Partners.CreateWebhook(ctx, who.admin, shop.WebhookCreateInput{URL: "https://partner.example", Kinds: []string{"contact.created"}})
	must(err)
	for range 2 {
		_, err = s.Content.CreateContactMessage(ctx, who.visitor, shop.ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"})
		must(err)
	}
	_, err = s.Outbox.PublishEvents(ctx)
	must(err)
	due, ok, err := s.Outbox.TakeDelivery(ctx, time.Minute)
	if must(err); !ok {
		t.Fatal("nothing is to be delivered")
	}
	must(s.Outbox.FinishDelivery(ctx, due, 200))
	for _, step := range []struct {
		wait             time.Duration
		keys, deliveries int
	}{{0, 1, 2}, {24 * time.Hour, 0, 2}, {29 * 24 * time.Hour, 0, 1}} {
		d.Clock.Advance(step.wait)
		must(s.Ops.Sweep(ctx))
		if k, n := count(t, d.SQL, "order_keys"), count(t, d.SQL, "deliveries"); k != step.keys || n != step.deliveries {
			t.Errorf("after %v more: %d keys, %d deliveries; want %d, %d", step.wait, k, n, step.keys, step.deliveries)
		}
	}
}

// A table that can't be swept does not keep the others from being swept, and the error names it.
func TestOneTableDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	if _, err := d.SQL.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
		CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()`); err != nil {
		t.Fatal(err)
	}
	who := cast(t, d)
	if _, err := d.SQL.Exec(`INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (gen_random_uuid(), $1, $2, $2)`, who.user.UserID, d.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.CountAttempt(ctx, who.visitor, shop.Rate{Name: "test", Max: 5, Window: time.Minute}, "x"); err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(time.Hour)
	err := d.Store.Ops.Sweep(ctx)
	if err == nil || !strings.Contains(err.Error(), "sweep sessions: ") {
		t.Errorf("the error is %v", err)
	}
	if n := count(t, d.SQL, "attempts WHERE expires_at <= '2026-03-02 10:00Z'"); n != 0 {
		t.Errorf("%d attempts are left", n)
	}
}

// However much there is to forget, one statement forgets a bounded part of it. ORRERY_RETENTION_ROWS sets how much.
func TestSweepIsBounded(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	rows := 5000
	if text := os.Getenv("ORRERY_RETENTION_ROWS"); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.SQL.Exec(`CREATE EXTENSION pg_stat_statements`); err != nil {
		t.Fatal(err)
	}
	for _, fill := range []string{
		`INSERT INTO attempts (kind, subject, tries, expires_at) SELECT 'test', i::text, 1, $2 FROM generate_series(1, $1) i`,
		`INSERT INTO events (id, position, kind, object, object_id, sequence, data, created_at)
			SELECT gen_random_uuid(), nextval('event_positions'), 'stock.changed', 'stock', (i % 1000)::text, i, '{"stock": 1}', $2 FROM generate_series(1, $1) i`,
		`INSERT INTO contact_messages (id, name, email, subject, message, created_at)
			SELECT gen_random_uuid(), 'A', 'a@b.example', 'S', 'M', $2 FROM generate_series(1, $1 / 10) i`,
	} {
		if _, err := d.SQL.Exec(fill, rows, d.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	d.Clock.Advance(3 * 365 * 24 * time.Hour)
	began := time.Now()
	if err := d.Store.Ops.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	for table, left := range map[string]int{"attempts": 0, "contact_messages": 0, "events WHERE object = 'stock'": 0} {
		if n := count(t, d.SQL, table); n != left {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	var calls, most int
	var longest float64
	if err := d.SQL.QueryRow(`SELECT sum(s.calls), max(s.rows / s.calls), max(s.max_exec_time) FROM pg_stat_statements s
		JOIN pg_database b ON b.oid = s.dbid WHERE b.datname = $1 AND s.query LIKE '%DELETE%' AND s.calls > 0`, d.Name).Scan(&calls, &most, &longest); err != nil {
		t.Fatal(err)
	}
	if most > 1000 {
		t.Errorf("one statement deletes %d rows", most)
	}
	t.Logf("%d rows in %v, %d statements, the longest %.1f ms", 2*rows+rows/10, took.Round(time.Millisecond), calls, longest)
}

// Events are forgotten after 90 days, unless a webhook waits for them. The numbers of an object go on, and who comes with an older cursor
// is told.
func TestEventsAreForgotten(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s, who := context.Background(), d.Store, cast(t, d)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	stock := func(n int) {
		t.Helper()
		_, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: "1", Stock: &n})
		must(err)
	}
	rename := func(name string) {
		t.Helper()
		_, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: "3", Name: &name})
		must(err)
	}
	member, err := s.Content.CreateTeamMember(ctx, who.admin, shop.TeamMemberCreateInput{Name: "A", Role: "B"})
	must(err)
	must(s.Content.DeleteTeamMember(ctx, who.admin, shop.TeamMemberDeleteInput{ID: member.ID}))
	stock(40)
	stock(41)
	before := published(t, d, 0)
	_, _, err = s.Partners.CreateWebhook(ctx, who.admin, shop.WebhookCreateInput{URL: "https://partner.example", Kinds: []string{"product.changed"}})
	must(err)
	rename("Waited for")
	all := published(t, d, 0)
	d.Clock.Advance(shop.EventMemory + time.Hour)
	stock(42)
	must(s.Ops.Sweep(ctx))
	left := published(t, d, 0)
	for _, e := range left {
		if e.Kind != shop.EventProductChanged && e.CreatedAt.Before(d.Clock.Now()) {
			t.Errorf("%s of %v is left", e.Kind, e.CreatedAt)
		}
	}
	known := before[len(before)-1] // of the stock
	if !slices.ContainsFunc(left, func(e shop.PublishedEvent) bool {
		return e.Kind == known.Kind && e.ObjectID == known.ObjectID && e.Sequence == known.Sequence+1
	}) {
		t.Errorf("the numbers of an object do not go on after %+v: %+v", known, left)
	}
	if n := count(t, d.SQL, "event_sequences WHERE object = 'team_member'"); n != 0 {
		t.Error("what is known of an object that is gone is kept")
	}
	due, ok, err := s.Outbox.TakeDelivery(ctx, time.Minute)
	if must(err); !ok || due.Event.Data["name"] != "Waited for" {
		t.Errorf("the webhook gets %+v", due)
	}
	args := shop.PageArgs{First: 10, After: new(feedCursor(all[0].Position))}
	var refusal *shop.Error
	if _, err := s.Outbox.Events(ctx, who.admin, args); !errors.As(err, &refusal) || refusal.Code != shop.Expired || refusal.Field != "after" {
		t.Errorf("an old cursor gets %v", err)
	}
	if _, err := s.Outbox.FollowFrom(ctx, who.admin, args.After, 0); !errors.As(err, &refusal) || refusal.Code != shop.Expired {
		t.Errorf("a subscriber with an old cursor gets %v", err)
	}
	must(s.Outbox.FinishDelivery(ctx, due, 200))
	d.Clock.Advance(31 * 24 * time.Hour)
	must(s.Ops.Sweep(ctx))
	if n := count(t, d.SQL, "events WHERE data->>'name' = 'Waited for'"); n != 0 {
		t.Error("what was delivered a month ago is kept")
	}
	// At the end of what was forgotten nothing is missing.
	if _, err := s.Outbox.Events(ctx, who.admin, shop.PageArgs{First: 10, After: new(feedCursor(left[len(left)-1].Position))}); err != nil {
		t.Error(err)
	}
}
