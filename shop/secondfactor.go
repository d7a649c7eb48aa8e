package shop

import (
	"strings"
	"time"
)

// SecondFactor describes the second factor of an account.
type SecondFactor struct {
	Since         time.Time
	RecoveryCodes int // number of unused codes
}

// SecondFactorSetup holds what an authenticator app needs, in the forms that it can read.
type SecondFactorSetup struct {
	Secret string // in base32
	URI    string // otpauth://
	QRSize int    // modules per side
	QRPath string // the dark modules as an SVG path; one unit is one module
}

// SealedFactor is the encrypted secret of a second factor, as stored.
type SealedFactor struct {
	User   User
	Sealed string
	On     bool // false during setup
}

// Proof is a verified but not yet consumed code: the time step of an app's code, or the hash of a recovery code.
type Proof struct {
	Step     int64
	Recovery []byte
}

// RecoveryCodes is the number of recovery codes of an account.
const RecoveryCodes = 10

// ChallengeLife is how long a user may take for the second step of signing in.
const ChallengeLife = 5 * time.Minute

// maxCode limits the length of a code, in bytes.
const maxCode = 64

// code normalises a code: it removes spaces and hyphens, which users add for legibility.
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

// WrongCode refuses a wrong, expired or used code. The three are not distinguished.
func WrongCode() *Error {
	return &Error{Code: InvalidCredentials, Field: "code", Message: "This code is incorrect or was already used"}
}

// SecondFactorInput authenticates a user who turns two-step sign-in on or off, or requests new recovery codes.
type SecondFactorInput struct {
	Password string
	Code     string
}

// Normal returns the input with the code normalised, or all its errors.
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

// NotThePassword refuses a wrong account password.
func NotThePassword() *Error {
	return &Error{Code: InvalidCredentials, Field: "password", Message: "Incorrect password"}
}

// UserLoginConfirmInput is the second step of signing in.
type UserLoginConfirmInput struct {
	Challenge string
	Code      string
}

// Normal returns the input with the code normalised, or its error.
func (in UserLoginConfirmInput) Normal() (UserLoginConfirmInput, error) {
	var c checker
	in.Code = c.code(in.Code)
	return in, c.found.Err()
}

// BadChallenge refuses a second step whose first step is missing or has expired.
func BadChallenge() *Error {
	return &Error{Code: InvalidToken, Field: "challenge", Message: "Sign-in took too long. Please start again."}
}

// CodeNeeded requests the code of the second factor, in APIs that sign in with one request.
func CodeNeeded() *Error {
	return &Error{Code: SecondFactorRequired, Field: "code",
		Message: "This account uses two-step sign-in. Please send the code as well."}
}

// FactorIsOn refuses to set up a second factor that is already on.
func FactorIsOn() *Error {
	return &Error{Code: NotAllowed, Message: "Two-step sign-in is already on. Turn it off first."}
}

// FactorIsOff refuses an operation that needs a second factor.
func FactorIsOff() *Error {
	return &Error{Code: NotAllowed, Message: "Two-step sign-in is not on."}
}
