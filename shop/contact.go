package shop

import (
	"time"
	_ "time/tzdata" // for systems without a time zone database
)

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
}

// Normal returns the input trimmed, or all its errors.
func (in ContactMessageCreateInput) Normal() (ContactMessageCreateInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	in.Subject = c.text("subject", "Subject", in.Subject, 200, true)
	in.Message = c.text("message", "Message", in.Message, 5000, true)
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

// officeTime is CET, and CEST in summer.
var officeTime = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		panic(err) // unreachable: the database is linked in
	}
	return zone
}()

// PromiseDays is the number of past days for which the dashboard evaluates reply deadlines.
const PromiseDays = 30

// WorkingDays determines when the office is open: Monday to Friday, from opens until before closes in the office's time
// zone, except on public holidays.
type WorkingDays struct {
	opens, closes int
	holidays      map[string]bool
}

// ReplyBy returns the deadline for replying to a message: 24 hours of working days after it arrived, or after the next
// opening if it arrived while the office was closed. This is the same time of day on the next working day, so changes
// to and from summer time do not affect it.
func (w WorkingDays) ReplyBy(came time.Time) time.Time {
	at := came.In(officeTime)
	if !w.works(at) || at.Hour() >= w.closes {
		at = w.nextWorkingDay(at, w.opens, 0, 0)
	} else if at.Hour() < w.opens {
		at = onDay(at, 0, w.opens, 0, 0)
	}
	return w.nextWorkingDay(at, at.Hour(), at.Minute(), at.Second()).UTC()
}

// works reports whether the office opens on that day.
func (w WorkingDays) works(day time.Time) bool {
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	return !weekend && !w.holidays[day.Format(time.DateOnly)]
}

// nextWorkingDay returns the given time of day on the first working day after at.
func (w WorkingDays) nextWorkingDay(at time.Time, hour, minute, second int) time.Time {
	for days := 1; ; days++ {
		if next := onDay(at, days, hour, minute, second); w.works(next) {
			return next
		}
	}
}

func onDay(at time.Time, later, hour, minute, second int) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+later, hour, minute, second, 0, officeTime)
}

// ReplyWords formats a deadline for users in the office's time zone: Tue 24 Nov, 10:00 (CET).
func ReplyWords(due time.Time) string { return due.In(officeTime).Format("Mon 2 Jan, 15:04 (MST)") }

// Promises counts the replies that were due in the last PromiseDays days.
type Promises struct {
	Kept    int // answered in time
	Late    int // answered late
	Overdue int // not answered yet
}
