package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/bank"
	"orrery/shop"
)

// account is that of the seed's settings.
const account = "NL91ABNA0417164300"

// awaiting makes orders that await payment, with their numbers, by SQL. The buyer's name is that of the account.
func (r *reserving) awaiting(cents ...int64) []shop.Order {
	r.Helper()
	ids := make([]string, len(cents))
	for i, amount := range cents {
		r.do(r.SQL.QueryRow(`INSERT INTO orders (id, user_id, status, address, city, postal_code, country, currency, subtotal_minor, tax_minor,
			shipping_minor, total_minor, created_at, reserved_until) VALUES (gen_random_uuid(), $1, 'PENDING_PAYMENT', 'A', 'B', '1012 AB', 'NL', 'USD', $2, 0, 0, $2,
			$3, $4) RETURNING id`, r.other.UserID, amount, r.Clock.Now(), r.Clock.Now().AddDate(0, 0, 17)).Scan(&ids[i]))
	}
	orders := make([]shop.Order, len(ids))
	for i, id := range ids {
		orders[i] = r.read(id)
	}
	return orders
}

// transfer is an entry with the reference of an order.
func transferFor(o shop.Order, cents int64) shop.BankEntry {
	return shop.BankEntry{Amount: shop.Money{Minor: cents, Currency: "USD"}, Reference: shop.CreditorReference(o.Number)}
}

// load imports a file with these entries, and returns the result as text.
func (r *reserving) load(entries ...shop.BankEntry) string {
	r.Helper()
	return r.loadAs(r.admin, entries...)
}

func (r *reserving) loadAs(who shop.Actor, entries ...shop.BankEntry) string {
	r.Helper()
	text := ""
	for i := range entries {
		entries[i].Account = account
		if entries[i].BookedOn.IsZero() {
			entries[i].BookedOn = r.Clock.Now().Truncate(aDay)
		}
		text += fmt.Sprintf("%+v", entries[i])
	}
	read := func(file io.Reader) (shop.BankFile, error) {
		_, err := io.ReadAll(file)
		return shop.BankFile{Format: "camt.053.001.02", Accounts: []string{account}, Entries: entries}, err
	}
	result, err := r.Store.Payments.Import(context.Background(), who, read, "file.xml", strings.NewReader(text))
	r.do(err)
	return fmt.Sprintf("booked %d, proposed %d, waiting %d, known %d", result.Booked, result.Proposed, result.Waiting, result.Known)
}

func (r *reserving) transfers(filter shop.TransferFilter) []shop.Transfer {
	r.Helper()
	page, err := r.Store.Payments.Transfers(context.Background(), r.admin, filter, shop.TransfersOldest, shop.PageArgs{First: 100})
	r.do(err)
	return page.Nodes
}

func (r *reserving) same(what, got, want string) {
	r.Helper()
	if got != want {
		r.Errorf("%s: %s, want %s", what, got, want)
	}
}

// money is what an order shows of its payments.
func (r *reserving) money(id string, want string) {
	r.Helper()
	o := r.read(id)
	r.same("order "+o.Number, fmt.Sprintf("%s, paid %s, open %s", o.Status, o.Paid().Decimal(), o.Open().Decimal()), want)
}

func TestTransfersPayOrders(t *testing.T) {
	r := openReserving(t)
	orders := r.awaiting(10000, 20000, 30000, 40000)
	file := []shop.BankEntry{transferFor(orders[0], 10000), transferFor(orders[1], 19999), transferFor(orders[0], 10000),
		{Amount: shop.Money{Minor: 5, Currency: "USD"}, Text: "Hello"}}
	r.same("first", r.load(file...), "booked 1, proposed 2, waiting 1, known 0")
	r.money(orders[0].ID, "PAID, paid 100.00, open 0.00")
	r.money(orders[1].ID, "PENDING_PAYMENT, paid 0.00, open 200.00")
	r.mails("order-status", 1)
	r.same("again", r.load(file...), "booked 0, proposed 0, waiting 0, known 4")
	r.same("in another file", r.load(append(slices.Clone(file), transferFor(orders[2], 30000))...), "booked 1, proposed 0, waiting 0, known 4")
	statements, err := r.Store.Payments.Statements(context.Background(), r.admin, shop.PageArgs{First: 10})
	r.do(err)
	if len(statements.Nodes) != 2 || statements.Nodes[1].Transfers != 4 || statements.Nodes[0].Transfers != 1 {
		t.Errorf("statements %+v", statements.Nodes)
	}
	// The shop has decided, not the administrator who has imported the file.
	var audited int
	r.do(r.SQL.QueryRow(`SELECT count(*) FROM audit_entries WHERE object IN ('orders', 'payments', 'transfers')`).Scan(&audited))
	if audited != 0 {
		t.Errorf("%d entries of the audit log", audited)
	}
	proposed := r.transfers(shop.TransferFilter{State: new(shop.TransferProposed)})
	reasons := fmt.Sprint(proposed[0].Proposals[0].Reasons, proposed[1].Proposals[0].Reasons)
	r.same("reasons", reasons, "[REFERENCE AMOUNT_LESS] [REFERENCE REPEATED ORDER_PAID]")
}

