package db_test

import (
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/db/outbox"
	"orrery/shop"
)

// nextWork is the pending work once all events are published and all mails sent.
func nextWork(t *testing.T, d *dbtest.Database) outbox.Work {
	t.Helper()
	for n := 1; n > 0; {
		var err error
		if n, err = d.Store.Outbox.PublishEvents(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.SQL.Exec(`DELETE FROM jobs`); err != nil {
		t.Fatal(err)
	}
	work, err := d.Store.Outbox.NextWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return work
}

// An order that EndReservations leaves alone is not due, or each process would look for it again and again.
func TestOrdersThatWaitAreNotDue(t *testing.T) {
	r := openReserving(t)
	r.verify(r.user)
	id := r.order(r.user, 1).ID
	r.after(15 * aDay)
	if work := nextWork(t, r.Database); !work.Any || work.In != 2*aDay {
		t.Errorf("the end of a reservation in two days: %+v", work)
	}
	for what, statements := range map[string][2]string{
		"partly paid": {`INSERT INTO payments (id, order_id, source, status, amount_minor, currency, paid_at, created_at)
			SELECT gen_random_uuid(), id, 'STATEMENT', 'SUCCEEDED', 1, currency, now(), now() FROM orders WHERE id = $1`, `DELETE FROM payments WHERE order_id = $1`},
		"being paid": {`INSERT INTO online_movements (id, kind, state, payment_id, order_id, amount_minor, currency, created_at)
			VALUES ('pi_1', 'PAYMENT', 'PENDING', 'pi_1', $1, 100, 'USD', now())`, `DELETE FROM online_movements WHERE order_id = $1`},
		"to be reminded": {`UPDATE orders SET remind_at = reserved_until + interval '1 day' WHERE id = $1`, `UPDATE orders SET remind_at = NULL WHERE id = $1`},
	} {
		r.exec(statements[0], id)
		now := r.Clock.Now()
		r.after(2 * aDay)
		if work := nextWork(t, r.Database); work.Any && work.In <= 0 {
			t.Errorf("an order that is %s is due: %+v", what, work)
		}
		r.exec(statements[1], id)
		if work := nextWork(t, r.Database); !work.Any || work.In > 0 {
			t.Errorf("an order that is no longer %s is not due: %+v", what, work)
		}
		r.Clock.Advance(now.Sub(r.Clock.Now()))
	}
	r.after(2 * aDay)
	r.is(id, shop.OrderCancelled)
}

func TestDeliveriesThatWaitAreNotDue(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	h.stock("1", 50)
	h.stock("1", 51)
	h.publish()
	first, _ := h.take()
	h.do(h.Store.Outbox.FailDelivery(t.Context(), first, nil, "no answer"))
	if work := nextWork(t, h.Database); !work.Any || work.In <= 0 || work.In > time.Hour {
		t.Errorf("a delivery behind one that is repeated later: %+v", work)
	}
	h.Clock.Advance(time.Hour)
	if got := h.delivered(); len(got) != 2 {
		t.Errorf("delivered %v", got)
	}
}
