package db_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// published returns the feed after a position, once everything that has committed is in it.
func published(t *testing.T, d *dbtest.Database, after int64) []shop.PublishedEvent {
	t.Helper()
	ctx := context.Background()
	for {
		n, err := d.Store.Outbox.PublishEvents(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			break
		}
	}
	args := shop.PageArgs{First: 100}
	if after > 0 {
		args.After = new(feedCursor(after))
	}
	var events []shop.PublishedEvent
	for {
		page, err := d.Store.Outbox.Events(ctx, shop.Actor{UserID: unknownID, Role: shop.RoleAdmin}, args)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, page.Nodes...)
		if !page.HasNext {
			return events
		}
		args.After = new(page.Cursor(len(page.Nodes) - 1))
	}
}

// feedCursor is the cursor of an event at a position.
func feedCursor(position int64) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"k":"","i":"%d"}`, position))
}

func kinds(events []shop.PublishedEvent) (list []string) {
	for _, e := range events {
		list = append(list, fmt.Sprintf("%s %d", e.Kind, e.Sequence))
	}
	return list
}

// Every business change tells of itself, with the number that follows the last one of the same object. Content is tested
// by TestObjectsAreEdited in package graph.
func TestChangesAreTold(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx, s := context.Background(), d.Store
	who := cast(t, d)
	var order shop.Order
	var product shop.Product
	var contact, preorder string

	steps := []struct {
		do   func() error
		want []string
	}{
		{func() error {
			_, _, err := s.Users.Create(ctx, who.visitor, shop.UserRegisterInput{Name: "Eve", Email: "eve@example.org"}, "hash", d.Clock.Now())
			return err
		}, []string{"user.registered 1"}},
		{func() (err error) {
			if _, err = s.Carts.Clear(ctx, who.user); err != nil {
				return err
			}
			if _, err = s.Carts.AddItem(ctx, who.user, shop.CartItemAddInput{ProductID: "1", Quantity: 2}); err != nil {
				return err
			}
			order, err = s.Orders.Place(ctx, who.user, shop.OrderPlaceInput{IdempotencyKey: "told", ShippingInfo: shop.ShippingInfoInput{
				Address: "A 1", City: "B", PostalCode: "1016 EA", Country: "NL"}})
			return err
		}, []string{"stock.changed 1", "order.placed 1"}},
		{func() error {
			_, err := s.Orders.UpdateStatus(ctx, who.admin, shop.OrderStatusUpdateInput{ID: order.ID, Status: shop.OrderPaid, Version: order.Version})
			return err
		}, []string{"order.status_changed 2", "payment.booked 1"}},
		{func() error {
			_, err := s.Orders.UpdateAddress(ctx, who.user, shop.OrderAddressUpdateInput{ID: order.ID, Version: order.Version + 1,
				ShippingInfo: shop.ShippingInfoInput{Address: "New 2", City: "Delft", PostalCode: "2611 AA", Country: "NL"}})
			return err
		}, []string{"order.address_changed 3"}},
		{func() error {
			_, err := s.Orders.UpdateStatus(ctx, who.admin, shop.OrderStatusUpdateInput{ID: order.ID, Status: shop.OrderRefunded, Version: order.Version + 2})
			return err
		}, []string{"stock.changed 2", "order.status_changed 4", "payment.booked 1"}},
		{func() error {
			o, err := s.PreOrders.Create(ctx, who.visitor, shop.PreOrderCreateInput{Name: "A", Email: "a@b.c", Phone: "1", ProductID: new("2"), Quantity: 1})
			preorder = o.ID
			return err
		}, []string{"preorder.created 1"}},
		{func() error {
			_, err := s.PreOrders.UpdateStatus(ctx, who.admin, shop.PreOrderStatusUpdateInput{ID: preorder, Status: shop.PreOrderContacted})
			return err
		}, []string{"preorder.status_changed 2"}},
		{func() (err error) {
			product, err = s.Catalogue.CreateProduct(ctx, who.admin, shop.ProductInput{Name: new("New"), Price: new("10"), Stock: new(4)})
			return err
		}, []string{"product.created 1", "stock.changed 1"}},
		{func() error {
			_, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: product.ID, Name: new("Newer"), Stock: new(4)})
			return err
		}, []string{"product.changed 2"}},
		{func() error {
			_, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: product.ID, Stock: new(5)})
			return err
		}, []string{"product.changed 3", "stock.changed 2"}},
		{func() error {
			_, _, err := s.Catalogue.ReviewProduct(ctx, who.user, shop.ProductReviewInput{ProductID: product.ID, Rating: 4})
			return err
		}, []string{"review.written 1"}},
		{func() error {
			return s.Catalogue.DeleteProduct(ctx, who.admin, shop.ProductDeleteInput{ID: product.ID})
		}, []string{"product.deleted 4"}},
		{func() error {
			_, err := s.Content.CreateContactMessage(ctx, who.visitor, shop.ContactMessageCreateInput{Name: "A", Email: "a@b.c", Subject: "S", Message: "M"})
			return err
		}, []string{"contact.created 1"}},
		{func() error {
			page, err := s.Content.ContactMessages(ctx, who.admin, shop.ContactMessageFilter{}, shop.ContactMessagesNewest, shop.PageArgs{First: 1})
			if err != nil {
				return err
			}
			contact = page.Nodes[0].ID
			_, err = s.Content.ResolveContactMessage(ctx, who.admin, shop.ContactMessageResolveInput{ID: contact})
			return err
		}, []string{"contact.resolved 2"}},
		{func() error {
			_, err := s.Content.ReopenContactMessage(ctx, who.admin, shop.ContactMessageReopenInput{ID: contact})
			return err
		}, []string{"contact.reopened 3"}},
		{func() error {
			return s.Content.DeleteContactMessage(ctx, who.admin, shop.ContactMessageDeleteInput{ID: contact})
		}, []string{"contact.deleted 4"}},
		{func() error {
			_, err := s.Users.UpdateCustomer(ctx, who.admin, shop.CustomerUpdateInput{ID: who.other.UserID, Blocked: new(true)})
			return err
		}, []string{"user.changed 2"}},
		{func() error {
			_, _, err := s.Quotes.Create(ctx, who.visitor, wishQuote("told"))
			return err
		}, []string{"quote.created 1"}},
		{func() error { // the same again makes no second one
			_, _, err := s.Quotes.Create(ctx, who.visitor, wishQuote("told"))
			return err
		}, nil},
		{func() error { // refused: nothing has happened
			if _, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: "1", ImageID: new(unknownID), Stock: new(1)}); err == nil {
				return fmt.Errorf("an unknown picture was accepted")
			}
			return nil
		}, nil},
	}
	var last int64
	if before := published(t, d, 0); len(before) > 0 {
		last = before[len(before)-1].Position
	}
	for i, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		events := published(t, d, last)
		if got := kinds(events); !slices.Equal(got, step.want) {
			t.Errorf("step %d: told %v, want %v", i, got, step.want)
		}
		for _, e := range events {
			last = e.Position
		}
	}
}

// A reader that goes on after the last position it has seen gets every event once, and those of one object in their order,
// however writers that commit at the same time overtake each other.
func TestFeedMissesNothing(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	ctx, s := context.Background(), d.Store
	const writers, each = 8, 25
	var last int64
	for _, e := range published(t, d, 0) {
		last = e.Position
	}

	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				stock := 1000*w + i + 10
				if _, err := s.Catalogue.UpdateProduct(ctx, who.admin, shop.ProductInput{ID: fmt.Sprint(1 + w%4), Stock: &stock}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		writing.Wait()
		close(done)
	}()
	seen, sequence := map[string]bool{}, map[string]int{}
	for finished := false; !finished; {
		select {
		case <-done:
			finished = true
		case <-time.After(time.Millisecond):
		}
		for _, e := range published(t, d, last) {
			object := e.Kind.Object() + e.ObjectID
			if seen[e.ID] || e.Position <= last || (sequence[object] > 0 && e.Sequence != sequence[object]+1) {
				t.Fatalf("%s %d at %d is out of order", object, e.Sequence, e.Position)
			}
			seen[e.ID], sequence[object], last = true, e.Sequence, e.Position
		}
	}
	if want := 2 * writers * each; len(seen) != want {
		t.Errorf("%d events, want %d", len(seen), want)
	}
}
