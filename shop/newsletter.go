package shop

import (
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// NewsletterLinkLife is how long a subscription can be confirmed.
	NewsletterLinkLife = 7 * 24 * time.Hour
	// NewsletterMemory is how long an unconfirmed or unsubscribed address is stored.
	NewsletterMemory = 30 * 24 * time.Hour
)

// The rates of subscriptions: per network address, and per email address.
var (
	NewsletterPerAddress = Rate{"newsletter-address", 20, time.Hour}
	NewsletterPerEmail   = Rate{"newsletter-email", 3, 24 * time.Hour}
)

// NewsletterSubscribeInput is a subscription to the newsletter.
type NewsletterSubscribeInput struct {
	Email string
}

// Normal returns the input with the address in lower case, or its error.
func (in NewsletterSubscribeInput) Normal() (NewsletterSubscribeInput, error) {
	var c checker
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// NewsletterTokenInput holds the token of a link in a newsletter email.
type NewsletterTokenInput struct {
	Token string
}

// Normal returns the input trimmed, or its error.
func (in NewsletterTokenInput) Normal() (NewsletterTokenInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// HideEmail masks an address so that only its owner recognises it: a***@example.org.
func HideEmail(email string) string {
	at := strings.LastIndexByte(email, '@')
	_, first := utf8.DecodeRuneInString(email)
	return email[:first] + "***" + email[at:]
}

// NewsletterStatus states whether an address receives the newsletter.
type NewsletterStatus string

// The statuses. Addresses that have unsubscribed are unconfirmed, because no more needs to be stored about them.
const (
	NewsletterConfirmed   NewsletterStatus = "confirmed"
	NewsletterUnconfirmed NewsletterStatus = "unconfirmed"
)

// NewsletterSubscriber is an address for which the newsletter was requested.
type NewsletterSubscriber struct {
	ID          string
	Email       string
	CreatedAt   time.Time
	ConfirmedAt *time.Time // nil if it does not receive the newsletter
	ForgetAt    *time.Time // time of deletion; nil if it receives the newsletter
}

// Status returns whether the address receives the newsletter.
func (s NewsletterSubscriber) Status() NewsletterStatus {
	if s.ConfirmedAt == nil {
		return NewsletterUnconfirmed
	}
	return NewsletterConfirmed
}

// NewsletterSubscriberDeleteInput names an address to delete.
type NewsletterSubscriberDeleteInput struct {
	ID string
}