func TestAPersonDecides(t *testing.T) {
	r := openReserving(t)
	ctx, s := context.Background(), r.Store.Payments
	orders := r.awaiting(10000, 20000)
	first := orders[0]
	r.load(transferFor(first, 4000), transferFor(first, 6000))
	parts := r.transfers(shop.TransferFilter{Undecided: new(true)})
	for _, part := range parts {
		if !slices.Contains(part.Proposals[0].Reasons, shop.AmountComplete) {
			t.Errorf("%s: %v", part.Amount.Decimal(), part.Proposals[0].Reasons)
		}
	}
	assign := func(t shop.Transfer, ids ...string) (shop.Transfer, error) {
		return s.Assign(ctx, r.admin, shop.TransferAssignInput{ID: t.ID, OrderIDs: ids, Version: t.Version})
	}
	part, err := assign(parts[0], first.ID)
	r.do(err)
	r.money(first.ID, "PENDING_PAYMENT, paid 40.00, open 60.00")
	if o := r.read(first.ID); o.Payment.Amount.Decimal() != "60.00" {
		t.Errorf("asks for %s", o.Payment.Amount.Decimal())
	}
	r.same("bookings", fmt.Sprint(part.State, len(part.Bookings), part.Bookings[0].Order.Number), "BOOKED1"+first.Number)
	// An order that was paid in part is not cancelled without a person.
	r.after(60 * aDay)
	r.money(first.ID, "PENDING_PAYMENT, paid 40.00, open 60.00")
	r.money(orders[1].ID, "CANCELLED, paid 0.00, open 0.00")

	if _, err := assign(parts[0], first.ID); !refused(err, shop.Conflict) {
		t.Errorf("an old version: %v", err)
	}
	if _, err := assign(part, first.ID); !refused(err, shop.NotAllowed) {
		t.Errorf("twice: %v", err)
	}
	second, err := assign(parts[1], first.ID)
	r.do(err)
	r.money(first.ID, "PAID, paid 100.00, open 0.00")

	second, err = s.Release(ctx, r.admin, shop.TransferReleaseInput{ID: second.ID, Version: second.Version})
	r.do(err)
	r.money(first.ID, "PENDING_PAYMENT, paid 40.00, open 60.00")
	if o := r.read(first.ID); o.ReservedUntil.Before(r.Clock.Now().AddDate(0, 0, 7)) {
		t.Errorf("held until %v", o.ReservedUntil)
	} else if o.ExpiresAt() != nil {
		t.Errorf("partly paid, and to be cancelled at %v", o.ExpiresAt())
	}
	r.same("proposed anew", fmt.Sprint(second.State, second.Proposals[0].Reasons), "PROPOSED[REFERENCE AMOUNT_EXACT]")
	second, err = s.Ignore(ctx, r.admin, shop.TransferIgnoreInput{ID: second.ID, Reason: " Loan ", Version: second.Version})
	r.do(err)
	r.same("ignored", string(second.State)+*second.IgnoredReason, "IGNOREDLoan")
	second, err = s.Release(ctx, r.admin, shop.TransferReleaseInput{ID: second.ID, Version: second.Version})
	r.do(err)

	// The rest is paid in cash.
	_, err = r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: first.ID, Status: shop.OrderPaid, Version: r.read(first.ID).Version})
	r.do(err)
	r.money(first.ID, "PAID, paid 100.00, open 0.00")
	// And comes once more.
	_, err = assign(second, first.ID)
	r.do(err)
	r.money(first.ID, "PAID, paid 160.00, open -60.00")
	_, err = r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: first.ID, Status: shop.OrderRefunded, Version: r.read(first.ID).Version})
	r.do(err)
	r.money(first.ID, "REFUNDED, paid 0.00, open 0.00")
	payments, err := r.Store.Orders.Payments(ctx, r.other, []string{first.ID})
	r.do(err)
	var all []string
	for _, p := range payments[first.ID] {
		all = append(all, fmt.Sprint(p.Source, " ", p.Status, " ", p.Amount.Decimal()))
	}
	r.same("payments", strings.Join(all, ", "), "TRANSFER SUCCEEDED 40.00, TRANSFER REVERSED 60.00, MANUAL SUCCEEDED 60.00, "+
		"TRANSFER SUCCEEDED 60.00, MANUAL SUCCEEDED -160.00")
	var audited int
	r.do(r.SQL.QueryRow(`SELECT count(*) FROM audit_entries WHERE object = 'transfers'`).Scan(&audited))
	if audited < 6 {
		t.Errorf("%d decisions in the audit log", audited)
	}
}

