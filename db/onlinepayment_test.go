package db_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"orrery/shop"
)

var sequences = flag.Int("sequences", 60, "how many sequences of payment events TestRandomPayments runs")

// providing stands in for a payment provider: it gives each refund the outcome that it was told to.
type providing struct {
	outcome error
	asked   int                                // for refunds
	pages   map[string]shop.PaymentPageRequest // by key
	refunds map[string]shop.OnlineMovement     // by the shop's ID
	missed  []shop.OnlineMovement
}

func (p *providing) OpenPage(_ context.Context, r shop.PaymentPageRequest) (shop.PaymentPage, error) {
	p.pages[r.Key] = r
	return shop.PaymentPage{URL: "https://pay.example/" + r.Key, ExpiresAt: r.ExpiresAt}, p.outcome
}

func (p *providing) Refund(_ context.Context, r shop.RefundRequest) (shop.OnlineMovement, error) {
	p.asked++
	if p.outcome != nil {
		return shop.OnlineMovement{}, p.outcome
	}
	m, known := p.refunds[r.ID]
	if !known {
		m = shop.OnlineMovement{ID: "re_" + r.ID, Kind: shop.OnlineRefund, State: shop.OnlineSucceeded, PaymentID: r.PaymentID,
			RequestID: r.ID, Amount: r.Amount}
		p.refunds[r.ID] = m
	}
	return m, nil
}

func (p *providing) FindRefund(_ context.Context, r shop.RefundRequest) (shop.OnlineMovement, bool, error) {
	m, known := p.refunds[r.ID]
	return m, known, p.outcome
}

func (p *providing) Undelivered(ctx context.Context, _ time.Time,
	record func(context.Context, shop.OnlineMovement) error) error {
	for _, m := range p.missed {
		if err := record(ctx, m); err != nil {
			return err
		}
	}
	return p.outcome
}

func openProviding(t *testing.T) (*reserving, *providing) {
	t.Helper()
	r := openReserving(t)
	p := &providing{pages: map[string]shop.PaymentPageRequest{}, refunds: map[string]shop.OnlineMovement{}}
	r.Store.Payments.TakeOnline(p, "https://shop.example")
	r.verify(r.user)
	return r, p
}

func (r *reserving) report(m shop.OnlineMovement) {
	r.Helper()
	r.do(r.Store.Payments.Record(context.Background(), m))
}

func paidOnline(id string, o shop.Order, state shop.OnlineState) shop.OnlineMovement {
	return shop.OnlineMovement{ID: id, PaymentID: id, Kind: shop.OnlinePayment, State: state, OrderID: o.ID, Amount: o.TotalPrice}
}

// refund returns a part of the order's only online payment.
func (r *reserving) refund(o shop.Order, amount, key string) error {
	r.Helper()
	payments, err := r.Store.Orders.Payments(context.Background(), r.admin, []string{o.ID})
	r.do(err)
	i := slices.IndexFunc(payments[o.ID], func(p shop.Payment) bool { return p.Source == shop.PaidOnline })
	if i < 0 {
		r.Fatalf("no online payment in %+v", payments)
	}
	_, err = r.Store.Payments.Refund(context.Background(), r.admin, shop.OrderRefundInput{ID: o.ID, PaymentID: payments[o.ID][i].ID,
		Amount: amount, IdempotencyKey: key})
	return err
}

func key(n int) string { return fmt.Sprintf("019a0000-0000-7000-8000-%012d", n) }

