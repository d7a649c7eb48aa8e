package shop

import (
	"regexp"
	"strings"
	"time"
)

// Mail is an email to be sent. It holds only the data of the email; package jobs renders and sends it.
type Mail interface {
	// Kind names the type of the email. Queued emails are stored under it, so it must not change between versions.
	Kind() string
	// Addressee returns the recipient. The zero Recipient stands for the company itself.
	Addressee() Recipient
}

// MailLife returns how long delivery of an email is attempted: the lifetime of its link if it has one, otherwise three
// days.
func MailLife(m Mail) time.Duration {
	switch m.(type) {
	case VerificationMail:
		return EmailVerification.Life()
	case PasswordResetMail:
		return PasswordReset.Life()
	case StaffInvitationMail:
		return StaffInvitationLife
	case OrderReminderMail:
		return ReminderLead
	case OrderDueMail:
		return DueReminderLead
	case EmailChangedMail:
		return EmailUndoLife
	}
	return 3 * 24 * time.Hour
}

// MailsPerAddress limits the emails of all kinds to one address whose ownership has not been proven.
var MailsPerAddress = Rate{"mail-address", 10, 24 * time.Hour}

// Mailbox returns the address under which emails to it are counted: without a suffix from a plus sign on, because such
// addresses share a mailbox.
func Mailbox(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return email
	}
	local, _, _ := strings.Cut(email[:at], "+")
	return local + email[at:]
}

// Typed reports whether the email goes to an address that a user entered. Such an address may belong to another person
// even if an account has verified it.
func Typed(m Mail) bool {
	switch m := m.(type) {
	case NewsletterMail, StockAlertMail, StaffInvitationMail:
		return true
	case PreOrderConfirmationMail:
		return !m.OwnAddress
	}
	return false
}

// Recipient is the addressee of an email. The name may be empty.
type Recipient struct {
	Name  string
	Email string
}

// linkLike matches text that mail clients would turn into a link.
var linkLike = regexp.MustCompile(`[/:@]|\.\S`)

// MailedName returns the name as emails to the recipient state it, empty if it looks like a link: a visitor who enters
// the address of another person must not be able to advertise in the email to that person.
func (r Recipient) MailedName() string {
	if linkLike.MatchString(r.Name) {
		return ""
	}
	return r.Name
}

// OrderConfirmationMail states what a buyer has ordered and how to pay for it.
type OrderConfirmationMail struct {
	To    Recipient
	Order Order
}

// OrderStatusMail notifies a buyer of a new order status.
type OrderStatusMail struct {
	To      Recipient
	OrderID string
	Number  string
	Status  OrderStatus
	Unpaid  bool // cancelled by the shop because no payment had arrived

	Shipment *Shipment `json:",omitempty"` // of a shipped order; nil in emails queued by older versions
	Refunded *Money    `json:",omitempty"` // of a refunded order, if it is known
}

// OrderAddressMail notifies a buyer of a new delivery address.
type OrderAddressMail struct {
	To           Recipient
	OrderID      string
	Number       string
	ShippingInfo ShippingInfo
}

// OrderReminderMail warns a buyer that an unpaid order is about to be cancelled, or asks for the rest of a partly paid
// one, which is not. Store.IssueLink withdraws it if the order has been paid.
type OrderReminderMail struct {
	To    Recipient
	Order Order
}

// OrderDueMail reminds a buyer of the due date of an unpaid order. Store.IssueLink withdraws it if the order has been
// paid.
type OrderDueMail struct {
	To    Recipient
	Order Order
}

// PreOrderConfirmationMail states what was pre-ordered.
type PreOrderConfirmationMail struct {
	To               Recipient
	ProductName      string // empty if it is not stated
	Quantity         int
	ExpectedDelivery time.Time
	ReplyBy          *time.Time // nil in emails queued before reply times existed
	Place            QueuePlace // zero in emails queued by older versions, and before confirmation

	PreOrderID string     // of a pre-order that has to be confirmed
	ConfirmBy  *time.Time // nil if no confirmation is needed
	OwnAddress bool       // whether an account that has verified the address placed it
	Token      string     `json:"-"` // of the confirmation link; set by Store.IssueLink
}

