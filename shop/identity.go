package shop

import (
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Provider is an external identity provider for sign-in.
type Provider string

// The supported providers. The operator configures which are enabled.
const (
	Google Provider = "google"
	GitHub Provider = "github"
)

// Providers returns all providers in display order.
func Providers() []Provider { return []Provider{Google, GitHub} }

// Label returns the provider's display name.
func (p Provider) Label() string {
	if p == GitHub {
		return "GitHub"
	}
	return "Google"
}

// Identity is an account at a provider whose ownership was proven.
type Identity struct {
	Provider Provider
	Subject  string // the provider's permanent identifier of the account
	Email    string // verified by the provider
	Name     string
}

const (
	maxSubject = 255 // OpenID Connect Core, section 2
	maxName    = 100
)

// Normal returns the identity with the email address in lower case and a name that an account may have. The error
// lists input errors, such as Invalid, if the identity can't be used.
func (i Identity) Normal() (Identity, error) {
	var c checker
	i.Email = c.email("email", i.Email)
	if i.Subject == "" || len(i.Subject) > maxSubject || strings.ContainsRune(i.Subject, 0) {
		c.add(Invalid, "subject", "The account has no identifier")
	}
	unseen := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	name := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(i.Name, ""), unseen), " ")
	if letters := []rune(name); len(letters) > maxName {
		name = strings.TrimSpace(string(letters[:maxName]))
	}
	if name == "" {
		name, _, _ = strings.Cut(i.Email, "@")
	}
	i.Name = name
	return i, c.found.Err()
}

// LinkedIdentity is an identity linked to an account.
type LinkedIdentity struct {
	Provider Provider
	Email    string // at the provider, at the time of linking
	LinkedAt time.Time
}

// SignInFlow is the state of a sign-in at a provider.
type SignInFlow struct {
	Provider Provider
	State    string
	Nonce    string
	Verifier string // of PKCE
	Back     string // path of this site to return to
	Link     bool   // whether to link the identity to the signed-in account
}

const (
	// SignInLife is how long a user may take at the provider.
	SignInLife = 10 * time.Minute
	// ProvenLife is how long a proven identity allows its browser to sign in.
	ProvenLife = time.Minute
	// ProvenToLinkLife is the same for linking, which leaves time to enter a password.
	ProvenToLinkLife = 10 * time.Minute
)

// maxBack limits the length of a return path, in bytes.
const maxBack = 2000

// SafePath returns the target if it is a path of this site, otherwise "". Targets are untrusted input and must never
// lead to another site.
func SafePath(target string) string {
	at, err := url.Parse(target)
	if err != nil || len(target) > maxBack || at.Scheme != "" || at.Host != "" ||
		!strings.HasPrefix(target, "/") || strings.HasPrefix(at.Path, "//") ||
		strings.ContainsFunc(target, func(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }) {
		return ""
	}
	return target
}

// SignInProblem is the reason why a sign-in at a provider failed. The page has the messages.
type SignInProblem string

// The reasons.
const (
	SignInDenied      SignInProblem = "denied"      // the user declined
	SignInExpired     SignInProblem = "expired"     // it took too long, was already used, or began in another browser
	SignInUnverified  SignInProblem = "unverified"  // the provider has not verified the email address
	SignInUnreachable SignInProblem = "unreachable" // the provider does not respond
	SignInInvalid     SignInProblem = "invalid"     // the provider's response is not trustworthy
	SignInCrowded     SignInProblem = "crowded"     // too many attempts
	SignInOff         SignInProblem = "off"         // the provider is not configured
	SignInFailed      SignInProblem = "failed"      // internal error
)

// NotProven refuses a request without a proven identity, or with one that has expired.
func NotProven() *Error {
	return &Error{Code: InvalidToken, Message: "Sign-in took too long. Please start again."}
}

// AddressHasAccount refuses sign-in to an existing account by an identity that is not linked to it.
func AddressHasAccount(p Provider) *Error {
	return &Error{Code: NotAllowed,
		Message: "An account with this email address already exists. Sign in with its password, then connect " +
			p.Label() + " in your profile."}
}

// LinkedElsewhere refuses an identity that is linked to another account.
func LinkedElsewhere(p Provider) *Error {
	return &Error{Code: Taken,
		Message: "This account of " + p.Label() + " is already connected to another account."}
}

// LinkedAlready refuses a second identity of the same provider.
func LinkedAlready(p Provider) *Error {
	return &Error{Code: NotAllowed, Message: p.Label() + " is already connected."}
}

// VerifyFirst refuses linking while the account's email address is unverified and may belong to another person.
func VerifyFirst() *Error {
	return &Error{Code: NotAllowed, Message: "Verify your email address first."}
}

// PasswordFirst refuses an operation that needs a password, as proof or for later sign-in, on an account without one.
func PasswordFirst() *Error {
	return &Error{Code: NotAllowed,
		Message: "Your account has no password yet. Reset your password to set one first."}
}

// NotLinked refuses to unlink an identity that is not linked.
func NotLinked(p Provider) *Error {
	return &Error{Code: NotAllowed, Message: p.Label() + " is not connected."}
}

// IdentityLinkInput confirms with a password the linking of the identity that was proven in this browser.
type IdentityLinkInput struct {
	Password string
}

// Normal returns the input, or its error.
func (in IdentityLinkInput) Normal() (IdentityLinkInput, error) {
	var c checker
	switch {
	case in.Password == "":
		c.add(Required, "password", "Password is required")
	case len(in.Password) > maxPassword:
		c.found = append(c.found, NotThePassword())
	}
	return in, c.found.Err()
}

// IdentityUnlinkInput names an identity to unlink from the caller's account.
type IdentityUnlinkInput struct {
	Provider Provider
}
