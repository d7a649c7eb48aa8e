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

// office is a mail server that keeps what it gets. It can be closed and opened again at the same address.
type office struct {
	address string
	server  *smtp.Server

	mu     sync.Mutex
	orders map[string]int // confirmations by order
}

func openOffice() (*office, error) {
	o := &office{address: "127.0.0.1:0", orders: map[string]int{}}
	return o, o.open()
}

func (o *office) open() error {
	listener, err := again(o.address)
	if err != nil {
		return err
	}
	o.address = listener.Addr().String()
	o.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return visit{o}, nil }))
	o.server.Domain = "localhost"
	o.server.ErrorLog = log.New(io.Discard, "", 0)
	go func() { _ = o.server.Serve(listener) }()
	return nil
}

func (o *office) close() { _ = o.server.Close() }

// confirmed counts the orders that were confirmed, and letters that came more than once.
func (o *office) confirmed() (orders, twice int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, n := range o.orders {
		if n > 1 {
			twice++
		}
	}
	return len(o.orders), twice
}

type visit struct{ office *office }

func (visit) Reset()                               {}
func (visit) Logout() error                        { return nil }
func (visit) Mail(string, *smtp.MailOptions) error { return nil }
func (visit) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (v visit) Data(r io.Reader) error {
	letter, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	if _, number, ok := strings.Cut(letter.Header.Get("Subject"), "OR-"); ok {
		v.office.orders[strings.Fields(number)[0]]++
	}
	return nil
}

// storage is S3. What it keeps survives its absence.
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
	listener, err := again(s.address)
	if err != nil {
		return err
	}
	s.address = listener.Addr().String()
	s.server = &http.Server{Handler: gofakes3.New(s.backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()}
	go func() { _ = s.server.Serve(listener) }()
	return nil
}

func (s *storage) close() { _ = s.server.Close() }

// again listens at an address that was given up a moment ago.
func again(address string) (listener net.Listener, err error) {
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if listener, err = net.Listen("tcp", address); err == nil || time.Now().After(end) {
			return listener, err
		}
	}
}
