package shop

import (
	"strings"
	"time"
)

// User is a registered account.
type User struct {
	ID            string
	Name          string
	Email         string
	EmailVerified bool
	PendingEmail  *string // an address awaiting verification, if any
	Role          Role
	CreatedAt     time.Time
	Passwordless  bool // has no known password and signs in by a provider only
}

// HasPassword reports whether the account can sign in with a password.
func (u User) HasPassword() bool { return !u.Passwordless }

// LinkAddress returns the address to which a link for the purpose is sent and for which it is valid. It returns false
// if such a link would have no effect.
func (u User) LinkAddress(purpose Purpose) (string, bool) {
	if purpose == PasswordReset {
		return u.Email, true
	}
	if u.PendingEmail != nil {
		return *u.PendingEmail, true
	}
	return u.Email, !u.EmailVerified
}

// UserRegisterInput is a new account.
type UserRegisterInput struct {
	Name     string
	Email    string
	Password string
}

// Normal returns the input trimmed and with the address in lower case, or all its errors.
func (in UserRegisterInput) Normal() (UserRegisterInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	if c.password("password", in.Password); len(c.found) == 0 && easyPassword(in.Password, in.Name, in.Email) {
		c.found = Errors{tooEasy("password")}
	}
	return in, c.found.Err()
}

// EmailTaken refuses an address that belongs to an account. field is the input field of the error.
func EmailTaken(field string) *Error {
	return &Error{Code: Taken, Field: field, Message: "An account with this email address already exists"}
}

// UserLoginInput is an attempt to sign in.
type UserLoginInput struct {
	Email    string
	Password string
}

// Normal returns the input with the address in lower case, or its first error.
func (in UserLoginInput) Normal() (UserLoginInput, error) {
	in.Email = strings.ToLower(strings.TrimSpace(in.Email))
	switch {
	case in.Email == "" || in.Password == "":
		field := "email"
		if in.Email != "" {
			field = "password"
		}
		return in, &Error{Code: Required, Field: field, Message: "Please fill in all fields"}
	case len(in.Email) > maxEmail || !looseEmail.MatchString(in.Email):
		return in, &Error{Code: Invalid, Field: "email", Message: "Please enter a valid email address"}
	case len(in.Password) > maxPassword || strings.ContainsRune(in.Email, 0):
		return in, WrongCredentials()
	}
	return in, nil
}

// WrongCredentials refuses both an unknown address and a wrong password, so that it does not reveal which addresses
// have accounts.
func WrongCredentials() *Error {
	return &Error{Code: InvalidCredentials, Message: "Invalid email or password"}
}

// UserUpdateInput changes an account. Absent fields stay unchanged.
type UserUpdateInput struct {
	Name  *string
	Email *string
}

// Normal returns the input trimmed and with the address in lower case, or all its errors.
func (in UserUpdateInput) Normal() (UserUpdateInput, error) {
	var c checker
	if in.Name != nil {
		name := c.text("name", "Name", *in.Name, 100, true)
		in.Name = &name
	}
	if in.Email != nil {
		email := c.email("email", *in.Email)
		in.Email = &email
	}
	return in, c.found.Err()
}

// Moves reports whether the input requests an address other than the account's current one. The current address cancels
// a pending change.
func (in UserUpdateInput) Moves(u User) bool { return in.Email != nil && *in.Email != u.Email }

// UserPasswordChangeInput sets a new password, confirmed by the current one.
type UserPasswordChangeInput struct {
	CurrentPassword string
	NewPassword     string
}

// Normal returns the input, or all its errors.
func (in UserPasswordChangeInput) Normal() (UserPasswordChangeInput, error) {
	var c checker
	switch {
	case in.CurrentPassword == "":
		c.add(Required, "currentPassword", "Current password is required")
	case len(in.CurrentPassword) > maxPassword:
		c.found = append(c.found, WrongPassword())
	}
	c.password("newPassword", in.NewPassword)
	return in, c.found.Err()
}

// WrongPassword refuses a wrong current password.
func WrongPassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "currentPassword", Message: "The current password is not correct"}
}