// The data of a buyer has who has paid their orders, but nobody whose transfer was booked there by mistake.
func TestOwnDataHasNoStrangers(t *testing.T) {
	r := openReserving(t)
	ctx, s := context.Background(), r.Store.Payments
	o := r.awaiting(10000)[0]
	own, strange := transferFor(o, 4000), transferFor(o, 6000)
	own.Payer, own.PayerIBAN = "Ada", "NL20INGB0001234567"
	strange.Payer, strange.PayerIBAN, strange.Text = "Stranger", "DE02120300000000202051", "My rent"
	r.load(own, strange)
	for _, transfer := range r.transfers(shop.TransferFilter{}) {
		booked, err := s.Assign(ctx, r.admin, shop.TransferAssignInput{ID: transfer.ID, OrderIDs: []string{o.ID}, Version: transfer.Version})
		r.do(err)
		if booked.Payer == "Stranger" {
			_, err := s.Release(ctx, r.admin, shop.TransferReleaseInput{ID: booked.ID, Version: booked.Version})
			r.do(err)
		}
	}
	var payers []string
	r.do(r.Store.Accounts.OwnData(ctx, r.other, func(_ shop.DataPart, item any) error {
		if p, ok := item.(shop.OwnPayment); ok {
			payers = append(payers, fmt.Sprint(p.Status, " ", p.Payer, p.PayerIBAN, p.Reference, p.Text))
		}
		return nil
	}))
	slices.Sort(payers)
	r.same("payers", strings.Join(payers, ", "), "REVERSED , SUCCEEDED AdaNL20INGB0001234567"+own.Reference)
}

// A buyer is reminded once, three days before the due date, unless the order is paid by then.
func TestReminderOfTheDueDate(t *testing.T) {
	r := openReserving(t)
	r.verify(r.user)
	unpaid, paid := r.order(r.user, 1), r.order(r.user, 1)
	r.load(transferFor(paid, paid.TotalPrice.Minor))
	r.is(paid.ID, shop.OrderPaid)
	r.after(11*aDay - time.Second)
	r.mails("order-due", 0)
	r.after(time.Second)
	r.mails("order-due", 1)
	var mail shop.OrderDueMail
	r.do(json.Unmarshal(r.Mails(t, "order-due")[0], &mail))
	if mail.Order.ID != unpaid.ID || mail.To.Email != "a@b.c" || mail.Order.Payment.IBAN == "" {
		t.Errorf("the mail says %+v", mail)
	}
	r.after(5 * aDay)
	r.mails("order-due", 1)
	r.mails("order-reminder", 1)
	if _, send, err := r.Store.Accounts.IssueLink(context.Background(), mail); err != nil || !send {
		t.Errorf("the mail is not sent: %v", err)
	}
	r.load(transferFor(unpaid, unpaid.TotalPrice.Minor))
	if _, send, err := r.Store.Accounts.IssueLink(context.Background(), mail); err != nil || send {
		t.Errorf("the mail is sent although the order is paid: %v", err)
	}
	// A process that starts after the due date says nothing about it.
	late := r.order(r.user, 1)
	r.Clock.Advance(15 * aDay)
	r.after(0)
	r.mails("order-due", 1)
	r.is(late.ID, shop.OrderPendingPayment)
}

