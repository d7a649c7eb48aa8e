package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

func register(t *testing.T, d *dbtest.Database, email string) shop.Actor {
	t.Helper()
	in := shop.UserRegisterInput{Name: "Ada", Email: email}
	user, session, err := d.Store.Users.Create(context.Background(), shop.Actor{}, in, "hash", d.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return shop.Actor{UserID: user.ID, SessionID: session, Role: user.Role}
}

func issue(t *testing.T, d *dbtest.Database, mail shop.Mail) string {
	t.Helper()
	mail, owed, err := d.Store.Accounts.IssueLink(context.Background(), mail)
	if err != nil || !owed {
		t.Fatalf("no link for %T: %v", mail, err)
	}
	switch m := mail.(type) {
	case shop.VerificationMail:
		return m.Token
	case shop.PasswordResetMail:
		return m.Token
	case shop.EmailChangedMail:
		return m.Token
	}
	t.Fatalf("%T has no link", mail)
	return ""
}

// A registration owes a letter, and one that is refused owes none.
func TestRegistrationOwesVerification(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	register(t, d, "ada@example.org")
	in := shop.UserRegisterInput{Name: "Eve", Email: "ada@example.org"}
	if _, _, err := d.Store.Users.Create(context.Background(), shop.Actor{}, in, "hash", d.Clock.Now()); err == nil {
		t.Error("an address is registered twice")
	}
	if n := len(d.Mails(t, "email-verification")); n != 1 {
		t.Errorf("%d letters wait, want 1", n)
	}
}

// A link that is opened many times at once works once.
func TestLinkWorksOnceAtOnce(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	register(t, d, "ada@example.org")
	token := issue(t, d, shop.PasswordResetMail{Email: "ada@example.org"})
	var worked, refused atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var refusal *shop.Error
			switch err := d.Store.Accounts.ResetPassword(context.Background(), shop.Actor{}, shop.PasswordResetInput{Token: token}, "new"); {
			case err == nil:
				worked.Add(1)
			case errors.As(err, &refusal) && refusal.Code == shop.InvalidToken:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if worked.Load() != 1 || refused.Load() != 7 {
		t.Errorf("it worked %d times and was refused %d times", worked.Load(), refused.Load())
	}
}

// Of two changes that knew the same password, one is refused.
func TestPasswordChangedMeanwhile(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ada := register(t, d, "ada@example.org")
	if _, err := d.Store.Accounts.ChangePassword(context.Background(), ada, shop.UserPasswordChangeInput{}, "hash", "first"); err != nil {
		t.Fatal(err)
	}
	var refusal *shop.Error
	_, err := d.Store.Accounts.ChangePassword(context.Background(), ada, shop.UserPasswordChangeInput{}, "hash", "second")
	if !errors.As(err, &refusal) || refusal.Code != shop.InvalidCredentials {
		t.Errorf("the second change: %v", err)
	}
}

// Letters without a link come back as they are.
func TestIssueLinkLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	mail := shop.PasswordChangedMail{To: shop.Recipient{Email: "ada@example.org"}}
	if same, owed, err := d.Store.Accounts.IssueLink(context.Background(), mail); same != shop.Mail(mail) || !owed || err != nil {
		t.Errorf("%+v, %v, %v", same, owed, err)
	}
}

func TestSweepForgetsLinks(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ada := register(t, d, "ada@example.org")
	issue(t, d, shop.PasswordResetMail{Email: "ada@example.org"})
	issue(t, d, shop.VerificationMail{UserID: ada.UserID})
	for _, step := range []struct {
		wait time.Duration
		want int
	}{{time.Hour - time.Second, 2}, {time.Second, 1}, {23 * time.Hour, 0}} {
		d.Clock.Advance(step.wait)
		if err := d.Store.Ops.Sweep(context.Background()); err != nil {
			t.Fatal(err)
		}
		if n := count(t, d.SQL, "one_time_tokens"); n != step.want {
			t.Errorf("after %v more: %d links, want %d", step.wait, n, step.want)
		}
	}
}

// Whoever registered an address that was never verified may be anybody: being made an admin leaves them nothing to get in with.
func TestMakeAdmin(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	account := func(email string) (role, hash string, pending *string) {
		err := d.SQL.QueryRow(`SELECT role, password_hash, pending_email FROM users WHERE email = $1`, email).Scan(&role, &hash, &pending)
		if err != nil {
			t.Fatal(err)
		}
		return role, hash, pending
	}
	squatter, owner := register(t, d, "squatted@example.org"), register(t, d, "owned@example.org")
	if _, err := d.Store.Users.Update(ctx, squatter, shop.UserUpdateInput{Email: text("squatter@example.net")}); err != nil {
		t.Fatal(err)
	}
	pending := issue(t, d, shop.VerificationMail{UserID: squatter.UserID})
	verified := shop.EmailVerifyInput{Token: issue(t, d, shop.VerificationMail{UserID: owner.UserID})}
	if err := d.Store.Accounts.VerifyEmail(ctx, shop.Actor{}, verified); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		email, hash string
		session     shop.Actor
		survives    bool
	}{
		{"new@example.org", "nobody's", shop.Actor{}, false},
		{"squatted@example.org", "nobody's", squatter, false},
		{"owned@example.org", "hash", owner, true},
	} {
		token, err := d.Store.Accounts.MakeAdmin(ctx, c.email, "nobody's")
		if err != nil {
			t.Fatal(err)
		}
		role, hash, waits := account(c.email)
		if role != "admin" || hash != c.hash || waits != nil {
			t.Errorf("%s: role %s, hash %s, pending %v", c.email, role, hash, waits)
		}
		if _, err := d.Store.Users.SessionActor(ctx, c.session.SessionID, c.session.UserID); (err == nil) != c.survives {
			t.Errorf("%s: session: %v, want it to survive: %v", c.email, err, c.survives)
		}
		if err := d.Store.Accounts.ResetPassword(ctx, shop.Actor{}, shop.PasswordResetInput{Token: token}, "chosen"); err != nil {
			t.Errorf("%s: the link is refused: %v", c.email, err)
		}
		if _, hash, _ := account(c.email); hash != "chosen" {
			t.Errorf("%s: the link set %s", c.email, hash)
		}
	}
	var refusal *shop.Error
	err := d.Store.Accounts.VerifyEmail(ctx, shop.Actor{}, shop.EmailVerifyInput{Token: pending})
	if !errors.As(err, &refusal) || refusal.Code != shop.InvalidToken {
		t.Errorf("the squatter moves the account to an address of theirs: %v", err)
	}
}

