package graph_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"orrery/auth"
	"orrery/db"
	"orrery/shop"
)

const (
	factorBegin   = `mutation { secondFactorBegin { setup { secret uri qrSize qrPath } userErrors { code } } }`
	factorConfirm = `mutation ($input: SecondFactorInput!) { secondFactorConfirm(input: $input) { user { secondFactor { since recoveryCodes } secondFactorMissing } recoveryCodes userErrors { code field message } } }`
	codesRenew    = `mutation ($input: SecondFactorInput!) { recoveryCodesRenew(input: $input) { recoveryCodes userErrors { code field } } }`
	factorEnd     = `mutation ($input: SecondFactorInput!) { secondFactorEnd(input: $input) { user { secondFactor { since } } userErrors { code field } } }`
	stepOne       = `mutation ($input: UserLoginInput!) { userLogin(input: $input) { token challenge user { id secondFactorMissing } userErrors { code } } }`
	stepTwo       = `mutation ($input: UserLoginConfirmInput!) { userLoginConfirm(input: $input) { token challenge user { email secondFactorMissing } userErrors { code field } } }`
)

const factorPassword = "aA1!aA1!"

// app is an authenticator.
type app struct {
	d      *testServer
	secret string
}

func (a app) code() string {
	a.d.t.Helper()
	code, err := totp.GenerateCode(a.secret, a.d.Clock.Now())
	if err != nil {
		a.d.t.Fatal(err)
	}
	return code
}

// next is a code that was not used.
func (a app) next() string {
	a.d.t.Helper()
	a.d.Clock.Advance(30 * time.Second)
	return a.code()
}

func proof(password, code string) vars {
	return vars{"input": vars{"password": password, "code": code}}
}

// secondFactor turns it on, for an account whose address is verified by that, and returns the app and the recovery
// codes.
func (d *testServer) secondFactor(token string) (app, []any) {
	d.t.Helper()
	d.exec(`UPDATE users SET email_verified_at = $2 WHERE email = $1 AND email_verified_at IS NULL`,
		d.must(token, `{ me { email } }`, nil).at("me.email"), d.Clock.Now())
	phone := app{d, d.must(token, factorBegin, nil).at("secondFactorBegin.setup.secret").(string)}
	r := d.must(token, factorConfirm, proof(factorPassword, phone.code()))
	r.is("secondFactorConfirm.userErrors", []any{})
	return phone, r.at("secondFactorConfirm.recoveryCodes").([]any)
}

func (d *testServer) challenge(email string) string {
	d.t.Helper()
	r := d.must("", stepOne, vars{"input": vars{"email": email, "password": factorPassword}})
	r.is("userLogin.token", nil)
	r.is("userLogin.user", nil)
	r.is("userLogin.userErrors", []any{})
	return r.at("userLogin.challenge").(string)
}

func (d *testServer) confirm(challenge, code string) reply {
	d.t.Helper()
	return d.must("", stepTwo, vars{"input": vars{"challenge": challenge, "code": code}})
}

