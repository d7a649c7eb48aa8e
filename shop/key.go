package shop

import (
	"slices"
	"strings"
	"time"
)

// Scope is a permission of API keys and staff roles. Public data, such as the catalogue, needs no scope.
type Scope string

// The scopes, by object.
const (
	ReadOrders     Scope = "read_orders"
	WriteOrders    Scope = "write_orders"
	ReadPreOrders  Scope = "read_preorders"
	WritePreOrders Scope = "write_preorders"
	ReadContacts   Scope = "read_contacts"
	WriteContacts  Scope = "write_contacts"
	ReadEvents     Scope = "read_events"
	WriteProducts  Scope = "write_products"
	WriteContent   Scope = "write_content" // content of the site, and the visibility of reviews

	// Bank statements, their transfers, and refunds of online payments. Staff also needs it to mark orders as paid or
	// refunded, which API keys may with WriteOrders.
	WritePayments Scope = "write_payments"

	// Of staff roles only.
	ReadQuotes     Scope = "read_quotes"
	WriteQuotes    Scope = "write_quotes"
	ReadCustomers  Scope = "read_customers" // accounts, subscribers to the newsletter and stock alerts
	WriteCustomers Scope = "write_customers"
	WriteSettings  Scope = "write_settings"
)

// KeyScopes returns the scopes that API keys can have.
func KeyScopes() []Scope {
	return []Scope{ReadOrders, WriteOrders, ReadPreOrders, WritePreOrders, ReadContacts, WriteContacts,
		ReadEvents, WriteProducts, WriteContent, WritePayments}
}

// StaffScopes returns the scopes that staff roles can have. They receive events without a scope; see Actor.Receives.
func StaffScopes() []Scope {
	return []Scope{ReadOrders, WriteOrders, WritePayments, ReadQuotes, WriteQuotes, ReadPreOrders, WritePreOrders,
		WriteProducts, WriteContent, ReadCustomers, WriteCustomers, ReadContacts, WriteContacts, WriteSettings}
}

// Limits of a key per minute: the defaults, and the maximums that its creator can set.
const (
	DefaultKeyRequests = 600
	MaxKeyRequests     = 6000
	DefaultKeyCost     = 100_000 // in the units of extensions.cost
	MaxKeyCost         = 1_000_000
)

// Costs of requests outside of GraphQL, charged to a key's budget. GraphQL operations have their own cost.
const (
	RequestCost = 100
	ExportCost  = 1000 // a whole list as a file
)

// APIKey authenticates a partner's program. Its secret is shown once and stored as a hash.
type APIKey struct {
	ID         string
	Name       string
	Hint       string // first characters of the secret, to distinguish keys
	Scopes     []Scope
	MakerID    string
	Requests   int // per minute
	Cost       int // per minute
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	LastUsedAt *time.Time // to the minute
	RevokedAt  *time.Time
}

// KeyActor is the part of an Actor that comes from the request's API key.
type KeyActor struct {
	ID       string
	MakerID  string
	Scopes   []Scope
	Requests int
	Cost     int
}

// APIKeyCreateInput is a new key. Without an expiry time it is valid until it is revoked.
type APIKeyCreateInput struct {
	Name      string
	Scopes    []Scope
	ExpiresAt *time.Time
	Requests  *int
	Cost      *int
}

// Normal returns the input trimmed, with scopes sorted and without duplicates and with default limits, or all its
// errors.
func (in APIKeyCreateInput) Normal(now time.Time) (APIKeyCreateInput, error) {
	var c checker
	in.Name = c.line("name", "Name", in.Name, 100, true)
	slices.Sort(in.Scopes)
	in.Scopes = slices.Compact(in.Scopes)
	c.scopes(in.Scopes, KeyScopes(), "API keys")
	if in.ExpiresAt != nil && !in.ExpiresAt.After(now) {
		c.add(OutOfRange, "expiresAt", "The expiry date must be in the future")
	}
	in.Requests = c.limit("requests", "requests", in.Requests, DefaultKeyRequests, MaxKeyRequests)
	in.Cost = c.limit("cost", "cost", in.Cost, DefaultKeyCost, MaxKeyCost)
	return in, c.found.Err()
}

func (c *checker) limit(field, label string, value *int, fallback, maximum int) *int {
	if value == nil {
		return &fallback
	}
	c.number(field, label, *value, 1, maximum)
	return value
}

// APIKeyRevokeInput names a key to revoke.
type APIKeyRevokeInput struct {
	ID string
}

// KeyPrefix starts every secret, so that leaked secrets can be recognised.
const KeyPrefix = "orrery_"

// IsKey reports whether a bearer token is an API key rather than a session token.
func IsKey(bearer string) bool { return strings.HasPrefix(bearer, KeyPrefix) }
