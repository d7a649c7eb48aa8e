package db_test

import (
	"context"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// Keys of orders are forgotten after a day, and what was delivered to a webhook after 30; what was not waits.
func TestSweepForgetsKeysAndDeliveries(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s, who := context.Background(), d.Store, cast(t, d)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.AddCartItem(ctx, who.user, shop.CartItemAddInput{ProductID: "3", Quantity: 1})
	must(err)
	_, err = s.PlaceOrder(ctx, who.user, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{
		Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL"}})
	must(err)
	_, _, err = s.CreateWebhook(ctx, who.admin, shop.WebhookCreateInput{URL: "https://partner.example", Kinds: []string{"contact.created"}})
	must(err)
	for range 2 {
		_, err = s.CreateContactMessage(ctx, who.visitor, shop.ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"})
		must(err)
	}
	_, err = s.PublishEvents(ctx)
	must(err)
	due, ok, err := s.TakeDelivery(ctx, time.Minute)
	if must(err); !ok {
		t.Fatal("nothing is to be delivered")
	}
	must(s.FinishDelivery(ctx, due, 200))
	for _, step := range []struct {
		wait             time.Duration
		keys, deliveries int
	}{{0, 1, 2}, {24 * time.Hour, 0, 2}, {29 * 24 * time.Hour, 0, 1}} {
		d.Clock.Advance(step.wait)
		must(s.Sweep(ctx))
		if k, n := count(t, d.SQL, "order_keys"), count(t, d.SQL, "deliveries"); k != step.keys || n != step.deliveries {
			t.Errorf("after %v more: %d keys, %d deliveries; want %d, %d", step.wait, k, n, step.keys, step.deliveries)
		}
	}
}
