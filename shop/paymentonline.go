package shop

import (
	"crypto/sha256"
	"fmt"
	"time"
)

// PaidOnline is the source of payments, refunds and disputes that a payment provider reports.
const PaidOnline PaymentSource = "ONLINE"

// AuditOnlineMovement names reports of the payment provider in the audit log.
const AuditOnlineMovement AuditObject = "online_movements"

// PaymentPageLife is how long a provider's page takes a payment, from the full hour in which it was opened. In the next
// hour, a new page is opened.
const PaymentPageLife = 3 * time.Hour

// PaymentPageRequest asks a payment provider for a page on which the open amount of an order is paid.
type PaymentPageRequest struct {
	OrderID   string
	Number    string // of the order
	Amount    Money
	Email     string // of the buyer
	PaidURL   string // where the buyer continues after paying
	CancelURL string // where the buyer continues otherwise
	ExpiresAt time.Time
	Key       string // idempotency key: requests with the same key get the same page
}

// PaymentPage is a provider's page. It is known only to the buyer.
type PaymentPage struct {
	URL       string
	ExpiresAt time.Time
}

// RefundRequest asks a payment provider to return a part of a payment.
type RefundRequest struct {
	ID        string // of the refund in this shop; also its idempotency key
	PaymentID string // the provider's
	Amount    Money
}

// OnlineKind is the kind of a movement at a payment provider.
type OnlineKind string

// The kinds.
const (
	OnlinePayment OnlineKind = "PAYMENT"
	OnlineRefund  OnlineKind = "REFUND"  // returned by the shop
	OnlineDispute OnlineKind = "DISPUTE" // taken back by the buyer's bank
)

// OnlineState is the state of a movement at a payment provider.
type OnlineState string

// The states.
const (
	OnlinePending   OnlineState = "PENDING"
	OnlineSucceeded OnlineState = "SUCCEEDED" // the money has moved
	OnlineFailed    OnlineState = "FAILED"    // of a dispute: it was won
)

// OnlineMovement is what a provider knows of one payment, refund or dispute. A provider reports its movements late,
// several times and in any order.
type OnlineMovement struct {
	ID        string // the provider's
	Kind      OnlineKind
	State     OnlineState
	PaymentID string // the provider's ID of the payment that is refunded or disputed; of a payment its own
	OrderID   string // of a payment; otherwise empty
	RequestID string // of a refund that the shop requested: RefundRequest.ID
	Amount    Money  // not negative
}

// ranks orders the states of each kind by what can follow: a payment that failed may be tried again, a refund may fail
// after it seemed to succeed, and a dispute ends at last.
var ranks = map[OnlineKind]map[OnlineState]int{
	OnlinePayment: {OnlinePending: 0, OnlineFailed: 1, OnlineSucceeded: 2},
	OnlineRefund:  {OnlinePending: 0, OnlineSucceeded: 1, OnlineFailed: 2},
	OnlineDispute: {OnlinePending: 0, OnlineSucceeded: 1, OnlineFailed: 2},
}

// Merge returns what is known of a movement after a second report. The result is the same in whatever sequence, and
// however often, reports arrive.
func (m OnlineMovement) Merge(o OnlineMovement) OnlineMovement {
	if m.Amount.Minor == 0 || ranks[m.Kind][o.State] > ranks[m.Kind][m.State] {
		m.State, m.Amount = o.State, o.Amount
	}
	if m.OrderID == "" {
		m.OrderID = o.OrderID
	}
	if m.RequestID == "" {
		m.RequestID = o.RequestID
	}
	return m
}

// Effect returns what the movement adds to the money that was received for its order.
func (m OnlineMovement) Effect() Money {
	none := Money{0, m.Amount.Currency}
	switch {
	case m.State != OnlineSucceeded:
		return none
	case m.Kind == OnlinePayment:
		return m.Amount
	}
	return none.Minus(m.Amount)
}

// OnlineBalance is what is left of an online payment.
type OnlineBalance struct {
	Refundable Money // can be returned: at most what the order has received and not been returned otherwise
	Pending    Money // is being returned, and no longer refundable
}

// After returns the balance with another movement of the payment.
func (b OnlineBalance) After(m OnlineMovement) OnlineBalance {
	b.Refundable.Currency, b.Pending.Currency = m.Amount.Currency, m.Amount.Currency
	b.Refundable = b.Refundable.Plus(m.Effect())
	if m.Kind == OnlineRefund && m.State == OnlinePending {
		b.Refundable, b.Pending = b.Refundable.Minus(m.Amount), b.Pending.Plus(m.Amount)
	}
	return b
}

