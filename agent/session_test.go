package agent_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

const lines = `{"line_items": [{"item": {"id": "3"}, "quantity": 2}, {"item": {"id": "1"}, "quantity": 1}]}`

// textAt returns the value at a path of the body as text.
func (r reply) textAt(path string) string { return fmt.Sprint(r.at(path)) }

func TestCart(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	both(t, p, func(t *testing.T, p *platform) {
		made := p.call("create_cart", "", lines)
		if p.binding == overREST && made.status != 201 {
			t.Errorf("status %d", made.status)
		}
		id := made.textAt("id")
		made.is("line_items.0.item.id", "3")
		made.is("line_items.0.quantity", 2)
		made.is("totals.0.type", "subtotal")
		made.is("messages.0.code", "untrusted_content")
		made.is("continue_url", s.url+"/checkout?from="+id)
		sumsUp(t, made)

		p.call("get_cart", id, "").is("id", id)
		changed := p.call("update_cart", id, `{"id": "`+id+`", "line_items": [{"item": {"id": "1"}, "quantity": 1000}, {"item": {"id": "nope"}, "quantity": 1}]}`)
		changed.is("line_items.1", nil)
		changed.is("messages.0.code", "item_unavailable")
		changed.is("messages.1.code", "maximum_quantity")

		canceled := p.call("cancel_cart", id, "")
		canceled.is("line_items.0.item.id", "1")
		p.call("get_cart", id, "").is("messages.0.code", "not_found")
		p.call("cancel_cart", id, "").is("messages.0.code", "not_found")
		p.call("update_cart", id, lines).is("messages.0.code", "not_found")

		none := p.call("create_cart", "", `{"line_items": [{"item": {"id": "nope"}, "quantity": 1}, {"item": {"id": "4"}, "quantity": 1}]}`)
		none.is("ucp.status", "error")
		none.is("id", nil)

		for _, bad := range []string{`{}`, `{"line_items": {}}`, `{"line_items": [{}]}`, `{"line_items": [{"item": {"id": "1"}}]}`,
			`{"line_items": [{"item": {"id": "1"}, "quantity": 0}]}`, `{"line_items": [{"item": {"id": "1"}, "quantity": 1.5}]}`,
			`{"line_items": [{"item": {"id": ""}, "quantity": 1}]}`, `{"line_items": [{"item": {"id": 1}, "quantity": 1}]}`,
			`{"line_items": [{"item": {"id": "1"}, "quantity": 99999999}]}`,
			`{"line_items": [` + strings.Repeat(`{"item": {"id": "1"}, "quantity": 1},`, 100) + `{"item": {"id": "1"}, "quantity": 1}]}`} {
			p.call("create_cart", "", bad).refused(400, "invalid_request")
		}
	})
}

// sumsUp checks that the totals add up to the total.
func sumsUp(t *testing.T, r reply) {
	t.Helper()
	var sum, all int64
	for i := range 4 {
		amount := new(int64)
		if _, err := fmt.Sscan(r.textAt(fmt.Sprintf("totals.%d.amount", i)), amount); err != nil {
			t.Fatal(err)
		}
		if r.at(fmt.Sprintf("totals.%d.type", i)) == "total" {
			all = *amount
			continue
		}
		sum += *amount
	}
	if sum != all || all == 0 {
		t.Errorf("the totals sum up to %d, not to %d", sum, all)
	}
}

func TestCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	both(t, s.newPlatform(), func(t *testing.T, p *platform) {
		made := p.call("create_checkout", "", lines)
		id := made.textAt("id")
		made.is("status", "requires_escalation")
		made.is("messages.0.severity", "requires_buyer_review")
		made.is("messages.1.code", "untrusted_content")
		made.is("continue_url", s.url+"/checkout?from="+id)
		made.is("ucp.payment_handlers", map[string]any{})
		sumsUp(t, made)
		p.call("get_checkout", id, "").is("status", "requires_escalation")

		// A payment changes nothing: only a person can order.
		paid := p.call("complete_checkout", id, `{"payment": {"instruments": [{"id": "pi", "handler_id": "h", "type": "card", "selected": true}]}}`)
		paid.is("status", "requires_escalation")
		paid.is("order", nil)

		// A line that can't be ordered makes it incomplete until the agent takes it out.
		mixed := p.call("update_checkout", id, `{"line_items": [{"item": {"id": "1"}, "quantity": 1}, {"item": {"id": "4"}, "quantity": 1}]}`)
		mixed.is("status", "incomplete")
		mixed.is("messages.0.severity", "recoverable")
		mixed.is("line_items.1", nil)
		p.call("update_checkout", id, `{"line_items": []}`).is("messages.0.code", "field_required")
		p.call("update_checkout", id, `{"line_items": [{"item": {"id": "1"}, "quantity": 1}]}`).is("status", "requires_escalation")

		p.call("cancel_checkout", id, "").is("status", "canceled")
		p.call("get_checkout", id, "").is("status", "canceled")
		p.call("update_checkout", id, lines).is("messages.0.code", "checkout_closed")
		p.call("get_checkout", "chk_nope", "").is("messages.0.code", "not_found")
		p.call("create_checkout", "", `{}`).refused(400, "invalid_request")
		p.call("complete_checkout", id, `3`).refused(400, "invalid_request")

		// A cart has one open checkout.
		cart := p.call("create_cart", "", lines)
		from := fmt.Sprintf(`{"cart_id": %q, "line_items": []}`, cart.textAt("id"))
		first := p.call("create_checkout", "", from)
		first.is("line_items.0.item.id", "3")
		p.call("create_checkout", "", from).is("id", first.textAt("id"))
		p.call("cancel_checkout", first.textAt("id"), "")
		if again := p.call("create_checkout", "", from); again.textAt("id") == first.textAt("id") {
			t.Error("a canceled checkout was returned")
		}
		p.call("create_checkout", "", `{"cart_id": "cart_nope", "line_items": []}`).is("messages.0.code", "not_found")

		expiring := p.call("create_checkout", "", lines).textAt("id")
		s.Clock.Advance(shop.AgentSessionLife + time.Second)
		p.call("get_checkout", expiring, "").is("messages.0.code", "not_found")
	})
	if err := s.Store.Ops.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.SQL.QueryRow(`SELECT count(*) FROM agent_sessions WHERE expires_at <= $1`, s.Clock.Now()).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d expired sessions are left: %v", left, err)
	}
}

// withKey sends an idempotency key.
func withKey(key string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Idempotency-Key", key) }
}

func TestIdempotency(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	both(t, s.newPlatform(), func(t *testing.T, p *platform) {
		key := withKey("0b6a3c1e-0000-4000-8000-" + fmt.Sprintf("%012d", len(p.binding)))
		first := p.call("create_checkout", "", lines, key)
		again := p.call("create_checkout", "", lines, key)
		if again.textAt("id") != first.textAt("id") || again.status != first.status {
			t.Errorf("repeated: %d %s, first: %d %s", again.status, again.textAt("id"), first.status, first.textAt("id"))
		}
		p.call("create_checkout", "", `{"line_items": []}`, key).refused(409, "idempotency_conflict")
		// The response is that of the first request, even if the checkout has changed.
		id := first.textAt("id")
		p.call("cancel_checkout", id, "", key).is("status", "canceled")
		p.call("create_checkout", "", lines, key).is("status", "requires_escalation")
		p.call("cancel_checkout", id, "", key).is("status", "canceled")
		// A refused request may be repeated with the same key, corrected.
		other := withKey("9b6a3c1e-0000-4000-8000-" + fmt.Sprintf("%012d", len(p.binding)))
		p.call("create_cart", "", `{}`, other).refused(400, "invalid_request")
		p.call("create_cart", "", lines, other).is("ucp.status", "success")
		p.call("create_cart", "", lines, withKey(strings.Repeat("k", 300))).refused(400, "invalid_request")
	})
}

// buyer signs up a customer and returns the actor.
func (s *testServer) buyer(email string) shop.Actor {
	s.t.Helper()
	if err := s.accounts.EnsureUser(s.t.Context(), "Ada Buyer", email, shop.RoleUser, "aA1!aA1!"); err != nil {
		s.t.Fatal(err)
	}
	in, err := s.accounts.Login(s.t.Context(), shop.Actor{}, shop.UserLoginInput{Email: email, Password: "aA1!aA1!"})
	if err != nil {
		s.t.Fatal(err)
	}
	return shop.Actor{UserID: in.User.ID, Role: shop.RoleUser, Address: "192.0.2.7"}
}