func refused(err error, code shop.Code) bool {
	var refusal *shop.Error
	return errors.As(err, &refusal) && refusal.Code == code
}

// A payment of an order that the shop has cancelled takes the stock again; for one that its buyer has cancelled it only
// waits to be returned.
func TestPaymentsOfCancelledOrders(t *testing.T) {
	r := openReserving(t)
	ctx := context.Background()
	r.verify(r.user)
	lapsed, cancelled := r.order(r.user, 400), r.order(r.user, 1)
	_, err := r.Store.Orders.Cancel(ctx, r.user, shop.OrderCancelInput{ID: cancelled.ID})
	r.do(err)
	r.after(18 * aDay)
	r.after(3 * aDay)
	r.is(lapsed.ID, shop.OrderCancelled)
	r.stock(1000)
	r.same("both", r.load(transferFor(lapsed, lapsed.TotalPrice.Minor), transferFor(cancelled, cancelled.TotalPrice.Minor)), "booked 0, proposed 2, waiting 0, known 0")
	for _, transfer := range r.transfers(shop.TransferFilter{}) {
		if !slices.Contains(transfer.Proposals[0].Reasons, shop.OrderIsOff) {
			t.Errorf("reasons %v", transfer.Proposals[0].Reasons)
		}
		_, err := r.Store.Payments.Assign(ctx, r.admin, shop.TransferAssignInput{ID: transfer.ID, OrderIDs: transfer.Proposals[0].OrderIDs, Version: 1})
		r.do(err)
	}
	r.is(lapsed.ID, shop.OrderPaid)
	r.stock(600)
	total := cancelled.TotalPrice.Decimal()
	r.money(cancelled.ID, "CANCELLED, paid "+total+", open -"+total)
}

// Two imports of one file at the same time, and a payment while a person marks the order as paid, book nothing twice.
func TestPaymentsAtTheSameTime(t *testing.T) {
	r := openReserving(t)
	ctx := context.Background()
	orders := r.awaiting(100, 200, 300, 400, 500)
	var entries []shop.BankEntry
	for _, o := range orders {
		entries = append(entries, transferFor(o, o.TotalPrice.Minor))
	}
	done := make(chan error, 9)
	for range 4 {
		go func() {
			read := func(io.Reader) (shop.BankFile, error) {
				all := slices.Clone(entries)
				for i := range all {
					all[i].Account, all[i].BookedOn = account, r.Clock.Now()
				}
				return shop.BankFile{Accounts: []string{account}, Entries: all}, nil
			}
			_, err := r.Store.Payments.Import(ctx, r.admin, read, "", strings.NewReader("one"))
			done <- err
		}()
	}
	for _, o := range orders {
		go func() {
			_, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderPaid, Version: o.Version})
			if refused(err, shop.Conflict) || refused(err, shop.NotAllowed) {
				err = nil
			}
			done <- err
		}()
	}
	for range cap(done) {
		r.do(<-done)
	}
	for _, o := range orders {
		r.money(o.ID, fmt.Sprintf("PAID, paid %[1]s, open 0.00", o.TotalPrice.Decimal()))
	}
}

