package shop

import (
	"strings"
	"time"
)

// SecondFactor is what an account has beside its password.
type SecondFactor struct {
	Since         time.Time
	RecoveryCodes int // that are left
}

// SecondFactorSetup is what an authenticator app has to know, in the forms that it may take it in.
type SecondFactorSetup struct {
	Secret string // in base32
	URI    string // otpauth://
	QRSize int    // modules along a side
	QRPath string // the dark ones as an SVG path, one module being one unit
}

// SealedFactor is the secret of a second factor as it is kept.
type SealedFactor struct {
	User   User
	Sealed string
	On     bool // false while it is being set up
}

// Proof is a code that was checked and has yet to be spent: the time step of an app's code, or the hash of a recovery code.
type Proof struct {
	Step     int64
	Recovery []byte
}

// RecoveryCodes is how many an account gets.
const RecoveryCodes = 10

// ChallengeLife is how long somebody may take for the second step of signing in.
const ChallengeLife = 5 * time.Minute

// maxCode bounds what is looked at as a code, in bytes.
const maxCode = 64

// code takes from a code what people add to read it better.
func (c *checker) code(value string) string {
	value = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(value))
	switch {
	case value == "":
		c.add(Required, "code", "Code is required")
	case len(value) > maxCode:
		c.found = append(c.found, WrongCode())
	}
	return value
}

// WrongCode is the one answer to a code that is wrong, too old or used.
func WrongCode() *Error {
	return &Error{Code: InvalidCredentials, Field: "code", Message: "This code is not correct, or it was used already"}
}

// SecondFactorInput proves who turns the second step of signing in on or off, or wants new recovery codes.
type SecondFactorInput struct {
	Password string
	Code     string
}

// Normal returns the input with the code as it is compared, or everything that is wrong with it.
func (in SecondFactorInput) Normal() (SecondFactorInput, error) {
	var c checker
	switch {
	case in.Password == "":
		c.add(Required, "password", "Password is required")
	case len(in.Password) > maxPassword:
		c.found = append(c.found, NotThePassword())
	}
	in.Code = c.code(in.Code)
	return in, c.found.Err()
}

// NotThePassword is the answer to another password than that of the account.
func NotThePassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "password", Message: "The password is not correct"}
}

// UserLoginConfirmInput is the second step of signing in.
type UserLoginConfirmInput struct {
	Challenge string
	Code      string
}

// Normal returns the input with the code as it is compared, or what is wrong with it.
func (in UserLoginConfirmInput) Normal() (UserLoginConfirmInput, error) {
	var c checker
	in.Code = c.code(in.Code)
	return in, c.found.Err()
}

// BadChallenge is the answer to a second step without a first one, or long after it.
func BadChallenge() *Error {
	return &Error{Code: InvalidToken, Field: "challenge", Message: "Signing in took too long. Please begin again."}
}

// CodeNeeded asks for the second step of signing in, where both are one request.
func CodeNeeded() *Error {
	return &Error{Code: SecondFactorRequired, Field: "code", Message: "This account signs in with a code, too. Please send it as code."}
}

// FactorIsOn refuses to set up what is there.
func FactorIsOn() *Error {
	return &Error{Code: NotAllowed, Message: "Two-step sign-in is on already. Turn it off first."}
}

// FactorIsOff refuses what needs a second factor.
func FactorIsOff() *Error {
	return &Error{Code: NotAllowed, Message: "Two-step sign-in is not on."}
}
