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
	BlockedAt     *time.Time // nil when it may sign in
	Sessions      int        // that run now
}

// CustomerUpdateInput is a change of an account; nil stays as it is.
type CustomerUpdateInput struct {
	ID      string
	Role    *Role
	Blocked *bool
}

// Check refuses changes that would lock the one who makes them out.
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

// CustomerSessionsEndInput names an account that is to be signed out everywhere.
type CustomerSessionsEndInput struct {
	ID string
}

// Blocked refuses somebody whose password was right.
func Blocked() *Error {
	return &Error{Code: NotAllowed, Field: "email", Message: "This account is blocked. Please contact us."}
}
