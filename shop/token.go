package shop

import (
	"regexp"
	"strings"
	"time"
)

// Purpose is the operation that a one-time link permits.
type Purpose string

// The purposes. An account has at most one valid link for each: a new link invalidates the previous one.
const (
	EmailVerification Purpose = "email-verification"
	PasswordReset     Purpose = "password-reset"
)

// Life returns how long a link is valid.
func (p Purpose) Life() time.Duration {
	if p == PasswordReset {
		return time.Hour
	}
	return 24 * time.Hour
}

// EmailUndoLife is how long the former email address of an account can undo the change.
const EmailUndoLife = 7 * 24 * time.Hour

// tokenForm matches 32 bytes encoded for a link (base64url without padding).
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// token trims a token and checks its form. It does not look it up.
func (c *checker) token(value string) string {
	value = strings.TrimSpace(value)
	if !tokenForm.MatchString(value) {
		c.found = append(c.found, BadLink())
	}
	return value
}

// BadLink refuses a token that is used, expired, replaced, of another purpose or unknown. The cases are not
// distinguished.
func BadLink() *Error {
	return &Error{Code: InvalidToken, Field: "token",
		Message: "This link is no longer valid. Please request a new one."}
}

// EmailVerifyInput holds the token of a verification link.
type EmailVerifyInput struct {
	Token string
}

// Normal returns the input trimmed, or its error.
func (in EmailVerifyInput) Normal() (EmailVerifyInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// EmailChangeUndoInput holds the token of the link that undoes a change of email address.
type EmailChangeUndoInput struct {
	Token string
}

// Normal returns the input trimmed, or its error.
func (in EmailChangeUndoInput) Normal() (EmailChangeUndoInput, error) {
	in.Token = strings.TrimSpace(in.Token)
	if !tokenForm.MatchString(in.Token) {
		return in, BadUndoLink()
	}
	return in, nil
}

// BadUndoLink refuses a link that undoes no change: it has expired, an earlier change was undone, or the token is
// unknown.
func BadUndoLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is no longer valid."}
}

// UndoneBefore refuses a link that was already used.
func UndoneBefore() *Error {
	return &Error{Code: NotAllowed, Field: "token", Message: "This link was already used to undo the change."}
}

// UndoneEmailChange holds the restored email address of an account, and the token of a link to set a new password.
type UndoneEmailChange struct {
	Email      string
	ResetToken string
}

// PasswordResetRequestInput names the account whose password is to be reset.
type PasswordResetRequestInput struct {
	Email string
}

// Normal returns the input with the address in lower case, or its error.
func (in PasswordResetRequestInput) Normal() (PasswordResetRequestInput, error) {
	var c checker
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// PasswordResetInput holds the token of a reset link and the new password.
type PasswordResetInput struct {
	Token       string
	NewPassword string
}

// Normal returns the input trimmed, or all its errors.
func (in PasswordResetInput) Normal() (PasswordResetInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	c.password("newPassword", in.NewPassword)
	return in, c.found.Err()
}