// PaidOnline reports whether the payment was made online, and can be refunded there.
func (p Payment) PaidOnline() bool { return p.OnlineID != nil && p.Amount.Minor > 0 && !p.Returned }

// OrderPayInput requests a page on which an order is paid.
type OrderPayInput struct{ ID string }

// OrderRefundInput returns a part of an online payment. Amount is in major units, such as "25.00".
type OrderRefundInput struct {
	ID        string // of the order
	PaymentID string // of the payment in this shop
	Amount    string
	// IdempotencyKey identifies the refund. A repeated request with the same key returns nothing again.
	IdempotencyKey string
}

// Normal returns the input trimmed, or its error. The amount is checked by RefundOf.
func (in OrderRefundInput) Normal() (OrderRefundInput, error) {
	var c checker
	in.IdempotencyKey = c.line("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	in.Amount = c.line("amount", "Amount", in.Amount, 30, true)
	return in, c.found.Err()
}

// Repeats returns nil if the input repeats an earlier refund, NOT_ALLOWED if that one has failed, and KEY_REUSED if it
// is another one with the same key.
func (in OrderRefundInput) Repeats(samePayment bool, earlier OnlineMovement) error {
	switch {
	case earlier.State == OnlineFailed:
		return &Error{Code: NotAllowed, Field: "amount", Message: "This refund has failed. Request a new one."}
	case samePayment && earlier.Amount.Equals(in.Amount):
		return nil
	}
	return &Error{Code: KeyReused, Field: "idempotencyKey",
		Message: "This idempotency key was already used for another refund"}
}

// PayableOnline refuses the online payment of an order on which nothing is open, or that the actor did not place.
func (o Order) PayableOnline(actor Actor) error {
	if actor.UserID == "" || actor.UserID != o.Buyer.ID {
		return UnknownOrder()
	}
	if o.Open().Minor <= 0 {
		return &Error{Code: NotAllowed, Field: "id",
			Message: fmt.Sprintf("Nothing is open on this order: it is %s", o.Status.Words())}
	}
	return nil
}

// PaymentPage returns the request for a page on which the order's open amount is paid. attempts is the number of online
// payments of the order so far: each one needs a page of its own.
func (o Order) PaymentPage(publicURL string, attempts int, now time.Time) PaymentPageRequest {
	r := PaymentPageRequest{OrderID: o.ID, Number: o.Number, Amount: o.Open(), Email: o.Buyer.Email,
		CancelURL: publicURL + "/orders/" + o.ID, ExpiresAt: now.Truncate(time.Hour).Add(PaymentPageLife)}
	r.PaidURL = r.CancelURL + "?payment=made"
	content := fmt.Sprintln(r.OrderID, r.Amount.Minor, r.Email, r.CancelURL, r.ExpiresAt.Unix(), attempts)
	r.Key = fmt.Sprintf("page-%x", sha256.Sum256([]byte(content)))
	return r
}

// RefundOf returns the amount to refund of a payment of which left can be refunded, or the error of the input.
func (t Terms) RefundOf(text string, left Money) (Money, error) {
	amount, ok := t.Parse(text)
	switch {
	case !ok || amount.Minor <= 0:
		return Money{}, &Error{Code: Invalid, Field: "amount",
			Message: fmt.Sprintf("Amount must be a number of %s above 0, such as 25.00", t.Currency)}
	case left.Minor <= 0:
		return Money{}, &Error{Code: NotAllowed, Field: "amount", Message: "This payment has been refunded in full"}
	case amount.Minor > left.Minor:
		return Money{}, &Error{Code: OutOfRange, Field: "amount",
			Message: fmt.Sprintf("Amount can be at most %s, which is left of this payment", left.Words())}
	}
	return amount, nil
}

// PaymentUnderWay refuses to cancel an order, to pay it again, or to mark it as paid, while a payment of it is under
// way. The shop would otherwise receive money that it would have to refund.
func PaymentUnderWay() *Error {
	return &Error{Code: NotAllowed, Field: "id",
		Message: "A payment of this order is under way. Some methods take a few days."}
}

// RefundUnderWay refuses to mark an order as refunded, which would count an online refund without an outcome twice.
func RefundUnderWay() *Error {
	return &Error{Code: NotAllowed, Field: "status",
		Message: "An online refund of this order is under way. Wait for its outcome."}
}

// NoOnlinePayment refuses an online payment in a shop without a payment provider.
func NoOnlinePayment() *Error {
	return &Error{Code: NotAllowed, Field: "id", Message: "This shop takes payments by bank transfer only"}
}
