package shop

import (
	"slices"
	"strings"
	"time"
)

// Scope is what an API key may do beyond what everybody may. The catalogue and all else that is public needs none.
type Scope string

// The scopes, by noun.
const (
	ReadOrders     Scope = "read_orders"
	WriteOrders    Scope = "write_orders"
	ReadPreOrders  Scope = "read_preorders"
	WritePreOrders Scope = "write_preorders"
	ReadContacts   Scope = "read_contacts"
	WriteContacts  Scope = "write_contacts"
	ReadEvents     Scope = "read_events"
	WriteProducts  Scope = "write_products"
	WriteContent   Scope = "write_content" // team, milestones, frequent questions, and which reviews are seen
)

// Scopes are all of them.
func Scopes() []Scope {
	return []Scope{ReadOrders, WriteOrders, ReadPreOrders, WritePreOrders, ReadContacts, WriteContacts, ReadEvents, WriteProducts, WriteContent}
}

// What a key may ask for in a minute unless its maker says otherwise, and at most.
const (
	DefaultKeyRequests = 600
	MaxKeyRequests     = 6000
	DefaultKeyCost     = 100_000 // as extensions.cost counts
	MaxKeyCost         = 1_000_000
)

// What requests outside of GraphQL take from a key's budget, whose operations have a cost of their own.
const (
	RequestCost = 100
	ExportCost  = 1000 // a whole list as a file
)

// APIKey lets a partner's program ask. Its secret is shown once and kept as a hash.
type APIKey struct {
	ID         string
	Name       string
	Hint       string // how the secret begins, to tell keys apart
	Scopes     []Scope
	MakerID    string
	Requests   int // a minute
	Cost       int // a minute
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	LastUsedAt *time.Time // to the minute
	RevokedAt  *time.Time
}

// KeyActor is what a key that is asked with says of the actor.
type KeyActor struct {
	ID       string
	MakerID  string
	Scopes   []Scope
	Requests int
	Cost     int
}

// APIKeyCreateInput is a new key. Without a time of expiry it works until it is revoked.
type APIKeyCreateInput struct {
	Name      string
	Scopes    []Scope
	ExpiresAt *time.Time
	Requests  *int
	Cost      *int
}

// Normal trims and checks the input. Scopes come without repetitions, limits with their defaults.
func (in APIKeyCreateInput) Normal(now time.Time) (APIKeyCreateInput, error) {
	var c checker
	in.Name = c.text("name", "Name", in.Name, 100, true)
	slices.Sort(in.Scopes)
	in.Scopes = slices.Compact(in.Scopes)
	if in.ExpiresAt != nil && !in.ExpiresAt.After(now) {
		c.add(OutOfRange, "expiresAt", "The key has to expire in the future")
	}
	in.Requests = c.limit("requests", "requests", in.Requests, DefaultKeyRequests, MaxKeyRequests)
	in.Cost = c.limit("cost", "cost", in.Cost, DefaultKeyCost, MaxKeyCost)
	return in, c.found.Err()
}

func (c *checker) limit(field, label string, given *int, usual, most int) *int {
	if given == nil {
		return &usual
	}
	c.number(field, label, *given, 1, most)
	return given
}

// APIKeyRevokeInput names a key that is to work no more.
type APIKeyRevokeInput struct {
	ID string
}

// KeyPrefix begins every secret, so that one that leaked can be recognised.
const KeyPrefix = "orrery_"

// IsKey tells a key's secret from the token of a session.
func IsKey(bearer string) bool { return strings.HasPrefix(bearer, KeyPrefix) }
