package shop

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
	Address   string // network address without port, the key of rate limits
}

// SignedIn reports whether the actor has an account.
func (a Actor) SignedIn() bool { return a.UserID != "" }

// NeedUser refuses visitors.
func (a Actor) NeedUser() error {
	if !a.SignedIn() {
		return &Error{Code: Unauthenticated, Message: "Please login first"}
	}
	return nil
}

// NeedAdmin refuses everybody but admins (spec 6: the role equals the required one exactly).
func (a Actor) NeedAdmin() error {
	if err := a.NeedUser(); err != nil {
		return err
	}
	if a.Role != RoleAdmin {
		return &Error{Code: Forbidden, Message: "This needs the role admin"}
	}
	return nil
}
