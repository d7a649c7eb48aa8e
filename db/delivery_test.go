package db_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/base"
	"orrery/db/dbtest"
	"orrery/db/outbox"
	"orrery/shop"
)

// shopHook is a shop with a webhook for the stock of its products.
type shopHook struct {
	*dbtest.Database
	t     *testing.T
	admin shop.Actor
	hook  shop.Webhook
}

func openShopHook(t *testing.T) shopHook {
	d := dbtest.New(t)
	h := shopHook{d, t, cast(t, d).admin, shop.Webhook{}}
	published(t, d, 0)
	var err error
	h.hook, _, err = d.Store.Partners.CreateWebhook(t.Context(), h.admin, shop.WebhookCreateInput{URL: "https://erp.example/hook",
		Kinds: []string{"stock.changed"}})
	h.do(err)
	return h
}

func (h shopHook) do(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h shopHook) stock(product string, n int) {
	h.t.Helper()
	_, err := h.Store.Catalogue.UpdateProduct(h.t.Context(), h.admin, shop.ProductInput{ID: product, Stock: &n})
	h.do(err)
}

// wait adds deliveries of so many events of so many objects, which all wait.
func (h shopHook) wait(events, objects int) {
	h.t.Helper()
	_, err := h.SQL.Exec(`WITH e AS (INSERT INTO events (id, position, kind, object, object_id, sequence, data, created_at)
			SELECT gen_random_uuid(), nextval('event_positions'), 'stock.changed', 'stock', 1000 + i % $2::int, i, jsonb_build_object('stock', i), $3
				FROM generate_series(1, $1::int) i RETURNING *)
		INSERT INTO deliveries (id, webhook_id, event_id, position, object, object_id, created_at, since, due_at)
			SELECT gen_random_uuid(), w.id, e.id, e.position, e.object, e.object_id, $3, $3, $3 FROM webhooks w, e`, events, objects, h.Clock.Now())
	h.do(err)
	_, err = h.SQL.Exec(`ANALYZE deliveries`)
	h.do(err)
}

func (h shopHook) publish() {
	h.t.Helper()
	_, err := h.Store.Outbox.PublishEvents(h.t.Context())
	h.do(err)
}

func (h shopHook) take() (outbox.DueDelivery, bool) {
	h.t.Helper()
	due, ok, err := h.Store.Outbox.TakeDelivery(h.t.Context(), 2*time.Minute)
	h.do(err)
	return due, ok
}

// pause lets the deliveries that are due fail for so long that the webhook is paused.
func (h shopHook) pause() {
	h.t.Helper()
	var taken []outbox.DueDelivery
	for due, ok := h.take(); ok; due, ok = h.take() {
		taken = append(taken, due)
	}
	h.Clock.Advance(shop.WebhookPatience)
	for _, due := range taken {
		h.do(h.Store.Outbox.FailDelivery(h.t.Context(), due, nil, "no answer"))
	}
	var paused bool
	if h.do(h.SQL.QueryRow(`SELECT paused_at IS NOT NULL FROM webhooks`).Scan(&paused)); !paused {
		h.t.Fatal("the webhook is not paused")
	}
}

func (h shopHook) resume(ctx context.Context) error {
	_, err := h.Store.Partners.ResumeWebhook(ctx, h.admin, shop.WebhookInput{ID: h.hook.ID})
	return err
}

// reschedule does what jobs.Runner does every two seconds, and returns how often something was changed.
func (h shopHook) reschedule() (changes int) {
	h.t.Helper()
	for {
		changed, err := h.Store.Outbox.RescheduleDeliveries(h.t.Context())
		if h.do(err); changed == 0 {
			return changes
		}
		changes++
	}
}

// delivered makes all deliveries, and returns the stock that they tell.
func (h shopHook) delivered() (stock []float64) {
	h.t.Helper()
	for due, ok := h.take(); ok; due, ok = h.take() {
		stock = append(stock, due.Event.Data["stock"].(float64))
		h.do(h.Store.Outbox.FinishDelivery(h.t.Context(), due, 200))
	}
	return stock
}

