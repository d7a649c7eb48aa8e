package jobs_test

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// postOffice is a mail server that keeps what it gets.
type postOffice struct {
	address string
	refuse  func(attempt int) error // nil accepts

	mu       sync.Mutex
	attempts int
	logins   []string
	letters  []*mail.Message
}

func openPostOffice(t *testing.T, certificate *tls.Config, refuse func(attempt int) error) *postOffice {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postOffice{address: listener.Addr().String(), refuse: refuse}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &visit{office: p}, nil }))
	server.Domain = "localhost"
	server.AllowInsecureAuth = true
	server.ErrorLog = log.New(io.Discard, "", 0)
	if certificate != nil {
		listener = tls.NewListener(listener, certificate)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return p
}

// ids returns how often each Message-ID came.
func (p *postOffice) ids() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := map[string]int{}
	for _, letter := range p.letters {
		found[letter.Header.Get("Message-ID")]++
	}
	return found
}

// visit is one connection to the post office.
type visit struct{ office *postOffice }

func (*visit) Reset()                               {}
func (*visit) Logout() error                        { return nil }
func (*visit) Mail(string, *smtp.MailOptions) error { return nil }
func (*visit) AuthMechanisms() []string             { return []string{sasl.Plain} }

func (v *visit) Rcpt(string, *smtp.RcptOptions) error {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	v.office.attempts++
	if v.office.refuse == nil {
		return nil
	}
	return v.office.refuse(v.office.attempts)
}

func (v *visit) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	letter, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		return err
	}
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	v.office.letters = append(v.office.letters, letter)
	return nil
}

func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		v.office.mu.Lock()
		defer v.office.mu.Unlock()
		v.office.logins = append(v.office.logins, username+" "+password)
		return nil
	}), nil
}
