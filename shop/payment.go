package shop

import "time"

// PaymentDays is how long an order waits for its money.
const PaymentDays = 14

// PaymentInstructions tell a buyer how to pay by bank transfer.
type PaymentInstructions struct {
	AccountHolder string
	IBAN          string
	BIC           string
	Reference     string // finds the order
	Amount        Money
	DueAt         time.Time
}

// PaymentMethod tells a buyer how to pay; nil when there is nothing to pay. Bank transfer is one; a card provider's would
// carry a link to its page.
type PaymentMethod interface {
	Instructions(o Order) *PaymentInstructions
}

// BankAccount is where the shop's money goes: payment by bank transfer on invoice.
type BankAccount struct {
	Holder string
	IBAN   string
	BIC    string
}

// DefaultBank is the account of the demo; nobody's money arrives there.
func DefaultBank() BankAccount {
	return BankAccount{Holder: "Orrery Robotics B.V.", IBAN: "NL91 ABNA 0417 1643 00", BIC: "ABNANL2A"}
}

// Instructions says how to pay an order, nil once it needs no payment.
func (b BankAccount) Instructions(o Order) *PaymentInstructions {
	if o.Status != OrderPendingPayment {
		return nil
	}
	return &PaymentInstructions{AccountHolder: b.Holder, IBAN: b.IBAN, BIC: b.BIC, Reference: o.Number, Amount: o.TotalPrice,
		DueAt: o.CreatedAt.AddDate(0, 0, PaymentDays)}
}