// An event whose publication overlaps with the resumption of a webhook is delivered, and so are the later ones of its object.
func TestEventPublishedDuringResumptionIsDelivered(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	h.stock("1", 50)
	h.publish()
	h.pause()
	h.stock("1", 51)

	// With the webhook locked, the publication reads that it is paused, then waits behind the resumption.
	tx, err := h.SQL.Begin()
	h.do(err)
	_, err = tx.Exec(`SELECT FROM webhooks FOR UPDATE`)
	h.do(err)
	resumed, told := make(chan error, 1), make(chan error, 1)
	go func() { resumed <- h.resume(t.Context()) }()
	awaitLocks(t, h.Database, 1)
	go func() {
		_, err := h.Store.Outbox.PublishEvents(t.Context())
		told <- err
	}()
	awaitLocks(t, h.Database, 2)
	h.do(tx.Rollback())
	h.do(<-resumed)
	h.do(<-told)

	h.stock("1", 52)
	h.publish()
	h.reschedule()
	if got := h.delivered(); !slices.Equal(got, []float64{50, 51, 52}) {
		t.Errorf("delivered %v, want 50, 51 and 52", got)
	}
}

// What a paused webhook holds back is not due, however it was scheduled: a delivery that was in progress when the webhook
// was paused, or one that is repeated. When the webhook is resumed, it is made at once.
func TestPausedWebhookHasNothingDue(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	ctx := t.Context()
	h.stock("1", 50)
	h.stock("2", 60)
	h.publish()
	h.pause()                                // when the first fails; the other is in progress
	_, err := h.SQL.Exec(`DELETE FROM jobs`) // the mail about it
	h.do(err)
	due := func() bool {
		h.Clock.Advance(aDay)
		work, err := h.Store.Outbox.NextWork(ctx)
		h.do(err)
		return work.Any && work.In <= 0
	}
	h.reschedule()
	if due() {
		t.Error("what was in progress is due")
	}
	log, err := h.Store.Outbox.Deliveries(ctx, h.admin, h.hook.ID, shop.PageArgs{First: 1})
	h.do(err)
	_, err = h.Store.Outbox.ReplayDelivery(ctx, h.admin, shop.DeliveryInput{ID: log.Nodes[0].ID})
	h.do(err)
	h.reschedule()
	if due() {
		t.Error("what is to be repeated is due")
	}
	h.do(h.resume(ctx))
	h.reschedule()
	if got := h.delivered(); len(got) != 2 {
		t.Errorf("delivered %v, want 50 and 60", got)
	}
}

// Pausing and resuming a webhook changes the webhook alone, whatever waits: neither waits for a delivery that another transaction
// has locked. The audit log tells of the webhook, not of its deliveries. Those follow in batches, and are made in order.
func TestWebhookWithManyDeliveriesIsPausedAndResumed(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	ctx := t.Context()
	const many, objects = base.SweepRows + 100, 40
	h.wait(many, objects)
	due, _ := h.take()
	h.Clock.Advance(shop.WebhookPatience)
	alone := func(change func() error) {
		t.Helper()
		tx, err := h.SQL.Begin()
		h.do(err)
		_, err = tx.Exec(`SELECT FROM deliveries WHERE id <> $1 FOR UPDATE`, due.ID)
		h.do(err)
		h.do(change())
		h.do(tx.Rollback())
	}

	alone(func() error { return h.Store.Outbox.FailDelivery(ctx, due, nil, "no answer") })
	if due, ok := h.take(); ok {
		t.Errorf("%v of a paused webhook is taken", due.Event)
	}
	if n := h.reschedule(); n != 2 {
		t.Errorf("held back in %d batches, want 2", n)
	}
	alone(func() error { return h.resume(ctx) })
	if n := h.reschedule(); n != 2 {
		t.Errorf("released in %d batches, want 2", n)
	}
	var entries, audited int
	h.do(h.SQL.QueryRow(`SELECT count(*), count(*) FILTER (WHERE object = 'webhooks') FROM audit_entries`).Scan(&entries, &audited))
	if entries != 2 || audited != 2 {
		t.Errorf("%d entries of the audit log, of them %d of the webhook; want its creation and its resumption", entries, audited)
	}
	got, last := h.delivered(), map[int]float64{}
	for _, stock := range got {
		object := int(stock) % objects
		if stock < last[object] {
			t.Fatalf("%v is delivered after %v of the same object", stock, last[object])
		}
		last[object] = stock
	}
	if len(got) != many {
		t.Errorf("%d of %d are delivered", len(got), many)
	}
}

