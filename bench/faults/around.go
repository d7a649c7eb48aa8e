package main

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// mailServer is an SMTP server that counts the order confirmations it receives. It can be closed and reopened at the
// same address.
type mailServer struct {
	address string
	server  *smtp.Server

	mu     sync.Mutex
	orders map[string]int // confirmations by order number
}

func newMailServer() (*mailServer, error) {
	o := &mailServer{address: "127.0.0.1:0", orders: map[string]int{}}
	return o, o.open()
}

func (o *mailServer) open() error {
	listener, err := listen(o.address)
	if err != nil {
		return err
	}
	o.address = listener.Addr().String()
	o.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return session{o}, nil }))
	o.server.Domain = "localhost"
	o.server.ErrorLog = log.New(io.Discard, "", 0)
	go func() { _ = o.server.Serve(listener) }()
	return nil
}

func (o *mailServer) close() { _ = o.server.Close() }

// confirmed returns the number of confirmed orders, and of those with more than one confirmation.
func (o *mailServer) confirmed() (orders, twice int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, n := range o.orders {
		if n > 1 {
			twice++
		}
	}
	return len(o.orders), twice
}

type session struct{ mailServer *mailServer }

func (session) Reset()                               {}
func (session) Logout() error                        { return nil }
func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (v session) Data(r io.Reader) error {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	v.mailServer.mu.Lock()
	defer v.mailServer.mu.Unlock()
	if _, number, ok := strings.Cut(message.Header.Get("Subject"), "OR-"); ok {
		v.mailServer.orders[strings.Fields(number)[0]]++
	}
	return nil
}

// storage is an S3 server. Its objects survive close and open.
type storage struct {
	address string
	backend gofakes3.Backend
	server  *http.Server
}

func openStorage() (*storage, error) {
	s := &storage{address: "127.0.0.1:0", backend: s3mem.New()}
	if err := s.backend.CreateBucket("shop"); err != nil {
		return nil, err
	}
	return s, s.open()
}

func (s *storage) open() error {
	listener, err := listen(s.address)
	if err != nil {
		return err
	}
	s.address = listener.Addr().String()
	s.server = &http.Server{Handler: gofakes3.New(s.backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()}
	go func() { _ = s.server.Serve(listener) }()
	return nil
}

func (s *storage) close() { _ = s.server.Close() }

// listen listens on address. It retries for up to 5 s, since a closed listener may not have released the address yet.
func listen(address string) (listener net.Listener, err error) {
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if listener, err = net.Listen("tcp", address); err == nil || time.Now().After(end) {
			return listener, err
		}
	}
}