// Confirmation returns the email that confirms a pre-order placed by an account, or by a visitor, whose User is zero. A
// product that is not in the catalogue is stated only to the account's own verified address, because nobody else may
// have asked for what the text says.
func (o PreOrder) Confirmation(placer User) PreOrderConfirmationMail {
	m := PreOrderConfirmationMail{To: Recipient{Name: o.Name, Email: o.Email}, ProductName: o.ProductName,
		Quantity: o.Quantity, ExpectedDelivery: o.ExpectedDelivery, ReplyBy: o.ReplyBy, PreOrderID: o.ID,
		ConfirmBy: o.ConfirmBy, OwnAddress: placer.EmailVerified && placer.Email == o.Email}
	if o.ProductID == nil && !m.OwnAddress {
		m.ProductName = ""
	}
	if o.Delivery != nil && o.Delivery.Place != nil {
		m.Place = *o.Delivery.Place
	}
	return m
}

// PreOrderMovedMail notifies a customer that the expected delivery of a pre-order has changed, and links to the
// possible reactions.
type PreOrderMovedMail struct {
	To          Recipient
	PreOrderID  string
	ProductName string
	Quantity    int
	Before      time.Time
	After       time.Time
	Reason      string
	Place       QueuePlace
	Token       string `json:"-"` // of its links; set by Store.IssueLink
}

// Later reports whether the date was postponed rather than brought forward.
func (m PreOrderMovedMail) Later() bool { return m.After.After(m.Before) }

// ContactMail notifies the company of a contact message.
type ContactMail struct {
	From    Recipient
	Subject string
	Message string
	ReplyBy *time.Time // nil in emails queued before reply times existed
}

// VerificationMail asks a user to confirm an email address. Only the user ID is queued; Store.IssueLink fills in the
// rest when the email is sent, so that the queue contains no token.
type VerificationMail struct {
	UserID string
	To     Recipient `json:"-"`
	Token  string    `json:"-"` // of the link
}

// PasswordResetMail lets a user set a new password. Only the address is queued; Store.IssueLink fills in the rest, as
// for VerificationMail.
type PasswordResetMail struct {
	Email string
	To    Recipient `json:"-"`
	Token string    `json:"-"` // of the link
}

// EmailChangeMail notifies the current address that the account is about to get another one. It does not contain the
// new address, because the current one may belong to another person.
type EmailChangeMail struct {
	To Recipient
	At time.Time
}

// EmailChangedMail notifies the former address that the account has a new one, and lets its owner undo the change. Only
// the references to account and change are queued; Store.IssueLink fills in the rest when the email is sent.
type EmailChangedMail struct {
	UserID   string
	ChangeID int64
	To       Recipient `json:"-"`
	At       time.Time `json:"-"` // of the change
	Token    string    `json:"-"` // of the link
}

// EmailChangeUndoneMail notifies an address that it was removed from the account again.
type EmailChangeUndoneMail struct {
	To Recipient
	At time.Time
}

// PasswordChangedMail notifies a user of a new password.
type PasswordChangedMail struct {
	To Recipient
	At time.Time
}

// SecondFactorMail notifies a user that two-step sign-in was turned on or off.
type SecondFactorMail struct {
	To Recipient
	On bool
	At time.Time
}

// AccountDeletedMail confirms the deletion of an account. It is the last email to the account.
type AccountDeletedMail struct {
	To Recipient
	At time.Time
}

// BooksYears returns how long orders and invoices are kept.
func (AccountDeletedMail) BooksYears() int { return BooksYears }

// IdentityMail notifies a user that sign-in by a provider was added or removed.
type IdentityMail struct {
	To       Recipient
	Provider Provider
	Linked   bool
	At       time.Time
}

// NewsletterMail asks the owner of an address to confirm a newsletter subscription.
type NewsletterMail struct {
	To         Recipient
	Token      string `json:"-"` // of the confirmation link
	LeaveToken string `json:"-"` // of the unsubscribe link
}

// StockAlertMail asks the owner of an address to confirm a stock alert.
type StockAlertMail struct {
	To          Recipient
	AlertID     string
	ProductName string
	Token       string `json:"-"` // of the links to confirm and to cancel; set by Store.IssueLink
}