// To tell since when a webhook fails, its queue is not read: it can be long, and every list of webhooks tells it.
func TestWebhookIsReadWithoutItsQueue(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	h.wait(1000, 40)
	plan, err := db.WebhookPlan(t.Context(), h.Store, h.hook.ID)
	h.do(err)
	if !strings.Contains(plan, "using deliveries_failing") {
		t.Error(plan)
	}
}

// The next order from an agent resumes its webhook: it learns what has waited about earlier orders, and their later changes.
func TestNextOrderResumesTheWebhookOfAnAgent(t *testing.T) {
	r := openReserving(t)
	h := shopHook{r.Database, t, r.admin, shop.Webhook{}}
	r.verify(r.user)
	order := func(session string) shop.Order {
		now := r.Clock.Now()
		r.exec(`INSERT INTO agent_sessions (id, agent, kind, status, lines, webhook_url, taken_by, taken_at, created_at, expires_at)
			VALUES ($1, 'https://agent.example/ucp', 'checkout', 'open', '[{"item":"3","quantity":1}]', 'https://agent.example/hook', $2, $3, $3, $4)`,
			session, r.user.UserID, now, now.Add(shop.AgentSessionLife))
		o := r.order(r.user, 1)
		h.publish()
		return o
	}
	published(t, r.Database, 0)
	first := order("chk_1")
	h.pause()
	h.reschedule()
	second := order("chk_2")
	_, err := r.Store.Orders.UpdateStatus(t.Context(), r.admin, shop.OrderStatusUpdateInput{ID: first.ID, Status: shop.OrderPaid,
		Version: r.read(first.ID).Version})
	r.do(err)
	h.publish()
	h.reschedule()
	var told []string
	for due, ok := h.take(); ok; due, ok = h.take() {
		told = append(told, fmt.Sprint(due.Event.ObjectID, " ", due.Event.Kind))
		r.do(r.Store.Outbox.FinishDelivery(t.Context(), due, 200))
	}
	slices.Sort(told)
	want := []string{first.ID + " order.placed", first.ID + " order.status_changed", second.ID + " order.placed"}
	slices.Sort(want)
	if !slices.Equal(told, want) {
		t.Errorf("the agent is told %v, want %v", told, want)
	}
}

// A webhook is failing from the first attempt that fails until the delivery is made or the webhook is paused; later events
// of the same object wait.
func TestFailingWebhooksAreMarked(t *testing.T) {
	t.Parallel()
	h := openShopHook(t)
	since := func(want *time.Time) {
		t.Helper()
		hook, err := h.Store.Partners.Webhook(t.Context(), h.admin, h.hook.ID)
		h.do(err)
		if got := hook.FailingSince; (got == nil) != (want == nil) || got != nil && !got.Equal(*want) {
			t.Errorf("failing since %v, want %v", got, want)
		}
	}
	waiting := func(want ...bool) {
		t.Helper()
		log, err := h.Store.Outbox.Deliveries(t.Context(), h.admin, h.hook.ID, shop.PageArgs{First: 10})
		h.do(err)
		var got []bool
		for _, d := range log.Nodes {
			got = append(got, d.Waiting)
		}
		if !slices.Equal(got, want) {
			t.Errorf("waiting, latest first: %v, want %v", got, want)
		}
	}
	h.stock("1", 50)
	h.stock("1", 51)
	h.stock("2", 60)
	h.publish()
	waiting(false, true, false)
	first, _ := h.take()
	second, _ := h.take()
	since(nil)
	began := h.Clock.Now()
	h.Clock.Advance(time.Second)
	h.do(h.Store.Outbox.FailDelivery(t.Context(), first, nil, "no answer"))
	h.do(h.Store.Outbox.FinishDelivery(t.Context(), second, 200))
	since(&began)
	h.Clock.Advance(time.Minute)
	again, _ := h.take()
	h.do(h.Store.Outbox.FailDelivery(t.Context(), again, nil, "no answer"))
	since(&began)
	h.Clock.Advance(time.Minute)
	h.pause()
	since(nil)
	h.do(h.resume(t.Context()))
	since(nil)
	h.reschedule()
	since(nil)
	if got := h.delivered(); !slices.Equal(got, []float64{50, 51}) {
		t.Errorf("delivered %v", got)
	}
	waiting(false, false, false)
}
