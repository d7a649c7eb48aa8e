package shop

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func codeOf(err error) Code {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

func TestNeed(t *testing.T) {
	staff := Actor{UserID: "u", Role: RoleUser, Scopes: []Scope{ReadOrders}}
	unproven := staff
	unproven.NoFactor = true
	for name, c := range map[string]struct {
		actor                        Actor
		read, write, person, anybody Code // Need(ReadOrders), Need(WriteOrders), NeedPerson(ReadOrders), NeedStaff()
	}{
		"visitor":       {Actor{}, Unauthenticated, Unauthenticated, Unauthenticated, Unauthenticated},
		"unknown":       {Actor{Unknown: true}, Unavailable, Unavailable, Unavailable, Unavailable},
		"user":          {Actor{UserID: "u", Role: RoleUser}, Forbidden, Forbidden, Forbidden, Forbidden},
		"administrator": {Actor{UserID: "u", Role: RoleAdmin}, "", "", "", ""},
		"administrator without the factor": {Actor{UserID: "u", Role: RoleAdmin, NoFactor: true},
			SecondFactorMissing, SecondFactorMissing, SecondFactorMissing, SecondFactorMissing},
		"staff":                    {staff, "", Forbidden, "", ""},
		"staff without the factor": {unproven, SecondFactorMissing, Forbidden, SecondFactorMissing, SecondFactorMissing},
		"key":                      {Actor{Key: &KeyActor{Scopes: []Scope{ReadOrders}}}, "", Forbidden, Forbidden, Forbidden},
		"key without scopes":       {Actor{Key: &KeyActor{}}, Forbidden, Forbidden, Forbidden, Forbidden},
	} {
		for what, got := range map[string][2]Code{
			"reading orders":           {codeOf(c.actor.Need(ReadOrders)), c.read},
			"writing orders":           {codeOf(c.actor.Need(WriteOrders)), c.write},
			"reading orders in person": {codeOf(c.actor.NeedPerson(ReadOrders)), c.person},
			"what is for staff":        {codeOf(c.actor.NeedStaff()), c.anybody},
		} {
			if got[0] != got[1] {
				t.Errorf("%s as %s: %q, want %q", what, name, got[0], got[1])
			}
		}
	}
}

func TestReceives(t *testing.T) {
	staff := func(scopes ...Scope) Actor { return Actor{UserID: "u", Role: RoleUser, Scopes: scopes} }
	for kind, scope := range map[EventKind]Scope{EventOrderPlaced: ReadOrders, EventPreOrderDeleted: ReadPreOrders, EventQuoteCreated: ReadQuotes,
		EventContactCreated: ReadContacts, EventUserChanged: ReadCustomers} {
		if !staff(scope).Receives(kind) || staff(slices.DeleteFunc(StaffScopes(), func(s Scope) bool { return s == scope })...).Receives(kind) {
			t.Errorf("%s does not need exactly %s", kind, scope)
		}
	}
	for kind, want := range map[EventKind]bool{EventProductChanged: true, EventReviewHidden: true, EventStaffRoleCreated: false, EventWebhookTested: false} {
		if got := staff(StaffScopes()...).Receives(kind); got != want {
			t.Errorf("staff receives %s: %v", kind, got)
		}
		if !(Actor{UserID: "u", Role: RoleAdmin}).Receives(kind) {
			t.Errorf("an administrator does not receive %s", kind)
		}
	}
}

func TestStaffRoleScopes(t *testing.T) {
	for _, c := range []struct {
		in, want []Scope
		code     Code
	}{
		{nil, []Scope{}, ""},
		{[]Scope{WritePayments}, []Scope{ReadOrders, WriteOrders, WritePayments}, ""},
		{[]Scope{WriteSettings, WriteCustomers, WriteSettings}, []Scope{ReadCustomers, WriteCustomers, WriteSettings}, ""},
		{[]Scope{ReadEvents}, []Scope{}, NotAllowed},
		{[]Scope{"all"}, []Scope{}, NotAllowed},
	} {
		got, err := StaffRoleCreateInput{Name: "R", Scopes: c.in}.Normal()
		if !slices.Equal(got.Scopes, c.want) || len(UserErrors(err)) > 0 != (c.code != "") {
			t.Errorf("%v: %v, %v", c.in, got.Scopes, err)
		}
	}
	for _, scope := range KeyScopes() {
		if _, err := (APIKeyCreateInput{Name: "K", Scopes: []Scope{scope}}).Normal(time.Now()); err != nil {
			t.Errorf("a key with %s: %v", scope, err)
		}
	}
	if _, err := (APIKeyCreateInput{Name: "K", Scopes: []Scope{ReadCustomers}}).Normal(time.Now()); len(UserErrors(err)) == 0 {
		t.Error("a key may read customers")
	}
}

func TestPaymentsNeedTheirScope(t *testing.T) {
	staff := func(scopes ...Scope) Actor { return Actor{UserID: "u", Role: RoleUser, Scopes: scopes} }
	for _, c := range []struct {
		actor    Actor
		from, to OrderStatus
		want     Code
	}{
		{staff(WriteOrders), OrderPendingPayment, OrderPaid, Forbidden},
		{staff(WriteOrders), OrderPaid, OrderProcessing, ""},
		{staff(WriteOrders), OrderPaid, OrderRefunded, Forbidden},
		{staff(WriteOrders), OrderPendingPayment, OrderCancelled, ""},
		{staff(WriteOrders, WritePayments), OrderPendingPayment, OrderPaid, ""},
		{staff(WriteOrders, WritePayments), OrderShipped, OrderRefunded, ""},
		{staff(ReadOrders), OrderPaid, OrderProcessing, Forbidden},
		{Actor{Key: &KeyActor{Scopes: []Scope{WriteOrders}}}, OrderPendingPayment, OrderPaid, ""},
		{Actor{UserID: "u", Role: RoleAdmin}, OrderDelivered, OrderRefunded, ""},
	} {
		if _, err := (Order{Status: c.from}).Step(c.actor, c.to); codeOf(err) != c.want {
			t.Errorf("%+v from %s to %s: %v, want %q", c.actor, c.from, c.to, err, c.want)
		}
	}
}

func TestMayBeChangedBy(t *testing.T) {
	support, admin := Actor{UserID: "s", Scopes: []Scope{WriteCustomers}}, Actor{UserID: "a", Role: RoleAdmin}
	for _, c := range []struct {
		account Customer
		want    Code // by staff
	}{
		{Customer{Role: RoleUser}, ""},
		{Customer{Role: RoleUser, StaffRole: &StaffRole{}}, NotAllowed},
		{Customer{Role: RoleAdmin}, NotAllowed},
		{Customer{Role: RoleUser, WasStaff: true}, NotAllowed},
	} {
		if got := codeOf(c.account.MayBeChangedBy(support)); got != c.want {
			t.Errorf("%+v by staff: %q", c.account, got)
		}
		if err := c.account.MayBeChangedBy(admin); err != nil {
			t.Errorf("%+v by an administrator: %v", c.account, err)
		}
	}
}