func TestPaidOnline(t *testing.T) {
	r, p := openProviding(t)
	ctx := context.Background()
	o := r.order(r.user, 1)
	first, err := r.Store.Payments.OpenPage(ctx, r.user, shop.OrderPayInput{ID: o.ID})
	r.do(err)
	again, err := r.Store.Payments.OpenPage(ctx, r.user, shop.OrderPayInput{ID: o.ID})
	r.do(err)
	if first != again || len(p.pages) != 1 {
		t.Errorf("pages %v", p.pages)
	}
	for _, page := range p.pages {
		if page.Amount != o.TotalPrice || page.PaidURL != "https://shop.example/orders/"+o.ID+"?payment=made" || page.Email == "" {
			t.Errorf("page %+v", page)
		}
	}
	if _, err := r.Store.Payments.OpenPage(ctx, r.other, shop.OrderPayInput{ID: o.ID}); !refused(err, shop.NotFound) {
		t.Errorf("somebody else's order: %v", err)
	}

	r.report(paidOnline("pi_1", o, shop.OnlinePending))
	r.is(o.ID, shop.OrderPendingPayment)
	if _, err := r.Store.Payments.OpenPage(ctx, r.user, shop.OrderPayInput{ID: o.ID}); !refused(err, shop.NotAllowed) {
		t.Errorf("a debit under way: %v", err)
	}
	for who, want := range map[*shop.Actor]bool{&r.user: true, &r.admin: true, &r.other: false, {}: false} {
		if underWay, err := r.Store.Orders.PaymentsUnderWay(ctx, *who, []string{o.ID}); err != nil || underWay[o.ID] != want {
			t.Errorf("a debit under way, to %+v: %v, %v", *who, underWay, err)
		}
	}
	for _, who := range []shop.Actor{r.user, r.admin} {
		if _, err := r.Store.Orders.Cancel(ctx, who, shop.OrderCancelInput{ID: o.ID}); !refused(err, shop.NotAllowed) {
			t.Errorf("cancelled during a debit: %v", err)
		}
	}
	if _, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderPaid,
		Version: r.read(o.ID).Version}); !refused(err, shop.NotAllowed) {
		t.Errorf("marked as paid during a debit: %v", err)
	}
	r.after(60 * aDay) // a debit under way is awaited
	r.is(o.ID, shop.OrderPendingPayment)
	for range 2 {
		r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
		r.report(paidOnline("pi_1", o, shop.OnlineFailed)) // an earlier attempt, reported late
	}
	total := o.TotalPrice.Decimal()
	r.money(o.ID, "PAID, paid "+total+", open 0.00")
	if _, err := r.Store.Payments.OpenPage(ctx, r.user, shop.OrderPayInput{ID: o.ID}); !refused(err, shop.NotAllowed) {
		t.Errorf("a paid order: %v", err)
	}

	if err := r.refund(o, "99999999.00", key(1)); !refused(err, shop.OutOfRange) {
		t.Errorf("too much: %v", err)
	}
	if err := r.refund(o, "-1", key(1)); !refused(err, shop.Invalid) {
		t.Errorf("a negative amount: %v", err)
	}
	r.do(r.refund(o, "100.00", key(1)))
	r.do(r.refund(o, "100.00", key(1))) // pressed twice
	left := shop.Money{Minor: o.TotalPrice.Minor - 10000, Currency: "USD"}
	r.money(o.ID, "PAID, paid "+left.Decimal()+", open 0.00")

	p.outcome = &shop.Error{Code: shop.NotAllowed, Field: "amount", Message: "No"}
	if err := r.refund(o, "5.00", key(2)); !refused(err, shop.NotAllowed) {
		t.Errorf("refused by the provider: %v", err)
	}
	p.outcome = nil
	if err := r.refund(o, "5.00", key(2)); !refused(err, shop.NotAllowed) {
		t.Errorf("the refused one again: %v", err)
	}
	p.outcome = &shop.Error{Code: shop.Unavailable, Message: "No reply"}
	if err := r.refund(o, left.Decimal(), key(3)); !refused(err, shop.Unavailable) {
		t.Errorf("no reply: %v", err)
	}
	r.money(o.ID, "PAID, paid "+left.Decimal()+", open 0.00")
	if _, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderRefunded,
		Version: r.read(o.ID).Version}); !refused(err, shop.NotAllowed) {
		t.Errorf("marked as refunded meanwhile: %v", err)
	}
	p.outcome = nil
	if err := r.refund(o, "1.00", key(4)); !refused(err, shop.NotAllowed) {
		t.Errorf("while the rest is being returned: %v", err)
	}
	r.Clock.Advance(2 * 60e9)
	if n, err := r.Store.Payments.ResendRefunds(ctx); n != 1 || err != nil {
		t.Errorf("%d refunds requested again, %v", n, err)
	}
	r.money(o.ID, "REFUNDED, paid 0.00, open 0.00")
	r.stock(1000)
	r.report(p.refunds[key(3)])
	failed := p.refunds[key(3)]
	failed.State = shop.OnlineFailed // the bank could not deliver it
	r.report(failed)
	r.money(o.ID, "REFUNDED, paid "+left.Decimal()+", open -"+left.Decimal())
}

