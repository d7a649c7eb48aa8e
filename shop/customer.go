package shop

import "time"

// Customer is an account as administrators see it.
type Customer struct {
	ID            string
	Name          string
	Email         string
	EmailVerified bool
	Role          Role
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

// Check refuses changes by which administrators would lock themselves out.
func (in CustomerUpdateInput) Check(actor Actor) error {
	var c checker
	if in.ID == actor.UserID {
		if in.Role != nil && *in.Role != RoleAdmin {
			c.add(NotAllowed, "role", "You can't take your own role away")
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
