package shop

import "time"

// ContactMessage is a message sent through the contact form.
type ContactMessage struct {
	ID        string
	Name      string
	Email     string
	Subject   string
	Message   string
	Status    ContactStatus
	CreatedAt time.Time
	ReplyBy   *time.Time // nil if it was resolved before reply times existed
	RepliedAt *time.Time // when it was first resolved
}

// DueAt returns ReplyBy. If it is nil, DueAt applies the rule with the default hours and without public
// holidays.
func (m ContactMessage) DueAt() time.Time {
	if m.ReplyBy == nil {
		return DefaultSettings().WorkingDays().ReplyBy(m.CreatedAt)
	}
	return *m.ReplyBy
}

// SeenBy returns the message as the actor may see it: without sender and text for an API key that lacks READ_CONTACTS.
func (m ContactMessage) SeenBy(actor Actor) ContactMessage {
	if !actor.SeesPeople(ReadContacts) {
		m.Name, m.Email, m.Subject, m.Message = "", "", "", ""
	}
	return m
}

// ContactStatus states whether a message has been handled.
type ContactStatus string

// The statuses; new messages are pending.
const (
	ContactPending  ContactStatus = "pending"
	ContactResolved ContactStatus = "resolved"
)

// ContactPerAddress limits the messages from one network address.
var ContactPerAddress = Rate{"contact-address", 30, time.Hour}

// ContactMessageCreateInput is a new message.
type ContactMessageCreateInput struct {
	Name    string
	Email   string
	Subject string
	Message string
	// IdempotencyKey identifies the request. A repeated request with the same key and input sends nothing again.
	IdempotencyKey *string
}

// Normal returns the input trimmed, or all its errors. An idempotency key may be absent, but not blank.
func (in ContactMessageCreateInput) Normal() (ContactMessageCreateInput, error) {
	var c checker
	in.Name = c.line("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	in.Subject = c.line("subject", "Subject", in.Subject, 200, true)
	in.Message = c.text("message", "Message", in.Message, 5000, true)
	in.IdempotencyKey = c.lineIfSet("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	return in, c.found.Err()
}

// ContactMessageResolveInput names a message that has been handled.
type ContactMessageResolveInput struct {
	ID string
}

// ContactMessageReopenInput names a message to be handled again.
type ContactMessageReopenInput struct {
	ID string
}

// ContactMessageDeleteInput names a message to delete.
type ContactMessageDeleteInput struct {
	ID string
}

// PromiseDays is the number of past days for which the dashboard evaluates reply deadlines.
const PromiseDays = 30

// Promises counts the replies that were due in the last PromiseDays days.
type Promises struct {
	Kept    int // answered in time
	Late    int // answered late
	Overdue int // not answered yet
}