// After some days without an outcome, a refund that was made isn't requested again, and one that wasn't is.
func TestRefundsWithoutOutcome(t *testing.T) {
	r, p := openProviding(t)
	o := r.order(r.user, 1)
	r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
	p.outcome = &shop.Error{Code: shop.Unavailable, Message: "No reply"}
	for i := range 2 {
		if err := r.refund(o, "10.00", key(i)); !refused(err, shop.Unavailable) {
			t.Errorf("no reply: %v", err)
		}
	}
	p.refunds[key(0)] = shop.OnlineMovement{ID: "re_1", Kind: shop.OnlineRefund, State: shop.OnlineSucceeded, PaymentID: "pi_1",
		RequestID: key(0), Amount: shop.Money{Minor: 1000, Currency: "USD"}}
	r.Clock.Advance(3 * aDay)
	if n, err := r.Store.Payments.ResendRefunds(context.Background()); n != 2 || !shop.IsUnavailable(err) {
		t.Errorf("no reply still: %d, %v", n, err)
	}
	p.outcome, p.asked = nil, 0
	for want := 2; want >= 0; want -= 2 {
		if n, err := r.Store.Payments.ResendRefunds(context.Background()); n != want || err != nil {
			t.Errorf("%d without outcome, %v, want %d", n, err, want)
		}
	}
	if p.asked != 1 || p.refunds[key(1)].Amount.Minor != 1000 {
		t.Errorf("asked %d times, %v", p.asked, p.refunds)
	}
	r.money(o.ID, "PAID, paid "+shop.Money{Minor: o.TotalPrice.Minor - 2000, Currency: "USD"}.Decimal()+", open 0.00")
}

// A report that did not reach the shop is recorded when the provider is asked, and only once.
func TestUndeliveredReports(t *testing.T) {
	r, p := openProviding(t)
	o := r.order(r.user, 1)
	r.report(paidOnline("pi_1", o, shop.OnlinePending))
	p.missed = []shop.OnlineMovement{paidOnline("pi_1", o, shop.OnlineSucceeded)}
	for range 2 {
		r.do(r.Store.Payments.RecordUndelivered(context.Background(), r.Clock.Now()))
		r.money(o.ID, "PAID, paid "+o.TotalPrice.Decimal()+", open 0.00")
	}
	p.outcome = &shop.Error{Code: shop.Unavailable, Message: "No reply"}
	if err := r.Store.Payments.RecordUndelivered(context.Background(), r.Clock.Now()); !shop.IsUnavailable(err) {
		t.Errorf("no reply: %v", err)
	}
}

// What a person has returned otherwise can't be returned online again.
func TestRefundedOtherwise(t *testing.T) {
	r, p := openProviding(t)
	ctx := context.Background()
	o := r.order(r.user, 1)
	r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
	_, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderRefunded,
		Version: r.read(o.ID).Version})
	r.do(err)
	if err := r.refund(o, "1.00", key(1)); !refused(err, shop.NotAllowed) || len(p.refunds) > 0 {
		t.Errorf("%v, %d refunds", err, len(p.refunds))
	}
	left, err := r.Store.Payments.Balances(ctx, r.admin, []string{"pi_1"})
	r.do(err)
	if left["pi_1"].Refundable.Minor != 0 {
		t.Errorf("refundable %v", left["pi_1"].Refundable)
	}
	r.money(o.ID, "REFUNDED, paid 0.00, open 0.00")
}

