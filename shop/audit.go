package shop

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// AuditEntry is what an administrator has changed of one row.
type AuditEntry struct {
	ID        string
	ActorID   string
	ActorName *string // as it is now; nil when the account is gone
	KeyID     *string // of the API key that was used, whose maker the actor is then
	Address   string  // network address that it came from
	Action    AuditAction
	Object    AuditObject
	ObjectID  string
	Before    map[string]json.RawMessage // by column; nil for what is new
	After     map[string]json.RawMessage // by column; nil for what is gone
	CreatedAt time.Time
}

// AuditChange is what became of one column. The values are JSON; nil where there is none.
type AuditChange struct {
	Name   string
	Before *string
	After  *string
}

// Changes are the columns by name.
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

// AuditAction is what was done to a row.
type AuditAction string

// What can be done to a row.
const (
	AuditCreated AuditAction = "INSERT"
	AuditChanged AuditAction = "UPDATE"
	AuditDeleted AuditAction = "DELETE"
)

// AuditObject is the kind of a row, by the name of its table.
type AuditObject string

// What administrators change.
const (
	AuditProduct        AuditObject = "products"
	AuditOrder          AuditObject = "orders"
	AuditPreOrder       AuditObject = "preorders"
	AuditTeamMember     AuditObject = "team_members"
	AuditMilestone      AuditObject = "milestones"
	AuditContactMessage AuditObject = "contact_messages"
	AuditReview         AuditObject = "reviews"
	AuditFaqEntry       AuditObject = "faq_entries"
	AuditUser           AuditObject = "users"
	AuditAPIKey         AuditObject = "api_keys"
	AuditWebhook        AuditObject = "webhooks"
	AuditOrderNote      AuditObject = "order_notes"
	AuditSubscriber     AuditObject = "newsletter_subscribers"
	AuditSession        AuditObject = "sessions"
	AuditDelivery       AuditObject = "deliveries"
	AuditQuote          AuditObject = "quotes"
)

// AuditFilter says which entries to list. All given conditions must hold.
type AuditFilter struct {
	ActorID  *string
	Object   *AuditObject
	ObjectID *string // needs Object
	From     *time.Time
	Until    *time.Time // not included
}

// Check refuses a filter that means nothing.
func (f AuditFilter) Check() error {
	var c checker
	if f.ObjectID != nil && f.Object == nil {
		c.add(Required, "filter.object", "An object's identifier needs the kind of the object")
	}
	return c.found.Err()
}
