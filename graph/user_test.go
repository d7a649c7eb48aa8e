package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const login = `mutation ($input: UserLoginInput!) { userLogin(input: $input) { token user { id name email role } userErrors { message code field } } }`

const me = `{ me { name email role cart { itemCount } orders { totalCount nodes { id } } preOrders { totalCount } } }`

func TestRegisterLoginLogout(t *testing.T) {
	d := newServer(t)
	r := d.must("", `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token user { name email role createdAt } userErrors { code } } }`,
		vars{"input": vars{"name": " Ada ", "email": " Ada@Example.org ", "password": "aA1!aA1!"}})
	r.is("userRegister.user.name", "Ada")
	r.is("userRegister.user.email", "ada@example.org")
	r.is("userRegister.user.role", "USER")
	first := r.at("userRegister.token").(string)

	r = d.must("", login, vars{"input": vars{"email": "ADA@example.org", "password": "aA1!aA1!"}})
	second := r.at("userLogin.token").(string)
	d.must(first, me, nil).is("me.email", "ada@example.org")
	d.must(second, me, nil).is("me.orders.totalCount", 0)

	// Logging out ends one session on the server, at once, and leaves the other.
	const logout = `mutation { userLogout { loggedOut userErrors { code } } }`
	d.must(first, logout, nil).is("userLogout.loggedOut", true)
	d.must(first, me, nil).is("me", nil)
	d.must(first, logout, nil).is("userLogout.loggedOut", false)
	if code := d.ask(first, `{ cart { itemCount } }`, nil).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a revoked session reads its cart: %s", code)
	}
	d.must(second, me, nil).is("me.name", "Ada")

	// It ends by itself, too.
	d.Clock.Advance(31 * 24 * time.Hour)
	d.must(second, me, nil).is("me", nil)
}

func TestRegisterRefuses(t *testing.T) {
	d := newServer(t)
	d.register("taken@example.org")
	const query = `mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token user { id } userErrors { message code field } } }`
	for _, c := range []struct{ name, email, password, code, field, message string }{
		{"Ada", "TAKEN@example.org", "aA1!aA1!", "TAKEN", "email", "An account with this email address already exists"},
		{"", "a@b.c", "aA1!aA1!", "REQUIRED", "name", "Name is required"},
		{"Ada", "a@b", "aA1!aA1!", "INVALID", "email", "Please enter a valid email address"},
		{"Ada", "a@b.c", "password", "INVALID", "password",
			"Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)"},
		{"Ada", "a@b.c", "P@ssw0rd2026!", "INVALID", "password",
			"This password is too easy to guess: it is a common one, a name or an address with little added. Please choose another one."},
	} {
		r := d.must("", query, vars{"input": vars{"name": c.name, "email": c.email, "password": c.password}})
		r.is("userRegister.token", nil)
		r.is("userRegister.user", nil)
		r.is("userRegister.userErrors.0.code", c.code)
		r.is("userRegister.userErrors.0.field.0", c.field)
		r.is("userRegister.userErrors.0.message", c.message)
	}
}

func TestLoginGivesOneAnswer(t *testing.T) {
	d := newServer(t)
	d.register("ada@example.org")
	wrong := d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "aA1!aA1?"}})
	unknown := d.must("", login, vars{"input": vars{"email": "eve@example.org", "password": "aA1!aA1?"}})
	wrong.is("userLogin.userErrors.0.message", "Invalid email or password")
	wrong.is("userLogin.userErrors.0.code", "INVALID_CREDENTIALS")
	wrong.is("userLogin", unknown.at("userLogin"))
	d.must("", login, vars{"input": vars{"email": "", "password": "x"}}).is("userLogin.userErrors.0.message", "Please fill in all fields")
}

func TestGuessingIsThrottled(t *testing.T) {
	d := newServer(t)
	d.register("ada@example.org")
	try := func(email, password string) reply {
		return d.ask("", login, vars{"input": vars{"email": email, "password": password}})
	}
	for _, email := range []string{"ada@example.org", "nobody@example.org"} {
		for range 10 {
			try(email, "wrong").is("userLogin.userErrors.0.code", "INVALID_CREDENTIALS")
		}
		if code := try(email, "aA1!aA1!").code(); code != "RATE_LIMITED" {
			t.Errorf("the 11th guess for %s gets %s, even with the right password", email, code)
		}
	}
	// The owner signs in from elsewhere, which does not help who guesses.
	d.comesFrom("192.0.2.77")
	if r := try("ada@example.org", "aA1!aA1!"); r.at("userLogin.token") == nil {
		t.Error("guesses lock the owner out")
	}
	d.comesFrom("127.0.0.1")
	if code := try("ada@example.org", "aA1!aA1!").code(); code != "RATE_LIMITED" {
		t.Errorf("after the owner's sign-in a guess gets %s", code)
	}
	d.Clock.Advance(15 * time.Minute)
	if r := try("ada@example.org", "aA1!aA1!"); r.at("userLogin.token") == nil {
		t.Error("still locked out after the window")
	}
	// From many networks, an account is guessed at 100 times an hour.
	for i := range 101 {
		d.comesFrom(fmt.Sprintf("198.51.100.%d", i))
		if r := try("ada@example.org", "wrong"); len(r.Errors) > 0 != (i == 100) {
			t.Errorf("guess %d from as many networks: %+v", i+1, r.Errors)
		}
	}
	d.Clock.Advance(time.Hour)
	d.comesFrom("127.0.0.1")
	// Success forgets the failures of the account.
	for range 2 {
		for range 9 {
			try("ada@example.org", "wrong")
		}
		if r := try("ada@example.org", "aA1!aA1!"); len(r.Errors) > 0 || r.at("userLogin.token") == nil {
			t.Errorf("the 10th attempt fails: %+v", r.Errors)
		}
	}
}

func TestForgedTokensMakeVisitors(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	parts := strings.Split(token, ".")
	for name, forged := range map[string]string{
		"no signature":       parts[0] + "." + parts[1] + ".",
		"algorithm none":     "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + parts[1] + ".",
		"changed claims":     parts[0] + "." + parts[1][:len(parts[1])-2] + "AA." + parts[2],
		"changed signature":  parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2])),
		"no token at all":    "x",
		"two tokens":         token + " " + token,
		"nothing but spaces": "   ",
	} {
		t.Run(name, func(t *testing.T) {
			d.must(forged, me, nil).is("me", nil)
			d.must(forged, `{ products(first: 1) { nodes { id } } }`, nil).is("products.nodes.0.id", "1")
		})
	}
	d.must(token, me, nil).is("me.email", "ada@example.org")
}
