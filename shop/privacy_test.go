package shop

import (
	"testing"
	"time"
)

func TestLeaves(t *testing.T) {
	open := []Order{{Number: "OR-1", Status: OrderPaid}, {Number: "OR-2", Status: OrderShipped}, {Number: "OR-3", Status: OrderPendingPayment},
		{Number: "OR-4", Status: OrderPaid}, {Number: "OR-5", Status: OrderPaid}}
	const unfinished, rest = "You have open orders: ", ". Cancel unpaid orders, or wait until they are delivered."
	for _, c := range []struct {
		name   string
		role   Role
		open   []Order
		admins int
		want   string
	}{
		{"nothing against it", RoleUser, nil, 0, ""},
		{"one of several administrators", RoleAdmin, nil, 1, ""},
		{"the only administrator", RoleAdmin, nil, 0, "You are the only administrator. Make someone else an administrator first."},
		{"an open order", RoleUser, open[:1], 0, unfinished + "OR-1 (paid)" + rest},
		{"many", RoleUser, open, 0, unfinished + "OR-1 (paid), OR-2 (shipped), OR-3 (waiting for payment) and 2 more" + rest},
	} {
		got := ""
		if err := (User{Role: c.role}).Leaves(c.open, c.admins); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// Every status is open or has no step that needs the buyer.
	for status := range orderSteps {
		over := status == OrderDelivered || status == OrderCancelled || status == OrderRefunded
		found := false
		for _, s := range OpenStatuses() {
			found = found || s == status
		}
		if found == over {
			t.Errorf("%s is open: %v", status, found)
		}
	}
}

func TestBooksBegin(t *testing.T) {
	for now, want := range map[string]string{"2033-12-31T23:59:59Z": "2026-01-01", "2034-01-01T00:00:00Z": "2027-01-01"} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := BooksBegin(at).Format(time.DateOnly); got != want {
			t.Errorf("at %s the books begin with %s, want %s", now, got, want)
		}
	}
}
