package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const (
	noteAdd    = `mutation ($input: OrderNoteAddInput!) { orderNoteAdd(input: $input) { orderNote { id text author createdAt } userErrors { message code field } } }`
	noteDelete = `mutation ($id: ID!) { orderNoteDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
	notesOf    = `query ($id: ID!) { order(id: $id) { notes { id text author } } }`
)

func note(order any, text string) vars { return vars{"input": vars{"orderId": order, "text": text}} }

// Administrators write down what buyers and programs never see.
func TestOrderNotes(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	buyer := d.buyers(1, map[int]int{3: 1})[0]
	order := d.must(buyer, place, checkout("k", nil)).at("orderPlace.order.id")

	r := d.must(admin, noteAdd, note(order, "  Call before delivery.  "))
	r.is("orderNoteAdd.orderNote.text", "Call before delivery.")
	r.is("orderNoteAdd.orderNote.author", "Test Person")
	r.is("orderNoteAdd.orderNote.createdAt", "2026-03-02T09:00:00Z")
	first := r.at("orderNoteAdd.orderNote.id")
	d.Clock.Advance(time.Minute)
	d.must(admin, noteAdd, note(order, "Has called."))
	r = d.must(admin, notesOf, vars{"id": order})
	r.is("order.notes.0.text", "Has called.")
	r.is("order.notes.1.id", first)

	_, secret := d.key(admin, "READ_ORDERS", "WRITE_ORDERS")
	for who, token := range map[string]string{"the buyer": buyer, "a key": secret} {
		if got := d.must(token, notesOf, vars{"id": order}).at("order.notes"); fmt.Sprint(got) != "[]" {
			t.Errorf("%s reads %v", who, got)
		}
		for _, refused := range []reply{d.ask(token, noteAdd, note(order, "x")), d.ask(token, noteDelete, vars{"id": first})} {
			if refused.code() != "FORBIDDEN" {
				t.Errorf("%s gets %s", who, refused.code())
			}
		}
	}

	for text, code := range map[string]string{" \n": "REQUIRED", strings.Repeat("x", 2001): "TOO_LONG"} {
		r = d.must(admin, noteAdd, note(order, text))
		r.is("orderNoteAdd.orderNote", nil)
		r.is("orderNoteAdd.userErrors.0.code", code)
		r.is("orderNoteAdd.userErrors.0.field.0", "text")
	}
	for _, id := range []string{noSuchID, "x"} {
		r = d.must(admin, noteAdd, note(id, "x"))
		r.is("orderNoteAdd.userErrors.0.code", "NOT_FOUND")
		r.is("orderNoteAdd.userErrors.0.field.0", "orderId")
		d.must(admin, noteDelete, vars{"id": id}).gone("orderNoteDelete", "Note not found")
	}

	d.must(admin, noteDelete, vars{"id": first}).is("orderNoteDelete.deletedId", first)
	r = d.must(admin, auditEntries, vars{"filter": vars{"object": "ORDER_NOTE", "objectId": first}})
	r.is("auditEntries.nodes.0.action", "DELETED")
	r.is("auditEntries.nodes.1.action", "CREATED")
	if said := fmt.Sprint(r.Data); strings.Contains(said, "Call before") {
		t.Errorf("the audit log repeats a note: %s", said)
	}

	// What somebody wrote stays when they go; what is about an order goes with it.
	if _, err := d.SQL.Exec(`DELETE FROM users WHERE email = 'root@example.org'`); err != nil {
		t.Fatal(err)
	}
	second := d.admin("second@example.org")
	r = d.must(second, notesOf, vars{"id": order})
	r.is("order.notes.0.text", "Has called.")
	r.is("order.notes.0.author", nil)
	if _, err := d.SQL.Exec(`DELETE FROM orders`); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM order_notes`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d notes are left without their order (%v)", left, err)
	}
}

func TestOrderNotesComeTogether(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for i, buyer := range d.buyers(3, map[int]int{2: 1}) {
		order := d.must(buyer, place, checkout("k", nil)).at("orderPlace.order.id")
		d.must(admin, noteAdd, note(order, fmt.Sprint("Note ", i)))
	}
	count := func(first int) int {
		before := d.Statements(t)
		r := d.must(admin, `query ($first: Int!) { orders(first: $first) { nodes { notes { text } } } }`, vars{"first": first})
		r.is("orders.nodes.0.notes.0.text", "Note 2")
		return d.Statements(t) - before
	}
	if one, three := count(1), count(3); one != three {
		t.Errorf("the notes of one order take %d statements, those of three %d", one, three)
	}
}
