package shop

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Webhook is a URL of a partner to which events are sent.
type Webhook struct {
	ID        string
	URL       string
	Kinds     []string // of events that are sent; all if empty
	CreatedAt time.Time
	PausedAt  *time.Time // since when nothing is sent because deliveries failed for too long
	// FailingSince is the first attempt of the oldest delivery that fails; nil if none does, or while paused.
	FailingSince *time.Time
}

// Delivery is the delivery of one event to one webhook.
type Delivery struct {
	ID          string
	Event       PublishedEvent
	Attempts    int
	CreatedAt   time.Time
	DueAt       *time.Time // time of the next attempt; nil if delivered, or while the webhook is paused
	DeliveredAt *time.Time // nil if not delivered
	LastStatus  *int       // HTTP status of the last attempt; nil without a response
	LastError   *string    // error of the last attempt, if any
	Waiting     bool       // for the delivery of an earlier event of the same object
}

// WebhookPatience is how long a delivery is retried before its webhook is paused.
const WebhookPatience = 3 * 24 * time.Hour

// WebhookBackoff returns the delay after a failed attempt: 5 seconds, doubled each time, at most 6 hours.
func WebhookBackoff(attempts int) time.Duration {
	return min(5*time.Second<<min(max(attempts, 1)-1, 13), 6*time.Hour)
}

// WebhookCreateInput is a new webhook.
type WebhookCreateInput struct {
	URL   string
	Kinds []string
}

const maxWebhookURL = 2000

// Normal returns the input trimmed, with kinds sorted and without duplicates, or all its errors. Unless private
// addresses are allowed, the host must not be one; what a name leads to is checked when an event is delivered.
func (in WebhookCreateInput) Normal(allowPrivate bool) (WebhookCreateInput, error) {
	var c checker
	in.URL = c.text("url", "URL", in.URL, maxWebhookURL, true)
	if len(c.found) == 0 {
		target, err := url.Parse(in.URL)
		if err != nil || target.Hostname() == "" || (target.Scheme != "https" && target.Scheme != "http") ||
			target.User != nil || !isPort(target.Port()) {
			c.add(Invalid, "url", "The URL must start with https:// or http:// and contain no username or password")
		} else if !allowPrivate && isPrivateHost(target.Hostname()) {
			c.add(Invalid, "url", "The URL must be public: localhost and private addresses are not allowed")
		}
	}
	slices.Sort(in.Kinds)
	in.Kinds = slices.Compact(in.Kinds)
	c.kinds("kinds", in.Kinds)
	return in, c.found.Err()
}

// CheckEventKinds refuses unknown kinds of events.
func CheckEventKinds(kinds []string) error {
	var c checker
	c.kinds("kinds", kinds)
	return c.found.Err()
}

func (c *checker) kinds(field string, kinds []string) {
	for _, kind := range kinds {
		if !slices.Contains(EventKinds(), EventKind(kind)) {
			c.add(Invalid, field, "There is no event kind "+kind)
		}
	}
}

// isPort reports whether text is a valid port number, or empty for the default port.
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

// WebhookTested is the event that an administrator sends to test a webhook.
func WebhookTested(id string) Event {
	return Event{EventWebhookTested, id, map[string]any{}}
}

// reserved are ranges that net/netip does not count as private but that are not assigned on the public network, or that
// lead to another network: the IPv6 ranges that embed IPv4 addresses.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("5f00::/16"), netip.MustParsePrefix("fec0::/10"),
}

// isPrivateHost reports whether a host is an address that is not public, or a name of this machine (RFC 6761, 6.3).
func isPrivateHost(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return !IsPublic(address)
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// IsPublic reports whether an address belongs to the public network.
func IsPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("") // no prefix contains an address with a zone
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	for _, prefix := range reserved {
		if prefix.Contains(address) {
			return false
		}
	}
	return true
}
