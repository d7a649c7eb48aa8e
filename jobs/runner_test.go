package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"orrery/db/dbtest"
	"orrery/db/payment"
	"orrery/shop"
)

// mailerFunc is a mailer of a test.
type mailerFunc func(id string)

func (f mailerFunc) Send(_ context.Context, id string, _ *mail.Msg) error {
	f(id)
	return nil
}

// Several processes share the work; nobody does what another does.
func TestRunnersShare(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	var mu sync.Mutex
	sent := map[string]int{}
	want := map[string]bool{}
	for i := range 60 {
		want[enqueue(t, d, order(fmt.Sprint(i)))] = true
	}
	count := mailerFunc(func(id string) {
		mu.Lock()
		defer mu.Unlock()
		sent[id]++
	})
	for range 3 {
		start(t, d, count)
	}
	await(t, d, nothingLeft)
	mu.Lock()
	defer mu.Unlock()
	if len(sent) != len(want) {
		t.Errorf("sent %d letters, want %d", len(sent), len(want))
	}
	for id, n := range sent {
		if n != 1 || !want[id] {
			t.Errorf("%s was sent %d times", id, n)
		}
	}
}

// Stopping lets what has begun end, and begins nothing else.
func TestStopDrains(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	for i := range 10 {
		enqueue(t, d, order(fmt.Sprint(i)))
	}
	begun, release := make(chan struct{}, 10), make(chan struct{})
	_, stop := start(t, d, mailerFunc(func(string) {
		begun <- struct{}{}
		<-release
	}))
	for range 4 {
		<-begun
	}
	time.AfterFunc(50*time.Millisecond, func() { close(release) })
	stop()
	await(t, d, `count(*) = 6 AND bool_and(attempts = 0) FROM jobs`)
}

// provider records since when it is asked for undelivered reports.
type provider struct {
	payment.Provider
	asked chan time.Time
}

func (p provider) Undelivered(_ context.Context, since time.Time, _ func(context.Context, shop.OnlineMovement) error) error {
	p.asked <- since
	return nil
}

func TestAStartAsksForReportsOfPayments(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	p := provider{asked: make(chan time.Time, 1)}
	d.Store.Payments.TakeOnline(p, "https://orrery.example")
	start(t, d, mailerFunc(func(string) {}))
	select {
	case since := <-p.asked:
		if want := d.Clock.Now().AddDate(0, 0, -30); !since.Equal(want) {
			t.Errorf("asked since %s, want %s", since, want)
		}
	case <-time.After(time.Minute):
		t.Error("the provider was not asked")
	}
}

func TestAnIdleProcessHardlyAsks(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	sent := make(chan string, 10)
	// The versions of texts are in memory then.
	if _, err := d.Store.Outbox.Follow(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	start(t, d, mailerFunc(func(id string) { sent <- id }))
	// Its first seconds, and a machine that stands still, may need another look.
	for looks := 1; ; looks++ {
		before, began := d.Statements(t), time.Now()
		time.Sleep(4 * time.Second)
		n, most := d.Statements(t)-before, 1+int(time.Since(began)/(2*time.Second))
		if n <= most {
			break
		}
		if looks == 3 {
			t.Fatalf("%d statements in %v", n, time.Since(began))
		}
	}

	// It needs not ask for what is committed here.
	began := time.Now()
	for i := range 5 {
		if _, err := d.Store.Content.CreateContactMessage(t.Context(), shop.Actor{Address: fmt.Sprint("192.0.2.", i)}, shop.ContactMessageCreateInput{
			Name: "Ada", Email: "ada@example.org", Subject: "Arms", Message: "How far do they reach?"}); err != nil {
			t.Fatal(err)
		}
		<-sent
	}
	if took := time.Since(began); took > 7*time.Second {
		t.Errorf("five letters, one after the other, took %v", took)
	}
}
