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
