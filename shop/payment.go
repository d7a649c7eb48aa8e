package shop

import "time"

// Payment is money that was received for an order or, with a negative amount, returned.
type Payment struct {
	ID         string
	OrderID    string
	Source     PaymentSource
	Status     PaymentStatus
	Amount     Money
	PaidAt     time.Time // for a transfer, the day on which the bank booked it
	CreatedAt  time.Time
	TransferID *string    // of a transfer on the bank account
	OnlineID   *string    // the payment provider's, of an online payment, refund or dispute
	Returned   bool       // returned by the shop, so that it is not owed again
	ActorID    *string    // account that booked it; nil if the shop did
	ReversedAt *time.Time // when the booking was undone
}

// OwnPayment is a payment of an order with what its transfer says, for the payer's own data.
type OwnPayment struct {
	Payment
	OrderNumber string
	Payer       string
	PayerIBAN   string
	Reference   string
	Text        string
}

// PaymentSource is the way by which a payment came.
type PaymentSource string

// The sources.
const (
	PaidByTransfer PaymentSource = "TRANSFER" // on a bank statement
	PaidManually   PaymentSource = "MANUAL"   // recorded by a person, or before payments were
)

// PaymentStatus is the state of a payment. Only succeeded payments count.
type PaymentStatus string

// The statuses.
const (
	PaymentSucceeded PaymentStatus = "SUCCEEDED"
	PaymentReversed  PaymentStatus = "REVERSED" // booked by mistake, and undone
)

// The events of payments.
const (
	EventPaymentBooked   EventKind = "payment.booked"
	EventPaymentReversed EventKind = "payment.reversed"
)

// PaymentChanged is the event of a booked or reversed payment.
func PaymentChanged(kind EventKind, p Payment, o Order) Event {
	return Event{kind, p.ID, map[string]any{"orderId": o.ID, "orderNumber": o.Number, "source": p.Source,
		"status": p.Status, "amount": p.Amount.Decimal(), "currency": p.Amount.Currency}}
}

// A payment and the status of its order change together:
//
//	from                        | change                        | to and payment
//	pending payment             | nothing is open any more      | paid
//	cancelled by the shop       | the total has been received   | paid (stock taken again)
//	paid                        | a booking is undone           | pending payment, if something is open again
//	pending, cancelled by shop  | marked as paid by a person    | paid; manual payment of what is open
//	any                         | the open amount is recorded   | as with other payments
//	any                         | refunded                      | refunded; manual payment of minus what was received
//	paid or later               | all of the total is returned  | refunded
//	cancelled by the shop       | all that came is returned     | refunded
//	in preparation              | cancelled, if nothing is paid | cancelled (stock returned)
//
// Money that the shop returns is not owed again; money that a bank takes back is, such as that of a dispute, which the
// shop may still win: an order of which the bank has taken back a part is not refunded by the return of the rest.
//
// Other orders keep their status: what is received for them too much is open with a negative amount, until it is
// returned.

// Paid returns what has been received for the order and not returned. An order that was marked as paid before payments
// were recorded counts as paid in full.
func (o Order) Paid() Money { return o.received().Minus(o.returned()) }

// received returns what has been received, including what the shop has returned.
func (o Order) received() Money {
	if o.Received != nil {
		return *o.Received
	}
	if implied := o.impliedPayment(); implied != nil {
		return *implied
	}
	return Money{0, o.TotalPrice.Currency}
}

// Refunded returns what the buyer has got back when the order becomes refunded, nil if there is no record of it.
func (o Order) Refunded() *Money {
	if m := o.received(); m.Minor > 0 {
		return &m
	}
	return nil
}

// returned returns what the shop has returned.
func (o Order) returned() Money { return Money{o.ReturnedMinor, o.TotalPrice.Currency} }

