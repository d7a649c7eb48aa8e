package agent_test

import (
	"fmt"
	"testing"
	"time"

	"orrery/shop"
)

// What an agent reads of an order adds up: only money that was returned is an adjustment, and what was shipped stays.
func TestOrderOfAnAgent(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p, ada, ctx := s.newPlatform(), s.buyer("ada@example.org"), t.Context()
	admin := shop.Actor{UserID: ada.UserID, Role: shop.RoleAdmin}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	prepared := func() shop.Order {
		t.Helper()
		s.Clock.Advance(time.Minute)
		id := p.call("create_checkout", "", `{"line_items": [{"item": {"id": "3"}, "quantity": 1}]}`).textAt("id")
		_, err := s.Store.Agents.Take(ctx, ada, shop.TakePreparedInput{ID: id, Version: 1})
		must(err)
		return s.place(ada)
	}
	version := func(o shop.Order) int {
		now, err := s.Store.Orders.Get(ctx, admin, o.ID)
		must(err)
		return now.Version
	}
	move := func(o shop.Order, statuses ...shop.OrderStatus) {
		t.Helper()
		for _, status := range statuses {
			_, err := s.Store.Orders.UpdateStatus(ctx, admin, shop.OrderStatusUpdateInput{ID: o.ID, Status: status, Version: version(o)})
			must(err)
		}
	}
	readdress := func(o shop.Order, street string) {
		t.Helper()
		_, err := s.Store.Orders.UpdateAddress(ctx, ada, shop.OrderAddressUpdateInput{ID: o.ID, Version: version(o),
			ShippingInfo: shop.ShippingInfoInput{Address: street, City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
		must(err)
	}
	report := func(o shop.Order, id string, kind shop.OnlineKind, state shop.OnlineState, minor int64) {
		t.Helper()
		m := shop.OnlineMovement{ID: id, PaymentID: "pi_" + o.ID, Kind: kind, State: state, Amount: shop.Money{Minor: minor, Currency: "USD"}}
		if kind == shop.OnlinePayment {
			m.ID, m.OrderID = m.PaymentID, o.ID
		}
		must(s.Store.Payments.Record(ctx, m))
	}
	reads := func(name string, o shop.Order, want string) reply {
		t.Helper()
		got, text := p.call("get_order", o.ID, ""), ""
		for i := 0; got.at(fmt.Sprintf("fulfillment.events.%d", i)) != nil; i++ {
			text += got.textAt(fmt.Sprintf("fulfillment.events.%d.type", i)) + ", "
		}
		for i := 0; got.at(fmt.Sprintf("adjustments.%d", i)) != nil; i++ {
			at := fmt.Sprintf("adjustments.%d.", i)
			text += got.textAt(at+"type") + " " + got.textAt(at+"totals.0.amount") + ", "
		}
		text += got.textAt("line_items.0.status") + " " + got.textAt("line_items.0.quantity.total")
		if text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
		return got
	}

	unpaid := prepared()
	_, err := s.Store.Orders.Cancel(ctx, ada, shop.OrderCancelInput{ID: unpaid.ID})
	must(err)
	reads("never paid", unpaid, "cancellation <nil>, removed 0")

	revived := prepared()
	for range 2 { // the reminder, then the end
		s.Clock.Advance(18 * 24 * time.Hour)
		_, err = s.Store.Orders.EndReservations(ctx)
		must(err)
	}
	reads("lapsed", revived, "cancellation <nil>, removed 0")
	move(revived, shop.OrderPaid)
	reads("revived", revived, "processing 1")

	returned := prepared()
	total := returned.TotalPrice.Minor
	report(returned, "", shop.OnlinePayment, shop.OnlineSucceeded, total)
	move(returned, shop.OrderProcessing)
	readdress(returned, "Weg 2")
	first := reads("in preparation", returned, "processing, processing 1").textAt("fulfillment.events.0.id")
	report(returned, "re_1", shop.OnlineRefund, shop.OnlineSucceeded, 1000)
	refund := reads("returned in part", returned, "processing, refund -1000, processing 1").textAt("adjustments.0.id")
	report(returned, "re_2", shop.OnlineRefund, shop.OnlineSucceeded, 500)
	report(returned, "re_2", shop.OnlineRefund, shop.OnlineFailed, 500) // the bank could not deliver it
	move(returned, shop.OrderShipped)
	report(returned, "re_3", shop.OnlineRefund, shop.OnlineSucceeded, total-1000)
	end := reads("returned", returned, fmt.Sprintf("processing, shipped, refund -1000, refund -%d, fulfilled 1", total-1000))
	end.is("fulfillment.events.0.id", first)
	end.is("adjustments.0.id", refund)

	kept := prepared()
	move(kept, shop.OrderPaid, shop.OrderRefunded)
	reads("never shipped", kept, fmt.Sprintf("refund -%d, removed 0", total))
}
