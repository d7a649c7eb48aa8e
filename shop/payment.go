package shop

import "time"

// PaymentDays is the number of days within which an order has to be paid.
const PaymentDays = 14

// PaymentInstructions describes how to pay by bank transfer.
type PaymentInstructions struct {
	AccountHolder string
	IBAN          string
	BIC           string
	Reference     string // identifies the order
	Amount        Money
	DueAt         time.Time
}

// PaymentMethod provides the payment instructions of an order. Instructions returns nil if no payment is due.
// BankAccount implements it; a card provider's implementation would contain a link to its page.
type PaymentMethod interface {
	Instructions(o Order) *PaymentInstructions
}

// BankAccount is the shop's account for payment by bank transfer on invoice.
type BankAccount struct {
	Holder string
	IBAN   string
	BIC    string
}

// DefaultBank returns the demo account, which does not receive real payments.
func DefaultBank() BankAccount {
	return BankAccount{Holder: "Orrery Robotics B.V.", IBAN: "NL91 ABNA 0417 1643 00", BIC: "ABNANL2A"}
}

// Instructions implements PaymentMethod. It returns nil unless the order is awaiting payment.
func (b BankAccount) Instructions(o Order) *PaymentInstructions {
	if o.Status != OrderPendingPayment {
		return nil
	}
	return &PaymentInstructions{AccountHolder: b.Holder, IBAN: b.IBAN, BIC: b.BIC,
		Reference: o.Number, Amount: o.TotalPrice, DueAt: o.CreatedAt.AddDate(0, 0, PaymentDays)}
}