// A key that the refund of another payment takes at the same time is not used for both.
func TestTwoRefundsWithOneKey(t *testing.T) {
	r, p := openProviding(t)
	o := r.order(r.user, 1)
	r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
	tx, err := r.SQL.Begin()
	r.do(err)
	_, err = tx.Exec(`INSERT INTO online_movements (id, kind, state, payment_id, request_id, amount_minor, currency, created_at)
		VALUES ('request:both', 'REFUND', 'PENDING', 'pi_2', 'both', 100, 'USD', now())`)
	r.do(err)
	done := make(chan error)
	go func() { done <- r.refund(o, "1.00", "both") }()
	time.Sleep(300 * time.Millisecond) // until it waits for the key
	r.do(tx.Commit())
	if err := <-done; !refused(err, shop.KeyReused) || len(p.refunds) > 0 {
		t.Errorf("%v, %d refunds", err, len(p.refunds))
	}
}

// While a payment is under way, nobody is asked to pay again; if it fails, the reminder comes before the cancellation.
func TestNoReminderDuringAPayment(t *testing.T) {
	r, _ := openProviding(t)
	due, later := r.order(r.user, 1), r.order(r.user, 1)
	r.report(paidOnline("pi_1", due, shop.OnlinePending))
	r.report(paidOnline("pi_2", later, shop.OnlinePending))
	r.after(12 * aDay)
	r.mails("order-due", 0)
	r.report(paidOnline("pi_1", due, shop.OnlineFailed))
	r.after(0)
	r.mails("order-due", 1)
	r.after(8 * aDay)
	r.mails("order-due", 1)
	r.mails("order-reminder", 1)
	r.is(later.ID, shop.OrderPendingPayment)
	r.report(paidOnline("pi_2", later, shop.OnlineFailed))
	r.after(0)
	r.mails("order-reminder", 2)
	r.is(later.ID, shop.OrderPendingPayment)
	r.after(2 * aDay)
	r.is(later.ID, shop.OrderCancelled)
}

// Reminders of a partly paid order ask for the rest.
func TestRemindersOfTheRest(t *testing.T) {
	r, _ := openProviding(t)
	o := r.order(r.user, 1)
	part := paidOnline("pi_1", o, shop.OnlineSucceeded)
	part.Amount.Minor = 1000
	r.report(part)
	r.after(12 * aDay)
	r.after(4 * aDay)
	for _, kind := range []string{"order-due", "order-reminder"} {
		r.mails(kind, 1)
		var mail shop.OrderDueMail // both have the same fields
		r.do(json.Unmarshal(r.Mails(t, kind)[0], &mail))
		if got := mail.Order; got.Paid() != part.Amount || got.Payment.Amount != o.TotalPrice.Minus(part.Amount) || got.Payment.IBAN == "" {
			t.Errorf("%s: %+v, received %+v", kind, got.Payment, got.Received)
		}
	}
	r.after(60 * aDay)
	r.is(o.ID, shop.OrderPendingPayment)
}

// A payment that begins after an order was found for a reminder counts, too.
func TestNoReminderOfAPaymentThatBegins(t *testing.T) {
	r, _ := openProviding(t)
	first := r.order(r.user, 1)
	r.Clock.Advance(time.Hour)
	second := r.order(r.user, 1)
	r.exec(`CREATE FUNCTION pay_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO online_movements (id, kind, state, payment_id, order_id, amount_minor, currency, created_at)
			VALUES ('pi_2', 'PAYMENT', 'PENDING', 'pi_2', '` + second.ID + `', 100, 'USD', now());
		RETURN NULL; END $$`)
	for _, kind := range []string{"order-due", "order-reminder"} {
		r.exec(`CREATE TRIGGER pay_second AFTER INSERT ON jobs FOR EACH ROW WHEN (NEW.kind = '` + kind + `') EXECUTE FUNCTION pay_second()`)
		r.after(12 * aDay)
		r.mails(kind, 1)
		r.exec(`DROP TRIGGER pay_second ON jobs; DELETE FROM online_movements`)
		r.after(0)
		r.mails(kind, 2)
	}
	r.is(first.ID, shop.OrderPendingPayment)
}

