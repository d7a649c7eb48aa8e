package shop

import (
	"fmt"
	"time"
)

// Transfer is money that arrived on the bank account, according to a statement.
type Transfer struct {
	ID            string
	State         TransferState
	Account       string
	BookedOn      time.Time // day
	Amount        Money     // negative if the bank has taken it back
	Reversal      bool
	Payer         string
	PayerIBAN     string
	Reference     string
	EndToEndID    string
	Text          string
	Proposals     []TransferProposal // for an undecided one, the likeliest first
	Bookings      []TransferBooking  // for a booked one
	IgnoredReason *string
	StatementID   string
	Version       int
	CreatedAt     time.Time
}

// TransferBooking is what a transfer has paid of an order.
type TransferBooking struct {
	Payment Payment
	Order   Order
}

// Payment returns what the transfer pays of an order. by is the account that decides so, nil for the shop itself.
func (t Transfer) Payment(amount Money, by *string) Payment {
	return Payment{Source: PaidByTransfer, Amount: amount, PaidAt: t.BookedOn, TransferID: &t.ID, ActorID: by}
}

// Entry returns the transfer as the statement had it.
func (t Transfer) Entry() BankEntry {
	return BankEntry{Account: t.Account, Amount: t.Amount, Reversal: t.Reversal, BookedOn: t.BookedOn, Payer: t.Payer,
		PayerIBAN: t.PayerIBAN, Reference: t.Reference, EndToEndID: t.EndToEndID, Text: t.Text}
}

// TransferState is what has become of a transfer.
type TransferState string

// The states.
const (
	TransferBooked   TransferState = "BOOKED"   // pays one or more orders
	TransferProposed TransferState = "PROPOSED" // waits for a person, who may confirm a proposal
	TransferWaiting  TransferState = "WAITING"  // waits for a person, without a proposal
	TransferIgnored  TransferState = "IGNORED"  // concerns no order
)

// Undecided reports whether the transfer waits for a person.
func (s TransferState) Undecided() bool { return s == TransferProposed || s == TransferWaiting }

// Statement is an imported file of a bank.
type Statement struct {
	ID        string
	Name      string // of the file; may be empty
	Format    string // such as camt.053.001.02
	Transfers int    // that it was the first to contain
	CreatedAt time.Time
}

// The names of transfers, payments and statements in the audit log.
const (
	AuditTransfer  AuditObject = "transfers"
	AuditPayment   AuditObject = "payments"
	AuditStatement AuditObject = "statements"
)

// StatementResult is the result of importing a file.
type StatementResult struct {
	Statement Statement
	Booked    int // transfers that have paid an order
	Proposed  int
	Waiting   int
	Known     int // transfers that an earlier file contained
	Pending   int // entries that the bank has not booked yet
	Outgoing  int // entries that are no incoming money
	Faults    []LineError
}

// TransferFilter selects transfers. All conditions must match.
type TransferFilter struct {
	State     *TransferState
	Undecided *bool   // proposed and waiting, or the others
	Search    *string // in payer, account, reference and text; case-insensitive
}

// TransferSort is a sort order of transfers.
type TransferSort string

// The sort orders; the first is the default.
const (
	TransfersNewest TransferSort = "newest"
	TransfersOldest TransferSort = "oldest"
)

// MaxAssigned is the maximum number of orders that one transfer pays.
const MaxAssigned = 10

// TransferAssignInput books an undecided transfer as the payment of orders: each gets what is open, and the last one
// the rest.
type TransferAssignInput struct {
	ID       string
	OrderIDs []string
	Version  int
}

// Normal returns the input, or its error.
func (in TransferAssignInput) Normal() (TransferAssignInput, error) {
	var c checker
	switch n := len(in.OrderIDs); {
	case n == 0:
		c.add(Required, "orderIds", "Choose an order")
	case n > MaxAssigned:
		c.add(OutOfRange, "orderIds", fmt.Sprintf("A transfer can pay at most %d orders", MaxAssigned))
	}
	seen := map[string]bool{}
	for _, id := range in.OrderIDs {
		if seen[id] {
			c.add(Invalid, "orderIds", "An order can be chosen only once")
			break
		}
		seen[id] = true
	}
	return in, c.found.Err()
}

// TransferIgnoreInput marks an undecided transfer as concerning no order.
type TransferIgnoreInput struct {
	ID      string
	Reason  string
	Version int
}

// Normal returns the input trimmed, or its error.
func (in TransferIgnoreInput) Normal() (TransferIgnoreInput, error) {
	var c checker
	in.Reason = c.text("reason", "Reason", in.Reason, 200, true)
	return in, c.found.Err()
}

// TransferReleaseInput undoes what was decided about a transfer.
type TransferReleaseInput struct {
	ID      string
	Version int
}

// Shares returns what a transfer pays of each order, in their sequence: what is open, and the rest of the last one. The
// error is NOT_ALLOWED if the transfer can't pay them.
func (t Transfer) Shares(orders []Order) ([]Money, error) {
	rest := t.Amount
	shares := make([]Money, len(orders))
	for i, o := range orders {
		switch {
		case o.TotalPrice.Currency != t.Amount.Currency:
			return nil, &Error{Code: NotAllowed, Field: "orderIds", Message: fmt.Sprintf(
				"The order %s is in %s, the transfer in %s. Exchange the amount at your bank, then record the payment "+
					"on the order.",
				o.Number, o.TotalPrice.Currency, t.Amount.Currency)}
		case i == len(orders)-1:
			shares[i] = rest
		case o.Open().Minor <= 0:
			return nil, &Error{Code: NotAllowed, Field: "orderIds", Message: fmt.Sprintf(
				"Nothing is open on the order %s", o.Number)}
		default:
			shares[i] = Money{min(o.Open().Minor, rest.Minor), rest.Currency}
		}
		rest = rest.Minus(shares[i])
		if shares[i].Minor == 0 || shares[i].Minor < 0 && len(orders) > 1 {
			return nil, &Error{Code: NotAllowed, Field: "orderIds",
				Message: fmt.Sprintf("Nothing of the transfer is left for the order %s", o.Number)}
		}
	}
	return shares, nil
}

// Decidable refuses to decide about a transfer for the second time.
func (t Transfer) Decidable() error {
	if t.State.Undecided() {
		return nil
	}
	return &Error{Code: NotAllowed, Field: "id", Message: "This transfer is " + t.State.Words() + ". Undo that first."}
}

// Releasable refuses to release a transfer that is neither booked nor ignored.
func (t Transfer) Releasable() error {
	if !t.State.Undecided() {
		return nil
	}
	return &Error{Code: NotAllowed, Field: "id", Message: "This transfer is not booked or ignored"}
}

// Words returns the state as displayed to users.
func (s TransferState) Words() string {
	return map[TransferState]string{TransferBooked: "booked", TransferProposed: "proposed", TransferWaiting: "waiting",
		TransferIgnored: "ignored"}[s]
}

// StaleTransfer refuses a change of a transfer that has changed since the caller read it.
func StaleTransfer() *Error {
	return &Error{Code: Conflict, Field: "version",
		Message: "Someone else changed this transfer. Review it and try again."}
}

// UnknownTransfer refuses a transfer that does not exist.
func UnknownTransfer() *Error { return Unknown("Transfer") }
