package main

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	"github.com/emersion/go-smtp"

	"orrery/db/outbox"
)

// receivers are a mail server and a webhook of the shop, which count what they receive.
type receivers struct {
	mail   *smtp.Server
	hook   *httptest.Server
	smtp   string // address
	mails  atomic.Int64
	calls  atomic.Int64
	paused sync.RWMutex // locked while the mail server does not respond
}

func newReceivers() (*receivers, error) {
	r := &receivers{}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r.smtp = listener.Addr().String()
	r.mail = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return session{r}, nil }))
	r.mail.Domain = "localhost"
	r.mail.ErrorLog = log.New(io.Discard, "", 0)
	go func() { _ = r.mail.Serve(listener) }()
	r.hook = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		_, _ = io.Copy(io.Discard, q.Body)
		r.calls.Add(1)
	}))
	return r, nil
}

// subscribe registers the webhook for placed orders.
func (r *receivers) subscribe(ctx context.Context, pool *sql.DB) error {
	_, err := pool.ExecContext(ctx, `INSERT INTO webhooks (id, url, kinds, secret, maker_id, created_at)
		SELECT gen_random_uuid(), $1, '{order.placed}', $2, id, now() FROM users LIMIT 1`, r.hook.URL,
		outbox.NewWebhookSecret())
	return err
}

func (r *receivers) close() {
	_ = r.mail.Close()
	r.hook.Close()
}

type session struct{ *receivers }

func (session) Reset()                               {}
func (session) Logout() error                        { return nil }
func (session) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (s session) Mail(string, *smtp.MailOptions) error {
	s.paused.RLock()
	defer s.paused.RUnlock()
	return nil
}

func (s session) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.mails.Add(1)
	return err
}
