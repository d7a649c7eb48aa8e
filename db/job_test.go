package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/db/outbox"
	"orrery/shop"
)

// A mail is owed if its cause committed, and only then.
func TestMailsFollowTheirCause(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	mail := shop.PreOrderConfirmationMail{To: shop.Recipient{Name: "Ada", Email: "ada@example.org"}, ProductName: "Arm",
		Quantity: 2, ExpectedDelivery: d.Clock.Now()}
	failure := errors.New("failure")
	if err := db.EnqueueThen(ctx, d.Store, mail, failure); !errors.Is(err, failure) {
		t.Fatal(err)
	}
	if _, ok, err := d.Store.Outbox.TakeJob(ctx, time.Minute); ok || err != nil {
		t.Errorf("a transaction that was rolled back left a job (%v)", err)
	}
	if err := db.EnqueueThen(ctx, d.Store, mail, nil); err != nil {
		t.Fatal(err)
	}
	job, ok, err := d.Store.Outbox.TakeJob(ctx, time.Minute)
	var got shop.PreOrderConfirmationMail
	if err != nil || !ok || json.Unmarshal(job.Args, &got) != nil || !reflect.DeepEqual(got, mail) || job.Kind != mail.Kind() {
		t.Errorf("took %+v, %v, %v", job, ok, err)
	}
}

// A job belongs to one worker until its lease ends; a worker that comes back after that changes nothing.
func TestLease(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	if err := db.EnqueueThen(ctx, d.Store, shop.ContactMail{Subject: "Hello"}, nil); err != nil {
		t.Fatal(err)
	}
	take := func() (outbox.Job, bool) {
		t.Helper()
		job, ok, err := d.Store.Outbox.TakeJob(ctx, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return job, ok
	}
	first, ok := take()
	if !ok || first.Attempts != 1 {
		t.Fatalf("took %+v, %v", first, ok)
	}
	if _, ok := take(); ok {
		t.Error("two workers have it")
	}
	d.Clock.Advance(time.Minute)
	second, ok := take()
	if !ok || second.ID != first.ID || second.Attempts != 2 {
		t.Fatalf("after the lease took %+v, %v", second, ok)
	}
	if err := d.Store.Outbox.FinishJob(ctx, first); err != nil {
		t.Error(err)
	}
	if givenUp, err := d.Store.Outbox.RetryJob(ctx, first, 0); err != nil || givenUp {
		t.Errorf("a late worker gives up: %v, %v", givenUp, err)
	}
	if _, ok := take(); ok {
		t.Error("a late worker took the job from the one who has it")
	}
	if givenUp, err := d.Store.Outbox.RetryJob(ctx, second, time.Second); err != nil || givenUp {
		t.Errorf("given up %v, %v", givenUp, err)
	}
	d.Clock.Advance(time.Second)
	third, ok := take()
	if !ok {
		t.Fatal("a failed job is not due again")
	}
	if err := d.Store.Outbox.FinishJob(ctx, third); err != nil {
		t.Error(err)
	}
	d.Clock.Advance(time.Hour)
	if _, ok := take(); ok {
		t.Error("a finished job came back")
	}
}
