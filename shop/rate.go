package shop

import "time"

// Rate bounds how often something may be tried: Max times in each Window.
type Rate struct {
	Name   string
	Max    int
	Window time.Duration
}

// The rates of what strangers may try. Addresses are shared by many people, accounts are not.
var (
	LoginPerAddress    = Rate{"login-address", 100, 15 * time.Minute}
	LoginPerAccount    = Rate{"login-account", 10, 15 * time.Minute}
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

// TooMany refuses a caller who asks too often, whatever for.
func TooMany() *Error {
	return &Error{Code: RateLimited, Message: "Too many requests. Please try again in a minute."}
}

// CostExceeded refuses an operation that costs more than is left of an API key's budget.
func CostExceeded() *Error {
	return &Error{Code: RateLimited, Message: "This costs more than is left of the key's budget for this minute."}
}

// Exceeded is the refusal of one attempt too many.
func (r Rate) Exceeded(wait time.Duration) *Error {
	return &Error{Code: RateLimited, Message: "Too many attempts. Please try again later.", RetryAfter: wait}
}
