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
}

// ContactStatus tells whether a message has been dealt with, in the words of spec 4.
type ContactStatus string

// The statuses; new ones are pending.
const (
	ContactPending  ContactStatus = "pending"
	ContactResolved ContactStatus = "resolved"
)
