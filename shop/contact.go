package shop

import "time"

// ContactMessage is what somebody sent through the contact form.
type ContactMessage struct {
	ID        string
	Name      string
	Email     string
	Subject   string
	Message   string
	Status    ContactStatus
	CreatedAt time.Time
	ReplyBy   *time.Time // nil when it was resolved before the shop kept such times
	RepliedAt *time.Time // when it was resolved first
}

// DueAt is ReplyBy; of a message that has none what the rule says without holidays.
func (m ContactMessage) DueAt() time.Time {
	if m.ReplyBy == nil {
		return WorkingDays{}.ReplyBy(m.CreatedAt)
	}
	return *m.ReplyBy
}

// SeenBy is the message as the actor may see it: without its writer and text for an API key that lacks READ_CONTACTS.
func (m ContactMessage) SeenBy(actor Actor) ContactMessage {
	if !actor.SeesPeople(ReadContacts) {
		m.Name, m.Email, m.Subject, m.Message = "", "", "", ""
	}
	return m
}

// ContactStatus tells whether a message has been dealt with, in the words of spec 4.
type ContactStatus string

// The statuses; new ones are pending.
const (
	ContactPending  ContactStatus = "pending"
	ContactResolved ContactStatus = "resolved"
)

// ContactPerAddress bounds what strangers may write.
var ContactPerAddress = Rate{"contact-address", 30, time.Hour}

// ContactMessageCreateInput is a message for the company.
type ContactMessageCreateInput struct {
	Name    string
	Email   string
	Subject string
	Message string
}

// Normal returns the input trimmed, or everything that is wrong with it (spec 5).
func (in ContactMessageCreateInput) Normal() (ContactMessageCreateInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	in.Subject = c.text("subject", "Subject", in.Subject, 200, true)
	in.Message = c.text("message", "Message", in.Message, 5000, true)
	return in, c.found.Err()
}

// ContactMessageResolveInput names a message that has been dealt with.
type ContactMessageResolveInput struct {
	ID string
}

// ContactMessageReopenInput names a message that is to be dealt with again.
type ContactMessageReopenInput struct {
	ID string
}

// ContactMessageDeleteInput names a message to delete.
type ContactMessageDeleteInput struct {
	ID string
}