func TestSecondFactor(t *testing.T) {
	d := newServer(t)
	other := d.register("ada@example.org")
	d.exec(`UPDATE users SET email_verified_at = now()`)
	session := d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": factorPassword}}).at("userLogin.token").(string)

	// What was begun counts only once a code was seen.
	setup := d.must(session, factorBegin, nil)
	phone := app{d, setup.at("secondFactorBegin.setup.secret").(string)}
	if uri := setup.at("secondFactorBegin.setup.uri"); uri != "otpauth://totp/Orrery%20Robotics:ada@example.org?issuer=Orrery%20Robotics&secret="+phone.secret {
		t.Errorf("the app reads %v", uri)
	}
	if path := setup.at("secondFactorBegin.setup.qrPath").(string); strings.Trim(path, "Mhvz-0123456789 ") != "" || len(path) < 1000 {
		t.Errorf("the QR code is drawn by %q", path)
	}
	d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": factorPassword}}).is("userLogin.userErrors", []any{})
	for name, c := range map[string]struct{ password, code, field string }{
		"a wrong password": {"guess", phone.code(), "password"},
		"a wrong code":     {factorPassword, "000000", "code"},
		"no code":          {factorPassword, " ", "code"},
	} {
		if r := d.must(session, factorConfirm, proof(c.password, c.code)); r.at("secondFactorConfirm.userErrors.0.field.0") != c.field {
			t.Errorf("%s: %v", name, r.Data)
		}
	}
	r := d.must(session, factorConfirm, proof(factorPassword, phone.code()))
	r.is("secondFactorConfirm.user.secondFactor.recoveryCodes", 10)
	recovery := r.at("secondFactorConfirm.recoveryCodes").([]any)
	used := phone.code()
	d.must(other, whoAmI, nil).is("me", nil)
	if m := lastMail[shop.SecondFactorMail](d); m.To.Email != "ada@example.org" || !m.On {
		t.Errorf("the letter tells %+v", m)
	}
	d.must(session, factorBegin, nil).is("secondFactorBegin.userErrors.0.code", "NOT_ALLOWED")
	for _, table := range []string{"second_factors", "recovery_codes"} {
		var kept string
		if err := d.SQL.QueryRow(`SELECT string_agg(t::text, ' ') FROM ` + table + ` t`).Scan(&kept); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(kept, phone.secret) || strings.Contains(kept, fmt.Sprint(recovery[0])) {
			t.Errorf("%s keeps what it should not: %s", table, kept)
		}
	}

	// The password alone makes no session, and its challenge is good for nothing but the second step.
	challenge := d.challenge("ada@example.org")
	d.must(challenge, whoAmI, nil).is("me", nil)
	d.confirm(session, phone.next()).is("userLoginConfirm.userErrors.0.code", "INVALID_TOKEN")
	d.confirm(challenge, used).is("userLoginConfirm.userErrors.0.code", "INVALID_CREDENTIALS") // it has turned the second step on
	code := phone.code()
	signedIn := d.confirm(challenge, code[:3]+" "+code[3:])
	signedIn.is("userLoginConfirm.user.email", "ada@example.org")
	d.must(signedIn.at("userLoginConfirm.token").(string), me, nil).is("me.email", "ada@example.org")
	challenge = d.challenge("ada@example.org")
	d.confirm(challenge, code).is("userLoginConfirm.userErrors.0.code", "INVALID_CREDENTIALS")

	// Of the same code at the same time one counts, of as many challenges.
	code = phone.next()
	var mu sync.Mutex
	var wg sync.WaitGroup
	in := 0
	for range 4 {
		challenge := d.challenge("ada@example.org")
		wg.Go(func() {
			if d.confirm(challenge, code).at("userLoginConfirm.token") != nil {
				mu.Lock()
				in++
				mu.Unlock()
			}
		})
	}
	if wg.Wait(); in != 1 {
		t.Errorf("a code signs in %d times", in)
	}

	// A recovery code works once, however it is written, and late is too late.
	challenge = d.challenge("ada@example.org")
	lost := strings.ToLower(strings.ReplaceAll(fmt.Sprint(recovery[0]), "-", " "))
	d.confirm(challenge, lost).is("userLoginConfirm.userErrors", []any{})
	challenge = d.challenge("ada@example.org")
	d.confirm(challenge, lost).is("userLoginConfirm.userErrors.0.code", "INVALID_CREDENTIALS")
	d.must(session, `{ me { secondFactor { recoveryCodes } } }`, nil).is("me.secondFactor.recoveryCodes", 9)
	d.Clock.Advance(5 * time.Minute)
	d.confirm(challenge, phone.code()).is("userLoginConfirm.userErrors.0.code", "INVALID_TOKEN")

	renewed := d.must(session, codesRenew, proof(factorPassword, fmt.Sprint(recovery[1])))
	fresh := renewed.at("recoveryCodesRenew.recoveryCodes").([]any)
	challenge = d.challenge("ada@example.org")
	d.confirm(challenge, fmt.Sprint(recovery[2])).is("userLoginConfirm.userErrors.0.code", "INVALID_CREDENTIALS")
	d.confirm(challenge, fmt.Sprint(fresh[0])).is("userLoginConfirm.userErrors", []any{})

	// Nobody guesses for long, not even who is right in the end, nor by another key of the shop.
	challenge = d.challenge("ada@example.org")
	for range 10 {
		d.confirm(challenge, "000000")
	}
	late := d.ask("", stepTwo, vars{"input": vars{"challenge": challenge, "code": phone.next()}})
	if late.code() != "RATE_LIMITED" {
		t.Errorf("one guess too many answers %s", late.code())
	}
	d.Clock.Advance(15 * time.Minute)

	d.must(session, factorEnd, proof(factorPassword, "000000")).is("secondFactorEnd.userErrors.0.field.0", "code")
	d.must(session, factorEnd, proof(factorPassword, phone.next())).is("secondFactorEnd.user.secondFactor", nil)
	if m := lastMail[shop.SecondFactorMail](d); m.On {
		t.Error("no letter tells that it is off")
	}
	if !d.canLogin("ada@example.org", factorPassword) {
		t.Error("the password alone does not sign in again")
	}
	d.must(session, codesRenew, proof(factorPassword, phone.next())).is("recoveryCodesRenew.userErrors.0.code", "NOT_ALLOWED")
}

