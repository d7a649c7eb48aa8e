package graph_test

import (
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

// Sessions are remembered. Whoever ends one here ends it at once, and needs no notification for that.
func TestASessionThatIsRememberedEndsAtOnce(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DROP TRIGGER sessions_endings ON sessions; DROP TRIGGER users_endings ON users`); err != nil {
		t.Fatal(err)
	}
	admin := d.admin("root@example.org")
	d.register("ada@example.org")
	password := "aA1!aA1!"
	signIn := func() string {
		return d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": password}}).at("userLogin.token").(string)
	}
	var id any
	for _, c := range []struct {
		name string
		end  func(session, other string)
	}{
		{"signing out", func(session, _ string) { d.must(session, `mutation { userLogout { loggedOut } }`, nil) }},
		{"ended by an administrator", func(string, string) { d.must(admin, customerSessionsEnd, vars{"input": vars{"id": id}}) }},
		{"a new password", func(_, other string) {
			was := password
			password = "bB2@bB2@"
			d.must(other, changePass, vars{"input": vars{"currentPassword": was, "newPassword": password}}).is("userPasswordChange.userErrors", []any{})
		}},
		{"a password by a link", func(string, string) { d.reset(d.resetLink("ada@example.org"), password) }},
		{"blocked", func(string, string) { d.must(admin, customerUpdate, vars{"input": vars{"id": id, "blocked": true}}) }},
	} {
		session, other := signIn(), signIn()
		id = d.must(session, whoAmI, nil).at("me.id")
		c.end(session, other)
		if left := d.must(session, whoAmI, nil).at("me"); left != nil {
			t.Errorf("%s leaves %v signed in", c.name, left)
		}
	}
}

func TestARoleThatIsRememberedChangesAtOnce(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DROP TRIGGER users_endings ON users`); err != nil {
		t.Fatal(err)
	}
	first, second := d.admin("root@example.org"), d.admin("ada@example.org")
	id := d.must(second, whoAmI, nil).at("me.id")
	d.must(second, customerOne, vars{"id": id})
	d.must(first, customerUpdate, vars{"input": vars{"id": id, "role": "USER"}})
	if code := d.ask(second, customerOne, vars{"id": id}).code(); code != "FORBIDDEN" {
		t.Errorf("who is no administrator any longer gets %s", code)
	}
}

// What another process ends, or somebody by hand, is heard of; who hears nothing asks each time.
func TestSessionsEndedElsewhere(t *testing.T) {
	d := newServer(t)
	session := d.register("ada@example.org")
	signedIn := func() bool { return d.must(session, whoAmI, nil).at("me") != nil }
	by := func(change string) {
		t.Helper()
		if _, err := d.SQL.Exec(change); err != nil {
			t.Fatal(err)
		}
	}
	signedIn()
	by(`UPDATE users SET blocked_at = now()`)
	within(t, soon, "blocked", func() bool { return !signedIn() })
	by(`UPDATE users SET blocked_at = NULL`)
	within(t, soon, "let in again", signedIn)
	by(`UPDATE users SET role = 'admin'`)
	within(t, soon, "promoted", func() bool { return len(d.ask(session, customerList, nil).Errors) == 0 })
	by(`DELETE FROM sessions`)
	within(t, soon, "deleted", func() bool { return !signedIn() })
}

func TestASessionIsReadOnce(t *testing.T) {
	d := newServer(t)
	session := d.register("ada@example.org")
	d.must(session, whoAmI, nil)
	ask := func() int {
		before := d.Statements(t)
		d.must(session, `{ __typename }`, nil)
		return d.Statements(t) - before
	}
	if n := ask(); n != 0 {
		t.Errorf("%d statements for a session that is known", n)
	}
	d.Clock.Advance(time.Minute)
	if n := ask(); n != 1 {
		t.Errorf("%d statements for a session after a minute", n)
	}
}

// A new signing key signs nobody out as long as the one before is known.
func TestSigningKeysRotate(t *testing.T) {
	d := newServer(t)
	next := strings.Repeat("n", len(secret))
	both := openSigning(t, d.Database, nil, next, []byte(secret))
	alone := openSigning(t, d.Database, nil, next)
	old := d.register("ada@example.org")
	link := d.resetLink("ada@example.org")
	d.must(old, me, nil).is("me.email", "ada@example.org")
	both.must(old, me, nil).is("me.email", "ada@example.org")
	alone.must(old, whoAmI, nil).is("me", nil)

	// What is signed from now on is signed with the new one.
	young := both.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "aA1!aA1!"}}).at("userLogin.token").(string)
	alone.must(young, me, nil).is("me.email", "ada@example.org")
	d.must(young, whoAmI, nil).is("me", nil)

	// A token that the change keeps still ends with its session, and in its time.
	both.must(old, `mutation { userLogout { loggedOut } }`, nil).is("userLogout.loggedOut", true)
	both.must(old, whoAmI, nil).is("me", nil)
	d.Clock.Advance(30 * 24 * time.Hour)
	both.must(young, whoAmI, nil).is("me", nil)
	d.Clock.Advance(-30 * 24 * time.Hour)

	// Links of letters are not signed, so that no key ends them.
	alone.reset(link, "bB2@bB2@")
	alone.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "bB2@bB2@"}}).is("userLogin.userErrors", []any{})
}

