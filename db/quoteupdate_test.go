package db_test

import (
	"context"
	"sync"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// Readers see an offer that is complete: its sums are those of its prices. Of two changes of a version one succeeds.
func TestQuotesChangeAsAWhole(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := context.Background()
	made, key, err := d.Store.Quotes.Create(ctx, visitor("a"), wishQuote("k"))
	if err != nil {
		t.Fatal(err)
	}
	update := func(version int, price string) error {
		_, _, err := d.Store.Quotes.Update(ctx, shop.Actor{UserID: unknownID, Role: shop.RoleAdmin, Address: "192.0.2.1"}, shop.QuoteUpdateInput{Number: made.Number, Version: version,
			Lines: []*shop.QuoteLineUpdateInput{{UnitPrice: &price}, {}}})
		return err
	}
	const changes = 50
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				q, err := d.Store.Quotes.Get(ctx, visitor("b"), made.Number, key)
				if err != nil || q.Subtotal != *q.Lines[0].LineTotal() {
					t.Errorf("subtotal %v of %v, %v", q.Subtotal, q.Lines[0].UnitPrice, err)
					return
				}
			}
		})
	}
	for version := 1; version <= changes; version++ {
		var both sync.WaitGroup
		var mu sync.Mutex
		refused := 0
		for _, price := range []string{"9", "10"} {
			both.Go(func() {
				if err := update(version, price); err != nil {
					refusedAs(t, "a second change", err, shop.Conflict)
					mu.Lock()
					refused++
					mu.Unlock()
				}
			})
		}
		if both.Wait(); refused != 1 {
			t.Errorf("%d of two changes of version %d were refused", refused, version)
		}
	}
	close(done)
	readers.Wait()
}