// The secret of an app survives a new signing key, and the end of the one that it was sealed with.
func TestSecondFactorSurvivesANewKey(t *testing.T) {
	d := newServer(t)
	phone, _ := d.secondFactor(d.register("ada@example.org"))
	next := strings.Repeat("n", len(secret))
	rotated := openSigning(t, d.Database, nil, next, []byte(secret))
	challenge := d.challenge("ada@example.org")
	if rotated.confirm(challenge, phone.next()).at("userLoginConfirm.token") == nil {
		t.Error("the code of a secret that the previous key sealed does not count")
	}
	accounts, err := auth.New(d.Store, []byte(next), d.Clock.Now, []byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	if err := accounts.Reseal(context.Background()); err != nil {
		t.Fatal(err)
	}
	alone := openSigning(t, d.Database, nil, next)
	if alone.confirm(alone.challenge("ada@example.org"), phone.next()).at("userLoginConfirm.token") == nil {
		t.Error("the code does not count once the previous key is gone")
	}
}

// Where it is required an administrator can do nothing of the role without it.
func TestAdministratorsNeedTheSecondFactor(t *testing.T) {
	d := newServer(t)
	strict := *d.Database
	var err error
	strict.Store, err = db.Open(context.Background(), db.Config{URL: d.URL, Terms: shop.DefaultTerms(), Now: d.Clock.Now, AdminFactor: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = strict.Store.Close() })
	s := openInstance(t, &strict, nil)
	token, customer := s.admin("root@example.org"), s.register("ada@example.org")
	const missing = `{ me { secondFactorMissing } }`
	s.must(customer, missing, nil).is("me.secondFactorMissing", false)
	d.must(token, missing, nil).is("me.secondFactorMissing", false)
	d.must(token, customerList, nil)

	s.must(token, missing, nil).is("me.secondFactorMissing", true)
	if code := s.ask(token, customerList, nil).code(); code != "SECOND_FACTOR_MISSING" {
		t.Errorf("an administrator without it gets %s", code)
	}
	if code := s.ask(customer, customerList, nil).code(); code != "FORBIDDEN" {
		t.Errorf("a customer gets %s", code)
	}
	s.must(token, me, nil).is("me.email", "root@example.org")
	phone, _ := s.secondFactor(token)
	s.must(token, missing, nil).is("me.secondFactorMissing", false)
	s.must(token, customerList, nil)
	s.must(token, factorEnd, proof(factorPassword, phone.next())).is("secondFactorEnd.userErrors", []any{})
	if code := s.ask(token, customerList, nil).code(); code != "SECOND_FACTOR_MISSING" {
		t.Errorf("an administrator who has turned it off gets %s", code)
	}

	s.must("", stepOne, vars{"input": vars{"email": "root@example.org", "password": factorPassword}}).is("userLogin.user.secondFactorMissing", true)

	// The command of the process is the way back in.
	s.secondFactor(token)
	s.challenge("root@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now()`); err != nil {
		t.Fatal(err)
	}
	s.secondFactor(customer)
	for _, email := range []string{"root@example.org", "ada@example.org"} {
		if _, err := d.Store.Accounts.MakeAdmin(context.Background(), email, "hash"); err != nil {
			t.Fatal(err)
		}
	}
	if !s.canLogin("root@example.org", factorPassword) {
		t.Error("an administrator who has lost the app does not get in")
	}
	s.challenge("ada@example.org") // who becomes one keeps it
}
