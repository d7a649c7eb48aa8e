package shop

import (
	"strings"
	"time"
	"unicode/utf8"
)

// User is a registered person.
type User struct {
	ID        string
	Name      string
	Email     string
	Role      Role
	CreatedAt time.Time
}

// PasswordRule is the message of spec 5.
const PasswordRule = "Password must be at least 8 characters and contain a number, uppercase, lowercase, " +
	"and special character (!@#$%^&*)"

// maxPassword bounds the work of hashing, in bytes.
const maxPassword = 256

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
	switch {
	case in.Password == "":
		c.add(Required, "password", "Password is required")
	case len(in.Password) > maxPassword:
		c.add(TooLong, "password", "Password must have at most 256 bytes")
	case !StrongPassword(in.Password):
		c.add(Invalid, "password", PasswordRule)
	}
	return in, c.found.Err()
}

// StrongPassword is the registration rule of spec 5: 8 characters with a lowercase, an uppercase, a digit and a special one.
func StrongPassword(password string) bool {
	return utf8.RuneCountInString(password) >= 8 &&
		strings.ContainsAny(password, "abcdefghijklmnopqrstuvwxyz") &&
		strings.ContainsAny(password, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
		strings.ContainsAny(password, "0123456789") &&
		strings.ContainsAny(password, "!@#$%^&*")
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
