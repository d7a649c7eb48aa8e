package shop

import (
	"net/url"
	"slices"
	"strings"
)

// Role is the set of permissions of an account.
type Role string

// The two roles.
const (
	RoleUser  Role = "user"
	RoleAdmin Role = "admin"
)

// Actor is the originator of a request. The zero value is a visitor.
type Actor struct {
	UserID    string
	SessionID string
	Role      Role
	Unknown   bool      // has a session that can't be looked up at the moment
	Scopes    []Scope   // of the account's staff role; administrators have all permissions without them
	NoFactor  bool      // the role requires a second factor that isn't set up
	Address   string    // network address without port; limits apply to its Network
	Agent     string    // User-Agent; see Device
	Key       *KeyActor // of a request with an API key, which has no account and no role
	Platform  *Platform // of a request by an agent, which has no account and no role
}

// SignedIn reports whether the actor has an account.
func (a Actor) SignedIn() bool { return a.UserID != "" }

// Owner returns the ID of the account that owns objects created by the actor, nil if no account owns them. The error is
// UNAVAILABLE if the session can't be looked up.
func (a Actor) Owner() (*string, error) {
	if a.Unknown {
		return nil, Unreachable()
	}
	if !a.SignedIn() {
		return nil, nil
	}
	return &a.UserID, nil
}

// NeedUser refuses visitors and API keys: personal data requires the person's own session.
func (a Actor) NeedUser() error {
	if a.Key != nil {
		return &Error{Code: Forbidden, Message: "API keys can't do this. Sign in instead."}
	}
	if a.Unknown {
		return Unreachable()
	}
	if !a.SignedIn() {
		return &Error{Code: Unauthenticated, Message: "Please login first"}
	}
	return nil
}

// NeedAdmin refuses actors whose role is not exactly admin, and administrators without the second factor where it is
// required.
func (a Actor) NeedAdmin() error {
	if err := a.NeedUser(); err != nil {
		return err
	}
	if a.Role != RoleAdmin {
		return &Error{Code: Forbidden, Message: "This requires the admin role"}
	}
	return a.needFactor()
}

func (a Actor) needFactor() error {
	switch {
	case !a.NoFactor:
		return nil
	case a.Role == RoleAdmin:
		return &Error{Code: SecondFactorMissing,
			Message: "Administrators must use two-step sign-in. Set it up in your profile first."}
	}
	return &Error{Code: SecondFactorMissing,
		Message: "Your staff role requires two-step sign-in. Set it up in your profile first."}
}

// Staff reports whether the account has any permission in the administration.
func (a Actor) Staff() bool { return a.Role == RoleAdmin || len(a.Scopes) > 0 }

// NeedStaff refuses actors other than administrators and staff.
func (a Actor) NeedStaff() error {
	if a.Key != nil || !a.Staff() {
		return a.NeedAdmin()
	}
	return a.needFactor()
}

// Need refuses actors other than administrators, and staff and API keys with the scope.
func (a Actor) Need(scope Scope) error {
	held := a.Scopes
	switch {
	case a.Key != nil:
		held = a.Key.Scopes
	case a.Platform != nil:
		held = a.Platform.Scopes
	case a.Role == RoleAdmin || !a.Staff():
		return a.NeedAdmin()
	}
	if !slices.Contains(held, scope) {
		return &Error{Code: Forbidden, Message: "This requires the scope " + strings.ToUpper(string(scope))}
	}
	return a.needFactor()
}

// NeedPerson is like Need, but refuses API keys.
func (a Actor) NeedPerson(scope Scope) error {
	if a.Key != nil {
		return a.NeedUser()
	}
	return a.Need(scope)
}

// Receives reports whether the actor may receive an event of the feed: staff gets those of objects that it may read.
func (a Actor) Receives(kind EventKind) bool {
	if a.Key != nil || a.Role == RoleAdmin || kind.Public() {
		return true
	}
	scope, ok := eventScopes[kind.Object()]
	return ok && a.Runs(scope)
}

// eventScopes holds the scopes that staff needs for the events of objects that aren't public. Those of other objects
// are for administrators only.
var eventScopes = map[string]Scope{"order": ReadOrders, "payment": ReadOrders, "preorder": ReadPreOrders,
	"quote": ReadQuotes, "contact": ReadContacts, "user": ReadCustomers}

// SeesPeople reports whether the actor may see the personal data of an object that it may access: an API key needs the
// scope. Staff who may change an object may read it.
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

// Account returns the ID of the account responsible for the actor's requests, nil if there is none. For an API key it
// is the account of its creator.
func (a Actor) Account() *string {
	switch {
	case a.Key != nil:
		return &a.Key.MakerID
	case a.SignedIn():
		return &a.UserID
	}
	return nil
}

// Caller returns the key under which resources are shared out between callers: users by account, API keys by ID,
// agents by the host of their profile, visitors by network.
func (a Actor) Caller() string {
	switch {
	case a.Key != nil:
		return "key " + a.Key.ID
	case a.SignedIn():
		return "user " + a.UserID
	case a.Platform != nil:
		return "agent " + a.Platform.Host()
	}
	return "address " + Network(a.Address)
}

// NetworkKey returns the key of the network whose shared limits also count the actor's requests and subscriptions, or
// "". Customers are counted because any visitor can create accounts. API keys, administrators and staff are not,
// because administrators create them; visitors are not, because Caller counts them by network already.
func (a Actor) NetworkKey() string {
	if a.Key != nil || !a.SignedIn() || a.Staff() {
		return ""
	}
	return "customers at " + Network(a.Address)
}

// Runs reports whether the actor has the scope's permission for all users' objects.
func (a Actor) Runs(scope Scope) bool { return a.Need(scope) == nil }

// Platform is the program of an agent, such as an assistant, that acts for a person who is not signed in.
type Platform struct {
	Profile string // URL of its profile, which identifies it
	// Scopes are what it may do besides reading public data: what its profile asks for, if the request is signed with
	// a key of the profile.
	Scopes []Scope
}

// Host returns the host of the profile, which names the platform to people. Limits count by host, because a host can
// have any number of profiles.
func (p Platform) Host() string {
	at, err := url.Parse(p.Profile)
	if err != nil {
		return p.Profile
	}
	return at.Host
}

// Scopes of agents' platforms.
const (
	PrepareCheckouts   Scope = "prepare_checkouts" // its own carts and checkouts, which a person orders
	ReadPreparedOrders Scope = "read_prepared_orders"
)

// NeedPlatform refuses actors other than agents with the scope.
func (a Actor) NeedPlatform(scope Scope) error {
	if a.Platform == nil {
		return &Error{Code: Forbidden, Message: "Only agents can do this"}
	}
	return a.Need(scope)
}
