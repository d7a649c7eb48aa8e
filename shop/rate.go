package shop

import (
	"net/netip"
	"time"
)

// Rate limits how often an operation may be attempted: Max times per Window.
type Rate struct {
	Name   string
	Max    int
	Window time.Duration
}

// Rates of unauthenticated and security-sensitive operations. Limits per network address are higher than those per
// account, because many users may share an address.
var (
	LoginPerAddress = Rate{"login-address", 100, 15 * time.Minute}
	// LoginPerAccount counts by LoginSubject, so that a stranger's guesses don't lock the owner out. LoginFromAnywhere
	// counts those of all networks, which ASVS limits to 100 an hour.
	LoginPerAccount   = Rate{"login-account", 10, 15 * time.Minute}
	LoginFromAnywhere = Rate{"login-anywhere", 100, time.Hour}

	RegisterPerAddress = Rate{"register-address", 60, time.Hour}
	SignInPerAddress   = Rate{"sign-in-address", 60, 15 * time.Minute} // by a provider
	PreOrderPerAddress = Rate{"preorder-address", 60, time.Hour}

	PasswordChangePerAccount = Rate{"password-change-account", 10, 15 * time.Minute}
	SecondFactorPerAccount   = Rate{"second-factor-account", 10, 15 * time.Minute}
	ResetRequestPerAddress   = Rate{"reset-request-address", 20, time.Hour}
	ResetRequestPerAccount   = Rate{"reset-request-account", 5, time.Hour}
	VerificationPerAccount   = Rate{"verification-account", 5, time.Hour}
	LinkPerAddress           = Rate{"link-address", 60, 15 * time.Minute}
)

// LoginSubject is what LoginPerAccount counts: the sign-ins to an account from a network.
func LoginSubject(email, address string) string { return email + " " + Network(address) }

// TooMany refuses a caller with too many requests of any kind.
func TooMany() *Error {
	return &Error{Code: RateLimited, RetryAfter: time.Minute,
		Message: "Too many requests. Please try again in a minute."}
}

// CostExceeded refuses an operation that costs more than the remaining budget of an API key.
func CostExceeded() *Error {
	return &Error{Code: RateLimited, RetryAfter: time.Minute,
		Message: "This exceeds the API key's remaining budget for this minute. Try again next minute."}
}

// Exceeded refuses an attempt beyond the limit.
func (r Rate) Exceeded(wait time.Duration) *Error {
	return &Error{Code: RateLimited, Message: "Too many attempts. Please try again later.", RetryAfter: wait}
}

// ipv6Network is the length of the longest prefix assigned to an IPv6 customer, who can use any address in it.
const ipv6Network = 64

// Network returns the key under which limits count an address: an IPv4 address itself, including one mapped into IPv6,
// and the /64 prefix of an IPv6 address. Text that is not an address is returned unchanged.
func Network(address string) string {
	at, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if at = at.Unmap().WithZone(""); at.Is4() {
		return at.String()
	}
	network, _ := at.Prefix(ipv6Network) // fails only for lengths beyond 128 bits
	return network.String()
}
