package shop

import (
	"strings"
	"time"
)

// User is a registered person.
type User struct {
	ID            string
	Name          string
	Email         string
	EmailVerified bool
	PendingEmail  *string // the address that waits for its verification, when there is one
	Role          Role
	CreatedAt     time.Time
	Passwordless  bool // nobody knows a password of it: it signs in by a provider only
}

// HasPassword tells whether somebody can sign in with a password.
func (u User) HasPassword() bool { return !u.Passwordless }

// LinkAddress is where a link for the purpose is sent to, and the address that it counts for; false when there is nothing that
// such a link could do.
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

// Normal returns the input trimmed and with the address in lower case, or everything that is wrong with it.
func (in UserRegisterInput) Normal() (UserRegisterInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Email = c.email("email", in.Email)
	if c.password("password", in.Password); len(c.found) == 0 && easyPassword(in.Password, in.Name, in.Email) {
		c.found = Errors{tooEasy("password")}
	}
	return in, c.found.Err()
}

// EmailTaken refuses an address that belongs to an account, under the input's field.
func EmailTaken(field string) *Error {
	return &Error{Code: Taken, Field: field, Message: "An account with this email address already exists"}
}

// UserLoginInput is an attempt to sign in.
type UserLoginInput struct {
	Email    string
	Password string
}

// Normal returns the input with the address in lower case, or what is wrong with it (spec 5).
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

// WrongCredentials is the one answer to an unknown address and to a wrong password.
func WrongCredentials() *Error {
	return &Error{Code: InvalidCredentials, Message: "Invalid email or password"}
}

// UserUpdateInput changes an account; what is absent stays.
type UserUpdateInput struct {
	Name  *string
	Email *string
}

// Normal returns the input trimmed and with the address in lower case, or everything that is wrong with it.
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

// Moves tells whether the input asks for an address that is not the account's yet. Its own calls a pending one off.
func (in UserUpdateInput) Moves(u User) bool { return in.Email != nil && *in.Email != u.Email }

// UserPasswordChangeInput is a new password with the proof of who asks for it.
type UserPasswordChangeInput struct {
	CurrentPassword string
	NewPassword     string
}

// Normal returns the input, or everything that is wrong with it.
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

// WrongPassword is the answer to a present password that is another one.
func WrongPassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "currentPassword", Message: "The current password is not correct"}
}
