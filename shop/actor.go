package shop

import (
	"slices"
	"strings"
)

// Role is what an account may do (spec 6), in the specification's words.
type Role string

// The two roles.
const (
	RoleUser  Role = "user"
	RoleAdmin Role = "admin"
)

// Actor is who asks. The zero value is a visitor.
type Actor struct {
	UserID    string
	SessionID string
	Role      Role
	Unknown   bool      // somebody with a session that can't be looked up at the moment
	NoFactor  bool      // an administrator who has to set up the second factor before anything else of the role
	Address   string    // network address without port; limits count its Network
	Agent     string    // what the browser calls itself; see Device
	Key       *KeyActor // of who asks with an API key: nobody's account, and no role
}

// SignedIn reports whether the actor has an account.
func (a Actor) SignedIn() bool { return a.UserID != "" }

// Owner is whose account has what the actor makes, nil when it is nobody's; UNAVAILABLE when that can't be told.
func (a Actor) Owner() (*string, error) {
	if a.Unknown {
		return nil, Unreachable()
	}
	if !a.SignedIn() {
		return nil, nil
	}
	return &a.UserID, nil
}

// NeedUser refuses visitors, and API keys: what belongs to a person needs that person.
func (a Actor) NeedUser() error {
	if a.Key != nil {
		return &Error{Code: Forbidden, Message: "This needs somebody who has signed in, not an API key"}
	}
	if a.Unknown {
		return Unreachable()
	}
	if !a.SignedIn() {
		return &Error{Code: Unauthenticated, Message: "Please login first"}
	}
	return nil
}

// NeedAdmin refuses everybody but admins (spec 6: the role equals the required one exactly), and those who lack the second factor
// where it is required.
func (a Actor) NeedAdmin() error {
	if err := a.NeedUser(); err != nil {
		return err
	}
	if a.Role != RoleAdmin {
		return &Error{Code: Forbidden, Message: "This needs the role admin"}
	}
	if a.NoFactor {
		return &Error{Code: SecondFactorMissing, Message: "Administrators need two-step sign-in here. Please set it up in your profile first."}
	}
	return nil
}

// Need refuses everybody but admins and API keys with the scope.
func (a Actor) Need(scope Scope) error {
	if a.Key == nil {
		return a.NeedAdmin()
	}
	if !slices.Contains(a.Key.Scopes, scope) {
		return &Error{Code: Forbidden, Message: "This needs the scope " + strings.ToUpper(string(scope))}
	}
	return nil
}

// SeesPeople tells whether the actor may know whom an object is about, once it may reach the object: an API key needs the scope.
func (a Actor) SeesPeople(scope Scope) bool {
	return a.Key == nil || slices.Contains(a.Key.Scopes, scope)
}

// NeedUserOr refuses visitors, and API keys without the scope.
func (a Actor) NeedUserOr(scope Scope) error {
	if a.Key != nil {
		return a.Need(scope)
	}
	return a.NeedUser()
}

// Account is whose account answers for what the actor does, nil when it is nobody's: of an API key its maker's.
func (a Actor) Account() *string {
	switch {
	case a.Key != nil:
		return &a.Key.MakerID
	case a.SignedIn():
		return &a.UserID
	}
	return nil
}

// Caller names who uses the shop, for what is shared out between callers: people by their account, visitors by their network.
func (a Actor) Caller() string {
	switch {
	case a.Key != nil:
		return "key " + a.Key.ID
	case a.SignedIn():
		return "user " + a.UserID
	}
	return "address " + Network(a.Address)
}

// Crowd names the network of an actor whose requests and subscriptions also count for everybody in it, empty if they don't. Anybody can
// make accounts, so customers count; keys and administrators are made by administrators, and visitors count for their network already.
func (a Actor) Crowd() string {
	if a.Key != nil || !a.SignedIn() || a.Role == RoleAdmin {
		return ""
	}
	return "customers at " + Network(a.Address)
}

// Runs tells whether the actor may do to everybody's things what the scope names.
func (a Actor) Runs(scope Scope) bool { return a.Need(scope) == nil }