// impliedPayment returns the payment that has to be recorded before the first one of an order that was marked as paid
// without a payment, nil if there is none.
func (o Order) impliedPayment() *Money {
	switch o.Status {
	case OrderPaid, OrderProcessing, OrderShipped, OrderDelivered:
		if o.Received == nil && o.TotalPrice.Minor > 0 {
			return &o.TotalPrice
		}
	}
	return nil
}

// due returns what the buyer has to pay in all.
func (o Order) due() Money {
	if o.Status == OrderCancelled || o.Status == OrderRefunded {
		return Money{0, o.TotalPrice.Currency}
	}
	return o.price()
}

// price returns the total, reduced by what the shop returned of it, except of what was paid too much. What a bank has
// taken back had been paid.
func (o Order) price() Money {
	excess := max(0, o.received().Minor+o.DisputedMinor-o.TotalPrice.Minor)
	return o.TotalPrice.Minus(Money{max(0, o.ReturnedMinor-excess), o.TotalPrice.Currency})
}

// Open returns what is still to be paid. It is negative if money has to be returned.
func (o Order) Open() Money { return o.due().Minus(o.Paid()) }

// ManualPayments returns the payments that a person makes by moving the order to the status.
func (o Order) ManualPayments(to OrderStatus) (amounts []Money) {
	var change Money
	switch to {
	case OrderPaid:
		change = Money{max(0, o.TotalPrice.Minor-o.received().Minor), o.TotalPrice.Currency}
	case OrderRefunded:
		change = Money{-o.Paid().Minor, o.TotalPrice.Currency}
	}
	if change.Minor == 0 {
		return nil
	}
	return append(o.FirstPayments(), change)
}

// OrderPaymentRecordInput records that the open amount of an order was paid or returned.
type OrderPaymentRecordInput struct {
	ID      string
	Version int // that the caller has seen
}

// ManualPayment returns the payment of the open amount that a person records, or a return if it is negative. The error
// is NOT_ALLOWED if nothing is open.
func (o Order) ManualPayment(by *string, now time.Time) (Payment, error) {
	open := o.Open()
	if open.Minor == 0 {
		return Payment{}, &Error{Code: NotAllowed, Field: "id", Message: "Nothing is open on this order"}
	}
	return Payment{Source: PaidManually, Amount: open, PaidAt: now, ActorID: by, Returned: open.Minor < 0}, nil
}

// FirstPayments returns the payment that has to be recorded before any other one, if there is one.
func (o Order) FirstPayments() []Money {
	if implied := o.impliedPayment(); implied != nil {
		return []Money{*implied}
	}
	return nil
}

// Settle returns the status of the order that follows from what has been received, with the effect on the stock.
func (o Order) Settle() (OrderStatus, StockMove) {
	complete := o.Paid().Minor >= o.price().Minor
	if allReturned := o.ReturnedMinor > 0 && o.Paid().Minor <= 0 && o.due().Minor <= 0; allReturned {
		if s, ok := o.step(OrderRefunded); ok {
			return OrderRefunded, s.stock
		}
	}
	switch {
	case o.Status == OrderPendingPayment && complete:
		return OrderPaid, StockStays
	case o.Lapsed() && complete:
		return OrderPaid, StockTaken
	case o.Status == OrderPaid && !complete:
		return OrderPendingPayment, StockStays
	}
	return o.Status, StockStays
}

// DueReminderLead is how long before the due date of an order its buyer is reminded by email.
const DueReminderLead = 3 * 24 * time.Hour

// DueReminder returns when the buyer of an order placed at that time is reminded of its due date.
func DueReminder(placed time.Time) time.Time { return dueAt(placed).Add(-DueReminderLead) }

// ReopenDays is how long the stock of an order is held at least after its payment turned out to be another one's.
const ReopenDays = 7

// Reopened returns the reservation of an order whose payment was undone.
func (r Reservation) Reopened(now time.Time) Reservation {
	if least := now.AddDate(0, 0, ReopenDays); r.Until.Before(least) {
		r.Until = least
	}
	r.RemindAt = new(r.Until.Add(-ReminderLead))
	return r
}
