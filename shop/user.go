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
	Scopes        []Scope // of the staff role
	NeedsFactor   bool    // whether the staff role requires a second factor
	CreatedAt     time.Time
	Passwordless  bool // has no known password and signs in by a provider only
}

// Permissions returns the account's scopes in the administration: all of them for administrators.
func (u User) Permissions() []Scope {
	if u.Role == RoleAdmin {
		return StaffScopes()
	}
	return u.Scopes
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
	in.Name = c.line("name", "Name", in.Name, 100, true)
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

// Normal returns the input with the address in lower case, or all fields that are missing, or else its first error.
func (in UserLoginInput) Normal() (UserLoginInput, error) {
	in.Email = strings.ToLower(strings.TrimSpace(in.Email))
	var c checker
	for _, f := range []struct{ name, value string }{{"email", in.Email}, {"password", in.Password}} {
		if f.value == "" {
			c.add(Required, f.name, "Please fill in all fields")
		}
	}
	switch {
	case len(c.found) > 0:
		return in, c.found
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
		name := c.line("name", "Name", *in.Name, 100, true)
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
	return &Error{Code: InvalidCredentials, Field: "currentPassword", Message: "Current password is incorrect"}
}

// Customer is an account as administrators see it.
type Customer struct {
	ID            string
	Name          string
	Email         string
	EmailVerified bool
	Role          Role
	StaffRole     *StaffRole // nil if it has none
	WasStaff      bool       // has or had a staff role, or is or was an administrator's
	CreatedAt     time.Time
	BlockedAt     *time.Time // nil if it may sign in
	Sessions      int        // number of current sessions
}

// CustomerUpdateInput changes an account; nil fields stay unchanged.
type CustomerUpdateInput struct {
	ID      string
	Role    *Role
	Blocked *bool
}

// Check refuses changes by which administrators would lock themselves out, and changes of the role by others.
func (in CustomerUpdateInput) Check(actor Actor) error {
	var c checker
	if in.Role != nil {
		if err := actor.NeedAdmin(); err != nil {
			return err
		}
	}
	if in.ID == actor.UserID {
		if in.Role != nil && *in.Role != RoleAdmin {
			c.add(NotAllowed, "role", "You can't remove your own role")
		}
		if in.Blocked != nil && *in.Blocked {
			c.add(NotAllowed, "blocked", "You can't block yourself")
		}
	}
	return c.found.Err()
}

// CustomerSessionsEndInput names an account to be signed out of all sessions.
type CustomerSessionsEndInput struct {
	ID string
}

// Blocked refuses sign-in to a blocked account. It is returned only after the password was verified.
func Blocked() *Error {
	return &Error{Code: NotAllowed, Field: "email", Message: "This account is blocked. Please contact us."}
}

// Session is a signed-in session of an account.
type Session struct {
	ID         string
	Browser    *string // nil if unknown
	System     *string // nil if unknown
	CreatedAt  time.Time
	LastUsedAt time.Time // to the day: its first use on that day in UTC, or its start
	// ExpiresAt is the end of the session unless it is used before: after SessionIdle or at the end of its maximum
	// lifetime, whichever is first.
	ExpiresAt time.Time
	Current   bool // the session of the request
}

// SessionIdle is how long an unused session lasts, counted from LastUsedAt.
const SessionIdle = 14 * 24 * time.Hour

// MaxSessions is the maximum number of sessions listed.
const MaxSessions = 50

// SessionEndInput names a session of the caller to end.
type SessionEndInput struct {
	ID string
}

// agentToken maps a part of a User-Agent to a name.
type agentToken struct{ token, name string }

// The first match counts, because browsers also name other browsers for compatibility.
var (
	browsers = []agentToken{{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systems = []agentToken{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"}}
)

// Device returns the names of the browser and the operating system in a User-Agent, or "" if unknown. No other part of
// the User-Agent is stored.
func Device(agent string) (browser, system string) {
	find := func(tokens []agentToken) string {
		for _, t := range tokens {
			if strings.Contains(agent, t.token) {
				return t.name
			}
		}
		return ""
	}
	return find(browsers), find(systems)
}
