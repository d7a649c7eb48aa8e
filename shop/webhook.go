package shop

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Webhook is an address of a partner that events are sent to.
type Webhook struct {
	ID        string
	URL       string
	Kinds     []string // of events that are sent; all when empty
	CreatedAt time.Time
	PausedAt  *time.Time // since when nothing is sent, because deliveries failed for too long
}

// Delivery is one event on its way to one webhook.
type Delivery struct {
	ID          string
	Event       PublishedEvent
	Attempts    int
	CreatedAt   time.Time
	DueAt       *time.Time // when it is tried next; nil when it is delivered, and while its webhook is paused
	DeliveredAt *time.Time // nil until then
	LastStatus  *int       // HTTP status of the last attempt; nil when there was no answer
	LastError   *string    // what went wrong in the last attempt, if anything
}

// WebhookPatience is how long a delivery is tried before its webhook is paused.
const WebhookPatience = 3 * 24 * time.Hour

// WebhookBackoff is the wait after a failed attempt: 5 seconds, doubled each time, at most 6 hours.
func WebhookBackoff(attempts int) time.Duration {
	return min(5*time.Second<<min(max(attempts, 1)-1, 13), 6*time.Hour)
}

// EventKinds are all that a webhook can ask for.
func EventKinds() []EventKind {
	return []EventKind{EventOrderPlaced, EventOrderStatusChanged, EventPreOrderCreated, EventPreOrderConfirmed, EventPreOrderStatusChanged,
		EventPreOrderChanged, EventPreOrderDateChanged, EventPreOrderDateKept, EventPreOrderDeleted,
		EventProductCreated, EventProductChanged, EventProductDeleted, EventStockChanged, EventReviewWritten, EventReviewHidden,
		EventReviewShown, EventQuoteCreated, EventQuoteAnswered, EventContactCreated, EventContactResolved, EventContactReopened, EventContactDeleted,
		EventUserRegistered, EventUserChanged, EventUserDeleted, EventTeamMemberCreated, EventTeamMemberChanged, EventTeamMemberDeleted,
		EventMilestoneCreated, EventMilestoneChanged, EventMilestoneDeleted,
		EventFaqCreated, EventFaqChanged, EventFaqDeleted}
}

// WebhookCreateInput is a new webhook.
type WebhookCreateInput struct {
	URL   string
	Kinds []string
}

const maxWebhookURL = 2000

// Normal checks the input. Kinds come without repetitions.
func (in WebhookCreateInput) Normal() (WebhookCreateInput, error) {
	var c checker
	in.URL = c.text("url", "URL", in.URL, maxWebhookURL, true)
	if len(c.found) == 0 {
		target, err := url.Parse(in.URL)
		if err != nil || target.Hostname() == "" || (target.Scheme != "https" && target.Scheme != "http") || target.User != nil || !isPort(target.Port()) {
			c.add(Invalid, "url", "The URL must be one of https:// or http://, without a name or password in it")
		}
	}
	slices.Sort(in.Kinds)
	in.Kinds = slices.Compact(in.Kinds)
	c.kinds("kinds", in.Kinds)
	return in, c.found.Err()
}

// CheckEventKinds refuses kinds of events that do not exist.
func CheckEventKinds(kinds []string) error {
	var c checker
	c.kinds("kinds", kinds)
	return c.found.Err()
}

func (c *checker) kinds(field string, kinds []string) {
	for _, kind := range kinds {
		if !slices.Contains(EventKinds(), EventKind(kind)) {
			c.add(Invalid, field, "There are no events of the kind "+kind)
		}
	}
}

// isPort tells whether something may listen there; none stands for the usual one.
func isPort(text string) bool {
	number, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && number > 0
}

// WebhookInput names a webhook.
type WebhookInput struct {
	ID string
}

// DeliveryInput names a delivery.
type DeliveryInput struct {
	ID string
}

// WebhookTested tells a webhook that somebody wants to see whether it works.
func WebhookTested(id string) Event {
	return Event{EventWebhookTested, id, map[string]any{}}
}
