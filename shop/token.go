package shop

import (
	"regexp"
	"strings"
	"time"
)

// Purpose is what a one-time link is good for.
type Purpose string

// The purposes. An account has at most one link for each: a new one makes the last one worthless.
const (
	EmailVerification Purpose = "email-verification"
	PasswordReset     Purpose = "password-reset"
)

// Life is how long a link is valid (decisions: accounts).
func (p Purpose) Life() time.Duration {
	if p == PasswordReset {
		return time.Hour
	}
	return 24 * time.Hour
}

// EmailUndoLife is how long the former address of an account can undo the change.
const EmailUndoLife = 7 * 24 * time.Hour

// tokenForm is how 32 bytes look in a link.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// token checks what stands in a link as far as it can be without looking it up.
func (c *checker) token(value string) string {
	value = strings.TrimSpace(value)
	if !tokenForm.MatchString(value) {
		c.found = append(c.found, BadLink())
	}
	return value
}

// BadLink is the one answer to a token that is used up, too old, replaced, of another purpose or not ours at all.
func BadLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is not valid any more. Please request a new one."}
}

// EmailVerifyInput is what stands in the link of a verification.
type EmailVerifyInput struct {
	Token string
}

// Normal returns the input trimmed, or what is wrong with it.
func (in EmailVerifyInput) Normal() (EmailVerifyInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	return in, c.found.Err()
}

// EmailChangeUndoInput is what stands in the link that undoes a change of address.
type EmailChangeUndoInput struct {
	Token string
}

// Normal returns the input trimmed, or what is wrong with it.
func (in EmailChangeUndoInput) Normal() (EmailChangeUndoInput, error) {
	in.Token = strings.TrimSpace(in.Token)
	if !tokenForm.MatchString(in.Token) {
		return in, BadUndoLink()
	}
	return in, nil
}

// BadUndoLink is the answer to a link that undoes no change: it is too old, or one before it was undone, or it is not
// ours at all.
func BadUndoLink() *Error {
	return &Error{Code: InvalidToken, Field: "token", Message: "This link is not valid any more."}
}

// UndoneBefore is the answer to a link that was used.
func UndoneBefore() *Error {
	return &Error{Code: NotAllowed, Field: "token", Message: "The change was undone by this link before."}
}

// UndoneEmailChange is the address that an account has got back, and the token of a link to set its new password.
type UndoneEmailChange struct {
	Email      string
	ResetToken string
}

// PasswordResetRequestInput names the account whose password somebody has forgotten.
type PasswordResetRequestInput struct {
	Email string
}

// Normal returns the input with the address in lower case, or what is wrong with it.
func (in PasswordResetRequestInput) Normal() (PasswordResetRequestInput, error) {
	var c checker
	in.Email = c.email("email", in.Email)
	return in, c.found.Err()
}

// PasswordResetInput is what stands in the link of a reset, and the new password.
type PasswordResetInput struct {
	Token       string
	NewPassword string
}

// Normal returns the input trimmed, or everything that is wrong with it.
func (in PasswordResetInput) Normal() (PasswordResetInput, error) {
	var c checker
	in.Token = c.token(in.Token)
	c.password("newPassword", in.NewPassword)
	return in, c.found.Err()
}
