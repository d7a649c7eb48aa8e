package shop

import (
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// NewsletterLinkLife is how long a wish can be confirmed.
	NewsletterLinkLife = 7 * 24 * time.Hour
	// NewsletterMemory is how long an address is kept that gets no newsletter: not confirmed, or left.
	NewsletterMemory = 30 * 24 * time.Hour
)

// The rates of wishes for the newsletter: of one caller, and for one email address.
var (
	NewsletterPerAddress = Rate{"newsletter-address", 20, time.Hour}
	NewsletterPerEmail   = Rate{"newsletter-email", 3, 24 * time.Hour}
)

// NewsletterSubscribeInput is a wish to get the newsletter.
type NewsletterSubscribeInput struct {
	Email string
}

// Normal returns the input with the address in lower case, or what is wrong with it (spec 5).
func (in NewsletterSubscribeInput) Normal() (NewsletterSubscribeInput, error) {
	var c checker
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// NewsletterTokenInput is what stands in a link of a newsletter's mail.
type NewsletterTokenInput struct {
	Token string
}

// Normal returns the input trimmed, or what is wrong with it.
func (in NewsletterTokenInput) Normal() (NewsletterTokenInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// HideEmail shows of an address what its owner recognises it by: a***@example.org.
func HideEmail(email string) string {
	at := strings.LastIndexByte(email, '@')
	_, first := utf8.DecodeRuneInString(email)
	return email[:first] + "***" + email[at:]
}

// NewsletterStatus tells whether an address gets the newsletter.
type NewsletterStatus string

// The statuses. Who has left is kept like who has not confirmed: nothing else needs to be known of them.
const (
	NewsletterConfirmed   NewsletterStatus = "confirmed"
	NewsletterUnconfirmed NewsletterStatus = "unconfirmed"
)

// NewsletterSubscriber is an address that asked for the newsletter.
type NewsletterSubscriber struct {
	ID          string
	Email       string
	CreatedAt   time.Time
	ConfirmedAt *time.Time // nil when it gets nothing
	ForgetAt    *time.Time // nil when it gets the newsletter
}

// Status tells whether the address gets the newsletter.
func (s NewsletterSubscriber) Status() NewsletterStatus {
	if s.ConfirmedAt == nil {
		return NewsletterUnconfirmed
	}
	return NewsletterConfirmed
}

// NewsletterSubscriberDeleteInput names an address to forget.
type NewsletterSubscriberDeleteInput struct {
	ID string
}