func TestStatementsOfStrangers(t *testing.T) {
	r := openReserving(t)
	for name, c := range map[string]struct {
		file shop.BankFile
		want string
	}{
		"another account": {shop.BankFile{Accounts: []string{"DE89370400440532013000"}}, "This is a statement of the account DE89 3704 0044 0532 0130 00, which is not in the settings"},
		"none":            {shop.BankFile{}, "The file contains no statement"},
	} {
		read := func(io.Reader) (shop.BankFile, error) { return c.file, nil }
		_, err := r.Store.Payments.Import(context.Background(), r.admin, read, "", strings.NewReader(name))
		if !refused(err, shop.Invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := count(t, r.SQL, "statements"); n != 0 {
		t.Errorf("%d statements", n)
	}
}

// A file of 1,000 transfers, of which many have typos, wrong amounts, come twice or in parts: every sure match is right.
func TestStatementOfAThousandTransfers(t *testing.T) {
	r := openReserving(t)
	random := rand.New(rand.NewPCG(253, 1))
	amounts := make([]int64, 1100)
	for i := range amounts {
		amounts[i] = []int64{119900, 259900, 1599900, 2299900, 2599900}[random.IntN(5)] // many orders cost the same
	}
	orders := r.awaiting(amounts...)
	type meant struct {
		orders []int // that the payer wanted to pay
		sure   bool  // nobody could doubt it
	}
	intended := map[string]meant{}
	var entries []string
	add := func(cents int64, text string, m meant) {
		id := fmt.Sprintf("TX%05d", len(entries))
		intended[id] = m
		entries = append(entries, fmt.Sprintf(`<Ntry><Amt Ccy="USD">%d.%02d</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
			<BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>%s</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
			<RltdPties><Dbtr><Nm>Payer %d</Nm></Dbtr></RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
			cents/100, cents%100, id, random.IntN(1000), text))
	}
	written := func(reference string) string {
		return []string{reference, strings.ToLower(reference), shop.Grouped4(reference), "Invoice " + reference + " thanks",
			strings.ReplaceAll(shop.Grouped4(reference), " ", "-")}[random.IntN(5)]
	}
	typo := func(text string, edits int) string {
		const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		for range edits {
			i := random.IntN(len(text) - 1)
			switch sign := string(signs[random.IntN(len(signs))]); random.IntN(4) {
			case 0:
				text = text[:i] + sign + text[i+1:]
			case 1:
				text = text[:i] + text[i+1:]
			case 2:
				text = text[:i] + sign + text[i:]
			case 3:
				text = text[:i] + string(text[i+1]) + string(text[i]) + text[i+2:]
			}
		}
		return text
	}
	next := 0
	for len(entries) < 1000 {
		n, o := next, orders[next]
		next++
		reference, total := shop.CreditorReference(o.Number), o.TotalPrice.Minor
		one := meant{orders: []int{n}}
		switch kind := random.IntN(100); {
		case kind < 62:
			add(total, written(reference), meant{orders: []int{n}, sure: true})
		case kind < 70:
			add(total, written(typo(reference, 1)), one)
		case kind < 74:
			add(total, written(typo(reference, 2)), one)
		case kind < 79: // twice: the first one is sure
			text := written(reference)
			add(total, text, meant{orders: []int{n}, sure: true})
			add(total, text, meant{})
		case kind < 84: // in two parts
			add(total/3, written(reference), one)
			add(total-total/3, written(reference), one)
		case kind < 91: // a wrong amount
			add(total+int64(random.IntN(2000))-1000, written(reference), one)
		case kind < 94:
			add(total, "Order "+o.Number, one)
		case kind < 97: // for two orders
			other := orders[next]
			next++
			add(total+other.TotalPrice.Minor, written(reference)+" "+shop.CreditorReference(other.Number), meant{orders: []int{n, next - 1}})
		default:
			add(total, "Salary", meant{})
		}
	}
	file := `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>` + account + `</IBAN></Id></Acct>` +
		strings.Join(entries, "\n") + `</Stmt></BkToCstmrStmt></Document>`
	began := time.Now()
	result, err := r.Store.Payments.Import(context.Background(), r.admin, bank.Read, "thousand.xml", strings.NewReader(file))
	r.do(err)
	took := time.Since(began)

	// The ID of the bank is not stored, but the transfers are in the sequence of the file.
	rows, err := r.SQL.Query(`SELECT t.state, coalesce(string_agg(p.order_id::text, ' '), ''), t.proposals::text FROM transfers t
		LEFT JOIN payments p ON p.transfer_id = t.id GROUP BY t.id ORDER BY t.id`)
	r.do(err)
	defer func() { _ = rows.Close() }()
	right, missed, proposedRight, left := 0, 0, 0, 0
	for i := 0; rows.Next(); i++ {
		var state shop.TransferState
		var paid, proposals string
		r.do(rows.Scan(&state, &paid, &proposals))
		m := intended[fmt.Sprintf("TX%05d", i)]
		switch {
		case state == shop.TransferBooked && len(m.orders) == 1 && paid == orders[m.orders[0]].ID && m.sure:
			right++
		case state == shop.TransferBooked && len(m.orders) == 1 && paid == orders[m.orders[0]].ID:
			right++ // an edit that only moved a space, or undid another
		case state == shop.TransferBooked:
			t.Errorf("transfer %d is booked wrongly: %s, want %v\n%s", i, paid, m, entries[i])
		case m.sure && len(m.orders) == 1:
			missed++
			t.Errorf("transfer %d is not booked: %s", i, entries[i])
		default:
			left++
			if len(m.orders) > 0 && strings.Contains(strings.SplitN(proposals, "}", 2)[0], orders[m.orders[0]].ID) {
				proposedRight++
			}
		}
	}
	if right+missed+left != len(entries) || result.Booked != right {
		t.Errorf("%d right, %d missed and %d left of %d; the result says %+v", right, missed, left, len(entries), result)
	}
	t.Logf("%d transfers in %v: %d booked, all right; %d left to a person, for %d of which the right order is proposed first; %d without a proposal",
		len(entries), took.Round(time.Millisecond), right, left, proposedRight, result.Waiting)
}

// The payment of an order that is being prepared turns out to be another one's: the buyer learns how to pay.
func TestAnOrderInPreparationIsPaidAgain(t *testing.T) {
	r := openReserving(t)
	ctx := context.Background()
	r.verify(r.user)
	o := r.order(r.user, 1)
	r.load(transferFor(o, o.TotalPrice.Minor))
	_, err := r.Store.Orders.UpdateStatus(ctx, r.admin,
		shop.OrderStatusUpdateInput{ID: o.ID, Status: shop.OrderProcessing, Version: r.read(o.ID).Version})
	r.do(err)
	if got := r.read(o.ID); got.Settled() != "Paid" || got.Payment != nil || got.PayableOnline(r.user) == nil {
		t.Errorf("paid: the invoice says %q, pay %v", got.Settled(), got.Payment)
	}
	booked := r.transfers(shop.TransferFilter{State: new(shop.TransferBooked)})
	_, err = r.Store.Payments.Release(ctx, r.admin, shop.TransferReleaseInput{ID: booked[0].ID, Version: booked[0].Version})
	r.do(err)
	got, err := r.Store.Orders.Invoice(ctx, r.user, o.ID)
	r.do(err)
	if got.Status != shop.OrderProcessing || got.Settled() != "" || got.Payment == nil || got.Payment.Amount != o.TotalPrice ||
		got.Payment.IBAN == "" || got.PayableOnline(r.user) != nil {
		t.Errorf("%s: the invoice says %q, pay %+v, online %v", got.Status, got.Settled(), got.Payment, got.PayableOnline(r.user))
	}
}

// Who decides about an order has seen all of its payments.
func TestAnotherPaymentMakesADecisionStale(t *testing.T) {
	r := openReserving(t)
	order := r.awaiting(10000)[0]
	r.load(transferFor(order, 10000))
	seen := r.read(order.ID)
	r.load(transferFor(order, 10001))
	second := r.transfers(shop.TransferFilter{Undecided: new(true)})[0]
	_, err := r.Store.Payments.Assign(context.Background(), r.admin, shop.TransferAssignInput{ID: second.ID, OrderIDs: []string{order.ID}, Version: second.Version})
	r.do(err)
	refund := shop.OrderStatusUpdateInput{ID: order.ID, Status: shop.OrderRefunded, Version: seen.Version}
	if _, err := r.Store.Orders.UpdateStatus(context.Background(), r.admin, refund); !refused(err, shop.Conflict) {
		t.Errorf("refunded more than was seen: %v", err)
	}
	r.money(order.ID, "PAID, paid 200.01, open -100.01")
}

// An order whose payment turns out to be another one's is paid by the next transfer also when the shop has begun with
// it, or is cancelled.
func TestUnpaidOrdersInPreparation(t *testing.T) {
	r := openReserving(t)
	for _, order := range r.awaiting(10000, 20000) {
		r.load(transferFor(order, order.TotalPrice.Minor))
		now := r.read(order.ID)
		now, err := r.Store.Orders.UpdateStatus(context.Background(), r.admin, shop.OrderStatusUpdateInput{ID: now.ID, Status: shop.OrderProcessing, Version: now.Version})
		r.do(err)
		cancel := shop.OrderStatusUpdateInput{ID: order.ID, Status: shop.OrderCancelled, Version: now.Version}
		if _, err := r.Store.Orders.UpdateStatus(context.Background(), r.admin, cancel); !refused(err, shop.NotAllowed) {
			t.Errorf("a paid order is cancelled: %v", err)
		}
		booked := r.transfers(shop.TransferFilter{State: new(shop.TransferBooked)})
		last := booked[len(booked)-1]
		_, err = r.Store.Payments.Release(context.Background(), r.admin, shop.TransferReleaseInput{ID: last.ID, Version: last.Version})
		r.do(err)
	}
	unpaid := r.read(r.transfers(shop.TransferFilter{Undecided: new(true)})[0].Proposals[0].OrderIDs[0])
	r.money(unpaid.ID, "PROCESSING, paid 0.00, open 100.00")
	again := transferFor(unpaid, 10000)
	again.Text = "Again"
	r.same("the next transfer", r.load(again), "booked 1, proposed 0, waiting 0, known 0")
	r.money(unpaid.ID, "PROCESSING, paid 100.00, open 0.00")

	other := r.read(r.transfers(shop.TransferFilter{Undecided: new(true)})[1].Proposals[0].OrderIDs[0])
	_, err := r.Store.Orders.UpdateStatus(context.Background(), r.admin, shop.OrderStatusUpdateInput{ID: other.ID, Status: shop.OrderCancelled, Version: other.Version})
	r.do(err)
	r.money(other.ID, "CANCELLED, paid 0.00, open 0.00")
}

// What is open can be paid, and returned, in ways of which no statement tells.
func TestPaymentsRecordedByHand(t *testing.T) {
	r := openReserving(t)
	ctx := context.Background()
	record := func(id string) error {
		_, err := r.Store.Orders.RecordPayment(ctx, r.admin, shop.OrderPaymentRecordInput{ID: id, Version: r.read(id).Version})
		return err
	}
	move := func(id string, to shop.OrderStatus) {
		_, err := r.Store.Orders.UpdateStatus(ctx, r.admin, shop.OrderStatusUpdateInput{ID: id, Status: to, Version: r.read(id).Version})
		r.do(err)
	}
	assign := func(o shop.Order, cents int64) {
		r.load(transferFor(o, cents))
		undecided := r.transfers(shop.TransferFilter{Undecided: new(true)})[0]
		_, err := r.Store.Payments.Assign(ctx, r.admin, shop.TransferAssignInput{ID: undecided.ID, OrderIDs: []string{o.ID}, Version: undecided.Version})
		r.do(err)
	}
	orders := r.awaiting(10000, 20000, 30000, 40000)

	partly := orders[0] // of a cancelled order, a part was paid
	assign(partly, 4000)
	move(partly.ID, shop.OrderCancelled)
	r.money(partly.ID, "CANCELLED, paid 40.00, open -40.00")
	r.do(record(partly.ID))
	r.money(partly.ID, "CANCELLED, paid 0.00, open 0.00")
	if err := record(partly.ID); !refused(err, shop.NotAllowed) {
		t.Errorf("returned twice: %v", err)
	}

	excess := orders[1]
	assign(excess, 21000)
	r.money(excess.ID, "PAID, paid 210.00, open -10.00")
	seen := r.read(excess.ID).Version
	r.do(record(excess.ID))
	r.money(excess.ID, "PAID, paid 200.00, open 0.00")
	if _, err := r.Store.Orders.RecordPayment(ctx, r.admin, shop.OrderPaymentRecordInput{ID: excess.ID, Version: seen}); !refused(err, shop.Conflict) {
		t.Errorf("recorded what was not seen: %v", err)
	}

	inPreparation := orders[2] // its payment was another one's
	r.load(transferFor(inPreparation, 30000))
	move(inPreparation.ID, shop.OrderProcessing)
	for _, transfer := range r.transfers(shop.TransferFilter{State: new(shop.TransferBooked)}) {
		if transfer.Amount.Minor == 30000 {
			_, err := r.Store.Payments.Release(ctx, r.admin, shop.TransferReleaseInput{ID: transfer.ID, Version: transfer.Version})
			r.do(err)
		}
	}
	r.money(inPreparation.ID, "PROCESSING, paid 0.00, open 300.00")
	r.do(record(inPreparation.ID))
	r.money(inPreparation.ID, "PROCESSING, paid 300.00, open 0.00")

	r.do(record(orders[3].ID))
	r.money(orders[3].ID, "PAID, paid 400.00, open 0.00")
}