const sessionFields = `{ id browser system createdAt lastUsedAt expiresAt current }`

const (
	ownSessions       = `{ me { sessions ` + sessionFields + ` } }`
	sessionEnd        = `mutation ($input: SessionEndInput!) { sessionEnd(input: $input) { user { sessions ` + sessionFields + ` } userErrors { code field } } }`
	sessionsEndOthers = `mutation { sessionsEndOthers { user { sessions ` + sessionFields + ` } userErrors { code } } }`
)

func TestSessionsAreListedAndEnded(t *testing.T) {
	d := newServer(t)
	// What one process ends is over at once in another one, too.
	elsewhere := openInstance(t, d.Database, nil)
	gone := func(token string) func() bool {
		return func() bool { return elsewhere.must(token, whoAmI, nil).at("me") == nil }
	}
	first := d.register("ada@example.org")
	stranger := d.register("eve@example.org")
	d.agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1"
	signIn := func() string {
		d.Clock.Advance(time.Minute)
		return d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "aA1!aA1!"}}).at("userLogin.token").(string)
	}
	phone := signIn()

	r := d.must(phone, ownSessions, nil)
	r.is("me.sessions.0.browser", "Safari")
	r.is("me.sessions.0.system", "iPhone")
	r.is("me.sessions.0.current", true)
	r.is("me.sessions.0.createdAt", "2026-03-02T09:01:00Z")
	r.is("me.sessions.0.lastUsedAt", "2026-03-02T09:01:00Z")
	r.is("me.sessions.0.expiresAt", "2026-03-16T09:01:00Z")
	r.is("me.sessions.1.browser", nil)
	r.is("me.sessions.1.system", nil)
	r.is("me.sessions.1.current", false)
	var kept string
	if err := d.SQL.QueryRow(`SELECT string_agg(s::text, ' ') FROM sessions s`).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(kept, "Mozilla") || strings.Contains(kept, "127.0.0.1") {
		t.Errorf("the session keeps more than its words: %s", kept)
	}

	// The day of the last use is written once a day, and nobody has to look again because of it.
	d.Clock.Advance(26 * time.Hour)
	changes := d.Statements(t)
	d.must(phone, `{ __typename }`, nil)
	if n := d.Statements(t) - changes; n != 2 {
		t.Errorf("%d statements for the first use of a day", n)
	}
	r = d.must(phone, ownSessions, nil)
	r.is("me.sessions.0.lastUsedAt", "2026-03-03T11:01:00Z")
	r.is("me.sessions.1.lastUsedAt", "2026-03-02T09:00:00Z")
	d.Clock.Advance(time.Minute)
	changes = d.Statements(t)
	d.must(phone, `{ __typename }`, nil)
	if n := d.Statements(t) - changes; n != 1 {
		t.Errorf("%d statements for a later use", n)
	}

	// Nobody ends what is somebody else's.
	id := r.at("me.sessions.1.id")
	refused := d.must(stranger, sessionEnd, vars{"input": vars{"id": id}})
	refused.is("sessionEnd.user", nil)
	refused.is("sessionEnd.userErrors.0.code", "NOT_FOUND")
	d.must(stranger, sessionsEndOthers, nil).is("sessionsEndOthers.userErrors", []any{})
	elsewhere.must(first, whoAmI, nil).at("me.id")

	ended := d.must(phone, sessionEnd, vars{"input": vars{"id": id}})
	if left := ended.at("sessionEnd.user.sessions").([]any); len(left) != 1 {
		t.Errorf("%d sessions are left", len(left))
	}
	d.must(first, whoAmI, nil).is("me", nil)
	within(t, soon, "ended from elsewhere", gone(first))
	d.must(phone, sessionEnd, vars{"input": vars{"id": id}}).is("sessionEnd.userErrors.0.code", "NOT_FOUND")
	d.must(phone, sessionEnd, vars{"input": vars{"id": "x"}}).is("sessionEnd.userErrors.0.field.0", "id")

	second, third := signIn(), signIn()
	elsewhere.must(second, whoAmI, nil).at("me.id")
	others := d.must(third, sessionsEndOthers, nil)
	if left := others.at("sessionsEndOthers.user.sessions").([]any); len(left) != 1 {
		t.Errorf("%d sessions are left", len(left))
	}
	others.is("sessionsEndOthers.user.sessions.0.current", true)
	for _, token := range []string{phone, second} {
		d.must(token, whoAmI, nil).is("me", nil)
		within(t, soon, "ended with all others", gone(token))
	}
	elsewhere.must(third, whoAmI, nil).at("me.id")
	elsewhere.must(stranger, whoAmI, nil).at("me.id")

	// Each use puts the end off; whoever stays away is signed out.
	for range 2 {
		d.Clock.Advance(shop.SessionIdle - time.Minute)
		d.must(third, whoAmI, nil).at("me.id")
	}
	d.must(stranger, whoAmI, nil).is("me", nil)
	d.Clock.Advance(shop.SessionIdle)
	d.must(third, whoAmI, nil).is("me", nil)
}
