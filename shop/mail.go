package shop

import (
	"strings"
	"time"
)

// Mail is a letter that the shop owes somebody. It holds only what the letter says; jobs words and sends it.
type Mail interface {
	// Kind names the letter. It is kept with those that wait, so it must not change from version to version.
	Kind() string
	// Addressee is who gets it; nobody stands for the company itself.
	Addressee() Recipient
}

// MailLife is how long a letter is worth sending: as long as its link is valid, otherwise three days.
func MailLife(m Mail) time.Duration {
	switch m.(type) {
	case VerificationMail:
		return EmailVerification.Life()
	case PasswordResetMail:
		return PasswordReset.Life()
	case OrderReminderMail:
		return ReminderLead
	case EmailChangedMail:
		return EmailUndoLife
	}
	return 3 * 24 * time.Hour
}

// MailsPerAddress bounds the mails of all kinds to one address that nobody has proved to be theirs.
var MailsPerAddress = Rate{"mail-address", 10, 24 * time.Hour}

// Mailbox is the address as mails to it are counted: what stands behind a plus sign leads to the same one.
func Mailbox(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return email
	}
	local, _, _ := strings.Cut(email[:at], "+")
	return local + email[at:]
}

// Typed tells whether somebody typed the address that a letter goes to, so that it may be a stranger's even if an account has verified it.
func Typed(m Mail) bool {
	switch m := m.(type) {
	case NewsletterMail:
		return true
	case PreOrderConfirmationMail:
		return !m.OwnAddress
	}
	return false
}

// Recipient is who a letter goes to. The name may be empty.
type Recipient struct {
	Name  string
	Email string
}

// OrderConfirmationMail tells a buyer what was ordered and how to pay it.
type OrderConfirmationMail struct {
	To    Recipient
	Order Order
}

// OrderStatusMail tells a buyer how far an order has come.
type OrderStatusMail struct {
	To      Recipient
	OrderID string
	Number  string
	Status  OrderStatus
	Unpaid  bool // cancelled by the shop, since no payment had come
}

// OrderReminderMail tells a buyer that an unpaid order is about to be cancelled. Store.IssueLink withdraws it when it has been paid.
type OrderReminderMail struct {
	To    Recipient
	Order Order
}

// PreOrderConfirmationMail tells what was pre-ordered.
type PreOrderConfirmationMail struct {
	To               Recipient
	ProductName      string
	Quantity         int
	ExpectedDelivery time.Time
	ReplyBy          *time.Time // nil in letters of before there were such times
	Place            QueuePlace // none in what an older version of the shop owes, and before it is confirmed

	PreOrderID string     // of one that has to be confirmed
	ConfirmBy  *time.Time // nil when it counts already
	OwnAddress bool       // whether an account has verified the address and placed it
	Token      string     `json:"-"` // of the link to confirm; Store.IssueLink makes it
}

// PreOrderMovedMail tells that a pre-order is expected on another day, and lets its customer say what to do about it.
type PreOrderMovedMail struct {
	To          Recipient
	PreOrderID  string
	ProductName string
	Quantity    int
	Before      time.Time
	After       time.Time
	Reason      string
	Place       QueuePlace
	Token       string `json:"-"` // of its links; Store.IssueLink makes it
}

// Later tells a date that has slipped from one that comes sooner.
func (m PreOrderMovedMail) Later() bool { return m.After.After(m.Before) }

// ContactMail tells the company that somebody wrote.
type ContactMail struct {
	From    Recipient
	Subject string
	Message string
	ReplyBy *time.Time // nil in letters of before there were such times
}

// VerificationMail asks whether an address is its owner's. It waits with the account only; Store.IssueLink completes it when it
// is sent, so that no token lies in the queue.
type VerificationMail struct {
	UserID string
	To     Recipient `json:"-"`
	Token  string    `json:"-"` // of the link
}

// PasswordResetMail lets somebody set a new password. It waits with the address only, like the one before.
type PasswordResetMail struct {
	Email string
	To    Recipient `json:"-"`
	Token string    `json:"-"` // of the link
}