// A dispute is owed again until it is won; what arrives for a cancelled order waits to be returned.
func TestDisputesAndLatePayments(t *testing.T) {
	r, _ := openProviding(t)
	o := r.order(r.user, 1)
	total := o.TotalPrice.Decimal()
	dispute := shop.OnlineMovement{ID: "dp_1", PaymentID: "pi_1", Kind: shop.OnlineDispute, State: shop.OnlineSucceeded, Amount: o.TotalPrice}
	r.report(dispute) // before its payment
	r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
	r.money(o.ID, "PENDING_PAYMENT, paid 0.00, open "+total)
	dispute.State = shop.OnlineFailed
	r.report(dispute)
	r.money(o.ID, "PAID, paid "+total+", open 0.00")

	// Money that the bank has taken back doesn't keep the stock.
	lost := r.order(r.user, 1)
	r.report(paidOnline("pi_3", lost, shop.OnlineSucceeded))
	r.report(shop.OnlineMovement{ID: "dp_3", PaymentID: "pi_3", Kind: shop.OnlineDispute, State: shop.OnlineSucceeded, Amount: lost.TotalPrice})
	r.after(60 * aDay)
	r.after(3 * aDay)
	r.is(lost.ID, shop.OrderCancelled)

	late := r.order(r.user, 600)
	r.after(18 * aDay)
	r.after(3 * aDay)
	r.is(late.ID, shop.OrderCancelled)
	r.order(r.user, 900)
	r.report(paidOnline("pi_2", late, shop.OnlineSucceeded))
	r.money(late.ID, fmt.Sprintf("CANCELLED, paid %[1]s, open -%[1]s", late.TotalPrice.Decimal()))
	r.do(r.refund(late, late.TotalPrice.Decimal(), key(5)))
	r.money(late.ID, "REFUNDED, paid 0.00, open 0.00")

	// Reports about other shops' payments change nothing.
	r.report(shop.OnlineMovement{ID: "pi_9", PaymentID: "pi_9", Kind: shop.OnlinePayment, State: shop.OnlineSucceeded, OrderID: key(9), Amount: o.TotalPrice})
	r.report(shop.OnlineMovement{ID: "re_9", PaymentID: "pi_8", Kind: shop.OnlineRefund, RequestID: "x", State: shop.OnlineSucceeded, Amount: o.TotalPrice})
}

// ledger is the small model that TestRandomPayments compares orders with.
type ledger struct {
	total            int64
	status           shop.OrderStatus
	lapsed           bool // cancelled by the shop
	transfers, other int64
	manualReturn     int64
	reports          map[string]shop.OnlineMovement // the latest state of each movement
	stock            int
}

// online sums the movements of one kind whose money has moved. One whose payment is unknown does not count yet.
func (l *ledger) online(kind shop.OnlineKind) (sum int64) {
	for _, m := range l.reports {
		if _, known := l.reports[m.PaymentID]; known && m.Kind == kind && m.State == shop.OnlineSucceeded {
			sum += m.Amount.Minor
		}
	}
	return sum
}

func (l *ledger) received() int64 {
	return l.transfers + l.other + l.online(shop.OnlinePayment) - l.online(shop.OnlineDispute)
}

func (l *ledger) returned() int64 { return l.manualReturn + l.online(shop.OnlineRefund) }

// price is the total without what was returned of it. What was paid too much is returned first, even if a bank has taken
// back the rest since.
func (l *ledger) price() int64 {
	excess := max(0, l.received()+l.online(shop.OnlineDispute)-l.total)
	return l.total - max(0, l.returned()-excess)
}

func (l *ledger) owed() int64 {
	if l.status == shop.OrderCancelled || l.status == shop.OrderRefunded {
		return 0
	}
	return l.price()
}

func (l *ledger) open() int64 { return l.owed() - l.received() + l.returned() }

