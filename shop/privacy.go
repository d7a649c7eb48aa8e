package shop

import (
	"fmt"
	"strings"
	"time"
)

const (
	// BooksYears is how many years after its own an order and its invoice are kept, as Dutch tax law wants (Art. 52 AWR).
	BooksYears = 7
	// MessageYears is how many years a message or a pre-order is kept after somebody last dealt with it, or else after it came.
	MessageYears = 2
	// FormerCustomer stands for whoever wrote a review or placed an order and is known no longer.
	FormerCustomer = "Former customer"
)

// BooksBegin is the beginning of what the books have to keep: what was ordered before may be nobody's.
func BooksBegin(now time.Time) time.Time {
	return time.Date(now.UTC().Year()-BooksYears, time.January, 1, 0, 0, 0, 0, time.UTC)
}

// MessagesBegin is from when on messages and pre-orders are kept.
func MessagesBegin(now time.Time) time.Time { return now.AddDate(-MessageYears, 0, 0) }

// DataPerAccount bounds how often somebody downloads what is kept about them.
var DataPerAccount = Rate{"data-account", 5, 24 * time.Hour}

// DataPart is a part of what is kept about a person, by its name in the file.
type DataPart string

// The parts, in the order of the file. The first three come once, the others as often as there is something.
const (
	DataAccount         DataPart = "account"         // User
	DataCart            DataPart = "cart"            // Cart
	DataNewsletter      DataPart = "newsletter"      // NewsletterSubscriber, if the address asked for it
	DataOrders          DataPart = "orders"          // Order
	DataPreOrders       DataPart = "preOrders"       // PreOrder
	DataQuotes          DataPart = "quotes"          // Quote
	DataReviews         DataPart = "reviews"         // Review
	DataContactMessages DataPart = "contactMessages" // ContactMessage
	DataSessions        DataPart = "sessions"        // Session
	DataIdentities      DataPart = "identities"      // LinkedIdentity
	DataAuditEntries    DataPart = "auditEntries"    // AuditEntry, without who has made the change
)

// DataLists are the parts of which there may be none or many.
func DataLists() []DataPart {
	return []DataPart{DataOrders, DataPreOrders, DataQuotes, DataReviews, DataContactMessages, DataSessions, DataIdentities, DataAuditEntries}
}

// UserDeleteInput is the wish to have one's account deleted, with the proof of who wishes it.
type UserDeleteInput struct {
	Password string
}

// Check tells what is wrong with the input.
func (in UserDeleteInput) Check() error {
	switch {
	case in.Password == "":
		return &Error{Code: Required, Field: "password", Message: "Your password is required"}
	case len(in.Password) > maxPassword:
		return WrongDeletePassword()
	}
	return nil
}

// WrongDeletePassword refuses a deletion whose password is another one.
func WrongDeletePassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "password", Message: "The password is not correct"}
}

// OpenStatuses are those of orders for which something is left to do, and for that their buyer is needed.
func OpenStatuses() []OrderStatus {
	return []OrderStatus{OrderPendingPayment, OrderPaid, OrderProcessing, OrderShipped}
}

// LeavesAfter refuses to delete an account whose former address may yet undo the change: else whoever took it over
// could.
func LeavesAfter(until time.Time) *Error {
	return &Error{Code: NotAllowed, Message: "The email address of this account was changed recently. You can delete the account from " +
		until.UTC().Format("January 2, 2006, 15:04 UTC") + "."}
}

// Leaves decides whether an account may be deleted, which has these open orders. Whoever runs the shop alone can't leave it alone.
func (u User) Leaves(open []Order, otherAdmins int) error {
	if u.Role == RoleAdmin && otherAdmins == 0 {
		return &Error{Code: NotAllowed, Message: "You are the only administrator. Give somebody else the role first."}
	}
	if len(open) == 0 {
		return nil
	}
	const named = 3
	more := ""
	if n := len(open) - named; n > 0 {
		open, more = open[:named], fmt.Sprintf(" and %d more", n)
	}
	names := make([]string, len(open))
	for i, o := range open {
		names[i] = fmt.Sprintf("%s (%s)", o.Number, o.Status.Words())
	}
	return &Error{Code: NotAllowed, Message: "Some of your orders are not finished: " + strings.Join(names, ", ") + more +
		". Cancel them if they are not paid, or wait until they have arrived."}
}
