package shop

import (
	"strings"
	"time"
)

// Session is a signed-in session of an account.
type Session struct {
	ID         string
	Browser    *string // nil if unknown
	System     *string // nil if unknown
	CreatedAt  time.Time
	LastUsedAt time.Time // to the day: its first use on that day in UTC, or its start
	// ExpiresAt is the end of the session unless it is used before: after SessionIdle or at the end of its maximum
	// lifetime, whichever is first.
	ExpiresAt time.Time
	Current   bool // the session of the request
}

// SessionIdle is how long an unused session lasts, counted from LastUsedAt.
const SessionIdle = 14 * 24 * time.Hour

// MaxSessions is the maximum number of sessions listed.
const MaxSessions = 50

// SessionEndInput names a session of the caller to end.
type SessionEndInput struct {
	ID string
}

// agentToken maps a part of a User-Agent to a name.
type agentToken struct{ token, name string }

// The first match counts, because browsers also name other browsers for compatibility.
var (
	browsers = []agentToken{{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systems = []agentToken{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"}}
)

// Device returns the names of the browser and the operating system in a User-Agent, or "" if unknown. No other part of
// the User-Agent is stored.
func Device(agent string) (browser, system string) {
	find := func(tokens []agentToken) string {
		for _, t := range tokens {
			if strings.Contains(agent, t.token) {
				return t.name
			}
		}
		return ""
	}
	return find(browsers), find(systems)
}