// settle follows the money, and reports whether the order can: the stock of a cancelled one may be gone.
func (l *ledger) settle() bool {
	for {
		enough := l.received()-l.returned() >= l.price()
		nothingLeft := l.returned() > 0 && l.received() <= l.returned() && l.owed() <= 0
		switch {
		case nothingLeft && (l.status == shop.OrderPaid || l.status == shop.OrderProcessing):
			l.status, l.stock = shop.OrderRefunded, l.stock+1
		case nothingLeft && (l.status == shop.OrderShipped || l.status == shop.OrderCancelled && l.lapsed):
			l.status, l.lapsed = shop.OrderRefunded, false
		case enough && l.status == shop.OrderPendingPayment:
			l.status = shop.OrderPaid
		case enough && l.status == shop.OrderCancelled && l.lapsed:
			if l.stock == 0 {
				return false
			}
			l.status, l.lapsed, l.stock = shop.OrderPaid, false, l.stock-1
		case !enough && l.status == shop.OrderPaid:
			l.status = shop.OrderPendingPayment
		default:
			return true
		}
	}
}

// TestRandomPayments runs random sequences of events (paid, failed, refunded, disputed, each repeated, late and in any
// sequence, with transfers and decisions of people in between) and compares status, stock and open amount with a model
// after each of them.
func TestRandomPayments(t *testing.T) {
	const workers = 2
	for w := range workers {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			r, p := openProviding(t)
			random := rand.New(rand.NewPCG(2510, uint64(w)))
			ended := map[shop.OrderStatus]int{}
			for n := w; n < *sequences && !t.Failed(); n += workers {
				ended[r.randomPayments(random, p, n)]++
			}
			t.Log(ended)
		})
	}
}

func (r *reserving) randomPayments(random *rand.Rand, p *providing, n int) shop.OrderStatus {
	ctx, s := context.Background(), r.Store
	r.exec(`UPDATE orders SET reserved_until = NULL, remind_at = NULL`) // those of other sequences give nothing back
	r.exec(`UPDATE products SET stock = 1 WHERE id = 3`)
	o := r.order(r.user, 1)
	l := &ledger{total: o.TotalPrice.Minor, status: o.Status, reports: map[string]shop.OnlineMovement{}}
	var log []string
	pool := reportsOf(random, o, n)
	booked := map[string]int64{}
	pick := func(cases ...shop.OrderStatus) shop.OrderStatus { return cases[random.IntN(len(cases))] }
	for step := 0; len(pool) > 0 && step < 40; step++ {
		switch kind := random.IntN(20); {
		case kind < 12:
			m := pool[0]
			pool = pool[1:]
			if random.IntN(4) == 0 {
				pool = slices.Insert(pool, random.IntN(len(pool)+1), m) // it comes again
			}
			log = append(log, fmt.Sprint("report ", m.ID, " ", m.State, " ", m.Amount.Minor))
			known, seen := l.reports[m.ID]
			if !seen || stronger(m.Kind, m.State, known.State) {
				l.reports[m.ID] = m
			}
			r.report(m)
			if _, known := l.reports[m.PaymentID]; known {
				l.settle()
			}
		case kind < 14: // a transfer of all, a part, or what is open
			cents := []int64{l.total, l.total / 3, max(1, l.open())}[random.IntN(3)]
			e := transferFor(o, cents)
			e.Text = fmt.Sprint(n, " ", step)
			before, after := *l, *l
			after.transfers += cents
			possible := after.settle()
			log = append(log, fmt.Sprint("transfer ", cents, " possible ", possible))
			r.load(e)
			found := r.transfers(shop.TransferFilter{Search: &e.Text})
			t := found[0]
			if t.State != shop.TransferBooked {
				var err error
				t, err = s.Payments.Assign(ctx, r.admin, shop.TransferAssignInput{ID: t.ID, OrderIDs: []string{o.ID}, Version: t.Version})
				if (err == nil) != possible {
					r.Fatalf("%v: assigning a transfer: %v", log, err)
				}
				*l = before
				if err != nil {
					break
				}
			}
			*l = after
			booked[t.ID] = cents
		case kind == 14 && len(booked) > 0: // the transfer was booked for the wrong order
			for id, cents := range booked {
				log = append(log, fmt.Sprint("release ", cents))
				transfers := r.transfers(shop.TransferFilter{State: new(shop.TransferBooked), Search: new(fmt.Sprint(n, " "))})
				i := slices.IndexFunc(transfers, func(t shop.Transfer) bool { return t.ID == id })
				after := *l
				after.transfers -= cents
				possible := after.settle()
				_, err := s.Payments.Release(ctx, r.admin, shop.TransferReleaseInput{ID: id, Version: transfers[i].Version})
				if (err == nil) != possible {
					r.Fatalf("%v: releasing: %v", log, err)
				}
				if err == nil {
					*l = after
					delete(booked, id)
				}
				break
			}
		case kind == 15: // nobody pays in time
			log = append(log, "expire")
			r.after(60 * aDay) // which reminds, and then cancels
			r.after(3 * aDay)
			debit := slices.ContainsFunc(slices.Collect(maps.Values(l.reports)), func(m shop.OnlineMovement) bool {
				return m.Kind == shop.OnlinePayment && m.State == shop.OnlinePending
			})
			if l.status == shop.OrderPendingPayment && !debit && l.received() <= l.returned() {
				l.status, l.lapsed, l.stock = shop.OrderCancelled, true, l.stock+1
			}
		case kind == 16: // others buy, or return
			l.stock = random.IntN(2)
			log = append(log, fmt.Sprint("stock ", l.stock))
			r.exec(`UPDATE products SET stock = $1 WHERE id = 3`, l.stock)
		default: // a person decides
			to := pick(shop.OrderPaid, shop.OrderCancelled, shop.OrderProcessing, shop.OrderShipped, shop.OrderRefunded)
			now := r.read(o.ID)
			log = append(log, fmt.Sprint(now.Status, " -> ", to))
			_, err := s.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: to, Version: now.Version})
			if err == nil {
				l.decide(to)
			} else if !refused(err, shop.NotAllowed) && !refused(err, shop.OutOfStock) {
				r.Fatalf("%v: %v", log, err)
			}
		}
		got := r.read(o.ID)
		var stock int
		r.do(r.SQL.QueryRow(`SELECT stock FROM products WHERE id = 3`).Scan(&stock))
		if got.Status != l.status || got.Open().Minor != l.open() || stock != l.stock {
			r.Errorf("sequence %d: %q\nis %s, open %d, stock %d; want %s, open %d, stock %d", n, log, got.Status, got.Open().Minor,
				stock, l.status, l.open(), l.stock)
			return l.status
		}
	}
	return l.status
}

