package shop

import (
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Provider is a service where people have an account that they can sign in with.
type Provider string

// The services that the shop knows. Which are on is the operator's to say.
const (
	Google Provider = "google"
	GitHub Provider = "github"
)

// Providers are all of them, in the order in which they are offered.
func Providers() []Provider { return []Provider{Google, GitHub} }

// Label is what people call it.
func (p Provider) Label() string {
	if p == GitHub {
		return "GitHub"
	}
	return "Google"
}

// Identity is an account at a provider that somebody has proven to have.
type Identity struct {
	Provider Provider
	Subject  string // what the provider calls it by, for good
	Email    string // verified by the provider
	Name     string
}

const (
	maxSubject = 255 // OpenID Connect, 2
	maxName    = 100
)

// Normal returns the identity with the address in lower case and a name that an account may have; Invalid when it can't be used.
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

// LinkedIdentity is a way into an account.
type LinkedIdentity struct {
	Provider Provider
	Email    string // at the provider, when it was linked
	LinkedAt time.Time
}

// SignInFlow is somebody on the way to a provider and back.
type SignInFlow struct {
	Provider Provider
	State    string
	Nonce    string
	Verifier string // of PKCE
	Back     string // a path of this site
	Link     bool   // to link the identity to the account that is signed in
}

const (
	// SignInLife is how long somebody may take at the provider.
	SignInLife = 10 * time.Minute
	// ProvenLife is for how long an identity that was proven lets its browser in.
	ProvenLife = time.Minute
	// ProvenToLinkLife leaves time to type a password.
	ProvenToLinkLife = 10 * time.Minute
)

// maxBack bounds a path to come back to, in bytes.
const maxBack = 2000

// SafePath is the target when it is a path of this site, otherwise "": it comes from outside, and must never lead to another site.
func SafePath(target string) string {
	at, err := url.Parse(target)
	if err != nil || len(target) > maxBack || at.Scheme != "" || at.Host != "" || !strings.HasPrefix(target, "/") || strings.HasPrefix(at.Path, "//") ||
		strings.ContainsFunc(target, func(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }) {
		return ""
	}
	return target
}

// SignInProblem is why somebody comes back from a provider without being let in. The page has the words.
type SignInProblem string

// What can go wrong on the way.
const (
	SignInDenied      SignInProblem = "denied"      // the person has said no
	SignInExpired     SignInProblem = "expired"     // it took too long, was tried before, or began in another browser
	SignInUnverified  SignInProblem = "unverified"  // the provider has not verified the address
	SignInUnreachable SignInProblem = "unreachable" // the provider does not answer
	SignInInvalid     SignInProblem = "invalid"     // what the provider says can't be believed
	SignInCrowded     SignInProblem = "crowded"     // too many attempts
	SignInOff         SignInProblem = "off"         // the shop is not connected to the provider
	SignInFailed      SignInProblem = "failed"      // by a fault of ours
)

// NotProven is the answer to whoever comes without a proven identity, or long after it.
func NotProven() *Error {
	return &Error{Code: InvalidToken, Message: "Signing in took too long. Please begin again."}
}

// AddressHasAccount refuses to let an identity into an account that it was never linked to.
func AddressHasAccount(p Provider) *Error {
	return &Error{Code: NotAllowed, Message: "There is an account with this email address already. Sign in with its password, and connect " +
		p.Label() + " in your profile."}
}

// LinkedElsewhere refuses an identity that is another account's way in.
func LinkedElsewhere(p Provider) *Error {
	return &Error{Code: Taken, Message: "This account of " + p.Label() + " is connected to another account of this shop."}
}

// LinkedAlready refuses a second identity of the same provider.
func LinkedAlready(p Provider) *Error {
	return &Error{Code: NotAllowed, Message: p.Label() + " is connected already."}
}

// VerifyFirst refuses to link where the account's own address may be somebody else's.
func VerifyFirst() *Error {
	return &Error{Code: NotAllowed, Message: "Verify your email address first."}
}

// PasswordFirst refuses what needs a password, as a proof or to sign in with later, to an account that has none.
func PasswordFirst() *Error {
	return &Error{Code: NotAllowed, Message: "Your account has no password yet. Set one first: “Forgot password” sends a link to your address."}
}

// NotLinked refuses to unlink what is not there.
func NotLinked(p Provider) *Error {
	return &Error{Code: NotAllowed, Message: p.Label() + " is not connected."}
}

// IdentityLinkInput proves who links the identity that was proven in this browser.
type IdentityLinkInput struct {
	Password string
}

// Normal returns the input, or what is wrong with it.
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

// IdentityUnlinkInput names a way into the caller's account.
type IdentityUnlinkInput struct {
	Provider Provider
}
