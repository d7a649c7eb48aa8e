package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// reserving is a shop in which people order and do not pay.
type reserving struct {
	*testing.T
	*dbtest.Database
	callers
	orders int
}

func openReserving(t *testing.T) *reserving {
	t.Helper()
	t.Parallel()
	d := dbtest.New(t)
	return &reserving{T: t, Database: d, callers: cast(t, d)}
}

func (r *reserving) do(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *reserving) exec(query string, args ...any) {
	r.Helper()
	_, err := r.SQL.Exec(query, args...)
	r.do(err)
}

func (r *reserving) verify(who shop.Actor) {
	r.Helper()
	r.exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, who.UserID)
}

// order places an order of units of product 3, of which there are 1000.
func (r *reserving) order(who shop.Actor, units int) shop.Order {
	r.Helper()
	ctx := context.Background()
	_, err := r.Store.Carts.AddItem(ctx, who, shop.CartItemAddInput{ProductID: "3", Quantity: units})
	r.do(err)
	r.orders++
	order, err := r.Store.Orders.Place(ctx, who, shop.OrderPlaceInput{IdempotencyKey: fmt.Sprint("k", r.orders), ShippingInfo: shop.ShippingInfoInput{
		Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
	r.do(err)
	return order
}

// after moves the clock and ends what reservations are over.
func (r *reserving) after(wait time.Duration) {
	r.Helper()
	r.Clock.Advance(wait)
	for done := 1; done > 0; {
		var err error
		done, err = r.Store.Orders.EndReservations(context.Background())
		r.do(err)
	}
}

func (r *reserving) read(id string) shop.Order {
	r.Helper()
	order, err := r.Store.Orders.Get(context.Background(), r.admin, id)
	r.do(err)
	return order
}

func (r *reserving) is(id string, want shop.OrderStatus) {
	r.Helper()
	if got := r.read(id).Status; got != want {
		r.Errorf("the order is %s, want %s", got, want)
	}
}

func (r *reserving) stock(want int) {
	r.Helper()
	var got int
	r.do(r.SQL.QueryRow(`SELECT stock FROM products WHERE id = 3`).Scan(&got))
	if got != want {
		r.Errorf("%d units in stock, want %d", got, want)
	}
}

func (r *reserving) mails(kind string, want int) {
	r.Helper()
	if got := len(r.Mails(r.T, kind)); got != want {
		r.Errorf("%d mails of the kind %s, want %d", got, kind, want)
	}
}

func (r *reserving) changes(id string) (n int) {
	r.Helper()
	r.do(r.SQL.QueryRow(`SELECT count(*) FROM order_changes WHERE order_id = $1`, id).Scan(&n))
	return n
}

const aDay = 24 * time.Hour

func TestUnpaidOrdersGiveTheirStockBack(t *testing.T) {
	r := openReserving(t)
	r.verify(r.other)
	brief, usual := r.order(r.user, 600), r.order(r.other, 400)
	r.stock(0)
	if want := r.Clock.Now().Add(aDay); !brief.ReservedUntil.Equal(want) || !brief.HeldBriefly() {
		t.Errorf("an unverified account holds until %v, want %v", brief.ReservedUntil, want)
	}
	if want := r.Clock.Now().Add(17 * aDay); !usual.ReservedUntil.Equal(want) || usual.HeldBriefly() {
		t.Errorf("a verified account holds until %v, want %v", usual.ReservedUntil, want)
	}

	r.after(aDay - time.Second)
	r.stock(0)
	r.after(time.Second)
	r.stock(600)
	r.is(brief.ID, shop.OrderCancelled)
	r.mails("order-reminder", 0)
	r.mails("order-status", 1)
	var said shop.OrderStatusMail
	r.do(json.Unmarshal(r.Mails(t, "order-status")[0], &said))
	if !said.Unpaid || said.Status != shop.OrderCancelled || said.To.Email != "a@b.c" {
		t.Errorf("the mail says %+v", said)
	}
	var data string
	r.do(r.SQL.QueryRow(`SELECT data::text FROM events WHERE kind = 'order.status_changed' AND object_id = $1`, brief.ID).Scan(&data))
	if !strings.Contains(data, `"expired": true`) {
		t.Errorf("the event says %s", data)
	}
	if o := r.read(brief.ID); o.ReservedUntil != nil || o.ExpiredAt == nil || !o.ExpiredAt.Equal(r.Clock.Now()) {
		t.Errorf("it is reserved until %v and expired at %v", o.ReservedUntil, o.ExpiredAt)
	}

	r.after(14*aDay - time.Second)
	r.mails("order-reminder", 0)
	r.after(time.Second)
	r.mails("order-reminder", 1)
	r.after(2*aDay - time.Second)
	r.is(usual.ID, shop.OrderPendingPayment)
	r.after(time.Second)
	r.is(usual.ID, shop.OrderCancelled)
	r.stock(1000)
	r.mails("order-reminder", 1)
	r.mails("order-status", 2)
	r.after(100 * aDay)
	r.mails("order-status", 2)
}

func TestPaidOrdersKeepTheirStock(t *testing.T) {
	r := openReserving(t)
	order := r.order(r.user, 2)
	_, err := r.Store.Orders.UpdateStatus(t.Context(), r.admin, shop.OrderStatusUpdateInput{ID: order.ID, Status: shop.OrderPaid, Version: 1})
	r.do(err)
	if o := r.read(order.ID); o.ReservedUntil != nil {
		t.Errorf("a paid order is reserved until %v", o.ReservedUntil)
	}
	r.after(100 * aDay)
	r.is(order.ID, shop.OrderPaid)
	r.stock(998)
}

// An address that is verified in time extends the reservation, at once where that is told and at its end whatever told it.
func TestVerifyingExtendsReservations(t *testing.T) {
	r := openReserving(t)
	order, silent := r.order(r.user, 1), r.order(r.other, 1)
	complete, owed, err := r.Store.Accounts.IssueLink(t.Context(), shop.VerificationMail{UserID: r.user.UserID})
	if r.do(err); !owed {
		t.Fatal("no link is owed")
	}
	r.do(r.Store.Accounts.VerifyEmail(t.Context(), shop.Actor{}, shop.EmailVerifyInput{Token: complete.(shop.VerificationMail).Token}))
	if o := r.read(order.ID); !o.ReservedUntil.Equal(order.CreatedAt.Add(17 * aDay)) {
		t.Errorf("it is reserved until %v", o.ReservedUntil)
	}
	r.verify(r.other)
	r.after(aDay)
	for _, id := range []string{order.ID, silent.ID} {
		if o := r.read(id); o.Status != shop.OrderPendingPayment || !o.ReservedUntil.Equal(order.CreatedAt.Add(17*aDay)) {
			t.Errorf("it is %s and reserved until %v", o.Status, o.ReservedUntil)
		}
	}
	r.after(14 * aDay)
	r.mails("order-reminder", 2)
	r.after(2 * aDay)
	r.is(order.ID, shop.OrderCancelled)
	r.is(silent.ID, shop.OrderCancelled)
}

// Orders from before the upgrade, and those that an older version still places, get a whole term and its mail.
func TestOrdersWithoutATermGetOne(t *testing.T) {
	r := openReserving(t)
	order := r.order(r.user, 1)
	r.exec(`UPDATE orders SET reserved_until = NULL, remind_at = NULL, created_at = created_at - interval '100 days' WHERE id = $1`, order.ID)
	r.after(0)
	r.is(order.ID, shop.OrderPendingPayment)
	r.do(r.Store.Ops.Sweep(t.Context()))
	r.after(0)
	if o := r.read(order.ID); o.Status != shop.OrderPendingPayment || !o.ReservedUntil.Equal(r.Clock.Now().Add(17*aDay)) {
		t.Errorf("it is %s and reserved until %v", o.Status, o.ReservedUntil)
	}
	r.mails("order-reminder", 0)
	r.after(15 * aDay)
	r.mails("order-reminder", 1)
	r.after(2 * aDay)
	r.is(order.ID, shop.OrderCancelled)
}

// A shop that was down when the mail was due sends it first, and cancels two days later.
func TestNoOrderIsCancelledBeforeItsMail(t *testing.T) {
	r := openReserving(t)
	r.verify(r.user)
	order := r.order(r.user, 1)
	r.after(30 * aDay)
	r.is(order.ID, shop.OrderPendingPayment)
	r.mails("order-reminder", 1)
	var said shop.OrderReminderMail
	r.do(json.Unmarshal(r.Mails(t, "order-reminder")[0], &said))
	if want := r.Clock.Now().Add(2 * aDay); !said.Order.ReservedUntil.Equal(want) || !r.read(order.ID).ReservedUntil.Equal(want) {
		t.Errorf("the mail promises %v, want %v", said.Order.ReservedUntil, want)
	}
	r.after(2 * aDay)
	r.is(order.ID, shop.OrderCancelled)
	if _, owed, err := r.Store.Accounts.IssueLink(t.Context(), said); err != nil || owed {
		t.Errorf("a reminder of an order that waits for nothing is sent (%v)", err)
	}
}

// What can't be told rolls back whole, and keeps nobody else waiting.
func TestAnOrderThatCannotBeCancelledIsTriedAgain(t *testing.T) {
	r := openReserving(t)
	stuck, other := r.order(r.user, 1), r.order(r.user, 1)
	r.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$`)
	r.exec(fmt.Sprintf(`CREATE TRIGGER refuse BEFORE INSERT ON jobs FOR EACH ROW WHEN (NEW.args::text LIKE '%%%s%%') EXECUTE FUNCTION refuse()`, stuck.ID))
	r.Clock.Advance(aDay)
	if done, err := r.Store.Orders.EndReservations(t.Context()); done != 1 || err == nil || !strings.Contains(err.Error(), stuck.ID) {
		t.Errorf("%d done, error %v", done, err)
	}
	r.is(stuck.ID, shop.OrderPendingPayment)
	r.is(other.ID, shop.OrderCancelled)
	r.stock(999)
	r.exec(`DROP TRIGGER refuse ON jobs`)
	r.after(0)
	r.is(stuck.ID, shop.OrderCancelled)
	r.stock(1000)
	r.mails("order-status", 2)
}

// Several instances, a payment and a cancellation at the moment at which reservations end: every order changes once, with one mail, and
// no unit is lost or made.
func TestReservationsEndOnce(t *testing.T) {
	r := openReserving(t)
	const each = 8
	r.verify(r.user) // whose mails are not bounded
	var orders []shop.Order
	for range 3 * each {
		orders = append(orders, r.order(r.user, 1))
	}
	r.stock(1000 - 3*each)
	r.after(15 * aDay)
	r.Clock.Advance(2 * aDay)
	var wg sync.WaitGroup
	begin := make(chan struct{})
	at := func(do func()) { wg.Go(func() { <-begin; do() }) }
	for range 4 {
		store := r.Another(t).Store
		at(func() {
			for done := 1; done > 0; {
				var err error
				if done, err = store.Orders.EndReservations(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	refusal := func(err error, allowed ...shop.Code) {
		var refused *shop.Error
		if err == nil || errors.As(err, &refused) && (refused.Code == allowed[0] || refused.Code == allowed[len(allowed)-1]) {
			return
		}
		t.Error(err)
	}
	for i := range each {
		at(func() {
			_, err := r.Store.Orders.UpdateStatus(context.Background(), r.admin, shop.OrderStatusUpdateInput{ID: orders[i].ID, Status: shop.OrderPaid, Version: 1})
			refusal(err, shop.Conflict)
		})
		at(func() {
			_, err := r.Store.Orders.Cancel(context.Background(), r.user, shop.OrderCancelInput{ID: orders[each+i].ID})
			refusal(err, shop.NotAllowed)
		})
	}
	close(begin)
	wg.Wait()
	r.after(0)
	paid := 0
	for _, o := range orders {
		now := r.read(o.ID)
		if now.Status == shop.OrderPaid {
			paid++
		} else if now.Status != shop.OrderCancelled {
			t.Errorf("an order is %s", now.Status)
		}
		if n := r.changes(o.ID); n != 1 || now.Version != 2 {
			t.Errorf("an order changed %d times and has version %d", n, now.Version)
		}
	}
	r.stock(1000 - paid)
	r.mails("order-status", len(orders))
}

// A payment that comes after the order was cancelled either takes the stock again or has to be paid back.
func TestLatePayment(t *testing.T) {
	r := openReserving(t)
	first, second, called := r.order(r.user, 600), r.order(r.user, 400), shop.Order{}
	r.after(aDay)
	to := func(o shop.Order, status shop.OrderStatus, version int) (shop.Order, shop.Error) {
		got, err := r.Store.Orders.UpdateStatus(t.Context(), r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: status, Version: version})
		var refused *shop.Error
		if errors.As(err, &refused) {
			return got, *refused
		}
		r.do(err)
		return got, shop.Error{}
	}
	if _, refused := to(first, shop.OrderPaid, 1); refused.Code != shop.Conflict {
		t.Errorf("whoever saw it waiting gets %q", refused.Message)
	}
	revived, refused := to(first, shop.OrderPaid, 2)
	if refused.Code != "" || revived.Status != shop.OrderPaid || revived.ExpiredAt != nil || r.read(first.ID).ExpiredAt != nil {
		t.Errorf("it is %s (%s), expired at %v", revived.Status, refused.Message, revived.ExpiredAt)
	}
	r.stock(400)
	r.exec(`UPDATE products SET stock = 399 WHERE id = 3`)
	if _, refused := to(second, shop.OrderPaid, 2); refused.Code != shop.OutOfStock || refused.Field != "status" ||
		!strings.Contains(refused.Message, second.Number+" arrived after the order was cancelled") {
		t.Errorf("without stock: %s %s %s", refused.Code, refused.Field, refused.Message)
	}
	r.stock(399)
	if back, refused := to(second, shop.OrderRefunded, 2); refused.Code != "" || back.Status != shop.OrderRefunded {
		t.Errorf("paid back: %s", refused.Message)
	}
	r.stock(399)

	called = r.order(r.user, 1)
	_, err := r.Store.Orders.Cancel(t.Context(), r.user, shop.OrderCancelInput{ID: called.ID})
	r.do(err)
	if _, refused := to(called, shop.OrderPaid, 2); refused.Code != shop.NotAllowed {
		t.Errorf("an order that its buyer has cancelled: %s", refused.Code)
	}
}

// What an agent has prepared is taken over again while it is ordered.
func TestTakingOverWhileOrdering(t *testing.T) {
	r := openReserving(t)
	ctx := context.Background()
	r.verify(r.user)
	r.exec(`INSERT INTO agent_sessions (id, agent, kind, status, lines, webhook_url, created_at, expires_at)
		VALUES ('chk_1', 'https://agent.example/ucp', 'checkout', 'open', '[{"item":"3","quantity":1}]', '', $1, $2)`,
		r.Clock.Now(), r.Clock.Now().Add(shop.AgentSessionLife))
	take := func() error {
		_, err := r.Store.Agents.Take(ctx, r.user, shop.TakePreparedInput{ID: "chk_1", Version: 1})
		return err
	}
	r.do(take())
	tx, err := r.SQL.Begin()
	r.do(err)
	_, err = tx.Exec(`SELECT FROM products WHERE id = 3 FOR UPDATE`)
	r.do(err)
	placed, taken := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := r.Store.Orders.Place(ctx, r.user, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
			Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
		placed <- err
	}()
	awaitLocks(t, r.Database, 1)
	go func() { taken <- take() }()
	awaitLocks(t, r.Database, 2)
	r.do(tx.Rollback())
	if err := <-placed; err != nil {
		t.Errorf("placing: %v", err)
	}
	if err := <-taken; shop.IsUnavailable(err) {
		t.Errorf("taking over: %v", err)
	}
}
