package shop

import (
	"strings"
	"time"
)

// Session is where somebody is signed in.
type Session struct {
	ID         string
	Browser    *string // nil when it is not known
	System     *string // the same
	CreatedAt  time.Time
	LastUsedAt time.Time // to the day: its first use on that day of UTC, or when it began
	ExpiresAt  time.Time // unless it is used before: after SessionIdle or the whole life, whichever ends first
	Current    bool      // it is the one that asks
}

// SessionIdle is how long a session lasts that is not used, counted from LastUsedAt.
const SessionIdle = 14 * 24 * time.Hour

// MaxSessions is how many sessions are listed.
const MaxSessions = 50

// SessionEndInput names a session of the caller.
type SessionEndInput struct {
	ID string
}

// word is what a part of a User-Agent means.
type word struct{ part, means string }

// The first part that occurs counts: browsers name those that they want to be taken for, too.
var (
	browsers = []word{{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systems = []word{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"},
		{"Mac OS X", "macOS"}, {"Linux", "Linux"}}
)

// Device puts a User-Agent into words; empty where it says nothing that is known. Nothing else of it is kept.
func Device(agent string) (browser, system string) {
	meaning := func(words []word) string {
		for _, w := range words {
			if strings.Contains(agent, w.part) {
				return w.means
			}
		}
		return ""
	}
	return meaning(browsers), meaning(systems)
}
