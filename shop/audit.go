package shop

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// AuditEntry is an administrator's change of one row.
type AuditEntry struct {
	ID        string
	ActorID   string
	ActorName *string // current name; nil if the account was deleted
	Agent     *string // URL of the agent's profile, for its changes; the actor is then NoAccount
	KeyID     *string // API key used, if any; the actor is then the key's creator
	Address   string  // network address of the request
	Action    AuditAction
	Object    AuditObject
	ObjectID  string
	// ObjectName is the current name of the object, such as an order's number; nil if it has none or is gone.
	ObjectName *string
	Before     map[string]json.RawMessage // by column; nil for a new row
	After      map[string]json.RawMessage // by column; nil for a deleted row
	CreatedAt  time.Time
}

// AuditChange is the change of one column. The values are JSON, nil if absent.
type AuditChange struct {
	Name   string
	Before *string
	After  *string
}

// Changes returns the changes sorted by column name.
func (e AuditEntry) Changes() []AuditChange {
	names := maps.Clone(e.Before)
	if names == nil {
		names = map[string]json.RawMessage{}
	}
	maps.Copy(names, e.After)
	changes := []AuditChange{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		changes = append(changes, AuditChange{name, value(e.Before, name), value(e.After, name)})
	}
	return changes
}

func value(columns map[string]json.RawMessage, name string) *string {
	if raw, ok := columns[name]; ok {
		return new(string(raw))
	}
	return nil
}

// AuditAction is the kind of change to a row.
type AuditAction string

// The actions.
const (
	AuditCreated AuditAction = "INSERT"
	AuditChanged AuditAction = "UPDATE"
	AuditDeleted AuditAction = "DELETE"
)

// AuditObject is the kind of a row, named after its table.
type AuditObject string

// The objects that administrators change. Those of the site's content are declared beside their types.
const (
	AuditProduct              AuditObject = "products"
	AuditOrder                AuditObject = "orders"
	AuditPreOrder             AuditObject = "preorders"
	AuditContactMessage       AuditObject = "contact_messages"
	AuditReview               AuditObject = "reviews"
	AuditUser                 AuditObject = "users"
	AuditAPIKey               AuditObject = "api_keys"
	AuditWebhook              AuditObject = "webhooks"
	AuditOrderNote            AuditObject = "order_notes"
	AuditNewsletterSubscriber AuditObject = "newsletter_subscribers"
	AuditSession              AuditObject = "sessions"
	AuditDelivery             AuditObject = "deliveries"
	AuditQuote                AuditObject = "quotes"
	AuditSettings             AuditObject = "settings"
)

// AuditFilter selects entries. All conditions must match.
type AuditFilter struct {
	ActorID  *string
	Object   *AuditObject
	ObjectID *string // requires Object
	From     *time.Time
	Until    *time.Time // exclusive
	Search   *string    // in the administrator's name and email address, the change and object ID; case-insensitive
}

// Normal returns the filter with a normalised search. It refuses an object ID without the kind of the object.
func (f AuditFilter) Normal() (AuditFilter, error) {
	search, err := Searched(f.Search)
	if err != nil {
		return f, err
	}
	f.Search = search
	var c checker
	if f.ObjectID != nil && f.Object == nil {
		c.add(Required, "filter.object", "To filter by object ID, also give the object's kind")
	}
	return f, c.found.Err()
}