// place orders the cart of a customer.
func (s *testServer) place(who shop.Actor) shop.Order {
	s.t.Helper()
	order, err := s.Store.Orders.Place(s.t.Context(), who, shop.OrderPlaceInput{IdempotencyKey: fmt.Sprint(s.Clock.Now().UnixNano()),
		ShippingInfo: shop.ShippingInfoInput{Address: "Secret Lane 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
	if err != nil {
		s.t.Fatal(err)
	}
	return order
}

// The whole story: a checkout is taken over and ordered by a person, and the agent that prepared it may read the order.
func TestHandOver(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p, stranger := s.newPlatform(), s.newPlatform()
	ada, bob := s.buyer("ada@example.org"), s.buyer("bob@example.org")
	ctx := t.Context()
	id := p.call("create_checkout", "", lines).textAt("id")
	prepared, err := s.Store.Agents.Prepared(ctx, ada, id)
	if err != nil || len(prepared.Cart.Items) != 2 {
		t.Fatalf("%v: %+v", err, prepared)
	}

	// What the person confirms is what the person has seen.
	s.Clock.Advance(time.Minute)
	changed := s.Clock.Now()
	p.call("update_checkout", id, `{"line_items": [{"item": {"id": "3"}, "quantity": 1}]}`)
	s.Clock.Advance(time.Minute)
	if _, err := s.Store.Agents.Take(ctx, ada, shop.TakePreparedInput{ID: id, Version: prepared.Version}); !isCode(err, shop.Conflict) {
		t.Errorf("a checkout that has changed was taken over: %v", err)
	}
	cart, err := s.Store.Agents.Take(ctx, ada, shop.TakePreparedInput{ID: id, Version: prepared.Version + 1})
	if err != nil || cart.ItemCount != 1 {
		t.Fatalf("%v: %+v", err, cart)
	}
	if _, err := s.Store.Agents.Prepared(ctx, bob, id); !isCode(err, shop.NotFound) {
		t.Errorf("another person sees what was taken over: %v", err)
	}
	if _, err := s.Store.Agents.Take(ctx, bob, shop.TakePreparedInput{ID: id, Version: prepared.Version + 1}); !isCode(err, shop.NotFound) {
		t.Errorf("another person takes it over: %v", err)
	}

	order := s.place(ada)
	both(t, p, func(t *testing.T, p *platform) {
		done := p.call("get_checkout", id, "")
		done.is("status", "completed")
		done.is("order.id", order.ID)
		done.is("order.permalink_url", s.url+"/orders/"+order.ID)
		done.is("continue_url", nil)
		got := p.call("get_order", order.ID, "")
		got.is("checkout_id", id)
		got.is("label", order.Number)
		got.is("line_items.0.status", "processing")
		got.is("fulfillment.expectations.0.destination.address_country", "NL")
		for _, personal := range []string{"Secret Lane", "Ada", "ada@example.org"} {
			if strings.Contains(got.text, personal) {
				t.Errorf("the order contains %q", personal)
			}
		}
		p.call("update_checkout", id, lines).is("messages.0.code", "checkout_closed")
		p.call("cancel_checkout", id, "").is("messages.0.code", "checkout_closed")
		stranger.over(p.binding).call("get_order", order.ID, "").is("messages.0.code", "not_found")
		p.call("get_order", "nope", "").is("messages.0.code", "not_found")
	})
	seen, err := s.Store.Orders.Get(ctx, ada, order.ID)
	if err != nil || seen.PreparedBy == nil || !strings.HasPrefix(*seen.PreparedBy, "127.0.0.1:") {
		t.Errorf("the buyer does not see who prepared the order: %v, %v", seen.PreparedBy, err)
	}
	if seen.PreparedAt == nil || seen.PreparedAt.Sub(changed).Abs() > time.Millisecond {
		t.Errorf("the order was prepared at %v, not at %v", seen.PreparedAt, changed)
	}

	// An order of something else is not the agent's.
	other := p.call("create_checkout", "", `{"line_items": [{"item": {"id": "1"}, "quantity": 1}]}`).textAt("id")
	if _, err := s.Store.Agents.Take(ctx, bob, shop.TakePreparedInput{ID: other, Version: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.Carts.Clear(ctx, bob); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.Carts.AddItem(ctx, bob, shop.CartItemAddInput{ProductID: "3", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	p.call("get_order", s.place(bob).ID, "").is("messages.0.code", "not_found")

	// The order's progress.
	admin := shop.Actor{UserID: ada.UserID, Role: shop.RoleAdmin}
	for i, status := range []shop.OrderStatus{shop.OrderPaid, shop.OrderProcessing, shop.OrderShipped, shop.OrderDelivered, shop.OrderRefunded} {
		if _, err := s.Store.Orders.UpdateStatus(ctx, admin, shop.OrderStatusUpdateInput{ID: order.ID, Status: status, Version: i + 1}); err != nil {
			t.Fatal(err)
		}
		if status == shop.OrderShipped {
			p.call("get_order", order.ID, "").is("line_items.0.status", "fulfilled")
		}
	}
	end := p.call("get_order", order.ID, "")
	end.is("fulfillment.events.1.type", "shipped")
	end.is("adjustments.0.type", "refund")
	end.is("line_items.0.status", "fulfilled")

	// Everything that the agent changed is in the audit log.
	var entries, created int
	if err := s.SQL.QueryRow(`SELECT count(*), count(*) FILTER (WHERE action = 'INSERT') FROM audit_entries
		WHERE agent = $1 AND object = 'agent_sessions'`, p.profile).Scan(&entries, &created); err != nil || created != 2 || entries != 3 {
		t.Errorf("%d entries, %d of them creations: %v", entries, created, err)
	}
}

func isCode(err error, code shop.Code) bool {
	var refusal *shop.Error
	return errors.As(err, &refusal) && refusal.Code == code
}