// EmailChangeMail tells the present address that an account is to get another one. It does not name that: the present one may
// be a stranger's.
type EmailChangeMail struct {
	To Recipient
	At time.Time
}

// EmailChangedMail tells the former address that an account has got another one, and lets it undo that. It waits with
// the change only; Store.IssueLink completes it when it is sent.
type EmailChangedMail struct {
	UserID   string
	ChangeID int64
	To       Recipient `json:"-"`
	At       time.Time `json:"-"` // of the change
	Token    string    `json:"-"` // of the link
}

// EmailChangeUndoneMail tells the address that an account has lost it again.
type EmailChangeUndoneMail struct {
	To Recipient
	At time.Time
}

// PasswordChangedMail tells that an account has a new password.
type PasswordChangedMail struct {
	To Recipient
	At time.Time
}

// SecondFactorMail tells that an account signs in with a second step from now on, or no longer does.
type SecondFactorMail struct {
	To Recipient
	On bool
	At time.Time
}

// AccountDeletedMail is the last letter to an account.
type AccountDeletedMail struct {
	To Recipient
	At time.Time
}

// IdentityMail tells that somebody can sign in by a provider from now on, or no longer can.
type IdentityMail struct {
	To       Recipient
	Provider Provider
	Linked   bool
	At       time.Time
}

// NewsletterMail asks whether somebody really wants the newsletter.
type NewsletterMail struct {
	To         Recipient
	Token      string `json:"-"` // of the link to confirm
	LeaveToken string `json:"-"` // of the link to leave
}

// WebhookPausedMail tells the company that a partner gets no events any more.
type WebhookPausedMail struct {
	URL   string
	Since time.Time // when the oldest delivery was first tried
}

// Kind names the letter.
func (OrderConfirmationMail) Kind() string { return "order-confirmation" }

// Kind names the letter.
func (OrderStatusMail) Kind() string { return "order-status" }

// Kind names the letter.
func (OrderReminderMail) Kind() string { return "order-reminder" }

// Kind names the letter.
func (PreOrderConfirmationMail) Kind() string { return "preorder-confirmation" }

// Kind names the letter.
func (PreOrderMovedMail) Kind() string { return "preorder-moved" }

// Kind names the letter.
func (ContactMail) Kind() string { return "contact-notice" }

// Kind names the letter.
func (VerificationMail) Kind() string { return "email-verification" }

// Kind names the letter.
func (PasswordResetMail) Kind() string { return "password-reset" }

// Kind names the letter.
func (EmailChangeMail) Kind() string { return "email-change" }

// Kind names the letter.
func (EmailChangedMail) Kind() string { return "email-changed" }

// Kind names the letter.
func (EmailChangeUndoneMail) Kind() string { return "email-change-undone" }

// Kind names the letter.
func (PasswordChangedMail) Kind() string { return "password-changed" }

// Kind names the letter.
func (SecondFactorMail) Kind() string { return "second-factor" }

// Kind names the letter.
func (AccountDeletedMail) Kind() string { return "account-deleted" }

// Kind names the letter.
func (IdentityMail) Kind() string { return "identity" }

// Kind names the letter.
func (NewsletterMail) Kind() string { return "newsletter-confirm" }

// Kind names the letter.
func (WebhookPausedMail) Kind() string { return "webhook-paused" }

// Addressee is who gets it.
func (m OrderConfirmationMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m OrderStatusMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m OrderReminderMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m PreOrderConfirmationMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m PreOrderMovedMail) Addressee() Recipient { return m.To }

// Addressee is the company.
func (ContactMail) Addressee() Recipient { return Recipient{} }

// Addressee is who gets it.
func (m VerificationMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m PasswordResetMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m EmailChangeMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m EmailChangedMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m EmailChangeUndoneMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m PasswordChangedMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m SecondFactorMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m AccountDeletedMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m IdentityMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (m NewsletterMail) Addressee() Recipient { return m.To }

// Addressee is who gets it.
func (WebhookPausedMail) Addressee() Recipient { return Recipient{} }