// StaffInvitationMail invites the owner of an address to a staff role.
type StaffInvitationMail struct {
	To           Recipient
	InvitationID string
	RoleName     string
	Token        string `json:"-"` // of the link to accept; set by Store.IssueLink
}

// BackInStockMail notifies the owner of a confirmed stock alert that the product can be bought. The alert is deleted.
type BackInStockMail struct {
	To          Recipient
	ProductID   string
	ProductName string
}

// LowStockMail notifies the company of products whose stock has fallen to the threshold of the settings.
type LowStockMail struct {
	Products []LowStockProduct
}

// LowStockProduct is a product with the units that are left.
type LowStockProduct struct {
	Name  string
	Stock int
}

// WebhookPausedMail notifies the company that a partner's webhook receives no more events.
type WebhookPausedMail struct {
	URL   string
	Since time.Time // time of the oldest delivery's first attempt
}

// Kind implements Mail.
func (OrderConfirmationMail) Kind() string { return "order-confirmation" }

// Kind implements Mail.
func (OrderStatusMail) Kind() string { return "order-status" }

// Kind implements Mail.
func (OrderAddressMail) Kind() string { return "order-address" }

// Kind implements Mail.
func (OrderReminderMail) Kind() string { return "order-reminder" }

// Kind implements Mail.
func (OrderDueMail) Kind() string { return "order-due" }

// Kind implements Mail.
func (PreOrderConfirmationMail) Kind() string { return "preorder-confirmation" }

// Kind implements Mail.
func (PreOrderMovedMail) Kind() string { return "preorder-moved" }

// Kind implements Mail.
func (ContactMail) Kind() string { return "contact-notice" }

// Kind implements Mail.
func (VerificationMail) Kind() string { return "email-verification" }

// Kind implements Mail.
func (PasswordResetMail) Kind() string { return "password-reset" }

// Kind implements Mail.
func (EmailChangeMail) Kind() string { return "email-change" }

// Kind implements Mail.
func (EmailChangedMail) Kind() string { return "email-changed" }

// Kind implements Mail.
func (EmailChangeUndoneMail) Kind() string { return "email-change-undone" }

// Kind implements Mail.
func (PasswordChangedMail) Kind() string { return "password-changed" }

// Kind implements Mail.
func (SecondFactorMail) Kind() string { return "second-factor" }

// Kind implements Mail.
func (AccountDeletedMail) Kind() string { return "account-deleted" }

// Kind implements Mail.
func (IdentityMail) Kind() string { return "identity" }

// Kind implements Mail.
func (NewsletterMail) Kind() string { return "newsletter-confirm" }

// Kind implements Mail.
func (StockAlertMail) Kind() string { return "stock-alert" }

// Kind implements Mail.
func (StaffInvitationMail) Kind() string { return "staff-invitation" }

// Kind implements Mail.
func (BackInStockMail) Kind() string { return "back-in-stock" }

// Kind implements Mail.
func (LowStockMail) Kind() string { return "low-stock" }

// Kind implements Mail.
func (WebhookPausedMail) Kind() string { return "webhook-paused" }

// Addressee implements Mail.
func (m OrderConfirmationMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m OrderStatusMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m OrderAddressMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m OrderReminderMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m OrderDueMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m PreOrderConfirmationMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m PreOrderMovedMail) Addressee() Recipient { return m.To }

// Addressee returns the company.
func (ContactMail) Addressee() Recipient { return Recipient{} }

// Addressee implements Mail.
func (m VerificationMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m PasswordResetMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m EmailChangeMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m EmailChangedMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m EmailChangeUndoneMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m PasswordChangedMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m SecondFactorMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m AccountDeletedMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m IdentityMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m NewsletterMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m StockAlertMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m StaffInvitationMail) Addressee() Recipient { return m.To }

// Addressee implements Mail.
func (m BackInStockMail) Addressee() Recipient { return m.To }

// Addressee returns the company.
func (LowStockMail) Addressee() Recipient { return Recipient{} }

// Addressee returns the company.
func (WebhookPausedMail) Addressee() Recipient { return Recipient{} }
