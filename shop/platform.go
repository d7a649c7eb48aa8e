package shop

import "net/url"

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
