package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// What an administrator changes is written down: the columns that changed, as they were and as they are; nothing of a person,
// and nothing of what others do.
func TestAudit(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s := context.Background(), d.Store
	who := cast(t, d)
	id := "none" // of what the last step made

	steps := []struct {
		do   func() error
		want []string // action, object, before, after; newest first
	}{
		{func() error {
			_, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: "1", Stock: new(7), Price: new("1.50")})
			return err
		}, []string{`UPDATE products 1 {"price_minor":2599900,"stock":5,"updated_at":null} {"price_minor":150,"stock":7,"updated_at":"2026-03-02T09:00:00+00:00"}`}},
		{func() error {
			m, err := s.Content.CreateMilestone(ctx, who.admin, shop.MilestoneCreateInput{Title: "T", Description: "D"})
			id = m.ID
			return err
		}, []string{`INSERT milestones ID null {"created_at":"2026-03-02T09:00:00+00:00","description":"D","id":"ID","title":"T"}`}},
		{func() error { return s.Content.DeleteMilestone(ctx, who.admin, shop.MilestoneDeleteInput{ID: id}) },
			[]string{`DELETE milestones ID {"created_at":"2026-03-02T09:00:00+00:00","description":"D","id":"ID","title":"T"} null`}},
		{func() error {
			name := "Arm"
			o, err := s.PreOrders.Create(ctx, who.admin, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductName: &name, Quantity: 1})
			id = o.ID
			return err
		}, nil}, // as a customer
		{func() error {
			_, err := s.PreOrders.UpdateStatus(ctx, who.admin, shop.PreOrderStatusUpdateInput{ID: id, Status: shop.PreOrderClosed})
			return err
		}, []string{`UPDATE preorders ID {"status":"Pending"} {"status":"Closed"}`}},
		{func() error { // the same once more changes nothing
			_, err := s.PreOrders.UpdateStatus(ctx, who.admin, shop.PreOrderStatusUpdateInput{ID: id, Status: shop.PreOrderClosed})
			return err
		}, nil},
		{func() error {
			if _, err := s.Content.CreateContactMessage(ctx, who.visitor, shop.ContactMessageCreateInput{Name: "Secret", Email: "secret@b.c", Subject: "Secret", Message: "Secret"}); err != nil {
				return err
			}
			list, err := s.Content.ContactMessages(ctx, who.admin, shop.ContactMessageFilter{}, shop.ContactMessagesNewest, shop.PageArgs{First: 1})
			if err != nil {
				return err
			}
			id = list.Nodes[0].ID
			return s.Content.DeleteContactMessage(ctx, who.admin, shop.ContactMessageDeleteInput{ID: id})
		}, []string{`DELETE contact_messages ID {"created_at":"2026-03-02T09:00:00+00:00","id":"ID","status":"pending"} null`}},
		{func() error {
			if err := d.SQL.QueryRow(`SELECT id FROM quotes WHERE number = $1`, who.quote).Scan(&id); err != nil {
				return err
			}
			_, err := s.Quotes.Answer(ctx, who.admin, shop.QuoteAnswerInput{Number: who.quote})
			return err
		}, []string{`UPDATE quotes ID {"replied_at":null} {"replied_at":"2026-03-02T09:00:00+00:00"}`}},
		{func() error {
			_, err := s.Orders.UpdateStatus(ctx, who.admin, shop.OrderStatusUpdateInput{ID: ownersOrder, Status: shop.OrderProcessing, Version: 1})
			id = ownersOrder
			return err
		}, []string{`UPDATE orders ID {"status":"PAID","version":1} {"status":"PROCESSING","version":2}`}},
		{func() error {
			if err := d.SQL.QueryRow(`SELECT id FROM sessions WHERE user_id = $1`, who.other.UserID).Scan(&id); err != nil {
				return err
			}
			_, err := s.Users.EndCustomerSessions(ctx, who.admin, shop.CustomerSessionsEndInput{ID: who.other.UserID})
			return err
		}, []string{fmt.Sprintf(`DELETE sessions ID {"created_at":"2026-03-02T09:00:00+00:00","expires_at":"2026-03-02T10:00:00+00:00","id":"ID","user_id":"%s"} null`,
			who.other.UserID)}},
	}
	seen := 0
	for i, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		list, err := s.Ops.AuditEntries(ctx, who.admin, shop.AuditFilter{}, shop.PageArgs{First: 100})
		if err != nil {
			t.Fatal(err)
		}
		entries := list.Nodes[:len(list.Nodes)-seen]
		seen = len(list.Nodes)
		var got []string
		for _, e := range entries {
			got = append(got, strings.ReplaceAll(fmt.Sprintf("%s %s %s %s %s", e.Action, e.Object, e.ObjectID, compact(t, e.Before), compact(t, e.After)), id, "ID"))
			if e.ActorID != who.admin.UserID || e.Address != who.admin.Address || !e.CreatedAt.Equal(d.Clock.Now()) {
				t.Errorf("step %d: by %s from %s at %s", i, e.ActorID, e.Address, e.CreatedAt)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(step.want) {
			t.Errorf("step %d:\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(step.want, "\n"))
		}
	}

	for _, statement := range []string{`UPDATE audit_entries SET address = ''`, `DELETE FROM audit_entries`, `TRUNCATE audit_entries`} {
		if _, err := d.SQL.Exec(statement); err == nil || !strings.Contains(err.Error(), "only ever added") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// compact is a JSON object with its members in order, "null" for none.
func compact(t *testing.T, columns map[string]json.RawMessage) string {
	t.Helper()
	text, err := json.Marshal(columns)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAuditFilter(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s := context.Background(), d.Store
	who := cast(t, d)
	second := who.admin
	second.UserID = who.other.UserID
	start := d.Clock.Now()
	for i, admin := range []shop.Actor{who.admin, second, who.admin} {
		if _, err := s.Catalogue.UpdateProduct(ctx, admin, shop.ProductInput{ID: fmt.Sprint(1 + i%2), Stock: new(20 + i)}); err != nil {
			t.Fatal(err)
		}
		d.Clock.Advance(3600e9)
	}
	product, order, one := shop.AuditProduct, shop.AuditOrder, "1"
	later := start.Add(3600e9)
	for name, c := range map[string]struct {
		filter shop.AuditFilter
		want   int
	}{
		"all":               {shop.AuditFilter{}, 3},
		"an administrator":  {shop.AuditFilter{ActorID: &second.UserID}, 1},
		"nobody":            {shop.AuditFilter{ActorID: new("x")}, 0},
		"a kind of object":  {shop.AuditFilter{Object: &product}, 3},
		"another kind":      {shop.AuditFilter{Object: &order}, 0},
		"an object":         {shop.AuditFilter{Object: &product, ObjectID: &one}, 2},
		"from a time on":    {shop.AuditFilter{From: &later}, 2},
		"until a time":      {shop.AuditFilter{Until: &later}, 1},
		"an hour of it all": {shop.AuditFilter{ActorID: &who.admin.UserID, Object: &product, ObjectID: &one, From: &start, Until: &later}, 1},
	} {
		list, err := s.Ops.AuditEntries(ctx, who.admin, c.filter, shop.PageArgs{First: 10})
		if err != nil || len(list.Nodes) != c.want {
			t.Errorf("%s: %d entries, want %d (%v)", name, len(list.Nodes), c.want, err)
		}
	}
	_, err := s.Ops.AuditEntries(ctx, who.admin, shop.AuditFilter{ObjectID: &one}, shop.PageArgs{First: 10})
	if errs := shop.UserErrors(err); len(errs) != 1 || errs[0].Field != "filter.object" {
		t.Errorf("an object's identifier alone: %v", err)
	}

	var after *string
	var walked []string
	for {
		list, err := s.Ops.AuditEntries(ctx, who.admin, shop.AuditFilter{}, shop.PageArgs{First: 2, After: after})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list.Nodes {
			walked = append(walked, e.ObjectID)
		}
		if !list.HasNext {
			break
		}
		after = new(list.Cursor(len(list.Nodes) - 1))
	}
	if fmt.Sprint(walked) != "[1 2 1]" {
		t.Errorf("walked through %v", walked)
	}
}