func text(s string) *string { return &s }

// Of sign-ins whose password was right, none gets in that comes after the password has changed.
func TestASignInThatWasSlowerThanANewPassword(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := t.Context()
	register(t, d, "ada@example.org")
	user, known, _, err := d.Store.Users.Credentials(ctx, shop.Actor{}, "ada@example.org")
	if err != nil {
		t.Fatal(err)
	}
	token := issue(t, d, shop.PasswordResetMail{Email: "ada@example.org"})
	if err := d.Store.Accounts.ResetPassword(ctx, shop.Actor{}, shop.PasswordResetInput{Token: token}, "new"); err != nil {
		t.Fatal(err)
	}
	var refusal *shop.Error
	if _, err := d.Store.Users.CreateSession(ctx, shop.Actor{}, user, known, d.Clock.Now().Add(time.Hour)); !errors.As(err, &refusal) || refusal.Code != shop.InvalidCredentials {
		t.Errorf("a session: %v", err)
	}
	if _, err := d.Store.Users.CreateChallenge(ctx, user, known); !errors.As(err, &refusal) || refusal.Code != shop.InvalidCredentials {
		t.Errorf("a challenge: %v", err)
	}
}

// A sign-in that waits for its second step ends with the sessions.
func TestEndingSessionsEndsSignInsThatWait(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	users, who := d.Store.Users, cast(t, d)
	ada := register(t, d, "ada@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, ada.UserID); err != nil {
		t.Fatal(err)
	}
	user, err := users.Me(t.Context(), ada)
	if err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(context.Context) error{
		"other sessions": func(ctx context.Context) error { return users.EndOtherSessions(ctx, ada) },
		"a customer's sessions": func(ctx context.Context) error {
			_, err := users.EndCustomerSessions(ctx, who.admin, shop.CustomerSessionsEndInput{ID: ada.UserID})
			return err
		},
		"a blocked customer": func(ctx context.Context) error {
			_, err := users.UpdateCustomer(ctx, who.admin, shop.CustomerUpdateInput{ID: ada.UserID, Blocked: new(true)})
			return err
		},
		"a new second factor": func(ctx context.Context) error {
			if err := users.BeginSecondFactor(ctx, ada, "sealed"); err != nil {
				return err
			}
			return users.ConfirmSecondFactor(ctx, ada, "sealed", shop.Proof{Step: 1}, nil)
		},
	} {
		challenge, err := users.CreateChallenge(t.Context(), user, "hash")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := users.ChallengedUser(t.Context(), challenge); err != nil {
			t.Errorf("%s: before: %v", name, err)
		}
		if err := end(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var refusal *shop.Error
		if _, err := users.ChallengedUser(t.Context(), challenge); !errors.As(err, &refusal) || refusal.Code != shop.InvalidToken {
			t.Errorf("%s: after: %v", name, err)
		}
	}
}

// changing is an account that is about to change its address: the token of the link does it.
func changing(t *testing.T, d *dbtest.Database, from, to string) (who shop.Actor, token string) {
	t.Helper()
	who = register(t, d, from)
	if _, err := d.Store.Users.Update(t.Context(), who, shop.UserUpdateInput{Email: &to}); err != nil {
		t.Fatal(err)
	}
	return who, issue(t, d, shop.VerificationMail{UserID: who.UserID})
}

// Nobody gets an address in the moment in which its account gives it up.
func TestAnAddressIsReservedAsItIsGivenUp(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	for i := range 20 {
		from := fmt.Sprintf("former-%d@example.org", i)
		_, token := changing(t, d, from, fmt.Sprintf("next-%d@example.org", i))
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := d.Store.Accounts.VerifyEmail(t.Context(), shop.Actor{}, shop.EmailVerifyInput{Token: token}); err != nil {
				t.Error(err)
			}
		})
		for range 3 {
			wg.Go(func() {
				var refusal *shop.Error
				_, _, err := d.Store.Users.Create(t.Context(), shop.Actor{}, shop.UserRegisterInput{Name: "Eve", Email: from}, "hash", d.Clock.Now())
				if !errors.As(err, &refusal) || refusal.Code != shop.Taken {
					t.Errorf("%s is registered meanwhile: %v", from, err)
				}
			})
		}
		wg.Wait()
	}
}

