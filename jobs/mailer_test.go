package jobs_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"orrery/db/dbtest"
	"orrery/jobs"
)

func newSMTP(t *testing.T, address string) *jobs.SMTP {
	t.Helper()
	mailer, err := jobs.NewSMTP(address)
	if err != nil {
		t.Fatal(err)
	}
	return mailer
}

// A server that is away for two attempts delays a letter and neither loses nor doubles it.
func TestRefusedTwice(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	office := openPostOffice(t, nil, func(attempt int) error {
		if attempt <= 2 {
			return &smtp.SMTPError{Code: 451, Message: "try ada@example.org later"}
		}
		return nil
	})
	id := enqueue(t, d, order("OR-1"))
	log, _ := start(t, d, newSMTP(t, "smtp://"+office.address))

	for attempt, wait := range []time.Duration{10 * time.Second, 20 * time.Second} {
		// Not earlier than the wait says.
		await(t, d, `attempts = $1 AND due_at = $2 FROM jobs`, attempt+1, d.Clock.Now().Add(wait))
		d.Clock.Advance(wait)
	}
	await(t, d, nothingLeft)
	if got := office.ids(); len(got) != 1 || got["<"+id+"@orrery.example>"] != 1 {
		t.Errorf("received %v, want %s once", got, id)
	}
	if office.attempts != 3 {
		t.Errorf("%d attempts, want 3", office.attempts)
	}
	if text := log.String(); strings.Contains(text, "ada@") || strings.Count(text, "answer 451") != 2 {
		t.Errorf("the log must tell two answers 451, and no address:\n%s", text)
	}
}

// A letter that nobody takes is given up when it is not worth sending any more; it stays for the people who run the shop.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	office := openPostOffice(t, nil, func(int) error { return &smtp.SMTPError{Code: 550, Message: "no ada@example.org here"} })
	enqueue(t, d, order("OR-1"))
	log, stop := start(t, d, newSMTP(t, "smtp://"+office.address))
	for i := range 6 {
		// Put back, and not merely taken by a worker, which also sets a due time.
		await(t, d, `attempts = $1 AND due_at = $2 FROM jobs`, i+1, d.Clock.Now().Add(10*time.Second<<i))
		d.Clock.Advance(12 * time.Hour)
	}
	await(t, d, `due_at IS NULL AND attempts = 7 FROM jobs`)
	stop()
	text := log.String()
	if strings.Count(text, "job given up") != 1 || strings.Contains(text, "ada@") || len(office.ids()) != 0 {
		t.Errorf("it must be given up once, without an address in the log:\n%s", text)
	}
	d.Clock.Advance(30 * 24 * time.Hour)
	if err := d.Store.Ops.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	await(t, d, nothingLeft)
}

func TestTooLate(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	office := openPostOffice(t, nil, nil)
	enqueue(t, d, order("OR-1"))
	d.Clock.Advance(3 * 24 * time.Hour)
	start(t, d, newSMTP(t, "smtp://"+office.address))
	await(t, d, `due_at IS NULL FROM jobs`)
	if got := office.ids(); len(got) != 0 {
		t.Errorf("sent %v after its time", got)
	}
}

func TestPasswordNeedsTLS(t *testing.T) {
	t.Parallel()
	// The test server's certificate is one for 127.0.0.1.
	web := httptest.NewTLSServer(nil)
	t.Cleanup(web.Close)
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	safe := openPostOffice(t, &tls.Config{Certificates: web.TLS.Certificates}, nil)
	open := openPostOffice(t, nil, nil)

	for _, c := range []struct {
		name, address string
		office        *postOffice
		trusted       bool
		sent          bool
	}{
		{"TLS from the start", "smtps://shop:secret%20word@" + safe.address, safe, true, true},
		{"a certificate that nobody knows", "smtps://shop:secret@" + safe.address, safe, false, false},
		{"a server without TLS", "smtp://shop:secret@" + open.address, open, true, false},
	} {
		d := dbtest.New(t)
		mailer := newSMTP(t, c.address)
		if c.trusted {
			if err := mailer.Trust(roots); err != nil {
				t.Fatal(err)
			}
		}
		before := len(c.office.ids())
		enqueue(t, d, order("OR-1"))
		log, stop := start(t, d, mailer)
		await(t, d, `NOT EXISTS (SELECT FROM jobs WHERE due_at <= $1 OR due_at > $2)`, d.Clock.Now(), d.Clock.Now().Add(time.Minute))
		stop()
		if sent := len(c.office.ids()) > before; sent != c.sent {
			t.Errorf("%s: sent %v, want %v", c.name, sent, c.sent)
		}
		if strings.Contains(log.String(), "secret") {
			t.Errorf("%s: the log holds the password", c.name)
		}
	}
	if len(safe.logins) != 1 || safe.logins[0] != "shop secret word" {
		t.Errorf("logins %q, want one", safe.logins)
	}
	if len(open.logins) != 0 {
		t.Error("the password went out in the clear")
	}
}

func TestNewSMTP(t *testing.T) {
	t.Parallel()
	for address, good := range map[string]bool{
		"smtp://mail.example": true, "smtp://mail.example:2525": true, "smtps://u:p@mail.example": true, "smtp://mail.example/": true,
		"": false, "mail.example:25": false, "http://u:secret@mail.example": false, "smtp://u:secret@": false,
		"smtp://u:secret@mail.example:x": false, "smtp://u:secret@mail.example:0": false, "smtp://u:sec%ret@mail.example": false,
		"smtp://u:secret@mail.example:70000": false, "smtp://mail.example/path": false,
	} {
		_, err := jobs.NewSMTP(address)
		if (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "sec") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
}
