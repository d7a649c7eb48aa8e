package shop

import (
	"fmt"
	"time"
)

const (
	// ReserveDays is the default of Terms.ReserveDays: how many days after its due date an unpaid order holds its
	// stock.
	ReserveDays = 3
	// UnverifiedReserve is how long an unpaid order of an account that never verified its email address holds its
	// stock.
	UnverifiedReserve = 24 * time.Hour
	// ReminderLead is how long before the end of a reservation the buyer is reminded by email.
	ReminderLead = 48 * time.Hour
	// reminderSlack is how late the reminder may be sent without extending the reservation.
	reminderSlack = time.Hour
)

// Reservation is the period for which an unpaid order holds its stock.
type Reservation struct {
	Until    time.Time
	RemindAt *time.Time // nil if no reminder is due
}

// Reserve returns the reservation of an order placed at that time. The short reservation of an unverified account gets
// no reminder, because the order's confirmation states when it ends.
func (t Terms) Reserve(placed time.Time, verified bool) Reservation {
	if !verified {
		return Reservation{Until: placed.Add(UnverifiedReserve)}
	}
	until := placed.Add(time.Duration(PaymentDays+t.ReserveDays) * 24 * time.Hour)
	return Reservation{Until: until, RemindAt: new(until.Add(-ReminderLead))}
}

// Reminded returns the reservation after its reminder is queued. A late reminder extends the reservation, so that the
// buyer has the time that the email promises.
func (r Reservation) Reminded(now time.Time) Reservation {
	if r.Until.Sub(now) < ReminderLead-reminderSlack {
		r.Until = now.Add(ReminderLead)
	}
	r.RemindAt = nil
	return r
}

// Expire returns the status and the stock move of an unpaid order whose reservation has ended. The error is NOT_ALLOWED
// if the order is not awaiting payment.
func (o Order) Expire() (OrderStatus, StockMove, error) {
	if !o.Reserved() {
		return o.Status, StockStays, o.cannotBecome(OrderCancelled)
	}
	return OrderCancelled, StockReturned, nil
}

// Reserved reports whether the order holds its stock while awaiting payment.
func (o Order) Reserved() bool { return o.Status == OrderPendingPayment }

// HeldBriefly reports whether the stock is held for less than the payment period, because the buyer's address was not
// verified.
func (o Order) HeldBriefly() bool {
	return o.ReservedUntil != nil && o.Payment != nil && o.ReservedUntil.Before(o.Payment.DueAt)
}

// Lapsed reports whether the shop cancelled the order for lack of payment.
func (o Order) Lapsed() bool { return o.Status == OrderCancelled && o.ExpiredAt != nil }

// Retakes refuses to resume a lapsed order if a product of its lines was deleted. It does not check the stock of the
// others.
func (o Order) Retakes() error {
	for _, item := range o.OrderItems {
		if !item.IsPreorder && item.ProductID == nil {
			return o.LatePayment()
		}
	}
	return nil
}

// LatePayment refuses to mark a lapsed order as paid if its stock has since been sold.
func (o Order) LatePayment() *Error {
	return &Error{Code: OutOfStock, Field: "status",
		Message: fmt.Sprintf("The payment of %s came after the order was cancelled, and its items "+
			"are no longer in stock. Refund the payment, or add stock and try again.", o.Number)}
}