// decide applies what a person was allowed to do.
func (l *ledger) decide(to shop.OrderStatus) {
	switch {
	case to == shop.OrderPaid:
		l.other += max(0, l.total-l.received())
		if l.status == shop.OrderCancelled {
			l.stock--
		}
		l.lapsed = false
	case to == shop.OrderCancelled:
		l.stock++
	case to == shop.OrderRefunded:
		l.manualReturn += l.received() - l.returned()
		if l.status == shop.OrderPaid || l.status == shop.OrderProcessing {
			l.stock++
		}
		l.lapsed = false
	}
	l.status = to
}

// reportsOf returns what a provider reports of up to two payments of an order, in a random sequence.
func reportsOf(random *rand.Rand, o shop.Order, n int) (pool []shop.OnlineMovement) {
	for i := range 1 + random.IntN(2) {
		payment := paidOnline(fmt.Sprintf("pi_%d_%d", n, i), o, shop.OnlinePending)
		if random.IntN(5) == 0 {
			payment.Amount.Minor /= 2
		}
		add := func(m shop.OnlineMovement, states ...shop.OnlineState) {
			for _, m.State = range states {
				pool = append(pool, m)
			}
		}
		switch random.IntN(4) {
		case 0:
			add(payment, shop.OnlinePending, shop.OnlineFailed)
			continue
		case 1:
			add(payment, shop.OnlineFailed, shop.OnlinePending, shop.OnlineSucceeded)
		default:
			add(payment, shop.OnlineSucceeded)
		}
		left := payment.Amount.Minor
		for j := range random.IntN(3) {
			part := []int64{left, left / 2, 1}[random.IntN(3)]
			if part == 0 {
				break
			}
			m := shop.OnlineMovement{ID: fmt.Sprintf("re_%d_%d_%d", n, i, j), PaymentID: payment.ID, Kind: shop.OnlineRefund,
				Amount: shop.Money{Minor: part, Currency: "USD"}}
			if random.IntN(4) == 0 {
				add(m, shop.OnlinePending, shop.OnlineSucceeded, shop.OnlineFailed)
				continue
			}
			add(m, shop.OnlinePending, shop.OnlineSucceeded)
			left -= part
		}
		if left > 0 && random.IntN(3) == 0 {
			m := shop.OnlineMovement{ID: fmt.Sprintf("dp_%d_%d", n, i), PaymentID: payment.ID, Kind: shop.OnlineDispute,
				Amount: shop.Money{Minor: left, Currency: "USD"}}
			add(m, shop.OnlinePending, shop.OnlineSucceeded)
			if random.IntN(2) == 0 {
				add(m, shop.OnlineFailed)
			}
		}
	}
	if random.IntN(3) > 0 { // usually, events come nearly in their sequence
		for range len(pool) / 2 {
			if i := random.IntN(len(pool)); i > 0 {
				pool[i-1], pool[i] = pool[i], pool[i-1]
			}
		}
		return pool
	}
	random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	return pool
}