// A link that undoes a change works once, however often it is opened at once, and nothing that happens at the same time keeps the new
// address in the account.
func TestAnUndoWinsAtOnce(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := t.Context()
	for i := range 10 {
		former, next := fmt.Sprintf("former-%d@example.org", i), fmt.Sprintf("next-%d@example.org", i)
		who, token := changing(t, d, former, next)
		if err := d.Store.Accounts.VerifyEmail(ctx, shop.Actor{}, shop.EmailVerifyInput{Token: token}); err != nil {
			t.Fatal(err)
		}
		var owed shop.EmailChangedMail
		mails := d.Mails(t, owed.Kind())
		if err := json.Unmarshal(mails[len(mails)-1], &owed); err != nil {
			t.Fatal(err)
		}
		undo := issue(t, d, owed)
		third := fmt.Sprintf("third-%d@example.org", i)
		if _, err := d.Store.Users.Update(ctx, who, shop.UserUpdateInput{Email: &third}); err != nil {
			t.Fatal(err)
		}
		again, reset := issue(t, d, shop.VerificationMail{UserID: who.UserID}), issue(t, d, shop.PasswordResetMail{Email: next})
		user, known, _, err := d.Store.Users.Credentials(ctx, shop.Actor{}, next)
		if err != nil {
			t.Fatal(err)
		}
		var undone atomic.Int32
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := d.Store.Accounts.UndoEmailChange(ctx, shop.Actor{}, shop.EmailChangeUndoInput{Token: undo}, "unknowable"); err == nil {
					undone.Add(1)
				}
			})
		}
		wg.Go(func() { _ = d.Store.Accounts.VerifyEmail(ctx, shop.Actor{}, shop.EmailVerifyInput{Token: again}) })
		wg.Go(func() {
			_ = d.Store.Accounts.ResetPassword(ctx, shop.Actor{}, shop.PasswordResetInput{Token: reset, NewPassword: "x"}, "thief's")
		})
		wg.Go(func() {
			_, _ = d.Store.Users.CreateSession(ctx, shop.Actor{}, user, known, d.Clock.Now().Add(time.Hour))
		})
		wg.Wait()
		var email, hash string
		var sessions int
		if err := d.SQL.QueryRow(`SELECT email, password_hash, (SELECT count(*) FROM sessions WHERE user_id = u.id) FROM users u WHERE id = $1`,
			who.UserID).Scan(&email, &hash, &sessions); err != nil {
			t.Fatal(err)
		}
		if undone.Load() != 1 || email != former || hash != "unknowable" || sessions != 0 {
			t.Errorf("undone %d times; the address is %s, the hash %q, with %d sessions", undone.Load(), email, hash, sessions)
		}
	}
}

// Who knew the old password can't link an identity once it has been changed.
func TestAnIdentityIsLinkedWithTheCurrentPassword(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), dbtest.New(t)
	thief := register(t, d, "ada@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now()`); err != nil {
		t.Fatal(err)
	}
	proven := shop.Identity{Provider: shop.Google, Subject: "1", Email: "eve@example.org", Name: "Eve"}
	if err := d.Store.Users.KeepProven(ctx, thief, "browser", proven, true); err != nil {
		t.Fatal(err)
	}
	verified, err := d.Store.Accounts.PasswordHash(ctx, thief)
	if err != nil {
		t.Fatal(err)
	}
	owner := thief
	owner.SessionID = "019a0000-0000-7000-8000-000000000001"
	if _, err := d.Store.Accounts.ChangePassword(ctx, owner, shop.UserPasswordChangeInput{NewPassword: "Correct-horse-9!"},
		verified, "new hash"); err != nil {
		t.Fatal(err)
	}
	var refusal *shop.Error
	err = d.Store.Users.LinkProven(ctx, thief, "browser", verified)
	if !errors.As(err, &refusal) || refusal.Code != shop.InvalidCredentials {
		t.Errorf("linked with the old password: %v", err)
	}
	if err := d.Store.Users.LinkProven(ctx, owner, "browser", "new hash"); err != nil {
		t.Errorf("with the new one: %v", err)
	}
}
