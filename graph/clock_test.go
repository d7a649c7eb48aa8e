package graph_test

import (
	"testing"
	"time"
)

// A clock that jumps an hour ahead, and back again: nobody is signed out, no order is placed twice, and whoever tried too often
// waits an hour more at most. A letter of the wrong hour waits until it is that late.
func TestAClockThatJumps(t *testing.T) {
	d := newServer(t)
	guess := func() reply {
		return d.must("", login, vars{"input": vars{"email": "ada@example.org", "password": "wrong"}})
	}
	exhaust := func() {
		for range 10 {
			guess()
		}
	}
	refused := func() bool {
		return len(d.ask("", login, vars{"input": vars{"email": "ada@example.org", "password": "wrong"}}).Errors) > 0
	}
	early := d.register("ada@example.org")
	d.must(early, add, vars{"input": vars{"productId": "3"}})
	first := d.must(early, place, checkout("one", nil)).at("orderPlace.order.number")
	exhaust()
	if !refused() {
		t.Fatal("guesses are not limited")
	}

	d.Clock.Advance(time.Hour)
	late := d.register("grace@example.org")
	d.must(early, `{ me { email } }`, nil).is("me.email", "ada@example.org")
	d.must(early, place, checkout("one", nil)).is("orderPlace.order.number", first)
	exhaust()
	if !refused() {
		t.Error("guesses are not limited after a jump ahead")
	}

	d.Clock.Advance(-time.Hour)
	d.must(early, `{ me { email } }`, nil).is("me.email", "ada@example.org")
	d.must(late, `{ me { email } }`, nil).is("me.email", "grace@example.org")
	d.must(early, place, checkout("one", nil)).is("orderPlace.order.number", first)
	if !refused() {
		t.Error("guesses are not limited after a jump back")
	}
	if work, err := d.Store.Outbox.NextWork(t.Context()); err != nil || !work.Any || work.In > 0 {
		t.Errorf("what was due before the jump is due in %+v, %v", work, err)
	}
	d.Clock.Advance(time.Hour + 16*time.Minute)
	if refused() {
		t.Error("the limit of the wrong hour does not end")
	}
}