// stronger reports whether a state of a movement replaces another one, whichever was reported first.
func stronger(kind shop.OnlineKind, now, before shop.OnlineState) bool {
	order := []shop.OnlineState{shop.OnlinePending, shop.OnlineSucceeded, shop.OnlineFailed}
	if kind == shop.OnlinePayment {
		order = []shop.OnlineState{shop.OnlinePending, shop.OnlineFailed, shop.OnlineSucceeded}
	}
	return slices.Index(order, now) > slices.Index(order, before)
}

// A dispute may still be won: with a refund before it, too, it returns nothing for good.
func TestDisputeAfterARefund(t *testing.T) {
	for _, refunded := range []int64{0, 100} {
		t.Run(fmt.Sprint(refunded), func(t *testing.T) {
			r, _ := openProviding(t)
			o := r.order(r.user, 1)
			r.report(paidOnline("pi_1", o, shop.OnlineSucceeded))
			if refunded > 0 {
				r.do(r.refund(o, "1.00", key(1)))
			}
			dispute := shop.OnlineMovement{ID: "dp_1", PaymentID: "pi_1", Kind: shop.OnlineDispute, State: shop.OnlineSucceeded,
				Amount: shop.Money{Minor: o.TotalPrice.Minor - refunded, Currency: "USD"}}
			r.report(dispute)
			if got := r.read(o.ID); got.Status != shop.OrderPendingPayment || got.Open() != dispute.Amount {
				t.Errorf("%d refunded, the rest disputed: %s, open %s", refunded, got.Status, got.Open().Decimal())
			}
			dispute.State = shop.OnlineFailed
			r.report(dispute)
			if got := r.read(o.ID); got.Status != shop.OrderPaid || got.Open().Minor != 0 {
				t.Errorf("%d refunded, the dispute won: %s, open %s", refunded, got.Status, got.Open().Decimal())
			}
			r.stock(999)
		})
	}
}

// A debit that begins or fails is published once for each report with a new state.
func TestDebitsArePublished(t *testing.T) {
	r, _ := openProviding(t)
	o := r.order(r.user, 1)
	for i, state := range []shop.OnlineState{shop.OnlinePending, shop.OnlineFailed, shop.OnlineSucceeded} {
		for range 2 {
			r.report(paidOnline("pi_1", o, state))
		}
		var events int
		r.do(r.SQL.QueryRow(`SELECT count(*) FROM events WHERE kind = 'order.payments_changed'`).Scan(&events))
		if events != i+1 {
			t.Errorf("%d events after reports that it is %s, want %d", events, state, i+1)
		}
	}
	if got := r.read(o.ID); got.Status != shop.OrderPaid || got.Version != 3 {
		t.Errorf("the order is %s in version %d", got.Status, got.Version)
	}
}
