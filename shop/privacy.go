package shop

import (
	"fmt"
	"strings"
	"time"
)

const (
	// BooksYears is how many calendar years after the year of an order the order and its invoice are stored, as Dutch
	// tax law requires (Art. 52 AWR).
	BooksYears = 7
	// MessageYears is how many years a contact message or a pre-order is stored after it was last handled, or otherwise
	// after it was received.
	MessageYears = 2
	// FormerCustomer is the name shown for the unknown author of a review or buyer of an order.
	FormerCustomer = "Former customer"
)

// BooksBegin returns the start of the retention period of orders. Older orders may be anonymised.
func BooksBegin(now time.Time) time.Time {
	return time.Date(now.UTC().Year()-BooksYears, time.January, 1, 0, 0, 0, 0, time.UTC)
}

// MessagesBegin returns the start of the retention period of contact messages and pre-orders.
func MessagesBegin(now time.Time) time.Time { return now.AddDate(-MessageYears, 0, 0) }

// DataPerAccount limits how often a user can download the stored personal data.
var DataPerAccount = Rate{"data-account", 5, 24 * time.Hour}

// DataPart is a section of the stored personal data, by its name in the exported file.
type DataPart string

// The sections, in the order of the file. The first three occur once, the others once per item.
const (
	DataAccount         DataPart = "account"         // User
	DataCart            DataPart = "cart"            // Cart
	DataNewsletter      DataPart = "newsletter"      // NewsletterSubscriber, if the address has subscribed
	DataAddresses       DataPart = "addresses"       // Address
	DataOrders          DataPart = "orders"          // Order
	DataPayments        DataPart = "payments"        // OwnPayment
	DataPreOrders       DataPart = "preOrders"       // PreOrder
	DataQuotes          DataPart = "quotes"          // Quote
	DataReviews         DataPart = "reviews"         // Review
	DataContactMessages DataPart = "contactMessages" // ContactMessage
	DataStockAlerts     DataPart = "stockAlerts"     // StockAlert
	DataCellPlans       DataPart = "cellPlans"       // cell.Saved
	DataSessions        DataPart = "sessions"        // Session
	DataIdentities      DataPart = "identities"      // LinkedIdentity
	DataAuditEntries    DataPart = "auditEntries"    // AuditEntry, without the administrator who made the change
)

// DataLists returns the sections that occur once per item, so possibly not at all.
func DataLists() []DataPart {
	return []DataPart{DataAddresses, DataOrders, DataPayments, DataPreOrders, DataQuotes, DataReviews,
		DataContactMessages, DataStockAlerts, DataCellPlans, DataSessions, DataIdentities, DataAuditEntries}
}

// UserDeleteInput requests the deletion of the caller's account, confirmed by the password.
type UserDeleteInput struct {
	Password string
}

// Check returns the error of the input.
func (in UserDeleteInput) Check() error {
	switch {
	case in.Password == "":
		return &Error{Code: Required, Field: "password", Message: "Your password is required"}
	case len(in.Password) > maxPassword:
		return WrongDeletePassword()
	}
	return nil
}

// WrongDeletePassword refuses a deletion with a wrong password.
func WrongDeletePassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "password", Message: "Incorrect password"}
}

// OpenStatuses returns the statuses of orders that are not finished and still need their buyer.
func OpenStatuses() []OrderStatus {
	return []OrderStatus{OrderPendingPayment, OrderPaid, OrderProcessing, OrderShipped}
}

// LeavesAfter refuses to delete an account whose change of email address can still be undone from the former address.
// Otherwise an attacker who took over the account could delete it.
func LeavesAfter(until time.Time) *Error {
	return &Error{Code: NotAllowed,
		Message: "Your email address was changed recently. You can delete your account from " +
			until.UTC().Format("January 2, 2006, 15:04 UTC") + "."}
}

// Leaves checks that an account with these open orders may be deleted. The only administrator can't delete the account.
func (u User) Leaves(open []Order, otherAdmins int) error {
	if u.Role == RoleAdmin && otherAdmins == 0 {
		return &Error{Code: NotAllowed,
			Message: "You are the only administrator. Make someone else an administrator first."}
	}
	if len(open) == 0 {
		return nil
	}
	const maxNamed = 3
	more := ""
	if n := len(open) - maxNamed; n > 0 {
		open, more = open[:maxNamed], fmt.Sprintf(" and %d more", n)
	}
	names := make([]string, len(open))
	for i, o := range open {
		names[i] = fmt.Sprintf("%s (%s)", o.Number, o.Status.Words())
	}
	return &Error{Code: NotAllowed,
		Message: "You have open orders: " + strings.Join(names, ", ") + more +
			". Cancel unpaid orders, or wait until they are delivered."}
}
