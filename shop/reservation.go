package shop

import (
	"fmt"
	"time"
)

const (
	// ReserveDays is how long after its due date an unpaid order still holds its stock, unless the Terms say otherwise.
	ReserveDays = 3
	// UnverifiedReserve is how long an unpaid order of an account whose address was never verified holds its stock.
	UnverifiedReserve = 24 * time.Hour
	// ReminderLead is how long before the end of a reservation its buyer gets a mail.
	ReminderLead = 48 * time.Hour
	// reminderSlack is how late that mail may be sent without moving the end of the reservation.
	reminderSlack = time.Hour
)

// Reservation is how long an unpaid order holds its stock.
type Reservation struct {
	Until    time.Time
	RemindAt *time.Time // nil: no mail is due
}

// Reserve returns the reservation of an order placed at that time. The short one of an unverified account gets no reminder: the
// order's confirmation says when it ends.
func (t Terms) Reserve(placed time.Time, verified bool) Reservation {
	if !verified {
		return Reservation{Until: placed.Add(UnverifiedReserve)}
	}
	until := placed.Add(time.Duration(PaymentDays+t.ReserveDays) * 24 * time.Hour)
	return Reservation{Until: until, RemindAt: new(until.Add(-ReminderLead))}
}

// Reminded is the reservation once its mail is queued. A mail that comes late moves the end, so that its buyer has the time that it
// promises.
func (r Reservation) Reminded(now time.Time) Reservation {
	if r.Until.Sub(now) < ReminderLead-reminderSlack {
		r.Until = now.Add(ReminderLead)
	}
	r.RemindAt = nil
	return r
}

// Expire decides what becomes of an unpaid order whose reservation is over, and of its stock. NOT_ALLOWED when it waits for no payment.
func (o Order) Expire() (OrderStatus, StockMove, error) {
	if !o.Reserved() {
		return o.Status, StockStays, o.cannotBecome(OrderCancelled)
	}
	return OrderCancelled, StockReturned, nil
}

// Reserved tells whether the order holds its stock for a payment that has not come.
func (o Order) Reserved() bool { return o.Status == OrderPendingPayment }

// HeldBriefly tells whether the stock is held for less than the time that the buyer has to pay, since the address was not verified.
func (o Order) HeldBriefly() bool {
	return o.ReservedUntil != nil && o.Payment != nil && o.ReservedUntil.Before(o.Payment.DueAt)
}

// Lapsed tells whether the shop has cancelled the order because no payment had come.
func (o Order) Lapsed() bool { return o.Status == OrderCancelled && o.ExpiredAt != nil }

// Retakes refuses to take a lapsed order up again that has lines whose product is gone. Whether there is enough of the others is for
// the stock to say.
func (o Order) Retakes() error {
	for _, item := range o.OrderItems {
		if !item.IsPreorder && item.ProductID == nil {
			return o.LatePayment()
		}
	}
	return nil
}

// LatePayment refuses to mark a lapsed order as paid whose stock somebody else has by now.
func (o Order) LatePayment() *Error {
	return &Error{Code: OutOfStock, Field: "status", Message: fmt.Sprintf("The payment of %s came after the order was cancelled, and its items "+
		"are no longer in stock. Refund the payment, or add stock and try again.", o.Number)}
}
